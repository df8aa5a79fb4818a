"""Tables for pages: estimates written out with their intervals, and everything as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import polars as pl
import polars.selectors as cs

from citadels_sim.charts import style
from citadels_sim.exploits import Exploit
from citadels_sim.lab.registry import dictionary, is_difference
from citadels_sim.statistics.estimates import shown

_SHARES = ("fraction", "win chance")
_LONG, _WIDE = 12, 7


@dataclass(frozen=True)
class Grid:
    """A table ready to be shown.

    Attributes
    ----------
    caption : str
        What it holds.
    columns : tuple of str
        Heads; the first is that of the row heads.
    rows : tuple of tuple of str
        Cells, the first of each row being its head.
    kind : str
        Class of its element: ``words`` for prose, ``card`` for the verdict card.
    folded : bool
        Whether a reader opens it.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kind: str = ""
    folded: bool = False

    @property
    def long(self) -> bool:
        """Whether a field to filter it by is worth its place."""
        return len(self.rows) > _LONG

    @property
    def wide(self) -> bool:
        """Whether it takes more room than the text, where there is some."""
        return len(self.columns) > _WIDE


def grid(data: pl.DataFrame, caption: str, group_title: str) -> Grid:
    """Lay estimates out with one row per group and metric and one column per number of players.

    Parameters
    ----------
    data : polars.DataFrame
        Estimates of one or more variants and line-ups.
    caption : str
        What the table holds.
    group_title : str
        What its groups are.

    Returns
    -------
    Grid
        Cells read ``value [low, high]``, intervals holding for all groups at once.
    """
    titles = dict(dictionary().select(pl.concat_str("table", "metric", separator="/"), "title").iter_rows())
    names = {key.split("/")[1]: title for key, title in titles.items()}
    several_metrics = data["metric"].n_unique() > 1
    several_arms = data.select(pl.struct("variant", "lineup").n_unique()).item() > 1
    players = sorted(data["players"].unique().to_list())
    cells: dict[tuple[str, ...], dict[int, str]] = {}
    numbers: dict[tuple[str, ...], int] = {}
    for row in data.iter_rows(named=True):
        head = []
        if several_arms:
            head.append(f"{row['variant']}, {row['lineup']}".replace(",", ", ").replace("  ", " "))
        if row["group"] != "all":
            head.append(style.title_of(row["group"]))
        if several_metrics or not head:
            head.append(names.get(row["metric"], row["metric"]))
        cells.setdefault(tuple(head), {})[row["players"]] = figure_cell(row)
        numbers[tuple(head)] = int(row["group"]) if row["group"].isdecimal() else -1
    # By rounds or scores, of which the least may occur at one number of players only; all else stays in its order.
    heads = cells if several_arms else sorted(cells, key=lambda head: numbers[head])
    rows = tuple((", ".join(head), *(cells[head].get(number, "–") for number in players)) for head in heads)
    return Grid(caption, (group_title or "Figure", *(f"{number} players" for number in players)), rows)


def exploit_grid(exploits: Iterable[Exploit]) -> Grid | None:
    """Lay out what one player wins who knows the bots at all other seats, table by table; None where nothing was measured."""
    rows = tuple(
        (
            one.bot,
            one.variant,
            str(one.players),
            f"{style.percent(one.wins, one.low, one.high)} {style.interval(one.low, one.high, factor=100)}",
            style.percent(1 / one.players),
            one.by,
        )
        for one in exploits
    )
    heads = ("All other seats", "Variant", "Players", "One player who knows them wins [95 %]", "Even share", "Result of")
    caption = "How far from best play the bots are: a lower bound, measured once by citadels exploit, not on these runs"
    return Grid(caption, heads, rows) if rows else None


def csv_tables(tables: dict[str, pl.DataFrame]) -> dict[str, bytes]:
    """Write tables as CSV: name -> UTF-8 bytes with a head line, ten significant digits, and no cell that a spreadsheet would run."""
    return {f"{name}.csv": _as_text(_rounded(shown(table))).write_csv(line_terminator="\n").encode() for name, table in tables.items()}


def _as_text(table: pl.DataFrame) -> pl.DataFrame:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; a number written as text is none."""
    texts = cs.string() | cs.categorical() | cs.enum()
    cell = texts.cast(pl.String)
    formula = cell.str.contains(r"^[=+\-@\t\r\n]") & ~cell.str.contains(r"^[+-]?\d+(?:\.\d+)?$")
    return table.with_columns(pl.when(formula).then(pl.lit("'") + cell).otherwise(cell).name.keep())


def _rounded(table: pl.DataFrame) -> pl.DataFrame:
    # Digits beyond ten depend on the order in which a processor adds.
    floats = [name for name, kind in table.schema.items() if kind == pl.Float64]
    return table.with_columns(pl.col(floats).round_sig_figs(10).fill_nan(None)) if floats else table


def basis(data: pl.DataFrame) -> str:
    """State from how many independent deals the figures of a table come."""
    counts = data.group_by("players").agg(pl.col("blocks").min().alias("least"), pl.col("blocks").max().alias("most")).sort("players")
    if not counts.height:
        return "n = 0"
    least, most = int(counts["least"].to_list()[0]), int(counts["most"].to_list()[0])
    if counts["least"].n_unique() == counts["most"].n_unique() == 1:
        where = "" if counts.height == 1 else " at each number of players"
        return f"n = {_span(least, most)} independent deals{where}."
    phrases = [f"{_span(row['least'], row['most'])} at {row['players']} players" for row in counts.iter_rows(named=True)]
    return f"n, independent deals: {', '.join(phrases)}."


def _span(least: int, most: int) -> str:
    return style.count(least) if least == most else f"{style.count(least)} to {style.count(most)}"


def figure_cell(row: Mapping[str, object]) -> str:
    """Write a row of estimates as ``value [low, high]``, the interval holding for all groups at once."""
    share = str(row["unit"]).startswith(_SHARES)
    value, low, high = (row[name] for name in ("value", "family_low", "family_high"))
    if row.get("note"):
        return style.TOO_FEW
    if not isinstance(value, float):
        return "–"
    bounds = [bound if isinstance(bound, float) else None for bound in (low, high)]
    if is_difference(str(row["metric"])):
        return style.effect(value, *bounds)
    write = style.percent if share else style.plain
    return f"{write(value, *bounds)} {style.interval(*bounds, factor=100 if share else 1)}"


def of_cell(table: pl.DataFrame, variant: str, lineup: str, players: int | None = None) -> pl.DataFrame:
    """Take the rows of a variant and line-up, and of a number of players."""
    here = table.filter(variant=variant, lineup=lineup)
    return here if players is None else here.filter(players=players)
