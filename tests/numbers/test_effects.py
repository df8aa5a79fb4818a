"""What a district does can be what another one prints: each effect works for who borrows it, with the numbers of the borrower."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import DISTRICTS, EFFECTS
from citadels_sim.variants import Variant
from citadels_sim.variants.numbers.effects import NOT_LENT
from tests.own_places import borrowing
from tests.rules.tables import gold, hand, idle_round, idle_until, labels, play, player, score, table

COPYCAT = "copycat"
LAST: dict[str, Any] = {"game.most_rounds": 1}


def points(variant: Variant, crown: int = 1, **seat: Any) -> dict[str, int]:
    """Points of a seat in a game that ends with this round; its turn brings two gold and no more."""
    game = table(player("warlord", **seat), variant=variant, strict=False, crown=crown)
    return score(idle_round(game), 0)


@pytest.mark.parametrize(
    ("effect", "seat", "printed"),
    [
        ("dragon-gate", {"city": [COPYCAT]}, 2),
        ("university", {"city": [COPYCAT]}, 2),
        ("statue", {"city": [COPYCAT], "crown": 0}, 5),
        ("capitol", {"city": [COPYCAT, "tavern", "market", "docks"]}, 3),
        ("ivory-tower", {"city": [COPYCAT, "tavern"]}, 5),
        ("secret-vault", {"hand": (COPYCAT,)}, 3),
        ("imperial-treasury", {"city": [COPYCAT], "gold": 3}, 5),
        ("wishing-well", {"city": [COPYCAT, "keep", "library"]}, 3),
        ("map-room", {"city": [COPYCAT], "hand": ("manor", "temple")}, 2),
        ("museum", {"city": [{"district": COPYCAT, "tucked": ["manor", "temple", "tavern"]}]}, 3),
        ("basilica", {"city": [COPYCAT, "market"]}, 1),
    ],
)
def test_points_at_the_end_are_those_of_the_effect(effect: str, seat: dict[str, Any], printed: int) -> None:
    """Classic 4.2, 4.3; 2016 4.2."""
    assert points(borrowing(effect, more=LAST), **seat)["bonus"] == printed
    bonus = int(cs.load_variant("citadels-2016").at(4).number(f"districts.{effect}.bonus"))
    assert points(borrowing(effect, more=LAST, bonus=2 * bonus), **seat)["bonus"] == 2 * printed
    if effect != "museum":  # without it no card can lie there
        assert points(borrowing("none", more=LAST), **seat)["bonus"] == 0


def test_two_districts_of_one_effect_count_each_its_own_number() -> None:
    """Classic 4.2 Dragon Gate: 2 points."""
    assert points(borrowing("dragon-gate", more=LAST, bonus=7), city=[COPYCAT, "dragon-gate"])["bonus"] == 9
    assert points(borrowing("museum", more=LAST, bonus=3), city=[{"district": COPYCAT, "tucked": ["manor"]}, "museum"])["bonus"] == 3
    assert points(borrowing("secret-vault", more=LAST, bonus=1), hand=(COPYCAT, "secret-vault"))["bonus"] == 4
    capitol = borrowing("capitol", more=LAST, bonus=1, districts=2)
    assert points(capitol, city=[COPYCAT, "capitol", "tavern", "market"])["bonus"] == 1
    assert points(capitol, city=[COPYCAT, "capitol", "tavern", "market", "docks"])["bonus"] == 4


@pytest.mark.parametrize(
    ("effect", "seat", "label", "have"),
    [
        ("laboratory", {"city": [COPYCAT], "hand": ("manor",)}, "lab:manor", 2),
        ("smithy", {"city": [COPYCAT], "gold": 4}, "smithy", 2),
        ("gold-mine", {"city": [COPYCAT]}, "gold", 3),
        ("factory", {"city": [COPYCAT], "gold": 9, "hand": ("library",)}, "build:library", 6),
        ("throne-room", {"city": [COPYCAT]}, "gold", 3),
        ("poor-house", {"city": [COPYCAT], "hand": ("tavern", "castle"), "gold": 2}, "build:castle", 0),
        ("school-of-magic", {"city": [COPYCAT, "manor"]}, "income", 2),
    ],
)
def test_what_works_in_a_turn_works_for_the_borrower(effect: str, seat: dict[str, Any], label: str, have: int) -> None:
    """Classic 4.2, 4.3; 2016 4.2."""
    game = table(player("king", **seat), variant=borrowing(effect), strict=False, crown=1)
    if label not in game.legal():
        play(game, "gold")
    play(game, label)
    assert gold(game, 0) == have
    if effect == "poor-house":
        assert gold(play(game, "end"), 0) == 1


def test_what_is_used_once_is_used_with_the_better_of_two() -> None:
    """2016 4.2 Laboratory: 2 gold; Smithy: 3 cards for 2 gold."""
    lab = borrowing("laboratory", gold=5)
    game = table(player("king", city=["laboratory", COPYCAT], hand=("manor", "temple")), variant=lab, strict=False)
    assert gold(play(game, "lab:manor"), 0) == 5
    assert labels(game, "lab") == []
    dear = borrowing("smithy", price=4, cards=6)
    for purse, drawn, left in ((5, 6, 1), (3, 3, 1)):
        game = table(player("king", city=["smithy", COPYCAT], gold=purse), variant=dear, strict=False)
        assert (len(hand(play(game, "smithy"), 0)), gold(game, 0)) == (drawn, left)


def test_a_factory_makes_all_other_unique_districts_cheaper() -> None:
    """Classic 4.3 Factory: 1 less for others, so two make each other cheaper."""
    variant = borrowing("factory", discount=2, more={"rules.quarry_limit": "unlimited"})
    game = table(player("king", gold=9, hand=("factory", COPYCAT, "library"), city=[COPYCAT]), variant=variant, strict=False)
    assert gold(play(game, "gold", "build:factory"), 0) == 8  # 5 less 2
    game = table(player("king", gold=1, hand=(COPYCAT, "library"), city=[COPYCAT, "factory", "quarry"]), variant=variant, strict=False)
    assert labels(play(game, "gold"), "build") == ["build:library", f"build:{COPYCAT}"]  # 6 less 3; 3 less the other's 1
    assert gold(play(game, f"build:{COPYCAT}"), 0) == 1


def test_great_walls_add_up_but_for_themselves() -> None:
    """Classic 4.2 Great Wall: 1 more for each other district of the city."""
    game = table(
        player("warlord", gold=9), player(city=["castle", "great-wall", COPYCAT]), variant=borrowing("great-wall", price=3), strict=False
    )
    for name, paid in (("castle", 3 + 4), ("great-wall", 5 + 3), (COPYCAT, 2 + 1)):
        again = cs.Game.from_position(game.variant, game.position())
        assert gold(play(again, "gold", f"destroy:1:{name}"), 0) == 11 - paid
    poor = table(player("warlord", gold=1), player(city=["tavern", COPYCAT]), variant=borrowing("great-wall", price=10), strict=False)
    assert labels(play(poor, "gold"), "destroy") == [f"destroy:1:{COPYCAT}"]


def test_the_keep_of_another_name_is_safe_and_the_keep_without_its_effect_is_not() -> None:
    """Classic 4.2 Keep."""
    variant = borrowing("keep", more={"districts.keep.effect": "none"})
    game = table(player("warlord", gold=9), player(city=["keep", COPYCAT]), variant=variant, strict=False)
    assert labels(play(game, "gold"), "destroy") == ["destroy:1:keep"]


def test_the_monument_of_another_name_counts_as_several() -> None:
    """2016 4.2 Monument."""
    game = table(player("king", gold=9, hand=(COPYCAT,), city=["tavern", "market"]), variant=borrowing("monument", more={"city_size": 4}))
    play(game, "gold", f"build:{COPYCAT}", "end")
    assert game.position()["completed"] == [0]
    late = table(
        player("king", gold=9, hand=(COPYCAT,), city=["tavern", "market", "docks", "harbor", "temple"]), variant=borrowing("monument")
    )
    assert labels(play(late, "gold"), "build") == []


def test_drawing_and_keeping_go_by_the_effects_of_the_city() -> None:
    """Classic 4.2 Library, Observatory."""
    deck = ["manor", "castle", "temple", "church", "tavern", "market"]
    game = table(player("king", city=[COPYCAT]), variant=borrowing("library"), strict=False, deck=deck)
    assert len(hand(play(game, "cards"), 0)) == 2
    game = table(player("king", city=[COPYCAT, "observatory"]), variant=borrowing("observatory", cards=2), strict=False, deck=deck)
    assert len(labels(play(game, "cards"), "keep")) == 5


def test_what_happens_when_it_is_built_happens() -> None:
    """Classic 4.3 Lighthouse, Bell Tower; 2016 4.2 Stables."""
    seat = player("king", gold=9, hand=(COPYCAT, "manor"))
    game = table(seat, variant=borrowing("lighthouse"), deck=["castle", "temple"], strict=False)
    play(game, "gold", f"build:{COPYCAT}", "fetch:temple")
    assert "temple" in hand(game, 0)
    game = table(seat, variant=borrowing("bell-tower"))
    assert set(play(game, "gold", f"build:{COPYCAT}").legal()) == {"announce", "pass"}
    game = table(seat, variant=borrowing("stables"))
    assert labels(play(game, "gold", f"build:{COPYCAT}"), "build") == ["build:manor"]


def test_the_museum_armory_framework_and_park_of_another_name_work() -> None:
    """Classic 4.3; 2016 4.2 Framework."""
    game = table(player("king", city=[COPYCAT], hand=("manor",)), variant=borrowing("museum"))
    play(game, "museum:manor")
    assert game.position()["players"][0]["city"][0]["tucked"] == ["manor"]
    game = table(player("king", city=[COPYCAT, "armory"]), player(city=["castle"]), variant=borrowing("armory"), strict=False)
    assert f"armory:0:{COPYCAT}" in game.legal()  # the one that is worth less goes: of two of 3 gold the Armory
    play(game, "armory:1:castle")
    assert [len(seat["city"]) for seat in game.position()["players"][:2]] == [1, 0]
    game = table(player("king", city=[COPYCAT], hand=("castle",)), variant=borrowing("framework"))
    play(game, "gold", "build:castle:framework")
    assert [built["district"] for built in game.position()["players"][0]["city"]] == ["castle"]
    game = table(player("king", city=[COPYCAT]), variant=borrowing("park", cards=3))
    assert len(hand(play(game, "gold", "end"), 0)) == 3


def test_the_graveyard_hospital_theater_and_quarry_of_another_name_work() -> None:
    """Classic 4.2 Graveyard, 4.3 Hospital, Quarry; 2016 4.2 Theater."""
    seats = (player("warlord", gold=9), player("king", gold=3, city=["castle", COPYCAT]))
    game = table(*seats, variant=borrowing("graveyard", "classic-2000", price=2), strict=False)
    idle_until(game, 0)
    play(game, "gold", "destroy:1:castle", "graveyard")
    assert (gold(game, 1), hand(game, 1)) == (3, ["castle"])  # 3 and 2 gathered, less 2
    game = table(player("king", city=[COPYCAT]), variant=borrowing("hospital", "classic-2000"), murdered="king")
    assert game.actor == 0
    game = table(player("king", gold=5, hand=("manor",), city=["manor", COPYCAT]), variant=borrowing("quarry"), strict=False)
    assert labels(play(game, "gold"), "build") == ["build:manor"]


def test_a_haunted_quarter_of_another_type_stands_for_any() -> None:
    """Classic 4.2 Haunted Quarter."""
    variant = cs.load_variant("citadels-2016", {"game.most_rounds": 1, "districts.market.effect": "haunted-quarter"})
    assert points(variant, city=["manor", "temple", "market", "watchtower", "tavern"])["types"] == 3


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_district_without_its_effect_is_worth_what_it_costs(effect: str) -> None:
    variant = cs.load_variant("citadels-2016", {"game.most_rounds": 1, f"districts.{effect}.effect": "none", "rules.ballroom": "vanilla"})
    if variant.at(4).costs[effect] is None:
        assert points(variant, hand=(effect,))["total"] == 0
        return
    result = points(variant, city=[effect])
    assert result["total"] == result["districts"] == variant.at(4).costs[effect]


def test_every_effect_but_two_can_be_lent_to_any_district() -> None:
    for place in DISTRICTS:
        effects = cs.load_variant("classic-2000").at(4).declared[f"districts.{place.id}.effect"].readings
        assert set(effects) == {"none", *EFFECTS} - {effect for effect in NOT_LENT if effect != place.id}
