"""The chart of final scores."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from citadels_sim.charts import style
from citadels_sim.charts.chart import Chart, Scale, in_panels, make_chart, player_counts
from citadels_sim.charts.curves import Curve, Curves, steps

_SCORES: dict[str, tuple[str, str, Any]] = {
    "share_of_seats": ("all seats", style.BLUE, "-"), "share_of_winners": ("winners", style.VERMILLION, (0, (4, 1.5))),
}  # fmt: skip


def score_chart(distribution: pl.DataFrame, slug: str) -> Chart:
    """Draw which share of seats, and of winners, ends with at most so many points (rows of ``score_distribution``)."""
    counts = player_counts(distribution)
    drawn: dict[str, list[Curve]] = {}
    middles: dict[str, list[float]] = {}
    for players, (metric, look) in itertools.product(counts, _SCORES.items()):
        values, share = _distribution(distribution.filter(players=players), metric)
        curve, middle = steps(values.tolist(), share.tolist(), *look)
        drawn.setdefault(f"{players} players", []).append(curve)
        middles.setdefault(metric, []).append(middle)
    drawing = Curves(panels=drawn, words="share at or below", under="final score, points", scale=Scale(unit="whole"))
    seats, winners = middles.values()
    finding = f"Half of all seats end with at most {_range(seats)} points, half of the winners with at most {_range(winners)}."
    return make_chart(
        drawing, slug, "Final scores", finding, "Where a line crosses 50 % lies the median.",
        f"Cumulative step chart of final scores of all seats and of winners, {in_panels(counts)}",
        distribution, "score_distribution",
    )  # fmt: skip


def _distribution(table: pl.DataFrame, metric: str) -> tuple[np.ndarray, np.ndarray]:
    rows = table.filter(pl.col("metric") == metric).with_columns(pl.col("group").cast(pl.Int64)).sort("group")
    return rows["group"].to_numpy(), rows["value"].to_numpy()


def _range(values: Sequence[float]) -> str:
    low, high = round(min(values), 1), round(max(values), 1)
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
