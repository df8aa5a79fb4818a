"""What to gather, keep and build: over several turns while there are some, for points alone in the last one."""

from __future__ import annotations

from citadels_sim.bots.appraise import saved_for
from citadels_sim.bots.building import best_otherwise, cheapest_building, is_otherwise, wants_decoy
from citadels_sim.bots.features import affordable, dearest, front_runner, gold_income, to_go, useful
from citadels_sim.bots.paying import way_value
from citadels_sim.bots.planner import weights as w
from citadels_sim.bots.planner.worth import built_with
from citadels_sim.bots.worth import COUNTING, beyond_cost, card_worth
from citadels_sim.catalogue import C, D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import count, has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

_OTHER_CARDS = (1 << D.NECROPOLIS) | (1 << D.THIEVES_DEN)
_OTHER_CHARACTERS = (1 << C.CARDINAL) | (1 << C.MARSHAL)
_UNIQUE = 4
_YIELDING = sum(1 << d for d in (D.GOLD_MINE, D.PARK, D.POOR_HOUSE, D.SCHOOL_OF_MAGIC, D.LABORATORY, D.LIBRARY, D.OBSERVATORY, D.SMITHY))
"""Effects that yield gold or cards turn after turn, or make drawing better."""


@rule
def types_missing(public: Public, seat: int) -> int:
    """How many of the five types a city lacks."""
    missing = 0
    for kind in range(5):
        if public.city_types[seat, kind] == 0:
            missing += 1
    return missing


@rule
def last_turn(public: Public) -> bool:
    """Return whether this is the last round: somebody has completed a city."""
    return bool(public.ending != 0)


@rule
def wants_cards(public: Public, me: Seat, rules: Rules, seat: int, bot_state: BotState) -> bool:
    """Return whether to gather cards: what they are worth to this hand against what the gold lets be built now."""
    if public.deck_n + public.pile_n == 0:
        return False
    weights = bot_state.parameters
    coming = gold_income(public, rules, seat, public.turn_char) if public.used & a.USED_INCOME == 0 else 0
    with_gold = dearest(rules, affordable(public, me, rules, seat, coming + rules.gather_gold))
    without = dearest(rules, affordable(public, me, rules, seat, coming))
    if last_turn(public):
        return with_gold == without
    held = count(useful(public, me, rules, seat))
    if public.used & a.USED_BONUS == 0:
        held += rules.bonus_cards[public.turn_char]
    need = 0.0
    if held == 0:
        need = weights[w.NEED_NONE]
    elif held == 1:
        need = weights[w.NEED_MORE]
    elif held == 2:
        need = weights[w.NEED_TWO]
    if has(public.city_effects[seat], D.LIBRARY):
        need *= 1.6
    elif has(public.city_effects[seat], D.OBSERVATORY):
        need *= 1.2
    if held >= to_go(public, seat):
        need *= 0.5
    spare = public.gold[seat] + coming - with_gold
    return need + weights[w.IDLE] * max(0, spare) - weights[w.HASTE] * (with_gold - without) > 2.0


