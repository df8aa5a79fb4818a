"""The parts of a card, and the rules without some of them: what is switched off, and what cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.designs.why import OF_CHARACTERS, OF_DISTRICTS, PARTS
from citadels_sim.engine.rules import rules_record
from citadels_sim.variants import Table, Variant, from_resolved
from citadels_sim.variants.switch import NONE

_OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "income": {"income": NONE},
    "bonus": {"bonus": {"gold": 0, "cards": 0}, "gold_from_others": 0},
    "discount": {"discount": {"type": NONE}},
    "protection": {"protected": False},
    "crown": {"takes_crown": False},
    "power": {"power": NONE},
    "effect": {"effect": NONE},
}
"""Each part to the keys of a card that switch it off; builds are then as many as everybody has, points as many as the cost."""
_OF_EVERY: Final = frozenset(
    (
        *("title", "rank", "power", "income", "income_each", "income_in", "builds", "protected", "protected_part", "takes_crown"),
        *("bonus", "gold_from_others", "discount", "immune"),
    )
)
"""Keys that any character can have."""
_PLAIN: Final = ("king", "patrician", "bishop", "merchant", "architect")
"""Packaged characters whose cards print nothing but what every card may have."""
_NAMING: Final = ("assassin", "thief")
"""Powers that name a character who suffers from it."""
_BY_KERNEL: Final = ("target", "cost")
"""Parts that no rule switches off: the kernel undoes what they do."""


class Split(NamedTuple):
    """How a card is split at a table.

    Attributes
    ----------
    parts : tuple of str
        What it has, in the order of `PARTS`.
    off : tuple of (tuple of str)
        Of each combination of parts that are on, in the order of their bits, those that are off.
    """

    parts: tuple[str, ...]
    off: tuple[tuple[str, ...], ...]


def is_district(variant: Variant, card: str) -> bool:
    """Tell whether a card is a district; no character has the id of one."""
    return any(each.id == card for each in variant.cards.districts)


def without(variant: Variant, card: str, parts: Sequence[str]) -> Variant:
    """Return a variant in which a card lacks some of its parts; those that the kernel undoes change no rule."""
    section = "districts" if is_district(variant, card) else "characters"
    resolved: dict[str, Any] = dict(variant.resolved())
    keys = dict(resolved.get(section, {}).get(card, {}))
    for part in parts:
        for key, value in _off(variant, card, part).items():
            keys[key] = keys.get(key, {}) | value if isinstance(value, Mapping) else value
    if "power" in parts:
        keys = {key: value for key, value in keys.items() if key in _OF_EVERY}  # the numbers in the power go with it
    if keys.get("effect") == NONE and {"effect", "points"} & set(parts):
        keys = {key: value for key, value in keys.items() if key in ("title", "type", "cost", "copies", "points", "effect")}
    return from_resolved({**resolved, section: {**resolved.get(section, {}), card: keys}})


def _off(variant: Variant, card: str, part: str) -> Mapping[str, Any]:
    """Return the keys of a card that switch off a part."""
    if part in _BY_KERNEL:
        return {}
    if part == "builds":
        return {"builds": variant.usual.number("game.builds")}
    if part == "points":
        return {"points": variant.usual.costs[card], **(_OFF["effect"] if _only_points(variant.usual, card) else {})}
    return _OFF[part]


def split_of(variant: Variant, card: str, players: int) -> Split:
    """Name the parts that a card has at a table: those without which the variant is another one."""
    table = variant.at(players)
    known = OF_DISTRICTS if is_district(variant, card) else OF_CHARACTERS
    parts = tuple(part for part in known if _is_part(variant, table, card, part))
    off = tuple(tuple(part for at, part in enumerate(parts) if not on >> at & 1) for on in range(1 << len(parts)))
    return Split(parts, off)


def _is_part(variant: Variant, table: Table, card: str, part: str) -> bool:
    """Tell whether a card has a part, and whether it can be switched off for this card alone."""
    if part == "target":
        return _can_be_named(table, card)
    if part == "cost":
        return bool(table.costs[card])
    if part in OF_DISTRICTS and copies_of(table, card) > 1:
        return False  # a rule about a district is one about all its copies
    if part == "power" and variant.cards.character(card).power in (NONE, *_PLAIN):
        return False  # who has none but numbers of its own has no power
    if part == "effect" and _only_points(table, card):
        return False  # those are its points
    return without(variant, card, [part]).digest != variant.digest


def copies_of(table: Table, district: str) -> int:
    """Return how many cards of a district the deck of a table can have."""
    return max(table.basic.get(district, 0), table.unique.get(district, 0), int(district in table.random_from))


def _only_points(table: Table, district: str) -> bool:
    """Tell whether all that a district does is to bring points at the end."""
    return f"districts.{district}.bonus" in table.declared


def _can_be_named(table: Table, character: str) -> bool:
    """Tell whether another character of a table may name this one to murder or rob it: one that is called before it."""
    ranks = {name: rank for rank, names in table.cast.items() for name in names}
    naming = [rank for name, rank in ranks.items() if table.cards.character(name).power in _NAMING]
    return any(rank < ranks[character] for rank in naming)


def memory_of(variant: Variant, card: str, players: int) -> tuple[Split, Array]:
    """Return how a card is split, and the memory of the rules with each combination of its parts on, shape (2**parts, size)."""
    split = split_of(variant, card, players)
    by_rules: dict[tuple[str, ...], Array] = {}
    for off in split.off:
        rules = tuple(part for part in off if part not in _BY_KERNEL)
        if rules not in by_rules:
            table = (without(variant, card, rules) if rules else variant).at(players)
            by_rules[rules] = np.frombuffer(rules_record(table).tobytes(), np.uint8)
    rows = [by_rules[tuple(part for part in off if part not in _BY_KERNEL)] for off in split.off]
    return split, np.stack(rows)


def bits_of(parts: Sequence[str]) -> int:
    """Return the bits of some parts, as tables have them."""
    return sum(1 << list(PARTS).index(part) for part in parts)
