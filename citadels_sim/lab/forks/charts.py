"""Charts of what a pick brings: causal effects, what a plain win rate would say, popularity against power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from scipy import stats

from citadels_sim.charts import style
from citadels_sim.charts.by_character import in_panels, player_counts
from citadels_sim.charts.chart import (  # fmt: skip
    Chart,
    at_least,
    finish,
    legend_below,
    panels,
    percent_axis,
    players_title,
    points_axis,
    rows_axis,
    ticks,
    tip_of,
    whisker,
)
from citadels_sim.charts.families import range_words
from citadels_sim.charts.labels import place_labels

__all__ = ["LOOKS", "dumbbell_chart", "effect_order", "forest_chart", "key_of", "quadrant_chart"]

_BAND = "The band is the margin of {:g} pp declared beforehand."
_ALL = "Lines: 95 % intervals that hold for all characters of a panel at once."

LOOKS = {
    "balanced": (style.GREEN, "o", True), "imbalanced": (style.VERMILLION, "D", True), "inconclusive": (style.BLUE, "o", False),
}  # fmt: skip
"""Look of a verdict: colour, marker, filled."""

_Row = dict[str, Any]


def effect_order(effects: pl.DataFrame) -> list[str]:
    """Characters from the one that brings most, by the mean over the numbers of players."""
    mean = effects.filter(metric="win_effect").group_by("group").agg(pl.col("value").mean())
    return mean.sort("value", "group", descending=[True, False])["group"].to_list()


def forest_chart(
    effects: pl.DataFrame, verdicts: pl.DataFrame, margin: float, slug: str, reaches: Mapping[tuple[int, str], _Row] | None = None
) -> Chart:
    """Draw the effect of each character on who picks it, one panel per number of players.

    Parameters
    ----------
    effects, verdicts : polars.DataFrame
        Rows of `ForkAnalysis.effects` and `.verdicts` of one variant and line-up.
    margin : float
        Win chance per pick that does not matter.
    slug : str
        Stem of the chart's files.
    reaches : mapping, optional
        Players and character -> range over families of bots (a row of `analysis.robustness.ranges`), for its finding.
    """
    data = effects.filter(metric="win_effect")
    order, counts = effect_order(data), player_counts(data)
    words = {(row["players"], row["character"]): row["verdict"] for row in verdicts.iter_rows(named=True)}
    figure, axes = panels(len(counts), 0.27 * len(order) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        players_title(axis, players)
        _null(axis, margin)
        for row in data.filter(players=players).iter_rows(named=True):
            word = words[players, row["group"]]
            colour, marker, filled = LOOKS[word]
            whisker(axis, order.index(row["group"]), row["value"], row["family_low"], row["family_high"], colour=colour, marker=marker,
                    filled=filled, tip=f"{tip_of(row)}; {word}")  # fmt: skip
        points_axis(axis, bins=ticks(len(counts)))
    at_least(axes, 4 * margin)
    legend_below(figure, [key_of(*look, word) for word, look in LOOKS.items()], 3, "effect of a pick, pp of win chance")
    finding = _forest_finding(data, words, reaches or {})
    return finish(
        figure, slug, "What picking a character brings (causal)", finding,
        "Each pick was tried with every character on a copy of the same game; 0 is the mean of all that could be picked. "
        f"{_BAND.format(100 * margin)} {_ALL}",
        f"Dot and whisker chart of the effect of {len(order)} characters on the win chance of who picks them, {in_panels(counts)}, "
        f"where the finding is: {finding}", data, "character_effects",
    )  # fmt: skip


def _forest_finding(data: pl.DataFrame, words: Mapping[tuple[int, str], str], reaches: Mapping[tuple[int, str], _Row]) -> str:
    def told(row: _Row) -> str:
        reach = reaches.get((row["players"], row["group"]))
        shown = style.effect(row["value"], row["family_low"], row["family_high"]) + (f"; {range_words(reach)}" if reach else "")
        return f"{style.title_of(row['group'])} at {row['players']} players ({shown})"

    off = [row for row in data.iter_rows(named=True) if words[row["players"], row["group"]] == "imbalanced"]
    if off:
        parts = [
            f"{verb} {told(pick(rows, key=lambda row: row['value']))}"
            for verb, pick, rows in (
                ("Strongest is", max, [row for row in off if row["value"] > 0]),
                ("weakest is", min, [row for row in off if row["value"] < 0]),
            )
            if rows
        ]  # fmt: skip
        text = ", ".join(parts)
        return f"{text[0].upper()}{text[1:]}: shown to lie outside the margin."
    far = max(data.iter_rows(named=True), key=lambda row: abs(row["value"]))
    if all(word == "balanced" for word in words.values()):
        return f"Every character is shown to lie within the margin; farthest out is {told(far)}."
    return f"No character is shown to lie outside the margin, and not all within it; farthest out is {told(far)}."


def dumbbell_chart(effects: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw beside each causal effect what the win rate of its pickers says (rows of `ForkAnalysis.effects`)."""
    data = effects.filter(pl.col("metric").is_in(["win_effect", "win_lift"]))
    order, counts = effect_order(data), player_counts(data)
    figure, axes = panels(len(counts), 0.27 * len(order) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, order)
        players_title(axis, players)
        _null(axis, margin)
        here = data.filter(players=players)
        for name in order:
            pair = {row["metric"]: row for row in here.filter(group=name).iter_rows(named=True)}
            at = order.index(name)
            if len(pair) == 2:
                axis.plot([row["value"] for row in pair.values()], [at, at], color=style.MUTED, linewidth=0.9, zorder=2)
            for metric, look in (("win_lift", (style.VERMILLION, "s", False)), ("win_effect", (style.BLUE, "o", True))):
                if metric in pair:
                    _dot(axis, at, pair[metric], look)
        points_axis(axis, bins=ticks(len(counts)))
    at_least(axes, 4 * margin)
    handles = [
        key_of(style.BLUE, "o", True, "effect of the pick (causal)"),
        key_of(style.VERMILLION, "s", False, "win rate less 1/players (naive)"),
    ]
    legend_below(figure, handles, 2, "pp of win chance per pick")
    finding = _dumbbell_finding(data)
    return finish(
        figure, slug, "What a plain win rate would say", finding,
        "The naive figure also holds who got to pick: whoever leads picks first and has the choice. Intervals of both stand among "
        "the numbers.",
        f"Dumbbell chart of causal effect and naive win lift of {len(order)} characters, {in_panels(counts)}, "
        f"where the finding is: {finding}", data, "character_effects",
    )  # fmt: skip


