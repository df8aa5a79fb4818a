"""Cities: what may be built at what price, adding and removing districts, completing a city (classic 2.1, 5.1)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.engine import journal
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.deck import hand_remove, pay
from citadels_sim.engine.jit import rule
from citadels_sim.variants.switches import reading

_QUARRY = int(D.QUARRY)
_TWO_PER_NAME = reading("quarry_limit", "two_per_name")
_ONE_DUPLICATE = reading("quarry_limit", "one_duplicate")


@rule
def copies_in_city(s: Any, seat: int, district: int) -> int:
    """Count a district's copies in a city."""
    if not has(s.public.city_mask[seat], district):
        return 0
    n = 0
    for slot in range(s.public.city_n[seat]):
        if s.public.city[seat, slot] == district:
            n += 1
    return n


@rule
def city_add(s: Any, r: Any, seat: int, district: int, built_in: int) -> int:
    """Put a district into a city; return its slot. `built_in` is the round when it was built, 0 when it came otherwise."""
    p = s.public
    slot = p.city_n[seat]
    p.city[seat, slot] = district
    p.city_coin[seat, slot] = 0
    p.city_round[seat, slot] = built_in
    p.city_tucked[seat, slot] = 0
    p.city_n[seat] = slot + 1
    p.city_mask[seat] |= bit(district)
    p.city_worth[seat] += r.cost[district]
    p.city_types[seat, r.type_of[district]] += 1
    return int(slot)


@rule
def city_remove(s: Any, r: Any, seat: int, slot: int) -> int:
    """Take a district out of a city; return its code. Its coin, if any, goes to the bank (classic 3.2 Artist)."""
    p = s.public
    district = p.city[seat, slot]
    p.city_worth[seat] -= r.cost[district] + p.city_coin[seat, slot]
    p.city_types[seat, r.type_of[district]] -= 1
    p.bank += p.city_coin[seat, slot]
    p.coins[seat] -= p.city_coin[seat, slot]
    last = p.city_n[seat] - 1
    for i in range(slot, last):
        p.city[seat, i] = p.city[seat, i + 1]
        p.city_coin[seat, i] = p.city_coin[seat, i + 1]
        p.city_round[seat, i] = p.city_round[seat, i + 1]
        p.city_tucked[seat, i] = p.city_tucked[seat, i + 1]
    p.city[seat, last] = 0
    p.city_coin[seat, last] = 0
    p.city_round[seat, last] = 0
    p.city_tucked[seat, last] = 0
    p.city_n[seat] = last
    mask = 0
    for i in range(last):
        mask |= bit(p.city[seat, i])
    p.city_mask[seat] = mask
    return int(district)


@rule
def find_slot(s: Any, seat: int, district: int, coin: int) -> int:
    """Find the first copy of a district with (1) or without (0) a coin on it; -1 when there is none."""
    for slot in range(s.public.city_n[seat]):
        if s.public.city[seat, slot] == district and s.public.city_coin[seat, slot] == coin:
            return slot
    return -1


@rule
def is_complete(s: Any, seat: int) -> bool:
    """Tell whether the city counts as complete now (classic 5.1)."""
    return s.public.city_n[seat] >= s.public.goal


@rule
def note_completion(s: Any, j: Any, seat: int) -> None:
    """Record a city that has just become complete: the end is triggered and stays so (classic 5.1)."""
    p = s.public
    if p.city_n[seat] < p.goal:
        return
    for i in range(p.completed_n):
        if p.completed[i] == seat:
            return
    if p.completed_n == 0:
        p.first |= bit(seat)
    p.completed[p.completed_n] = seat
    p.completed_n += 1
    if p.ending == 0:
        p.ending = p.round_no
    journal.log(s, j, journal.COMPLETE, seat, 0, -1, 0, -1, 0, 0, 0)


@rule
def duplicates_allowed(s: Any, r: Any, seat: int, wanted: int) -> int:
    """Of the wanted districts that the city already has, return those it may have once more (classic 4.3 Quarry)."""
    p = s.public
    if wanted == 0 or not has(p.city_mask[seat], _QUARRY):
        return 0
    if r.quarry_limit == _ONE_DUPLICATE:
        distinct = 0
        rest = p.city_mask[seat]
        while rest != 0:
            distinct += 1
            rest &= rest - 1
        return wanted if distinct == p.city_n[seat] else 0
    if r.quarry_limit != _TWO_PER_NAME:
        return wanted
    allowed = 0
    rest = wanted
    while rest != 0:
        district = lowest(rest)
        rest &= rest - 1
        if copies_in_city(s, seat, district) < 2:
            allowed |= bit(district)
    return allowed


@rule
def price(s: Any, r: Any, seat: int, district: int) -> int:
    """Gold a seat pays to build a district."""
    return int(r.cost[district])


@rule
def buildable(s: Any, r: Any, seat: int) -> int:
    """Set of the districts in hand that the seat could pay and may have in its city (classic 2.1 items 3 and 4)."""
    p = s.public
    hand = s.seat[seat].hand_mask
    free = hand & ~p.city_mask[seat]
    free |= duplicates_allowed(s, r, seat, hand & p.city_mask[seat])
    gold = min(p.gold[seat], r.afford.shape[0] - 1)
    return int(free & r.afford[gold])


@rule
def build(s: Any, r: Any, j: Any, district: int) -> None:
    """Build a district from the hand of the player whose turn it is, paying gold."""
    p = s.public
    seat = p.turn_seat
    cost = price(s, r, seat, district)
    pay(s, seat, cost)
    p.spent += cost
    hand_remove(s, seat, district)
    city_add(s, r, seat, district, p.round_no)
    p.builds_left -= 1
    p.builders |= bit(seat)
    journal.log(s, j, journal.BUILD, seat, p.turn_char, -1, 0, district, cost, 0, 0)
    note_completion(s, j, seat)
