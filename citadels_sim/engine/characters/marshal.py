"""The Marshal (rank 8): seizes a cheap district of another player, paying him for it (2016 3 Marshal)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_SEIZE, STAR, action, put
from citadels_sim.engine.bits import has
from citadels_sim.engine.building import first_copy, move_district, name_of_slot, named_slot
from citadels_sim.engine.characters.rank8 import log_surcharge, protected, rank8_now, rank8_used, spared, wall_charge
from citadels_sim.engine.completion import is_complete, note_completion
from citadels_sim.engine.copies import room_for
from citadels_sim.engine.deck import pay
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.variants.switches import reading

_WALL_TO_OWNER = reading("great_wall_extra_to", "owner")


@rule
def seize_cost(r: Rules, named: int) -> int:
    """Cost of a district as it stands, the gold that beautifies it included; the wall's charge is not part of it."""
    return int(r.cost[named & ~STAR]) + (r.artist_value if named & STAR else 0)


@rule
def may_seize(s: State, r: Rules, seat: int, slot: int) -> bool:
    """Tell whether the Marshal may have this district and can pay for it; neither Quarry nor an own complete city matters."""
    p = s.public
    district = int(p.city[seat, slot])
    if has(spared(s, r, seat), district) or not has(room_for(s, r, p.turn_seat), district) or not first_copy(s, seat, slot):
        return False
    cost = seize_cost(r, name_of_slot(s, seat, slot))
    wall = wall_charge(s, r, seat, district)
    if cost + (wall if r.marshal_limit_with_wall else 0) > r.marshal_limit[p.turn_char]:
        return False
    return bool(cost + wall <= p.gold[p.turn_seat])


@cold
@rule
def marshal_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the districts the Marshal can seize: of others' incomplete cities (`complete_cities`: of all), not the Bishop's."""
    p = s.public
    if not rank8_now(s, r):
        return n
    for seat in range(p.players):
        if seat == p.turn_seat or protected(s, r, seat):
            continue
        if is_complete(s, seat) and r.marshal_complete_cities[p.turn_char] == 0:
            continue
        for slot in range(p.city_n[seat]):
            if may_seize(s, r, seat, slot):
                n = put(out, n, action(A_SEIZE, seat, name_of_slot(s, seat, slot)))
    return n


@rule
def seize(s: State, r: Rules, j: Journal, seat: int, named: int) -> None:
    """Pay the owner and take the district; that is no building."""
    p = s.public
    me = p.turn_seat
    cost = seize_cost(r, named)
    wall = wall_charge(s, r, seat, named & ~STAR)
    extra = 0 if r.great_wall_extra_to == _WALL_TO_OWNER else wall
    pay(s, me, extra)
    p.gold[me] -= cost + wall - extra
    p.gold[seat] += cost + wall - extra
    move_district(s, r, seat, named_slot(s, seat, named), me)
    rank8_used(s, r)
    journal.log(s, j, journal.SEIZE, me, p.turn_card, seat, 0, named & ~STAR, cost + wall - extra, 0, 0)
    log_surcharge(s, j, extra)
    note_completion(s, r, j, me)
