"""Rank 8: Warlord, and what all of rank 8 have in common. Diplomat and Marshal have modules of their own."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule, signature, typed
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_DESTROY, ENDING_TURN, SECOND, STAR, USED_GATHER, USED_POWER, action, put, put_each
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.building import city_destroy, find_slot
from citadels_sim.engine.completion import is_complete
from citadels_sim.engine.copies import sum_of_each
from citadels_sim.engine.deck import pay
from citadels_sim.engine.memory import likely
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.rules import AMOUNT_PRICE, RULES_T
from citadels_sim.engine.state import STATE_T
from citadels_sim.variants.switches import reading

_END_OF_TURN = reading("warlord_timing", "end_of_turn")
_FORBIDDEN = reading("warlord_complete_city", "forbidden")


@typed(signature("int", STATE_T, RULES_T, "int", "int"))
def wall_charge(s: State, r: Rules, seat: int, district: int) -> int:
    """What the Great Wall adds to the price of a district of this city (classic 4.2 Great Wall)."""
    if not has(s.public.city_effects[seat], D.GREAT_WALL) or not has(r.held_off, s.public.turn_char):
        return 0
    if seat == s.public.turn_seat and not r.own_wall_charges_warlord:
        return 0
    return walls_price(s, r, seat, district)


@rule
def walls_price(s: State, r: Rules, seat: int, district: int) -> int:
    """What the Great Walls of a city add for one of its districts (-1: that is no wall); none guards itself (`great_wall_self`)."""
    walls = s.public.city_mask[seat] & r.having[D.GREAT_WALL]
    return sum_of_each(r, walls if r.great_wall_self or district < 0 else walls & ~bit(district), AMOUNT_PRICE)


@typed(signature("int", STATE_T, RULES_T, "int", "int", "int"))
def destroy_price(s: State, r: Rules, seat: int, district: int, coin: int) -> int:
    """Gold the Warlord pays: printed cost and coin, less one by the card, and the wall's charge (classic 3.1 Warlord)."""
    return int(
        max(0, r.cost[district] + coin * r.artist_value - r.warlord_price_off[s.public.turn_char]) + wall_charge(s, r, seat, district)
    )


@rule
def keeps(s: State, r: Rules) -> int:
    """Set of the districts that have the effect of the Keep, against the character whose turn it is."""
    return int(r.having[D.KEEP]) & -int(has(r.held_off, s.public.turn_char))


@rule
def spared(s: State, r: Rules, seat: int) -> int:
    """Set of the districts of a city that rank 8 cannot touch: Keeps, and the dearest where no more is protected (`protected_part`)."""
    return keeps(s, r) | guarded(s, r, seat)


@rule
def guarded(s: State, r: Rules, seat: int) -> int:
    """Set of the dearest districts of a city, where a living character protects no more than them (`protected_part`)."""
    if s.public.guarded == 0 or not has(kept_off(s, r, int(s.public.guarded)), seat):
        return 0
    return dearest_of(s, r, seat)


@cold
@rule
def dearest_of(s: State, r: Rules, seat: int) -> int:
    """Set of the districts of a city that cost most, by their cost without coins."""
    most = -1
    dearest = 0
    rest = s.public.city_mask[seat]
    while rest != 0:
        d = lowest(rest)
        rest &= rest - 1
        if r.cost[d] > most:
            most = r.cost[d]
            dearest = 0
        dearest |= bit(d) & -int(r.cost[d] == most)
    return int(dearest)


@rule
def protected_seats(s: State, r: Rules) -> int:
    """Set of the seats whose cities a living Bishop protects; his own rank 8, with two or three players, too (`bishop_blocks_self`).

    In 2016 all that protects from rank 8 goes by the rank, wherever the Warlord sits; in the classic rules by the character.
    """
    return kept_off(s, r, int(s.public.protected))


@rule
def kept_off(s: State, r: Rules, seats: int) -> int:
    """Of the seats that a living character protects, return those from whom that keeps off the character whose turn it is."""
    p = s.public
    if not has(r.held_off, p.turn_char):
        return 0
    if r.bishop_protects_whole_round == 0 and p.players <= 3:
        return 0  # 2016 A25: with two characters each his power is only for his own turn
    return seats if r.bishop_blocks_self != 0 else seats & ~bit(p.turn_seat)


@typed(signature("bool", STATE_T, RULES_T, "int"))
def protected(s: State, r: Rules, seat: int) -> bool:
    """Tell whether a living Bishop protects this city."""
    return has(protected_seats(s, r), seat)


