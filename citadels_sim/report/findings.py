"""The sentences of the first screen: generated from the numbers, with verdict words where a margin was declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.families import range_words, with_bots
from citadels_sim.charts.grids import Grid
from citadels_sim.lab.judging import of_table
from citadels_sim.lab.tournament.analyse import Analysis
from citadels_sim.lineups import lineup_words
from citadels_sim.show.blocks import too_few
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.verdicts import OF_LIMITS, State

#: More tables than these are counted, not named.
_FEW = 4
_MANY = 16
"""A table with more rows is folded, so that readers reach what follows."""


@dataclass(frozen=True)
class Arm:
    """One variant with one line-up, at all its numbers of players.

    Attributes
    ----------
    variant, title, lineup : str
        What is played, and by whom.
    slug : str
        Prefix of its charts; empty when it is the only one.
    players : tuple of int
        Numbers of players.
    tables : dict
        Rows of every table that belong to it.
    seat_verdicts : polars.DataFrame
        Its rows of the seat verdicts.
    """

    variant: str
    title: str
    lineup: str
    slug: str
    players: tuple[int, ...]
    tables: dict[str, pl.DataFrame]
    seat_verdicts: pl.DataFrame

    @property
    def heading(self) -> str:
        """Its name for people."""
        return f"{self.title}, played by {lineup_words(self.lineup)}"


def arms(analysis: Analysis) -> list[Arm]:
    """Split an analysis into its arms, in the order of its cells."""
    keys = analysis.cells.select("variant", "title", "lineup").unique(maintain_order=True)
    split = []
    for number, (variant, title, lineup) in enumerate(keys.iter_rows(), start=1):
        mine = (pl.col("variant") == variant) & (pl.col("lineup") == lineup)
        split.append(
            Arm(
                variant, title, lineup, f"arm{number}-{variant}-" if keys.height > 1 else "",
                tuple(analysis.cells.filter(mine)["players"].to_list()),
                {name: table.filter(mine) for name, table in analysis.tables.items()},
                analysis.seat_verdicts.filter(mine),
            )
        )  # fmt: skip
    return split


def glance(analysis: Analysis) -> Grid:
    """Lay out how long and how close games are, one row per table that was played."""
    rows = []
    for fact in analysis.cells.iter_rows(named=True):
        mine = of_table(fact)
        value = {row["metric"]: row for name in ("scores", "length") for row in analysis.tables[name].filter(mine).iter_rows(named=True)}
        low, middle, high = (value[name]["value"] for name in ("rounds_q05", "rounds_median", "rounds_q95"))
        completer = value.get("completer_wins")
        rows.append(
            (
                fact["title"], str(fact["players"]), lineup_words(fact["lineup"]), f"{middle:.0f} ({low:.0f} to {high:.0f})",
                _with_interval(value["winner_total"]), _with_interval(value["margin"]), _with_interval(value["close_games"], share=True),
                _with_interval(completer, share=True) if completer else "–", style.count(fact["games"]),
            )
        )  # fmt: skip
    heads = (
        "Variant",
        "Players",
        "Bots",
        "Rounds: median (5 to 95 %)",
        "Winner's score",
        "Margin",
        "Within 3 points",
        "First to complete wins",
        "Games",
    )
    return Grid("Length and closeness at every table; in brackets: 95 % intervals", heads, tuple(rows), folded=len(rows) > _MANY)


def findings(analysis: Analysis, reaches: Mapping[tuple[str, str, int, str], Mapping[str, Any]]) -> list[str]:
    """Write the key findings, the most important first; `reaches` as `Evidence.reaches`."""
    if not analysis.cells.height:
        return []
    bots = with_bots(analysis.cells["lineup"].to_list())
    deals = int(analysis.cells["blocks"].min())  # type: ignore[arg-type]
    few = deals < LEAST_COUNT
    sentences = [
        f"{head}, {bots}: {text}"
        for head, text in (
            ("Seats", _seats(analysis, reaches)),
            ("Length", too_few(deals) if few else _length(analysis)),
            ("Scores", too_few(deals) if few else _scores(analysis)),
        )
    ]
    capped = analysis.tables["length"].filter((pl.col("metric") == "capped") & (pl.col("value") > 0))
    if capped.height:
        worst = capped.sort("value", descending=True).row(0, named=True)
        share = style.percent(worst["value"], worst["low"], worst["high"])
        sentences.insert(
            0,
            f"Some games were stopped by the safety cap ({share} of those at {_cell_name(worst, analysis)}): "
            "a fault of bots or rules that has to be looked into first.",
        )
    return sentences


def _seats(analysis: Analysis, reaches: Mapping[tuple[str, str, int, str], Mapping[str, Any]]) -> str:
    verdicts = analysis.seat_verdicts
    margin = f"{verdicts['margin'][0] * 100:g} pp"
    texts: dict[State, str] = {
        "fails": f"not fair: some seat is more than {margin} from an even share",
        "holds": f"fair: every seat lies within {margin} of an even share",
        "open": f"not shown whether they lie within {margin} of an even share",
    }
    parts = []
    for state, text in texts.items():
        rows = verdicts.filter(pl.col("verdict") == OF_LIMITS[state])
        if not rows.height:
            continue
        where = "at every table" if verdicts.height > 1 else "at this table"
        if rows.height < verdicts.height:
            where = f"at {_cell_names(rows, analysis) if rows.height <= _FEW else f'{rows.height} of {verdicts.height} tables'}"
        parts.append(f"{OF_LIMITS[state]} {where} ({text}{_needed(rows) if state == 'open' else ''})")
    sentence = f"{'; '.join(parts)}."
    seen = verdicts.join(analysis.cells.filter(pl.col("blocks") >= LEAST_COUNT), on=["variant", "players", "lineup"], how="semi")
    seen = seen.filter(pl.col("effect").is_not_null())
    if seen.height:
        far = seen.with_columns(size=pl.col("effect").abs()).sort("size", descending=True).row(0, named=True)
        name = f"{'the ' if far['seat'] == 0 else 'the place '}{style.seat_words(far['seat'])}"
        sentence += f" Farthest from an even share is {name} at {_cell_name(far, analysis)}, {_effect(far)}"
        row = reaches.get(("seat", far["variant"], far["players"], str(far["seat"])))
        sentence += f"; {range_words(row)}." if row else "."
    return sentence


def _needed(rows: pl.DataFrame) -> str:
    if rows["effect"].null_count():
        return "; one deal says nothing about chance"
    lows, highs = ([number for number in rows[name].to_list() if number is not None] for name in ("needed_games_low", "needed_games"))
    sure = len(highs) == rows.height
    text = style.needed(min(lows), max(highs), "games") if sure else style.needed(None, None, "games")
    return f"; {f'each {text}' if rows.height > 1 and sure else text}"


def _length(analysis: Analysis) -> str:
    length = analysis.tables["length"]
    q = {name: length.filter(pl.col("metric") == name)["value"].to_list() for name in ("rounds_q05", "rounds_median", "rounds_q95")}
    (first, *more) = length.filter(metric="rounds_median").iter_rows(named=True)
    spread = "" if more or first["low"] is None else f" [{first['low']:.0f},\u00a0{first['high']:.0f}]"
    return (
        f"the median game takes {_span(q['rounds_median'])} rounds{spread}; nine in ten last between "
        f"{min(q['rounds_q05']):.0f} and {max(q['rounds_q95']):.0f}."
    )


def _scores(analysis: Analysis) -> str:
    scores, length = analysis.tables["scores"], analysis.tables["length"]
    best, margin = (_range(scores.filter(metric=name).to_dicts()) for name in ("winner_total", "margin"))
    wins = length.filter(pl.col("metric") == "completer_wins").to_dicts()
    text = f"the winner has {best} points on average, {margin} more than the second."
    if wins:
        text += f" Who first completes a city wins {_range(wins, share=True)} of the games."
    return text


def _range(rows: list[dict[str, Any]], *, share: bool = False) -> str:
    """Write a figure of one table with its interval, or from the least to the most of several tables."""
    if len(rows) > 1:
        return style.spread(rows, share=share, low="low", high="high")
    return _with_interval(rows[0], share=share)


def _span(values: list[float], digits: int = 0) -> str:
    low, high = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return low if low == high else f"{low} to {high}"


def _cell_names(rows: pl.DataFrame, analysis: Analysis) -> str:
    if analysis.cells.select(pl.struct("variant", "lineup").n_unique()).item() == 1:
        return f"{style.listed([str(number) for number in rows['players'].to_list()])} players"
    return style.listed([_cell_name(row, analysis) for row in rows.iter_rows(named=True)])


def _cell_name(row: dict[str, Any], analysis: Analysis) -> str:
    name = f"{row['players']} players"
    if analysis.cells["variant"].n_unique() > 1:
        name += f" of {_title(row, analysis)}"
    if analysis.cells["lineup"].n_unique() > 1:
        name += f" ({lineup_words(row['lineup'])})"
    return name


def _title(row: dict[str, Any], analysis: Analysis) -> str:
    return str(analysis.cells.filter(variant=row["variant"])["title"][0])


def _effect(row: dict[str, Any]) -> str:
    return f"{style.points(row['effect'], row['low'], row['high'])} {style.points_interval(row['low'], row['high'])}"


def _with_interval(row: dict[str, Any], *, share: bool = False) -> str:
    write = style.percent if share else style.plain
    return f"{write(row['value'], row['low'], row['high'])} {style.interval(row['low'], row['high'], factor=100 if share else 1)}"
