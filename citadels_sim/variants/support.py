"""Which characters and districts the engine can play today. Everything else here already knows them all."""

from __future__ import annotations

__all__ = ["PLAYABLE_CHARACTERS", "PLAYABLE_DISTRICTS", "UNPLAYABLE_READINGS"]

PLAYABLE_CHARACTERS: frozenset[str] = frozenset(
    {
        *("assassin", "witch"),
        *("thief", "tax-collector"),
        *("magician", "wizard"),
        *("king", "emperor"),
        *("bishop", "abbot"),
        *("merchant", "alchemist"),
        *("architect", "navigator"),
        *("warlord", "diplomat"),
        *("queen", "artist"),
    }
)
"""Ids of the characters whose powers the engine has."""

PLAYABLE_DISTRICTS: frozenset[str] = frozenset(
    {
        *("manor", "castle", "palace"),
        *("temple", "church", "monastery", "cathedral"),
        *("tavern", "market", "trading-post", "docks", "harbor", "town-hall"),
        *("watchtower", "prison", "barracks", "fortress"),
        *("haunted-quarter", "keep", "laboratory", "smithy", "observatory", "graveyard", "library"),
        *("school-of-magic", "great-wall", "university", "dragon-gate"),
        *("lighthouse", "armory", "museum", "imperial-treasury", "map-room", "wishing-well", "quarry"),
        *("poor-house", "bell-tower", "factory", "park", "hospital", "throne-room", "ballroom"),
    }
)
"""Ids of the districts whose effects the engine has."""

UNPLAYABLE_READINGS: dict[str, tuple[frozenset[str], str]] = {
    "bottom_order": (frozenset({"choice"}), ""),
    "unique_pick": (frozenset({"cost_spread"}), ""),
    "abbot_income": (frozenset({"mix"}), "abbot"),
    "abbot_richest": (frozenset({"first_chance", "end_of_turn"}), "abbot"),
    "tax_other_character": (frozenset({"collects"}), "tax-collector"),
}
"""Readings of switches that the engine does not have, and the character without whom they mean nothing."""