def _dumbbell_finding(data: pl.DataFrame) -> str:
    wide = data.pivot("metric", index=["players", "group"], values=["value", "family_low", "family_high"]).drop_nulls()
    wrong = wide.filter(
        (pl.col("value_win_effect") * pl.col("value_win_lift") < 0)
        & ((pl.col("family_low_win_effect") > 0) | (pl.col("family_high_win_effect") < 0))
        & ((pl.col("family_low_win_lift") > 0) | (pl.col("family_high_win_lift") < 0))
    )
    gap = wide.with_columns(gap=pl.col("value_win_lift") - pl.col("value_win_effect")).sort(pl.col("gap").abs(), descending=True)
    row = gap.row(0, named=True)
    far = (
        f"it says {style.points(row['value_win_lift'], row['family_low_win_lift'], row['family_high_win_lift'])} of "
        f"{style.title_of(row['group'])} at {row['players']} players, where the pick brings "
        f"{style.points(row['value_win_effect'], row['family_low_win_effect'], row['family_high_win_effect'])}"
    )
    if wrong.height:
        names = style.listed([f"{style.title_of(one['group'])} at {one['players']} players" for one in wrong.iter_rows(named=True)][:3])
        return f"A plain win rate has the wrong sign for {names}; farthest off, {far}."
    return f"Where a plain win rate is farthest off, {far}."


