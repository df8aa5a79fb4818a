"""The Diplomat (rank 8): exchanges one of his districts for another player's (classic 3.2, 2016 3)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_EXCHANGE, STAR, action3, put
from citadels_sim.engine.bits import bit, has
from citadels_sim.engine.building import copies_in_city, move_district, named_slot
from citadels_sim.engine.characters.rank8 import log_surcharge, protected, rank8_now, rank8_used
from citadels_sim.engine.completion import is_complete, note_completion
from citadels_sim.engine.deck import pay
from citadels_sim.variants.switches import reading

_KEEP = int(D.KEEP)
_GREAT_WALL = int(D.GREAT_WALL)
_FORBIDDEN = reading("diplomat_complete_city", "forbidden")
_GIVE_KEEP = reading("diplomat_give_keep", "allow")
_NO_DUPLICATES = reading("diplomat_duplicates", "forbid")
_TO_PLAYER = reading("diplomat_payee", "player")
_SURCHARGE = reading("great_wall_diplomat", "surcharge")
_EDITION_2016 = reading("edition", "2016")
_WALL_TO_OWNER = reading("great_wall_extra_to", "owner")


@rule
def wall_extra(s: Any, r: Any, seat: int, district: int) -> int:
    """What the Great Wall adds for a district taken from this city, the wall itself excepted (classic 3.2 Diplomat)."""
    if not r.diplomat_great_wall or not has(s.public.city_mask[seat], _GREAT_WALL):
        return 0
    return 0 if district == _GREAT_WALL and not r.great_wall_self else 1


@rule
def exchange_price(s: Any, r: Any, own: int, seat: int, theirs: int) -> int:
    """Gold the Diplomat pays; `own` and `theirs` are district codes, with the bit of the beautified copy.

    The wall's extra belongs to the other district's value, so that it only counts beyond the difference, or is paid on top
    (`great_wall_diplomat`).
    """
    mine = r.cost[own & ~STAR] + (1 if own & STAR else 0)
    other = r.cost[theirs & ~STAR] + (1 if theirs & STAR else 0)
    wall = wall_extra(s, r, seat, theirs & ~STAR)
    if r.great_wall_diplomat == _SURCHARGE:
        return int(max(0, other - mine) + wall)
    return int(max(0, other + wall - mine))


@rule
def fits(s: Any, r: Any, seat: int, gets: int, gives: int) -> bool:
    """Tell whether a city may have the district it gets, giving the other away; Quarry does not help (`diplomat_duplicates`)."""
    if r.diplomat_duplicates != _NO_DUPLICATES or not has(s.public.city_mask[seat], gets):
        return True
    if r.edition == _EDITION_2016 or gets != gives:
        return False
    return copies_in_city(s, seat, gets) == 1


@rule
def diplomat_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the exchanges the Diplomat can pay."""
    p = s.public
    me = p.turn_seat
    if not rank8_now(s, r) or protected(s, r, me):
        return n
    plain = 0
    starred = 0
    for slot in range(p.city_n[me]):
        d = p.city[me, slot]
        coin = p.city_coin[me, slot]
        if has(starred if coin else plain, d) or (d == _KEEP and r.diplomat_give_keep != _GIVE_KEEP):
            continue
        if coin:
            starred |= bit(d)
        else:
            plain |= bit(d)
        for seat in range(p.players):
            if seat != me:
                n = list_taken(s, r, d | STAR if coin else int(d), seat, out, n)
    return n


@rule
def list_taken(s: Any, r: Any, own: int, seat: int, out: Any, n: int) -> int:
    """List what of one city can be had for one own district."""
    p = s.public
    if protected(s, r, seat) or (r.diplomat_complete_city == _FORBIDDEN and is_complete(s, seat)):
        return n
    given = own & ~STAR
    plain = bit(_KEEP)
    starred = bit(_KEEP)
    for slot in range(p.city_n[seat]):
        d = p.city[seat, slot]
        coin = p.city_coin[seat, slot]
        if has(starred if coin else plain, d):
            continue
        named = d | STAR if coin else int(d)
        if coin:
            starred |= bit(d)
        else:
            plain |= bit(d)
        if exchange_price(s, r, own, seat, named) > p.gold[p.turn_seat]:
            continue
        if fits(s, r, p.turn_seat, d, given) and fits(s, r, seat, given, d):
            n = put(out, n, action3(A_EXCHANGE, own, seat, named))
    return n


@cold
@rule
def exchange(s: Any, r: Any, j: Any, own: int, seat: int, theirs: int) -> None:
    """Exchange two districts with what lies on and under them; pay the difference to the owner or the bank."""
    p = s.public
    me = p.turn_seat
    cost = exchange_price(s, r, own, seat, theirs)
    extra = 0
    if r.diplomat_payee != _TO_PLAYER:
        extra = cost
    elif r.great_wall_extra_to != _WALL_TO_OWNER:
        extra = min(cost, wall_extra(s, r, seat, theirs & ~STAR))
    pay(s, me, extra)
    p.gold[me] -= cost - extra
    p.gold[seat] += cost - extra
    mine_slot = named_slot(s, me, own)
    their_slot = named_slot(s, seat, theirs)
    move_district(s, r, me, mine_slot, seat)
    move_district(s, r, seat, their_slot, me)
    rank8_used(s, r)
    journal.log(s, j, journal.EXCHANGE, me, p.turn_card, seat, 0, theirs & ~STAR, cost - extra, 0, own & ~STAR)
    log_surcharge(s, j, extra)
    note_completion(s, r, j, me)
    note_completion(s, r, j, seat)
