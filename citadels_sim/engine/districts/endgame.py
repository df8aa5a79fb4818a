"""What unique districts add at the end of the game (classic 4.2, 4.3; 2016 4.2)."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine.bits import has
from citadels_sim.engine.copies import copies_in_city
from citadels_sim.engine.museum import all_under
from citadels_sim.variants.switches import reading

_UNIQUE = 4
_BY_TYPES = sum(1 << d for d in (D.WISHING_WELL, D.CAPITOL, D.IVORY_TOWER, D.BASILICA))
_BASILICA_ALL = reading("basilica_counts", "all")
_EXCLUDED = reading("haunted_quarter_last_round", "excluded")


@rule
def worth_beyond_cost(s: Any, r: Any, seat: int) -> int:
    """Points that Dragon Gate and University add to their cost; they belong to a district's value (classic 5.3)."""
    gates = r.dragon_gate_bonus * copies_in_city(s, seat, D.DRAGON_GATE)
    return int(gates + r.university_bonus * copies_in_city(s, seat, D.UNIVERSITY))


@rule
def haunted_wild(s: Any, r: Any, seat: int) -> int:
    """Count the Haunted Quarters that may stand for another type: in classic not one built in the last round."""
    p = s.public
    if not has(p.city_mask[seat], D.HAUNTED_QUARTER):
        return 0
    n = 0
    for slot in range(p.city_n[seat]):
        late = r.haunted_quarter_last_round == _EXCLUDED and p.ending != 0 and p.city_round[seat, slot] == p.ending
        if p.city[seat, slot] == D.HAUNTED_QUARTER and not late:
            n += 1
    return n


@rule
def typed_points(s: Any, r: Any, seat: int, types: Any) -> int:
    """Points that depend on the districts' types, `types` being how many there are of each, shape (5,)."""
    every = 1
    for t in range(5):
        if types[t] == 0:
            every = 0
    points = r.all_types_bonus * every
    if s.public.city_mask[seat] & _BY_TYPES == 0:
        return int(points)
    wells = copies_in_city(s, seat, D.WISHING_WELL)
    uniques = types[_UNIQUE] if r.wishing_well_self else types[_UNIQUE] - 1
    points += r.wishing_well_bonus * wells * uniques
    for t in range(5):
        if types[t] >= r.capitol_districts:  # once, however many triples there are
            points += r.capitol_bonus * copies_in_city(s, seat, D.CAPITOL)
            break
    if types[_UNIQUE] == 1:
        points += r.ivory_tower_bonus * copies_in_city(s, seat, D.IVORY_TOWER)
    return int(points + basilica_points(s, r, seat, types))


@rule
def is_odd(s: Any, r: Any, seat: int, slot: int) -> bool:
    """Tell whether a district's cost is odd for the Basilica (2016 A34: `basilica_uses_beautified`)."""
    coin = s.public.city_coin[seat, slot] * r.artist_value if r.basilica_uses_beautified else 0
    return bool((r.cost[s.public.city[seat, slot]] + coin) % 2 == 1)


@cold
@rule
def basilica_points(s: Any, r: Any, seat: int, types: Any) -> int:
    """Count a point for each district of odd cost, of all types or of unique ones (2016 D12: `basilica_counts`).

    Where only unique ones count, a Haunted Quarter of odd cost that stands for another type does not.
    """
    p = s.public
    basilicas = copies_in_city(s, seat, D.BASILICA)
    if basilicas == 0:
        return 0
    odd = 0
    odd_haunted = 0
    for slot in range(p.city_n[seat]):
        if not is_odd(s, r, seat, slot):
            continue
        if r.basilica_counts == _BASILICA_ALL or r.type_of[p.city[seat, slot]] == _UNIQUE:
            odd += 1
            odd_haunted += int(p.city[seat, slot] == D.HAUNTED_QUARTER)
    if r.basilica_counts != _BASILICA_ALL:
        odd -= min(odd_haunted, p.city_types[seat, _UNIQUE] - types[_UNIQUE])
    return int(r.basilica_bonus * basilicas * odd)


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
def end_bonus(s: Any, r: Any, seat: int) -> int:
    """Points that do not depend on types: Dragon Gate, University, Imperial Treasury, Map Room, Museum, Statue, Secret Vault."""
    treasury = copies_in_city(s, seat, D.IMPERIAL_TREASURY) * s.public.gold[seat] * r.imperial_treasury_bonus
    vaults = s.seat[seat].hand[D.SECRET_VAULT]
    counted = s.public.hand_n[seat] if r.vault_counts_for_map_room else s.public.hand_n[seat] - vaults
    maps = copies_in_city(s, seat, D.MAP_ROOM) * counted * r.map_room_bonus
    statues = copies_in_city(s, seat, D.STATUE) * int(s.public.crown == seat)
    tucked = r.museum_bonus * all_under(s, seat) if has(s.public.city_mask[seat], D.MUSEUM) else 0
    extra = r.statue_bonus * statues + r.secret_vault_bonus * vaults
    return int(worth_beyond_cost(s, r, seat) + treasury + maps + tucked + extra)
