"""The action of a turn: gold, or cards to choose from (classic 2.1 item 2), and what comes right after it."""

from __future__ import annotations

from typing import Any

from citadels_sim.engine import journal
from citadels_sim.engine.actions import (
    A_KEEP,
    KEEP,
    MODE_WHOLE,
    TURN,
    USED_GATHER,
    action,
    put,
)
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.characters.rank6 import merchant_gold
from citadels_sim.engine.characters.rank7 import architect_cards
from citadels_sim.engine.deck import aside_add, aside_remove, discard_unchosen, draw, gain, hand_add
from citadels_sim.engine.districts.gathering import GATHER_GOLD, cards_drawn, cards_kept
from citadels_sim.engine.jit import rule


@rule
def gather_gold(s: Any, r: Any, j: Any) -> None:
    """Take gold from the bank (classic 2.1 item 2)."""
    p = s.public
    journal.log(s, j, journal.GATHER_GOLD, p.turn_seat, p.turn_card, -1, 0, -1, gain(s, p.turn_seat, GATHER_GOLD), 0, 0)
    after_gathering(s, r, j)


@rule
def gather_cards(s: Any, r: Any, j: Any) -> None:
    """Draw cards and ask which to keep, where that is a choice (classic 2.1 item 2)."""
    p = s.public
    seat = p.turn_seat
    drawn = 0
    for _ in range(cards_drawn(s, seat)):
        card = draw(s, r)
        if card < 0:
            break
        aside_add(s, seat, card)
        drawn += 1
    kept = cards_kept(s, r, seat, drawn)
    journal.log(s, j, journal.GATHER_CARDS, seat, p.turn_card, -1, 0, -1, 0, kept, drawn)
    p.keep_left = kept
    p.decision = KEEP
    if kept == drawn:
        keep_rest(s, r, j)


@rule
def keep_rest(s: Any, r: Any, j: Any) -> None:
    """Keep as many of the drawn cards as are due; only called where there is no choice."""
    p = s.public
    mine = s.seat[p.turn_seat]
    while p.keep_left > 0:
        keep_one(s, lowest(mine.aside_mask))
    finish_keeping(s, r, j)


@rule
def keep_one(s: Any, district: int) -> None:
    """Move one drawn card into the hand."""
    p = s.public
    aside_remove(s, p.turn_seat, district)
    hand_add(s, p.turn_seat, district)
    p.keep_left -= 1


@rule
def finish_keeping(s: Any, r: Any, j: Any) -> None:
    """Put away the cards not kept; the action is done."""
    discard_unchosen(s, r, s.public.turn_seat)
    after_gathering(s, r, j)


@rule
def keep_legal(s: Any, out: Any) -> int:
    """List the drawn cards."""
    n = 0
    rest = s.seat[s.public.actor].aside_mask
    while rest != 0:
        n = put(out, n, action(A_KEEP, lowest(rest), 0))
        rest &= rest - 1
    return n


@rule
def keep(s: Any, r: Any, j: Any, district: int) -> None:
    """Keep one of the drawn cards."""
    keep_one(s, district)
    if s.public.keep_left == 0:
        finish_keeping(s, r, j)


@rule
def after_gathering(s: Any, r: Any, j: Any) -> None:
    """Go on with the turn; what comes right after the action comes now (classic 2.2)."""
    p = s.public
    p.used |= USED_GATHER
    p.decision = TURN
    if p.turn_mode == MODE_WHOLE:
        merchant_gold(s, r, j, False)
        architect_cards(s, r, j)
