"""2016 4.2 Armory, A15 and A17: destroying districts for nothing, also in completed cities."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, idle_until, labels, play, player, score
from tests.rules2016.tables import SIX, table

SEVEN = [*SIX, "watchtower"]
STARRED = {"district": "manor", "beautified": True}


def test_the_armory_destroys_itself_and_one_district_of_any_city() -> None:
    """2016 4.2 Armory: free, any time in the turn, before gathering too; both go under the deck."""
    game = table(player("king", city=["armory", "tavern"]), player(city=["palace", "temple"]), deck=["docks"])
    assert labels(game, "armory") == ["armory:0:tavern", "armory:1:palace", "armory:1:temple"]
    play(game, "armory:1:palace")
    assert (city(game, 0), city(game, 1), gold(game, 0), game.legal()[:2]) == (["tavern"], ["temple"], 0, ("gold", "cards"))
    assert (deck(game)[0], sorted(deck(game)[1:])) == ("docks", ["armory", "palace"])


def test_it_may_destroy_in_the_own_city() -> None:
    """2016 4.2 Armory: own included."""
    game = play(table(player("king", city=["armory", "tavern", "keep"])), "armory:0:keep")
    assert city(game, 0) == ["tavern"]


def test_the_armory_is_not_its_own_target() -> None:
    """2016 4.2 Armory: it is destroyed already to destroy another one."""
    game = table(player("king", city=["armory"]), player())
    assert labels(game, "armory") == []


@pytest.mark.parametrize(("reading", "own"), [("any_city", ["armory:0:tavern"]), ("other_cities", [])])
def test_whose_districts_it_may_destroy(reading: str, own: list[str]) -> None:
    """2016 4.2, 7 Armory, `armory_targets`: any city, or in classic another one."""
    game = table(player("king", city=["armory", "tavern"]), player(city=["temple"]), rules={"armory_targets": reading})
    assert labels(game, "armory") == [*own, "armory:1:temple"]


def test_keep_great_wall_and_bishop_do_not_help_against_it() -> None:
    """2016 4.2 Armory, Keep, Great Wall: it is no ability of rank 8, and costs nothing."""
    bishop = player("bishop", city=["keep", "great-wall", "temple"])
    game = idle_until(table(bishop, player("merchant", city=["armory"])), 1)
    assert labels(game, "armory") == ["armory:0:keep", "armory:0:great-wall", "armory:0:temple"]
    before = gold(game, 1)
    play(game, "armory:0:keep")
    assert (city(game, 0), gold(game, 1)) == (["great-wall", "temple"], before)


def test_it_is_no_ability_of_rank_8_for_the_warlord_either() -> None:
    """2016 4.2 Armory: the Warlord may use it and destroy as himself in one turn."""
    game = table(player("warlord", gold=3, city=["armory"]), player(city=["temple", "tavern"]))
    play(game, "armory:1:temple", "destroy:1:tavern")
    assert (city(game, 1), gold(game, 0)) == ([], 3)


@pytest.mark.parametrize(("reading", "targets"), [("forbidden", ["armory:2:manor"]), ("allowed", [f"armory:1:{id}" for id in SEVEN])])
def test_a_district_of_a_completed_city_cannot_be_destroyed(reading: str, targets: list[str]) -> None:
    """2016 4.2 Armory (002:1679-1680), `armory_complete_city`."""
    seats = (player("king", city=["armory"]), player(city=SEVEN), player(city=["manor"]))
    result = labels(table(*seats, rules={"armory_complete_city": reading}), "armory")
    assert result[: len(targets)] == targets
    assert len(result) == len(targets) + (reading == "allowed")


def test_a_city_that_a_monument_completes_is_safe() -> None:
    """2016 4.2 Armory, Monument: six districts that count as seven."""
    target = player(city=[*SIX[:5], "monument"])
    assert labels(table(player("king", city=["armory"]), target), "armory") == []


@pytest.mark.parametrize(("coin_to", "left"), [("bank", 0), ("owner", 1)])
def test_the_gold_on_a_destroyed_district(coin_to: str, left: int) -> None:
    """2016 A17, `beautify_gold_on_destroy`: lost to the bank, or its owner's."""
    seats = (player("king", city=["armory"]), player(city=[STARRED]))
    game = table(*seats, rules={"beautify_gold_on_destroy": coin_to})
    play(game, "armory:1:manor")
    assert (gold(game, 1), city(game, 1)) == (left, [])


