"""What a hand that nobody else sees is likely to hold, by what its owner has done: who had the gold and did not build lacked the card.

Each hand has a row of weights, by whether its owner built in the latest turn, by gold and by the number of cards; there stands how often
hands held a card of a cost, compared with the deck. Who has four gold, one or two cards, and did not build, holds a district of four gold
0.07 to 0.23 times as often as the deck would deal it (games of `learner`, of `planner`, and of the searcher that does not ask), and one of
five 2.6 to 3.2 times as often.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.searcher_hand_weights import WEIGHTS
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine.bits import has
from citadels_sim.engine.state import RANKS

PURSES = 8
"""Rows by gold: 0, 1, ... 7 or more."""
SIZES = 3
"""Rows by cards in hand: one or two, three or four, more."""
COSTS = 6
"""Columns by cost: 1 or less, 2, ... 6 or more; one more for districts that the owner's city has already."""
ROWS = 2 * 2 * SIZES * PURSES
"""Rows: for tables with an Assassin and for others, for who has built and who has not, by cards, by gold."""
UNKNOWN = -1
_ASSASSIN = int(C.ASSASSIN)


@rule
def has_played(public: Any, seat: int) -> bool:
    """Tell whether a seat has ended a turn in this round."""
    shown = False
    for rank in range(1, RANKS):
        shown = shown or public.called[rank] == seat
    return bool(shown and public.turn_seat != seat)


@rule
def habit(public: Any, seat: int) -> int:
    """Row of the weights for the hand of a seat; UNKNOWN before its first turn."""
    latest = public.round_no if has_played(public, seat) else public.round_no - 1
    if latest == 0:
        return UNKNOWN
    built = False
    for slot in range(public.city_n[seat]):
        built = built or public.city_round[seat, slot] == latest
    cards = public.hand_n[seat]
    size = 0 if cards <= 2 else (1 if cards <= 4 else 2)
    kind = (0 if public.cast[1] == _ASSASSIN else 2) + (1 if built else 0)
    return int((kind * SIZES + size) * PURSES + min(public.gold[seat], PURSES - 1))


@rule
def column(public: Any, rules: Any, seat: int, district: int) -> int:
    """Column of the weights for a district in the hand of a seat."""
    if has(public.city_mask[seat], district):
        return COSTS
    return int(min(max(rules.cost[district], 1), COSTS)) - 1


@rule
def likelihood(public: Any, rules: Any, seat: int, row: int, district: int) -> float:
    """How likely a hand holds a card, as a part of what is likely of the likeliest card."""
    return float(WEIGHTS[row, column(public, rules, seat, district)])
