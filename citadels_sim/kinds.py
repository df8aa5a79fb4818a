"""What the tables of each kind of run are, for those who write them and those who read them."""

from __future__ import annotations

from typing import Final

__all__ = ["LAST_CARD_ROUND", "OWN_TABLES"]

OWN_TABLES: Final = {
    "forks": ("forks",), "crowns": ("crowns",), "bans": ("bans",), "flow": ("states",), "casts": ("casts", "cards"),
    "luck": ("luck",), "kingmaking": ("kingmaking", "states"),
}  # fmt: skip
"""Kinds of experiment that keep tables of their own, the main one first, and no games."""

LAST_CARD_ROUND: Final = 40
"""Rounds that the table `cards` tells apart; later ones are counted as this one."""
