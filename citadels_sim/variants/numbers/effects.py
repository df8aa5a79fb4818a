"""What districts do: the effects that a district can have, printed or borrowed, and the numbers in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from citadels_sim.catalogue import EFFECTS, District, district
from citadels_sim.variants.switch import NONE, NUMBER, IntRange, Switch, number, words
from citadels_sim.variants.switches import SWITCHES

NOT_LENT: Final = ("necropolis", "thieves-den")
"""Effects that no other district can have: they are ways to pay for the card itself."""
AMOUNTS: Final = ("bonus", "gold", "cards", "price", "discount", "districts")
"""Names of the numbers in effects."""


def _effect(key: str, most: int, printed: int, rule: str, doc: str, least: int = 0) -> Switch:
    """Declare the number of an effect; its sentence is what it is about with the number."""
    return number(f"districts.{key}", IntRange(least, most), printed, rule, f"{doc}.", f"{doc}: {{n}}.")


_PRINTED: Final = (
    _effect("basilica.bonus", 10, 1, "2016 4.2", "Points of the Basilica for each district of odd cost"),
    _effect("capitol.bonus", 20, 3, "2016 4.2", "Points of the Capitol for enough districts of one type"),
    _effect("capitol.districts", 20, 3, "2016 4.2", "Districts of one type that the Capitol requires"),
    _effect("dragon-gate.bonus", 20, 2, "classic 4.2 (S1:270), 2016 4.2", "Extra points of the Dragon Gate at the end"),
    _effect("factory.discount", 10, 1, "classic 4.3, 2016 4.2", "Discount in gold for other unique districts with the Factory"),
    _effect("gold-mine.gold", 10, 1, "2016 4.2", "Gold that the Gold Mine adds to gold gathered"),
    _effect("graveyard.price", 10, 1, "classic 4.2 (S1:249)", "Gold that the Graveyard's owner pays to take a destroyed district"),
    _effect("great-wall.price", 10, 1, "classic 4.2 (S1:284), 2016 4.2", "Gold that the Great Wall adds to the price for rank 8"),
    _effect("imperial-treasury.bonus", 10, 1, "classic 4.3, 2016 4.2", "Points of the Imperial Treasury for each gold"),
    _effect("ivory-tower.bonus", 20, 5, "2016 4.2", "Points of the Ivory Tower as the only unique district"),
    _effect("map-room.bonus", 10, 1, "classic 4.3, 2016 4.2", "Points of the Map Room for each card in the hand"),
    _effect("monument.districts", 5, 2, "2016 4.2", "Number of districts that the Monument counts as toward completing a city", 1),
    _effect("museum.bonus", 10, 1, "classic 4.3, 2016 4.2", "Points of the Museum for each card under it"),
    _effect("observatory.cards", 5, 1, "classic 4.2 (S0:381), 2016 4.2", "Cards that the Observatory adds to those drawn"),
    _effect("park.cards", 10, 2, "classic 4.3, 2016 4.2", "Cards from the Park for a player without cards"),
    _effect("poor-house.gold", 10, 1, "classic 4.3, 2016 4.2", "Gold from the Poor House for a player without gold"),
    _effect(
        "school-of-magic.districts", 5, 1, "classic 4.2, 2016 4.2", "Number of districts that the School of Magic counts as for income"
    ),
    _effect("secret-vault.bonus", 20, 3, "2016 4.2", "Points of the Secret Vault in the hand"),
    _effect("statue.bonus", 20, 5, "2016 4.2", "Points of the Statue with the crown"),
    _effect("throne-room.gold", 10, 1, "classic 4.3", "Gold that the Throne Room brings when the crown changes hands"),
    _effect("university.bonus", 20, 2, "classic 4.2 (S1:277)", "Extra points of the University at the end"),
    _effect("wishing-well.bonus", 10, 1, "classic 4.3 (S1:298), 2016 4.2", "Points of the Wishing Well for each unique district counted"),
)
SWITCHED: Final = {
    "districts.laboratory.gold": "laboratory_gold",
    "districts.smithy.price": "smithy_price",
    "districts.smithy.cards": "smithy_cards",
}
"""Numbers of effects that are switches; of a district that borrows the effect each is a number of its own."""


def _by_effect() -> dict[str, dict[str, Switch]]:
    out: dict[str, dict[str, Switch]] = {effect: {} for effect in EFFECTS}
    declared = {each.key: each for each in _PRINTED} | {key: replace(SWITCHES[name], key=key) for key, name in SWITCHED.items()}
    for key, switch in declared.items():
        _, effect, name = key.split(".")
        out[effect][name] = switch
    return out


_BY_EFFECT: Final = _by_effect()


def numbers_in(effect: str) -> Mapping[str, Switch]:
    """Return the numbers in an effect by name, as the district that prints it has them; none has a district without an effect."""
    return _BY_EFFECT.get(effect, {})


def effect_numbers(place: District) -> tuple[Switch, ...]:
    """Declare the numbers of a district's effect, in the words of that district."""
    return tuple(_in_words_of(place, name, switch) for name, switch in numbers_in(place.effect).items())


def effect_words(place: District) -> tuple[str, ...]:
    """Return the words for what a district can do: nothing, what its own card prints, or what another card lends."""
    return (NONE, *(effect for effect in EFFECTS if effect == place.id or effect not in NOT_LENT))


def effect_of_district(place: District) -> Switch:
    """Declare what a district does: what its card prints, what another card prints, or nothing."""
    says = {effect: f"The {place.title} has the effect of the {district(effect).title}." for effect in effect_words(place)[1:]}
    says = {NONE: f"The {place.title} has no effect."} | says
    if place.id in says:
        says[place.id] = f"The {place.title} has the effect of its card."
    return words(
        f"districts.{place.id}.effect",
        says,
        place.id if place.id in EFFECTS else NONE,
        "classic 4.2, 2016 4.2",
        f"Effect of the {place.title}: the district whose effect it has.",
    )


def _in_words_of(place: District, name: str, switch: Switch) -> Switch:
    """Return the number of an effect as that of the district that has it."""
    if place.id == place.effect:
        return switch
    printer = district(place.effect).title
    says: dict[bool | str, str] = {NUMBER: switch.says[NUMBER].replace(printer, place.title)}
    return replace(switch, key=f"districts.{place.id}.{name}", doc=switch.doc.replace(printer, place.title), says=says)
