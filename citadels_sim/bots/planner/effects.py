"""What to do once everything is built: destroy where it changes who wins, bewitch and rob by what is known, else as any sensible player."""

from __future__ import annotations

from citadels_sim.bots.appraise import gold_of_lab
from citadels_sim.bots.destruction import extra_of
from citadels_sim.bots.effects import effect_value
from citadels_sim.bots.features import front_runner, lead, to_go, useful
from citadels_sim.bots.gifts import gift_value, taking_value
from citadels_sim.bots.hands import swap_value
from citadels_sim.bots.naming import bewitch_value, index_of, named_first
from citadels_sim.bots.planner.aims import prey
from citadels_sim.bots.planner.findings import new_findings
from citadels_sim.bots.planner.guess import guess, held
from citadels_sim.bots.planner.weights import CLING, HALT, HEIR, PRICE, RAZE, SPITE, TOPPLE, TRUST
from citadels_sim.bots.worth import card_worth, worth_of
from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import count, has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

_WAIT = 0.5
"""Gold by which a card is worth less for each gold that is missing to build it next turn,"""
_CHOICE = 0.4
"""and by what part for each other card that could be built. Both by playing such decisions both ways, in 2016's edition."""


@rule
def destruction(public: Public, rules: Rules, seat: int, front: int, code: int, bot_state: BotState) -> float:
    """What destroying a district is worth, after its price; in the last round gold is worth next to nothing, points everything."""
    target = a.arg_a(code)
    if target == seat:
        return -1.0
    weights = bot_state.parameters
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
def trade_value(public: Public, me: Seat, rules: Rules, seat: int, district: int, bot_state: BotState) -> float:
    """What it is worth to give a card to the Laboratory for its gold, once everything is built: the more, the longer the card would wait.

    A card waits for gold that is missing, and for the others in hand.
    """
    if rules.effect[district] == D.SECRET_VAULT:
        return 0.0
    if has(public.city_mask[seat], district) and card_worth(public, rules, seat, district) < 1.0:
        return 100.0
    missing = min(4, max(0, rules.cost[district] - public.gold[seat] - 2))
    others = count(useful(public, me, rules, seat) & ~(1 << district)) + int(me.hand[district] > 1)
    return gold_of_lab(public, rules, seat) - (bot_state.parameters[CLING] - _WAIT * missing) / (1.0 + _CHOICE * others)


@rule
def best_swap_late(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the swap of hands that brings most once everything is built, -1 when none is worth it.

    What is still in hand then could not be built, or was not worth it: as many cards that nobody has looked through so are better.
    """
    best = -1
    best_value = 0.0
    for i in range(n):
        if legal.code[i] & 0xFF == a.A_SWAP:
            other = a.arg_a(legal.code[i])
            more = public.hand_n[other] - public.hand_n[seat] - (3 if me.hand_mask & rules.having[D.SECRET_VAULT] != 0 else 0)
            value = more + 0.5 + 0.1 * next_unit(bot_state)
            if public.hand_n[other] > 0 and value > best_value:
                best = i
                best_value = value
    return best


@rule
def best_swap(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the swap of hands that brings most, -1 when none is worth it."""
    best = -1
    best_value = 0.0
    for i in range(n):
        if legal.code[i] & 0xFF == a.A_SWAP:
            other = a.arg_a(legal.code[i])
            value = swap_value(public, me, rules, seat, other) * (1.0 + 0.1 * next_unit(bot_state))
            if public.hand_n[seat] == 0 and public.hand_n[other] == 1:
                value = 0.5 + 0.1 * next_unit(bot_state)
            if value > best_value:
                best = i
                best_value = value
    return best


@rule
def heir_value(public: Public, me: Seat, rules: Rules, seat: int, code: int, bot_state: BotState) -> float:
    """Whom to crown as Emperor: who gives something, and sits so that the own seat is soon to pick in the next draft."""
    other = a.arg_a(code)
    away = (other - seat + public.players) % public.players
    return (
        gift_value(public, other)
        + bot_state.parameters[HEIR] * away
        + taking_value(public, me, rules, seat, code)
        + 0.2 * next_unit(bot_state)
    )


@rule
def best_bewitched(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of the title to bewitch: by what it would bring, and how likely somebody holds it."""
    findings = new_findings()
    guess(findings, public, me, rules, seat, 0, bot_state.parameters[TRUST])
    best = 0
    best_value = -1.0
    for i in range(n):
        if legal.code[i] & 0xFF != a.A_BEWITCH:
            continue
        rank = a.arg_a(legal.code[i])
        value = bewitch_value(public, rules, seat, rank, min(1.0, held(findings, rank))) * (0.8 + 0.4 * next_unit(bot_state))
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def best_effect(public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState) -> int:
    """Index of a power or a district's effect that is worth using, else of the end of the turn, which is listed last."""
    if n == 1:
        return 0
    if named_first(legal, n, a.A_BEWITCH) != 0:
        return best_bewitched(public, me, rules, seat, legal, n, bot_state)
    thefts = named_first(legal, n, a.A_ROB)
    if thefts != 0:
        findings = new_findings()
        guess(findings, public, me, rules, seat, 0, bot_state.parameters[TRUST])
        return index_of(legal, n, a.action(a.A_ROB, prey(findings, public, thefts, bot_state), 0))
    front = front_runner(public, seat, bot_state)
    best = n - 1
    best_value = 0.0
    for i in range(n):
        code = legal.code[i]
        if code & 0xFF == a.A_DESTROY:
            value = destruction(public, rules, seat, front, code, bot_state) + 0.1 * next_unit(bot_state)
        elif code & 0xFF == a.A_LAB:
            value = trade_value(public, me, rules, seat, a.arg_a(code), bot_state)
        else:
            value = effect_value(public, me, rules, seat, front, code, bot_state, bot_state.parameters[SPITE])
        if value > best_value:
            best = i
            best_value = value
    return best
