"""Rank 2: Thief. Spy, Blackmailer and the classic Tax Collector have their place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.engine import journal
from citadels_sim.engine.actions import A_ROB, USED_POWER
from citadels_sim.engine.bits import bit
from citadels_sim.engine.characters.naming import list_titles
from citadels_sim.engine.jit import rule

_THIEF = int(C.THIEF)


@rule
def thief_legal(s: Any, r: Any, out: Any, n: int) -> int:
    """List the titles the Thief may name: not rank 1, not himself, not the murdered or bewitched (classic 3.1 Thief)."""
    p = s.public
    if p.used & USED_POWER != 0:
        return n
    barred = bit(1) | bit(p.turn_rank) | bit(p.murdered) | bit(p.bewitched)
    return list_titles(s, r, A_ROB, barred, out, n)


@rule
def rob(s: Any, j: Any, rank: int) -> None:
    """Name the character to be robbed when it is called."""
    p = s.public
    p.robbed = rank
    p.used |= USED_POWER
    journal.log(s, j, journal.ROB, p.turn_seat, p.turn_char, -1, p.cast[rank], -1, 0, 0, 0)


@rule
def steal(s: Any, j: Any, seat: int, rank: int) -> None:
    """Give the Thief all gold of the player whose robbed character has just been called (classic 3.1 Thief).

    One's own second character loses nothing (two and three players).
    """
    p = s.public
    thief = s.secret.holder[2]
    if p.robbed != rank or thief < 0 or thief == seat or p.cast[2] != _THIEF:
        return
    loot = p.gold[seat]
    p.gold[seat] = 0
    p.gold[thief] += loot
    journal.log(s, j, journal.STEAL, thief, _THIEF, seat, p.cast[rank], -1, loot, 0, 0)
