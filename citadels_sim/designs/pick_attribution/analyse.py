"""Which rule change makes which character stronger or weaker: exact Shapley parts of the difference in the effect of a pick (C5, E2).

With k groups of differences, picks are forked under all 2**k combinations on the same deals. The effect of picking a character is estimated
under each; the part of a group is how much it adds on average over all orders in which the changes could be made one after another. The
parts of a character add up to the whole difference in its effect.

Source: docs/reference/estimators.md, C5, E2, E3 and A2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.designs.attribution.decomposition import Decomposition, groups_of
from citadels_sim.designs.forks.analyse import nodes_of
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.designs.tournament.comparison import MARGINS
from citadels_sim.judge.judging import known
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_totals
from citadels_sim.statistics.estimator import Label, Moments
from citadels_sim.statistics.planning import needed_columns
from citadels_sim.statistics.ratios import LEAST_COUNT, Ratios
from citadels_sim.statistics.shapley import first_in, last_in, shapley, whole
from citadels_sim.statistics.verdicts import judge
from citadels_sim.verdicts import OF_LIMITS

METRIC: Final = FORKS.metrics[0]
_NAMES: Final = (METRIC.numerator, METRIC.denominator)
_EFFECT: Final = replace(FORKS, sums=tuple(item for item in FORKS.sums if item.name in _NAMES), metrics=(METRIC,))
_REACH: Final = (-METRIC.width, METRIC.width)
_TEXTS: Final = ("character", "group", "verdict", "unit", "estimand")
_PARTS: Final[dict[str, Any]] = {
    name: pl.String if name in _TEXTS else pl.Int64 if name.startswith("needed") else pl.Float64
    for name in (
        *("character", "group", "part", "low", "high", "se", "first_in", "first_in_se", "last_in", "last_in_se", "margin", "verdict"),
        *("differing", "needed_blocks_low", "needed_blocks", "unit", "estimand"),
    )
}
_WHOLES: Final[dict[str, Any]] = {
    name: pl.String if name in _TEXTS else pl.Float64
    for name in ("character", "a", "b", "difference", "low", "high", "se", "differing", "unit", "estimand")
}


@dataclass(frozen=True, kw_only=True)
class PickAttribution(Decomposition):
    """What a run of forks of all variants between two says.

    Attributes
    ----------
    nodes : int
        Picks that were forked under all combinations together.
    margin : float
        Of the verdicts on the parts, in win chance per pick.
    parts : polars.DataFrame
        One row per character and group: part, low, high (for all characters and groups at once; null below `LEAST_COUNT` deals), se,
        first_in, last_in (each with _se), margin, verdict, differing (share of deals in which the group changes what was forked of the
        character in any combination), needed_blocks_low and needed_blocks (`planning.Needed`), unit. Characters that are played under all
        combinations have rows.
    wholes : polars.DataFrame
        One row per character: a, b, difference, low, high (for all characters at once), se, unit.
    """

    nodes: int
    margin: float


def attribute_picks(run: Run, margins: Mapping[str, float] | None = None) -> PickAttribution:
    """Take the differences in the effects of picks between two variants apart.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="pick-attribution"``.
    margins : mapping, optional
        From `comparison.margins_from`.

    Raises
    ------
    RunError
        If the run lacks a combination.
    """
    groups = list(groups_of(run)[1])
    declared = MARGINS if margins is None else margins
    margin = declared.get(METRIC.name, declared[METRIC.unit])
    characters, sums = deals(run)
    parts, wholes = [], []
    if characters and len(sums):
        under_all = effects(sums)
        parts = _parts(characters, groups, sums, under_all, margin)
        wholes = _wholes(characters, sums, under_all, len(groups))
    return PickAttribution.of(
        run,
        blocks=len(sums),
        nodes=sum(each.games for each in run.manifest.cells),
        margin=margin,
        parts=pl.DataFrame(parts, _PARTS),
        wholes=pl.DataFrame(wholes, _WHOLES),
    )


def deals(run: Run) -> tuple[list[str], Floats]:
    """Sum what was forked per deal.

    Returns
    -------
    characters : list of str
        Those that could be picked under every combination.
    sums : numpy.ndarray
        Weighted effect and weight of each, shape (deals, combinations, characters, 2), of deals that were forked under all combinations.
    """
    arms = [cell.variant for cell in run.manifest.cells]
    totals = row_totals(_EFFECT, nodes_of(run)).with_columns(pl.col("variant", "group").cast(pl.String))
    there = totals.group_by("group").agg(pl.col("variant").n_unique()).filter(variant=len(arms))["group"].to_list()
    complete = totals.group_by("block").agg(pl.col("variant").n_unique()).filter(variant=len(arms))["block"].sort()
    characters = [str(name) for name in totals["group"].unique(maintain_order=True) if name in set(there)]
    rows = totals.filter(pl.col("block").is_in(complete.implode()), pl.col("group").is_in(characters))
    places: list[NDArray[np.intp]] = [
        np.searchsorted(complete.to_numpy(), rows["block"].to_numpy()),
        *(_places(rows[name], order) for name, order in (("variant", arms), ("group", characters))),
    ]
    sums = np.zeros((len(complete), len(arms), len(characters), len(_NAMES)))
    sums[tuple(places)] = rows.select(_NAMES).to_numpy()
    return characters, sums


def _places(names: pl.Series, order: Sequence[str]) -> NDArray[np.intp]:
    at = {name: place for place, name in enumerate(order)}
    return names.replace_strict(at, return_dtype=pl.Int64).to_numpy().astype(np.intp)


def effects(sums: Floats) -> Ratios:
    """Estimate the effect of picking each character under each combination, with their covariance over deals.

    Parameters
    ----------
    sums : numpy.ndarray
        From `deals`.

    Returns
    -------
    Ratios
        Shape (combinations * characters,), the first combination first.
    """
    _, arms, characters, _ = sums.shape
    labels: list[Label] = [(f"{arm}|{who}", name) for arm in range(arms) for who in range(characters) for name in _NAMES]
    moments = Moments.from_values(labels, sums.reshape(len(sums), -1), third=True)
    top, bottom = (np.array([moments.weights({label: _EFFECT.scale(name)}) for label in labels if label[1] == name]) for name in _NAMES)
    return moments.ratios(top, bottom)


def decomposed(under_all: Ratios, characters: int, weights: Floats) -> Ratios:
    """Combine the effects under all combinations, character by character.

    Parameters
    ----------
    under_all : Ratios
        From `effects`.
    characters : int
    weights : numpy.ndarray
        Shape (combinations, groups), such as `shapley.shapley`.

    Returns
    -------
    Ratios
        Shape (characters * groups,), the first character first.
    """
    arms, groups = weights.shape
    rows = np.zeros((characters, groups, arms, characters))
    for who in range(characters):
        rows[who, :, :, who] = weights.T
    return under_all.contrast(rows.reshape(characters * groups, arms * characters))


def _parts(characters: list[str], groups: list[str], sums: Floats, under_all: Ratios, margin: float) -> list[dict[str, object]]:
    k = len(groups)
    shares, first, last = (decomposed(under_all, len(characters), weights(k)) for weights in (shapley, first_in, last_in))
    verdict = judge(shares, np.zeros(len(shares.value)), margin, within=_REACH)
    low, high = ends(shares)
    rows: list[dict[str, object]] = []
    for i, (who, group) in enumerate((who, group) for who in characters for group in groups):
        few = low[i] is None
        rows.append(
            {
                "character": who,
                "group": group,
                "part": known(float(shares.value[i])),
                "low": low[i],
                "high": high[i],
                "se": known(float(shares.se[i])),
                "first_in": known(float(first.value[i])),
                "first_in_se": None if few else known(float(first.se[i])),
                "last_in": known(float(last.value[i])),
                "last_in_se": None if few else known(float(last.se[i])),
                "margin": margin,
                "verdict": OF_LIMITS[verdict.members[i]],
                "differing": _differing(sums[:, :, i // k], i % k),
                **needed_columns(verdict.member_needed[i], 1.0, "blocks"),
                "unit": METRIC.unit,
                "estimand": "rule",
            }
        )
    return rows


def ends(estimated: Ratios) -> tuple[list[float | None], list[float | None]]:
    """Return the ends of the intervals for all estimates at once, None of those with too few deals."""
    few = estimated.effective < LEAST_COUNT
    low, high = (np.where(few, np.nan, end) for end in estimated.simultaneous(within=_REACH))
    return [known(float(end)) for end in low], [known(float(end)) for end in high]


def _differing(sums: Floats, group: int) -> float:
    """Return the share of deals in which a group changes what was forked of a character, shape (deals, combinations, 2)."""
    without = np.array([s for s in range(sums.shape[1]) if not s >> group & 1])
    return float((sums[:, without] != sums[:, without | 1 << group]).any(axis=(1, 2)).mean())


def _wholes(characters: list[str], sums: Floats, under_all: Ratios, k: int) -> list[dict[str, object]]:
    n = len(characters)
    difference = decomposed(under_all, n, whole(k))
    low, high = ends(difference)
    return [
        {
            "character": who,
            "a": known(float(under_all.value[i])),
            "b": known(float(under_all.value[-n + i])),
            "difference": known(float(difference.value[i])),
            "low": low[i],
            "high": high[i],
            "se": known(float(difference.se[i])),
            "differing": float((sums[:, 0, i] != sums[:, -1, i]).any(axis=1).mean()),
            "unit": METRIC.unit,
            "estimand": "rule",
        }
        for i, who in enumerate(characters)
    ]
