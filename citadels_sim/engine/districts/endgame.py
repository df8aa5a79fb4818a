"""What unique districts add at the end of the game (classic 4.2, 4.3; 2016 4.2)."""

from __future__ import annotations

from citadels_sim.arrays import Array
from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine.bits import has, lowest
from citadels_sim.engine.copies import copies_in_city, sum_of_copies
from citadels_sim.engine.record_types import Rules, State
from citadels_sim.engine.rules import AMOUNT_BONUS, AMOUNT_DISTRICTS
from citadels_sim.variants.switches import reading

_UNIQUE = 4
_BY_TYPES = sum(1 << d for d in (D.WISHING_WELL, D.CAPITOL, D.IVORY_TOWER, D.BASILICA))
_BEYOND_COST = (1 << D.DRAGON_GATE) | (1 << D.UNIVERSITY)
_BY_THE_TABLE = sum(1 << d for d in (D.IMPERIAL_TREASURY, D.MAP_ROOM, D.STATUE, D.MUSEUM))
_BASILICA_ALL = reading("basilica_counts", "all")
_EXCLUDED = reading("haunted_quarter_last_round", "excluded")


@rule
def worth_beyond_cost(s: State, r: Rules, seat: int) -> int:
    """Points that Dragon Gate and University add to their cost; they belong to a district's value (classic 5.3)."""
    if s.public.city_effects[seat] & _BEYOND_COST == 0:
        return 0
    return sum_of_copies(s, r, seat, D.DRAGON_GATE, AMOUNT_BONUS) + sum_of_copies(s, r, seat, D.UNIVERSITY, AMOUNT_BONUS)


@rule
def haunted_wild(s: State, r: Rules, seat: int) -> int:
    """Count the Haunted Quarters that may stand for another type: in classic not one built in the last round."""
    p = s.public
    if not has(p.city_effects[seat], D.HAUNTED_QUARTER):
        return 0
    n = 0
    for slot in range(p.city_n[seat]):
        n += int(may_be_another(s, r, seat, slot))
    return n


@rule
def may_be_another(s: State, r: Rules, seat: int, slot: int) -> bool:
    """Tell whether a district is a Haunted Quarter that may stand for another type."""
    p = s.public
    late = r.haunted_quarter_last_round == _EXCLUDED and p.ending != 0 and p.city_round[seat, slot] == p.ending
    return bool(r.effect[p.city[seat, slot]] == D.HAUNTED_QUARTER and not late)


@rule
def typed_points(s: State, r: Rules, seat: int, types: Array) -> int:
    """Points that depend on the districts' types, `types` being how many there are of each, shape (5,)."""
    every = 1
    for t in range(5):
        if types[t] == 0:
            every = 0
    points = r.all_types_bonus * every
    if s.public.city_effects[seat] & _BY_TYPES == 0:
        return int(points)
    most = 0
    for t in range(5):
        most = max(most, types[t])
    rest = s.public.city_mask[seat] & (r.having[D.WISHING_WELL] | r.having[D.CAPITOL] | r.having[D.IVORY_TOWER])
    while rest != 0:
        district = lowest(rest)
        rest &= rest - 1
        points += copies_in_city(s, seat, district) * r.amount[AMOUNT_BONUS, district] * times_counted(r, district, types, most)
    return int(points + basilica_points(s, r, seat, types))


@rule
def times_counted(r: Rules, district: int, types: Array, most: int) -> int:
    """How often a Wishing Well, Capitol or Ivory Tower counts its points; the Capitol once, however many types have enough districts."""
    own = int(r.type_of[district] == _UNIQUE)
    if r.effect[district] == D.WISHING_WELL:
        return int(types[_UNIQUE] if r.wishing_well_self else types[_UNIQUE] - own)
    if r.effect[district] == D.CAPITOL:
        return int(most >= r.amount[AMOUNT_DISTRICTS, district])
    return int(types[_UNIQUE] == own)


@rule
def is_odd(s: State, r: Rules, seat: int, slot: int) -> bool:
    """Tell whether a district's cost is odd for the Basilica (2016 A34: `basilica_uses_beautified`)."""
    coin = s.public.city_coin[seat, slot] * r.artist_value if r.basilica_uses_beautified else 0
    return bool((r.cost[s.public.city[seat, slot]] + coin) % 2 == 1)