@pytest.mark.parametrize(("coin_to", "left"), [("bank", 2), ("owner", 3)])
def test_the_gold_on_a_sacrificed_district(coin_to: str, left: int) -> None:
    """2016 A17, `beautify_gold_on_destroy`, 4.2 Necropolis: as for any district that is destroyed."""
    game = table(player("king", city=[STARRED], hand=("necropolis",)), rules={"beautify_gold_on_destroy": coin_to})
    assert gold(play(game, "gold", "build:necropolis:sacrifice:manor"), 0) == left


def test_of_two_of_a_name_the_beautified_one_is_named() -> None:
    """2016 4.2 Armory, 3 Artist; game API: `<d>*`."""
    game = table(player("king", city=["armory"]), player(city=["manor", STARRED]))
    assert labels(game, "armory") == ["armory:1:manor", "armory:1:manor*"]
    play(game, "armory:1:manor")
    assert game.position()["players"][1]["city"][0]["beautified"] is True


# ---- A15: districts of one's own completed city


def complete(*uniques: str, **rules: Any) -> cs.Game:
    """A King after gathering, whose city of seven has these among it, with everything in hand that a sacrifice could build."""
    cards = [*[id for id in SEVEN if id != "manor"][: 7 - len(uniques)], *uniques]
    seat = player("king", gold=3, city=cards, hand=("necropolis", "palace"))
    game = table(seat, player("bishop", city=["temple"]), rules=rules or None)
    return play(game, "gold")


@pytest.mark.parametrize(
    ("district", "label", "left"),
    [("armory", "armory:1:temple", 6), ("framework", "build:palace:framework", 7), ("keep", "build:necropolis:sacrifice:keep", 7)],
)
@pytest.mark.parametrize("blocked", [False, True])
def test_sacrifices_from_the_own_completed_city(district: str, label: str, left: int, blocked: bool) -> None:
    """2016 A15, `completed_city_blocks_sacrifice`: Armory, Framework and Necropolis; allowed, or no district there can be destroyed."""
    game = complete(district, completed_city_blocks_sacrifice=blocked)
    assert (label in game.legal()) is not blocked
    if not blocked:
        assert len(city(play(game, label), 0)) == left


@pytest.mark.parametrize("blocked", [False, True])
def test_nobody_destroys_the_target_of_an_own_completed_city(blocked: bool) -> None:
    """2016 A15 (002:1532-1533, 1679-1680): the Armory's target by either reading."""
    game = complete("armory", completed_city_blocks_sacrifice=blocked)
    assert not [label for label in labels(game, "armory") if label.startswith("armory:0:")]


def test_the_warlord_destroys_nothing_in_his_own_completed_city() -> None:
    """2016 A15, 3 Warlord (002:1532-1533): but in an own city of six he may."""
    assert labels(table(player("warlord", gold=9, city=SEVEN)), "destroy") == []
    assert len(labels(table(player("warlord", gold=9, city=SIX)), "destroy")) == 6


def test_normal_payment_stays_where_sacrifices_are_barred() -> None:
    """2016 A15: the reading bars destroying, not building."""
    game = complete("framework", completed_city_blocks_sacrifice=True)
    assert set(labels(game, "build")) == {"build:palace", "build:necropolis"}


def test_the_end_stays_triggered_when_the_city_shrinks() -> None:
    """2016 4.2 Armory, 5 Trigger: sacrificed from the completed city; the game ends and the four points stay (A6)."""
    game = complete("armory")
    play(game, "armory:1:temple", "end", "gold", "end")
    assert (game.over, len(city(game, 0)), score(game, 0)["completion"]) == (True, 6, 4)
