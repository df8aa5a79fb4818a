"""What designers change: of all keys of a variant those that its cast and its deck can use, card by card."""

from __future__ import annotations

from typing import Final

from citadels_sim.catalogue import Character, District
from citadels_sim.variants.model import Table, Variant
from citadels_sim.variants.numbers import elsewhere, on_card
from citadels_sim.variants.switch import NONE, Switch
from citadels_sim.variants.switches import SWITCHES

_LEVERS: Final = ("income", "income_each", "builds", "bonus.gold", "bonus.cards")
"""What designers change of a character, beside what its own card prints."""


def cards_of(variant: Variant) -> set[str]:
    """Return all characters and districts that can be at one of a variant's tables."""
    tables = variant.tables.values()
    cards = {id for table in tables for ids in table.cast.values() for id in ids}
    return cards | {id for table in tables for id in (*table.basic, *table.unique, *(table.random_from if table.random_count else ()))}


def keys_of_game(table: Table) -> list[str]:
    """Name the numbers of the game as a whole."""
    return [key for key in table.declared if key.startswith("game.")]


def keys_of_character(table: Table, who: Character, *, every: bool = False) -> list[str]:
    """Name the numbers of a character, those that its card prints first; with `every` also those that it hardly uses."""
    start = f"characters.{who.id}."
    keys = sorted((key for key in table.declared if key.startswith(start)), key=lambda key: (not on_card(key), key.count(".")))
    return [key for key in keys if every or _is_lever(table, key, start)]


def _is_lever(table: Table, key: str, start: str) -> bool:
    name = key.removeprefix(start)
    if name == "income_each" and table.number(f"{start}income") == NONE:
        return False
    return name in _LEVERS or on_card(key) or key in table.numbers


def keys_of_district(table: Table, place: District, *, every: bool = False) -> list[str]:
    """Name the numbers of a district: what it costs, its copies in the deck, the number in its effect; as `keys_of_character`."""
    start = f"districts.{place.id}."
    in_deck = bool(table.number(f"{start}copies"))
    keys = [f"{start}cost"] * (place.cost_2016 is not None) + [f"{start}copies"] * in_deck
    keys += [key for key, path in elsewhere(table.cards).items() if key.startswith(start) and path[0] == "rules"]
    return keys + [key for key in table.declared if key.startswith(start) and (every or on_card(key) or key in table.numbers)]


def switches_of(variant: Variant) -> list[Switch]:
    """Return the switches whose readings can differ at one of a variant's tables."""
    cards = cards_of(variant)
    cards |= {who.power for who in variant.cards.characters if who.id in cards}
    cards |= {place.effect for place in variant.cards.districts if place.id in cards}
    return [switch for switch in SWITCHES.values() if switch.matters(cards)]
