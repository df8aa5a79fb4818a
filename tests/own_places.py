"""A variant with districts of its own, which tests share."""

from __future__ import annotations

from typing import Any, Final

import citadels_sim as cs
from citadels_sim.variants import Variant

LIGHTHOUSE_QUARTER: Final[dict[str, Any]] = {
    "title": "Lighthouse Quarter",
    "type": "military",
    "cost": 4,
    "copies": 2,
    "points": 1,
    "effect": "library",
}
BEACON: Final[dict[str, Any]] = {
    "title": "Beacon of <b>All</b>",
    "type": "unique",
    "cost": 3,
    "effect": "dragon-gate",
    "bonus": 4,
    "copies": 1,
}
"""With a title that a page must not take for its own text."""
CUSTOMS: Final[dict[str, Any]] = {"title": "Customs House", "type": "trade", "cost": 2, "copies": 3}


def with_places(base: str = "classic-2000", **overrides: Any) -> Variant:
    """A packaged variant with two basic districts and a unique one of its own; ``beacon__bonus=5`` overrides a key."""
    given: dict[str, Any] = {f"districts.{id}": place for id, place in PLACES.items()}
    for name, value in overrides.items():
        given[f"districts.{name.replace('__', '.').replace('_', '-')}"] = value
    return cs.load_variant(base, given)


PLACES: Final = {"lighthouse-quarter": LIGHTHOUSE_QUARTER, "beacon": BEACON, "customs": CUSTOMS}


def borrowing(effect: str, base: str = "citadels-2016", more: dict[str, Any] | None = None, **keys: Any) -> Variant:
    """A packaged variant with a unique district ``copycat`` of cost 3 that has an effect, with its numbers."""
    place = {"title": "Copycat", "type": "unique", "cost": 3, "copies": 1, "effect": effect, **keys}
    return cs.load_variant(base, {"districts.copycat": place, **(more or {})})
