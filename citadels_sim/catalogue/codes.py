"""The integer codes of types, districts and characters in compiled code and in tables.

The order is part of the contract of the engine: append, never insert. A member's name in lower case,
with hyphens, is the id that people write.
"""

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


class D(IntEnum):
    """Code of each district: 17 basic ones (2016 4.3), the 30 uniques of 2016, 7 that only classic has."""

    MANOR = 0
    CASTLE = 1
    PALACE = 2
    TEMPLE = 3
    CHURCH = 4
    MONASTERY = 5
    CATHEDRAL = 6
    TAVERN = 7
    MARKET = 8
    TRADING_POST = 9
    DOCKS = 10
    HARBOR = 11
    TOWN_HALL = 12
    WATCHTOWER = 13
    PRISON = 14
    BARRACKS = 15
    FORTRESS = 16
    ARMORY = 17
    BASILICA = 18
    CAPITOL = 19
    DRAGON_GATE = 20
    FACTORY = 21
    FRAMEWORK = 22
    GOLD_MINE = 23
    GREAT_WALL = 24
    HAUNTED_QUARTER = 25
    IMPERIAL_TREASURY = 26
    IVORY_TOWER = 27
    KEEP = 28
    LABORATORY = 29
    LIBRARY = 30
    MAP_ROOM = 31
    MONUMENT = 32
    MUSEUM = 33
    NECROPOLIS = 34
    OBSERVATORY = 35
    PARK = 36
    POOR_HOUSE = 37
    QUARRY = 38
    SCHOOL_OF_MAGIC = 39
    SECRET_VAULT = 40
    SMITHY = 41
    STABLES = 42
    STATUE = 43
    THEATER = 44
    THIEVES_DEN = 45
    WISHING_WELL = 46
    GRAVEYARD = 47
    UNIVERSITY = 48
    LIGHTHOUSE = 49
    BELL_TOWER = 50
    HOSPITAL = 51
    THRONE_ROOM = 52
    BALLROOM = 53


class C(IntEnum):
    """Code of each character, in order of 2016 rank; 0 is nobody."""

    NONE = 0
    ASSASSIN = 1
    WITCH = 2
    MAGISTRATE = 3
    THIEF = 4
    SPY = 5
    BLACKMAILER = 6
    MAGICIAN = 7
    WIZARD = 8
    SEER = 9
    KING = 10
    EMPEROR = 11
    PATRICIAN = 12
    BISHOP = 13
    ABBOT = 14
    CARDINAL = 15
    MERCHANT = 16
    ALCHEMIST = 17
    TRADER = 18
    ARCHITECT = 19
    NAVIGATOR = 20
    SCHOLAR = 21
    WARLORD = 22
    DIPLOMAT = 23
    MARSHAL = 24
    QUEEN = 25
    ARTIST = 26
    TAX_COLLECTOR = 27


def id_of(code: D | C) -> str:
    """The kebab-case id of a code: ``D.TRADING_POST`` is ``"trading-post"``."""
    return code.name.lower().replace("_", "-")
