"""Charts of districts and drawn casts: what being dealt a district is worth, whether its cost is fair, what a drawn character changes."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, marks_words, player_counts
from citadels_sim.charts.lines import NumberLines
from citadels_sim.charts.marks import VERDICTS, Look, Row, beside
from citadels_sim.charts.points import Points
from citadels_sim.verdicts import STATES

_ENDS: Final = 15
"""Most districts drawn from each end of the order."""
_TYPES: Final = {
    name: Look(name, colour, marker, filled)
    for name, colour, marker, filled in (
        ("noble", style.OLIVE, "o", True), ("religious", style.BLUE, "s", False), ("trade", style.GREEN, "D", True),
        ("military", style.VERMILLION, "^", False), ("unique", style.PURPLE, "v", True),
    )
}  # fmt: skip

CAST_FIGURES: Final = {
    "rounds": Scale("rounds", "number"), "lost_turns": Scale("turns lost, pp", "number", 100), "hits": Scale("hits per game", "number"),
    "margin": Scale("margin, points", "number"),
}  # fmt: skip
"""What is drawn of a drawn cast."""


def worth_chart(districts: pl.DataFrame, margin: float, slug: str) -> Chart:
    """Draw what being dealt a district is worth: the 15 best and the 15 worst (rows of `DistrictAnalysis.districts`)."""
    mean = districts.group_by("district").agg(pl.col("value").mean()).sort("value", "district", descending=[True, False])
    order = mean["district"].to_list()
    shown = order if len(order) <= 2 * _ENDS else [*order[:_ENDS], *order[-_ENDS:]]
    data, counts = districts.filter(pl.col("district").is_in(shown)), player_counts(districts)
    drawing = Points(
        data=data, scale=Scale("win chance per game of who is dealt it, pp over who is not"), rows=shown, row="district",
        series="verdict", looks=VERDICTS, margin=margin, size=0.2,
        tip=_worth_tip, cut=_ENDS if len(shown) < len(order) else None,
    )  # fmt: skip
    finding = _worth_finding(districts)
    cut = f"The {_ENDS} that bring most and the {_ENDS} that bring least; all are among the numbers. " if len(shown) < len(order) else ""
    return make_chart(
        drawing, slug, "What being dealt a district is worth", finding,
        f"The shuffle decides who has it among the first four cards. {cut}The band is the margin of {100 * margin:g} pp. Lines: 95 % "
        "intervals that hold for all districts of a panel at once.",
        f"Dot and whisker chart of what being dealt each of {len(shown)} districts does to the win chance, "
        f"{in_panels(counts)}", data, "district_worth",
    )  # fmt: skip


def _worth_tip(row: Row) -> str:
    return f"{_worth_text(row)}, {row['players']} players; {row['verdict']}, n = {style.count(row['hands'])}"


def _worth_text(row: Row) -> str:
    return f"{style.title_of(row['district'])} {style.effect_of(row)}"


def _worth_finding(districts: pl.DataFrame) -> str:
    off = districts.filter(pl.col("verdict").replace_strict(STATES) == "fails")
    among = off if off.height else districts
    far = among.sort(pl.col("value").abs(), "district", descending=[True, False]).row(0, named=True)
    phrase = f"{_worth_text(far)} at {far['players']} players"
    if number := off["district"].n_unique():
        which = "1 district is" if number == 1 else f"{number} districts are"
        return f"{which} shown to lie outside the margin; {'it is' if number == 1 else 'farthest of these is'} {phrase}."
    return f"No district is shown to lie outside the margin; farthest from 0 is {phrase}."


def price_chart(districts: pl.DataFrame, prices: pl.DataFrame, slug: str) -> Chart:
    """Draw the cost of districts against their worth when dealt (rows of `DistrictAnalysis.districts` and `.prices`)."""
    counts = player_counts(districts)
    # Districts of one cost would stand on each other: each type has its own place beside the number.
    looks = beside({name: look for name, look in _TYPES.items() if districts.filter(type=name).height}, 0.12)
    known = districts.filter(pl.col("cost").is_not_null()).with_columns(line=pl.col("value") - pl.col("residual")).sort("cost", "district")
    drawing = Points(
        data=known, scale=Scale("worth when dealt, pp of win chance"), across=Scale("cost, gold", "whole", bins=7), row="cost",
        ends=None, series="type", looks=looks, fit="line", margin=0, size=2.9, most=2, tip=_price_tip,
    )  # fmt: skip
    finding = _price_finding(districts, prices)
    return make_chart(
        drawing, slug, "Cost and worth of districts", finding,
        "Line: what cost gives (regression over all districts of a panel; the slope is that between districts of one type). Above the "
        "line a district is cheap for what it brings. Intervals are among the numbers.",
        f"Scatter chart of cost against what being dealt a district is worth, with the fitted line, "
        f"{in_panels(counts)}", districts, "district_worth",
    )  # fmt: skip


def _price_tip(row: Row) -> str:
    rest = style.effect(row["residual"], row["residual_low"], row["residual_high"])
    return f"{_worth_text(row)}, cost {row['cost']}, {row['players']} players; beyond its cost {rest}"


def _price_finding(districts: pl.DataFrame, prices: pl.DataFrame) -> str:
    slopes = prices.filter(term="per gold").sort("players")
    phrase = [f"{style.effect(row['value'], row['low'], row['high'])} at {row['players']} players" for row in slopes.iter_rows(named=True)]
    far = districts.sort(pl.col("residual").abs(), "district", descending=[True, False]).row(0, named=True)
    rest = style.effect(far["residual"], far["residual_low"], far["residual_high"])
    return (
        f"A gold more of cost changes what a district is worth by {style.listed(phrase)}; farthest from its line is "
        f"{style.title_of(far['district'])}, {rest} at {far['players']} players.{types_words(prices)}"
    )


def types_words(prices: pl.DataFrame) -> str:
    """Name the types that are shown to bring more or less than their cost, in a sentence with a blank before; empty where none is."""
    shown = prices.filter(pl.col("term") != "per gold", (pl.col("low") > 0) | (pl.col("high") < 0)).sort(
        "players", "value", descending=[False, True]
    )
    words = [
        f"{row['term']} {style.effect(row['value'], row['low'], row['high'])} at {row['players']} players"
        for row in shown.iter_rows(named=True)
    ]  # fmt: skip
    return f" Beyond their cost whole types bring: {'; '.join(words)}." if words else ""


def cast_chart(effects: pl.DataFrame, what: str, slug: str) -> Chart:
    """Draw what drawing each ``"character"`` or ``"unique district"`` changes, one panel per figure (rows of `CastAnalysis.effects`)."""
    data = effects.filter(pl.col("metric").is_in(list(CAST_FIGURES)))
    mean = data.filter(metric="rounds").group_by("group", "name").agg(pl.col("value").mean())
    order = mean.sort("group", "value", "name", descending=[False, True, False])["name"].to_list()
    drawing = NumberLines(data=data, scales=CAST_FIGURES, rows=order, row="name", null=0, size=0.17, tip=_cast_tip)
    finding = _cast_finding(data, what)
    return make_chart(
        drawing, slug, f"What drawing a {what} changes", finding,
        "Against the mean of what could be drawn in its place; the draw decides. Lines: 95 % intervals that hold for all of a figure at "
        "once. The table of all numbers has more figures.",
        f"Dot and whisker charts of what drawing each of {len(order)} {what}s changes in {len(CAST_FIGURES)} figures, "
        f"{marks_words(player_counts(data))}", data, "cast_effects",
    )  # fmt: skip


def _cast_tip(row: Row) -> str:
    words = CAST_FIGURES[row["metric"]].words
    return f"{style.title_of(row['name'])}, {row['players']} players, {words}: {change_words(row)}, n = {row['blocks']} deals"


def change_words(row: Row) -> str:
    """Write what drawing something changes in a figure, with its interval."""
    scale = CAST_FIGURES[row["metric"]].factor
    bounds = [None if row[end] is None else row[end] * scale for end in ("family_low", "family_high")]
    return f"{style.plain(row['value'] * scale, *bounds)} {style.interval(*bounds)}"


def _cast_finding(data: pl.DataFrame, what: str) -> str:
    parts = []
    for metric, scale in CAST_FIGURES.items():
        sure = data.filter((pl.col("family_low") > 0) | (pl.col("family_high") < 0), metric=metric)
        if sure.height:
            row = sure.sort(pl.col("value").abs(), "name", descending=[True, False]).row(0, named=True)
            figure = scale.words.partition(",")[0]
            parts.append(f"{figure} most by {style.title_of(row['name'])} ({change_words(row)} at {row['players']} players)")
    if not parts:
        figures = [scale.words.partition(",")[0] for scale in CAST_FIGURES.values()]
        return f"No {what} is shown to change {style.listed(figures)}."
    return f"Shown to change: {'; '.join(parts)}."
