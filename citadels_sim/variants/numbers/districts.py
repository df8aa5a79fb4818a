"""Numbers of each district: its type, what it is worth at the end, and the number in its effect."""

from __future__ import annotations

from typing import Final

from citadels_sim.catalogue import DISTRICTS, District, DistrictType
from citadels_sim.variants.switch import IntRange, Switch, number, under, words

MOST_COPIES: Final = 40
"""Most copies of one district in a deck."""
MOST_COST: Final = 60
"""Greatest cost of a district, in gold."""

_TOPIC: Final = "Districts"
_COST: Final = number("cost", IntRange(0, MOST_COST), 0, "", "Its cost.", "It costs {n} gold.")
_COPIES: Final = number("copies", IntRange(0, MOST_COPIES), 0, "", "Its copies in the deck.", "{n} copies are in the deck.")

ELSEWHERE: Final[dict[str, tuple[str, ...]]] = {
    **{f"districts.{each.id}.cost": ("costs", each.id) for each in DISTRICTS if each.cost_2016 is not None},
    **{f"districts.{each.id}.copies": ("deck", "basic" if each.is_basic else "unique", each.id) for each in DISTRICTS},
    "districts.laboratory.gold": ("rules", "laboratory_gold"),
    "districts.smithy.price": ("rules", "smithy_price"),
    "districts.smithy.cards": ("rules", "smithy_cards"),
}
"""Keys of districts that mean a cost, copies in the deck or a switch: one value, which stands there."""


def declared_of(path: tuple[str, ...]) -> Switch:
    """Return what is declared of a cost or of copies."""
    return _COST if path[0] == "costs" else _COPIES


def _of_every(place: District) -> tuple[Switch, ...]:
    """Declare what any district may have, with what this one prints; its points are those of its cost, where nothing is said."""
    key, name = f"districts.{place.id}", place.title
    type_ = words(
        f"{key}.type",
        {kind.id: f"The {name} is a {kind.id} district." for kind in DistrictType},
        place.type.id,
        "classic 4, 2016 4",
        f"Type of the {name}.",
    )
    if place.cost_2016 is None:
        return under(_TOPIC, type_, needs=place.id)
    points = number(
        f"{key}.points",
        IntRange(0, MOST_COST),
        place.costs["classic"] or 0,
        "classic 5.2, 2016 5",
        f"Points of the {name} at the end, without those of an effect; unsaid, as many as it costs.",
        f"Points of the {name} at the end: {{n}}.",
        in_2016=place.costs["2016"],
    )
    return under(_TOPIC, type_, points, needs=place.id)


def _effect(key: str, most: int, printed: int, rule: str, doc: str) -> Switch:
    """Declare the number of an effect; its sentence is what it is about with the number."""
    full = f"districts.{key}"
    (declared,) = under(_TOPIC, number(full, IntRange(0, most), printed, rule, f"{doc}.", f"{doc}: {{n}}."), needs=key.partition(".")[0])
    return declared


_EFFECTS: Final = (
    _effect("basilica.bonus", 10, 1, "2016 4.2", "Points of the Basilica for each district of odd cost"),
    _effect("capitol.bonus", 20, 3, "2016 4.2", "Points of the Capitol for enough districts of one type"),
    _effect("capitol.districts", 20, 3, "2016 4.2", "Districts of one type that the Capitol wants"),
    _effect("dragon-gate.bonus", 20, 2, "classic 4.2 (S1:270), 2016 4.2", "Points of the Dragon Gate at the end, beyond what it is worth"),
    _effect("factory.discount", 10, 1, "classic 4.3, 2016 4.2", "Gold that other unique districts cost less with the Factory"),
    _effect("gold-mine.gold", 10, 1, "2016 4.2", "Gold that the Gold Mine adds to gold gathered"),
    _effect("graveyard.price", 10, 1, "classic 4.2 (S1:249)", "Gold for which the Graveyard's owner takes a destroyed district"),
    _effect("great-wall.price", 10, 1, "classic 4.2 (S1:284), 2016 4.2", "Gold that the Great Wall adds to what rank 8 pays"),
    _effect("imperial-treasury.bonus", 10, 1, "classic 4.3, 2016 4.2", "Points of the Imperial Treasury for each gold"),
    _effect("ivory-tower.bonus", 20, 5, "2016 4.2", "Points of the Ivory Tower as the only unique district"),
    _effect("map-room.bonus", 10, 1, "classic 4.3, 2016 4.2", "Points of the Map Room for each card in the hand"),
    _effect("museum.bonus", 10, 1, "classic 4.3, 2016 4.2", "Points of the Museum for each card under it"),
    _effect("observatory.cards", 5, 1, "classic 4.2 (S0:381), 2016 4.2", "Cards that the Observatory adds to those drawn"),
    _effect("park.cards", 10, 2, "classic 4.3, 2016 4.2", "Cards that the Park brings who has none"),
    _effect("poor-house.gold", 10, 1, "classic 4.3, 2016 4.2", "Gold that the Poor House brings who has none"),
    _effect("secret-vault.bonus", 20, 3, "2016 4.2", "Points of the Secret Vault in the hand"),
    _effect("statue.bonus", 20, 5, "2016 4.2", "Points of the Statue with the crown"),
    _effect("throne-room.gold", 10, 1, "classic 4.3", "Gold that the Throne Room brings when the crown changes hands"),
    _effect("university.bonus", 20, 2, "classic 4.2 (S1:277)", "Points of the University at the end, beyond what it is worth"),
    _effect("wishing-well.bonus", 10, 1, "classic 4.3 (S1:298), 2016 4.2", "Points of the Wishing Well for each unique district counted"),
)


def _of(place: District) -> tuple[Switch, ...]:
    return (*_of_every(place), *(each for each in _EFFECTS if each.key.split(".")[1] == place.id))


DISTRICT_NUMBERS: Final[tuple[Switch, ...]] = tuple(each for place in DISTRICTS for each in _of(place))
"""In their order in lists for people: by district, in order of their codes."""
