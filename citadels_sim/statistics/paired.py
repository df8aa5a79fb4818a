"""Two variants on the same seeds: differences of figures, paired by block, with what the pairing takes off the noise.

Source: docs/reference/estimators.md, A0 (difference of arms that share seeds, common random numbers) and E1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from citadels_sim.arrays import Floats
from citadels_sim.statistics.blocks import moments
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family, Metric
from citadels_sim.statistics.planning import Needed, needed_columns
from citadels_sim.statistics.ratios import LEAST_COUNT, Ratios
from citadels_sim.statistics.verdicts import judge
from citadels_sim.verdicts import OF_LIMITS

__all__ = ["SCHEMA", "Distance", "arm_ratios", "differences", "distance", "paired_moments"]

SCHEMA: dict[str, pl.DataType] = {
    "players": pl.Int64(),
    "lineup": pl.String(),
    "table": pl.String(),
    "metric": pl.String(),
    "group": pl.String(),
    "a": pl.Float64(),
    "b": pl.Float64(),
    "difference": pl.Float64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
    "family_low": pl.Float64(),
    "family_high": pl.Float64(),
    "se": pl.Float64(),
    "variance_ratio": pl.Float64(),
    "margin": pl.Float64(),
    "verdict": pl.String(),
    "needed_blocks_low": pl.Int64(),
    "needed_blocks": pl.Int64(),
    "blocks": pl.Int64(),
    "unit": pl.String(),
    "estimand": pl.String(),
}
"""Columns of a table of differences; a difference is that of the second variant from the first: b - a."""

_DRAWS, _SEED = 2_000, 20_000_219


def paired_moments(entry: Family, totals: pl.DataFrame, arms: Sequence[str]) -> Moments:
    """Condense the blocks that all arms have, side by side, so that covariances between arms are kept.

    Parameters
    ----------
    entry : Family
        Whose totals they are.
    totals : polars.DataFrame
        As `blocks.block_totals` gives them, of one number of players and one line-up; `variant` names the arms.
    arms : sequence of str
        Variants, each once.

    Returns
    -------
    Moments
        Groups are ``"i|group"``, i being the arm's place.
    """
    rows = totals.with_columns(pl.col("variant").cast(pl.String)).filter(pl.col("variant").is_in(list(arms)))
    shared = rows.group_by("block").agg(pl.col("variant").n_unique()).filter(pl.col("variant") == len(arms))
    place = pl.col("variant").replace_strict({name: str(i) for i, name in enumerate(arms)}, return_dtype=pl.String)
    rows = rows.join(shared.select("block"), on="block", how="semi")
    rows = rows.with_columns(group=pl.concat_str(place, pl.lit("|"), pl.col("group").cast(pl.String)), variant=pl.lit("paired"))
    (paired,) = moments(entry, rows).values() if rows.height else (Moments.from_values([], np.zeros((0, 0))),)
    return paired


def arm_ratios(entry: Family, metric: Metric, moment: Moments, arm: int, groups: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the column weights of a metric in one arm, for `Moments.ratios`.

    Parameters
    ----------
    entry : Family
    metric : Metric
        One of the family.
    moment : Moments
        Of blocks that both arms have, with labels ``"ARM|GROUP"``.
    arm : int
        0 or 1.
    groups : sequence of str

    Returns
    -------
    numerators, denominators : numpy.ndarray
        Shape (groups, K) each.
    """
    over, under = entry.scale(metric.numerator), entry.scale(metric.denominator)
    top = [moment.weights({(f"{arm}|{g}", metric.numerator): over}) for g in groups]
    everyone = {(name, metric.denominator): under for name in moment.groups() if name.startswith(f"{arm}|")}
    whole = moment.weights(everyone)
    bottom = [whole if metric.of_all else moment.weights({(f"{arm}|{g}", metric.denominator): under}) for g in groups]
    return np.array(top), np.array(bottom)


def common_groups(metric: Metric, moment: Moments, arms: int) -> tuple[str, ...]:
    """Name the groups that every arm has, in order."""
    split = [name.split("|", 1) for name in moment.groups()]
    by_arm = [{group for arm, group in split if arm == str(i)} for i in range(arms)]
    ordered = dict.fromkeys(group for _, group in split)
    return metric.members(tuple(group for group in ordered if all(group in groups for groups in by_arm)))


