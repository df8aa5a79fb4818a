"""Sentences about what lies beyond its limit, or may lie there: how far it lies with its interval, as charts write it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from citadels_sim.judge.criteria import CRITERIA, Member, games_needed
from citadels_sim.limits import Limit
from citadels_sim.report.card import counted_in, limit_words, opponents, value, who
from citadels_sim.report.overview.excess import Excess
from citadels_sim.show.charts import style
from citadels_sim.text import needed_words

_PLACES: Final = ("", "one place", *(f"{word} places" for word in ("two", "three", "four", "five", "six", "seven")))
"""How far a seat is behind the first crown."""


@dataclass(frozen=True)
class _Form:
    """The sentence of a criterion: what is shown of it, what may be so where that is not shown, and the figures behind either."""

    shown: str
    doubtful: str
    figures: str


_FORMS: Final = {
    "character": _Form("the {who} is too {way}", "the {who} may be too {way}", ". Picking it {moves}; at most {limit} is allowed"),
    "seat": _Form("{who} wins too {way}", "{who} may win too {way}", ": {moves}; at most {limit} is allowed"),
    "rounds": _Form("games are too {way}", "games may be too {way}", ". 19 of 20 are over by round {size}; the limit is round {limit}"),
    "dead_turns": _Form(
        "too {way} turns are lost to murder and bewitchment",
        "too {way} turns may be lost to murder and bewitchment",
        ": {size}; at most {limit} % is allowed",
    ),
    "interaction": _Form(
        "players hit each other too {way}", "players may hit each other too {way}", ": {size} hits per turn; {limit} is allowed"
    ),
    "decisiveness": _Form(
        "games are decided too {way}",
        "games may be decided too {way}",
        ": after {size} of the rounds on average; {limit} % is allowed",
    ),
    "skill": _Form(
        "skill is not rewarded",
        "skill may not be rewarded",
        ". Where the best bot and {others} take the seats in turn, it gains {size} of the possible wins above an even share; "
        "at least {limit} % is required",
    ),
}
_WISHED: Final = ", {wish}. Picking it {moves}"
"""The figures of a character of which something is wanted."""
_MOVES: Final = {
    "character": (
        "takes {size} off the chance of winning",
        "adds {size} to the chance of winning",
        "changes the chance of winning by {size}",
    ),
    "seat": ("{size} below an even share of wins", "{size} above an even share of wins", "{size} from an even share of wins"),
}
"""What a difference of win chances does that is shown to be below 0, above 0, or neither."""


def claim(same: Sequence[Excess]) -> str:
    """State that a member lies beyond its limit, the same way at one table or several, and by how much; that it may where none is shown."""
    worst, one = same[0], same[0].judgement
    form = _FORMS[one.criterion]
    members = [each.member for each in sorted(same, key=lambda each: each.judgement.players)]  # as the sentence names the tables
    start = form.shown if worst.state == "fails" else form.doubtful
    return (start + (_WISHED if worst.member.wish else form.figures)).format(
        who=_subject(one.criterion, worst.member),
        way=worst.way,
        moves=_moves(one.criterion, members) if one.criterion in _MOVES else "",
        size=_over(members, lambda member: value(one.criterion, member)),
        limit=_limit(one.limit, CRITERIA[one.criterion].per_unit),
        others=opponents(one),
        wish=limit_words(one.criterion, worst.member.wish) if worst.member.wish else "",
    )


def settling(each: Excess) -> str:
    """Say how many games or nodes settle a doubt; empty where that cannot be said."""
    one, limit = each.judgement, each.judgement.limit_of(each.member)
    needed = games_needed(each.member, CRITERIA[one.criterion].side, limit, one.n)
    return "" if needed is None else f"A verdict {needed_words(needed.low, needed.high, counted_in(one))}."


def _moves(criterion: str, members: Sequence[Member]) -> str:
    """Write a difference of win chances over tables: its size where its sign is shown at each of them, else with its sign."""
    below, above, either = _MOVES[criterion]
    known = [(member.low, member.high) for member in members if member.low is not None and member.high is not None]
    if known and all(high < 0 for _, high in known):
        return below.format(size=_over([_turned(member) for member in members], _size))
    if known and all(low > 0 for low, _ in known):
        return above.format(size=_over(members, _size))
    return either.format(size=_over(members, lambda member: _size(member, sign=True)))


def _size(member: Member, *, sign: bool = False) -> str:
    """Write a difference of win chances with its interval: ``3.1 percentage points [2.8, 3.4]``."""
    text = style.points(member.value, member.low, member.high).removesuffix("\u00a0pp")
    return f"{text if sign else text.lstrip('+')} percentage points {style.points_interval(member.low, member.high)}"


def _turned(member: Member) -> Member:
    """Return a figure with the other sign."""
    low, high = (None if end is None else -end for end in (member.high, member.low))
    return Member(member.group, -member.value, low, high, None, None)


def _over(members: Sequence[Member], write: Callable[[Member], str]) -> str:
    """Write a figure, those of two tables in their order, or the least and the greatest of several."""
    if len(members) <= 2:
        return " and ".join(dict.fromkeys(map(write, members)))
    ends = (min(members, key=lambda member: member.value), max(members, key=lambda member: member.value))
    return " to ".join(dict.fromkeys(map(write, ends)))


def _subject(criterion: str, member: Member) -> str:
    if criterion == "seat":
        return "the seat with the first crown" if member.group == "0" else f"the seat {_PLACES[int(member.group)]} after the first crown"
    return who(criterion, member)


def _limit(limit: Limit, scale: float) -> str:
    if not isinstance(limit, tuple):
        return f"{limit * scale:.10g}"
    low, high = (f"{edge * scale:.10g}" for edge in limit)
    if not math.isfinite(limit[0]):
        return f"at most {high}"
    return f"{low} to {high}" if math.isfinite(limit[1]) else f"at least {low}"
