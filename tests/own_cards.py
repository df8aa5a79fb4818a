"""A variant with characters of its own, which tests share."""

from __future__ import annotations

from typing import Any, Final

import citadels_sim as cs
from citadels_sim.variants import Variant

CAST: Final = ("assassin", "thief", "magician", "king", "bishop", "smuggler", "broker", "warlord")
SMUGGLER: Final[dict[str, Any]] = {
    "title": "Smuggler",
    "rank": 6,
    "income": "trade",
    "bonus": {"gold": 1, "cards": 1, "when": "after_action"},
    "builds": 2,
    "discount": {"type": "trade", "gold": 1},
}
BROKER: Final[dict[str, Any]] = {
    "title": "Broker of <b>All</b>",
    "rank": 7,
    "income": "military",
    "income_in": "cards",
    "takes_crown": True,
}
"""With a title that a page must not take for its own text."""


def own_variant(base: str = "classic-2000", cast: tuple[str, ...] = CAST, **overrides: Any) -> Variant:
    """A packaged variant with Smuggler and Broker in the places of ranks 6 and 7."""
    given: dict[str, Any] = {"cast": list(cast), "characters.smuggler": SMUGGLER, "characters.broker": BROKER, "deck.unique.graveyard": 0}
    for name, value in overrides.items():
        key = name.replace("__", ".")
        given[key] = given[key] | value if isinstance(value, dict) and key in given else value
    return cs.load_variant(base, given)
