"""Charts of districts and drawn casts: what being dealt a district is worth, whether its cost is fair, what a drawn character changes."""

from __future__ import annotations

from typing import Any, Final

import polars as pl
from matplotlib.ticker import MaxNLocator

from citadels_sim.charts import style
from citadels_sim.charts.by_character import in_panels, marks_words, player_counts
from citadels_sim.charts.chart import (  # fmt: skip
    Chart,
    finish,
    legend_below,
    panels,
    players_title,
    points_axis,
    rows_axis,
    ticks,
    whisker,
)
from citadels_sim.lab.forks.charts import LOOKS, key_of

__all__ = ["CAST_FIGURES", "cast_chart", "price_chart", "worth_chart"]

_ENDS: Final = 15
"""Most districts drawn from each end of the order."""
_TYPES: Final = {
    "noble": (style.OLIVE, "o", True), "religious": (style.BLUE, "s", False), "trade": (style.GREEN, "D", True),
    "military": (style.VERMILLION, "^", False), "unique": (style.PURPLE, "v", True),
}  # fmt: skip
_MARKS: Final = tuple(zip((*style.MARKS, style.MUTED, style.INK), "osD^vPX", strict=True))

CAST_FIGURES: Final = {
    "rounds": ("rounds", 1.0), "lost_turns": ("turns lost, pp", 100.0), "hits": ("hits per game", 1.0), "margin": ("margin, points", 1.0),
}  # fmt: skip
"""What is drawn of a drawn cast: words under its panel, what one unit of the figure is worth there."""


