"""What experts who think ahead find of members that the judge finds beyond their limits: whether they confirm it, and the words for it.

A study forks the tables of its headline once more with them. They judge nothing: fewer nodes are theirs, and so wider intervals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.lineups import players_words
from citadels_sim.show.charts import style

Answer = Literal["confirmed", "contradicted", "open"]

VERBS: Final[dict[Answer, str]] = {"confirmed": "confirm {}", "contradicted": "contradict {}", "open": "leave {} undecided"}
"""What they do to what is said."""


@dataclass(frozen=True)
class Confirmation:
    """What they find of one member that is said to lie beyond its limit.

    Attributes
    ----------
    judgement, member
        Theirs.
    up : bool
        Whether it is said to lie above.
    """

    judgement: Judgement
    member: Member
    up: bool

    @property
    def answer(self) -> Answer:
        """Confirmed: they are shown to find it beyond, too; contradicted: shown to be within the limit, or on the other side."""
        state, member = self.judgement.state_of(self.member), self.member
        if member.low is None or member.high is None or self.judgement.few:
            return "open"
        shift = member.value - member.off  # what is wanted, where that is not 0
        same = (member.off > 0) == self.up
        if state == "fails":
            return "confirmed" if same else "contradicted"
        other_side = member.high < shift if self.up else member.low > shift
        return "contradicted" if state == "holds" or other_side else "open"

    @property
    def figure(self) -> str:
        """Their figure with its interval."""
        value, low, high = self.member.value, self.member.low, self.member.high
        if low is None or high is None or self.judgement.few:
            return "too few nodes for a figure"
        return f"{style.points(value, low, high)} {style.points_interval(low, high)}"

    def words(self, where: str = "") -> str:
        """Say who they are, whether they confirm it, and what they find; `where` follows what they do."""
        return f"{players_words([self.judgement.lineup])} {VERBS[self.answer].format('it')}{where}: {self.figure}"


def confirmation(confirming: Iterable[Judgement], of: Judgement, member: Member, *, up: bool) -> Confirmation | None:
    """Find what they say of a member of a judgement that lies beyond its limit; None where they did not play its table."""
    for one in confirming:
        if (one.criterion, one.variant, one.players) == (of.criterion, of.variant, of.players):
            own = next((each for each in one.members if each.group == member.group), None)
            return Confirmation(one, own, up) if own is not None else None
    return None
