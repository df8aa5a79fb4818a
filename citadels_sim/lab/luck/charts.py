"""What decides who wins between equal bots, one bar per table, and its numbers."""

from __future__ import annotations

import itertools
from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.bars import Filling, Stacks
from citadels_sim.charts.chart import Chart, Scale, make_chart
from citadels_sim.charts.grids import Grid, figure_cell
from citadels_sim.lab.luck.analyse import STREAMS, LuckAnalysis

_PARTS: Final = {
    "deal": Filling("the deal", style.BLUE, "#fdfdfd"), "removal": Filling("characters removed", style.ORANGE, "#111418"),
    "choices": Filling("bots' dice", style.GREEN, "#111418"),
}  # fmt: skip

_KEY: Final = ("variant", "players", "lineup")


def luck_chart(luck: LuckAnalysis, titles: dict[str, str], slug: str) -> Chart:
    """Draw the shares of the sources of luck, one bar per variant, number of players and bot; `titles` are those of the variants."""
    data = luck.streams.filter(metric="share")
    at = {(*(row[name] for name in _KEY), row["group"]): row for row in data.iter_rows(named=True)}
    bars = list(dict.fromkeys(key[:3] for key in at))
    lengths: dict[tuple[tuple[Any, ...], str], float] = {}
    for bar, stream in itertools.product(bars, STREAMS):
        # An estimate may fall below nothing, and the others then add up to more than all.
        before = sum(lengths[bar, other] for other in STREAMS if (bar, other) in lengths)
        lengths[bar, stream] = min(max(0.0, at[*bar, stream]["value"] or 0.0), 1.0 - before)
    drawing = Stacks(
        bars={bar: _named(bar, titles) for bar in bars}, parts={stream: _PARTS[stream] for stream in STREAMS}, lengths=lengths,
        scale=Scale("share of what decides who wins", "%", limits=(0, 1)), text=_percent, room=0.07,
        tips={(bar, name): f"{_named(bar, titles)}, {_PARTS[name].label}: {figure_cell(at[*bar, name])}" for bar, name in lengths},
    )  # fmt: skip
    finding = _finding(luck, bars, titles)
    return make_chart(
        drawing, slug, "What decides who wins between equal bots", finding,
        "Deals were replayed with some sources of luck held and the others drawn anew. In the order in which luck falls: what the deal "
        "(cast, deck, hands, first crown) settles of who wins, what the characters removed from the drafts settle beyond it, and what is "
        "left to the bots' own random choices: where one other choice changes what everybody meets from then on, that is much. The "
        "the table has the intervals.",
        f"Stacked bar chart of three sources of luck at {len(bars)} tables", data, "luck",
    )  # fmt: skip


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _named(bar: tuple[Any, ...], titles: dict[str, str]) -> str:
    variant, players, lineup = bar
    return f"{titles.get(variant, variant)}, {players} players, {lineup.replace(',', ', ')}"


def _finding(luck: LuckAnalysis, bars: list[tuple[Any, ...]], titles: dict[str, str]) -> str:
    cards = {tuple(row[name] for name in _KEY): row for row in luck.deals.filter(metric="cards").iter_rows(named=True)}
    same = {tuple(row[name] for name in _KEY): row for row in luck.deals.filter(metric="same_winner").iter_rows(named=True)}
    bar = bars[0]
    return (
        f"{_named(bar, titles)}: deal and removed characters settle {figure_cell(cards[bar])} of who wins, whatever the bots' dice; the "
        "same cards are won "
        f"by the same seat {figure_cell(same[bar])} of the time, where {style.percent(1 / bar[1])} would be chance."
    )


def luck_grid(luck: LuckAnalysis, titles: dict[str, str]) -> Grid:
    """One row per table and source of luck: its share, what it settles alone, and what is open until it is settled; then the cards."""
    at = {(*(row[name] for name in _KEY), row["group"], row["metric"]): row for row in luck.streams.iter_rows(named=True)}
    whole = {(*(row[name] for name in _KEY), row["metric"]): row for row in luck.deals.iter_rows(named=True)}
    rows = []
    for bar in dict.fromkeys(key[:3] for key in at):
        for stream in STREAMS:
            cells = (figure_cell(at[*bar, stream, metric]) for metric in ("share", "alone", "last"))
            rows.append((f"{_named(bar, titles)}: {_PARTS[stream].label}", *cells, "–"))
        cards, same = (figure_cell(whole[*bar, metric]) for metric in ("cards", "same_winner"))
        rows.append((f"{_named(bar, titles)}: deal and characters removed together", "–", cards, "–", same))
    heads = ("Table and source", "Share of the luck", "Settled by it alone", "Open until it is settled", "Same winner again")
    return Grid(
        "What decides who wins between equal bots: the numbers; 95 % intervals for all sources of a table at once", heads, tuple(rows)
    )


def luck_tables(analyses: list[LuckAnalysis]) -> dict[str, pl.DataFrame]:
    """Put the figures of all runs together under the names of their families."""
    if not analyses:
        return {}
    return {"luck": pl.concat([each.streams for each in analyses]), "luck_deals": pl.concat([each.deals for each in analyses])}
