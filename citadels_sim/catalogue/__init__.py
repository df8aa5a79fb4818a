"""Every district and character of every edition, as data.

What a card *is* (id, type, cost, rank, printing) lives here; what it *does* lives in the engine, and
which cards are on a table is decided by a variant.
"""

from citadels_sim.catalogue import character_codes as C  # noqa: N812  # Numba takes what it holds as constants, as of an enum of integers
from citadels_sim.catalogue import district_codes as D  # noqa: N812
from citadels_sim.catalogue.cards import CHARACTER_CODES, DISTRICT_CODES, MOST_OWN, PACKAGED, Cards
from citadels_sim.catalogue.characters import CHARACTERS, NO_POWER, ROYAL, ROYALS, Character, character, character_by_code, royal_ranks
from citadels_sim.catalogue.codes import EDITIONS, PRINTINGS, DistrictType
from citadels_sim.catalogue.districts import BASICS, DISTRICTS, EFFECTS, UNIQUES, District, district, district_by_code

__all__ = [
    "BASICS",
    "CHARACTERS",
    "CHARACTER_CODES",
    "DISTRICTS",
    "DISTRICT_CODES",
    "EDITIONS",
    "EFFECTS",
    "MOST_OWN",
    "NO_POWER",
    "PACKAGED",
    "PRINTINGS",
    "ROYAL",
    "ROYALS",
    "UNIQUES",
    "C",
    "Cards",
    "Character",
    "D",
    "District",
    "DistrictType",
    "character",
    "character_by_code",
    "district",
    "district_by_code",
    "royal_ranks",
]
