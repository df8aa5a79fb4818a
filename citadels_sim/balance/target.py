"""The verdict that a search is for, and its figure that is to come back within its limit; read before anything that analyses is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from citadels_sim.errors import ExperimentError, nearest
from citadels_sim.limits import LIMITS, Limit, ends, size_of
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.text import lower_first
from citadels_sim.variants import Table

_SEARCHED: Final = [(design.name, design.searched) for design in DESIGNS.values() if design.searched]
KINDS: Final[Mapping[str, str]] = {name: kind for name in LIMITS for kind, searched in _SEARCHED if name in searched.criteria}
"""Criterion that a change of rules can be searched for -> the design that measures it."""

_INSIDE: Final = {"both": 0.5, "between": 0.5, "most": 0.05, "least": 0.05}
"""How far within a limit is far enough, in limits: the smallest step that comes so far is the best one."""


@dataclass(frozen=True)
class Target:
    """The verdict that a search is for.

    Attributes
    ----------
    criterion : str
        Key of `KINDS`.
    group : str
        The character, or the seat by its distance from the first crown; ``"all"`` where the criterion has one figure, ``""`` for the
        member farthest beyond the limit.
    """

    criterion: str
    group: str

    def __str__(self) -> str:
        """Write it as ``--target`` takes it."""
        if self.group in ("", "all"):
            return self.criterion
        return f"{self.criterion}={seat_key(self.group) if self.criterion == 'seat' else self.group}"

    @property
    def words(self) -> str:
        """Name it in a sentence: ``the Smuggler``, else the seat or the figure."""
        from citadels_sim.judge.criteria import CRITERIA, Member
        from citadels_sim.report.card import who

        if self.group in ("", "all"):
            return lower_first(CRITERIA[self.criterion].title)
        name = who(self.criterion, Member(self.group, 0.0, None, None, None, None))
        return f"the {name}" if self.criterion == "character" else lower_first(name)

    def distance(self, value: float, limit: Limit) -> float:
        """Return how far a value lies beyond the limit, in the limit's unit; below 0 within it."""
        least, most = ends(LIMITS[self.criterion].side, limit)
        return max(value - most, least - value)

    def lack(self, value: float, limit: Limit) -> float:
        """Return how far a value is from lying far enough within the limit, in the limit's unit; 0 where it does."""
        return max(0.0, self.distance(value, limit) + self.inside(limit))

    def inside(self, limit: Limit) -> float:
        """Return how far within a limit is far enough, in the limit's unit."""
        return _INSIDE[LIMITS[self.criterion].side] * size_of(limit)

    def reached(self, value: float, limit: Limit, *, falling: bool) -> bool:
        """Return whether a value that had to fall, or to rise, has come far enough within the limit, or is past it already."""
        least, most = ends(LIMITS[self.criterion].side, limit)
        return value <= most - self.inside(limit) if falling else value >= least + self.inside(limit)


def seat_key(group: str) -> str:
    """Write a seat as ``--target`` takes it, like the rows of its chart: ``first-crown``, ``2-after`` for 2 seats after."""
    return "first-crown" if group == "0" else f"{group}-after"


def parse_target(text: str, table: Table) -> Target:
    """Parse ``character=wizard``, ``seat=first-crown``, ``seat`` or ``rounds``.

    Parameters
    ----------
    text : str
    table : Table
        The variant at the number of players: its characters and seats can be targets.

    Raises
    ------
    ExperimentError
        If there is no such criterion, or the table has no such character or seat.
    """
    criterion, equals, group = (part.strip() for part in text.partition("="))
    cast = {
        "character": {id: id for ids in table.cast.values() for id in ids},
        "seat": {seat_key(seat): seat for seat in map(str, range(table.players))},
    }
    if criterion not in KINDS:
        meant = f" Did you mean 'character={text}'?" if text in cast["character"] else nearest(criterion, KINDS)
        raise ExperimentError(f"--target: '{text}' should be one of {_forms()}.{meant}")
    if not equals:
        return Target(criterion, "" if criterion in cast else "all")
    if criterion not in cast:
        raise ExperimentError(f"--target: '{text}': {criterion} has one figure; write '{criterion}'.")
    if group not in cast[criterion]:
        known = cast[criterion]
        if group in known.values():
            raise ExperimentError(f"--target: '{text}': seats are counted from the first crown; write '{Target(criterion, group)}'.")
        what = f"no {criterion} '{group}' at this table"
        if criterion == "character" and group not in table.cards.by_character_id:
            what = f"no character '{group}'"
        raise ExperimentError(f"--target: '{text}': there is {what}; there are {', '.join(known)}.{nearest(group, known)}")
    return Target(criterion, cast[criterion][group])


def parse_targets(texts: Sequence[str], table: Table) -> tuple[Target, ...]:
    """Parse several targets, which one change is to bring within their limits.

    Raises
    ------
    ExperimentError
        As `parse_target`; also if they are not of one criterion, if one names nobody, and if one is given twice.
    """
    targets = tuple(parse_target(text, table) for text in texts)
    if len({target.criterion for target in targets}) > 1:
        raise ExperimentError(f"--target: {' and '.join(map(str, targets))} need different games; give targets of one criterion.")
    if len(targets) > 1 and not all(target.group for target in targets):
        raise ExperimentError(f"--target: '{targets[0].criterion}': each of several targets should name a member, such as {_forms()}.")
    if len(set(targets)) < len(targets):
        raise ExperimentError(f"--target: {next(one for one in targets if targets.count(one) > 1)} is given twice. Give it once.")
    return targets


def _forms() -> str:
    return ", ".join(f"{name}=NAME" if name in ("character", "seat") else name for name in KINDS)
