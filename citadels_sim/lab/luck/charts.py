"""What decides who wins between equal bots, one bar per table, and its numbers."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.bars import Filling, Stacks
from citadels_sim.charts.chart import Chart, Scale, make_chart
from citadels_sim.charts.grids import Grid, figure_cell
from citadels_sim.lab.luck.analyse import STREAMS, LuckAnalysis, possible

_PARTS: Final = {
    "deal": Filling("the deal", style.BLUE, "#fdfdfd"), "removal": Filling("characters removed", style.ORANGE, "#111418"),
    "choices": Filling("bots' dice", style.GREEN, "#111418"), "together": Filling("only several together", "#c9ccd1", "#111418"),
}  # fmt: skip
_WORDS: Final = {"deal": "the deal", "removal": "the removed characters", "choices": "the bots' dice"}

_KEY: Final = ("variant", "players", "lineup")


def luck_chart(luck: LuckAnalysis, titles: dict[str, str], slug: str) -> Chart:
    """Draw what each source settles alone, and what only several do, one bar per variant, number of players and bot."""
    alone, joint = (possible(table.filter(metric=metric)) for table, metric in ((luck.streams, "alone"), (luck.deals, "joint")))
    data = pl.concat([alone, joint.with_columns(group=pl.lit("together"))])
    at = {(*(row[name] for name in _KEY), row["group"]): row for row in data.iter_rows(named=True)}
    bars = list(dict.fromkeys(key[:3] for key in at))
    lengths: dict[tuple[tuple[Any, ...], str], float] = {}
    for bar in bars:
        left = 1.0
        for stream in STREAMS:  # estimates of few deals may add up to more than all
            lengths[bar, stream] = min(at[*bar, stream]["value"] or 0.0, left)
            left -= lengths[bar, stream]
        lengths[bar, "together"] = left
    drawing = Stacks(
        bars={bar: _named(bar, titles) for bar in bars}, parts=_PARTS, lengths=lengths,
        scale=Scale("share of what decides who wins", "%", limits=(0, 1)), text=_percent, room=0.07,
        tips={(bar, name): f"{_named(bar, titles)}, {_PARTS[name].label}: {figure_cell(at[*bar, name])}" for bar, name in lengths},
    )  # fmt: skip
    finding = _finding(luck, bars, titles)
    return make_chart(
        drawing, slug, "What decides who wins between equal bots", finding,
        "Deals were replayed with some sources of luck held and the others drawn anew: what the deal (cast, deck, hands, first crown), the "
        "characters removed from the drafts, and the bots' own random choices settle of who wins, each alone, and what only several of "
        "them settle together: where one other choice changes what everybody meets from then on, that is much, and whichever source "
        "comes last settles it. The table has both ends of each source, with intervals.",
        f"Stacked bar chart of what three sources of luck settle alone, and together, at {len(bars)} tables", data, "luck",
    )  # fmt: skip


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def _named(bar: tuple[Any, ...], titles: dict[str, str]) -> str:
    variant, players, lineup = bar
    return f"{titles.get(variant, variant)}, {players} players, {lineup.replace(',', ', ')}"


def _finding(luck: LuckAnalysis, bars: list[tuple[Any, ...]], titles: dict[str, str]) -> str:
    deals = possible(luck.deals)
    cards = {tuple(row[name] for name in _KEY): row for row in deals.filter(metric="cards").iter_rows(named=True)}
    same = {tuple(row[name] for name in _KEY): row for row in deals.filter(metric="same_winner").iter_rows(named=True)}
    joint = {tuple(row[name] for name in _KEY): row for row in deals.filter(metric="joint").iter_rows(named=True)}
    streams = {(*(row[name] for name in _KEY), row["group"], row["metric"]): row for row in possible(luck.streams).iter_rows(named=True)}
    bar = bars[0]
    both = {name: [figure_cell(streams[*bar, name, end]) for end in ("alone", "last")] for name in STREAMS}
    sources = "; ".join(f"{_WORDS[name]} {' and '.join(ends)}" for name, ends in both.items())
    return (
        f"{_named(bar, titles)}: {figure_cell(joint[bar])} of who wins is settled by no single source of luck. Settled alone, and when all "
        f"others are fixed: {sources}. Deal and removed characters together settle {figure_cell(cards[bar])} whatever "
        f"the bots' dice: the same seat wins them again {figure_cell(same[bar])} of the time, where {style.percent(1 / bar[1])} would be "
        "chance."
    )


def luck_grid(luck: LuckAnalysis, titles: dict[str, str]) -> Grid:
    """What no source settles alone; one row per source: what it settles alone, and when all others are fixed; then the cards."""
    at = {(*(row[name] for name in _KEY), row["group"], row["metric"]): row for row in possible(luck.streams).iter_rows(named=True)}
    whole = {(*(row[name] for name in _KEY), row["metric"]): row for row in possible(luck.deals).iter_rows(named=True)}
    rows: list[tuple[str, ...]] = []
    for bar in dict.fromkeys(key[:3] for key in at):
        joint, cards, same = (figure_cell(whole[*bar, metric]) for metric in ("joint", "cards", "same_winner"))
        rows.append((f"{_named(bar, titles)}: {_PARTS['together'].label}", joint, "–", "–"))
        for stream in STREAMS:
            cells = (figure_cell(at[*bar, stream, metric]) for metric in ("alone", "last"))
            rows.append((f"{_named(bar, titles)}: {_PARTS[stream].label}", *cells, "–"))
        rows.append((f"{_named(bar, titles)}: deal and characters removed together", cards, "–", same))
    heads = ("Table and source", "Settled by it alone", "Settled when all others are fixed", "Same winner again")
    return Grid(
        "What decides who wins between equal bots: the numbers; 95 % intervals for all sources of a table at once", heads, tuple(rows)
    )


def luck_tables(analyses: list[LuckAnalysis]) -> dict[str, pl.DataFrame]:
    """Put the figures of all runs together under the names of their families."""
    if not analyses:
        return {}
    return {"luck": pl.concat([each.streams for each in analyses]), "luck_deals": pl.concat([each.deals for each in analyses])}
