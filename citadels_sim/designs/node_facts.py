"""The facts of a decision, compiled: what they are in a game's record, and whether a condition on them holds.

What each fact means is said in `designs.facts`, whose order they have here; a condition is a program of `designs.condition`.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.arrays import Array
from citadels_sim.compiler.decorators import rule
from citadels_sim.designs.condition import OPERATIONS
from citadels_sim.designs.facts import COUNTS, FACTS
from citadels_sim.designs.fork_records import NOTHING
from citadels_sim.designs.nodes import is_last
from citadels_sim.engine.actions import A_BUILD, PICK, TURN, arg_a
from citadels_sim.engine.bits import bit, lowest
from citadels_sim.engine.draft_order import place_in_draft
from citadels_sim.engine.record_types import State
from citadels_sim.engine.selection import leads

__all__ = ["holds", "slot_now", "write_facts"]

_NAMES: Final = [fact.name for fact in FACTS]


def _place(name: str) -> int:
    return _NAMES.index(name)


_ROUND, _GOAL, _PICK, _PLACE = map(_place, ("round", "goal", "pick", "place"))
_OWN, _NEXT, _MOST, _LEAST = (_place(f"{who}.gold") for who in ("own", "next", "most", "least"))
_GOLD, _HAND, _DISTRICTS, _POINTS, _TYPES, _LEFT = range(len(COUNTS))
_OWN_TYPES: Final = _place("own.noble")
_LEADER, _LAST, _CROWN, _PART = map(_place, ("leader", "last", "crown", "part"))
_OFFERED, _FACE_UP, _CHARACTERS, _CITY, _OTHERS_CITY, _CARDS, _BUILDABLE = map(
    _place, ("offered", "face_up", "own.characters", "own.city", "others.city", "own.cards", "buildable")
)
_UNKNOWN: Final = 1 << 30
_KINDS_OF_DISTRICT: Final = 5
_COUNTS_N: Final = len(COUNTS)

_FACT, _CONSTANT, _ADD, _SUBTRACT, _MULTIPLY, _EQUAL, _UNEQUAL, _LESS, _AT_MOST, _MORE, _AT_LEAST, _AND, _OR, _NOT, _HAS = range(
    len(OPERATIONS)
)


@rule
def slot_now(s: State) -> int:
    """Number of the pick that is about to be made, 1 for the first of the round."""
    slot = 1
    for seat in range(s.public.players):
        slot += s.seat[seat].picks_n
    return int(slot)


@rule
def characters_of(s: State, ranks: int) -> int:
    """Set of the characters that have some ranks in this game."""
    codes = 0
    rest = int(ranks)
    while rest != 0:
        codes |= bit(s.public.cast[lowest(rest)])
        rest &= rest - 1
    return int(codes)


@rule
def count_of(s: State, seat: int, what: int) -> int:
    """Return one of `designs.facts.COUNTS` of a seat."""
    p = s.public
    if what == _GOLD:
        return int(p.gold[seat])
    if what == _HAND:
        return int(p.hand_n[seat])
    if what == _DISTRICTS:
        return int(p.city_n[seat])
    if what == _POINTS:
        return int(p.city_worth[seat])
    if what == _TYPES:
        types = 0
        for kind in range(_KINDS_OF_DISTRICT):
            types += 1 if p.city_types[seat, kind] > 0 else 0
        return types
    return int(max(0, p.goal - p.city_size[seat]))


@rule
def write_counts(s: State, seat: int, facts: Array) -> None:
    """Write what is counted of who decides, of the next seat, and of all others."""
    players = s.public.players
    after = (seat + 1) % players
    for what in range(_COUNTS_N):
        facts[_OWN + what] = count_of(s, seat, what)
        facts[_NEXT + what] = count_of(s, after, what)
        most = 0
        least = _UNKNOWN
        for other in range(players):
            if other != seat:
                number = count_of(s, other, what)
                most = max(most, number)
                least = min(least, number)
        facts[_MOST + what] = most
        facts[_LEAST + what] = least


@rule
def districts_of(actions: Array, options: int) -> int:
    """Set of the districts that some options build."""
    districts = 0
    for i in range(options):
        districts |= bit(arg_a(actions[i])) if actions[i] != NOTHING and actions[i] & 0xFF == A_BUILD else 0
    return int(districts)


@rule
def write_facts(s: State, actions: Array, options: int, facts: Array) -> None:
    """Write every fact of the decision that is to be made.

    Parameters
    ----------
    s : record of dtype STATE
    actions : int64 array
        The options of the decision,
    options : int
        and how many there are.
    facts : int64 array, shape (len(FACTS),)
        A set of characters or districts is the bits of their codes, a word its place among all, a truth 0 or 1.
    """
    p = s.public
    seat = p.actor
    mine = s.seat[seat]
    facts[_ROUND] = p.round_no
    facts[_GOAL] = p.goal
    picking = p.decision == PICK
    facts[_PICK] = slot_now(s) if picking else 0
    facts[_PLACE] = 1 + place_in_draft(p, seat)
    write_counts(s, seat, facts)
    for kind in range(_KINDS_OF_DISTRICT):
        facts[_OWN_TYPES + kind] = p.city_types[seat, kind]
    facts[_LEADER] = 1 if leads(s, seat) else 0
    facts[_LAST] = 1 if is_last(s, seat) else 0
    facts[_CROWN] = 1 if p.crown == seat else 0
    largest = 0
    others = 0
    for other in range(p.players):
        largest = max(largest, int(p.city_size[other]))
        others |= p.city_mask[other] if other != seat else 0
    facts[_PART] = min(2, 3 * largest // max(1, p.goal))
    facts[_OFFERED] = characters_of(s, s.secret.packet) if picking else 0
    facts[_FACE_UP] = characters_of(s, p.face_up)
    facts[_CHARACTERS] = characters_of(s, mine.chars)
    facts[_CITY] = p.city_mask[seat]
    facts[_OTHERS_CITY] = others
    facts[_CARDS] = mine.hand_mask
    facts[_BUILDABLE] = districts_of(actions, options) if p.decision == TURN else 0


@rule
def combined(does: int, a: int, b: int) -> int:
    """Apply an operation to two numbers; a truth is 0 or 1."""
    if does == _ADD:
        return a + b
    if does == _SUBTRACT:
        return a - b
    if does == _MULTIPLY:
        return a * b
    if does == _EQUAL:
        return 1 if a == b else 0
    if does == _UNEQUAL:
        return 1 if a != b else 0
    if does == _LESS:
        return 1 if a < b else 0
    if does == _AT_MOST:
        return 1 if a <= b else 0
    if does == _MORE:
        return 1 if a > b else 0
    if does == _AT_LEAST:
        return 1 if a >= b else 0
    return a & b if does == _AND else a | b


@rule
def holds(facts: Array, program: Array, stack: Array) -> bool:
    """Tell whether a condition holds.

    Parameters
    ----------
    facts : int64 array, shape (len(FACTS),)
        From `write_facts`.
    program : int64 array, shape (n, 2)
        From `designs.condition.Condition.program`; without steps it always holds.
    stack : int64 array, shape (n,) at least
        Scratch.
    """
    top = 0
    for step in range(program.shape[0]):
        does = program[step, 0]
        number = program[step, 1]
        if does == _FACT:
            stack[top] = facts[number]
            top += 1
        elif does == _CONSTANT:
            stack[top] = number
            top += 1
        elif does == _HAS:
            stack[top - 1] = (stack[top - 1] >> number) & 1
        elif does == _NOT:
            stack[top - 1] = 1 - stack[top - 1]
        else:
            top -= 1
            stack[top - 1] = combined(does, stack[top - 1], stack[top])
    return top == 0 or stack[0] != 0
