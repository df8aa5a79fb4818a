"""Charts of rule changes: which causes how much, and how they interact."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.bars import Step, Steps
from citadels_sim.charts.chart import Chart, make_chart
from citadels_sim.charts.heat import Heat, Tile
from citadels_sim.lab.attribution.analyse import Attribution
from citadels_sim.statistics.bounds import differing
from citadels_sim.statistics.ratios import LEVEL

METRICS = {
    "mean_rounds": ("rounds", 1.0), "winner_total": ("winner's points", 1.0), "margin": ("points of margin", 1.0),
    "first_crown_wins": ("wins of the first crown, pp", 100.0),
}  # fmt: skip
"""Figures that are taken apart on the page: words of its axis, and what one unit of it is worth there."""

_LETTERS = 24
_Row = dict[str, Any]


def waterfall_chart(attribution: Attribution, old: str, new: str, slug: str) -> Chart:
    """Draw how the parts of the rules lead from one variant to the other (their titles), one panel per figure."""
    data = attribution.parts.filter(pl.col("metric").is_in(list(METRICS)))
    shown = [name for name in METRICS if name in set(data["metric"])]
    first = data.filter(metric=shown[0]).sort(pl.col("part").abs(), descending=True)
    groups = first["group"].to_list()
    drawn = {}
    for metric in shown:
        words, scale = METRICS[metric]
        whole = attribution.wholes.row(by_predicate=pl.col("metric") == metric, named=True)
        rows = {row["group"]: row for row in data.filter(metric=metric).iter_rows(named=True)}
        drawn[words] = (whole["a"] * scale, whole["b"] * scale), [_step(rows[name], words, scale) for name in groups]
    heads = [textwrap.fill(title, _LETTERS) for title in (old, new)]
    legend = "this change alone (first in)", "as the last one (last in)"
    drawing = Steps(names=[heads[0], *groups, heads[1]], panels=drawn, words=legend)
    finding = _finding(first.to_dicts(), attribution, f"From {old} to {new} it is")
    return make_chart(
        drawing, slug, f"Which rules make {new} out of {old}", finding,
        "Parts are exact Shapley values: they add up to the whole difference. Plain: more; hatched: less. Lines: 95 % intervals of the "
        "parts, for all of a panel at once; "
        f"{attribution.players} players, {attribution.lineup}, {1 << len(groups)} combinations of rules on the same deals.",
        f"Waterfall charts of {len(groups)} groups of rules from {old} to {new} for "
        f"{style.listed([METRICS[m][0] for m in shown])}", data, "rule_parts",
    )  # fmt: skip


def _step(row: _Row, words: str, scale: float) -> Step:
    length = row["part"] * scale
    low, high = (length if row[name] is None else row[name] * scale for name in ("low", "high"))
    shown = figure_words(row, scale)
    tip = f"{row['group']}: {shown}{'' if row['low'] is None else f' {words}'}; {row['verdict']}"
    return Step(length=length, interval=(low, high), first=row["first_in"] * scale, last=row["last_in"] * scale, tip=tip)


def figure_words(row: _Row, scale: float = 1.0, value: str = "part") -> str:
    """Write a part or an interaction with its interval; that there is none, where no deal differs and this is all that is known."""
    if row["low"] is None:
        return "no difference"
    return f"{style.plain(row[value], row['low'], row['high'], factor=scale)} {style.interval(row['low'], row['high'], factor=scale)}"


def _finding(rows: Sequence[_Row], attribution: Attribution, start: str) -> str:
    whole = attribution.wholes.row(by_predicate=pl.col("metric") == rows[0]["metric"], named=True)
    words = METRICS[rows[0]["metric"]][0]
    sure = [row for row in rows if row["low"] is not None and (row["low"] > 0 or row["high"] < 0)]
    if whole["low"] is None:
        return f"{start} no difference in {style.count(attribution.blocks)} deals: {none_differ(attribution.blocks)}."
    difference = f"{style.plain(whole['difference'], whole['low'], whole['high'])} {words} {style.interval(whole['low'], whole['high'])}"
    if not sure:
        return f"{start} {difference}; no group of rules alone is shown to cause any of it."
    row = sure[0]
    return (
        f"{start} {difference}; most of it comes from {row['group']}: "
        f"{style.plain(row['part'], row['low'], row['high'])} {style.interval(row['low'], row['high'])}."
    )


def none_differ(deals: int) -> str:
    """Write how many deals may differ where none of so many did."""
    return f"at most {100 * differing(deals, LEVEL):.1f}\u00a0% of deals differ"


def interaction_chart(pairs: pl.DataFrame, metric: str, unit: str, between: str, slug: str) -> Chart:
    """Draw how every two groups of rules interact in one figure (rows of `Attribution.pairs`)."""
    data = pairs.filter(metric=metric)
    names = list(dict.fromkeys([*data["group"], *data["other"]]))
    # Where all effects are smaller than chance the colours stay pale.
    widest = max(float(str(data["interaction"].abs().max() or 0.0)), float(str((data["high"] - data["low"]).max() or 0.0)) / 2) or 1.0
    digits = min(
        (style.decimals(row["low"], row["high"]) for row in data.drop_nulls("low").iter_rows(named=True) if row["high"] > row["low"]),
        default=1,
    )
    tiles = {}
    for row in data.iter_rows(named=True):
        sure = row["low"] is not None and (row["low"] > 0 or row["high"] < 0)
        text = style.plain(row["interaction"], None, None, default=digits) + ("*" if sure else "")
        shown = figure_words(row, value="interaction") + ("" if row["low"] is None else f" {unit}")
        tip = f"{row['group']} and {row['other']}: {shown}"
        for one, other in ((row["group"], row["other"]), (row["other"], row["group"])):
            tiles[one, "", _number(names, other)] = Tile(row["interaction"] / widest, text, tip)
    heads = [_number(names, name) for name in names]
    rows = [f"{name} ({_number(names, name)})" for name in names]
    tiles = {(f"{row} ({_number(names, row)})", "", column): tile for (row, _, column), tile in tiles.items()}
    drawing = Heat(rows=rows, blocks=[("", heads)], tiles=tiles)
    sure = data.filter((pl.col("low") > 0) | (pl.col("high") < 0)).sort(pl.col("interaction").abs(), descending=True)
    finding = "No two groups of rules interact beyond their interval."
    if sure.height:
        row = sure.row(0, named=True)
        finding = (
            f"{row['group']} and {row['other']} interact most: together {style.plain(row['interaction'], row['low'], row['high'])} {unit} "
            f"{style.interval(row['low'], row['high'])} beside their parts."
        )
    return make_chart(
        drawing, slug, f"How the rules interact, {unit}", finding,
        "By how much the effect of one group grows where the other is changed, too. * The interval, for all pairs at once, does not "
        "hold 0.",
        f"Heat map of the interaction of {len(names)} groups of rules {between}", data, "rule_interactions",
    )  # fmt: skip


def _number(names: Sequence[str], name: str) -> str:
    return str(names.index(name) + 1)
