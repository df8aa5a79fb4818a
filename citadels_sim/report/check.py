"""Checks of a written report against limits, for a designer's own continuous integration."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from citadels_sim.errors import RunError
from citadels_sim.foreign import Unreadable, is_file
from citadels_sim.judge.criteria import CRITERIA, Criterion, Member, excess, settle
from citadels_sim.limits import LIMITS, Limit
from citadels_sim.lineups import judge_of, lineup_words
from citadels_sim.report.card import limit_words, value, who
from citadels_sim.report.render import SCHEMA
from citadels_sim.report.writing import read_data
from citadels_sim.show.charts import style
from citadels_sim.verdicts import State


@dataclass(frozen=True)
class Outcome:
    """Whether one table keeps one limit.

    Attributes
    ----------
    variant, players, lineup
        The table.
    state : {"holds", "fails", "open"}
        Shown to keep it, shown not to, or neither: the interval lies on both sides of the limit.
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
    limit: Limit
    worst: Member
    by: float

    @property
    def text(self) -> str:
        """Format it as a sentence."""
        limit = limit_words(self.criterion, self.worst.wish or self.limit)
        if self.worst.low is None or self.worst.high is None:
            return f"{self._what} has too few cases for a figure; it is undecided against its limit ({limit})."
        if self.state == "fails":
            return f"{self.subject} is beyond its limit ({limit}): the whole interval, by {self._amount(self.by)}."
        if self.state == "open":
            return f"{self.subject} is undecided against its limit ({limit}): the interval reaches beyond it."
        return f"{self.subject} is within its limit ({limit})."

    @property
    def subject(self) -> str:
        """Name the table and its figure."""
        return f"{self._what} {value(self.criterion, self.worst)}"

    @property
    def _what(self) -> str:
        name = who(self.criterion, self.worst) or CRITERIA[self.criterion].title.lower()
        return f"{self.variant}, {self.players} players, {lineup_words(self.lineup)}: {name}"

    def _amount(self, by: float) -> str:
        entry = CRITERIA[self.criterion]
        return f"{by * entry.per_unit:.2g} {entry.form.short}"


def kept(outcomes: Sequence[Outcome]) -> list[str]:
    """State for every limit at how many tables it holds, and of the nearest to breaking it where it does at all."""
    sentences = []
    for name in dict.fromkeys(one.criterion for one in outcomes):
        own = [one for one in outcomes if one.criterion == name]
        holds = [one for one in own if one.state == "holds"]
        entry = CRITERIA[name]
        if len(holds) == len(own) == 1:
            sentences.append(f"✓ {own[0].text}")
        elif holds:
            nearest = max(holds, key=lambda one: excess(one.worst, entry.side, one.limit))
            limit = limit_words(name, own[0].limit)
            sentences.append(
                f"✓ {entry.title}, {limit}: within limits at {len(holds)} of {len(own)} tables; nearest to it is {nearest.subject}."
            )
    return sentences


def check_report(report: Path, limits: Mapping[str, Limit]) -> list[Outcome]:
    """Hold every table of a report against limits.

    Parameters
    ----------
    report : pathlib.Path
        Folder of a report, or its ``report.json``.
    limits : mapping
        Key of `criteria.CRITERIA` -> limit, in its unit (shares as fractions); a band has an infinite end where it has none.

    Returns
    -------
    list of Outcome
        One per limit and table that answers it.

    Raises
    ------
    RunError
        If there is no report, or it has no answer to some of them; the message names the commands that make it.
    """
    data = _read(report)
    there = {verdict["criterion"] for verdict in data["verdicts"]}
    lacking = [CRITERIA[name] for name in limits if name not in there]
    if lacking:
        commands = style.listed([f"`{command}`" for command in dict.fromkeys(entry.command for entry in lacking)])
        raise RunError(
            f"{report}: the report says nothing about {style.listed([entry.title.lower() for entry in lacking])}. Play the runs that it "
            f"needs and include them: {commands}"
        )
    return [
        _outcome(verdict, CRITERIA[name], limit)
        for name, limit in limits.items()
        for verdict in _judging([verdict for verdict in data["verdicts"] if verdict["criterion"] == name])
    ]


