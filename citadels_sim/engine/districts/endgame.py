"""What unique districts add at the end of the game (classic 4.2, 4.3)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.engine.bits import has
from citadels_sim.engine.building import copies_in_city
from citadels_sim.engine.jit import rule
from citadels_sim.engine.museum import all_under
from citadels_sim.variants.switches import reading

_UNIQUE = 4
_DRAGON_GATE = int(D.DRAGON_GATE)
_UNIVERSITY = int(D.UNIVERSITY)
_TREASURY = int(D.IMPERIAL_TREASURY)
_WISHING_WELL = int(D.WISHING_WELL)
_MAP_ROOM = int(D.MAP_ROOM)
_HAUNTED = int(D.HAUNTED_QUARTER)
_EXCLUDED = reading("haunted_quarter_last_round", "excluded")

GATE_POINTS = 2
"""What Dragon Gate and University are worth beyond their cost."""
TYPES_POINTS = 3


@rule
def worth_beyond_cost(s: Any, seat: int) -> int:
    """Points that Dragon Gate and University add to their cost; they belong to a district's value (classic 5.3)."""
    return GATE_POINTS * (copies_in_city(s, seat, _DRAGON_GATE) + copies_in_city(s, seat, _UNIVERSITY))


@rule
def haunted_wild(s: Any, r: Any, seat: int) -> int:
    """Count the Haunted Quarters that may stand for another type: in classic not one built in the last round."""
    p = s.public
    if not has(p.city_mask[seat], _HAUNTED):
        return 0
    n = 0
    for slot in range(p.city_n[seat]):
        late = r.haunted_quarter_last_round == _EXCLUDED and p.ending != 0 and p.city_round[seat, slot] == p.ending
        if p.city[seat, slot] == _HAUNTED and not late:
            n += 1
    return n


@rule
def typed_points(s: Any, r: Any, seat: int, types: Any) -> int:
    """Points that depend on the districts' types, `types` being how many there are of each, shape (5,)."""
    every = 1
    for t in range(5):
        if types[t] == 0:
            every = 0
    wells = copies_in_city(s, seat, _WISHING_WELL)
    uniques = types[_UNIQUE] if r.wishing_well_self else types[_UNIQUE] - 1
    return int(TYPES_POINTS * every + wells * uniques)


@rule
def score_types(s: Any, r: Any, seat: int, types: Any) -> int:
    """Choose the Haunted Quarters' types for the most points; leave the chosen counts in `types`; return the points."""
    p = s.public
    for t in range(5):
        types[t] = p.city_types[seat, t]
    best = typed_points(s, r, seat, types)
    wild = min(haunted_wild(s, r, seat), 4)
    if wild == 0:
        return best
    best_code = -1
    codes = 5**wild
    for code in range(codes):
        shift_types(types, code, wild, 1)
        points = typed_points(s, r, seat, types)
        shift_types(types, code, wild, -1)
        if points > best:
            best = points
            best_code = code
    if best_code >= 0:
        shift_types(types, best_code, wild, 1)
    return best


@rule
def shift_types(types: Any, code: int, wild: int, sign: int) -> None:
    """Move `wild` unique districts to the types that `code` spells in base five (sign -1: back)."""
    for _ in range(wild):
        types[_UNIQUE] -= sign
        types[code % 5] += sign
        code //= 5


@rule
def end_bonus(s: Any, seat: int) -> int:
    """Points that do not depend on types: Dragon Gate, University, Imperial Treasury, Map Room, Museum."""
    treasury = copies_in_city(s, seat, _TREASURY) * s.public.gold[seat]
    maps = copies_in_city(s, seat, _MAP_ROOM) * s.public.hand_n[seat]
    return int(worth_beyond_cost(s, seat) + treasury + maps + all_under(s, seat))
