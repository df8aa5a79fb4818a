"""Rank 5: Bishop, Abbot. The Cardinal has his place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_TITHE, USED_POWER, action, put
from citadels_sim.engine.bits import bit
from citadels_sim.engine.characters.holders import is_bewitched
from citadels_sim.engine.jit import rule
from citadels_sim.variants.switches import reading

_BISHOP = int(C.BISHOP)
_BOTH = reading("witch_bishop", "both")
_CHOICE = reading("abbot_tie", "choice")


@rule
def bishop_acts(s: Any, r: Any, seat: int, character: int) -> None:
    """The living Bishop's city is safe from rank 8 for the rest of the round (classic 3.1 Bishop).

    Bewitched it is the Witch's city instead, or both (`witch_bishop`).
    """
    if character != _BISHOP:
        return
    s.public.protected |= bit(seat)
    if is_bewitched(s, s.public.turn_rank) and r.witch_bishop == _BOTH:
        s.public.protected |= bit(s.secret.holder[s.public.turn_rank])


@rule
def tithe_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List who is richest and would give the Abbot one gold: nobody if the Abbot is, or at a tie (classic 3.2 Abbot; `abbot_tie`)."""
    p = s.public
    if p.used & USED_POWER != 0:
        return n
    most = 0
    times = 0
    for seat in range(p.players):
        if p.gold[seat] > most:
            most = p.gold[seat]
            times = 1
        elif p.gold[seat] == most:
            times += 1
    if most == 0 or p.gold[p.turn_seat] == most or (times > 1 and r.abbot_tie != _CHOICE):
        return n
    for seat in range(p.players):
        if p.gold[seat] == most:
            n = put(out, n, action(A_TITHE, seat, 0))
    return n


@rule
def tithe(s: Any, j: Any, seat: int) -> None:
    """Take one gold from the richest player."""
    p = s.public
    p.used |= USED_POWER
    p.gold[seat] -= 1
    p.gold[p.turn_seat] += 1
    journal.log(s, j, journal.TITHE, p.turn_seat, p.turn_card, seat, 0, -1, 1, 0, 0)
