"""Cities: what may stand there at what price, adding, removing, moving districts (classic 2.1). Building one is in `construction`."""

from __future__ import annotations

from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine import journal
from citadels_sim.engine.actions import STAR
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.characters.holders import acts_with
from citadels_sim.engine.completion import bell_tower_lost, is_complete
from citadels_sim.engine.copies import duplicates_allowed, sum_of_each
from citadels_sim.engine.deck import aside_add, return_aside
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.memory import likely
from citadels_sim.engine.museum import untuck, untuck_all
from citadels_sim.engine.record_types import Journal, Rules, State
from citadels_sim.engine.rules import AMOUNT_DISCOUNT, RULES_T
from citadels_sim.engine.state import CITY, STATE_T
from citadels_sim.variants.switches import reading

_UNIQUE = 4
_AT_ONCE = 8
_COIN_TO_OWNER = reading("beautify_gold_on_destroy", "owner")
_AFTER_SACRIFICE = reading("monument_check", "after_sacrifice")


@typed(signature("int", STATE_T, RULES_T, "int", "int", "int"))
def city_add(s: State, r: Rules, seat: int, district: int, built_in: int) -> int:
    """Put a district into a city; return its slot. `built_in` is the round when it was built, 0 when it came otherwise."""
    p = s.public
    slot = p.city_n[seat]
    p.city[seat, slot] = district
    p.city_coin[seat, slot] = 0
    p.city_round[seat, slot] = built_in
    p.city_tucked[seat, slot] = 0
    p.city_n[seat] = slot + 1
    p.city_mask[seat] |= bit(district)
    p.city_effects[seat] |= r.effect_bit[district]
    p.city_size[seat] += r.counts_as[district]
    p.city_schools[seat] += r.schools[district]
    p.city_worth[seat] += r.points[district]
    p.city_types[seat, r.type_of[district]] += 1
    return int(slot)


@typed(signature("int", STATE_T, RULES_T, "int", "int"))
def city_lift(s: State, r: Rules, seat: int, slot: int) -> int:
    """Take a district out of a city; return its code. The caller sees to its coin and to the cards under it."""
    p = s.public
    district = p.city[seat, slot]
    p.city_worth[seat] -= r.points[district] + p.city_coin[seat, slot] * r.artist_value
    p.city_types[seat, r.type_of[district]] -= 1
    p.city_size[seat] -= r.counts_as[district]
    p.city_schools[seat] -= r.schools[district]
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
    if likely(count(p.city_mask[seat]) == last + 1):  # none there twice
        p.city_mask[seat] &= ~bit(district)
    else:
        mask = 0
        for i in range(last):
            mask |= bit(p.city[seat, i])
        p.city_mask[seat] = mask
    if r.effect_bit[district] != 0 and p.city_mask[seat] & r.having[r.effect[district]] == 0:
        p.city_effects[seat] &= ~r.effect_bit[district]
    return int(district)


@typed(signature("int", STATE_T, RULES_T, JOURNAL_T, "int", "int"))
def city_destroy(s: State, r: Rules, j: Journal, seat: int, slot: int) -> int:
    """Take a destroyed district out of a city; return its code, which the caller puts away.

    Its coin goes to the bank (`beautify_gold_on_destroy`), cards under it under the deck (classic 4.3 Museum).
    """
    p = s.public
    if p.city_coin[seat, slot]:
        if r.beautify_gold_on_destroy == _COIN_TO_OWNER:
            p.gold[seat] += 1
            journal.log(s, j, journal.PAY_BACK, seat, 0, -1, 0, p.city[seat, slot], 1, 0, 0)
        else:
            p.bank += 1
    while True:
        card = untuck(s, seat, slot)
        if card < 0:
            break
        aside_add(s, seat, card)
    return_aside(s, seat, False)  # in random order: nobody may look at them
    district = city_lift(s, r, seat, slot)
    if r.effect[district] == D.BELL_TOWER:
        bell_tower_lost(s, r)
    return district


@typed(signature("int", STATE_T, "int", "int", "int"))
def find_slot(s: State, seat: int, district: int, coin: int) -> int:
    """Find the first copy of a district with (1) or without (0) a coin on it; -1 when there is none.

    Eight are looked at in any case: where it stands and how large the city is nobody foresees.
    """
    p = s.public
    found = CITY
    for first in range(0, p.city_n[seat], _AT_ONCE):
        for slot in range(first, first + _AT_ONCE):
            here = (p.city[seat, slot] == district) & (p.city_coin[seat, slot] == coin)
            found = min(found, slot if here else CITY)
    return found if found < p.city_n[seat] else -1


@cold
@rule
def discounted(r: Rules, character: int, district: int, cost: int) -> int:
    """What is left of a price where the character whose turn it is pays less for districts of this type."""
    return int(max(0, cost - r.discount_gold[character]) if r.type_of[district] == r.discount_type[character] else cost)


@rule
def discount_beside(s: State, r: Rules, seat: int, built: int) -> int:
    """Gold that a city's Factories take off the cost of unique districts: each off that of all others than itself (`built`, a set)."""
    return sum_of_each(r, s.public.city_mask[seat] & r.having[D.FACTORY] & ~built, AMOUNT_DISCOUNT)


