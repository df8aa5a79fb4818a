"""How far the members of judgements lie beyond their limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from citadels_sim.judge.criteria import CRITERIA, Judgement, Member
from citadels_sim.limits import Limit, Side, ends, size_of
from citadels_sim.report.overview.words import member_state
from citadels_sim.verdicts import State

WAYS: Final = {
    "character": ("weak", "strong"),
    "seat": ("seldom", "often"),
    "rounds": ("short", "long"),
    "dead_turns": ("few", "many"),
    "interaction": ("seldom", "often"),
    "decisiveness": ("early", "late"),
    "skill": ("", ""),
}
"""What comes behind *too* where a criterion is not met: below its limit, above it."""


@dataclass(frozen=True)
class Excess:
    """A member of a judgement, and how far its value lies beyond the limit, in sizes of the limit."""

    judgement: Judgement
    member: Member
    size: float

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is about, at whatever table: criterion, variant and member."""
        return self.judgement.criterion, self.judgement.variant, self.member.group

    @property
    def state(self) -> State:
        """Whether it is shown to lie there."""
        return member_state(self.judgement, self.member)

    @property
    def table(self) -> tuple[str, str, str, int]:
        """What it is about, at one table: whoever plays there."""
        return *self.key, self.judgement.players

    @property
    def up(self) -> bool:
        """Whether it lies above what is allowed."""
        return self.member.value > ends(CRITERIA[self.judgement.criterion].side, self.judgement.limit_of(self.member))[1]

    @property
    def one_way(self) -> bool:
        """Whether it is at least shown on which side it lies: of a difference its sign, unless something is wanted of it."""
        low, high = self.member.low, self.member.high
        if low is None or high is None:
            return False
        return CRITERIA[self.judgement.criterion].side != "both" or self.member.wish is not None or low > 0 or high < 0

    @property
    def way(self) -> str:
        """What comes behind *too*."""
        return WAYS[self.judgement.criterion][self.up]


def excesses(judgements: Iterable[Judgement], state: State) -> list[Excess]:
    """Return the members beyond their limit of judgements in a state, the farthest out first; of a failing one those that fail."""
    found = []
    for one in judgements:
        side = CRITERIA[one.criterion].side
        # Of bots one is enough: the best.
        members = (one.worst,) if side == "least" else one.members
        for member in members if one.state == state else ():
            size = beyond(member.value, side, one.limit_of(member))
            each = Excess(one, member, size)
            if size > 0 and (state != "fails" or each.state == "fails"):
                found.append(each)
    return sorted(found, key=lambda each: -each.size)


def beyond(value: float, side: Side, limit: Limit) -> float:
    """Return the distance of a value beyond its limit in sizes of the limit: of the number, or of half the band."""
    low, high = ends(side, limit)
    return max(low - value, value - high) / size_of(limit)
