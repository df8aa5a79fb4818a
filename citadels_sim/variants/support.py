"""Which characters the engine can play, and which readings it lacks: all of the catalogue, and none.

Kept for those who still ask; nothing in this package does.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.catalogue import CHARACTERS

__all__ = ["PLAYABLE_CHARACTERS", "UNPLAYABLE_READINGS"]

PLAYABLE_CHARACTERS: Final = frozenset(c.id for c in CHARACTERS)
"""Ids of the characters whose powers the engine has: all 27."""

UNPLAYABLE_READINGS: Final[dict[str, tuple[frozenset[str], str]]] = {}
"""Readings of switches that the engine does not have: none."""
