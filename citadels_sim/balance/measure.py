"""What a criterion says of many variants that were played on the same deals: values to choose by, shifts and judgements to confirm by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.balance.shifts import Shift, shifts_of
from citadels_sim.balance.target import Target
from citadels_sim.judge.criteria import Judgement
from citadels_sim.limits import LIMITS, Limit, criterion_of
from citadels_sim.report.study_facts import Interval
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.estimates import quantiles, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.paired import arm_ratios, paired_moments
from citadels_sim.statistics.ratios import LEVEL, Ratios

_LONG: Final = "rounds_q95"


def _figure(entry: Family, name: str) -> Family:
    """Keep one figure of a family, with the sums that it needs: of a hundred variants the others take most of the time."""
    metric = next(metric for metric in entry.metrics if metric.name == name)
    sums = tuple(item for item in entry.sums if item.name in (metric.numerator, metric.denominator))
    return replace(entry, metrics=(metric,), sums=sums)


def limits_of(margins: Mapping[str, Limit]) -> dict[str, Limit]:
    """Return the limit of every criterion in the unit of its figures: what is declared, else the usual one."""
    usual = {name: form.usual for name, form in LIMITS.items()}
    return {name: LIMITS[criterion_of(name)].scaled(limit) for name, limit in {**usual, **margins}.items()}


def values(run: Run, criterion: str) -> dict[str, dict[str, float]]:
    """Estimate a criterion's figures in every variant of a run.

    Parameters
    ----------
    run : Run
        Of the design that `target.KINDS` names, with one number of players and one line-up.
    criterion : str
        Key of `target.KINDS`.

    Returns
    -------
    dict
        Variant -> group -> value in the criterion's unit; seats as distances from an even share.
    """
    entry, analysis = _figure(*run.design.module("judge").FIGURES[criterion]), run.design.module("analyse")
    cells = analysis.family_moments(entry, run)
    if criterion == "rounds":
        rows = quantiles(entry, entry.metrics[0], cells, {_LONG: analysis.QUANTILES[_LONG]}, "rounds")
        return {variant: {"all": value} for variant, value in rows.select("variant", "value").iter_rows()}
    by_variant = {}
    for (variant, players, _), moments in cells.items():
        groups, figures = ratios(entry, entry.metrics[0], moments)
        fair = 1 / players if criterion == "seat" else 0.0
        by_variant[variant] = {group: float(value) - fair for group, value in zip(groups, figures.value, strict=True)}
    return by_variant


def judgements(run: Run, limits: Mapping[str, Limit]) -> list[Judgement]:
    """Judge every variant of a run by each criterion that its design measures.

    Parameters
    ----------
    run : Run
        Of a design of `target.KINDS`.
    limits : mapping
        From `limits_of`.
    """
    judged: list[Judgement] = run.design.module("judge").judge_run(run, limits)
    return judged


def shifts(run: Run, target: Target, base: str, changed: Sequence[str], limits: Mapping[str, Limit]) -> dict[str, Shift]:
    """Compare a figure of changed variants with that of the variant itself, on the deals that all of them share.

    Parameters
    ----------
    run : Run
        Of the design that `target.KINDS` names, with one number of players and one line-up.
    target : Target
    base : str
        Name of the variant itself.
    changed : sequence of str
        Names of the changed ones.
    limits : mapping
        From `limits_of`.

    Returns
    -------
    dict
        Changed variant -> its shift, whose interval holds for all of them at once; without those that lack the figure.

    Notes
    -----
    Where a design gives the sums of each deal (``analyse.family_totals``), differences are paired by deal. Elsewhere the errors of both
    figures are added as if their deals differed: on common deals that is too much rather than too little. Intervals of a quantile, which
    has no standard error, are Bonferroni's: the ends of both quantiles' intervals against each other.
    """
    if target.criterion == "rounds":
        return _quantile_shifts(run, base, changed)
    names, arms = arms_of(run, target, [base, *changed], limits)
    if arms is None or names[0] != base or len(names) < 2:
        return {}
    return dict(zip(names[1:], shifts_of(arms), strict=True))


def points(run: Run, target: Target, variants: Sequence[str], limits: Mapping[str, Limit]) -> dict[str, Interval]:
    """Estimate a figure in several variants that were played on the same deals, with intervals that hold for all of them at once.

    Parameters
    ----------
    run, target, limits
        As `shifts` takes them.
    variants : sequence of str
        Names.

    Returns
    -------
    dict
        Variant -> value, and the ends of its interval, in the criterion's unit; without those that lack the figure.
    """
    if target.criterion == "rounds":
        made = _quantiles(run, variants, 1 - (1 - LEVEL) / len(variants))
        return {name: triple for name, triple in made.items() if np.isfinite(triple).all()}
    names, arms = arms_of(run, target, variants, limits)
    if arms is None:
        return {}
    fair = 1 / run.manifest.cells[0].players if target.criterion == "seat" and _totals(_figure_of(run, target), run) is not None else 0.0
    low, high = arms.simultaneous(LEVEL)
    triples = zip(arms.value - fair, low - fair, high - fair, strict=True)
    return {name: (float(v), float(a), float(b)) for name, (v, a, b) in zip(names, triples, strict=True) if np.isfinite((a, b)).all()}


def arms_of(run: Run, target: Target, variants: Sequence[str], limits: Mapping[str, Limit]) -> tuple[list[str], Ratios | None]:
    """Estimate a figure in several variants together, with its covariance; also which of them have it."""
    entry = _figure_of(run, target)
    totals = _totals(entry, run)
    if totals is not None:
        return _paired(entry, totals, target.group, variants)
    return _apart(judgements(run, limits), target, variants)


def _figure_of(run: Run, target: Target) -> Family:
    return _figure(*run.design.module("judge").FIGURES[target.criterion])


def _totals(entry: Family, run: Run) -> pl.DataFrame | None:
    """Return the sums of each deal, where the design gives them and the run keeps them."""
    analysis = run.design.module("analyse")
    return analysis.family_totals(entry, run) if hasattr(analysis, "family_totals") else None


def _paired(entry: Family, totals: pl.DataFrame, group: str, variants: Sequence[str]) -> tuple[list[str], Ratios | None]:
    """Estimate a figure in several variants together; those that have no case of it are left out."""
    moment = paired_moments(entry, totals, variants)
    parts = [arm_ratios(entry, entry.metrics[0], moment, arm, [group]) for arm in range(len(variants))]
    arms = moment.ratios(*(np.concatenate(side) for side in zip(*parts, strict=True)))
    known = [int(i) for i in np.flatnonzero(np.isfinite(arms.value))]
    return [variants[i] for i in known], arms.chosen(known)


def _apart(judged: Sequence[Judgement], target: Target, variants: Sequence[str]) -> tuple[list[str], Ratios | None]:
    """Put the figures of several variants beside each other, as if each were of deals of its own."""
    mine = [one for one in judged if one.criterion == target.criterion]
    members = {one.variant: (one, member) for one in mine for member in one.members if member.group == target.group}
    there = [(name, *members[name]) for name in variants if name in members and members[name][1].se is not None]
    if not there:
        return [], None
    value = np.array([member.value for _, _, member in there])
    se = np.array([member.se for _, _, member in there], dtype=np.float64)
    blocks = min(one.blocks for _, one, _ in there)
    return [name for name, _, _ in there], Ratios(value, np.diag(se**2), blocks, value, np.full(len(value), float(blocks)))


def _quantile_shifts(run: Run, base: str, changed: Sequence[str]) -> dict[str, Shift]:
    made = _quantiles(run, [base, *changed], 1 - (1 - LEVEL) / (1 + len(changed)))
    value, low, high = made.pop(base)
    return {name: Shift(there - value, least - high, most - low) for name, (there, least, most) in made.items()}


def _quantiles(run: Run, variants: Sequence[str], level: float) -> dict[str, Interval]:
    module = run.design.module("analyse")
    entry = _figure(*run.design.module("judge").FIGURES["rounds"])
    cells = {cell[0]: moments for cell, moments in module.family_moments(entry, run).items()}
    return {name: _quantile(entry, cells[name], module.QUANTILES[_LONG], level) for name in variants if name in cells}


def _quantile(entry: Family, moments: Moments, quantile: float, level: float) -> Interval:
    """Return a quantile of whole numbers with Woodruff's interval, as `estimates.quantiles`, but at any level."""
    groups, shares = ratios(entry, entry.metrics[0], moments)
    below = shares.contrast(np.tril(np.ones((len(groups), len(groups)))))
    reached = np.round(below.value, 12)

    def at(share: float) -> int:
        return min(int(np.searchsorted(reached, round(share, 12), side="left")), len(groups) - 1)

    middle = at(quantile)
    half = float(below.critical_single(level)[middle] * below.se[middle])
    ends = (np.nan, np.nan) if np.isnan(half) else (float(groups[at(quantile - half)]), float(groups[at(quantile + half)]))
    return float(groups[middle]), *ends
