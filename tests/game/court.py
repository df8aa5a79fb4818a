"""Small tables of 2016 with warrants and threats on them."""

from __future__ import annotations

from typing import Any

import citadels_sim as cs
from tests.game.tables import table

FIRST_2016 = cs.load_variant("citadels-2016")
"""Positions on it may say any cast."""
OTHERS = ["king", "bishop", "merchant", "architect", "warlord"]
LAWFUL = ["magistrate", "thief", "magician", *OTHERS]
CRIMINAL = ["assassin", "blackmailer", "magician", *OTHERS]
BEWITCHING = ["witch", "blackmailer", "magician", *OTHERS]
WARRANTS = {"signed": "architect", "blank": ["king", "bishop"]}
THREATS = {"flowered": "merchant", "blank": "bishop"}


def court(*players: dict[str, Any], cast: list[str] = LAWFUL, **keys: Any) -> cs.Game:
    """A table of 2016 on which any district may lie."""
    return table(*players, variant=FIRST_2016, cast=cast, strict=False, **keys)


def with_warrants(warrants: object = WARRANTS, **keys: Any) -> cs.Game:
    """The Magistrate at seat 0 has placed warrants; the Architect at seat 1 is next, and can build; then the Warlord."""
    builder = {"characters": ["architect"], "gold": 9, "hand": ["temple", "manor"]}
    seats = ({"characters": ["magistrate"]}, builder, {"characters": ["bishop"]}, {"characters": ["warlord"]})
    return court(*seats, warrants=warrants, **{"next_rank": 7, **keys})


def with_threats(threats: object = THREATS, **keys: Any) -> cs.Game:
    """The Blackmailer at seat 0 has placed threats; the Merchant at seat 1 is next, then the Architect."""
    victims = ({"characters": ["merchant"], "gold": 6}, {"characters": ["architect"]})
    return court({"characters": ["blackmailer"]}, *victims, threats=threats, **{"cast": CRIMINAL, "next_rank": 6, **keys})


def play(game: cs.Game, *labels: str) -> cs.Game:
    for label in labels:
        game.play(label)
    return game
