"""The numbers that the rulebooks print, each a key of its own in a variant file, beside the switches of ``[rules]``.

A number is declared like a switch, under its dotted key; a table keeps only those that are not at their printed value, so that a new
number leaves the digest of every variant as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from citadels_sim.variants.numbers.game import GAME_NUMBERS
from citadels_sim.variants.switch import RuleValue, Switch

__all__ = ["NUMBERS", "SECTIONS", "changed", "field_of", "nested", "printed"]

NUMBERS: Final[dict[str, Switch]] = {number.key: number for number in GAME_NUMBERS}
"""Every number by its dotted key, in the order of a variant file."""
SECTIONS: Final = tuple(dict.fromkeys(key.partition(".")[0] for key in NUMBERS))
"""Tables of a variant file in which they stand."""


def printed(key: str, edition: str) -> RuleValue:
    """Return the value of a number that the rulebooks of an edition print."""
    return NUMBERS[key].default[edition]


def changed(given: Mapping[str, RuleValue], edition: str) -> dict[str, RuleValue]:
    """Return, of numbers that were given, those that are not what an edition prints; in their fixed order."""
    return {key: given[key] for key in NUMBERS if key in given and given[key] != printed(key, edition)}


def field_of(key: str) -> str:
    """Name the field of the Rules record that holds a number: ``start_gold`` of ``game.start_gold``."""
    return key.removeprefix("game.").replace(".", "_").replace("-", "_")


def nested(values: Mapping[str, object]) -> dict[str, object]:
    """Turn dotted keys into the tables of a variant file."""
    out: dict[str, object] = {}
    for key, value in values.items():
        *tables, last = key.split(".")
        inside = out
        for table in tables:
            inside = inside.setdefault(table, {})  # type: ignore[assignment]
        inside[last] = value
    return out
