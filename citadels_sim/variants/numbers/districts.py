"""Numbers of each district: its type, what it is worth at the end, and the number in its effect."""

from __future__ import annotations

from typing import Final

from citadels_sim.catalogue import DISTRICTS, District, DistrictType
from citadels_sim.variants.numbers.effects import AMOUNTS, SWITCHED, effect_numbers, effect_of_district
from citadels_sim.variants.switch import IntRange, Switch, number, under, words

MOST_COPIES: Final = 40
"""Most copies of one district in a deck."""
MOST_COST: Final = 60
"""Greatest cost of a district, in gold."""

NAMES: Final = ("type", "points", "effect", *AMOUNTS)
"""Names of what can be said of a district in its table, but for what stands elsewhere."""
_TOPIC: Final = "Districts"
_COST: Final = number("cost", IntRange(0, MOST_COST), 0, "classic 4, 2016 4", "Its cost.", "It costs {n} gold.")
_COPIES: Final = number(
    "copies", IntRange(0, MOST_COPIES), 0, "classic 4, 2016 4", "Its copies in the deck.", "{n} copies are in the deck."
)


def declared_of(path: tuple[str, ...]) -> Switch:
    """Return what is declared of a cost or of copies."""
    return _COST if path[0] == "costs" else _COPIES


def elsewhere(place: District) -> dict[str, tuple[str, ...]]:
    """Return the keys of a district that stand elsewhere, with their places; the switches are about what its own card prints."""
    key = f"districts.{place.id}"
    out: dict[str, tuple[str, ...]] = {f"{key}.cost": ("costs", place.id)} if place.costs["2016"] is not None else {}
    out[f"{key}.copies"] = ("deck", "basic" if place.is_basic else "unique", place.id)
    return out | {each: ("rules", switch) for each, switch in SWITCHED.items() if each.split(".")[1] == place.id == place.effect}


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
        return (type_,)
    points = number(
        f"{key}.points",
        IntRange(0, MOST_COST),
        place.costs["classic"] or 0,
        "classic 5.2, 2016 5",
        f"Points of the {name} at the end, without those of an effect; default: its cost.",
        f"Points of the {name} at the end: {{n}}.",
        in_2016=place.costs["2016"],
    )
    return (type_, points) if place.editions else (points,)  # one of a variant's own says its type once, where it is declared


def numbers_of_district(place: District) -> tuple[Switch, ...]:
    """Declare the numbers of a district: of any card, what it does, and the numbers in what it does."""
    there = elsewhere(place)
    declared = under(_TOPIC, *_of_every(place), effect_of_district(place), *effect_numbers(place), needs=place.id)
    return tuple(each for each in declared if each.key not in there)


DISTRICT_NUMBERS: Final[tuple[Switch, ...]] = tuple(each for place in DISTRICTS for each in numbers_of_district(place))
"""In their order in lists for people: by district, in order of their codes."""
