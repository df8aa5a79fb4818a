"""Which rule change causes how much: exact Shapley parts of the difference between two variants, block by block (E2, E3).

With k groups of differences all 2**k combinations are played on the same deals. The part of a group is its mean effect over all orders in
which the changes could be made one after another; the parts add up to the whole difference in every single block. It is shown with the
effect of the group alone (first in) and of taking it back at the end (last in); where these differ, rules interact.

Source: docs/reference/estimators.md, E2, E3 and A2; Das Gupta (1993) for the symmetric decomposition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.designs.attribution.decomposition import Decomposition, groups_of
from citadels_sim.designs.tournament.comparison import MARGINS, block_figures
from citadels_sim.judge.judging import known
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.metric_types import Metric
from citadels_sim.statistics.planning import needed_columns
from citadels_sim.statistics.ratios import LEAST_COUNT, Ratios
from citadels_sim.statistics.shapley import block_means, decomposed, first_in, interactions, last_in, shapley
from citadels_sim.statistics.verdicts import judge
from citadels_sim.verdicts import OF_LIMITS

ALONE_DEALS = 400
"""Deals from which on the effects of a group alone and as the last one have an error: most deals play alike under both rules, a few decide,
and with 100 deals intervals held the truth in 90 to 92 runs of 100 (``scripts/research/run coverage``)."""
_SHAPE: dict[str, Any] = {"first_in_se": pl.Float64, "last_in_se": pl.Float64, "needed_blocks_low": pl.Int64, "needed_blocks": pl.Int64}
_BOUNDS: dict[str, Any] = {"low": pl.Float64, "high": pl.Float64, "se": pl.Float64}


@dataclass(frozen=True, kw_only=True)
class Attribution(Decomposition):
    """What a run of all variants between two says.

    Attributes
    ----------
    parts : polars.DataFrame
        One row per metric and group: part, low, high (for all groups at once; null below `LEAST_COUNT` deals), se, first_in, last_in (each
        with _se, which is null below `ALONE_DEALS` deals), margin, verdict, differing (share of deals in which the group changes the figure
        in any combination), needed_blocks_low and needed_blocks (`planning.Needed`), unit.
    wholes : polars.DataFrame
        One row per metric: a, b, difference, low, high, se, unit.
    pairs : polars.DataFrame
        One row per metric and pair of groups: interaction, low, high (for all pairs at once), se.
    """

    pairs: pl.DataFrame


def attribute(run: Run, margins: Mapping[str, float] | None = None) -> Attribution:
    """Take the difference between two variants apart.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="attribution"``.
    margins : mapping, optional
        From `comparison.margins_from`.

    Raises
    ------
    RunError
        If the run lacks a combination.
    """
    names = list(groups_of(run)[1])
    declared = MARGINS if margins is None else margins
    parts, wholes, pairs = [], [], []
    blocks = 0
    for metric, values in block_figures(run, [cell.variant for cell in run.manifest.cells]):
        blocks = len(values)
        parts += _parts(metric, values, names, declared.get(metric.name, declared.get(metric.unit, np.nan)))
        wholes.append(_whole(metric, values))
        pairs += _pairs(metric, values, names)
    return Attribution.of(
        run,
        blocks=blocks,
        parts=pl.DataFrame(parts, schema_overrides=_SHAPE | _BOUNDS),
        wholes=pl.DataFrame(wholes, schema_overrides=_BOUNDS),
        pairs=pl.DataFrame(pairs, schema_overrides=_BOUNDS),
    )


def _parts(metric: Metric, values: Floats, names: list[str], margin: float) -> list[dict[str, object]]:
    k = len(names)
    shares, first, last = (decomposed(values, weights(k)) for weights in (shapley, first_in, last_in))
    within = _within(metric, values)
    verdict = judge(shares, np.zeros(k), margin, within=within)
    low, high = _ends(shares, *shares.simultaneous(within=within))
    enough = len(values) >= ALONE_DEALS
    return [
        {
            "metric": metric.name,
            "group": name,
            "part": float(shares.value[j]),
            "low": low[j],
            "high": high[j],
            "se": known(float(shares.se[j])),
            "first_in": float(first.value[j]),
            "first_in_se": float(first.se[j]) if enough else None,
            "last_in": float(last.value[j]),
            "last_in_se": float(last.se[j]) if enough else None,
            "margin": margin,
            "verdict": OF_LIMITS[verdict.members[j]],
            "differing": float(1 - np.mean(_alike(values, j, k))),
            **needed_columns(verdict.member_needed[j], 1.0, "blocks"),
            "unit": metric.unit,
            "estimand": "rule",
        }
        for j, name in enumerate(names)
    ]


def _within(metric: Metric, values: Floats) -> tuple[float, float]:
    """Return between which values a change of a deal lies: by what is possible, else by the largest change of any deal by all the rules."""
    width = metric.width if np.isfinite(metric.width) else float(values.max() - values.min())
    return -width, width


def _alike(values: Floats, j: int, k: int) -> NDArray[np.bool_]:
    """Tell which deals come out alike with and without a group, whatever the others are; shape (blocks,)."""
    without = np.array([s for s in range(1 << k) if not s >> j & 1])
    return np.asarray((values[:, without] == values[:, without | 1 << j]).all(axis=1))


def _ends(estimated: Ratios, low: Floats, high: Floats) -> tuple[list[float | None], list[float | None]]:
    """Return the ends of intervals, None where there are too few deals for one."""
    few = estimated.effective < LEAST_COUNT
    first, second = ([None if hidden else known(float(end)) for end, hidden in zip(ends, few, strict=True)] for ends in (low, high))
    return first, second


def _whole(metric: Metric, values: Floats) -> dict[str, object]:
    difference = block_means((values[:, -1] - values[:, 0])[:, None])
    low, high = _ends(difference, *difference.interval(within=_within(metric, values)))
    return {
        "metric": metric.name,
        "a": float(values[:, 0].mean()),
        "b": float(values[:, -1].mean()),
        "difference": float(difference.value[0]),
        "low": low[0],
        "high": high[0],
        "se": known(float(difference.se[0])),
        "unit": metric.unit,
        "estimand": "rule",
    }


def _pairs(metric: Metric, values: Floats, names: list[str]) -> list[dict[str, object]]:
    weights, pairs = interactions(len(names))
    if not pairs:
        return []
    pairwise = decomposed(values, weights)
    least, most = _within(metric, values)
    low, high = _ends(pairwise, *pairwise.simultaneous(within=(2 * least, 2 * most)))
    return [
        {
            "metric": metric.name,
            "group": names[i],
            "other": names[j],
            "interaction": float(pairwise.value[n]),
            "low": low[n],
            "high": high[n],
            "se": known(float(pairwise.se[n])),
            "unit": metric.unit,
        }
        for n, (i, j) in enumerate(pairs)
    ]
