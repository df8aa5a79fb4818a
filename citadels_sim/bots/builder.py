"""`builder`: the sensible greedy player. Builds every turn the best it can pay, drafts by what a character earns, saves for what it holds.

Its murders and thefts go by what is public: who is ahead, who is rich, which character would serve them. It destroys what is cheap in the
leader's city. Equal choices are decided at random, so that it favours no seat and no character by its number.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.answers import answer, choose_aside, choose_card
from citadels_sim.bots.appraise import (
    armory_value,
    bewitch_value,
    build_value,
    coin_value,
    crown_value,
    destroy_value,
    draft_value,
    exchange_value,
    likely,
    murder_value,
    saved_for,
    theft_value,
)
from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.sense import affordable, dearest, front_runner, income, passed_on, possible_ranks, useful, useful_n
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.jit import rule
from citadels_sim.engine.rng import next_unit

# Positions of the parameters.
NOISE = 0
SPITE = 1
THRIFT = 2


@rule
def pick_character(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Keep the character worth most, or lay down the one worth most to the other."""
    seat = public.actor
    front = front_runner(public, seat, mind)
    best = 0
    best_value = -1.0e9
    for i in range(n):
        character = public.cast[a.arg_a(legal.code[i])]
        value = draft_value(public, rules, seat, front, character, mind.parameters[SPITE])
        if public.decision == a.DISCARD_CHARACTER:
            value += draft_value(public, rules, front, seat, character, mind.parameters[SPITE])
        value += (0.001 + mind.parameters[NOISE]) * next_unit(mind)
        if value > best_value:
            best_value = value
            best = i
    return best


@rule
def wants_cards(public: Any, me: Any, rules: Any, seat: int) -> bool:
    """Tell whether to gather cards: nothing useful in hand, or enough gold for all of it."""
    hand = useful(public, me, seat)
    if hand == 0:
        return True
    coming = income(public, rules, seat, public.turn_char) if public.used & a.USED_INCOME == 0 else 0
    now = affordable(public, me, rules, seat, coming)
    if now == 0:
        return False
    return hand & (hand - 1) == 0 or (hand == now and public.hand_n[seat] <= 3)


@rule
def income_first(public: Any, me: Any, rules: Any, seat: int) -> bool:
    """Tell whether to take the income now: not while a district that would add to it can be built without."""
    kind = rules.income_type[public.turn_char]
    if public.builds_left == 0:
        return True
    own = affordable(public, me, rules, seat, 0) & rules.type_mask[kind]
    if own == 0:
        return True
    with_income = affordable(public, me, rules, seat, income(public, rules, seat, public.turn_char))
    return dearest(rules, with_income) > dearest(rules, own) + 1