def _judging(verdicts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the verdicts of the strongest bot of each table: what a weaker one says otherwise does not count."""
    lineups: dict[tuple[str, int], list[str]] = {}
    for one in verdicts:
        lineups.setdefault((one["variant"], one["players"]), []).append(one["lineup"])
    return [one for one in verdicts if one["lineup"] == judge_of(lineups[one["variant"], one["players"]])]


def declared_in(report: Path) -> dict[str, Limit]:
    """Read the limits that were declared with the runs of a report, of the criteria that it answers.

    Raises
    ------
    RunError
        If there is no report, or it answers none.
    """
    data = _read(report)
    limits = {verdict["criterion"]: verdict["limit"] for verdict in data["verdicts"] if verdict["criterion"] in CRITERIA}
    if not limits:
        raise RunError(f"{report}: the report has no verdicts to check. Report on runs of games, forks or flow.")
    return {name: tuple(limits[name]) if isinstance(limits[name], list) else limits[name] for name in CRITERIA if name in limits}


def _outcome(verdict: Mapping[str, Any], criterion: Criterion, limit: Limit) -> Outcome:
    members = [Member(**{**member, "wish": tuple(wish) if (wish := member.get("wish")) else None}) for member in verdict["members"]]
    state = settle(members, criterion.side, limit)
    beyond = {member: excess(member, criterion.side, limit) for member in members}
    # Of several that have to keep it, the one nearest to breaking it; where one is enough, the one nearest to keeping it.
    worst = (
        min(members, key=lambda member: beyond[member])
        if criterion.side == "least"
        else max(members, key=lambda member: (beyond[member], abs(member.off)))
    )
    table = verdict["variant"], verdict["players"], verdict["lineup"]
    return Outcome(criterion.key, *table, state, limit, worst, max(0.0, beyond[worst]) if state == "fails" else 0.0)


def _read(report: Path) -> Mapping[str, Any]:
    folder = report / "report" if is_file(report / "study.json") else report
    path = folder / "report.json" if folder.is_dir() else folder
    try:
        data = read_data(path)
    except Unreadable as error:
        if error.missing:
            raise RunError(f"{report}: holds no report. Give the folder that `citadels report ... --out` wrote.") from None
        raise RunError(f"{path}: cannot be read as a report ({error}). Write it again with `citadels report`.") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("verdicts"), list):
        raise _no_report(path)
    if not all(map(_whole, data["verdicts"])):
        raise _no_report(path)
    return data


def _no_report(path: Path) -> RunError:
    return RunError(f"{path}: not a report of this version of citadels_sim. Write it again with `citadels report`.")


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)


class _Member(_Strict):
    """What a figure of a verdict is read for; see `Member`."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

    group: str
    value: float
    low: float | None
    high: float | None
    inner_low: float | None
    inner_high: float | None
    se: float | None
    wish: Annotated[list[float], Field(min_length=2, max_length=2)] | None = None


class _Verdict(_Strict):
    """What a verdict is read for."""

    criterion: str
    variant: str
    players: int = Field(ge=2, le=8)
    lineup: str
    limit: float | Annotated[list[float], Field(min_length=2, max_length=2)]
    members: list[_Member] = Field(min_length=1)


def _whole(verdict: object) -> bool:
    """Return whether a verdict has all that it is read for."""
    try:
        checked = _Verdict.model_validate(verdict)
    except ValidationError:
        return False
    form = LIMITS.get(checked.criterion)
    if checked.criterion == "seat" and not all(re.fullmatch("[0-7]", member.group) for member in checked.members):
        return False
    return form is None or isinstance(checked.limit, list) == isinstance(form.usual, tuple)