def quadrant_chart(effects: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw how often a character is picked against what picking it brings (rows of `ForkAnalysis.effects`)."""
    data = effects.filter(pl.col("metric").is_in(["win_effect", "pick_share"]))
    counts = player_counts(data)
    figure, axes = panels(len(counts), 2.9, most=2)
    correlations = []
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        here = data.filter(players=players)
        pairs = {
            name: pair for name in effect_order(here)
            if len(pair := {row["metric"]: row for row in here.filter(group=name).iter_rows(named=True)}) == 2
        }  # fmt: skip
        axis.axhspan(-margin, margin, color=style.GRID, alpha=0.6, linewidth=0, zorder=0)
        axis.axhline(0, color=style.MUTED, linewidth=1, zorder=1)
        middle = sum(pair["pick_share"]["value"] for pair in pairs.values()) / max(len(pairs), 1)
        axis.axvline(middle, color=style.MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
        for name, pair in pairs.items():
            _cross(axis, style.title_of(name), pair)
        points_axis(axis, "y")
        percent_axis(axis)
        axis.margins(x=0.16, y=0.1)
        correlations.append(_rank_correlation(list(pairs.values())))
    place_labels(
        figure,
        axes,
        [{style.title_of(n): _point(data, players, n) for n in effect_order(data.filter(players=players))} for players in counts],
    )
    figure.supylabel("effect of a pick, pp of win chance", fontsize=9)
    figure.supxlabel("picked when it could be", fontsize=9)
    finding = _quadrant_finding(data, counts, correlations)
    return finish(
        figure, slug, "Popularity and power", finding,
        "Above the band and left of the dashed line (the mean): underrated by these bots; below and right: overrated. "
        "Crosses: 95 % intervals that hold for all characters of a panel at once.",
        f"Scatter chart of how often characters are picked against what picking them brings, {in_panels(counts)}, "
        f"where the finding is: {finding}", data, "character_effects",
    )  # fmt: skip


def _point(data: pl.DataFrame, players: int, name: str) -> tuple[float, float]:
    pair = dict(data.filter(players=players, group=name).select("metric", "value").iter_rows())
    return pair.get("pick_share", float("nan")), pair.get("win_effect", float("nan"))


def _cross(axis: Axes, title: str, pair: Mapping[str, _Row]) -> None:
    share, effect = pair["pick_share"], pair["win_effect"]
    for ends, other in (("x", effect), ("y", share)):
        row = share if ends == "x" else effect
        low, high = (row["value"] if row[end] is None else row[end] for end in ("family_low", "family_high"))
        line = ([low, high], [other["value"]] * 2) if ends == "x" else ([other["value"]] * 2, [low, high])
        axis.plot(*line, color=style.MUTED, linewidth=0.9, zorder=2)
    whisker(axis, effect["value"], share["value"], None, None, tip=f"{tip_of(effect)}; picked {style.percent(share['value'])}")


def _rank_correlation(pairs: Sequence[Mapping[str, _Row]]) -> float:
    if len(pairs) < 3:
        return float("nan")
    found = stats.spearmanr([pair["pick_share"]["value"] for pair in pairs], [pair["win_effect"]["value"] for pair in pairs])
    return float(found.statistic)


def _quadrant_finding(data: pl.DataFrame, counts: Sequence[int], correlations: Sequence[float]) -> str:
    known = [value for value in correlations if value == value]
    if not known:
        return "There are too few characters to compare popularity with power."
    low, high = f"{min(known):.2f}".replace("-", "−"), f"{max(known):.2f}".replace("-", "−")
    word = (
        "mostly pick what is strong"
        if min(known) > 0.5
        else "often pick what is weak"
        if max(known) < 0
        else "only partly pick what is strong"
    )
    return f"The bots {word}: rank correlation of popularity and power {low if low == high else f'{low} to {high}'}."


def _null(axis: Axes, margin: float) -> None:
    axis.axvspan(-margin, margin, color=style.GRID, alpha=0.6, linewidth=0, zorder=0)
    axis.axvline(0, color=style.MUTED, linewidth=1, zorder=1)


def _dot(axis: Axes, at: float, row: _Row, look: tuple[str, str, bool]) -> None:
    colour, marker, filled = look
    whisker(axis, at, row["value"], None, None, colour=colour, marker=marker, filled=filled, tip=tip_of(row))


def key_of(colour: str, marker: str, filled: bool, label: str) -> Line2D:
    """Make the entry of a legend for a mark."""
    return Line2D([], [], color=colour, marker=marker, linestyle="", markersize=5.5, label=label,
                  markerfacecolor=colour if filled else style.PAPER)  # fmt: skip
