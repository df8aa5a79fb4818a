"""What a character is worth to the own seat this turn: its gold, its cards, what it can build with them, and its power."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.draft import served_by_hand
from citadels_sim.bots.planner.weights import (
    BUILD,
    CARD,
    CROWN,
    EXTRA,
    GOLD,
    HUNT,
    MURDER,
    RAID,
    SHELTER,
    SWAP,
    THEFT,
)
from citadels_sim.bots.sense import (
    affordable,
    dearest,
    gold_of_richest,
    income,
    lead,
    most_cards,
    others_gold,
    paid_in_cards,
    to_go,
    useful,
)
from citadels_sim.catalogue import C
from citadels_sim.engine.bits import count, lowest
from citadels_sim.engine.jit import rule

_ASSASSIN = int(C.ASSASSIN)
_WITCH = int(C.WITCH)
_MAGISTRATE = int(C.MAGISTRATE)
_THIEF = int(C.THIEF)
_SPY = int(C.SPY)
_BLACKMAILER = int(C.BLACKMAILER)
_MAGICIAN = int(C.MAGICIAN)
_WIZARD = int(C.WIZARD)
_SEER = int(C.SEER)
_KING = int(C.KING)
_EMPEROR = int(C.EMPEROR)
_PATRICIAN = int(C.PATRICIAN)
_BISHOP = int(C.BISHOP)
_ABBOT = int(C.ABBOT)
_CARDINAL = int(C.CARDINAL)
_ALCHEMIST = int(C.ALCHEMIST)
_TRADER = int(C.TRADER)
_ARCHITECT = int(C.ARCHITECT)
_NAVIGATOR = int(C.NAVIGATOR)
_SCHOLAR = int(C.SCHOLAR)
_WARLORD = int(C.WARLORD)
_DIPLOMAT = int(C.DIPLOMAT)
_MARSHAL = int(C.MARSHAL)
_QUEEN = int(C.QUEEN)
_ARTIST = int(C.ARTIST)
_TAX_COLLECTOR = int(C.TAX_COLLECTOR)
_TRADE = 2


@rule
def card_value(public: Any, me: Any, rules: Any, seat: int, mind: Any) -> float:
    """What one more card is worth: the less, the more there is to build in hand already."""
    return mind.parameters[CARD] / (1.0 + 0.5 * count(useful(public, me, rules, seat)))


@rule
def built_with(rules: Any, cards: int, gold: int, most: int) -> int:
    """How many districts of a set so much gold pays for, at most so many: the cheapest first."""
    n = 0
    while cards != 0 and n < most:
        best = lowest(cards)
        rest = cards & (cards - 1)
        while rest != 0:
            d = lowest(rest)
            rest &= rest - 1
            if rules.cost[d] < rules.cost[best]:
                best = d
        if rules.cost[best] > gold:
            return n
        gold -= rules.cost[best]
        cards &= ~(1 << best)
        n += 1
    return n


@rule
def more_builds(public: Any, me: Any, rules: Any, seat: int, gold: int, most: int, mind: Any) -> float:
    """What it is worth that a character may build several districts, with so much gold."""
    n = built_with(rules, useful(public, me, rules, seat), gold, most)
    return mind.parameters[EXTRA] * max(0, n - 1)


@rule
def worth(public: Any, me: Any, rules: Any, seat: int, front: int, character: int, mind: Any) -> float:
    """What a character is worth to the own seat beyond the turn as such, in gold."""
    weights = mind.parameters
    due = income(public, rules, seat, character)
    in_cards = paid_in_cards(rules, character)
    gold = public.gold[seat] + 2
    if in_cards:
        value = card_value(public, me, rules, seat, mind) * due
    else:
        value = weights[GOLD] * due
        gold += due
    if character != _NAVIGATOR:
        value += weights[BUILD] * dearest(rules, affordable(public, me, rules, seat, gold - public.gold[seat]))
    return value + power(public, me, rules, seat, front, character, gold, mind)


@rule
def power(public: Any, me: Any, rules: Any, seat: int, front: int, character: int, gold: int, mind: Any) -> float:
    """What a character's power is worth, with so much gold in the turn."""
    weights = mind.parameters
    rivals = public.players - 1
    if character == _ASSASSIN:
        return weights[MURDER] + weights[HUNT] * max(0.0, lead(public, seat, front))
    if character == _WITCH:
        return weights[MURDER] + 1.5
    if character == _MAGISTRATE:
        return weights[MURDER] + 1.1 + 0.5 * weights[HUNT] * max(0.0, lead(public, seat, front))
    if character == _THIEF:
        return weights[THEFT] * others_gold(public, seat) / rivals
    if character == _BLACKMAILER:
        return 0.2 + 0.8 * weights[THEFT] * others_gold(public, seat) / rivals
    if character == _KING:
        return weights[CROWN] + served_by_hand(public, me, rules, seat, character)
    if character == _BISHOP:
        return weights[SHELTER] * public.city_n[seat]
    if character == _WARLORD or character == _DIPLOMAT or character == _MARSHAL:
        near = 1.0 if to_go(public, front) <= 2 else 0.0
        return weights[RAID] * (1.0 + near)
    if character == _MAGICIAN:
        better = max(0.0, float(most_cards(public, seat) - public.hand_n[seat]))
        return 0.5 + weights[SWAP] * card_value(public, me, rules, seat, mind) * better
    if character == _ARCHITECT:
        cards = 2.0 * card_value(public, me, rules, seat, mind)
        return cards + more_builds(public, me, rules, seat, gold, 3, mind)
    return power_of_others(public, me, rules, seat, character, gold, mind)


