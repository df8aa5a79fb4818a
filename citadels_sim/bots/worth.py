"""What cards and districts are worth: in the hand, to be built, standing in a city. By cost, type and what they add at the end."""

from __future__ import annotations

from citadels_sim.bots.features import to_go
from citadels_sim.catalogue import D
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import cold, inline, rule, typed
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has, lowest
from citadels_sim.engine.record_types import Public, Rules, Seat
from citadels_sim.engine.rules import AMOUNT_BONUS, AMOUNT_DISTRICTS, AMOUNT_GOLD, PURSE, RULES_T
from citadels_sim.engine.state import PUBLIC_T

_FLOAT = types.float64(PUBLIC_T, RULES_T, types.int64, types.int64)

_UNIQUE = 4
COUNTING = sum(1 << d for d in (D.BASILICA, D.CAPITOL, D.IVORY_TOWER, D.WISHING_WELL))
"""Effects whose points depend on the rest of the city."""


@inline
def card_worth(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What a card is worth to a seat: little if the city has it already and may not have it twice."""
    if rules.cost[district] > PURSE or has(public.city_mask[seat] | rules.having[D.MONUMENT], district):
        return odd_card_worth(public, rules, seat, district)
    return district_worth(public, rules, seat, district)


@typed(_FLOAT)
def odd_card_worth(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What a card is worth that may be impossible to build: a Secret Vault, a second copy, a Monument too late."""
    if rules.cost[district] > PURSE:
        return 1.0 + rules.amount[AMOUNT_BONUS, district] if rules.effect[district] == D.SECRET_VAULT else 0.0
    if has(public.city_mask[seat], district) and not has(public.city_effects[seat], D.QUARRY):
        return 0.1
    if rules.effect[district] == D.MONUMENT and public.city_n[seat] >= rules.monument_limit:
        return 0.1
    return district_worth(public, rules, seat, district)


@rule
def district_worth(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What one more district is worth in a city: its cost, more if it brings a new type, and what it adds at the end."""
    worth = plain_worth(public, rules, seat, district)
    if has(rules.bringing, district) or public.city_effects[seat] & COUNTING != 0:
        worth += beyond_cost(public, rules, seat, district)
    return worth


@inline
def plain_worth(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What one more district is worth in a city by cost and type."""
    worth = 1.0 + float(rules.points[district])
    worth += 1.0 if public.city_types[seat, rules.type_of[district]] == 0 else 0.0
    return worth + (0.7 if rules.type_of[district] == _UNIQUE else 0.0)


@typed(_FLOAT)
def beyond_cost(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What one more district brings beyond its cost, by itself and with what counts it."""
    return brings(public, rules, seat, district) + counted_with(public, rules, seat, district, 0, 0)


@cold
@rule
def uniques(public: Public, seat: int) -> int:
    """Unique districts in a city that count as such for certain: a Haunted Quarter can stand for another type."""
    return int(public.city_types[seat, _UNIQUE]) - (1 if has(public.city_effects[seat], D.HAUNTED_QUARTER) else 0)


@cold
@rule
def odd_districts(public: Public, rules: Rules, seat: int) -> int:
    """Districts of odd cost in a city, coins included."""
    n = 0
    for slot in range(public.city_n[seat]):
        n += (rules.cost[public.city[seat, slot]] + public.city_coin[seat, slot] * rules.artist_value) & 1
    return int(n)


@cold
@rule
def most_of_a_type(public: Public, seat: int) -> int:
    """Districts of the type that a city has most of."""
    most = 0
    for kind in range(5):
        most = max(most, public.city_types[seat, kind])
    return int(most)


@cold
@rule
def cards_under(public: Public, seat: int) -> int:
    """Cards under the Museum of a city."""
    n = 0
    for slot in range(public.city_n[seat]):
        n += public.city_tucked[seat, slot]
    return int(n)


@cold
@rule
def crown_chance(public: Public, seat: int) -> float:
    """How likely a seat has the crown at the end, or nearly so."""
    if public.crown != seat:
        return 1.0 / (public.players + 1)
    end_near = public.ending != 0
    for other in range(public.players):
        if to_go(public, other) <= 1:
            end_near = True
    return 0.6 if end_near else 0.4


@typed(_FLOAT)
def brings(public: Public, rules: Rules, seat: int, district: int) -> float:
    """What a unique district brings beyond its cost: points at the end as far as can be seen, and what it yields until then; 0 for most."""
    if not has(rules.bringing, district):
        return 0.0
    effect = rules.effect[district]
    bonus = rules.amount[AMOUNT_BONUS, district]
    left = to_go(public, seat)
    if effect == D.BASILICA:
        return bonus * (0.8 * odd_districts(public, rules, seat) + 0.4 * left)
    if effect == D.CAPITOL:
        missing = rules.amount[AMOUNT_DISTRICTS, district] - most_of_a_type(public, seat)
        if missing <= 0:
            return float(bonus)
        return 0.8 * bonus if missing < left else 0.0
    if effect == D.STATUE:
        return bonus * crown_chance(public, seat)
    if effect == D.IMPERIAL_TREASURY:
        return bonus * (0.4 + 0.35 * min(public.gold[seat], 8))
    if effect == D.MAP_ROOM:
        return bonus * (0.3 + 0.4 * min(public.hand_n[seat], 8))
    if effect == D.MONUMENT:
        return 2.5 * (rules.counts_as[district] - 1)
    if effect == D.MUSEUM:
        return bonus * (0.4 * left + cards_under(public, seat))
    own = 1 if has(public.city_mask[seat], district) and rules.type_of[district] == _UNIQUE else 0
    if effect == D.IVORY_TOWER:
        return bonus * (1.0 - 0.06 * left) if uniques(public, seat) == own else 0.0
    if effect == D.WISHING_WELL:
        return bonus * (0.9 * (uniques(public, seat) - own) + 0.1 * left + (0.7 if rules.wishing_well_self else 0.0))
    return (0.3 * rules.amount[AMOUNT_GOLD, district] if effect == D.GOLD_MINE else 0.15) * max(0, left - 1)


@rule
def counted_with(public: Public, rules: Rules, seat: int, district: int, coin: int, standing: int) -> float:
    """What a district adds to the points of a city's Basilica, Capitol, Ivory Tower and Wishing Well.

    `coin`: 1 where it is beautified; `standing`: 1 where the city has it already and might lose it.
    """
    kind = rules.type_of[district]
    points = 0.0
    rest = 0
    if public.city_effects[seat] & COUNTING != 0:
        rest = public.city_mask[seat] & rules.bringing
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        effect = rules.effect[other]
        bonus = rules.amount[AMOUNT_BONUS, other]
        if effect == D.BASILICA:
            points += bonus * ((rules.cost[district] + coin) & 1)
        elif effect == D.CAPITOL:
            enough = rules.amount[AMOUNT_DISTRICTS, other]
            if public.city_types[seat, kind] == enough - 1 + standing and (standing == 1 or most_of_a_type(public, seat) < enough):
                points += bonus
        elif kind != _UNIQUE or rules.effect[district] == D.HAUNTED_QUARTER:
            continue
        elif effect == D.WISHING_WELL:
            points += bonus
        elif effect == D.IVORY_TOWER and district != other and uniques(public, seat) == standing + int(rules.type_of[other] == _UNIQUE):
            points -= bonus
    return points


@rule
def worth_of(rules: Rules, named: int) -> int:
    """Cost and coin of a district as an action names it."""
    return rules.cost[named & ~a.STAR] + (rules.artist_value if named & a.STAR else 0)


@rule
def points_of(public: Public, rules: Rules, seat: int, named: int) -> float:
    """Points that leave a city, or nearly so, with a district that stands there, named as an action does."""
    district = named & ~a.STAR
    points = float(rules.points[district]) + (rules.artist_value if named & a.STAR else 0)
    points += brings(public, rules, seat, district)
    if public.city_types[seat, rules.type_of[district]] == 1:
        points += 0.6
    return points + counted_with(public, rules, seat, district, 1 if named & a.STAR else 0, 1)


@rule
def hold_value(public: Public, me: Seat, rules: Rules, seat: int, district: int) -> float:
    """What giving one card out of the hand costs, in gold: next to nothing for second copies, a Secret Vault's points are never given."""
    if rules.effect[district] == D.SECRET_VAULT:
        return 2.0 * rules.amount[AMOUNT_BONUS, district]
    worth = card_worth(public, rules, seat, district)
    if worth < 1.0 or me.hand[district] > 1:
        return 0.1 + 0.01 * worth
    return (0.35 if public.hand_n[seat] <= 4 else 0.25) * worth


@rule
def cheapest_held(public: Public, me: Seat, rules: Rules, seat: int, n: int, kept: int) -> float:
    """What giving away the n cards costs that are worth least, one copy of the district `kept` (-1: none) staying in hand.

    Walks up through the values held, from each to the next higher one, since nothing may be allocated for sorting.
    """
    total = 0.0
    floor = -1.0
    left = n
    while left > 0:
        step = 1.0e9
        copies = 0
        rest = me.hand_mask
        while rest != 0:
            d = lowest(rest)
            rest &= rest - 1
            held = me.hand[d] - (1 if d == kept else 0)
            value = hold_value(public, me, rules, seat, d)
            if held <= 0 or value <= floor:
                continue
            if value < step:
                step = value
                copies = held
            elif value == step:
                copies += held
        if copies == 0:
            return total + 100.0 * left
        total += step * min(left, copies)
        left -= copies
        floor = step
    return total
