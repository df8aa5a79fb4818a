"""Charts of editions side by side: paired differences, and lengths."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.curves import Curve, Curves, steps
from citadels_sim.charts.marks import SERIES, Row, series
from citadels_sim.charts.points import Points
from citadels_sim.verdicts import OF_LIMITS

FIGURES = {
    "mean_rounds": ("Rounds", "rounds", 1.0),
    "mean_turns": ("Turns", "turns", 1.0),
    "mean_decisions": ("Decisions", "decisions", 1.0),
    "winner_total": ("Winner's score", "points", 1.0),
    "margin": ("Margin of the winner", "points", 1.0),
    "spread": ("From first to last", "points", 1.0),
    "close_games": ("Within 3 points", "pp of games", 100.0),
    "tied_games": ("Tied on points", "pp of games", 100.0),
    "completer_wins": ("First to complete wins", "pp", 100.0),
    "first_crown_wins": ("First crown wins", "pp", 100.0),
}
"""What is compared of games as a whole: words, unit on the page, what one unit of the figure is worth there."""

_DASHES: Sequence[Any] = ("-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 3)), (0, (8, 2)), (0, (2, 1)))
_LETTERS = 30


def difference_chart(table: pl.DataFrame, titles: Sequence[str], slug: str) -> Chart:
    """Draw paired differences in margins, one panel per pair (rows of `paired.SCHEMA` with the column ``pair``, its words in `titles`)."""
    data = table.filter(pl.col("metric").is_in(list(FIGURES)), pl.col("margin").is_not_null())
    shown = [name for name in FIGURES if name in set(data["metric"])]
    counts = player_counts(data)
    size, low, high = (pl.col(name) / pl.col("margin") for name in ("difference", "family_low", "family_high"))
    drawing = Points(
        data=data.with_columns(size=size.fill_null(0), low=low, high=high),
        scale=Scale("difference, in margins", "whole", bins=6),
        rows=shown,
        row="metric",
        names=_words,
        panel="pair",
        heads={title: _head(title) for title in titles},
        value="size",
        ends=("low", "high"),
        series="players",
        looks=series(counts, "{} players"),
        margin=1,
        size=0.18 + 0.11 * len(counts),
        most=3,
        tip=_tip,
    )
    finding = _difference_finding(data)
    return make_chart(
        drawing,
        slug,
        "What the edition changes, on the same deals",
        finding,
        "Each difference is divided by the one that would not matter (1 rules off the band; the table has the margins), so that different "
        "units share an axis. Lines: 95 % intervals that hold for all figures of a pair and number of players at once.",
        f"Dot and whisker chart of {len(shown)} paired differences for {style.listed(list(titles))}, {in_panels(counts)}",
        data,
        "differences",
    )


def _words(name: str) -> str:
    return FIGURES[name][0]


def _tip(row: Row) -> str:
    return f"{row['pair']}, {row['players']} players: {difference_in_words(row)}; {row['verdict']}"


def _head(pair: str) -> str:
    """Break the name of a pair of variants into lines that a third of a figure has room for."""
    old, new = (textwrap.fill(name, _LETTERS) for name in pair.split(" → "))
    return f"{old} →\n{new}"


def difference_in_words(row: Mapping[str, Any]) -> str:
    """Write a paired difference with its unit and interval."""
    words, unit, scale = FIGURES[row["metric"]]
    bounds = [None if row[end] is None else row[end] * scale for end in ("family_low", "family_high")]
    text = style.plain(row["difference"] * scale, *bounds)
    sign = "" if text.startswith("−") or not float(text.replace("−", "-")) else "+"
    return f"{words}: {sign}{text} {unit} {style.interval(*bounds)}"


def _difference_finding(data: pl.DataFrame) -> str:
    different = data.filter(verdict=OF_LIMITS["fails"]).with_columns(size=(pl.col("difference") / pl.col("margin")).abs())
    if not different.height:
        return "No figure is shown to differ by more than its margin."
    parts = []
    for (pair,), rows in different.group_by("pair", maintain_order=True):
        row = rows.sort("size", descending=True).row(0, named=True)
        parts.append(f"{pair}, {difference_in_words(row)} at {row['players']} players")
    return f"Largest change beyond its margin: {'; '.join(parts)}."


def lengths_chart(distribution: pl.DataFrame, titles: Mapping[str, str], slug: str) -> Chart:
    """Draw for every variant which share of games is over after so many rounds (rows of ``round_distribution``)."""
    data = distribution.filter(metric="share_of_games").with_columns(rounds=pl.col("group").cast(pl.Int64)).sort("rounds")
    counts = player_counts(data)
    drawn: dict[str, list[Curve]] = {f"{players} players": [] for players in counts}
    middle: dict[str, list[int]] = {}
    for players, (i, variant) in itertools.product(counts, enumerate(titles)):
        here = data.filter(players=players, variant=variant)
        if here.height:
            rounds, share = here["rounds"].to_list(), here["value"].to_list()
            curve, median = steps(rounds, share, titles[variant], SERIES[i].colour, _DASHES[i])
            drawn[f"{players} players"].append(curve)
            middle.setdefault(titles[variant], []).append(int(median))
    drawing = Curves(panels=drawn, words="share of games over", under="rounds", scale=Scale(unit="whole"), size=2.4)
    spans = {name: " to ".join(dict.fromkeys(map(str, (min(values), max(values))))) for name, values in middle.items()}
    finding = f"Half of the games are over after {style.listed([f'{span} rounds in {name}' for name, span in spans.items()])}."
    return make_chart(
        drawing,
        slug,
        "When games are over",
        finding,
        "Where a line crosses 50 % lies the median.",
        f"Cumulative step chart of the length of games in {len(spans)} variants, {in_panels(counts)}",
        data.drop("rounds"),
        "round_distribution",
    )
