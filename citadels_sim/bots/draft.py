"""What a character is worth to a seat, and what follows from it: which to pick, and whether to exchange it with the Theater."""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.bots.features import gold_of_richest, income, lead, most_cards, others_gold, possible_ranks, to_go, useful
from citadels_sim.catalogue import CHARACTERS, C, D
from citadels_sim.compiler.decorators import cold, inline, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import count, has, lowest
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.state import RANKS

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
_MERCHANT = int(C.MERCHANT)
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
_STATUE = int(D.STATUE)
_SERVING = sum(
    1 << c
    for c in (
        *(_TAX_COLLECTOR, _MAGICIAN, _WIZARD, _BISHOP, _ABBOT),
        *(_ALCHEMIST, _ARCHITECT, _NAVIGATOR, _QUEEN, _ARTIST),
        *(_SPY, _SEER, _CARDINAL, _TRADER, _SCHOLAR, _MARSHAL),
    )
)
"""Characters that serve their holder beyond their districts' income, by what the table shows."""
_ALWAYS = np.zeros(len(CHARACTERS) + 1)
"""Gold that a character is worth beyond its income whatever the table shows, by character."""
_ALWAYS[[_KING, _PATRICIAN, _MERCHANT, _EMPEROR]] = 1.3, 1.3, 0.5, 1.8
_AGAINST = sum(1 << c for c in (_THIEF, _ASSASSIN, _WITCH, _WARLORD, _DIPLOMAT, _MARSHAL, _MAGISTRATE, _BLACKMAILER))
"""Characters that are worth something for what they do to others."""
_BY_HAND = sum(1 << c for c in (_SEER, _CARDINAL, _TRADER, _KING, _PATRICIAN, _EMPEROR))
"""Characters whose worth to a seat depends on its own hand, or on its Statue."""
_TRADE = 2
_MARGIN = 0.5
"""By how much an unknown character must promise more than the own one before it is exchanged for it."""


@inline
def served(public: Any, rules: Any, seat: int, hand_n: int, character: int) -> float:
    """What a character would bring a seat this turn, in gold, by what is public."""
    gain = income(public, rules, seat, character) + _ALWAYS[character]
    if not has(_SERVING, character):
        return gain
    gold = public.gold[seat]
    if character == _ARCHITECT:
        spare = min(gold + 2, 12)
        gain += 1.4 + (0.25 * spare if hand_n >= 2 else 0.1 * spare)
        if to_go(public, seat) <= 3:
            gain += 1.5
    elif character == _BISHOP:
        gain += 0.4 + 0.25 * public.city_n[seat]
    elif character == _MAGICIAN:
        gain += 0.8 + max(0.0, 0.8 * (most_cards(public, seat) - hand_n))
    elif character == _WIZARD:
        gain += 1.6 if most_cards(public, seat) > 0 else 0.0
    elif character == _ABBOT:
        gain += 0.3 + (0.8 if gold_of_richest(public, seat) > gold else 0.0)
    elif character == _ALCHEMIST:
        gain += min(0.55 * (gold + 2), 4.0) if hand_n > 0 else 0.5
    elif character == _NAVIGATOR:
        gain += 3.2 if to_go(public, seat) > 2 else 0.5
    elif character == _TAX_COLLECTOR:
        gain += 0.55 * (public.players - 1) + public.tax
    elif character == _ARTIST:
        gain += 0.8 * min(gold, 2)
    elif character == _QUEEN:
        gain += 4.5 / (public.players - 1)
    else:
        gain += served_2016(public, seat, hand_n, character)
    return gain


@rule
def served_2016(public: Any, seat: int, hand_n: int, character: int) -> float:
    """What the characters that came with 2016 bring beyond the income of their districts."""
    spare = min(public.gold[seat] + 2, 10)
    if character == _CARDINAL:
        return 0.3 + (0.3 * min(gold_of_richest(public, seat), 5) if hand_n >= 3 else 0.0)
    if character == _TRADER:
        return 0.3 + (0.12 * spare if hand_n >= 2 else 0.0)
    if character == _SEER:
        return 0.7 + (0.4 + 0.15 * spare if hand_n >= 2 else 0.0)
    if character == _SCHOLAR:
        return 2.2 + (0.15 * spare if hand_n >= 2 else 0.0)
    if character == _MARSHAL:
        return 1.4 if public.gold[seat] >= 1 else 0.7
    return 0.7 * min(most_cards(public, seat), 5)  # the Spy