@rule
def paid_by_factory(s: State, r: Rules, seat: int, gold: int) -> int:
    """Set of the unique districts that so much gold pays in a city with a Factory; one that stands there does nothing for its own name."""
    top = r.afford.shape[0] - 1
    factories = s.public.city_mask[seat] & r.having[D.FACTORY]
    paid = r.afford[min(gold + discount_beside(s, r, seat, 0), top)] & ~factories
    rest = factories
    while rest != 0:
        district = lowest(rest)
        rest &= rest - 1
        paid |= r.afford[min(gold + discount_beside(s, r, seat, bit(district)), top)] & bit(district)
    return int(paid & r.type_mask[_UNIQUE])


@typed(signature("int", STATE_T, RULES_T, "int", "int"))
def price(s: State, r: Rules, seat: int, district: int) -> int:
    """Gold a seat pays to build a district: less for other unique ones with the Factory, by the card one (classic 4.3)."""
    cost = r.cost[district]
    if r.type_of[district] == _UNIQUE and has(s.public.city_effects[seat], D.FACTORY):
        cost = max(0, cost - discount_beside(s, r, seat, bit(district)))
    if r.freer != 0 and seat == s.public.turn_seat:
        cost = discounted(r, s.public.turn_char, district, cost)
    return int(cost)


@rule
def may_stand(s: State, r: Rules, seat: int, cards: int, taken: bool, sacrificed: int) -> int:
    """Of a set of cards, return those the city may have, whatever they cost (classic 2.1 item 4, 2016 4.2 Monument).

    `sacrificed` is how many of the city's districts are destroyed in payment.
    """
    p = s.public
    if r.freer != 0 and p.city_n[seat] == CITY:
        return 0
    free = cards & ~p.city_mask[seat]
    # Which is foreseen, whether the hand has such cards is not.
    if acts_with(s, C.WIZARD) or has(p.city_effects[seat], D.QUARRY) or r.freer != 0:
        free |= duplicates_allowed(s, r, seat, cards & p.city_mask[seat], taken)
    if free & r.having[D.MONUMENT] != 0 and not monument_fits(s, r, seat, sacrificed):
        free &= ~r.having[D.MONUMENT]
    return int(free)


@cold
@rule
def monument_fits(s: State, r: Rules, seat: int, sacrificed: int) -> bool:
    """Tell whether the city is small enough for the Monument (2016 A7: `monument_limit`, `monument_check`)."""
    size = s.public.city_n[seat]
    if r.monument_check == _AFTER_SACRIFICE:
        size -= sacrificed
    return bool(size < r.monument_limit)


@rule
def buildable_of(s: State, r: Rules, seat: int, cards: int, taken: bool) -> int:
    """Of a set of cards, return those the seat could pay in gold and may have in its city (classic 2.1 items 3 and 4)."""
    p = s.public
    gold = p.gold[seat]
    paid = r.afford[min(gold, r.afford.shape[0] - 1)]
    if has(p.city_effects[seat], D.FACTORY):
        paid |= paid_by_factory(s, r, seat, gold)
    if r.freer != 0:
        paid |= paid_less(s, r, seat)
    return may_stand(s, r, seat, int(cards & paid), taken, 0)


@cold
@rule
def paid_less(s: State, r: Rules, seat: int) -> int:
    """Set of the districts of the discount's type that the seat could pay in its own turn, with the Factory's discount."""
    p = s.public
    top = r.afford.shape[0] - 1
    kind = max(0, r.discount_type[p.turn_char])
    purse = p.gold[seat] + r.discount_gold[p.turn_char]
    paid = r.afford[min(purse, top)]
    if kind == _UNIQUE and has(p.city_effects[seat], D.FACTORY):
        paid |= paid_by_factory(s, r, seat, purse)
    return int(paid & r.type_mask[kind])


@cold
@rule
def may_sacrifice(s: State, r: Rules, seat: int) -> bool:
    """Tell whether the seat may destroy a district of its own city in payment or for an effect (2016 A15)."""
    return not (r.completed_city_blocks_sacrifice and is_complete(s, seat))


@rule
def first_copy(s: State, seat: int, slot: int) -> bool:
    """Tell whether no earlier district of the city is the same, coin included: a list of choices has each once."""
    p = s.public
    for earlier in range(slot):
        if p.city[seat, earlier] == p.city[seat, slot] and p.city_coin[seat, earlier] == p.city_coin[seat, slot]:
            return False
    return True


@rule
def named_slot(s: State, seat: int, named: int) -> int:
    """Find the district that an action's argument names: a code, with the bit of the beautified copy; -1 when there is none."""
    return find_slot(s, seat, named & ~STAR, 1 if named & STAR else 0)


@rule
def name_of_slot(s: State, seat: int, slot: int) -> int:
    """Name a district of a city as an action's argument."""
    return int(s.public.city[seat, slot]) | (STAR if s.public.city_coin[seat, slot] else 0)


@rule
def any_slot(s: State, seat: int, district: int) -> int:
    """Find a copy of a district, beautified or not; -1 when there is none."""
    slot = find_slot(s, seat, district, 0)
    return slot if slot >= 0 else find_slot(s, seat, district, 1)


@rule
def move_district(s: State, r: Rules, giver: int, slot: int, taker: int) -> None:
    """Move a district between two cities with its coin and the cards under it; it was not built there."""
    p = s.public
    coin = p.city_coin[giver, slot]
    cards = p.city_tucked[giver, slot]
    untuck_all(s, giver, slot, taker)
    district = city_lift(s, r, giver, slot)
    place = city_add(s, r, taker, district, 0)
    p.city_tucked[taker, place] = cards
    if coin:
        p.city_coin[taker, place] = 1
        p.coins[taker] += 1
        p.city_worth[taker] += r.artist_value
