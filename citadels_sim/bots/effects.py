"""Which power or district's effect the greedy player uses once it has built what it wants, or ends its turn."""

from __future__ import annotations

from citadels_sim.bots.appraise import coin_value, lab_value, museum_value, smithy_value
from citadels_sim.bots.destruction import armory_value, destroyed_value, exchange_value
from citadels_sim.bots.features import front_of, useful_n
from citadels_sim.bots.hands import redraw_value, swap_value
from citadels_sim.bots.luck import note_drawn, unit_ahead
from citadels_sim.bots.naming import bewitch_value, chance_of, theft_value
from citadels_sim.bots.standing import lead_by, new_standing, note_strengths
from citadels_sim.compiler.decorators import called, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit

_NOTHING = (1 << a.A_BUILD) | (1 << a.A_END)
"""Kinds of action that are no effect, and worth nothing here."""


@rule
def best_effect(  # noqa: PLR0917
    public: Public, me: Seat, rules: Rules, seat: int, legal: Legal, n: int, bot_state: BotState, noise: float, spite: float
) -> int:
    """Index of a power or a district's effect that is worth using, else of the end of the turn, which is listed last."""
    if n == 1:
        return 0
    standing = new_standing()
    note_strengths(standing, public)
    front = front_of(standing, public.players, seat, bot_state)
    best = n - 1
    best_value = 0.0
    key = bot_state.rng[0]
    i = 0
    while i < n:
        before = bot_state.rng[1] - i
        while i < n and legal.code[i] & 0xFF == a.A_DESTROY:  # a loop of its own, which calls nothing
            ahead = lead_by(standing, seat, a.arg_a(legal.code[i]))
            value = destroyed_value(public, rules, seat, front, legal.code[i], ahead, spite)
            value += (0.001 + 0.3 * noise) * (unit_ahead(key, before + i) - 0.5)
            if value > best_value:
                best = i
                best_value = value
            i += 1
        note_drawn(bot_state, before + i)
        if i < n and not has(_NOTHING, legal.code[i] & 0xFF):
            value = effect_value(public, me, rules, seat, front, legal.code[i], bot_state, spite)
            if value > best_value:
                best = i
                best_value = value
        i += 1
    return best


@called
@rule
def effect_value(public: Public, me: Seat, rules: Rules, seat: int, front: int, code: int, bot_state: BotState, spite: float) -> float:
    """What a power or effect but destroying is worth after building; what is not worth it is 0 or less."""
    kind = code & 0xFF
    if kind == a.A_EXCHANGE:
        return exchange_value(public, rules, seat, front, code, spite) + 0.1 * next_unit(bot_state)
    if kind == a.A_BEWITCH:
        return (
            bewitch_value(public, rules, seat, a.arg_a(code), chance_of(public, me, a.arg_a(code))) * (0.7 + 0.6 * next_unit(bot_state))
            + 0.01
        )
    if kind == a.A_ROB:  # after gathering only as a Witch who continues as the Thief
        return theft_value(public, rules, seat, a.arg_a(code), chance_of(public, me, a.arg_a(code))) * (0.7 + 0.6 * next_unit(bot_state))
    if kind == a.A_SWAP:
        return swap_value(public, me, rules, seat, a.arg_a(code)) * (1.0 + 0.1 * next_unit(bot_state))
    if kind == a.A_REDRAW:
        return redraw_value(public, me, rules, seat)
    if kind == a.A_LAB:
        return lab_value(public, me, rules, seat, a.arg_a(code))
    if kind == a.A_MUSEUM:
        return museum_value(public, me, rules, seat, a.arg_a(code), bot_state)
    if kind == a.A_SMITHY:
        return smithy_value(public, me, rules, seat)
    if kind == a.A_BONUS_GOLD:
        return 30.0
    if kind == a.A_BONUS_CARDS:
        return 31.0 if useful_n(public, me, rules, seat) <= 1 else 29.0
    if kind == a.A_BEAUTIFY:
        return coin_value(public, rules, seat, a.arg_a(code)) + 0.1 * next_unit(bot_state)
    if kind == a.A_ARMORY:
        return armory_value(public, rules, seat, front, code, spite) + 0.1 * next_unit(bot_state)
    return 0.0
