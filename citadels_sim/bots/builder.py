"""`builder`: the sensible greedy player. Builds every turn the best it can pay, drafts by what a character earns, saves for what it holds.

Its murders and thefts go by what is public: who is ahead, who is rich, which character would serve them. It destroys what is cheap in the
leader's city. Equal choices are decided at random, so that it favours no seat and no character by its number.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.answers import answer
from citadels_sim.bots.appraise import GOOD_TRADE, lab_pays, lab_value
from citadels_sim.bots.building import best_building
from citadels_sim.bots.draft import pick_character
from citadels_sim.bots.effects import best_effect
from citadels_sim.bots.features import affordable, front_runner, gold_income, passed_on, possible_ranks, two_dearest, useful
from citadels_sim.bots.gifts import cards_before_gathering, choose_mix, crowning_value, income_first, tithe_value
from citadels_sim.bots.hands import choose_aside, choose_card, look_value, redraw_value, seer_value, swap_value
from citadels_sim.bots.interface import Bot, Parameter, compiled_bot
from citadels_sim.bots.naming import choose_spied, lay_markers, likely, murder_value, theft_value
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.rng import next_unit
from citadels_sim.variants.switches import reading

# Positions of the parameters.
NOISE = 0
SPITE = 1
THRIFT = 2

_MAGISTRATE = int(C.MAGISTRATE)
_SPY = int(C.SPY)
_BLACKMAILER = int(C.BLACKMAILER)
_MERCHANT = int(C.MERCHANT)
_ARCHITECT = int(C.ARCHITECT)
_TRADER = int(C.TRADER)
_LATER = sum(1 << kind for kind in (a.A_BUILD, a.A_DESTROY, a.A_EXCHANGE, a.A_ARMORY, a.A_LAB, a.A_MUSEUM, a.A_BEAUTIFY))
"""Kinds of action that can be many and are never used before gathering."""
_INCOMES = (1 << a.A_INCOME) | (1 << a.A_INCOME_MIX)
_EARLY = sum(1 << int(c) for c in (C.SPY, C.BLACKMAILER, C.WIZARD, C.SEER, C.EMPEROR, C.ABBOT, C.SCHOLAR))
"""Characters with something to do before they build; Merchant and Architect have where the rules leave them the moment."""
_ANY_MOMENT = reading("merchant_bonus_time", "any")
_AFTER_ACTION = reading("architect_bonus_time", "after_action")


@rule
def pick(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Pick a character, or lay one down."""
    seat = public.actor
    front = front_runner(public, seat, bot_state)
    return pick_character(public, me, rules, seat, front, legal, n, bot_state, bot_state.parameters[NOISE], bot_state.parameters[SPITE])


@rule
def wants_cards(public: Any, me: Any, rules: Any, seat: int) -> bool:
    """Tell whether to gather cards: nothing useful in hand, or enough gold for all of it."""
    if public.deck_n + public.pile_n == 0:
        return False
    hand = useful(public, me, rules, seat)
    if hand == 0:
        return True
    coming = gold_income(public, rules, seat, public.turn_char) if public.used & a.USED_INCOME == 0 else 0
    now = affordable(public, me, rules, seat, coming)
    if now == 0 or (builds_several(public) and public.gold[seat] + coming < two_dearest(rules, hand)):
        return False
    return hand & (hand - 1) == 0 or (hand == now and public.hand_n[seat] <= 3)


@rule
def builds_several(public: Any) -> bool:
    """Tell whether this turn will build more than one district of the hand as it is: an Architect only once she has her cards."""
    if public.turn_char == _ARCHITECT:
        return public.used & a.USED_BONUS != 0
    return public.builds_left > 1 or public.turn_char == _TRADER


