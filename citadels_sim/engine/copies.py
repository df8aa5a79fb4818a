"""How often a city has a district, and how often it may (classic 2.1 item 4, `copies_in_city`)."""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine.actions import MODE_WHOLE
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import acts_with
from citadels_sim.engine.memory import likely
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import CITY, STATE_T
from citadels_sim.variants.switches import reading

_ALL_BUILDS = reading("wizard_duplicates", "all_builds")
_ONE_BUILD = reading("wizard_duplicates", "one_build")
_TWO_PER_NAME = reading("quarry_limit", "two_per_name")
_ONE_DUPLICATE = reading("quarry_limit", "one_duplicate")


@typed(signature("int", STATE_T, "int", "int"), inlined=True)
def copies_in_city(s: State, seat: int, district: int) -> int:
    """Count a district's copies in a city. Where none is there twice, as in most, it has one or none: no need to look through it."""
    p = s.public
    if not likely(count(p.city_mask[seat]) == p.city_n[seat]):
        return _count_copies(s, seat, district)
    return int(has(p.city_mask[seat], district))


@cold
@typed(signature("int", STATE_T, "int", "int"))
def _count_copies(s: State, seat: int, district: int) -> int:
    n = 0
    for slot in range(s.public.city_n[seat]):
        if s.public.city[seat, slot] == district:
            n += 1
    return n


@typed(signature("int", RULES_T, "int", "int"))
def sum_of_each(r: Rules, districts: int, amount: int) -> int:
    """Add up the numbers in the effects of some districts, each once."""
    total = 0
    rest = districts
    while rest != 0:
        total += r.amount[amount, lowest(rest)]
        rest &= rest - 1
    return int(total)


@cold
@typed(signature("int", STATE_T, RULES_T, "int", "int", "int"))
def sum_of_copies(s: State, r: Rules, seat: int, effect: int, amount: int) -> int:
    """Add up the numbers of a city's districts of one effect, for each copy."""
    total = 0
    rest = s.public.city_mask[seat] & r.having[effect]
    while rest != 0:
        district = lowest(rest)
        rest &= rest - 1
        total += r.amount[amount, district] * copies_in_city(s, seat, district)
    return int(total)


@rule
def one_of(s: State, r: Rules, seat: int, effect: int) -> int:
    """Return a district of a city that has an effect, which it has."""
    return lowest(s.public.city_mask[seat] & r.having[effect])


@typed(signature("int", RULES_T, "int"))
def best_of(r: Rules, districts: int) -> int:
    """Of some districts of one effect that is used once, return the one that serves its owner best; -1: of none."""
    best = -1
    rest = districts
    while rest != 0:
        district = lowest(rest)
        rest &= rest - 1
        if best < 0 or r.merit[district] > r.merit[best]:
            best = district
    return best


@cold
@rule
def fewer_copies(s: State, seat: int, districts: int, limit: int) -> int:
    """Of some districts, return those of which a city has fewer than so many."""
    fewer = 0
    rest = districts
    while rest != 0:
        district = lowest(rest)
        rest &= rest - 1
        if copies_in_city(s, seat, district) < limit:
            fewer |= bit(district)
    return int(fewer)


@cold
@rule
def above_limit(s: State, r: Rules, seat: int) -> int:
    """Count a city's districts beyond the identical ones that any city may have."""
    beyond = 0
    rest = s.public.city_mask[seat]
    while rest != 0:
        beyond += max(0, copies_in_city(s, seat, lowest(rest)) - r.copies_in_city)
        rest &= rest - 1
    return int(beyond)


@rule
def room_for(s: State, r: Rules, seat: int) -> int:
    """Set of the districts that the rules for everybody let a city have once more (`copies_in_city`)."""
    mask = s.public.city_mask[seat]
    if r.freer == 0:
        return int(~mask)
    return int(~mask | fewer_copies(s, seat, mask, r.copies_in_city)) if s.public.city_n[seat] < CITY else 0


@rule
def duplicates_allowed(s: State, r: Rules, seat: int, wanted: int, taken: bool) -> int:
    """Of the wanted districts that the city already has, return those it may have once more.

    Those of which it has fewer than anybody may (`copies_in_city`). The Wizard may in his turn (classic 3.2, `wizard_duplicates`;
    `taken`: the card he builds at once), the Quarry's owner by its limit (one more of each name, one duplicate in all, or any number;
    (classic 4.3, `quarry_limit`).
    """
    p = s.public
    if acts_with(s, C.WIZARD) and p.turn_seat == seat and p.turn_mode == MODE_WHOLE:
        if r.wizard_duplicates == _ALL_BUILDS or taken:
            return wanted
        if r.wizard_duplicates == _ONE_BUILD and p.duplicate_built == 0:
            return wanted
    if not has(p.city_effects[seat], D.QUARRY):
        return fewer_copies(s, seat, wanted, r.copies_in_city)
    if r.quarry_limit == _ONE_DUPLICATE:
        return wanted if above_limit(s, r, seat) == 0 else fewer_copies(s, seat, wanted, r.copies_in_city)
    return wanted if r.quarry_limit != _TWO_PER_NAME else fewer_copies(s, seat, wanted, r.copies_in_city + 1)
