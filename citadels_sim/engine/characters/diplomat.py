"""The Diplomat (rank 8): exchanges one of his districts for another player's (classic 3.2, 2016 3)."""

from __future__ import annotations

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_EXCHANGE, STAR, action3, put
from citadels_sim.engine.bits import bit, has, lowest, share_of
from citadels_sim.engine.building import move_district, named_slot
from citadels_sim.engine.characters.rank8 import guarded, log_surcharge, protected, rank8_now, rank8_used, spared, walls_price
from citadels_sim.engine.completion import is_complete, note_completion
from citadels_sim.engine.copies import copies_in_city, room_for
from citadels_sim.engine.deck import pay
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.state import CITY
from citadels_sim.variants.switch import WHOLE
from citadels_sim.variants.switches import reading

_FORBIDDEN = reading("diplomat_complete_city", "forbidden")
_GIVE_KEEP = reading("diplomat_give_keep", "allow")
_NO_DUPLICATES = reading("diplomat_duplicates", "forbid")
_TO_PLAYER = reading("diplomat_payee", "player")
_SURCHARGE = reading("great_wall_diplomat", "surcharge")
_EDITION_2016 = reading("edition", "2016")
_WALL_TO_OWNER = reading("great_wall_extra_to", "owner")


@rule
def wall_extra(s: State, r: Rules, seat: int, district: int) -> int:
    """What the Great Wall adds for a district taken from this city, the wall itself excepted (classic 3.2 Diplomat)."""
    walls = s.public.city_mask[seat] & r.having[D.GREAT_WALL]
    if walls == 0 or r.diplomat_great_wall == 0 or not has(r.held_off, s.public.turn_char):
        return 0
    return walls_price(s, r, seat, district)


@rule
def exchange_price(s: State, r: Rules, own: int, seat: int, theirs: int) -> int:
    """Gold the Diplomat pays, by the card the whole difference; `own` and `theirs` are districts, with the bit of the beautified copy.

    The wall's extra belongs to the other district's value, so that it only counts beyond the difference, or is paid on top
    (`great_wall_diplomat`).
    """
    mine = r.cost[own & ~STAR] + (r.artist_value if own & STAR else 0)
    other = r.cost[theirs & ~STAR] + (r.artist_value if theirs & STAR else 0)
    wall = wall_extra(s, r, seat, theirs & ~STAR)
    share = r.diplomat_share[s.public.turn_char]
    if r.great_wall_diplomat == _SURCHARGE:
        return share_of(max(0, other - mine), share) + int(wall)
    return share_of(max(0, other + wall - mine), share)


@rule
def difference_paid_by(r: Rules, gold: int, share: int) -> int:
    """Greatest difference of two districts of which so much gold pays the share."""
    if share == WHOLE:
        return gold
    return int(((gold + 1) * WHOLE - 1) // share if share > 0 else r.afford.shape[0])


@rule
def fitting(s: State, r: Rules, seat: int, own: int) -> int:
    """Set of another city's districts for which an own one can go so that no city has too many identical ones; Quarry does not help.

    In classic it may go for one of the same name (`diplomat_duplicates`).
    """
    p = s.public
    if r.freer != 0 and p.city_n[seat] == CITY:  # where it would stand beside the one that goes for a moment
        return 0
    if r.diplomat_duplicates != _NO_DUPLICATES:
        return -1
    same = bit(own) & -int(r.edition != _EDITION_2016)
    coming = room_for(s, r, p.turn_seat) | (same & -int(copies_in_city(s, p.turn_seat, own) == r.copies_in_city))
    there = copies_in_city(s, seat, own)
    going = (int(there >= r.copies_in_city) - 1) | (same & -int(there == r.copies_in_city))
    return int(coming & going)


@rule
def payable(s: State, r: Rules, own: int, seat: int, district: int, coin: int) -> int:
    """Set of the districts that the Diplomat could pay if they were in a city and the Great Wall cost as for the one given.

    `coin`: 1 for beautified ones. As `exchange_price` says of each: a price of at most his gold.
    """
    wall = wall_extra(s, r, seat, district)
    gold = int(s.public.gold[s.public.turn_seat])
    apart = r.great_wall_diplomat == _SURCHARGE
    difference = difference_paid_by(r, gold - wall * int(apart), r.diplomat_share[s.public.turn_char])
    most = difference + r.cost[own & ~STAR] + (int(own & STAR != 0) - coin) * r.artist_value - wall * int(not apart)
    paid = (most >= 0) & ((not apart) | (gold >= wall))
    return int(r.afford[min(max(most, 0), r.afford.shape[0] - 1)]) & -int(paid)


@rule
def obtainable(s: State, r: Rules, own: int, seat: int, coin: int) -> int:
    """Set of the districts, plain or beautified, that the Diplomat can have of a city for an own one, if they are there."""
    walls = s.public.city_mask[seat] & r.having[D.GREAT_WALL]
    paid = payable(s, r, own, seat, -1, coin) & ~walls
    while walls != 0:
        wall = lowest(walls)
        walls &= walls - 1
        paid |= payable(s, r, own, seat, wall, coin) & bit(wall)
    return paid & fitting(s, r, seat, own & ~STAR) & ~spared(s, r, seat)


@rule
def diplomat_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the exchanges the Diplomat can pay."""
    p = s.public
    me = p.turn_seat
    if not rank8_now(s, r) or protected(s, r, me):
        return n
    plain = guarded(s, r, me)  # what is listed already or may not go
    starred = plain
    for slot in range(p.city_n[me]):
        d = p.city[me, slot]
        coin = p.city_coin[me, slot]
        if has(starred if coin else plain, d) or (r.effect[d] == D.KEEP and r.diplomat_give_keep != _GIVE_KEEP):
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
def list_taken(s: State, r: Rules, own: int, seat: int, out: Legal, n: int) -> int:
    """List what of one city can be had for one own district. What can, nobody foresees: each is written, and the next over it if not."""
    p = s.public
    if protected(s, r, seat) or (r.diplomat_complete_city == _FORBIDDEN and is_complete(s, seat)):
        return n
    plain = obtainable(s, r, own, seat, 0)
    starred = obtainable(s, r, own, seat, 1) if p.coins[seat] != 0 else 0
    for slot in range(p.city_n[seat]):
        d = int(p.city[seat, slot])
        coin = int(p.city_coin[seat, slot])
        put(out, n, action3(A_EXCHANGE, own, seat, d + coin * STAR))
        n += int(has(starred if coin else plain, d))
        plain &= ~((1 - coin) << d)  # each once
        starred &= ~(coin << d)
    return n


@cold
@rule
def exchange(s: State, r: Rules, j: Journal, own: int, seat: int, theirs: int) -> None:
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
