"""What to do once everything is built: destroy where it changes who wins, bewitch and rob by what is known, else as any sensible player."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.effects import effect_value
from citadels_sim.bots.force import extra_of
from citadels_sim.bots.hands import swap_value
from citadels_sim.bots.planner.aims import nameable, prey
from citadels_sim.bots.planner.guess import chance, rows_of
from citadels_sim.bots.planner.weights import HALT, PRICE, RAZE, SPITE, TOPPLE, TRUST
from citadels_sim.bots.sense import front_runner, lead, to_go
from citadels_sim.bots.titles import bewitch_value, index_of
from citadels_sim.bots.worth import worth_of
from citadels_sim.engine import actions as a
from citadels_sim.engine.jit import rule
from citadels_sim.engine.rng import next_unit


@rule
def destruction(public: Any, rules: Any, seat: int, front: int, code: int, mind: Any) -> float:
    """What destroying a district is worth, after its price; in the last round gold is worth next to nothing, points everything."""
    target = a.arg_a(code)
    if target == seat:
        return -1.0
    weights = mind.parameters
    cost = worth_of(rules, a.arg_b(code))
    price = max(0, cost - 1)
    value = weights[RAZE] + weights[SPITE] * (0.6 * cost + 0.05 * lead(public, seat, target))
    if target == front:
        value += weights[TOPPLE]
    if to_go(public, target) <= 2:
        value += weights[HALT]
    value += 0.4 * weights[SPITE] * extra_of(public, rules, target, a.arg_b(code))
    if public.ending != 0:
        return value - 0.05 * price
    return value - weights[PRICE] * price


@rule
def best_swap(public: Any, me: Any, seat: int, legal: Any, n: int, mind: Any) -> int:
    """Index of the swap of hands that brings most, -1 when none is worth it."""
    best = -1
    best_value = 0.0
    for i in range(n):
        if legal.code[i] & 0xFF == a.A_SWAP:
            other = a.arg_a(legal.code[i])
            value = swap_value(public, me, seat, other) * (1.0 + 0.1 * next_unit(mind))
            if public.hand_n[seat] == 0 and public.hand_n[other] == 1:
                value = 0.5 + 0.1 * next_unit(mind)
            if value > best_value:
                best = i
                best_value = value
    return best


@rule
def best_bewitched(public: Any, me: Any, rules: Any, seat: int, legal: Any, n: int, mind: Any) -> int:
    """Index of the title to bewitch: by what it would bring, and how likely somebody holds it."""
    rows = rows_of(public, me, rules, seat, 0, mind.parameters[TRUST])
    best = 0
    best_value = -1.0
    for i in range(n):
        if legal.code[i] & 0xFF != a.A_BEWITCH:
            continue
        rank = a.arg_a(legal.code[i])
        held = 0.0
        for other in range(public.players):
            held += chance(rows[other], rank)
        value = bewitch_value(public, rules, seat, rank, min(1.0, held)) * (0.8 + 0.4 * next_unit(mind))
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def best_effect(public: Any, me: Any, rules: Any, seat: int, legal: Any, n: int, mind: Any) -> int:
    """Index of a power or a district's effect that is worth using, else of the end of the turn, which is listed last."""
    if n == 1:
        return 0
    if nameable(legal, n, a.A_BEWITCH) != 0:
        return best_bewitched(public, me, rules, seat, legal, n, mind)
    thefts = nameable(legal, n, a.A_ROB)
    if thefts != 0:
        rows = rows_of(public, me, rules, seat, 0, mind.parameters[TRUST])
        return index_of(legal, n, a.action(a.A_ROB, prey(public, rows, seat, thefts, mind), 0))
    front = front_runner(public, seat, mind)
    best = n - 1
    best_value = 0.0
    for i in range(n):
        code = legal.code[i]
        if code & 0xFF == a.A_DESTROY:
            value = destruction(public, rules, seat, front, code, mind) + 0.1 * next_unit(mind)
        else:
            value = effect_value(public, me, rules, seat, front, code, mind, 0.0, mind.parameters[SPITE])
        if value > best_value:
            best = i
            best_value = value
    return best
