"""The numbers of districts: what their printed values are, and what another value changes."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.variants import Variant
from tests.rules.tables import COLOURS, gold, hand, idle_round, idle_until, labels, play, player, score, table

BASIC = ["tavern", "manor", "temple", "watchtower"]


def of(id: str, variant: str = "citadels-2016", **numbers: Any) -> Variant:
    """A packaged variant with numbers of a district."""
    return cs.load_variant(variant, {f"districts.{id}.{key}": value for key, value in numbers.items()})


def at_the_end(variant: Variant, crown: int = 1, **seat: Any) -> dict[str, int]:
    """Points of a seat in a game that ends with this round; its turn brings two gold and no more."""
    game = table(player("warlord", **seat), variant=variant, strict=False, crown=crown)
    return score(idle_round(game), 0)


def ending(id: str, variant: str = "citadels-2016", **numbers: Any) -> Variant:
    """The same, with this round as the last one."""
    overrides = {f"districts.{id}.{key}": value for key, value in numbers.items()}
    return cs.load_variant(variant, {"game.most_rounds": 1, **overrides})


@pytest.mark.parametrize("beautified", [False, True])
@pytest.mark.parametrize(
    ("numbers", "points"),
    [
        ({}, 3),
        ({"points": 7}, 7),
        ({"points": 0}, 0),
        ({"cost": 5}, 5),
        ({"cost": 5, "points": 1}, 1),
    ],
)
def test_a_district_is_worth_its_cost_or_its_points(numbers: dict[str, int], points: int, beautified: bool) -> None:
    """Classic 5.2 item 1 (S0:198): its cost, and a coin on it."""
    city = [{"district": "manor", "beautified": beautified}, "tavern"]
    assert at_the_end(ending("manor", **numbers), city=city)["districts"] == points + 1 + beautified


def test_points_change_neither_prices_nor_what_the_basilica_sees() -> None:
    """Classic 3.1 Warlord: printed cost less one."""
    game = table(player("warlord", gold=3), player(city=["castle"]), variant=of("castle", points=20))
    assert gold(play(game, "gold", "destroy:1:castle"), 0) == 2
    assert at_the_end(ending("manor", points=20), city=["manor", "basilica"])["bonus"] == 1


@pytest.mark.parametrize(("key", "value", "left"), [("cost", 5, 4), ("cost", 0, 9), ("points", 5, 6)])
def test_the_cost_is_what_building_takes(key: str, value: int, left: int) -> None:
    """Classic 2.1 item 3 (S0:206): the Manor costs 3."""
    game = table(player("king", gold=7, hand=("manor",)), variant=of("manor", **{key: value}))
    assert gold(play(game, "gold", "build:manor"), 0) == left


@pytest.mark.parametrize(("copies", "there"), [(7, 7), (0, 0)])
def test_copies_are_those_in_the_deck(copies: int, there: int) -> None:
    assert of("manor", copies=copies).at(4).basic.get("manor", 0) == there
    assert of("park", "classic-2000", copies=copies).at(4).unique.get("park", 0) == there


@pytest.mark.parametrize(("kind", "types", "income"), [("trade", 0, 1), ("noble", 3, 2)])
def test_a_type_counts_for_income_and_for_all_types(kind: str, types: int, income: int) -> None:
    """Classic 4.1: the Manor is noble."""
    city = ["manor", "temple", "tavern", "watchtower", "keep"]
    assert at_the_end(ending("manor", type=kind), city=city)["types"] == types
    game = table(player("king", city=["castle", "manor"]), variant=of("manor", type=kind))
    assert gold(play(game, "income"), 0) == income


def test_a_basic_district_may_be_a_unique_one() -> None:
    """2016 4.2 Factory: other unique districts cost 1 less."""
    game = table(player("king", gold=2, hand=("castle",), city=["factory"]), variant=of("castle", type="unique"), strict=False)
    assert labels(play(game, "gold"), "build") == ["build:castle"]
    assert gold(play(game, "build:castle"), 0) == 1


@pytest.mark.parametrize(
    ("id", "seat", "printed"),
    [
        ("dragon-gate", {"city": ["dragon-gate"]}, 2),
        ("university", {"city": ["university"]}, 2),
        ("statue", {"city": ["statue"], "crown": 0}, 5),
        ("capitol", {"city": ["capitol", "tavern", "market", "docks"]}, 3),
        ("ivory-tower", {"city": ["ivory-tower", "tavern"]}, 5),
        ("secret-vault", {"hand": ("secret-vault",)}, 3),
        ("imperial-treasury", {"city": ["imperial-treasury"], "gold": 3}, 5),
        ("wishing-well", {"city": ["wishing-well", "keep", "library"]}, 3),
        ("map-room", {"city": ["map-room"], "hand": ("manor", "temple")}, 2),
        ("museum", {"city": [{"district": "museum", "tucked": ["manor", "temple", "tavern"]}]}, 3),
        ("basilica", {"city": ["basilica", "tavern"]}, 1),
    ],
)
def test_what_counts_at_the_end_counts_so_much(id: str, seat: dict[str, Any], printed: int) -> None:
    """Classic 4.2, 4.3; 2016 4.2: the printed bonus, and others in proportion."""
    bonus = int(of(id).at(4).number(f"districts.{id}.bonus"))  # type: ignore[arg-type]
    for value in (bonus, 0, 2 * bonus, 3 * bonus):
        assert at_the_end(ending(id, bonus=value), **seat)["bonus"] == printed * value // bonus


@pytest.mark.parametrize(("districts", "points"), [(3, 0), (2, 3)])
def test_the_capitol_wants_so_many_of_a_type(districts: int, points: int) -> None:
    """2016 4.2 Capitol: three."""
    assert at_the_end(ending("capitol", districts=districts), city=["capitol", "tavern", "market"])["bonus"] == points


@pytest.mark.parametrize(
    ("id", "key", "value", "seat", "label", "have"),
    [
        ("laboratory", "gold", 5, {"city": ["laboratory"], "hand": ("manor",)}, "lab:manor", 5),
        ("smithy", "price", 1, {"city": ["smithy"], "gold": 4}, "smithy", 3),
        ("gold-mine", "gold", 4, {"city": ["gold-mine"]}, "gold", 6),
        ("factory", "discount", 3, {"city": ["factory"], "gold": 9, "hand": ("library",)}, "build:library", 8),
        ("throne-room", "gold", 3, {"city": ["throne-room"]}, "gold", 5),
        ("poor-house", "gold", 3, {"city": ["poor-house"], "hand": ("tavern", "castle"), "gold": 2}, "build:castle", 0),
    ],
)
def test_what_works_in_a_turn_works_with_its_number(id: str, key: str, value: int, seat: dict[str, Any], label: str, have: int) -> None:
    """Classic 4.2, 4.3; 2016 4.2."""
    game = table(player("king", **seat), variant=of(id, **{key: value}), strict=False, crown=1)
    if label not in game.legal():
        play(game, "gold")
    play(game, label)
    assert gold(game, 0) == have


@pytest.mark.parametrize(("number", "drawn"), [(3, 3), (5, 5), (0, 0)])
def test_the_smithy_draws_so_many(number: int, drawn: int) -> None:
    """Classic 4.2 Smithy: three."""
    game = table(player("king", gold=2, city=["smithy"]), variant=of("smithy", cards=number), strict=False)
    assert len(hand(play(game, "smithy"), 0)) == drawn


@pytest.mark.parametrize(("cards", "drawn"), [(2, 2), (0, 0), (6, 6)])
def test_the_park_brings_so_many_cards(cards: int, drawn: int) -> None:
    """Classic 4.3 Park: two, with no card in the hand."""
    game = table(player("king", city=["park"]), variant=of("park", cards=cards), strict=False)
    assert len(hand(play(game, "gold", "end"), 0)) == drawn


@pytest.mark.parametrize(("number", "have"), [(1, 1), (4, 4), (0, 0)])
def test_the_poor_house_brings_so_much_gold(number: int, have: int) -> None:
    """Classic 4.3 Poor House: one, with no gold."""
    game = table(player("king", gold=2, hand=("castle",), city=["poor-house"]), variant=of("poor-house", gold=number), strict=False)
    assert gold(play(game, "gold", "build:castle", "end"), 0) == have


@pytest.mark.parametrize(("cards", "offered"), [(1, 3), (3, 5)])
def test_the_observatory_draws_so_many_more(cards: int, offered: int) -> None:
    """Classic 4.2 Observatory (S0:381): three instead of two."""
    deck = ["manor", "castle", "temple", "church", "tavern", "market"]
    game = table(player("king", city=["observatory"]), variant=of("observatory", cards=cards), strict=False, deck=deck)
    assert len(labels(play(game, "cards"), "keep")) == offered


@pytest.mark.parametrize(("price", "paid"), [(1, 4), (0, 3), (3, 6)])
def test_the_great_wall_adds_so_much(price: int, paid: int) -> None:
    """Classic 4.2 Great Wall: one."""
    game = table(player("warlord", gold=9), player(city=["castle", "great-wall"]), variant=of("great-wall", price=price), strict=False)
    assert gold(play(game, "destroy:1:castle"), 0) == 9 - paid


def test_what_costs_nothing_is_not_destroyed_behind_a_wall_without_gold() -> None:
    """Classic 4.2 Great Wall: one gold more than the price, which is never below nothing."""
    variant = cs.load_variant("citadels-2016", {"costs.tavern": 0})
    for purse, there in ((0, []), (1, ["destroy:1:tavern"])):
        game = table(player("warlord", gold=purse), player(city=["tavern", "great-wall"]), variant=variant, strict=False)
        assert labels(game, "destroy") == there


@pytest.mark.parametrize(("price", "left"), [(1, 4), (0, 5), (5, 0)])
def test_the_graveyard_takes_so_much(price: int, left: int) -> None:
    """Classic 4.2 Graveyard: one gold."""
    game = table(
        player("warlord", gold=9),
        player("king", gold=3, city=["castle", "graveyard"]),
        variant=of("graveyard", "classic-2000", price=price),
    )
    idle_until(game, 0)
    play(game, "gold", "destroy:1:castle", "graveyard")
    assert (gold(game, 1), hand(game, 1)) == (left, ["castle"])


@pytest.mark.parametrize("number", [1, 0, 4])
def test_the_throne_room_brings_so_much(number: int) -> None:
    """Classic 4.3 Throne Room: one gold each time the crown goes to another player."""
    game = table(player("king"), player("warlord", city=["throne-room"]), variant=of("throne-room", gold=number), strict=False, crown=2)
    assert gold(game, 1) == number


@pytest.mark.parametrize(("districts", "complete"), [(2, False), (3, True), (1, False)])
def test_the_monument_counts_as_so_many(districts: int, complete: bool) -> None:
    """2016 4.2 Monument: as two."""
    variant = cs.load_variant("citadels-2016", {"city_size": 5, "districts.monument.districts": districts})
    game = table(player("king", gold=9, hand=("monument",), city=["tavern", "market"]), variant=variant, strict=False)
    play(game, "gold", "build:monument", "end")
    assert game.position()["completed"] == ([0] if complete else [])


@pytest.mark.parametrize(("districts", "income"), [(1, 2), (0, 1), (4, 5)])
def test_the_school_of_magic_counts_as_so_many_for_income(districts: int, income: int) -> None:
    """Classic 4.2 School of Magic: as one."""
    variant = of("school-of-magic", districts=districts)
    game = table(player("king", city=["castle", "school-of-magic"]), variant=variant, strict=False)
    assert gold(play(game, "income"), 0) == income


@pytest.mark.parametrize(
    ("id", "city", "bonus"),
    [
        ("wishing-well", ["keep", "library", "wishing-well"], 2),
        ("ivory-tower", ["ivory-tower", "tavern"], 5),
        ("ivory-tower", ["ivory-tower", "keep"], 0),
        ("haunted-quarter", ["haunted-quarter", "capitol", "tavern", "market"], 3),
    ],
)
def test_what_counts_unique_districts_counts_itself_only_as_one(id: str, city: list[str], bonus: int) -> None:
    """2016 4.2: a Well of another type counts all others, a Tower wants no other unique one, a Quarter is any type but its own."""
    variant = cs.load_variant("citadels-2016", {"game.most_rounds": 1, f"districts.{id}.type": "noble", "rules.wishing_well_self": False})
    assert at_the_end(variant, city=city)["bonus"] == bonus


def test_all_types_are_still_five() -> None:
    assert at_the_end(ending("manor"), city=[*COLOURS, "keep"])["types"] == 3
