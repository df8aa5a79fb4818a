"""A turn: first what is worth doing before gathering, then gold or cards, then the buildings and what else serves."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.appraise import GOOD_TRADE, lab_pays, lab_value
from citadels_sim.bots.features import affordable, front_runner
from citadels_sim.bots.gifts import cards_before_gathering, choose_mix, income_first, tithe_value
from citadels_sim.bots.hands import look_value, redraw_value, seer_value
from citadels_sim.bots.naming import choose_spied, index_of, lay_markers
from citadels_sim.bots.planner.aims import nameable, prey, victim
from citadels_sim.bots.planner.build import best_building, wants_cards
from citadels_sim.bots.planner.effects import best_effect, best_swap, best_swap_late, heir_value
from citadels_sim.bots.planner.guess import rows_of
from citadels_sim.bots.planner.weights import TRUST
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.variants.switches import reading

_MAGISTRATE = int(C.MAGISTRATE)
_SPY = int(C.SPY)
_BLACKMAILER = int(C.BLACKMAILER)
_MAGICIAN = int(C.MAGICIAN)
_MERCHANT = int(C.MERCHANT)
_ARCHITECT = int(C.ARCHITECT)
_LATER = sum(1 << kind for kind in (a.A_BUILD, a.A_DESTROY, a.A_EXCHANGE, a.A_ARMORY, a.A_LAB, a.A_MUSEUM, a.A_BEAUTIFY))
"""Kinds of action that can be many and are never used before gathering."""
_EARLY = sum(1 << int(c) for c in (C.SPY, C.BLACKMAILER, C.WIZARD, C.SEER, C.EMPEROR, C.ABBOT, C.SCHOLAR))
"""Characters with something to do before they build; Merchant and Architect have where the rules leave them the moment."""
_ANY_MOMENT = reading("merchant_bonus_time", "any")
_AFTER_ACTION = reading("architect_bonus_time", "after_action")


@rule
def choose_gathering(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Before gathering: first the power that is worth using now, then gold or cards."""
    seat = public.actor
    if public.turn_rank <= 2 and public.used & a.USED_POWER == 0:  # who names a title
        marked = named_title(public, me, rules, seat, legal, n, bot_state)
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
        if kind == a.A_REDRAW:
            value = redraw_value(public, me, rules, seat)
        elif kind == a.A_TITHE:
            value = tithe_value(public, seat, a.arg_a(code), bot_state)
        elif kind == a.A_BONUS:
            value = 40.0
        elif kind == a.A_INCOME:
            value = 45.0 if cards_before_gathering(public, me, rules, seat) else 0.0
        elif a.A_CROWN <= kind <= a.A_CROWN_NONE:
            value = 50.0 + heir_value(public, me, rules, seat, code, bot_state)
        if value > best_value:
            best = i
            best_value = value
    if best >= 0:
        return best
    if cards >= 0 and public.turn_char == _MAGICIAN:
        swap = best_swap(public, me, seat, legal, n, bot_state)
        if swap >= 0:  # with gold, what can be built is built before the hand goes
            return 0 if affordable(public, me, rules, seat, 2) != 0 else swap
    if cards >= 0 and wants_cards(public, me, rules, seat, bot_state):
        return cards
    return 0


@rule
def named_title(public: Any, me: Any, rules: Any, seat: int, legal: Any, n: int, bot_state: Any) -> int:
    """Index of the murder, the theft, the warrants, the threats or the Spy's errand that is worth most; -1 when there is none."""
    murders = nameable(legal, n, a.A_MURDER)
    thefts = nameable(legal, n, a.A_ROB)
    if murders | thefts == 0:
        return early_rank_1_2(public, me, rules, seat, legal, n, bot_state)
    rows = rows_of(public, me, rules, seat, 0, bot_state.parameters[TRUST])
    if murders != 0:
        return index_of(legal, n, a.action(a.A_MURDER, victim(public, rules, rows, seat, murders, bot_state), 0))
    return index_of(legal, n, a.action(a.A_ROB, prey(public, rows, seat, thefts, bot_state), 0))


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
    while legal.code[first] & 0xFF == a.A_INCOME or legal.code[first] & 0xFF == a.A_INCOME_MIX:
        first += 1
    lab = rules.laboratory_gold >= GOOD_TRADE and lab_pays(public, me, rules, seat)
    if lab or has(_EARLY, public.turn_char) or bonus_by_choice(public, rules):
        early = choose_early(public, me, rules, seat, legal, first, n, lab, bot_state)
        if early >= 0:
            return early
    if first > 0 and income_first(public, me, rules, seat):
        return income_of(public, me, rules, seat, first)
    best = best_building(public, me, rules, seat, legal, first, n, bot_state)
    if best >= 0:
        return best
    if public.turn_char == _MAGICIAN and public.used & a.USED_POWER == 0:
        swap = best_swap_late(public, me, seat, legal, n, bot_state)
        if swap >= 0:
            return swap
    if first > 0:
        return income_of(public, me, rules, seat, first)
    return best_effect(public, me, rules, seat, legal, n, bot_state)


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
            value = 50.0 + heir_value(public, me, rules, seat, code, bot_state)
        if value > best_value:
            best = i
            best_value = value
    return best
