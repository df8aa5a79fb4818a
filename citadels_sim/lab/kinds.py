"""What the tables of each kind of run are, and what it counts, for those who write them and those who read them."""

from __future__ import annotations

from typing import Final

__all__ = ["LAST_CARD_ROUND", "OWN_TABLES", "unit_of"]

OWN_TABLES: Final = {
    "forks": ("forks",), "crowns": ("crowns",), "bans": ("bans",), "flow": ("states",), "casts": ("casts", "cards"),
    "luck": ("luck",), "kingmaking": ("kingmaking", "states"),
}  # fmt: skip
"""Kinds of experiment that keep tables of their own, the main one first, and no games."""

LAST_CARD_ROUND: Final = 40
"""Rounds that the table `cards` tells apart; later ones are counted as this one."""

_UNITS: Final = {"forks": "nodes", "crowns": "nodes", "bans": "deals", "luck": "deals"}


def unit_of(kind: str) -> str:
    """Say what a kind of experiment counts, in the plural: what its number of games is a number of."""
    return _UNITS.get(kind, "games")
