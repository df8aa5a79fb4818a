"""Classic 3.2 Diplomat."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import SIX, dark
from tests.rules.tables import EIGHT, city, gold, hand, labels, play, player

STARRED = {"district": "manor", "beautified": True}


def diplomat(mine: list[Any], *theirs: list[Any], gold: int = 9, **keys: Any) -> cs.Game:
    """The Diplomat (seat 0) after his action, before the others' cities."""
    return play(dark(player("diplomat", gold=gold, city=mine), *[player(city=each) for each in theirs], **keys), "gold")


@pytest.mark.parametrize(
    ("mine", "theirs", "paid"),
    [("tavern", "palace", 4), ("manor", "castle", 1), ("castle", "manor", 0), ("manor", "docks", 0), ("tavern", "university", 5)],
)
def test_he_pays_the_difference_to_the_other_player(mine: str, theirs: str, paid: int) -> None:
    """Classic 3.2 Diplomat (S0:612-617): for a dearer one; nothing for an equal or cheaper one, and nothing comes back."""
    game = play(diplomat([mine], [theirs]), f"exchange:{mine}:1:{theirs}")
    assert (city(game, 0), city(game, 1), gold(game, 0), gold(game, 1)) == ([theirs], [mine], 11 - paid, paid)


def test_what_he_cannot_pay_he_cannot_take() -> None:
    """Classic 3.2 Diplomat."""
    assert labels(diplomat(["tavern"], ["manor", "castle"], gold=0), "exchange") == ["exchange:tavern:1:manor"]


def test_he_needs_a_district_of_his_own() -> None:
    """Classic 3.2 Diplomat: at least one."""
    assert labels(diplomat([], ["manor"]), "exchange") == []


def test_he_exchanges_with_other_players_only() -> None:
    """Classic 3.2 Diplomat: another player's city."""
    assert labels(diplomat(["tavern", "temple"], ["manor"]), "exchange") == ["exchange:tavern:1:manor", "exchange:temple:1:manor"]


def test_it_is_the_end_of_his_turn() -> None:
    """Classic 2.2, 3.2 Diplomat (S0:611): after the action, and then only the end is left."""
    game = dark(player("diplomat", gold=9, hand=("temple",), city=["prison"]), player(city=["manor"]))
    assert labels(game, "exchange") == []
    play(game, "gold", "exchange:prison:1:manor")
    assert game.legal() == ("end",)


def test_his_income_is_military() -> None:
    """Classic 3.2 Diplomat (S0:610)."""
    game = play(diplomat(["prison", "fortress", "tavern"], gold=0), "income")
    assert gold(game, 0) == 4


def test_a_keep_cannot_be_taken() -> None:
    """Classic 3.2 Diplomat (S0:617, S1:130)."""
    assert labels(diplomat(["tavern"], ["keep", "manor"]), "exchange") == ["exchange:tavern:1:manor"]


def test_his_own_keep_can_be_given() -> None:
    """Classic 3.2 Diplomat, `diplomat_give_keep`."""
    game = play(diplomat(["keep"], ["manor"]), "exchange:keep:1:manor")
    assert (city(game, 0), city(game, 1)) == (["manor"], ["keep"])


def test_a_living_bishops_city_cannot_be_touched() -> None:
    """Classic 3.2 Diplomat, 3.1 Bishop (S0:503, 618)."""
    game = dark(player("diplomat", city=["tavern"]), player("bishop", city=["temple"]), player(city=["church"]))
    play(game, "gold", "end", "gold")
    assert labels(game, "exchange") == ["exchange:tavern:2:church"]


def test_a_murdered_bishops_city_can() -> None:
    """Classic 3.1 Assassin (FF): a murdered Bishop protects nothing."""
    game = dark(player("diplomat", city=["tavern"]), player("bishop", city=["temple"]), murdered="bishop", next_rank=6)
    assert labels(play(game, "gold"), "exchange") == ["exchange:tavern:1:temple"]