@rule
def yield_value(public: Public, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What a district is worth more, early in the game, for the gold or cards that it yields every turn."""
    if rules.effect_bit[district] & _YIELDING == 0 or last_turn(public):
        return 0.0
    return bot_state.parameters[w.EARLY] * max(0, to_go(public, seat) - 1)


@rule
def keep(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Keep the drawn card that is worth most, can be paid soon and is not in hand already."""
    seat = public.actor
    best = 0
    best_value = -1.0e9
    purse = public.gold[seat] + (0 if last_turn(public) else rules.gather_gold)
    for i in range(n):
        d = a.arg_a(legal.code[i])
        value = card_worth(public, rules, seat, d) + yield_value(public, rules, seat, d, bot_state) + 0.3 * next_unit(bot_state)
        value -= bot_state.parameters[w.FAR] * max(0, min(rules.cost[d], 60) - purse)
        if has(me.hand_mask, d):
            value -= 2.0
        if value > best_value:
            best_value = value
            best = i
    return best


@rule
def take(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Take a card as the Wizard, and build it at once where it can be paid: that building is one more."""
    seat = public.actor
    wanted = saved_for(public, me, rules, seat)
    front = front_runner(public, seat, bot_state)
    best = 0
    best_value = -1.0e9
    for i in range(n):
        code = legal.code[i]
        kind = code & 0xFF
        d = a.arg_a(code)
        value = 0.1 * next_unit(bot_state)
        if kind == a.A_TAKE:
            value += (
                card_worth(public, rules, seat, d) + yield_value(public, rules, seat, d, bot_state) - (2.0 if has(me.hand_mask, d) else 0.0)
            )
            value -= bot_state.parameters[w.FAR] * max(0, min(rules.cost[d], 60) - public.gold[seat])
        elif kind == a.A_TAKE_BUILD:
            value += (
                district_value(public, rules, seat, d, wanted, bot_state)
                + yield_value(public, rules, seat, d, bot_state)
                + bot_state.parameters[w.AT_ONCE]
            )
        elif kind != a.A_PASS:
            value += way_value(public, me, rules, seat, front, code, 0.0, bot_state.parameters[w.SPITE]) + bot_state.parameters[w.AT_ONCE]
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def district_value(public: Public, rules: Rules, seat: int, district: int, wanted: int, bot_state: BotState) -> float:
    """What building a district now is worth: points in the last turn; else also its type, its income and what it leaves to save for."""
    kind = rules.type_of[district]
    value = 1.0 + float(rules.points[district])
    new_type = public.city_types[seat, kind] == 0
    if last_turn(public):
        return value + (float(rules.all_types_bonus) if new_type and types_missing(public, seat) == 1 else 0.0)
    if new_type:
        value += bot_state.parameters[w.COLOUR]
    if kind == _UNIQUE:
        value += bot_state.parameters[w.UNIQUE]
    left = public.gold[seat] - rules.cost[district] + rules.gather_gold
    if wanted > public.gold[seat] and left < wanted:
        value -= bot_state.parameters[w.THRIFT] * (wanted - rules.cost[district])
    return value


@rule
def points_now(public: Public, rules: Rules, seat: int) -> float:
    """Points of a city as it stands, by what everybody sees."""
    return float(public.city_worth[seat]) + (float(rules.all_types_bonus) if types_missing(public, seat) == 0 else 0.0)


@rule
def waits(public: Public, rules: Rules, seat: int, bot_state: BotState) -> bool:
    """Return whether to leave the last district unbuilt: too far behind to win by it, and nobody else is about to end the game."""
    best = 0.0
    for other in range(public.players):
        if other == seat:
            continue
        if to_go(public, other) <= 1:
            return False
        best = max(best, points_now(public, rules, other))
    return best > points_now(public, rules, seat) + bot_state.parameters[w.PATIENCE]


@rule
def best_building(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, first: int, n: int, bot_state: BotState) -> int:
    """Index of the building that is worth most, -1 when none is worth building now."""
    kind = legal.code[first] & 0xFF
    if kind != a.A_BUILD and not is_otherwise(kind):
        return -1
    if public.warrants != 0 and wants_decoy(public, me, seat, legal, first, n):
        return cheapest_building(rules, legal, first, n, bot_state)
    wanted = saved_for(public, me, rules, seat)
    if public.ending == 0 and to_go(public, seat) <= 1 and waits(public, rules, seat, bot_state):
        return -1
    counted = (me.hand_mask & rules.bringing) | (public.city_effects[seat] & COUNTING) != 0
    several = public.builds_left > 1
    thrift = bot_state.parameters[w.THRIFT]
    cards = useful(public, me, rules, seat)
    best = -1
    best_value = 0.0
    i = first
    while i < n and legal.code[i] & 0xFF == a.A_BUILD:
        d = a.arg_a(legal.code[i])
        value = (
            district_value(public, rules, seat, d, wanted, bot_state)
            + yield_value(public, rules, seat, d, bot_state)
            + 0.1 * next_unit(bot_state)
        )
        if several:
            more = built_with(rules, cards & ~(1 << d), public.gold[seat] - rules.cost[d], public.builds_left - 1)
            value += bot_state.parameters[w.EXTRA] * more
        if counted:
            value += bot_state.parameters[w.EFFECT] * beyond_cost(public, rules, seat, d)
        if value > best_value:
            best_value = value
            best = i
        i += 1
    other = me.hand_mask & _OTHER_CARDS != 0 or has(_OTHER_CHARACTERS, public.turn_power)
    if other or has(public.city_effects[seat], D.FRAMEWORK):
        weights = bot_state.parameters
        return best_otherwise(
            public, me, rules, seat, legal, first, n, wanted, best, bot_state, weights[w.SPITE], thrift, weights[w.CAPTURE]
        )
    return best
