"""The order of a turn that `builder` and `planner` share; what each thinks of the choices in it comes in as rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from citadels_sim.bots.appraise import GOOD_TRADE, lab_pays, lab_value
from citadels_sim.bots.features import front_runner
from citadels_sim.bots.gifts import choose_mix, income_first, tithe_value
from citadels_sim.bots.hands import choose_aside, look_value, seer_value
from citadels_sim.bots.naming import choose_spied, lay_markers
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat

__all__ = ["LATER", "after_gathering", "deciding", "early_rank_1_2"]

Hook = Callable[..., Any]

LATER = sum(1 << kind for kind in (a.A_BUILD, a.A_DESTROY, a.A_EXCHANGE, a.A_ARMORY, a.A_LAB, a.A_MUSEUM, a.A_BEAUTIFY))
"""Kinds of action that can be many and are never used before gathering."""
_INCOMES = (1 << a.A_INCOME) | (1 << a.A_INCOME_MIX)
_EARLY = sum(1 << c for c in (C.SPY, C.BLACKMAILER, C.WIZARD, C.SEER, C.EMPEROR, C.ABBOT, C.SCHOLAR))
"""Characters with something to do before they build; Merchant and Architect have where the rules leave them the moment."""


@rule
def early_rank_1_2(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the Magistrate's warrants, the Blackmailer's threats or the Spy's errand that is worth most; -1 when there is none."""
    if public.used & a.USED_POWER != 0:
        return -1
    if public.turn_power == C.MAGISTRATE:
        return lay_markers(public, me, rules, seat, legal, n, a.A_WARRANTS, bot_state)
    if public.turn_power == C.BLACKMAILER:
        return lay_markers(public, me, rules, seat, legal, n, a.A_THREATS, bot_state)
    if public.turn_power == C.SPY:
        return choose_spied(public, me, rules, seat, front_runner(public, seat, bot_state), legal, n, bot_state)
    return -1


@rule
def income_of(public: Public, me: Seat, rules: Rules, seat: int, choices: int) -> int:
    """Index of the income: the only one, or the Abbot's mix, by how much of it is gold."""
    return choose_mix(public, me, rules, seat, choices - 1) if choices > 1 else 0


def after_gathering(heir: Hook, build: Hook, swap_late: Hook, effect: Hook) -> Hook:
    """Make the choice after gathering: what serves building, income if it helps, the best building, income, effects, destruction, end.

    Parameters
    ----------
    heir : rule
        ``heir(public, me, rules, seat, code, bot_state)``: worth of an Emperor's choice.
    build : rule
        ``build(public, me, rules, seat, legal, first, n, bot_state)``: index of the best building, -1: none.
    swap_late : rule
        ``swap_late(public, me, rules, seat, legal, n, bot_state)``: index of a Magician's swap after building, -1: none.
    effect : rule
        ``effect(public, me, rules, seat, legal, n, bot_state)``: index of the best effect, else of the end of the turn.

    Notes
    -----
    The rules rely on the order of the legal actions: income, buildings, powers, effects, end.
    """

    @rule
    def choose_early(  # noqa: PLR0917
        public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, first: int, n: int, lab: bool, bot_state: BotState
    ) -> int:
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
                value = 50.0 + heir(public, me, rules, seat, code, bot_state)
            if value > best_value:
                best = i
                best_value = value
        return best

    @rule
    def choose_after(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
        seat = public.actor
        first = 0
        while has(_INCOMES, legal.code[first] & 0xFF):
            first += 1
        lab = rules.most_for_card >= GOOD_TRADE and lab_pays(public, me, rules, seat)
        if lab | has(_EARLY, public.turn_power) | has(rules.choosing, public.turn_char):
            early = choose_early(public, me, rules, seat, legal, first, n, lab, bot_state)
            if early >= 0:
                return early
        if first > 0 and income_first(public, me, rules, seat):
            return income_of(public, me, rules, seat, first)
        best = build(public, me, rules, seat, legal, first, n, bot_state)
        if best >= 0:
            return best
        if public.turn_power == C.MAGICIAN and public.used & a.USED_POWER == 0:
            swap = swap_late(public, me, rules, seat, legal, n, bot_state)
            if swap >= 0:
                return swap
        if first > 0:
            return income_of(public, me, rules, seat, first)
        return effect(public, me, rules, seat, legal, n, bot_state)

    return choose_after


def deciding(gather: Hook, after: Hook, pick: Hook, keep: Hook, take: Hook, reply: Hook, compiled: Hook = rule) -> Hook:
    """Make a bot's choice at any decision of rules for each kind of it, all of ``(public, me, rules, legal, n, bot_state)``.

    Parameters
    ----------
    gather, after : rule
        In a turn: before and after gathering.
    pick, keep, take : rule
        In the draft; of drawn cards; of a hand that the Wizard looks through.
    reply : rule
        At all else.
    compiled : decorator
        `rule`, or `inline` to compile the choice right into its callers: that plays faster or slower, as bots differ, and compiles longer.
    """

    @compiled
    def decide(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
        decision = public.decision
        if decision == a.TURN:
            if n == 1:
                return 0
            if public.used & a.USED_GATHER == 0:
                return gather(public, me, rules, legal, n, bot_state)
            return after(public, me, rules, legal, n, bot_state)
        if decision == a.PICK or decision == a.DISCARD_CHARACTER:
            return pick(public, me, rules, legal, n, bot_state)
        if decision == a.KEEP:
            return keep(public, me, rules, legal, n, bot_state)
        if decision == a.WIZARD:
            return take(public, me, rules, legal, n, bot_state)
        if decision == a.REDRAW:
            return choose_aside(public, me, legal, n)
        return reply(public, me, rules, legal, n, bot_state)

    return decide