def worth_chart(districts: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw what being dealt each district is worth: the 15 that bring most and the 15 that bring least.

    Parameters
    ----------
    districts : polars.DataFrame
        Rows of `DistrictAnalysis.districts` of one variant and line-up.
    margin : float
        Win chance per game that does not matter.
    slug : str
        Stem of the chart's files.
    """
    mean = districts.group_by("district").agg(pl.col("value").mean()).sort("value", "district", descending=[True, False])
    order = mean["district"].to_list()
    shown = order if len(order) <= 2 * _ENDS else [*order[:_ENDS], *order[-_ENDS:]]
    data, counts = districts.filter(pl.col("district").is_in(shown)), player_counts(districts)
    figure, axes = panels(len(counts), 0.2 * len(shown) + 0.75)
    for axis, players in zip(axes, counts, strict=True):
        rows_axis(axis, shown)
        players_title(axis, players)
        axis.axvspan(-margin, margin, color=style.GRID, alpha=0.6, linewidth=0, zorder=0)
        axis.axvline(0, color=style.MUTED, linewidth=1, zorder=1)
        if len(shown) < len(order):
            axis.axhline(_ENDS - 0.5, color=style.MUTED, linewidth=0.8, linestyle=(0, (2, 2)))
        for row in data.filter(players=players).iter_rows(named=True):
            colour, marker, filled = LOOKS[row["verdict"]]
            whisker(axis, shown.index(row["district"]), row["value"], row["family_low"], row["family_high"], colour=colour, marker=marker,
                    filled=filled, tip=f"{_told(row)}, {players} players; {row['verdict']}, n = {style.count(row['hands'])}")  # fmt: skip
        points_axis(axis, bins=ticks(len(counts)))
    handles = [key_of(*look, word) for word, look in LOOKS.items()]
    legend_below(figure, handles, 3, "win chance per game of who is dealt it, pp from 1/players")
    finding = _worth_finding(districts)
    cut = f"The {_ENDS} that bring most and the {_ENDS} that bring least; all stand among the numbers. " if len(shown) < len(order) else ""
    return finish(
        figure, slug, "What being dealt a district is worth", finding,
        f"The shuffle decides who has it among the first four cards. {cut}The band is the margin of {100 * margin:g} pp. Lines: 95 % "
        "intervals that hold for all districts of a panel at once.",
        f"Dot and whisker chart of what being dealt each of {len(shown)} districts does to the win chance, {in_panels(counts)}, "
        f"where the finding is: {finding}", data, "district_worth",
    )  # fmt: skip


def _told(row: dict[str, Any]) -> str:
    return f"{style.title_of(row['district'])} {style.effect(row['value'], row['family_low'], row['family_high'])}"


def _worth_finding(districts: pl.DataFrame) -> str:
    off = districts.filter(verdict="imbalanced")
    among = off if off.height else districts
    far = among.sort(pl.col("value").abs(), "district", descending=[True, False]).row(0, named=True)
    told = f"{_told(far)} at {far['players']} players"
    if number := off["district"].n_unique():
        which = "1 district is" if number == 1 else f"{number} districts are"
        return f"{which} shown to lie outside the margin; {'it is' if number == 1 else 'farthest of these is'} {told}."
    return f"No district is shown to lie outside the margin; farthest from 0 is {told}."


def price_chart(districts: pl.DataFrame, prices: pl.DataFrame, slug: str) -> Chart:
    """Draw cost against what being dealt a district is worth, with the line that cost and type give.

    Parameters
    ----------
    districts, prices : polars.DataFrame
        Rows of `DistrictAnalysis.districts` and `.prices` of one variant and line-up.
    slug : str
        Stem of the chart's files.
    """
    counts = player_counts(districts)
    kinds = [name for name in _TYPES if districts.filter(type=name).height]
    figure, axes = panels(len(counts), 2.9, most=2)
    for axis, players in zip(axes, counts, strict=True):
        players_title(axis, players)
        axis.axhline(0, color=style.MUTED, linewidth=1, zorder=1)
        for number, kind in enumerate(kinds):
            colour, marker, filled = _TYPES[kind]
            here = districts.filter(pl.col("cost").is_not_null(), players=players, type=kind).sort("cost", "district")
            fitted = here.select("cost", line=pl.col("value") - pl.col("residual"))
            axis.plot(fitted["cost"].to_numpy(), fitted["line"].to_numpy(), color=colour, linewidth=1, zorder=2)
            for row in here.iter_rows(named=True):
                rest = style.effect(row["residual"], row["residual_low"], row["residual_high"])
                tip = f"{_told(row)}, cost {row['cost']}, {players} players; beyond cost and type {rest}"
                # Districts of one cost would stand on each other: each type has its own place beside the number.
                at = row["cost"] + 0.12 * (number - (len(kinds) - 1) / 2)
                whisker(axis, row["value"], at, None, None, colour=colour, marker=marker, filled=filled, tip=tip)
        axis.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7))
        points_axis(axis, "y")
    figure.supylabel("worth when dealt, pp of win chance", fontsize=9)
    legend_below(figure, [key_of(*_TYPES[kind], kind) for kind in kinds], len(kinds), "cost, gold")
    finding = _price_finding(districts, prices)
    return finish(
        figure, slug, "Cost and worth of districts", finding,
        "Lines: what cost and type together give (regression over all districts of a panel; one slope, a level for each type). Above its "
        "line a district is cheap for what it brings. Intervals stand among the numbers.",
        f"Scatter chart of cost against what being dealt a district is worth, with fitted lines by type, {in_panels(counts)}, "
        f"where the finding is: {finding}", districts, "district_worth",
    )  # fmt: skip


def _price_finding(districts: pl.DataFrame, prices: pl.DataFrame) -> str:
    slopes = prices.filter(term="per gold").sort("players")
    told = [f"{style.effect(row['value'], row['low'], row['high'])} at {row['players']} players" for row in slopes.iter_rows(named=True)]
    far = districts.sort(pl.col("residual").abs(), "district", descending=[True, False]).row(0, named=True)
    rest = style.effect(far["residual"], far["residual_low"], far["residual_high"])
    return (
        f"A gold more of cost changes what a district is worth by {style.listed(told)}; farthest from its line is "
        f"{style.title_of(far['district'])}, {rest} at {far['players']} players."
    )


def cast_chart(effects: pl.DataFrame, what: str, slug: str) -> Chart:
    """Draw what drawing each character, or each unique district, changes in the game, one panel per figure.

    Parameters
    ----------
    effects : polars.DataFrame
        Rows of `CastAnalysis.effects` of one variant and line-up, of characters or of unique districts.
    what : str
        ``"character"`` or ``"unique district"``.
    slug : str
        Stem of the chart's files.
    """
    data = effects.filter(pl.col("metric").is_in(list(CAST_FIGURES)))
    counts = player_counts(data)
    mean = data.filter(metric="rounds").group_by("group", "name").agg(pl.col("value").mean())
    order = mean.sort("group", "value", "name", descending=[False, True, False])["name"].to_list()
    figure, axes = panels(len(CAST_FIGURES), (0.17 + 0.05 * len(counts)) * len(order) + 0.75, share_x=False)
    for axis, (metric, (words, scale)) in zip(axes, CAST_FIGURES.items(), strict=True):
        rows_axis(axis, order)
        axis.axvline(0, color=style.MUTED, linewidth=1, zorder=1)
        axis.set_xlabel(words)
        for row in data.filter(metric=metric).iter_rows(named=True):
            i = counts.index(row["players"])
            ends = [None if row[end] is None else row[end] * scale for end in ("family_low", "family_high")]
            at = order.index(row["name"]) + (i - (len(counts) - 1) / 2) * 0.6 / len(counts)
            tip = f"{style.title_of(row['name'])}, {row['players']} players, {words}: {_change(row)}, n = {row['blocks']} deals"
            whisker(axis, at, row["value"] * scale, *ends, colour=_MARKS[i][0], marker=_MARKS[i][1], filled=i % 2 == 0, tip=tip)
        axis.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    if len(counts) > 1:
        handles = [key_of(_MARKS[i][0], _MARKS[i][1], i % 2 == 0, f"{n} players") for i, n in enumerate(counts)]
        legend_below(figure, handles, min(len(counts), 5))
    finding = _cast_finding(data, what)
    return finish(
        figure, slug, f"What drawing a {what} changes", finding,
        "Against the mean of what could be drawn in its place; the draw decides. Lines: 95 % intervals that hold for all of a figure at "
        "once. More figures stand in the table of all numbers.",
        f"Dot and whisker charts of what drawing each of {len(order)} {what}s changes in {len(CAST_FIGURES)} figures, "
        f"{marks_words(counts)}, where the finding is: {finding}", data, "cast_effects",
    )  # fmt: skip


def _change(row: dict[str, Any]) -> str:
    scale = CAST_FIGURES[row["metric"]][1]
    bounds = [None if row[end] is None else row[end] * scale for end in ("family_low", "family_high")]
    return f"{style.plain(row['value'] * scale, *bounds)} {style.interval(*bounds)}"


def _cast_finding(data: pl.DataFrame, what: str) -> str:
    parts = []
    for metric, (words, _) in CAST_FIGURES.items():
        sure = data.filter((pl.col("family_low") > 0) | (pl.col("family_high") < 0), metric=metric)
        if sure.height:
            row = sure.sort(pl.col("value").abs(), "name", descending=[True, False]).row(0, named=True)
            parts.append(f"{words.partition(',')[0]} most by {style.title_of(row['name'])} ({_change(row)} at {row['players']} players)")
    if not parts:
        return f"No {what} is shown to change {style.listed([words.partition(',')[0] for words, _ in CAST_FIGURES.values()])}."
    return f"Shown to change: {'; '.join(parts)}."
