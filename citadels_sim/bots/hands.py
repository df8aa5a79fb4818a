"""Rank 3, and which cards to keep, to take and to give away: what goes by the cards in hands."""

from __future__ import annotations

from citadels_sim.bots.appraise import saved_for
from citadels_sim.bots.features import useful_n
from citadels_sim.bots.paying import way_value
from citadels_sim.bots.worth import card_worth, district_worth, hold_value
from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has, lowest
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit


@rule
def held_of(me: Seat, districts: int) -> int:
    """Count the cards in hand of some districts."""
    n = 0
    rest = me.hand_mask & districts
    while rest != 0:
        n += me.hand[lowest(rest)]
        rest &= rest - 1
    return int(n)


@rule
def swap_value(public: Public, me: Seat, rules: Rules, seat: int, other: int) -> float:
    """What it brings to swap hands with another player; a Secret Vault is worth more than some unknown cards."""
    more = public.hand_n[other] - public.hand_n[seat]
    if me.hand_mask & rules.having[D.SECRET_VAULT] != 0:
        more -= 3
    return float(more) if more >= 2 else 0.0


@cold
@rule
def redraw_value(public: Public, me: Seat, rules: Rules, seat: int) -> float:
    """What it brings to exchange useless cards with the deck."""
    useless = public.hand_n[seat] - useful_n(public, me, rules, seat) - held_of(me, rules.having[D.SECRET_VAULT])
    return 0.7 * useless if useless >= 2 else 0.0


@rule
def look_value(public: Public, other: int, bot_state: BotState) -> float:
    """What the Wizard's look at a hand is worth: the more cards, the better the best of them."""
    return 20.0 + public.hand_n[other] + next_unit(bot_state) if public.hand_n[other] > 0 else 0.0


@cold
@rule
def seer_value(public: Public, seat: int) -> float:
    """What the Seer's taking is worth: the best of more cards are kept; with an empty hand there is nothing to give back but those."""
    return 15.0 if public.hand_n[seat] > 0 else 0.0


@rule
def choose_card(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Keep the drawn card that is worth most and not in hand already."""
    seat = public.actor
    best = 0
    best_value = -1.0e9
    for i in range(n):
        d = a.arg_a(legal.code[i])
        value = card_worth(public, rules, seat, d) + 0.3 * next_unit(bot_state)
        if has(me.hand_mask, d):
            value -= 2.0
        if value > best_value:
            best_value = value
            best = i
    return best


@cold
@rule
def choose_aside(public: Public, me: Seat, legal: Legal, n: int) -> int:
    """Lay aside what the city has already, and second copies; then stop."""
    for i in range(n - 1):
        d = a.arg_a(legal.code[i])
        if has(public.city_mask[public.actor], d) or me.hand[d] > 1:
            return i
    return n - 1


@cold
@rule
def choose_wizard(public: Public, me: Seat, rules: Rules, front: int, legal: Legal, n: int, bot_state: BotState, spite: float) -> int:
    """Take the best card of the hand looked at; build it at once where that can be paid and nothing dearer waits."""
    seat = public.actor
    wanted = saved_for(public, me, rules, seat)
    best = 0
    best_value = -1.0e9
    for i in range(n):
        code = legal.code[i]
        kind = code & 0xFF
        value = 0.0
        if kind == a.A_TAKE:
            value = card_worth(public, rules, seat, a.arg_a(code)) + 0.3 * next_unit(bot_state)
        elif kind == a.A_TAKE_BUILD:
            d = a.arg_a(code)
            value = district_worth(public, rules, seat, d) + 0.3 * next_unit(bot_state)
            value += 1.5 if rules.cost[d] >= wanted or public.gold[seat] - rules.cost[d] >= wanted else -0.5
        elif kind != a.A_PASS:
            value = way_value(public, me, rules, seat, front, code, 0.0, spite) + 1.5
        if value > best_value:
            best = i
            best_value = value
    return best


@cold
@rule
def choose_fetch(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Fetch the best card of the deck that could be paid soon."""
    seat = public.actor
    best = n - 1
    best_value = 0.5
    for i in range(n - 1):
        d = a.arg_a(legal.code[i])
        value = card_worth(public, rules, seat, d) + 0.3 * next_unit(bot_state)
        value -= 0.8 * max(0, rules.cost[d] - public.gold[seat] - 4)
        if value > best_value:
            best = i
            best_value = value
    return best


@cold
@rule
def choose_given(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Give away the card that is worth least: back as Seer, to the Cardinal's lender, for the Thieves' Den; and who gets it gets little."""
    seat = public.actor
    best = 0
    best_value = 1.0e9
    for i in range(n):
        code = legal.code[i]
        kind = code & 0xFF
        d = a.arg_b(code) if kind == a.A_HAND_BACK else a.arg_a(code)
        value = hold_value(public, me, rules, seat, d) + 0.05 * next_unit(bot_state)
        if kind == a.A_HAND_BACK:
            value += 0.1 * card_worth(public, rules, a.arg_a(code), d)
        elif kind == a.A_LEND_CARD:
            value += 0.1 * card_worth(public, rules, public.lender, d)
        if value < best_value:
            best = i
            best_value = value
    return best
