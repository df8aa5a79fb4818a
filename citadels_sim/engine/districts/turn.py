"""Districts used in one's own turn: Laboratory, Smithy, Museum, Armory (classic 4.2, 4.3)."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.actions import action, put, put_each
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.bottom_order import PUTTING_DESTROYED, ask_order, is_ordered
from citadels_sim.engine.building import any_slot, city_destroy, may_sacrifice, named_slot
from citadels_sim.engine.characters.tax_collector import token_needed
from citadels_sim.engine.completion import is_complete
from citadels_sim.engine.copies import best_of
from citadels_sim.engine.deck import aside_add, discard_destroyed, draw_to_hand, gain, hand_remove, pay, put_aside_away
from citadels_sim.engine.museum import tuck
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import AMOUNT_CARDS, AMOUNT_GOLD, AMOUNT_PRICE, RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

EFFECTS = (1 << D.LABORATORY) | (1 << D.SMITHY) | (1 << D.MUSEUM) | (1 << D.ARMORY)
"""Set of the effects used in a turn."""
_OTHER_CITIES = reading("armory_targets", "other_cities")
_FORBIDDEN = reading("armory_complete_city", "forbidden")
_UNDER_DECK = reading("destroyed_to", "deck_bottom")
_ROUND = reading("lab_smithy_limit", "round")


@typed(signature("bool", STATE_T, RULES_T, "int"))
def unused(s: State, r: Rules, flag: int) -> bool:
    """Tell whether the effect is still to be had in this turn (or round, `lab_smithy_limit`)."""
    p = s.public
    spent = p.used_round[p.turn_seat] if r.lab_smithy_limit == _ROUND else p.used
    return int(spent) & flag == 0


@typed(signature("void", STATE_T, "int"))
def mark_used(s: State, flag: int) -> None:
    """Note that a once-a-turn effect was used."""
    s.public.used |= flag
    s.public.used_round[s.public.turn_seat] |= flag


@rule
def effects_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the district effects that the player whose turn it is can use."""
    p = s.public
    seat = p.turn_seat
    city = p.city_effects[seat]
    if city & EFFECTS == 0:
        return n
    if has(city, D.LABORATORY) and unused(s, r, a.USED_LAB):
        n = put_each(out, n, a.A_LAB, a.FIRST, s.seat[seat].hand_mask)
    if has(city, D.SMITHY) and smithy_used(s, r, seat) >= 0 and unused(s, r, a.USED_SMITHY):
        n = put(out, n, a.A_SMITHY)
    if has(city, D.MUSEUM) and p.used & a.USED_MUSEUM == 0:
        n = put_each(out, n, a.A_MUSEUM, a.FIRST, s.seat[seat].hand_mask)
    if has(city, D.ARMORY) and may_sacrifice(s, r, seat):
        for target in range(p.players):
            n = armory_legal(s, r, target, out, n)
    return n


@rule
def owned(s: State, r: Rules, seat: int, effect: int) -> int:
    """Return the district of a city whose effect is used, of several the best."""
    return best_of(r, s.public.city_mask[seat] & r.having[effect])


@rule
def smithy_used(s: State, r: Rules, seat: int) -> int:
    """Return the Smithy that a seat would use: the best one that it can pay; -1 for none."""
    p = s.public
    paid = 0
    rest = p.city_mask[seat] & r.having[D.SMITHY]
    while rest != 0:
        district = lowest(rest)
        rest &= rest - 1
        paid |= bit(district) & -int(p.gold[seat] >= r.amount[AMOUNT_PRICE, district])
    return int(best_of(r, paid))


@cold
@rule
def laboratory(s: State, r: Rules, j: Journal, district: int) -> None:
    """Discard one card of the hand for gold (one in classic, `laboratory_gold`)."""
    p = s.public
    seat = p.turn_seat
    hand_remove(s, seat, district)
    discard_destroyed(s, r, district)
    mark_used(s, a.USED_LAB)
    gold = r.amount[AMOUNT_GOLD, owned(s, r, seat, D.LABORATORY)]
    journal.log(s, j, journal.LABORATORY, seat, p.turn_card, -1, 0, district, gain(s, seat, gold), 0, 0)


@cold
@rule
def smithy(s: State, r: Rules, j: Journal) -> None:
    """Pay gold, draw cards (`smithy_price`, `smithy_cards`)."""
    p = s.public
    seat = p.turn_seat
    used = smithy_used(s, r, seat)
    pay(s, seat, r.amount[AMOUNT_PRICE, used])
    token_needed(s)
    drawn = draw_to_hand(s, r, seat, r.amount[AMOUNT_CARDS, used])
    mark_used(s, a.USED_SMITHY)
    journal.log(s, j, journal.SMITHY, seat, p.turn_card, -1, 0, -1, r.amount[AMOUNT_PRICE, used], drawn, 0)


@cold
@rule
def museum(s: State, r: Rules, j: Journal, district: int) -> None:
    """Tuck one card of the hand face down under the Museum, once a turn (classic 4.3 Museum)."""
    p = s.public
    seat = p.turn_seat
    hand_remove(s, seat, district)
    under = owned(s, r, seat, D.MUSEUM)
    tuck(s, seat, any_slot(s, seat, under), district)
    mark_used(s, a.USED_MUSEUM)
    journal.log(s, j, journal.MUSEUM, seat, p.turn_card, -1, 0, under, 0, 1, 0)


@rule
def armory_legal(s: State, r: Rules, target: int, out: Legal, n: int) -> int:
    """List what the Armory could destroy in a city: anything, Keep and Bishop's city too (classic 4.3 Armory)."""
    p = s.public
    own = target == p.turn_seat
    if (own and r.armory_targets == _OTHER_CITIES) or (r.armory_complete_city == _FORBIDDEN and is_complete(s, target)):
        return n
    plain = bit(owned(s, r, target, D.ARMORY)) if own else 0  # it cannot destroy itself twice
    starred = plain
    for slot in range(p.city_n[target]):
        d = p.city[target, slot]
        coin = p.city_coin[target, slot]
        if has(starred if coin else plain, d):
            continue
        if coin:
            starred |= bit(d)
        else:
            plain |= bit(d)
        n = put(out, n, action(a.A_ARMORY, target, d | a.STAR if coin else d))
    return n


@cold
@rule
def armory(s: State, r: Rules, j: Journal, target: int, named: int) -> None:
    """Destroy the Armory and one other district; no gold, no Graveyard (classic 4.3 Armory)."""
    p = s.public
    seat = p.turn_seat
    gone = city_destroy(s, r, j, seat, any_slot(s, seat, owned(s, r, seat, D.ARMORY)))
    other = city_destroy(s, r, j, target, named_slot(s, target, named))
    aside_add(s, seat, gone)
    aside_add(s, seat, other)
    if r.destroyed_to == _UNDER_DECK and is_ordered(s, r, seat):
        ask_order(s, PUTTING_DESTROYED)
    else:
        put_aside_away(s, r, seat)
    journal.log(s, j, journal.ARMORY, seat, p.turn_card, target, 0, named & ~a.STAR, 0, 0, gone ^ D.ARMORY)
