"""Charts of how games go: the way of the win chances, when it is over, and what a character's round brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.by_character import INTERVALS, most_first
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.curves import Curve, Curves
from citadels_sim.charts.marks import Look, Row, beside
from citadels_sim.charts.points import Points

#: Looks of final places: colour, dashes. Eight places, so the lines differ as well as the colours.
_PLACES: Final[tuple[tuple[str, Any], ...]] = (
    (style.BLUE, "-"), (style.GREEN, (0, (6, 1.5))), (style.PURPLE, (0, (4, 1.5, 1, 1.5))), (style.OLIVE, (0, (2, 1.2))),
    (style.MUTED, "-"), (style.MUTED, (0, (6, 1.5))), (style.MUTED, (0, (2, 1.2))),
)  # fmt: skip
_LAST: Final[tuple[str, Any]] = (style.VERMILLION, (0, (1, 1)))
_HALF_WAY: Final = 50.0
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


def way_chart(curves: pl.DataFrame, slug: str) -> Chart:
    """Draw the median win chance by final place over the course of the game (rows of `FlowAnalysis.curves`)."""
    data = curves.filter(curve="trajectory.median").with_columns(place=pl.col("line").cast(pl.Int64)).sort("players", "place", "x")
    counts = player_counts(data)
    drawing = Curves(
        panels={f"{n} players": [_place(data.filter(players=n, place=i), i, n) for i in range(1, n + 1)] for n in counts},
        words="win chance W", under="rounds over; lines by final place", level={f"{n} players": 1 / n for n in counts},
        size=2.7, most=3,
    )  # fmt: skip
    finding = _way_finding(data)
    return make_chart(
        drawing, slug, "How win chances go, by final place", finding,
        "W: the win chance that a model of the visible state gives; at the end it is the win itself. Lines: medians. Shaded: the middle "
        "half of the games of who ends first and of who ends last; those of the others stand among the numbers. Thin line: 1/players.",
        f"Line chart of the median win chance by final place over the rounds of a game, {in_panels(counts)}",
        data, "flow_curves",
    )  # fmt: skip


def _place(here: pl.DataFrame, place: int, players: int) -> Curve:
    colour, dashes = _LAST if place == players else _PLACES[place - 1]
    low, high = (here[end].to_list() if place in (1, players) else [] for end in ("low", "high"))
    label = "last" if place == players else f"{place}{_ENDINGS.get(place, 'th')}"
    return Curve(x=(here["x"] / 100).to_list(), y=here["value"].to_list(), label=label, colour=colour, dashes=dashes, low=low, high=high)


def _way_finding(data: pl.DataFrame) -> str:
    half = data.filter(x=_HALF_WAY)
    first, last = half.filter(place=1), half.filter(pl.col("place") == pl.col("players"))
    return (
        f"Half way the later winner has a win chance of {_percents(first['value'])} in the median, whoever ends last "
        f"{_percents(last['value'])}; a quarter of the winners had {_percents(first['low'])} or less then."
    )


def over_chart(curves: pl.DataFrame, slug: str) -> Chart:
    """Draw what the lead explains and which share of games is decided over the course of the game (rows of `FlowAnalysis.curves`)."""
    data = curves.filter(pl.col("curve").is_in(list(_OVER))).sort("players", "curve", "x")
    counts = player_counts(data)
    drawing = Curves(
        panels={f"{n} players": [_over(data.filter(players=n, curve=name), name) for name in _OVER] for n in counts},
        under="rounds over", most=3,
    )  # fmt: skip
    finding = _over_finding(data)
    return make_chart(
        drawing, slug, "When is it over?", finding,
        "What the lead explains: Brier skill of naming the leader by score with the chance that leaders have then; 0 % explains nothing, "
        "100 % everything; no model is needed. Decided: from then on the winner's W never falls below 80 % again. Shaded: 95 % intervals, "
        "each for itself.",
        f"Line chart of what the lead explains and of the share of games decided, over the rounds of a game, {in_panels(counts)}",
        data, "flow_curves",
    )  # fmt: skip


def _over(here: pl.DataFrame, curve: str) -> Curve:
    colour, dashes, marker, words = _OVER[curve]
    tips = [
        f"{row['players']} players, {row['x']:g} % of the rounds over, {words}: {style.percent(row['value'], row['low'], row['high'])} "
        f"{style.interval(row['low'], row['high'], factor=100)}"
        for row in here.iter_rows(named=True)
    ]
    return Curve(x=(here["x"] / 100).to_list(), y=here["value"].to_list(), label=words, colour=colour, dashes=dashes, marker=marker,
                 low=here["low"].to_list(), high=here["high"].to_list(), tips=tips)  # fmt: skip


_OVER: Final[dict[str, tuple[str, Any, str, str]]] = {
    "leader.skill": (style.BLUE, "-", "o", "what the lead by score explains"),
    "decided_by.share": (style.VERMILLION, (0, (5, 1.5)), "s", "share of games decided"),
}  # fmt: skip


def _over_finding(data: pl.DataFrame) -> str:
    skill = data.filter(curve="leader.skill", x=_HALF_WAY)["value"]
    decided = data.filter(pl.col("value") >= 0.5, curve="decided_by.share").group_by("players").agg(pl.col("x").min())
    when = [float(x) for x in sorted(decided["x"])]
    span = " to ".join(dict.fromkeys(f"{x:g}" for x in (when[0], when[-1])))
    phrase = "only in the last tenth of their rounds" if when[0] == 100 else f"when {span}\u00a0% of their rounds are over"
    return f"At half-time the lead explains {_percents(skill)} of who wins; half of the games are decided {phrase}."


def swings_chart(swings: pl.DataFrame, slug: str) -> Chart:
    """Draw what a round adds to the win chance of who holds each character (rows of ``character_swings``)."""
    data, order, drawing = _rounds(swings, _SWINGS)
    finding = _swings_finding(data.filter(metric="wpa"), order)
    return make_chart(
        drawing, slug, "How the rounds of a character go", finding,
        "Win chance at the end of the round less that before the draft, of who held it; over the seats of a round these add up to 0. "
        f"A description of its rounds with whoever picked it, not the effect of picking it; what a lost turn or a robbery costs stands "
        f"among the numbers. {INTERVALS}",
        f"Dot and whisker chart of what a round adds to the win chance of the holders of {len(order)} characters, "
        f"{in_panels(player_counts(data))}", data, "character_swings",
    )  # fmt: skip


def steps_chart(swings: pl.DataFrame, slug: str) -> Chart:
    """Draw in which step of the round that comes about (rows of ``character_swings``)."""
    data, order, drawing = _rounds(swings, _STEPS)
    drafted = most_first(data, "wpa_draft")[0]
    best = data.filter(metric="wpa_draft", group=drafted)
    finding = (
        f"The draft adds most to who picks {style.title_of(drafted)} "
        f"({style.spread(best.to_dicts(), share=True).replace('%', 'pp')} a round)"
    )
    lost = data.filter(metric="struck_lost").sort("value", "group")
    if lost.height:
        worst = lost.row(0, named=True)
        finding += (
            f"; to lose the turn costs {style.title_of(worst['group'])} most, at {worst['players']} players ({style.effect_of(worst)})"
        )
    return make_chart(
        drawing, slug, "In which step of the round it comes about", f"{finding}.",
        "Draft: W when all have picked, for one who sees every pick, less W before. Turn lost, robbed: W when that is known less W after "
        f"the draft, in rounds in which it happened. What the turns add beyond that stands among the numbers. {INTERVALS}",
        f"Dot and whisker chart of the steps of a round for the holders of {len(order)} characters, "
        f"{in_panels(player_counts(data))}", data, "character_swings",
    )  # fmt: skip


def _rounds(swings: pl.DataFrame, looks: Mapping[str, Look]) -> tuple[pl.DataFrame, list[str], Points]:
    """Draw some figures of the rounds of every character, the best round at the top; return what is drawn, the order, and the drawing."""
    order, data = most_first(swings, "wpa"), swings.filter(pl.col("metric").is_in(list(looks)))
    drawing = Points(
        data=data, scale=Scale("pp of win chance from before the draft to the end of the round"), rows=order, series="metric",
        looks=looks, margin=0, size=0.3,
        tip=partial(_tip, looks),
    )  # fmt: skip
    return data, order, drawing


def _tip(looks: Mapping[str, Look], row: Row) -> str:
    who = f"{style.title_of(row['group'])}, {looks[row['metric']].label}, {row['players']} players"
    return f"{who}: {style.effect_of(row)}, n = {style.count(row['count'])}"


_STEPS: Final = beside({
    "wpa_draft": Look("draft", style.BLUE), "struck_lost": Look("turn lost", style.VERMILLION, "s", filled=False),
    "struck_robbed": Look("robbed", style.GREEN, "D"),
}, 0.22)  # fmt: skip

_SWINGS: Final = beside({
    "wpa": Look("all its rounds", style.BLUE), "wpa_played": Look("rounds in which nothing befell it", style.GREEN, "D", filled=False),
}, 0.3)  # fmt: skip


def _swings_finding(data: pl.DataFrame, order: Sequence[str]) -> str:
    def phrase(name: str) -> str:
        return f"{style.title_of(name)} ({style.spread(data.filter(group=name).to_dicts(), share=True).replace('%', 'pp')} a round)"

    return f"The rounds of {phrase(order[0])} go best for who holds it, those of {phrase(order[-1])} worst."


def _percents(values: pl.Series) -> str:
    """Write the range of some fractions for a sentence."""
    ends = dict.fromkeys(f"{100 * float(value):.0f}" for value in sorted(values))
    return f"{next(iter(ends))}{f' to {list(ends)[-1]}' if len(ends) > 1 else ''}\u00a0%"
