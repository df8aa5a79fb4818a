"""From judgements on the last deals to a proposal: what a change does to its target, and what else it moves across a limit."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from citadels_sim.balance.candidates import Candidate
from citadels_sim.balance.shifts import Shift
from citadels_sim.balance.target import Target
from citadels_sim.judge.criteria import CRITERIA, Judgement, Member, settle
from citadels_sim.report.card import limit_words, value, who
from citadels_sim.report.study_facts import Beside, Proposal
from citadels_sim.statistics.verdicts import LEAST_COUNT
from citadels_sim.verdicts import State

_SURE: Final = 1.96
"""Standard errors by which a figure must have moved to count as moved."""


def make_proposal(
    target: Target,
    change: Candidate,
    before: Sequence[Judgement],
    after: Sequence[Judgement],
    shift: Shift,
    others: Mapping[Target, Shift] = MappingProxyType({}),
) -> Proposal | None:
    """Compare a changed variant with the variant itself.

    Parameters
    ----------
    target : Target
    change : Candidate
    before, after : sequence of Judgement
        Of the variant itself and of the changed one, on the same deals.
    shift : Shift
        After minus before.
    others : mapping
        The same of other figures that the search is for.

    Returns
    -------
    Proposal or None
        None where one of them lacks the target's figure, or its interval.
    """
    one, other = (find(judged, target) for judged in (before, after))
    if one is None or other is None or not math.isfinite(shift.low + shift.high):
        return None
    figures = [_triple(member) for _, member in (one, other)]
    if figures[0] is None or figures[1] is None:
        return None
    return Proposal(
        change=change.change,
        toml=change.toml,
        before=figures[0],
        after=figures[1],
        difference=(shift.value, shift.low, shift.high),
        state=_state(*other),
        blocks=other[0].blocks,
        side_effects=tuple(_side_effects({target, *others}, before, after)),
        beside=tuple(_beside(others, before, after)),
    )


def _beside(others: Mapping[Target, Shift], before: Sequence[Judgement], after: Sequence[Judgement]) -> Iterator[Beside]:
    """Compare the other figures that the search is for, as far as their intervals are known."""
    for target, shift in others.items():
        one, other = (find(judged, target) for judged in (before, after))
        if one is None or other is None or not math.isfinite(shift.low + shift.high):
            continue
        then, now = _triple(one[1]), _triple(other[1])
        if then is not None and now is not None:
            yield Beside(target.group, then, now, (shift.value, shift.low, shift.high), _state(*other))


def state_of(judged: Iterable[Judgement], target: Target) -> State:
    """State how the target's figure lies to its limit: by its interval alone, and open where there is none."""
    there = find(judged, target)
    return "open" if there is None else _state(*there)


def find(judged: Iterable[Judgement], target: Target) -> tuple[Judgement, Member] | None:
    """Find the target's figure among judgements of one table."""
    members = ((one, member) for one in judged if one.criterion == target.criterion for member in one.members)
    return next(((one, member) for one, member in members if member.group == target.group), None)


def _triple(member: Member) -> tuple[float, float, float] | None:
    return None if member.low is None or member.high is None else (member.value, member.low, member.high)


def _state(one: Judgement, member: Member) -> State:
    return "open" if one.n < LEAST_COUNT else settle([member], CRITERIA[one.criterion].side, one.limit)


def _side_effects(meant: Collection[Target], before: Sequence[Judgement], after: Sequence[Judgement]) -> Iterator[str]:
    """State which other figures are shown to be beyond their limits and were not before, or to be within them after they were beyond."""
    for judgement in before:
        for member in judgement.members:
            here = Target(judgement.criterion, member.group)
            other = find(after, here)
            if here in meant or other is None or not _moved(member, other[1]):
                continue
            then, now = _state(judgement, member), _state(*other)
            if then == now or now == "open" or (now == "holds" and then != "fails"):
                continue
            name = who(here.criterion, member) or CRITERIA[here.criterion].title
            name = CRITERIA[here.criterion].title if here.criterion == "rounds" else name
            figures = f"{value(here.criterion, member)} to {value(here.criterion, other[1])}"
            limit = limit_words(here.criterion, judgement.limit_of(member))
            yield f"{name}: {figures}, now {'within' if now == 'holds' else 'beyond'} {limit}"


def _moved(one: Member, other: Member) -> bool:
    """Whether two figures differ by more than chance explains; those without a standard error by anything at all."""
    if one.se is None or other.se is None:
        return one.value != other.value
    return abs(other.value - one.value) > _SURE * math.hypot(one.se, other.se)
