"""Charts of rule changes: which causes how much, and what one edition changes against another."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, finish, legend_below, panels, rows_axis
from citadels_sim.charts.points import Look, mark
from citadels_sim.lab.attribution.analyse import Attribution

__all__ = ["METRICS", "waterfall_chart"]

METRICS = {
    "mean_rounds": ("rounds", 1.0), "winner_total": ("winner's points", 1.0), "margin": ("points of margin", 1.0),
    "first_crown_wins": ("wins of the first crown, pp", 100.0),
}  # fmt: skip
"""Figures that are taken apart on the page: words of its axis, and what one unit of it is worth there."""

_LETTERS = 24
_Row = dict[str, Any]


def waterfall_chart(found: Attribution, old: str, new: str, slug: str) -> Chart:
    """Draw how the parts of the rules lead from one variant to the other, one panel per figure.

    Parameters
    ----------
    found : Attribution
    old, new : str
        Titles of the variants.
    slug : str
        Stem of the chart's files.
    """
    data = found.parts.filter(pl.col("metric").is_in(list(METRICS)))
    shown = [name for name in METRICS if name in set(data["metric"])]
    first = data.filter(metric=shown[0]).sort(pl.col("part").abs(), descending=True)
    groups = first["group"].to_list()
    figure, axes = panels(len(shown), 0.3 * (len(groups) + 2) + 0.9, share_x=False, most=2)
    for axis, metric in zip(axes, shown, strict=True):
        whole = found.wholes.row(by_predicate=pl.col("metric") == metric, named=True)
        rows = {row["group"]: row for row in data.filter(metric=metric).iter_rows(named=True)}
        _panel(axis, [rows[name] for name in groups], whole, [_head(old), *groups, _head(new)], metric)
    handles = [
        Line2D([], [], color=style.MUTED, marker=">", linestyle="", markersize=4.5, label="this change alone (first in)"),
        Line2D(
            [],
            [],
            color=style.MUTED,
            marker="<",
            linestyle="",
            markersize=4.5,
            markerfacecolor=style.PAPER,
            label="as the last one (last in)",
        ),
    ]
    legend_below(figure, handles)
    finding = _finding(first.to_dicts(), found, f"From {old} to {new} it is")
    return finish(
        figure, slug, f"Which rules make {new} out of {old}", finding,
        "Parts are exact Shapley values: they add up to the whole difference. Plain: more; hatched: less. Lines: 95 % intervals of the "
        "parts, for all of a panel at once; "
        f"{found.players} players, {found.lineup}, {1 << len(groups)} combinations of rules on the same deals.",
        f"Waterfall charts of {len(groups)} groups of rules from {old} to {new} for "
        f"{style.listed([METRICS[m][0] for m in shown])}", data, "rule_parts",
    )  # fmt: skip


def _panel(axis: Axes, rows: Sequence[_Row], whole: _Row, names: Sequence[str], metric: str) -> None:
    words, scale = METRICS[metric]
    rows_axis(axis, names)
    axis.set_yticks(range(len(names)), names)
    at = whole["a"] * scale
    last = len(names) - 1
    for end, value in ((0, whole["a"]), (last, whole["b"])):
        tip = f"{' '.join(names[end].split())}: {value * scale:.2f} {words}"
        mark(axis, end, value * scale, look=Look("", style.INK, "s"), tip=tip)
    for place, row in enumerate(rows, start=1):
        step = row["part"] * scale
        axis.barh(place, step, left=at, height=0.55, color=style.BLUE if step >= 0 else style.VERMILLION, hatch="" if step >= 0 else "////",
                  edgecolor=style.PAPER, linewidth=0.5, zorder=2)  # fmt: skip
        axis.plot([at, at], [place - 1, place + 0.28], color=style.MUTED, linewidth=0.7, zorder=1)
        tip = f"{row['group']}: {style.plain(step, row['low'] * scale, row['high'] * scale)} " \
              f"{style.interval(row['low'], row['high'], factor=scale)} {words}; {row['verdict']}"  # fmt: skip
        mark(axis, place, at + step, (at + row["low"] * scale, at + row["high"] * scale), look=Look("", style.INK, "|"), tip=tip)
        axis.plot([at + row["first_in"] * scale], [place - 0.36], ">", color=style.MUTED, markersize=3.5)
        axis.plot([at + row["last_in"] * scale], [place - 0.36], "<", color=style.MUTED, markersize=3.5, markerfacecolor=style.PAPER)
        at += step
    axis.plot([at, at], [last - 1, last], color=style.MUTED, linewidth=0.7, zorder=1)
    axis.set_xlabel(words)
    axis.xaxis.set_major_locator(MaxNLocator(5))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}".replace("-", "−")))
    axis.use_sticky_edges = False  # the bars begin at the mark of the old variant, which needs its room
    axis.margins(x=0.08)


def _head(title: str) -> str:
    return textwrap.fill(title, _LETTERS)


def _finding(rows: Sequence[_Row], found: Attribution, start: str) -> str:
    whole = found.wholes.row(by_predicate=pl.col("metric") == rows[0]["metric"], named=True)
    words = METRICS[rows[0]["metric"]][0]
    sure = [row for row in rows if row["low"] > 0 or row["high"] < 0]
    difference = f"{style.plain(whole['difference'], whole['low'], whole['high'])} {words} {style.interval(whole['low'], whole['high'])}"
    if not sure:
        return f"{start} {difference}; no group of rules alone is shown to cause any of it."
    row = sure[0]
    return (
        f"{start} {difference}; most of it comes from {row['group']}: "
        f"{style.plain(row['part'], row['low'], row['high'])} {style.interval(row['low'], row['high'])}."
    )
