"""From moments to tables of estimates: one row per cell, group and metric, each with its intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.formats import TOO_FEW
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import NEVER, Family, Metric
from citadels_sim.statistics.ratios import LEAST_COUNT, Ratios
from citadels_sim.tables.keys import Cell, key_of

__all__ = ["SCHEMA", "estimate", "intervals", "quantiles", "ratios", "shown"]

#: Columns of every table of estimates.
SCHEMA: dict[str, pl.DataType] = {
    "variant": pl.String(),
    "players": pl.Int64(),
    "lineup": pl.String(),
    "group": pl.String(),
    "metric": pl.String(),
    "value": pl.Float64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
    "family_low": pl.Float64(),
    "family_high": pl.Float64(),
    "se": pl.Float64(),
    "reference": pl.Float64(),
    "count": pl.Float64(),
    "blocks": pl.Int64(),
    "unit": pl.String(),
    "estimand": pl.String(),
    "note": pl.String(),
}

#: What a value is read against: (cell, metric, group) -> value in the metric's unit, or None.
Reference = Callable[[Cell, Metric, str], float | None]


def ratios(entry: Family, metric: Metric, moments: Moments) -> tuple[tuple[str, ...], Ratios]:
    """Estimate one metric for all groups of a cell, or for its members among them, jointly.

    Parameters
    ----------
    entry : Family
        The metric's family.
    metric : Metric
        What to estimate.
    moments : Moments
        Of one cell.

    Returns
    -------
    groups : tuple of str
        Names of the J groups; none where the cell has no member.
    ratios : Ratios
        Their estimates, in the metric's unit.
    """
    everyone = moments.groups()
    groups = metric.members(everyone)
    over, under = entry.scale(metric.numerator), entry.scale(metric.denominator)
    top = [moments.weights({(g, metric.numerator): over}) for g in groups]
    whole = moments.weights({(g, metric.denominator): under for g in everyone})
    bottom = [whole if metric.of_all else moments.weights({(g, metric.denominator): under}) for g in groups]
    shape = len(groups), len(moments.totals)
    return groups, moments.ratios(np.reshape(top, shape), np.reshape(bottom, shape))


def estimate(entry: Family, cells: Mapping[Cell, Moments], reference: Reference = lambda *_: None) -> pl.DataFrame:
    """Estimate all metrics of a family in all cells.

    Parameters
    ----------
    entry : Family
        What to estimate.
    cells : mapping
        Cell -> moments.
    reference : callable, optional
        The null value of each figure; left out: none has one.

    Returns
    -------
    polars.DataFrame
        Columns of `SCHEMA`. ``low``/``high``: interval of this figure alone; ``family_low``/``family_high``:
        interval that holds for all groups of the cell at once; ``count``: denominator; ``note``: `formats.TOO_FEW` where it is not to be
        shown (`shown`). A figure without denominator (never offered, never held) has no row.
    """
    rows: list[dict[str, object]] = []
    for cell, moment in cells.items():
        for metric in entry.metrics:
            groups, estimated = ratios(entry, metric, moment)
            (low, high), (family_low, family_high) = intervals(metric, estimated, cell[1])
            few = _few(metric, estimated)
            # Where no interval is known, no error is: that of one block is not nothing.
            se = np.where(np.isfinite(family_low), estimated.se, np.nan)
            for j, group in enumerate(groups):
                if estimated.count[j] == 0:
                    continue
                rows.append(
                    key_of(cell)
                    | {
                        "group": group,
                        "metric": metric.name,
                        "value": _number(estimated.value[j]),
                        "low": _number(low[j]),
                        "high": _number(high[j]),
                        "family_low": _number(family_low[j]),
                        "family_high": _number(family_high[j]),
                        "se": _number(se[j]),
                        "reference": reference(cell, metric, group),
                        "count": float(estimated.count[j]),
                        "blocks": estimated.blocks,
                        "unit": metric.unit,
                        "estimand": metric.estimand,
                        "note": TOO_FEW if few[j] and metric.deals != NEVER else None,
                    }
                )
    return pl.DataFrame(rows, schema=SCHEMA)


def intervals(metric: Metric, estimated: Ratios, players: int) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Return the intervals of a metric's groups, each alone and all at once.

    Parameters
    ----------
    metric : Metric
        What was estimated.
    estimated : Ratios
        Its estimates.
    players : int
        Of the cell.

    Returns
    -------
    pair of pairs of numpy.ndarray
        Low and high, shape (J,), of each alone and of all at once; nan where there are too few deals for one (`Metric.deals`), or fewer
        cases than `LEAST_COUNT` (`Ratios.effective`): such a figure is not shown, it is "too few".
    """
    form = metric.interval_form(players)
    few = _few(metric, estimated)
    alone, together = (
        [np.where(few, np.nan, end) for end in ends] for ends in (estimated.interval(**form), estimated.simultaneous(**form))
    )
    return (alone[0], alone[1]), (together[0], together[1])


def _few(metric: Metric, estimated: Ratios) -> NDArray[np.bool_]:
    """Tell of which groups there are too few cases for an interval."""
    return np.asarray((estimated.effective < LEAST_COUNT) | (estimated.blocks < metric.deals))


def shown(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table as readers see it: without NaN, and without figures of too few cases, beside which the ``note`` says so."""
    table = table.fill_nan(None)
    if not {"note", "value"} <= set(table.columns):
        return table
    return table.with_columns(value=pl.when(pl.col("note").is_null()).then("value"))


def quantiles(entry: Family, metric: Metric, cells: Mapping[Cell, Moments], levels: Mapping[str, float], unit: str) -> pl.DataFrame:
    """Quantiles of a whole-numbered distribution, with intervals over blocks.

    Parameters
    ----------
    entry, metric : Family, Metric
        A distribution: groups are whole numbers, shares are `of_all`.
    cells : mapping
        Cell -> moments.
    levels : mapping
        Name of each quantile -> its level, e.g. ``{"median": 0.5}``.
    unit : str
        Unit of the groups.

    Returns
    -------
    polars.DataFrame
        Columns of `SCHEMA`; `metric` is the quantile's name.

    Notes
    -----
    Woodruff's interval: the error of the distribution function at the quantile, turned back into values.
    """
    rows: list[dict[str, object]] = []
    for cell, moment in cells.items():
        groups, estimated = ratios(entry, metric, moment)
        values = np.array([float(group) for group in groups])
        below = estimated.contrast(np.tril(np.ones((len(groups), len(groups)))))
        # Rounding must not move a quantile by one: 0.95 reached as 0.9499999.
        share = np.round(below.value, 12)
        for name, level in levels.items():
            at = _first(share, level)
            half = below.critical_single()[at] * below.se[at]
            sure = math.isfinite(half) and estimated.blocks >= LEAST_COUNT
            low, high = (values[_first(share, level - half)], values[_first(share, level + half)]) if sure else (None, None)
            rows.append(
                key_of(cell)
                | {
                    "group": "all",
                    "metric": name,
                    "value": float(values[at]),
                    "low": low,
                    "high": high,
                    "family_low": low,
                    "family_high": high,
                    "se": None,
                    "reference": None,
                    "count": float(estimated.count[0]),
                    "blocks": estimated.blocks,
                    "unit": unit,
                    "estimand": "descriptive",
                    "note": TOO_FEW if estimated.blocks < LEAST_COUNT else None,
                }
            )
    return pl.DataFrame(rows, schema=SCHEMA)


def _first(share: NDArray[np.float64], level: float) -> int:
    """Index of the first value at which the distribution function reaches a level."""
    return min(int(np.searchsorted(share, round(level, 12), side="left")), len(share) - 1)


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