def test_a_bewitched_bishops_city_can_and_the_witchs_cannot() -> None:
    """Classic 3.2 Witch, Diplomat (S0:531-534)."""
    game = dark(player("diplomat", city=["tavern"]), player("bishop", city=["temple"]), player("witch", city=["church"]))
    play(game, "gold", "bewitch:bishop", "gold", "end", "gold")
    assert labels(game, "exchange") == ["exchange:tavern:1:temple"]


@pytest.mark.parametrize(("bell_tower", "city_of", "free"), [(False, 7, True), (False, 8, False), (True, 6, True), (True, 7, False)])
def test_a_complete_city_cannot_be_touched(bell_tower: bool, city_of: int, free: bool) -> None:
    """Classic 3.2 Diplomat (S0:618-620): eight districts, with the Bell Tower announced seven."""
    game = diplomat(["docks"], EIGHT[:city_of], ["bell-tower"], bell_tower=bell_tower)
    assert any(label.split(":")[2] == "1" for label in labels(game, "exchange")) is free


def test_he_may_give_from_his_own_complete_city() -> None:
    """Classic 3.2 Diplomat: only what is taken is barred."""
    game = diplomat(EIGHT, ["docks"], completed=[0])
    assert len(labels(game, "exchange")) == 8


@pytest.mark.parametrize("mine", [["tavern", "manor"], ["manor"]], ids=["he has it", "he has only it"])
def test_he_takes_no_district_of_a_name_he_has(mine: list[str]) -> None:
    """Classic 3.2 Diplomat, `diplomat_duplicates`: neither side ends with two of a name; one manor for another leaves one each."""
    took = [label.split(":")[1] for label in labels(diplomat(mine, ["manor"]), "exchange")]
    assert took == ["manor"]


def test_he_gives_no_district_of_a_name_the_other_has() -> None:
    """Classic 3.2 Diplomat, `diplomat_duplicates`."""
    game = diplomat(["tavern"], ["tavern", "manor"])
    assert labels(game, "exchange") == ["exchange:tavern:1:tavern"]


def test_a_quarry_does_not_help() -> None:
    """Classic 3.2 Diplomat (2016): an exchange is no building."""
    game = diplomat(["quarry", "manor"], ["manor", "castle"])
    assert [label for label in labels(game, "exchange") if label.endswith("manor")] == ["exchange:manor:1:manor"]


@pytest.mark.parametrize(
    ("theirs", "taken", "paid"),
    [(["great-wall", "manor"], "manor", 3), (["great-wall", "manor"], "great-wall", 5), (["manor"], "manor", 2)],
)
def test_the_great_wall_adds_one_to_what_is_taken_but_not_to_itself(theirs: list[str], taken: str, paid: int) -> None:
    """Classic 3.2 Diplomat (S1:130): +1 on another district of the wall owner's city."""
    game = play(diplomat(["tavern"], theirs), f"exchange:tavern:1:{taken}")
    assert (gold(game, 0), gold(game, 1)) == (11 - paid, paid)


def test_his_own_great_wall_adds_nothing_to_what_he_gives() -> None:
    """Classic 3.2 Diplomat: not to the given district."""
    game = play(diplomat(["great-wall", "manor"], ["castle"]), "exchange:manor:1:castle")
    assert gold(game, 1) == 1


def test_the_walls_gold_belongs_to_the_value_of_what_is_taken() -> None:
    """Classic 3.2 Diplomat: a manor behind a wall is worth four, no more than the castle given for it."""
    game = play(diplomat(["castle"], ["great-wall", "manor"]), "exchange:castle:1:manor")
    assert (gold(game, 0), gold(game, 1)) == (11, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "label", "paid"),
    [(["docks"], [STARRED], "exchange:docks:1:manor", 1), ([STARRED], ["castle"], "exchange:manor:1:castle", 0)],
)
def test_coins_count_on_either_side_and_travel_with_the_district(mine: list[Any], theirs: list[Any], label: str, paid: int) -> None:
    """Classic 3.2 Diplomat, Artist (S0:583-586): the value is the printed cost and the coin."""
    game = diplomat(mine, theirs)
    label = next(each for each in labels(game, "exchange") if each.replace("*", "") == label)
    play(game, label)
    starred = {place["district"]: place["beautified"] for seat in (0, 1) for place in game.position()["players"][seat]["city"]}
    assert (gold(game, 1), starred["manor"]) == (paid, True)


