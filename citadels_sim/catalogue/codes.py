"""Editions and printings, the types of districts with their codes, and the ids that people write."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

EDITIONS: Final = ("classic", "2016")
"""The two families of rules; the edition decides the default of every switch and the printed costs."""

PRINTINGS: Final = ("classic", "dark-city", "2016")
"""The boxes that a card can come from: the base game of 2000, its expansion, the game of 2016 (and 2021)."""


class DistrictType(IntEnum):
    """Type (colour) of a district; the member's name in lower case is its id."""

    NOBLE = 0
    RELIGIOUS = 1
    TRADE = 2
    MILITARY = 3
    UNIQUE = 4

    @property
    def id(self) -> str:
        """The id that people write, e.g. ``"noble"``."""
        return self.name.lower()


def id_of(title: str) -> str:
    """The kebab-case id of a card with this title: ``"trading-post"`` of ``"Trading Post"``."""
    return title.lower().replace(" ", "-").replace("'", "")
