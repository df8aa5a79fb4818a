"""What a criterion says of many variants that were played on the same deals: values to choose by, judgements to confirm by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from citadels_sim.lab.criteria import Judgement
from citadels_sim.lab.flow.analyse import analyse_flow
from citadels_sim.lab.flow.judge import judge_flow
from citadels_sim.lab.flow.metrics import AIMS, FLOW, TEMPO
from citadels_sim.lab.forks.analyse import analyse_forks
from citadels_sim.lab.forks.judge import judge_forks
from citadels_sim.lab.forks.metrics import FORKS
from citadels_sim.lab.tournament.analyse import QUANTILES, analyse
from citadels_sim.lab.tournament.game_metrics import ROUNDS, SEATS
from citadels_sim.lab.tournament.judge import judge_games
from citadels_sim.limits import LIMITS, Limit
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.estimates import quantiles, ratios
from citadels_sim.statistics.metric_types import Family

__all__ = ["judgements", "limits_of", "values"]

_LONG: Final = "rounds_q95"


def _figure(entry: Family, name: str) -> Family:
    """Keep one figure of a family, with the sums that it needs: of a hundred variants the others take most of the time."""
    metric = next(metric for metric in entry.metrics if metric.name == name)
    sums = tuple(item for item in entry.sums if item.name in (metric.numerator, metric.denominator))
    return replace(entry, metrics=(metric,), sums=sums)


_FIGURES: Final[Mapping[str, Family]] = {
    "character": _figure(FORKS, "win_effect"),
    "seat": _figure(SEATS[0], "win_rate"),
    "rounds": ROUNDS,
    "dead_turns": _figure(TEMPO, "turns_lost"),
    "interaction": _figure(AIMS, "per_turn"),
    "decisiveness": _figure(FLOW, "decided_at"),
}  # fmt: skip


def limits_of(margins: Mapping[str, Limit]) -> dict[str, Limit]:
    """Give the limit of every criterion in the unit of its figures: what is declared, else the usual one."""
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
    entry = _FIGURES[criterion]
    cells = run.design.part("analyse").family_moments(entry, run)
    if criterion == "rounds":
        rows = quantiles(entry, entry.metrics[0], cells, {_LONG: QUANTILES[_LONG]}, "rounds")
        return {variant: {"all": value} for variant, value in rows.select("variant", "value").iter_rows()}
    found = {}
    for (variant, players, _), moments in cells.items():
        groups, figures = ratios(entry, entry.metrics[0], moments)
        fair = 1 / players if criterion == "seat" else 0.0
        found[variant] = {group: float(value) - fair for group, value in zip(groups, figures.value, strict=True)}
    return found


def judgements(run: Run, limits: Mapping[str, Limit]) -> list[Judgement]:
    """Judge every variant of a run by each criterion that its design measures.

    Parameters
    ----------
    run : Run
        Of forks, games or flow.
    limits : mapping
        From `limits_of`.
    """
    if run.design.name == "forks":
        return judge_forks(analyse_forks(run, _one(limits["character"])))
    if run.design.name == "flow":
        return judge_flow(analyse_flow(run, (FLOW, TEMPO, AIMS)), limits)
    return judge_games(analyse([run], _one(limits["seat"])), limits)


def _one(limit: Limit) -> float:
    assert not isinstance(limit, tuple)
    return limit
