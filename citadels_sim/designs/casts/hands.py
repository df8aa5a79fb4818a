"""What being dealt each district is worth, and whether its cost is fair (Q1, Q7).

The shuffle decides who has a district in the opening hand, so that the win credit of those who do, less that of those who do not, is an
effect of it. Dear districts bring more points and are harder to build: what is left of the effects beyond what a gold of cost explains is
what a district is over- or underpriced by. The price of a gold is that between districts of one type; a type as a whole may be over- or
underpriced, too, and what its districts have in common is a figure of its own. Source: docs/reference/estimators.md, Q1, Q7 and G.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from citadels_sim.arrays import Floats
from citadels_sim.designs.casts.analyse import draw_moments, table_of
from citadels_sim.designs.casts.metrics import DEALT
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.draws import discoveries
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.statistics.verdicts import judge
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.verdicts import OF_STRENGTH

DISTRICT_MARGIN = 0.01
"""Win chance per game that being dealt a district may bring or cost and still count as nothing: 1 percentage point."""


@dataclass(frozen=True)
class DistrictAnalysis:
    """What the opening hands of a run say.

    Attributes
    ----------
    margin : float
        Of the verdicts, in win chance per game.
    districts : polars.DataFrame
        One row per cell and district: variant, players, lineup, district, type, cost, hands (opening hands that had it), value (win credit
        of who was dealt it, less that of who was not), low, high (of this one alone), family_low, family_high (for all districts at once),
        se, q (of no effect), verdict, needed (deals: 4 of 5 times enough), residual (what its cost does not explain),
        residual_low, residual_high (for all at once), residual_q.
    prices : polars.DataFrame
        One row per cell and term of the regression on cost and type: variant, players, lineup, term ("per gold", or a type: what its
        districts bring on average beyond their cost), value, low, high (of this one alone), se.
    """

    run: Run
    margin: float
    districts: pl.DataFrame
    prices: pl.DataFrame


def analyse_districts(run: Run, margin: float = DISTRICT_MARGIN) -> DistrictAnalysis:
    """Analyse the opening hands of a complete run of drawn casts, in which nothing need be drawn.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="casts"``.
    margin : float
        What does not matter, in win chance per game; positive.

    Raises
    ------
    RunError
        If no opening hand of a cell had a district, or it has one deal only.
    """
    moments = draw_moments(DEALT, run.own_rows().collect())
    districts: list[dict[str, Any]] = []
    prices: list[dict[str, Any]] = []
    for cell in (entry.key for entry in run.manifest.cells):
        if cell not in moments or moments[cell].blocks < 2:
            raise RunError(
                f"{run.folder}: {cell[0]}, {cell[1]} players: too few deals to estimate the worth of a district. Play more: --games."
            )
        cell_rows, terms = _cell_rows(run, cell, moments[cell], margin)
        districts += cell_rows
        prices += terms
    # Of many rows the first hundred may have no number where a later one has one.
    return DistrictAnalysis(run, margin, *(pl.DataFrame(rows, infer_schema_length=None) for rows in (districts, prices)))


def _cell_rows(run: Run, cell: Cell, moments: Moments, margin: float) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    key = key_of(cell)
    names, worth = ratios(DEALT, DEALT.metrics[0], moments)
    hands = dict(zip(moments.labels, moments.totals.tolist(), strict=True))
    costs = table_of(run, cell).costs
    gold, types = gold_and_types(run, cell, names)
    names_of_terms, terms, rest = price(worth, gold, types)
    verdict = judge(worth, np.zeros(len(names)), margin)
    q, rest_q = (discoveries(ratios.value, ratios.se, ratios.blocks) for ratios in (worth, rest))
    bounds = [*worth.interval(), *worth.simultaneous(), *rest.simultaneous()]
    rows = [
        key
        | {
            "district": name,
            "type": types[j],
            "cost": costs[name],
            "hands": int(hands[name, "hands"]),
            "value": float(worth.value[j]),
            "low": float(bounds[0][j]),
            "high": float(bounds[1][j]),
            "family_low": float(bounds[2][j]),
            "family_high": float(bounds[3][j]),
            "se": float(worth.se[j]),
            "q": float(q[j]),
            "verdict": OF_STRENGTH[verdict.members[j]],
            "needed": getattr(verdict.member_needed[j], "high", None),
            "residual": float(rest.value[j]),
            "residual_low": float(bounds[4][j]),
            "residual_high": float(bounds[5][j]),
            "residual_q": float(rest_q[j]),
        }
        for j, name in enumerate(names)
    ]
    low, high = terms.interval()
    cell_rows = [
        key | {"term": name, "value": float(terms.value[i]), "low": float(low[i]), "high": float(high[i]), "se": float(terms.se[i])}
        for i, name in enumerate(names_of_terms)
    ]
    return rows, cell_rows


def gold_and_types(run: Run, cell: Cell, names: Sequence[str]) -> tuple[Floats, list[str]]:
    """Return the cost in gold and the type of districts; what cannot be built costs nothing, and brings nothing."""
    table = table_of(run, cell)
    return np.array([float(table.costs[name] or 0) for name in names]), [table.district_type(name) for name in names]


def price(worth: Ratios, cost: Floats, types: list[str]) -> tuple[list[str], Ratios, Ratios]:
    """Regress what districts are worth on their cost, each weighed by its hands (times the share that lacks it).

    The slope is that between districts of one type, so that a cheap and strong type does not hide in it. The level is common to all.

    Parameters
    ----------
    worth : Ratios
        What being dealt each district is worth.
    cost : numpy.ndarray
        In gold, shape (J,).
    types : list of str
        Type of each.

    Returns
    -------
    names : list of str
        ``"per gold"``, and each type that there is.
    terms : Ratios
        What a gold of cost brings; and what the districts of each type bring beyond their cost, on average: the weighed mean of their
        residuals.
    residuals : Ratios
        What each district brings beyond what its cost is worth, what its type has in common included; their weighed mean is 0.
    """
    kinds = list(dict.fromkeys(types))
    mean = float(np.average(cost, weights=worth.count))
    columns = np.stack([cost - mean, *(np.array([kind == name for kind in types], dtype=np.float64) for name in kinds)], axis=1)
    weighed = columns * worth.count[:, None]
    slope = (np.linalg.pinv(columns.T @ weighed) @ weighed.T)[0]
    level = worth.count / worth.count.sum()
    residuals = np.eye(len(types)) - level - np.outer(columns[:, 0], slope)
    by_type = [residuals.T @ (weighed[:, 1 + i] / weighed[:, 1 + i].sum()) for i in range(len(kinds))]
    return ["per gold", *kinds], worth.contrast(np.stack([slope, *by_type])), worth.contrast(residuals)
