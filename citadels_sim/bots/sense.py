"""What a player can work out from the table: shared by the heuristic bots. Everything here reads, nothing writes."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C, D
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.jit import rule
from citadels_sim.engine.rng import next_below
from citadels_sim.engine.state import RANKS

_SCHOOL = int(D.SCHOOL_OF_MAGIC)
_MERCHANT = int(C.MERCHANT)
_UNIQUE = 4


@rule
def income(public: Any, rules: Any, seat: int, character: int) -> int:
    """Gold that a character's districts would bring a seat now, the Merchant's extra gold included."""
    kind = rules.income_type[character]
    extra = 1 if character == _MERCHANT else 0
    if kind < 0:
        return extra
    school = 1 if has(public.city_mask[seat], _SCHOOL) else 0
    return int(public.city_types[seat, kind] + school + extra)


@rule
def to_go(public: Any, seat: int) -> int:
    """Districts a seat still needs to complete its city."""
    return int(max(0, public.goal - public.city_n[seat]))


@rule
def front_runner(public: Any, seat: int, mind: Any) -> int:
    """The other player who has come furthest; among equals any, so that no seat is picked on."""
    best = -1
    best_strength = -1
    ties = 1
    for other in range(public.players):
        if other == seat:
            continue
        found = strength(public, other)
        if found > best_strength:
            best = other
            best_strength = found
            ties = 1
        elif found == best_strength:
            ties += 1
            if next_below(mind, ties) == 0:
                best = other
    return best


@rule
def strength(public: Any, seat: int) -> int:
    """How far a seat has come, by what everybody sees, in tenths of a point or nearly so."""
    return 10 * public.city_worth[seat] + 30 * public.city_n[seat] + 5 * public.gold[seat] + 4 * public.hand_n[seat]


@rule
def lead(public: Any, seat: int, other: int) -> float:
    """By how many points, or nearly so, the other is ahead of the seat."""
    return 0.1 * (strength(public, other) - strength(public, seat))


@rule
def card_worth(public: Any, rules: Any, seat: int, district: int) -> float:
    """What a card is worth to a seat: its cost, more if it brings a new type, little if the city has it already."""
    if rules.cost[district] > 60:
        return 0.0
    if has(public.city_mask[seat], district):
        return 0.1
    worth = 1.0 + float(rules.cost[district])
    if public.city_types[seat, rules.type_of[district]] == 0:
        worth += 1.0
    if rules.type_of[district] == _UNIQUE:
        worth += 0.7
    return worth


@rule
def useful(public: Any, me: Any, seat: int) -> int:
    """Set of the cards in hand that the city does not have yet."""
    return int(me.hand_mask & ~public.city_mask[seat])


@rule
def dearest(rules: Any, cards: int) -> int:
    """Cost of the dearest card of a set, 0 for the empty set."""
    best = 0
    while cards != 0:
        cost = rules.cost[lowest(cards)]
        cards &= cards - 1
        if best < cost < 60:
            best = cost
    return int(best)


@rule
def possible_ranks(public: Any, me: Any) -> int:
    """Set of the ranks that somebody else may hold: in the cast, not face up, not mine, not called already."""
    ranks = 0
    for rank in range(1, RANKS):
        if public.cast[rank] != 0 and rank >= public.next_rank:
            ranks |= bit(rank)
    return int(ranks & ~public.face_up & ~me.chars & ~bit(me.saw_down))


@rule
def passed_on(me: Any) -> int:
    """Set of the ranks that were in the packet when this seat last passed it on: held by those who picked later, or left over."""
    if me.picks_n == 0:
        return 0
    return int(me.offered[me.picks_n - 1] & ~me.chars)


@rule
def affordable(public: Any, me: Any, rules: Any, seat: int, extra: int) -> int:
    """Set of the useful cards that could be paid with so much more gold."""
    gold = min(public.gold[seat] + extra, rules.afford.shape[0] - 1)
    return int(useful(public, me, seat) & rules.afford[gold])


@rule
def useful_n(public: Any, me: Any, seat: int) -> int:
    """Number of different useful cards in hand."""
    n = 0
    rest = useful(public, me, seat)
    while rest != 0:
        n += 1
        rest &= rest - 1
    return n
