"""Holding a written report against limits: what a designer's own continuous integration asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citadels_sim.analysis.criteria import CRITERIA, Criterion, Member, State, excess, settle
from citadels_sim.errors import RunError
from citadels_sim.report.card import limit_words, value
from citadels_sim.report.render import SCHEMA
from citadels_sim.report.style import title_of

__all__ = ["Outcome", "check_report"]


@dataclass(frozen=True)
class Outcome:
    """Whether one table keeps one limit.

    Attributes
    ----------
    criterion : str
    variant, players, lineup
        The table.
    state : {"holds", "fails", "open"}
        Shown to keep it, shown not to, or neither: the interval lies on both sides of the limit.
    limit : float
    worst : Member
        The figure that decides.
    by : float
        How far its whole interval lies beyond the limit; 0 where it does not.
    """

    criterion: str
    variant: str
    players: int
    lineup: str
    state: State
    limit: float
    worst: Member
    by: float

    @property
    def text(self) -> str:
        """Say it in a sentence."""
        where = f"{self.variant}, {self.players} players, {self.lineup}"
        name = {"rounds": "19 of 20 games are over by round", "seat": f"seat {self.worst.group} after the first crown"}.get(
            self.criterion, self.worst.group if self.criterion == "skill" else title_of(self.worst.group)
        )  # fmt: skip
        found = f"{where}: {name} {value(self.criterion, self.worst)}"
        limit = limit_words(self.criterion, self.limit)
        if self.state == "fails":
            return f"{found} does not keep {limit}: the whole interval lies beyond it, by {self._amount(self.by)}."
        if self.state == "open":
            return f"{found} is not shown to keep {limit}: its interval reaches beyond it."
        return f"{found} keeps {limit}."

    def _amount(self, by: float) -> str:
        return f"{by:g} rounds" if self.criterion == "rounds" else f"{100 * by:.2g} {'%' if self.criterion == 'skill' else 'pp'}"


def check_report(report: Path, limits: Mapping[str, float]) -> list[Outcome]:
    """Hold every table of a report against limits.

    Parameters
    ----------
    report : pathlib.Path
        Folder of a report, or its ``report.json``.
    limits : mapping
        Key of `analysis.criteria.CRITERIA` -> limit, in its unit (shares as fractions).

    Returns
    -------
    list of Outcome
        One per limit and table that answers it.

    Raises
    ------
    RunError
        If there is no report, or it has no answer to one of them; the message names the command that makes it.
    """
    data = _read(report)
    found = []
    for name, limit in limits.items():
        criterion = CRITERIA[name]
        own = [verdict for verdict in data["verdicts"] if isinstance(verdict, dict) and verdict.get("criterion") == name]
        if not own:
            raise RunError(
                f"{report}: the report says nothing about {criterion.title.lower()}. Play what it takes and report on it too: "
                f"{criterion.command}"
            )
        try:
            found += [_outcome(verdict, criterion, limit) for verdict in own]
        except (KeyError, TypeError, ValueError) as error:
            raise _no_report(report) from error
    return found


def _outcome(verdict: Mapping[str, Any], criterion: Criterion, limit: float) -> Outcome:
    members = [Member(**member) for member in verdict["members"]]
    state = settle(members, criterion.side, limit)
    beyond = {member: excess(member, criterion.side, limit) for member in members}
    # Of several that have to keep it, the one nearest to breaking it; where one is enough, the one nearest to keeping it.
    worst = (
        min(members, key=lambda member: beyond[member])
        if criterion.side == "least"
        else max(members, key=lambda member: (beyond[member], abs(member.value)))
    )
    table = verdict["variant"], verdict["players"], verdict["lineup"]
    return Outcome(criterion.key, *table, state, limit, worst, max(0.0, beyond[worst]) if state == "fails" else 0.0)


def _read(report: Path) -> Mapping[str, Any]:
    path = report / "report.json" if report.is_dir() else report
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunError(f"{report}: no report there. Give the folder that `citadels report ... --out` wrote.") from None
    except (OSError, ValueError) as error:
        raise RunError(f"{path}: cannot be read as a report ({error}). Write it again with `citadels report`.") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("verdicts"), list):
        raise _no_report(path)
    return data


def _no_report(path: Path) -> RunError:
    return RunError(f"{path}: not a report of this version of citadels_sim. Write it again with `citadels report`.")
