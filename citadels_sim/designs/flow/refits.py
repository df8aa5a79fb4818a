"""Moments of figures of W: how blocks vary, and how the figures vary with the games that the win models were fitted on.

Source: docs/reference/estimators.md, G; P. J. McCarthy (1969) for balanced half-samples. A figure of W varies from run to run for two
reasons: other games are measured, and other games were fitted on. For each of many splits of the blocks into halves, each half is measured
by models that were fitted on the other half: what then differs between the halves more than under the models of the whole run is the
error of the models, fitted again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.flow.chances import FITTED
from citadels_sim.designs.flow.model_metrics import CALIBRATION, WIN_MODEL
from citadels_sim.designs.flow.states import Course
from citadels_sim.designs.flow.tables import FlowTables
from citadels_sim.designs.flow.win_model import GROUPS, HALVES
from citadels_sim.statistics.blocks import block_matrices, row_moments, row_totals
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.jackknife import refitted
from citadels_sim.statistics.metric_types import NEVER, Family, Metric
from citadels_sim.tables.keys import Cell

LEAST_DEALS: Final = 200
"""Deals below which there is no figure of W: of 100 deals, intervals of uncertainty and drama held the truth in three of four runs."""
_ROWS: Final = 500_000
"""Rows of splits at a time, so that memory does not grow with them."""
_OF_FORECASTS: Final = (WIN_MODEL.name, CALIBRATION.name)
"""Families that judge the win chances as they were given: other models would be other forecasts, and not other measurements."""


def fitted_sums(family: Family) -> frozenset[str]:
    """Return the names of a family's sums that come from a win model; all, where the model says who belongs to which group."""
    if family.group is not None and FITTED & set(family.group.meta.root_names()):
        return frozenset(item.name for item in family.sums)
    return frozenset(item.name for item in family.sums if FITTED & set(item.expr.meta.root_names()))


def refits(family: Family) -> bool:
    """Whether the intervals of a family hold the error of win models."""
    never = all(metric.deals == NEVER for metric in family.metrics)
    return family.name not in _OF_FORECASTS and bool(fitted_sums(family)) and not never


def enough(course: Course) -> bool:
    """Whether a run has deals enough for figures of W."""
    return len(np.unique(course.block)) >= LEAST_DEALS


def too_few(course: Course) -> str:
    """Say that a run has too few deals for figures of W."""
    deals = len(np.unique(course.block))
    return f"{deals} deals are too few for win chances and figures computed from them: {LEAST_DEALS} are needed."


def known(family: Family, course: Course) -> Family:
    """Leave out the figures that a run has too few deals for: those of W, and what stands beside them by character or third of the game."""
    fitted = fitted_sums(family)
    if not fitted or enough(course):
        return family
    free = () if family.group is not None else family.metrics
    return only(family, [metric for metric in free if not {metric.numerator, metric.denominator} & fitted])


def only(family: Family, metrics: Sequence[Metric]) -> Family:
    """Take some figures of a family, and the sums that they need."""
    needed = {name for metric in metrics for name in (metric.numerator, metric.denominator)}
    return replace(family, metrics=tuple(metrics), sums=tuple(item for item in family.sums if item.name in needed))


def flow_moments(family: Family, tables: FlowTables, rows: pl.DataFrame) -> dict[Cell, Moments]:
    """Condense the rows of a family of flow to its moments; nothing where there are no cases.

    Parameters
    ----------
    family : Family
    tables : FlowTables
        Of all games of a cell.
    rows : polars.DataFrame
        Its rows of the family.
    """
    if not refits(family):
        return row_moments(family, rows)
    return fitted_moments(family, rows, lambda splits: tables.rows(family, splits))


def fitted_moments(family: Family, rows: pl.DataFrame, crossed: Callable[[Sequence[int]], pl.DataFrame]) -> dict[Cell, Moments]:
    """Condense rows of one cell to moments whose cross products hold the error of the win models, too.

    Parameters
    ----------
    family : Family
    rows : polars.DataFrame
        Its rows, with win chances `WinModel.chance`.
    crossed : callable
        Makes them with the win chances of some splits, `WinModel.crossed`, one below the other, with the column ``split``.
    """
    found = list(block_matrices(family, row_totals(family, rows)))
    if not found:
        return {}
    ((cell, labels, parts),) = found
    totals = np.concatenate(list(parts))
    moments = Moments.from_values(labels, totals, third=True)
    blocks = rows["block"].unique().sort().to_numpy()
    if len(blocks) < LEAST_DEALS:
        return {cell: moments}
    sides = np.where(HALVES, 1.0, -1.0)
    fixed = sides[:, blocks % GROUPS] @ totals
    halves, at = fixed.copy(), {label: i for i, label in enumerate(labels)}
    fitted, group = fitted_sums(family), pl.lit("all") if family.group is None else family.group
    together = max(1, _ROWS // rows.height)
    for first in range(0, len(sides), together):
        table = crossed(range(first, min(first + together, len(sides))))
        signs = pl.Series(sides[table["split"].to_numpy(), table["block"].to_numpy() % GROUPS])
        signed = [(item.expr.cast(pl.Float64) * signs).alias(item.name) for item in family.sums if item.name in fitted]
        sums = table.select("split", group.alias("group"), *signed).group_by("split", "group").sum()
        for row in sums.with_columns(pl.col("group").cast(pl.String)).iter_rows(named=True):
            for name in fitted:
                if (place := at.get((row["group"], name))) is not None:
                    halves[row["split"], place] = row[name]
    return {cell: refitted(moments, labels, fixed, halves)}
