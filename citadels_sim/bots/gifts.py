"""Ranks 4 and 5, and gifts: whom to crown and for what, what to take as income, from whom to take, what to give."""

from __future__ import annotations

from citadels_sim.bots.features import affordable, dearest, gold_income, lead, paid_in_cards, to_go, useful, useful_n
from citadels_sim.bots.worth import card_worth
from citadels_sim.catalogue import D
from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import has
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_unit


@rule
def gift_value(public: Public, other: int) -> float:
    """What crowning a player brings: something where he has a gift to give; less than nothing where he has a Statue."""
    gift = 1.0 if public.gold[other] > 0 or public.hand_n[other] > 0 else 0.0
    if has(public.city_effects[other], D.STATUE):
        gift -= 1.5 if to_go(public, other) > 2 else 4.0
    return gift


@rule
def crown_value(public: Public, seat: int, other: int) -> float:
    """Whom to crown: rather somebody behind, somebody who has a gift to give, and nobody with a Statue."""
    return gift_value(public, other) - 0.05 * lead(public, seat, other)


@rule
def crowning_value(public: Public, me: Seat, rules: Rules, seat: int, code: int) -> float:
    """Whom to crown and what to take for it."""
    return crown_value(public, seat, a.arg_a(code)) + taking_value(public, me, rules, seat, code)


@rule
def taking_value(public: Public, me: Seat, rules: Rules, seat: int, code: int) -> float:
    """What to take from who is crowned: a card where the hand has nothing to build, else gold."""
    value = 0.0
    kind = code & 0xFF
    if kind == a.A_CROWN_CARD:
        value += 0.4 if useful(public, me, rules, seat) == 0 else -0.2
    elif kind == a.A_CROWN_NONE:
        value -= 0.5
    return value


@cold
@rule
def tithe_value(public: Public, seat: int, other: int, bot_state: BotState) -> float:
    """From which of the richest to take: rather from who is ahead."""
    return max(0.1, 1.0 + 0.02 * lead(public, seat, other)) + next_unit(bot_state)


@rule
def income_first(public: Public, me: Seat, rules: Rules, seat: int) -> bool:
    """Return whether to take the income now: not while a district that would add to it can be built without."""
    kind = rules.income_type[public.turn_char]
    if public.builds_left == 0:
        return True
    own = affordable(public, me, rules, seat, 0) & rules.type_mask[kind]
    if own == 0:
        return True
    with_income = affordable(public, me, rules, seat, gold_income(public, rules, seat, public.turn_char))
    return dearest(rules, with_income) > dearest(rules, own) + 1


@rule
def cards_before_gathering(public: Public, me: Seat, rules: Rules, seat: int) -> bool:
    """Return whether to take an income in cards before gathering, so that gold can be gathered: nothing in hand could be built."""
    return paid_in_cards(rules, public.turn_char) and affordable(public, me, rules, seat, rules.gather_gold) == 0


@cold
@rule
def choose_mix(public: Public, me: Seat, rules: Rules, seat: int, due: int) -> int:
    """How many of the Abbot's resources to take in gold: cards for an empty hand, or for what is left over when all can be paid."""
    cards = max(0, 2 - useful_n(public, me, rules, seat))
    lacking = max(0, dearest(rules, useful(public, me, rules, seat)) - public.gold[seat])
    if lacking > 0 and useful(public, me, rules, seat) != 0:
        cards = min(cards, max(0, due - lacking))
    return int(due - min(cards, due))


@cold
@rule
def choose_crowned(public: Public, legal: Legal, n: int, bot_state: BotState) -> int:
    """Give the crown to who can do least with it."""
    best = 0
    best_value = -1.0e9
    for i in range(n):
        value = crown_value(public, public.actor, a.arg_a(legal.code[i])) + 0.2 * next_unit(bot_state)
        if value > best_value:
            best = i
            best_value = value
    return best


@rule
def choose_gift(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Give what is worth least: a useless card, else a gold, else the worst card."""
    seat = public.actor
    best = 0
    best_value = 1.0e9
    for i in range(n):
        kind = legal.code[i] & 0xFF
        value = 1.0 if kind == a.A_GIFT_GOLD else 0.4 * card_worth(public, rules, seat, a.arg_a(legal.code[i]))
        value += 0.1 * next_unit(bot_state)
        if value < best_value:
            best = i
            best_value = value
    return best
