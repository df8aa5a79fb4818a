"""A turn: first what is worth doing before gathering, then gold or cards, then the buildings and what else serves."""

from __future__ import annotations

from citadels_sim.bots.features import affordable
from citadels_sim.bots.gifts import cards_before_gathering, tithe_value
from citadels_sim.bots.greedy_turn import LATER, after_gathering, early_rank_1_2
from citadels_sim.bots.hands import redraw_value
from citadels_sim.bots.naming import index_of, named_first
from citadels_sim.bots.planner.aims import prey, victim
from citadels_sim.bots.planner.build import best_building, wants_cards
from citadels_sim.bots.planner.effects import best_effect, best_swap, best_swap_late, heir_value
from citadels_sim.bots.planner.findings import new_findings
from citadels_sim.bots.planner.guess import guess
from citadels_sim.bots.planner.weights import TRUST
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat


@rule
def choose_gathering(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
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
        if has(LATER, kind):
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
    if cards >= 0 and public.turn_power == C.MAGICIAN:
        swap = best_swap(public, me, rules, seat, legal, n, bot_state)
        if swap >= 0:  # with gold, what can be built is built before the hand goes
            return 0 if affordable(public, me, rules, seat, rules.gather_gold) != 0 else swap
    if cards >= 0 and wants_cards(public, me, rules, seat, bot_state):
        return cards
    return 0


@rule
def named_title(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the murder, the theft, the warrants, the threats or the Spy's errand that is worth most; -1 when there is none."""
    murders = named_first(legal, n, a.A_MURDER)
    thefts = named_first(legal, n, a.A_ROB)
    if murders | thefts == 0:
        return early_rank_1_2(public, me, rules, seat, legal, n, bot_state)
    findings = new_findings()
    guess(findings, public, me, rules, seat, 0, bot_state.parameters[TRUST])
    if murders != 0:
        return index_of(legal, n, a.action(a.A_MURDER, victim(findings, public, rules, murders, bot_state), 0))
    return index_of(legal, n, a.action(a.A_ROB, prey(findings, public, thefts, bot_state), 0))


choose_after = after_gathering(heir_value, best_building, best_swap_late, best_effect)