def test_the_cards_under_a_museum_stay_with_it() -> None:
    """Classic 3.2 Diplomat, 4.3 Museum: both ways, and each under its own."""
    mine = [{"district": "museum", "tucked": ["docks", "harbor"]}]
    theirs = ["tavern", {"district": "castle"}]
    game = play(diplomat(mine, theirs), "exchange:museum:1:castle")
    taken = {place["district"]: place["tucked"] for place in game.position()["players"][1]["city"]}
    assert taken == {"tavern": [], "museum": ["docks", "harbor"]}
    assert [place["tucked"] for place in game.position()["players"][0]["city"]] == [[]]


def test_a_museum_taken_brings_its_cards_along() -> None:
    """Classic 3.2 Diplomat, 4.3 Museum."""
    theirs = ["temple", {"district": "museum", "tucked": ["docks"]}]
    game = play(diplomat(["tavern", "prison"], theirs), "exchange:tavern:1:museum")
    mine = {place["district"]: place["tucked"] for place in game.position()["players"][0]["city"]}
    assert mine == {"prison": [], "museum": ["docks"]}


def test_the_exchanged_lighthouse_does_nothing() -> None:
    """Classic 4.3 Lighthouse: not triggered by an exchange."""
    game = play(diplomat(["manor"], ["lighthouse"]), "exchange:manor:1:lighthouse")
    assert (game.decision, game.legal()) == ("turn", ("end",))


def test_a_bell_tower_taken_stays_announced() -> None:
    """Classic 5.4: it is not destroyed."""
    game = play(diplomat(["castle"], ["bell-tower", *SIX[2:4]], bell_tower=True), "exchange:castle:1:bell-tower")
    assert game.position()["bell_tower"] is True


def test_a_haunted_city_exchanged_in_the_last_round_was_not_built_in_it() -> None:
    """Classic 4.2 Haunted City: got by an exchange it can stand for another colour."""
    mine = ["docks", "temple", "watchtower", "library"]
    game = diplomat(mine, ["haunted-quarter"], completed=[3], round=5)
    swapped = play(game, "exchange:library:1:haunted-quarter", "end")
    assert swapped.result()["scores"][0]["types"] == 0
    five = diplomat([*mine, "prison"], [{"district": "haunted-quarter", "round": 5}], completed=[3], round=5)
    play(five, "exchange:prison:1:haunted-quarter", "end")
    assert five.result()["scores"][0]["types"] == 3


def test_the_diplomat_plays_without_a_graveyard() -> None:
    """Classic 1.1 (S0:621-624): it leaves the deck, drawn cast or not."""
    variant = cs.load_variant("dark-city-random")
    casts = set()
    for seed in range(20):
        position = cs.Game.start(variant, 4, seed=seed).position()
        cards = position["deck"] + [card for seat in position["players"] for card in seat["hand"]]
        casts.add("diplomat" in position["cast"])
        assert ("graveyard" in cards) is ("diplomat" not in position["cast"])
    assert casts == {True, False}


def test_it_is_the_others_hand_that_stays() -> None:
    """Classic 3.2 Diplomat: only cities change."""
    game = dark(player("diplomat", city=["tavern"], hand=("docks",)), player(city=["temple"], hand=("palace",)))
    play(game, "gold", "exchange:tavern:1:temple")
    assert (hand(game, 0), hand(game, 1)) == (["docks"], ["palace"])


def test_with_two_players_his_own_bishop_protects_his_city_too() -> None:
    """Classic 1.6 (S0:500-504): nothing of the Bishop's city is exchanged, by its own owner neither."""
    game = dark(player("bishop", "diplomat", city=["tavern"]), player("thief", city=["temple"]), seats=2, next_rank=5)
    play(game, "gold", "end", "gold")
    assert labels(game, "exchange") == []
