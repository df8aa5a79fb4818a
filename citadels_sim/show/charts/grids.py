"""Tables for pages: estimates written out with their intervals, and everything as CSV."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl
import polars.selectors as cs

from citadels_sim.statistics.estimates import shown

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
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kind: str = ""

    @property
    def long(self) -> bool:
        """Whether a field to filter it by is worth its place."""
        return len(self.rows) > _LONG

    @property
    def wide(self) -> bool:
        """Whether it takes more room than the text, where there is some."""
        return len(self.columns) > _WIDE


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


def of_cell(table: pl.DataFrame, variant: str, lineup: str, players: int | None = None) -> pl.DataFrame:
    """Take the rows of a variant and line-up, and of a number of players."""
    here = table.filter(variant=variant, lineup=lineup)
    return here if players is None else here.filter(players=players)
