"""Rank 7: Architect. Navigator and Scholar have their place here."""

from __future__ import annotations

from typing import Any

from citadels_sim.catalogue import C
from citadels_sim.engine import journal
from citadels_sim.engine.deck import draw_to_hand
from citadels_sim.engine.jit import rule
from citadels_sim.variants.switches import reading

ARCHITECT_BUILDS = 3
ARCHITECT_CARDS = 2

_ARCHITECT = int(C.ARCHITECT)
_AFTER_ACTION = reading("architect_bonus_time", "after_action")


@rule
def build_limit(character: int) -> int:
    """How many districts this character may build in its turn (classic 3.1 Architect)."""
    return ARCHITECT_BUILDS if character == _ARCHITECT else 1


@rule
def architect_cards(s: Any, r: Any, j: Any) -> None:
    """Two extra cards, both kept, right after the action (classic 3.1 Architect)."""
    p = s.public
    if p.turn_char == _ARCHITECT and r.architect_bonus_time == _AFTER_ACTION:
        drawn = draw_to_hand(s, r, p.turn_seat, ARCHITECT_CARDS)
        journal.log(s, j, journal.BONUS, p.turn_seat, _ARCHITECT, -1, 0, -1, 0, drawn, 0)