@rule
def power_of_others(public: Any, me: Any, rules: Any, seat: int, character: int, gold: int, mind: Any) -> float:
    """What the power of a character is worth that is not of the base game of 2000."""
    weights = mind.parameters
    card = card_value(public, me, rules, seat, mind)
    by_hand = served_by_hand(public, me, rules, seat, character)
    if character == _WIZARD:
        return (1.5 * card + more_builds(public, me, rules, seat, gold, 2, mind)) if most_cards(public, seat) > 0 else 0.0
    if character == _SPY:
        return 0.7 * min(most_cards(public, seat), 5)
    if character == _SEER:
        return 1.2 * card + by_hand + more_builds(public, me, rules, seat, gold, 2, mind)
    if character == _EMPEROR:
        return 0.4 * weights[CROWN] + 1.0 + by_hand
    if character == _PATRICIAN:
        return weights[CROWN] + by_hand
    if character == _ABBOT:
        return 0.3 + (0.8 if gold_of_richest(public, seat) > public.gold[seat] else 0.0)
    if character == _CARDINAL:
        return 0.3 + by_hand + (0.3 * min(gold_of_richest(public, seat), 5) if public.hand_n[seat] >= 3 else 0.0)
    if character == _ALCHEMIST:
        return weights[GOLD] * dearest(rules, affordable(public, me, rules, seat, 2))
    if character == _TRADER:
        trade = useful(public, me, rules, seat) & rules.type_mask[_TRADE]
        return 0.3 + weights[EXTRA] * max(0, built_with(rules, trade, gold, 3) - 1)
    if character == _NAVIGATOR:
        return 4.0 * max(0.8 * weights[GOLD], card) if to_go(public, seat) > 1 else 0.0
    if character == _SCHOLAR:
        return 1.8 * card + more_builds(public, me, rules, seat, gold, 2, mind)
    if character == _QUEEN:
        return 4.5 / (public.players - 1)
    if character == _ARTIST:
        return 0.8 * min(public.gold[seat], 2)
    if character == _TAX_COLLECTOR:
        return 0.55 * (public.players - 1) + public.tax
    return 0.0
