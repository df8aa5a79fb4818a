"""Cities: what may be built at what price, adding and removing districts (classic 2.1)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C, D
from citadels_sim.engine import journal
from citadels_sim.engine.actions import MODE_WHOLE
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.rank6 import refund
from citadels_sim.engine.characters.tax_collector import tax_on_building
from citadels_sim.engine.completion import bell_tower_lost, note_completion
from citadels_sim.engine.deck import hand_remove, pay, put_under
from citadels_sim.engine.districts.built import built_effects
from citadels_sim.engine.jit import rule, signature, typed
from citadels_sim.engine.museum import untuck
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_QUARRY = int(D.QUARRY)
_FACTORY = int(D.FACTORY)
_BELL_TOWER = int(D.BELL_TOWER)
_WIZARD = int(C.WIZARD)
_UNIQUE = 4
_ALL_BUILDS = reading("wizard_duplicates", "all_builds")
_ONE_BUILD = reading("wizard_duplicates", "one_build")
_REFUND_AT_ONCE = reading("alchemist_refund", "at_once")
_COIN_TO_OWNER = reading("beautify_gold_on_destroy", "owner")
_TWO_PER_NAME = reading("quarry_limit", "two_per_name")
_ONE_DUPLICATE = reading("quarry_limit", "one_duplicate")


@typed(signature("int", STATE_T, "int", "int"))
def copies_in_city(s: Any, seat: int, district: int) -> int:
    """Count a district's copies in a city."""
    if not has(s.public.city_mask[seat], district):
        return 0
    n = 0
    for slot in range(s.public.city_n[seat]):
        if s.public.city[seat, slot] == district:
            n += 1
    return n


@typed(signature("int", STATE_T, RULES_T, "int", "int", "int"))
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


@typed(signature("int", STATE_T, RULES_T, "int", "int"))
def city_lift(s: Any, r: Any, seat: int, slot: int) -> int:
    """Take a district out of a city; return its code. The caller sees to its coin and to the cards under it."""
    p = s.public
    district = p.city[seat, slot]
    p.city_worth[seat] -= r.cost[district] + p.city_coin[seat, slot]
    p.city_types[seat, r.type_of[district]] -= 1
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


@typed(signature("int", STATE_T, RULES_T, "int", "int"))
def city_destroy(s: Any, r: Any, seat: int, slot: int) -> int:
    """Take a destroyed district out of a city; return its code, which the caller puts away.

    Its coin goes to the bank (`beautify_gold_on_destroy`), cards under it under the deck (classic 4.3 Museum).
    """
    p = s.public
    if p.city_coin[seat, slot]:
        if r.beautify_gold_on_destroy == _COIN_TO_OWNER:
            p.gold[seat] += 1
        else:
            p.bank += 1
    while True:
        card = untuck(s, seat, slot)
        if card < 0:
            break
        put_under(s, card)
    district = city_lift(s, r, seat, slot)
    if district == _BELL_TOWER:
        bell_tower_lost(s, r)
    return district


@typed(signature("int", STATE_T, "int", "int", "int"))
def find_slot(s: Any, seat: int, district: int, coin: int) -> int:
    """Find the first copy of a district with (1) or without (0) a coin on it; -1 when there is none."""
    for slot in range(s.public.city_n[seat]):
        if s.public.city[seat, slot] == district and s.public.city_coin[seat, slot] == coin:
            return slot
    return -1


@rule
def duplicates_allowed(s: Any, r: Any, seat: int, wanted: int, taken: bool) -> int:
    """Of the wanted districts that the city already has, return those it may have once more.

    The Wizard may in his turn (classic 3.2, `wizard_duplicates`; `taken`: the card he builds at once), the Quarry's owner by its limit
    (classic 4.3, `quarry_limit`).
    """
    p = s.public
    if wanted == 0:
        return 0
    if p.turn_char == _WIZARD and p.turn_seat == seat and p.turn_mode == MODE_WHOLE:
        if r.wizard_duplicates == _ALL_BUILDS or taken:
            return wanted
        if r.wizard_duplicates == _ONE_BUILD and p.duplicate_built == 0:
            return wanted
    if not has(p.city_mask[seat], _QUARRY):
        return 0
    if r.quarry_limit == _ONE_DUPLICATE:
        return wanted if count(p.city_mask[seat]) == p.city_n[seat] else 0
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


@typed(signature("int", STATE_T, RULES_T, "int", "int"))
def price(s: Any, r: Any, seat: int, district: int) -> int:
    """Gold a seat pays to build a district: one less for other unique ones with the Factory (classic 4.3)."""
    cost = r.cost[district]
    if r.type_of[district] == _UNIQUE and district != _FACTORY and has(s.public.city_mask[seat], _FACTORY):
        cost = max(0, cost - 1)
    return int(cost)


@rule
def buildable_of(s: Any, r: Any, seat: int, cards: int, taken: bool) -> int:
    """Of a set of cards, return those the seat could pay and may have in its city (classic 2.1 items 3 and 4)."""
    p = s.public
    free = cards & ~p.city_mask[seat]
    if free != cards:
        free |= duplicates_allowed(s, r, seat, cards & p.city_mask[seat], taken)
    top = r.afford.shape[0] - 1
    gold = p.gold[seat]
    paid = r.afford[min(gold, top)]
    if has(p.city_mask[seat], _FACTORY):
        paid |= r.afford[min(gold + 1, top)] & r.type_mask[_UNIQUE] & ~bit(_FACTORY)
    return int(free & paid)


@rule
def buildable(s: Any, r: Any, seat: int) -> int:
    """Set of the districts in hand that the seat could build now."""
    return buildable_of(s, r, seat, s.seat[seat].hand_mask, False)


@rule
def place_district(s: Any, r: Any, j: Any, district: int) -> None:
    """Build a district from the hand of the player whose turn it is, paying gold; the limit is the caller's."""
    p = s.public
    seat = p.turn_seat
    cost = price(s, r, seat, district)
    if has(p.city_mask[seat], district):
        p.duplicate_built = 1
    pay(s, seat, cost)
    p.spent += cost
    p.built += 1
    hand_remove(s, seat, district)
    city_add(s, r, seat, district, p.round_no)
    p.builders |= bit(seat)
    journal.log(s, j, journal.BUILD, seat, p.turn_card, -1, 0, district, cost, 0, 0)
    if r.alchemist_refund == _REFUND_AT_ONCE:
        refund(s, j, cost)
    tax_on_building(s, r, j)
    note_completion(s, r, j, seat)
    built_effects(s, r, j, seat, district)
