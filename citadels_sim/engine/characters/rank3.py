"""Rank 3: Magician. Wizard and Seer have their place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.engine import journal
from citadels_sim.engine.actions import (
    A_DONE,
    A_LAY_ASIDE,
    A_REDRAW,
    A_SWAP,
    REDRAW,
    TURN,
    USED_POWER,
    action,
    put,
)
from citadels_sim.engine.bits import lowest
from citadels_sim.engine.deck import aside_add, draw_to_hand, hand_remove, return_aside
from citadels_sim.engine.jit import rule
from citadels_sim.variants.switches import reading

_DRAW_FIRST = reading("magician_exchange", "draw_then_bottom")


@rule
def magician_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the two powers: swap hands with anybody, either hand may be empty, or redraw (classic 3.1 Magician)."""
    p = s.public
    if p.used & USED_POWER != 0:
        return n
    for seat in range(p.players):
        if seat != p.turn_seat:
            n = put(out, n, action(A_SWAP, seat, 0))
    if p.hand_n[p.turn_seat] > 0:
        n = put(out, n, A_REDRAW)
    return n


@rule
def swap_hands(s: Any, j: Any, other: int) -> None:
    """Swap whole hands with another player."""
    p = s.public
    seat = p.turn_seat
    mine = s.seat[seat]
    theirs = s.seat[other]
    given = p.hand_n[seat]
    received = p.hand_n[other]
    both = mine.hand_mask | theirs.hand_mask
    while both != 0:
        d = lowest(both)
        both &= both - 1
        held = mine.hand[d]
        mine.hand[d] = theirs.hand[d]
        theirs.hand[d] = held
    mask = mine.hand_mask
    mine.hand_mask = theirs.hand_mask
    theirs.hand_mask = mask
    p.hand_n[seat] = received
    p.hand_n[other] = given
    p.used |= USED_POWER
    journal.log(s, j, journal.SWAP, seat, p.turn_char, other, 0, -1, 0, received, given)


@rule
def begin_redraw(s: Any) -> None:
    """Begin to lay cards aside for the exchange with the deck."""
    s.public.used |= USED_POWER
    s.public.decision = REDRAW


@rule
def redraw_legal(s: Any, out: Any) -> int:
    """List the cards that may still be laid aside, and "done"."""
    n = 0
    rest = s.seat[s.public.actor].hand_mask
    while rest != 0:
        n = put(out, n, action(A_LAY_ASIDE, lowest(rest), 0))
        rest &= rest - 1
    return put(out, n, A_DONE)


@rule
def lay_aside(s: Any, district: int) -> None:
    """Lay one card of the hand aside."""
    hand_remove(s, s.public.actor, district)
    aside_add(s, s.public.actor, district)


@rule
def finish_redraw(s: Any, r: Any, j: Any) -> None:
    """Exchange the cards laid aside with the deck: under it first, then from the top (classic 2.4, 2.5)."""
    p = s.public
    seat = p.actor
    n = s.seat[seat].aside_n
    if r.magician_exchange == _DRAW_FIRST:
        draw_to_hand(s, r, seat, n)
        return_aside(s, seat, False)
    else:
        return_aside(s, seat, False)
        draw_to_hand(s, r, seat, n)
    p.decision = TURN
    journal.log(s, j, journal.REDRAW, seat, p.turn_char, -1, 0, -1, 0, n, 0)