@cold
@rule
def basilica_points(s: State, r: Rules, seat: int, types: Array) -> int:
    """Count a point for each district of odd cost, of all types or of unique ones (2016 D12: `basilica_counts`).

    Where only unique ones count, a Haunted Quarter of odd cost that stands for another type does not.
    """
    p = s.public
    each = sum_of_copies(s, r, seat, D.BASILICA, AMOUNT_BONUS)
    if each == 0:
        return 0
    odd = 0
    odd_haunted = 0
    for slot in range(p.city_n[seat]):
        if not is_odd(s, r, seat, slot):
            continue
        if r.basilica_counts == _BASILICA_ALL or r.type_of[p.city[seat, slot]] == _UNIQUE:
            odd += 1
            odd_haunted += int(r.effect[p.city[seat, slot]] == D.HAUNTED_QUARTER)
    if r.basilica_counts != _BASILICA_ALL:
        odd -= min(odd_haunted, p.city_types[seat, _UNIQUE] - types[_UNIQUE])
    return int(each * odd)


@rule
def score_types(s: State, r: Rules, seat: int, types: Array) -> int:
    """Choose the Haunted Quarters' types for the most points; leave the chosen counts in `types`; return the points."""
    p = s.public
    for t in range(5):
        types[t] = p.city_types[seat, t]
    best = typed_points(s, r, seat, types)
    wild = min(haunted_wild(s, r, seat), 4)
    if wild == 0:
        return best
    own = own_types(s, r, seat, wild)
    best_code = -1
    codes = 5**wild
    for code in range(codes):
        shift_types(types, own, code, wild, 1)
        points = typed_points(s, r, seat, types)
        shift_types(types, own, code, wild, -1)
        if points > best:
            best = points
            best_code = code
    if best_code >= 0:
        shift_types(types, own, best_code, wild, 1)
    return best


@rule
def own_types(s: State, r: Rules, seat: int, wild: int) -> int:
    """Spell in base five the types that are printed on the Haunted Quarters that may stand for another one."""
    p = s.public
    spelt = 0
    place = 1
    for slot in range(p.city_n[seat]):
        if place < 5**wild and may_be_another(s, r, seat, slot):
            spelt += place * r.type_of[p.city[seat, slot]]
            place *= 5
    return int(spelt)


@rule
def shift_types(types: Array, own: int, code: int, wild: int, sign: int) -> None:
    """Move `wild` districts from their types to those that `code` spells in base five, as `own` does (sign -1: back)."""
    for _ in range(wild):
        types[own % 5] -= sign
        types[code % 5] += sign
        own //= 5
        code //= 5


@rule
def vaults_held(s: State, r: Rules, seat: int) -> int:
    """Count the Secret Vaults in a hand."""
    n = 0
    rest = s.seat[seat].hand_mask & r.having[D.SECRET_VAULT]
    while rest != 0:
        n += s.seat[seat].hand[lowest(rest)]
        rest &= rest - 1
    return int(n)


@rule
def vault_points(s: State, r: Rules, seat: int) -> int:
    """Points of the Secret Vaults in a hand, which only its owner sees before the end."""
    points = 0
    rest = s.seat[seat].hand_mask & r.having[D.SECRET_VAULT]
    while rest != 0:
        vault = lowest(rest)
        rest &= rest - 1
        points += r.amount[AMOUNT_BONUS, vault] * s.seat[seat].hand[vault]
    return int(points)


@rule
def end_bonus(s: State, r: Rules, seat: int) -> int:
    """Points that do not depend on types: Dragon Gate, University, Imperial Treasury, Map Room, Museum, Statue, Secret Vault."""
    p = s.public
    points = worth_beyond_cost(s, r, seat) + vault_points(s, r, seat)
    if p.city_effects[seat] & _BY_THE_TABLE == 0:
        return int(points)
    counted = p.hand_n[seat] if r.vault_counts_for_map_room else p.hand_n[seat] - vaults_held(s, r, seat)
    points += sum_of_copies(s, r, seat, D.IMPERIAL_TREASURY, AMOUNT_BONUS) * p.gold[seat]
    points += sum_of_copies(s, r, seat, D.MAP_ROOM, AMOUNT_BONUS) * counted
    points += sum_of_copies(s, r, seat, D.STATUE, AMOUNT_BONUS) * int(p.crown == seat)
    return int(points + museum_points(s, r, seat))


@rule
def museum_points(s: State, r: Rules, seat: int) -> int:
    """Points for the cards under the Museums of a city."""
    p = s.public
    points = 0
    for slot in range(p.city_n[seat]):
        points += p.city_tucked[seat, slot] * r.amount[AMOUNT_BONUS, p.city[seat, slot]]
    return int(points)