@rule
def choose_gathering(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Before gathering: first the power that is worth using now, then gold or cards."""
    seat = public.actor
    possible = 0
    passed = 0
    if public.turn_rank <= 2:  # who names a title
        possible = possible_ranks(public, me)
        passed = passed_on(me)
    best = -1
    best_value = 0.0
    cards = -1
    for i in range(n):
        code = legal.code[i]
        kind = code & 0xFF
        if kind == a.A_CARDS:
            cards = i
            continue
        value = 0.0
        if kind == a.A_MURDER:
            value = murder_value(public, rules, seat, a.arg_a(code), likely(possible, passed, a.arg_a(code))) * (
                0.3 + 1.4 * next_unit(mind)
            )
        elif kind == a.A_ROB:
            value = theft_value(public, rules, seat, a.arg_a(code), likely(possible, passed, a.arg_a(code))) * (0.7 + 0.6 * next_unit(mind))
        elif kind == a.A_SWAP:
            value = swap_value(public, seat, a.arg_a(code)) * (1.0 + 0.1 * next_unit(mind))
        elif kind == a.A_REDRAW:
            value = redraw_value(public, me, seat)
        elif kind == a.A_TITHE:
            value = 1.0 + next_unit(mind)
        elif kind == a.A_BONUS:
            value = 40.0
        elif a.A_CROWN <= kind <= a.A_CROWN_NONE:
            value = 50.0 + crown_value(public, seat, a.arg_a(code)) + 0.2 * next_unit(mind)
        if value > best_value:
            best = i
            best_value = value
    if best >= 0:
        return best
    if cards >= 0 and wants_cards(public, me, rules, seat):
        return cards
    return 0


@rule
def chance_of(public: Any, me: Any, rank: int) -> float:
    """How likely it is that another player holds the rank."""
    return likely(possible_ranks(public, me), passed_on(me), rank)


@rule
def swap_value(public: Any, seat: int, other: int) -> float:
    """What it brings to swap hands with another player."""
    more = public.hand_n[other] - public.hand_n[seat]
    return float(more) if more >= 2 else 0.0


@rule
def redraw_value(public: Any, me: Any, seat: int) -> float:
    """What it brings to exchange useless cards with the deck."""
    useless = public.hand_n[seat] - useful_n(public, me, seat)
    return 0.7 * useless if useless >= 2 else 0.0


@rule
def choose_after(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """After gathering: income if it helps to build, the best building, income, effects, destruction, end.

    Relies on the order of the legal actions: income, buildings, powers, effects, end.
    """
    seat = public.actor
    first = 0
    if legal.code[0] == a.A_INCOME:
        if income_first(public, me, rules, seat):
            return 0
        first = 1
    best = best_building(public, me, rules, seat, legal, first, n, mind)
    if best >= 0:
        return best
    if first == 1:
        return 0
    return best_effect(public, me, rules, seat, legal, n, mind)


@rule
def best_building(public: Any, me: Any, rules: Any, seat: int, legal: Any, first: int, n: int, mind: Any) -> int:
    """Index of the building that is worth most, -1 when none is worth building now."""
    if legal.code[first] & 0xFF != a.A_BUILD:
        return -1
    wanted = saved_for(public, me, rules, seat)
    best = -1
    best_value = 0.0
    i = first
    while i < n and legal.code[i] & 0xFF == a.A_BUILD:
        value = build_value(public, rules, seat, a.arg_a(legal.code[i]), wanted, mind.parameters[THRIFT])
        value += 0.1 * next_unit(mind)
        if value > best_value:
            best_value = value
            best = i
        i += 1
    return best


@rule
def best_effect(public: Any, me: Any, rules: Any, seat: int, legal: Any, n: int, mind: Any) -> int:
    """Index of a power or a district's effect that is worth using, else of the end of the turn, which is listed last."""
    if n == 1:
        return 0
    front = front_runner(public, seat, mind)
    best = n - 1
    best_value = 0.0
    for i in range(n):
        value = effect_value(public, me, rules, seat, front, legal.code[i], mind)
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def effect_value(public: Any, me: Any, rules: Any, seat: int, front: int, code: int, mind: Any) -> float:
    """What a power or effect is worth after building; what is not worth it is 0 or less."""
    kind = code & 0xFF
    spite = mind.parameters[SPITE]
    if kind == a.A_END or kind == a.A_BUILD:
        return 0.0
    if kind == a.A_DESTROY:
        value = destroy_value(public, rules, seat, front, code, spite)
        return value + (0.001 + 0.3 * mind.parameters[NOISE]) * (next_unit(mind) - 0.5)
    if kind == a.A_EXCHANGE:
        return exchange_value(public, rules, seat, front, code, spite) + 0.1 * next_unit(mind)
    if kind == a.A_BEWITCH:
        return (
            bewitch_value(public, rules, seat, a.arg_a(code), chance_of(public, me, a.arg_a(code))) * (0.7 + 0.6 * next_unit(mind)) + 0.01
        )
    if kind == a.A_ROB:  # after gathering only as a Witch who goes on as the Thief
        return theft_value(public, rules, seat, a.arg_a(code), chance_of(public, me, a.arg_a(code))) * (0.7 + 0.6 * next_unit(mind))
    if kind == a.A_SWAP:
        return swap_value(public, seat, a.arg_a(code)) * (1.0 + 0.1 * next_unit(mind))
    if kind == a.A_REDRAW:
        return redraw_value(public, me, seat)
    if kind == a.A_LAB:
        return 100.0 if has(public.city_mask[seat], a.arg_a(code)) else 0.0
    if kind == a.A_MUSEUM:
        spare = has(public.city_mask[seat], a.arg_a(code)) or public.ending != 0 or public.hand_n[seat] > 4
        return 90.0 + next_unit(mind) if spare else 0.0
    if kind == a.A_SMITHY:
        rich = public.gold[seat] - rules.smithy_price >= 3
        return 50.0 if useful(public, me, seat) == 0 or (rich and public.hand_n[seat] <= 1) else 0.0
    if kind == a.A_LOOK_AT:
        return 20.0 + public.hand_n[a.arg_a(code)] + next_unit(mind) if public.hand_n[a.arg_a(code)] > 0 else 0.0
    if kind == a.A_BONUS_GOLD:
        return 30.0
    if kind == a.A_BONUS:
        return 40.0
    if kind == a.A_BONUS_CARDS:
        return 31.0 if useful_n(public, me, seat) <= 1 else 29.0
    if kind == a.A_TITHE:
        return 10.0 + next_unit(mind)
    if kind == a.A_BEAUTIFY:
        return coin_value(public, rules, seat) + 0.1 * next_unit(mind)
    if kind == a.A_ARMORY:
        return armory_value(public, rules, seat, front, code, spite) + 0.1 * next_unit(mind)
    if a.A_CROWN <= kind <= a.A_CROWN_NONE:
        return 50.0 + crown_value(public, seat, a.arg_a(code)) + 0.2 * next_unit(mind)
    return 0.0


@compiled_bot
def choose_builder(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Choose as the module says."""
    decision = public.decision
    if decision == a.TURN:
        if n == 1:
            return 0
        if public.used & a.USED_GATHER == 0:
            return choose_gathering(public, me, rules, legal, n, mind)
        return choose_after(public, me, rules, legal, n, mind)
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return pick_character(public, me, rules, legal, n, mind)
    if decision == a.KEEP:
        return choose_card(public, me, rules, legal, n, mind)
    if decision == a.REDRAW:
        return choose_aside(public, me, legal, n)
    return answer(public, me, rules, legal, n, mind)


BUILDER = Bot(
    name="builder",
    doc="greedy: builds every turn, drafts by what it earns, aims by what is public",
    choose=choose_builder,
    parameters=(
        Parameter("noise", 0.8, 0.0, 20.0, "gold by which it misjudges a character, at random: 0 is readable"),
        Parameter("spite", 1.0, 0.0, 10.0, "how much it cares to harm whoever is ahead"),
        Parameter("thrift", 0.3, 0.0, 5.0, "how ready it is to save for a dearer card"),
    ),
)
