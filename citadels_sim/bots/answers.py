"""What the greedy player answers to the questions that interrupt a turn: which card to keep, to give, to rescue, whom to crown."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.appraise import announce_bell_tower, crown_value, saved_for
from citadels_sim.bots.sense import card_worth
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.jit import rule
from citadels_sim.engine.rng import next_unit


@rule
def choose_card(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Keep the drawn card that is worth most and not in hand already."""
    seat = public.actor
    best = 0
    best_value = -1.0e9
    for i in range(n):
        d = a.arg_a(legal.code[i])
        value = card_worth(public, rules, seat, d) + 0.3 * next_unit(mind)
        if has(me.hand_mask, d):
            value -= 2.0
        if value > best_value:
            best_value = value
            best = i
    return best


@rule
def choose_aside(public: Any, me: Any, legal: Any, n: int) -> int:
    """Lay aside what the city has already, and second copies; then stop."""
    for i in range(n - 1):
        d = a.arg_a(legal.code[i])
        if has(public.city_mask[public.actor], d) or me.hand[d] > 1:
            return i
    return n - 1


@rule
def choose_rescue(public: Any, rules: Any) -> int:
    """Rescue a destroyed district that is worth the gold: first action yes, second no."""
    wanted = card_worth(public, rules, public.actor, public.loose) >= 4.0
    return 0 if wanted else 1


@rule
def choose_crowned(public: Any, legal: Any, n: int, mind: Any) -> int:
    """Give the crown to who can do least with it."""
    best = 0
    best_value = -1.0e9
    for i in range(n):
        value = crown_value(public, public.actor, a.arg_a(legal.code[i])) + 0.2 * next_unit(mind)
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def choose_gift(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Give what is worth least: a useless card, else a gold, else the worst card."""
    seat = public.actor
    best = 0
    best_value = 1.0e9
    for i in range(n):
        kind = legal.code[i] & 0xFF
        value = 1.0 if kind == a.A_GIFT_GOLD else 0.4 * card_worth(public, rules, seat, a.arg_a(legal.code[i]))
        value += 0.1 * next_unit(mind)
        if value < best_value:
            best = i
            best_value = value
    return best


@rule
def choose_wizard(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Take the best card of the hand looked at; build it at once where that can be paid and nothing dearer waits."""
    seat = public.actor
    wanted = saved_for(public, me, rules, seat)
    best = 0
    best_value = -1.0e9
    for i in range(n):
        kind = legal.code[i] & 0xFF
        value = 0.0
        if kind != a.A_PASS:
            d = a.arg_a(legal.code[i])
            value = card_worth(public, rules, seat, d) + 0.3 * next_unit(mind)
            if kind == a.A_TAKE_BUILD:
                value += 1.5 if rules.cost[d] >= wanted or public.gold[seat] - rules.cost[d] >= wanted else -0.5
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def choose_fetch(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Fetch the best card of the deck that could be paid soon."""
    seat = public.actor
    best = n - 1
    best_value = 0.5
    for i in range(n - 1):
        d = a.arg_a(legal.code[i])
        value = card_worth(public, rules, seat, d) + 0.3 * next_unit(mind)
        value -= 0.8 * max(0, rules.cost[d] - public.gold[seat] - 4)
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def answer(public: Any, me: Any, rules: Any, legal: Any, n: int, mind: Any) -> int:
    """Answer a question that interrupts a turn."""
    decision = public.decision
    if decision == a.GRAVEYARD:
        return choose_rescue(public, rules)
    if decision == a.WIZARD:
        return choose_wizard(public, me, rules, legal, n, mind)
    if decision == a.GIFT:
        return choose_gift(public, me, rules, legal, n, mind)
    if decision == a.CROWN:
        return choose_crowned(public, legal, n, mind)
    if decision == a.LIGHTHOUSE:
        return choose_fetch(public, me, rules, legal, n, mind)
    if decision == a.BELL_TOWER:
        return 0 if announce_bell_tower(public, public.actor) else 1
    return 0