@rule
def choose_gathering(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Before gathering: first the power that is worth using now, then gold or cards."""
    seat = public.actor
    possible = 0
    passed = 0
    if public.turn_rank <= 2:  # who names a title
        possible = possible_ranks(public, me)
        passed = passed_on(me)
        marked = early_rank_1_2(public, me, rules, seat, legal, n, bot_state)
        if marked >= 0:
            return marked
    best = -1
    best_value = 0.0
    cards = -1
    for i in range(n):
        code = legal.code[i]
        kind = code & 0xFF
        if kind == a.A_CARDS:
            cards = i
            continue
        if has(_LATER, kind):
            continue
        value = 0.0
        if kind == a.A_MURDER:
            value = murder_value(public, rules, seat, a.arg_a(code), likely(possible, passed, a.arg_a(code))) * (
                0.3 + 1.4 * next_unit(bot_state)
            )
        elif kind == a.A_ROB:
            value = theft_value(public, rules, seat, a.arg_a(code), likely(possible, passed, a.arg_a(code))) * (
                0.7 + 0.6 * next_unit(bot_state)
            )
        elif kind == a.A_SWAP:
            value = swap_value(public, me, seat, a.arg_a(code)) * (1.0 + 0.1 * next_unit(bot_state))
        elif kind == a.A_REDRAW:
            value = redraw_value(public, me, rules, seat)
        elif kind == a.A_TITHE:
            value = tithe_value(public, seat, a.arg_a(code), bot_state)
        elif kind == a.A_BONUS:
            value = 40.0
        elif kind == a.A_INCOME:
            value = 45.0 if cards_before_gathering(public, me, rules, seat) else 0.0
        elif a.A_CROWN <= kind <= a.A_CROWN_NONE:
            value = 50.0 + crowning_value(public, me, rules, seat, code) + 0.2 * next_unit(bot_state)
        if value > best_value:
            best = i
            best_value = value
    if best >= 0:
        return best
    if cards >= 0 and wants_cards(public, me, rules, seat):
        return cards
    return 0


@rule
def early_rank_1_2(public: Any, me: Any, rules: Any, seat: int, legal: Any, n: int, bot_state: Any) -> int:
    """Index of the Magistrate's warrants, the Blackmailer's threats or the Spy's errand that is worth most; -1 when there is none."""
    if public.used & a.USED_POWER != 0:
        return -1
    if public.turn_char == _MAGISTRATE:
        return lay_markers(public, me, rules, seat, legal, n, a.A_WARRANTS, bot_state)
    if public.turn_char == _BLACKMAILER:
        return lay_markers(public, me, rules, seat, legal, n, a.A_THREATS, bot_state)
    if public.turn_char == _SPY:
        return choose_spied(public, me, rules, seat, front_runner(public, seat, bot_state), legal, n, bot_state)
    return -1


@rule
def choose_after(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """After gathering: what serves building, income if it helps to build, the best building, income, effects, destruction, end.

    Relies on the order of the legal actions: income, buildings, powers, effects, end.
    """
    seat = public.actor
    first = 0
    while has(_INCOMES, legal.code[first] & 0xFF):
        first += 1
    lab = rules.laboratory_gold >= GOOD_TRADE and lab_pays(public, me, rules, seat)
    if lab or has(_EARLY, public.turn_char) or bonus_by_choice(public, rules):
        early = choose_early(public, me, rules, seat, legal, first, n, lab, bot_state)
        if early >= 0:
            return early
    if first > 0 and income_first(public, me, rules, seat):
        return income_of(public, me, rules, seat, first)
    best = best_building(public, me, rules, seat, legal, first, n, bot_state, bot_state.parameters[SPITE], bot_state.parameters[THRIFT])
    if best >= 0:
        return best
    if first > 0:
        return income_of(public, me, rules, seat, first)
    return best_effect(public, me, rules, seat, legal, n, bot_state, bot_state.parameters[NOISE], bot_state.parameters[SPITE])


@rule
def bonus_by_choice(public: Any, rules: Any) -> bool:
    """Tell whether the Merchant or the Architect may choose when to take what is extra."""
    if public.turn_char == _MERCHANT:
        return bool(rules.merchant_bonus_time == _ANY_MOMENT)
    return bool(public.turn_char == _ARCHITECT and rules.architect_bonus_time != _AFTER_ACTION)


@rule
def income_of(public: Any, me: Any, rules: Any, seat: int, choices: int) -> int:
    """Index of the income: the only one, or the Abbot's mix, by how much of it is gold."""
    return choose_mix(public, me, rules, seat, choices - 1) if choices > 1 else 0


@rule
def choose_early(public: Any, me: Any, rules: Any, seat: int, legal: Any, first: int, n: int, lab: bool, bot_state: Any) -> int:
    """Index of what is best used before building, -1 when there is none: what brings gold and cards."""
    marked = early_rank_1_2(public, me, rules, seat, legal, n, bot_state)
    if marked >= 0:
        return marked
    best = -1
    best_value = 0.0
    for i in range(first, n):
        code = legal.code[i]
        kind = code & 0xFF
        value = 0.0
        if kind == a.A_BONUS:
            value = 40.0
        elif kind == a.A_LOOK_AT:
            value = look_value(public, a.arg_a(code), bot_state)
        elif kind == a.A_SEER:
            value = seer_value(public, seat)
        elif kind == a.A_TITHE:
            value = 10.0 + tithe_value(public, seat, a.arg_a(code), bot_state)
        elif kind == a.A_LAB and lab:
            value = lab_value(public, me, rules, seat, a.arg_a(code))
        elif a.A_CROWN <= kind <= a.A_CROWN_NONE:
            value = 50.0 + crowning_value(public, me, rules, seat, code) + 0.2 * next_unit(bot_state)
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def play_greedily(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Choose as the module says; the parameters are the first three of `bot_state`."""
    decision = public.decision
    if decision == a.TURN:
        if n == 1:
            return 0
        if public.used & a.USED_GATHER == 0:
            return choose_gathering(public, me, rules, legal, n, bot_state)
        return choose_after(public, me, rules, legal, n, bot_state)
    if decision == a.PICK or decision == a.DISCARD_CHARACTER:
        return pick(public, me, rules, legal, n, bot_state)
    if decision == a.KEEP:
        return choose_card(public, me, rules, legal, n, bot_state)
    if decision == a.REDRAW:
        return choose_aside(public, me, legal, n)
    return answer(public, me, rules, legal, n, bot_state, bot_state.parameters[SPITE])


@compiled_bot
def choose_builder(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Choose as the module says."""
    return play_greedily(public, me, rules, legal, n, bot_state)


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
