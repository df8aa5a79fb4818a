"""Rank 4: King. Emperor and Patrician have their place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.engine import journal
from citadels_sim.engine.jit import rule
from citadels_sim.variants.switches import reading

ROYAL = 4
"""The rank of the crown."""

_KING = int(C.KING)
_HEIR = reading("murdered_king_crown", "heir")


@rule
def move_crown(s: Any, j: Any, seat: int, character: int) -> None:
    """Give the crown to a seat; nothing happens where it already is."""
    p = s.public
    if p.crown == seat:
        return
    journal.log(s, j, journal.CROWN, seat, character, p.crown, 0, -1, 0, 0, 0)
    p.crown = seat


@rule
def king_called(s: Any, j: Any, seat: int, character: int) -> None:
    """The King takes the crown at once when called (classic 1.9)."""
    if character == _KING:
        move_crown(s, j, seat, character)


@rule
def murdered_king(s: Any, r: Any, j: Any) -> None:
    """At the end of the round the murdered King's player takes the crown as heir (classic 1.9, `murdered_king_crown`)."""
    p = s.public
    holder = s.secret.holder[ROYAL]
    if p.murdered == ROYAL and holder >= 0 and p.cast[ROYAL] == _KING and r.murdered_king_crown == _HEIR:
        move_crown(s, j, holder, _KING)
