"""The limits that runs declare: what their tables are judged by, settled before a game was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citadels_sim.errors import RunError
from citadels_sim.limits import LIMITS, Limit, criterion_of, limit_fault
from citadels_sim.runs.reading import Run


def declared_limits(runs: Sequence[Run]) -> dict[str, Limit]:
    """Put together what runs declare under ``margins``, and the usual limits where none of them does.

    Parameters
    ----------
    runs : sequence of Run
        Of any kinds, to be judged together.

    Returns
    -------
    dict
        Key of `criteria.CRITERIA` -> limit in its unit (shares as fractions), every criterion in order; then wanted values of
        single members (`limits.wishes_of`).

    Raises
    ------
    RunError
        If a run declares what cannot be a limit, or two declare different ones: a report has one limit for each criterion.
    """
    declared: dict[str, tuple[Limit, Run]] = {}
    for run in runs:
        for name, limit in run.manifest.experiment.margins.items():
            if criterion_of(name) not in LIMITS:
                continue  # of a later version
            fault = limit_fault(name, limit)
            if fault:
                raise RunError(f"{run.folder}/manifest.json: experiment.margins.{name}: {_text(limit)} {fault}.")
            first, other = declared.setdefault(name, (limit, run))
            if first != limit:
                raise RunError(
                    f"{run.folder}: declares the limit {_text(limit)} for {name}, and {other.folder} {_text(first)} (margins.{name}); a "
                    f"report has one limit for each criterion. Write a report for each run."
                )
    usual = {name: form.usual for name, form in LIMITS.items()}
    return {name: LIMITS[criterion_of(name)].scaled(limit) for name, limit in {**usual, **{k: v[0] for k, v in declared.items()}}.items()}


def declared_limit(runs: Sequence[Run], name: str) -> float:
    """Return a limit that is one number, as `declared_limits` does."""
    return one_number(declared_limits(runs), name)


def one_number(limits: Mapping[str, Limit], name: str) -> float:
    """Return a limit that has one end."""
    limit = limits[name]
    if isinstance(limit, tuple):
        raise TypeError(f"{name} is a band")
    return limit


def _text(limit: Limit) -> str:
    return f"[{limit[0]:g}, {limit[1]:g}]" if isinstance(limit, tuple) else f"{limit:g}"
