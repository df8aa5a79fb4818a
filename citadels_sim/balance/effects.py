"""From judgements on fresh deals to a proposal: what a change does to its target, and what else it moves across a limit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from citadels_sim.balance.candidates import Candidate
from citadels_sim.balance.target import Target
from citadels_sim.lab.criteria import CRITERIA, Judgement, Member
from citadels_sim.limits import Limit, ends
from citadels_sim.report.card import limit_words, value, who
from citadels_sim.report.study_facts import Proposal

_SURE: Final = 1.96
"""Standard errors by which a figure must have moved to count as moved."""


def make_proposal(target: Target, change: Candidate, before: Sequence[Judgement], after: Sequence[Judgement]) -> Proposal | None:
    """Compare a changed variant with the variant itself.

    Parameters
    ----------
    target : Target
    change : Candidate
    before, after : sequence of Judgement
        Of the variant itself and of the changed one, on the same deals.

    Returns
    -------
    Proposal or None
        None where one of them lacks the target's figure.
    """
    one, other = (_find(judged, target) for judged in (before, after))
    if one is None or other is None:
        return None
    judgement, member = one
    return Proposal(
        criterion=target.criterion, variant=judgement.variant, players=judgement.players, lineup=judgement.lineup, group=target.group,
        change=change.change, toml=change.toml, before=_triple(member), after=_triple(other[1]), blocks=other[0].blocks,
        side_effects=tuple(_side_effects(target, before, after)),
    )  # fmt: skip


def helps(target: Target, before: Sequence[Judgement], after: Sequence[Judgement]) -> bool:
    """Return whether a change brings its target within the limit, or nearer to it by more than chance explains.

    Parameters
    ----------
    target : Target
    before, after : sequence of Judgement
        As `make_proposal` takes them.
    """
    one, other = (_find(judged, target) for judged in (before, after))
    if one is None or other is None:
        return False
    limit = one[0].limit
    was, is_now = (target.distance(entry[1].value, limit) for entry in (one, other))
    return was > 0 and is_now < was and (is_now <= 0 or _moved(one[1], other[1]))


def figure_words(criterion: str, group: str, figure: tuple[float, float, float]) -> str:
    """Write a figure of a proposal with its interval: ``+0.4 pp [0.1, 0.7]``."""
    return value(criterion, Member(group, *figure, None, None))


def repairs(proposal: Proposal, limits: Mapping[str, Limit]) -> str:
    """State whether a proposal brings its target back within its limit: with the whole interval, by its value alone, or not at all."""
    target, limit = Target(proposal.criterion, proposal.group), limits[proposal.criterion]
    low, high = (target.distance(end, limit) for end in proposal.after[1:])
    if max(low, high) <= 0:
        return "within"
    return "still beyond" if target.distance(proposal.after[0], limit) > 0 else "within, the interval reaches beyond"


def _find(judged: Iterable[Judgement], target: Target) -> tuple[Judgement, Member] | None:
    members = ((one, member) for one in judged if one.criterion == target.criterion for member in one.members)
    return next(((one, member) for one, member in members if member.group == target.group), None)


def _triple(member: Member) -> tuple[float, float, float]:
    low, high = (member.value if end is None else end for end in (member.low, member.high))
    return member.value, low, high


def _side_effects(target: Target, before: Sequence[Judgement], after: Sequence[Judgement]) -> Iterator[str]:
    """State which other figures moved across their limits, in either direction."""
    for judgement in before:
        for member in judgement.members:
            here = Target(judgement.criterion, member.group)
            other = _find(after, here)
            if here == target or other is None or not _moved(member, other[1]):
                continue
            inside = [_inside(here, each, judgement.limit) for each in (member, other[1])]
            if inside[0] != inside[1]:
                name = who(here.criterion, member) or CRITERIA[here.criterion].title
                name = CRITERIA[here.criterion].title if here.criterion == "rounds" else name
                figures = f"{value(here.criterion, member)} to {value(here.criterion, other[1])}"
                limit = limit_words(here.criterion, judgement.limit)
                yield f"{name}: {figures}, {'now within' if inside[1] else 'now beyond'} {limit}"


def _moved(one: Member, other: Member) -> bool:
    """Whether two figures differ by more than chance explains; those without a standard error by anything at all."""
    if one.se is None or other.se is None:
        return one.value != other.value
    return abs(other.value - one.value) > _SURE * math.hypot(one.se, other.se)


def _inside(target: Target, member: Member, limit: Limit) -> bool:
    least, most = ends(CRITERIA[target.criterion].side, limit)
    return least <= member.value <= most