def differences(entry: Family, moment: Moments, margins: Mapping[str, float]) -> list[dict[str, object]]:
    """Estimate the difference of two arms in every metric and common group of a family, and judge it.

    Parameters
    ----------
    entry : Family
        Its metrics make one family of intervals: together they hold the truth with probability 0.95.
    moment : Moments
        Of `paired_moments` with two arms.
    margins : mapping
        Metric name, else unit, to the difference that does not matter.

    Returns
    -------
    list of dict
        Rows of `SCHEMA` without players and line-up; a figure that one arm lacks has none.
    """
    wanted = [(metric, group) for metric in entry.metrics for group in common_groups(metric, moment, 2)]
    if not wanted:
        return []
    sides = []
    for arm in (0, 1):
        parts = [arm_ratios(entry, metric, moment, arm, [group]) for metric, group in wanted]
        sides.append((np.concatenate([top for top, _ in parts]), np.concatenate([bottom for _, bottom in parts])))
    both = moment.ratios(*(np.concatenate(side) for side in zip(*sides, strict=True)))
    n = len(wanted)
    sure = [j for j in range(n) if both.count[j] and both.count[n + j]]
    if not sure:
        return []
    weights = np.zeros((len(sure), 2 * n))
    for i, j in enumerate(sure):
        weights[i, j], weights[i, n + j] = -1.0, 1.0
    seen = np.array([*sure, *(n + j for j in sure)])
    contrasts = both.chosen(seen).contrast(weights[:, seen])
    margin = np.array([margins.get(wanted[j][0].name, margins.get(wanted[j][0].unit, np.nan)) for j in sure])
    known = np.isfinite(margin)
    reach = np.array([wanted[j][0].width for j in sure])
    words, needed = _judged(contrasts, margin, known, reach)
    few = contrasts.effective < LEAST_COUNT
    ends = *contrasts.interval(within=(-reach, reach)), *contrasts.simultaneous(within=(-reach, reach))
    low, high, family_low, family_high = (np.where(few, np.nan, end) for end in ends)
    rows: list[dict[str, object]] = []
    for i, j in enumerate(sure):
        metric, group = wanted[j]
        apart = both.covariance[j, j] + both.covariance[n + j, n + j]
        rows.append(
            {
                "table": entry.name,
                "metric": metric.name,
                "group": group,
                "a": float(both.value[j]),
                "b": float(both.value[n + j]),
                "difference": float(contrasts.value[i]),
                "low": _number(low[i]),
                "high": _number(high[i]),
                "family_low": _number(family_low[i]),
                "family_high": _number(family_high[i]),
                "se": _number(contrasts.se[i]),
                "variance_ratio": _number(contrasts.covariance[i, i] / apart) if apart > 0 else None,
                "margin": _number(margin[i]),
                "verdict": words[i],
                **needed_columns(needed[i], 1.0, "blocks"),
                "blocks": moment.blocks,
                "unit": metric.unit,
                "estimand": "rule",
            }
        )
    return rows


def _judged(contrasts: Ratios, margin: Floats, known: NDArray[np.bool_], reach: Floats) -> tuple[list[str | None], list[Needed | None]]:
    """Judge each difference against its own margin: in units of the margin all have margin 1."""
    unit = np.where(known, margin, np.inf)
    verdict = judge(contrasts.contrast(np.diag(1 / unit)), np.zeros(len(margin)), 1.0, within=(-reach / margin, reach / margin))
    words: list[str | None] = [OF_LIMITS[place] if sure else None for place, sure in zip(verdict.members, known, strict=True)]
    return words, [need if sure else None for need, sure in zip(verdict.member_needed, known, strict=True)]


@dataclass(frozen=True)
class Distance:
    """How far two distributions are apart.

    Attributes
    ----------
    value : float
        Wasserstein distance: by how much, on average, values have to be moved to turn one distribution into the other.
    noise : float
        What it would be in 95 of 100 comparisons of equal distributions on as many blocks: a value below it says nothing; NaN of one block.
    """

    value: float
    noise: float


def distance(entry: Family, moment: Moments) -> Distance:
    """Measure the distance of two distributions of whole numbers.

    Parameters
    ----------
    entry : Family
        A distribution: groups are whole numbers, its metric is `of_all`.
    moment : Moments
        Of `paired_moments` with two arms.
    """
    metric = entry.metrics[0]
    groups = sorted({name.split("|", 1)[1] for name in moment.groups()}, key=float)
    values = np.array([float(group) for group in groups])
    (top_a, bottom_a), (top_b, bottom_b) = (arm_ratios(entry, metric, moment, arm, groups) for arm in (0, 1))
    both = moment.ratios(np.concatenate([top_a, top_b]), np.concatenate([bottom_a, bottom_b]))
    n = len(values)
    share_a, share_b = both.value[:n], both.value[n:]
    value = float(stats.wasserstein_distance(values, values, share_a, share_b))
    if n < 2:
        return Distance(value, 0.0)
    below = np.tril(np.ones((n, n)))[:-1]
    apart = both.contrast(np.concatenate([below, -below], axis=1))
    if not np.isfinite(apart.covariance).all():  # of a single block nothing is known of chance
        return Distance(value, float("nan"))
    eigenvalues, vectors = np.linalg.eigh(apart.covariance)
    root = vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
    draws = np.random.Generator(np.random.PCG64(_SEED)).standard_normal((_DRAWS, n - 1)) @ root.T
    return Distance(value, float(np.quantile(np.abs(draws) @ np.diff(values), 0.95)))


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