@rule
def rank8_now(s: State, r: Rules) -> bool:
    """Tell whether rank 8 may use its power now: once, in classic as the end of the turn (`warlord_timing`)."""
    p = s.public
    return p.used & USED_POWER == 0 and (r.warlord_timing != _END_OF_TURN or p.used & USED_GATHER != 0)


@rule
def rank8_used(s: State, r: Rules) -> None:
    """Note that the power was used; in classic only the end of the turn is left."""
    s.public.used |= USED_POWER
    if r.warlord_timing == _END_OF_TURN:
        s.public.used |= ENDING_TURN


@rule
def warlord_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the districts the Warlord can pay to destroy, in any city, his own included.

    In a city without beautified districts that is one operation on sets: a Bishop's has nothing, which one does nobody foresees.
    """
    p = s.public
    if not rank8_now(s, r):
        return n
    safe = protected_seats(s, r)
    payable = r.afford[
        min(p.gold[p.turn_seat] + r.warlord_price_off[s.public.turn_char], r.afford.shape[0] - 1)
    ]  # the price is the cost less so much
    for seat in range(p.players):
        if r.warlord_complete_city == _FORBIDDEN and is_complete(s, seat):
            continue
        if not likely(p.coins[seat] == 0):
            n = list_each(s, r, seat, out, n) if not has(safe, seat) else n
            continue
        city = p.city_mask[seat] & ~spared(s, r, seat)
        rest = city & payable if not has(p.city_effects[seat], D.GREAT_WALL) else behind_wall(s, r, seat)
        n = put_each(out, n, action(A_DESTROY, seat, 0), SECOND, rest & (int(has(safe, seat)) - 1))
    return n


@rule
def behind_wall(s: State, r: Rules, seat: int) -> int:
    """Of a city with a Great Wall and without beautified districts, return what the Warlord can pay to destroy.

    What costs less than the price is lowered by is to be had for the wall's charge alone.
    """
    p = s.public
    gold = p.gold[p.turn_seat]
    off = r.warlord_price_off[p.turn_char]
    top = r.afford.shape[0] - 1
    left = gold - wall_charge(s, r, seat, -1)
    rest = p.city_mask[seat] & r.afford[min(max(0, left + off), top)] & -int(left >= 0)
    walls = p.city_mask[seat] & r.having[D.GREAT_WALL]
    while walls != 0:
        wall = lowest(walls)
        walls &= walls - 1
        left = gold - wall_charge(s, r, seat, wall)
        rest |= r.afford[min(max(0, left + off), top)] & bit(wall) & -int(left >= 0)
    return int(rest & ~spared(s, r, seat))


@cold
@rule
def list_each(s: State, r: Rules, seat: int, out: Legal, n: int) -> int:
    """List what can be destroyed in any city, a beautified copy apart from a plain one."""
    p = s.public
    gold = p.gold[p.turn_seat]
    plain = spared(s, r, seat)  # what is listed already or may not be
    starred = plain
    for slot in range(p.city_n[seat]):
        d = p.city[seat, slot]
        coin = p.city_coin[seat, slot]
        if has(starred if coin else plain, d) or destroy_price(s, r, seat, d, coin) > gold:
            continue
        if coin:
            starred |= bit(d)
        else:
            plain |= bit(d)
        n = put(out, n, action(A_DESTROY, seat, d | STAR if coin else d))
    return n


@cold
@rule
def log_surcharge(s: State, j: Journal, paid: int) -> None:
    """Log what the bank gets of a price that another player gets."""
    if paid > 0:
        journal.log(s, j, journal.SURCHARGE, s.public.turn_seat, s.public.turn_card, -1, 0, -1, paid, 0, 0)


@cold
@rule
def destroy(s: State, r: Rules, j: Journal, seat: int, named: int) -> None:
    """Pay and destroy; the card is loose until the Graveyards have been asked."""
    p = s.public
    coin = 1 if named & STAR else 0
    district = named & ~STAR
    cost = destroy_price(s, r, seat, district, coin)
    pay(s, p.turn_seat, cost)
    city_destroy(s, r, j, seat, find_slot(s, seat, district, coin))
    rank8_used(s, r)
    p.loose = district
    p.loose_from = seat
    p.asked = 0
    journal.log(s, j, journal.DESTROY, p.turn_seat, p.turn_card, seat, 0, district, cost, 0, 0)
