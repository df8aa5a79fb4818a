"""What the greedy player answers to the questions that interrupt a turn, a round or the selection."""

from __future__ import annotations

from citadels_sim.bots.appraise import announce_bell_tower
from citadels_sim.bots.draft import choose_exchange
from citadels_sim.bots.features import front_runner
from citadels_sim.bots.gifts import choose_crowned, choose_gift
from citadels_sim.bots.hands import choose_fetch, choose_given, choose_wizard
from citadels_sim.bots.naming import answer_to_threat, confiscate, reveal_threat
from citadels_sim.bots.worth import card_worth
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat


@cold
@rule
def choose_rescue(public: Public, rules: Rules) -> int:
    """Rescue a destroyed district that is worth the gold: first action yes, second no."""
    wanted = card_worth(public, rules, public.actor, public.loose) >= 4.0
    return 0 if wanted else 1


@rule
def answer(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState, spite: float) -> int:
    """Answer a question that interrupts a turn."""
    decision = public.decision
    if decision == a.GRAVEYARD:
        return choose_rescue(public, rules)
    if decision == a.WIZARD:
        return choose_wizard(public, me, rules, front_runner(public, public.actor, bot_state), legal, n, bot_state, spite)
    if decision == a.GIFT:
        return choose_gift(public, me, rules, legal, n, bot_state)
    if decision == a.CROWN:
        return choose_crowned(public, legal, n, bot_state)
    if decision == a.LIGHTHOUSE:
        return choose_fetch(public, me, rules, legal, n, bot_state)
    if decision == a.BELL_TOWER:
        return 0 if announce_bell_tower(public, public.actor) else 1
    if decision == a.GIVE:
        return choose_given(public, me, rules, legal, n, bot_state)
    if decision == a.THREATENED:
        return answer_to_threat(public, me, rules, legal, n)
    if decision == a.THREAT:
        return reveal_threat(public, me)
    if decision == a.WARRANT:
        return confiscate(public, rules)
    if decision == a.THEATER:
        front = front_runner(public, public.actor, bot_state)
        return choose_exchange(public, me, rules, public.actor, front, legal, n, bot_state, spite)
    return 0
