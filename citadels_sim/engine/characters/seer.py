"""The Seer (rank 3): takes cards by lot from every other hand, by the card one, then gives as many back (2016 3 Seer)."""

from __future__ import annotations

from citadels_sim.compiler.decorators import cold, rule
from citadels_sim.engine import actions as a
from citadels_sim.engine import journal
from citadels_sim.engine.actions import action, put, put_each
from citadels_sim.engine.bits import bit, count, has
from citadels_sim.engine.deck import hand_add, hand_remove, random_card
from citadels_sim.engine.record_types import Journal, Legal, Rules, State
from citadels_sim.engine.state import SEATS

MOST = 3
"""Most cards that she takes of a hand, or gives back to a player."""
_OWED_EACH = sum(1 << SEATS * k for k in range(MOST))
"""Bits of what the first seat is owed: one for each card, a set of seats apart, so that the lowest say who is owed any."""


@cold
@rule
def seer_legal(s: State, r: Rules, out: Legal, n: int) -> int:
    """List the power, where anybody has a card."""
    p = s.public
    if p.used & a.USED_POWER != 0 or r.seer_cards[p.turn_char] == 0:
        return n
    for seat in range(p.players):
        if seat != p.turn_seat and p.hand_n[seat] > 0:
            return put(out, n, a.A_SEER)
    return n


@rule
def seer_takes(s: State, r: Rules, j: Journal) -> None:
    """Take cards by lot from each other player who has any; then each of them is owed some, at most as many as were taken there."""
    p = s.public
    me = p.turn_seat
    p.used |= a.USED_POWER
    p.owed = 0
    sources = 0
    taken = 0
    for step in range(1, p.players):
        seat = (me + step) % p.players
        if p.hand_n[seat] == 0:
            continue
        sources |= bit(seat)
        for k in range(min(r.seer_cards[p.turn_char], p.hand_n[seat])):
            card = random_card(s, seat)
            hand_remove(s, seat, card)
            hand_add(s, me, card)
            taken += 1
            if k < r.seer_back[p.turn_char]:
                p.owed |= bit(seat + SEATS * k)
    journal.log(s, j, journal.SEER, me, p.turn_card, -1, 0, -1, 0, taken, sources)
    if p.owed != 0:
        p.giving = a.GIVING_BACK
        p.decision = a.GIVE


@cold
@rule
def hand_back_legal(s: State, out: Legal) -> int:
    """List every card for every player who is still owed one."""
    p = s.public
    n = 0
    for seat in range(p.players):
        if not has(p.owed, seat):
            continue
        n = put_each(out, n, action(a.A_HAND_BACK, seat, 0), a.SECOND, s.seat[p.turn_seat].hand_mask)
    return n


@cold
@rule
def hand_back(s: State, j: Journal, seat: int, district: int) -> None:
    """Give a card back."""
    p = s.public
    hand_remove(s, p.turn_seat, district)
    hand_add(s, seat, district)
    p.owed &= ~bit(seat + SEATS * (count((p.owed >> seat) & _OWED_EACH) - 1))
    journal.log(s, j, journal.HAND_BACK, p.turn_seat, p.turn_card, seat, 0, -1, 0, 1, 0)
    if p.owed == 0:
        p.giving = a.GIVING_NOTHING
        p.decision = a.TURN
