"""What a criterion says of many variants that were played on the same deals: values to choose by, judgements to confirm by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from citadels_sim.lab.criteria import Judgement
from citadels_sim.limits import LIMITS, Limit
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.estimates import quantiles, ratios
from citadels_sim.statistics.metric_types import Family

_LONG: Final = "rounds_q95"


def _figure(entry: Family, name: str) -> Family:
    """Keep one figure of a family, with the sums that it needs: of a hundred variants the others take most of the time."""
    metric = next(metric for metric in entry.metrics if metric.name == name)
    sums = tuple(item for item in entry.sums if item.name in (metric.numerator, metric.denominator))
    return replace(entry, metrics=(metric,), sums=sums)


def limits_of(margins: Mapping[str, Limit]) -> dict[str, Limit]:
    """Return the limit of every criterion in the unit of its figures: what is declared, else the usual one."""
    return {name: form.scaled(margins.get(name, form.usual)) for name, form in LIMITS.items()}


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