@rule
def served_by_hand(public: Any, me: Any, rules: Any, seat: int, character: int) -> float:
    """What a character brings beyond `served` by the own hand, which only its holder sees; and who has the Statue wants the crown."""
    if character == _TRADER:
        trade = useful(public, me, rules, seat) & rules.type_mask[_TRADE]
        payable = count(trade & rules.afford[min(public.gold[seat] + 2, 6)])
        return 1.2 * max(0, payable - 1)
    if character == _SEER or character == _CARDINAL:
        worthless = public.hand_n[seat] - count(useful(public, me, rules, seat))
        return 0.4 * min(worthless, 3)
    if not has(public.city_mask[seat], _STATUE):
        return 0.0
    wanted = 1.0 if to_go(public, seat) > 2 else 3.0
    return wanted if character != _EMPEROR else -wanted if public.crown == seat else 0.0


@inline
def draft_value(public: Any, rules: Any, seat: int, front: int, character: int, spite: float) -> float:
    """What picking a character is worth, in gold."""
    value = served(public, rules, seat, public.hand_n[seat], character)
    if not has(_AGAINST, character):
        return value
    rivals = public.players - 1
    if character == _THIEF:
        value += 0.2 + 1.1 * others_gold(public, seat) / rivals
    elif character == _ASSASSIN:
        ahead = lead(public, seat, front)
        value += 1.1 + spite * 0.08 * max(0.0, ahead)
    elif character == _WITCH:
        value += 2.6
    elif character == _WARLORD or character == _DIPLOMAT or character == _MARSHAL:
        value += 0.6 + spite * 0.5
        if to_go(public, front) <= 2:
            value += spite
    elif character == _MAGISTRATE:
        value += 2.2 + spite * 0.04 * max(0.0, lead(public, seat, front))
    elif character == _BLACKMAILER:
        value += 0.2 + 0.9 * others_gold(public, seat) / rivals
    return value


@inline
def own_value(public: Any, me: Any, rules: Any, seat: int, front: int, character: int, spite: float) -> float:
    """What a character is worth to the seat itself, which knows its own hand."""
    value = draft_value(public, rules, seat, front, character, spite)
    if has(_BY_HAND, character):
        value += served_by_hand(public, me, rules, seat, character)
    return value


@rule
def pick_character(
    public: Any, me: Any, rules: Any, seat: int, front: int, legal: Any, n: int, bot_state: Any, noise: float, spite: float
) -> int:
    """Keep the character worth most, or lay down the one worth most to the other."""
    best = 0
    best_value = -1.0e9
    for i in range(n):
        character = public.cast[a.arg_a(legal.code[i])]
        value = own_value(public, me, rules, seat, front, character, spite)
        if public.decision == a.DISCARD_CHARACTER:
            value += draft_value(public, rules, front, seat, character, spite)
        value += (0.001 + noise) * next_unit(bot_state)
        if value > best_value:
            best_value = value
            best = i
    return best


@cold
@rule
def choose_exchange(public: Any, me: Any, rules: Any, seat: int, front: int, legal: Any, n: int, bot_state: Any, spite: float) -> int:
    """Give the poorest own character to somebody, rather to whoever is ahead, where an unknown one promises more; else pass."""
    possible = possible_ranks(public, me)
    promise = 0.0
    for rank in range(1, RANKS):
        if has(possible, rank):
            promise += own_value(public, me, rules, seat, front, public.cast[rank], spite)
    promise /= max(1, count(possible))
    best = n - 1
    best_value = _MARGIN
    for i in range(n - 1):
        code = legal.code[i]
        own = lowest(me.chars)
        other = a.arg_a(code)
        if code & 0xFF == a.A_THEATER_OWN:
            own = a.arg_a(code)
            other = a.arg_b(code)
        value = promise - own_value(public, me, rules, seat, front, public.cast[own], spite)
        value += 0.02 * spite * lead(public, seat, other) + 0.2 * next_unit(bot_state)
        if value > best_value:
            best = i
            best_value = value
    return best
