"""2016 3, rank 8: Diplomat."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, labels, play, player
from tests.rules2016.tables import SIX, resumed, table

STARRED = {"district": "manor", "beautified": True}


def diplomat(mine: list[Any], *theirs: list[Any], gold: int = 9, **keys: Any) -> cs.Game:
    """The Diplomat (seat 0) before gathering, and the others' cities."""
    return table(player("diplomat", gold=gold, city=mine), *[player(city=each) for each in theirs], next_rank=8, **keys)


@pytest.mark.parametrize(
    ("mine", "theirs", "paid"),
    [("tavern", "palace", 4), ("manor", "castle", 1), ("castle", "manor", 0), ("manor", "docks", 0), ("tavern", "dragon-gate", 5)],
)
def test_he_pays_the_other_player_the_difference_and_is_paid_none(mine: str, theirs: str, paid: int) -> None:
    """2016 3 Diplomat (002:1560-1565)."""
    game = play(diplomat([mine], [theirs], gold=paid), f"exchange:{mine}:1:{theirs}")
    assert (city(game, 0), city(game, 1), gold(game, 0), gold(game, 1)) == ([theirs], [mine], 0, paid)


def test_what_he_cannot_pay_he_cannot_have() -> None:
    """2016 3 Diplomat (002:1562-1563): from his stash."""
    assert labels(diplomat(["tavern"], ["manor", "church"], gold=1), "exchange") == ["exchange:tavern:1:church"]


@pytest.mark.parametrize(("reading", "paid"), [("player", 2), ("bank", 0)])
def test_the_difference_could_go_to_the_bank(reading: str, paid: int) -> None:
    """2016 3 Diplomat, `diplomat_payee`."""
    game = play(diplomat(["tavern"], ["manor"], rules={"diplomat_payee": reading}), "exchange:tavern:1:manor")
    assert (gold(game, 0), gold(game, 1)) == (7, paid)


def test_he_needs_a_district_of_his_own_and_another_players() -> None:
    """2016 3 Diplomat (002:1560-1561)."""
    assert labels(diplomat([], ["manor"]), "exchange") == []
    assert labels(diplomat(["tavern", "temple"], []), "exchange") == []


def test_his_own_city_may_be_completed() -> None:
    """2016 3 Diplomat (002:1569-1570)."""
    assert len(labels(diplomat([*SIX, "prison"], ["docks"], completed=[0]), "exchange")) == 7


def test_he_takes_no_district_of_a_name_that_he_has() -> None:
    """2016 3 Diplomat (002:1568-1569)."""
    game = diplomat(["tavern", "manor"], ["manor"], ["castle"])
    assert labels(game, "exchange") == ["exchange:tavern:2:castle", "exchange:manor:2:castle"]


def test_he_gives_no_district_of_a_name_that_the_other_has() -> None:
    """2016 3 Diplomat (002:1570-1572)."""
    assert labels(diplomat(["tavern", "temple"], ["tavern", "manor"]), "exchange") == ["exchange:temple:1:manor"]


def test_a_swap_of_the_same_name_is_against_both() -> None:
    """2016 A41, 3 Diplomat (002:1567-1572): a plain Manor for a beautified one neither."""
    assert labels(diplomat(["manor"], ["manor"]), "exchange") == []
    assert labels(diplomat(["manor"], [STARRED]), "exchange") == []


@pytest.mark.parametrize("quarry", ["mine", "theirs"])
def test_a_quarry_does_not_help(quarry: str) -> None:
    """2016 3 Diplomat, 4.2 Quarry (002:1723-1726): neither his nor the other player's."""
    mine, theirs = (["quarry", "manor"], ["manor"]) if quarry == "mine" else (["manor"], ["quarry", "manor"])
    assert [label for label in labels(diplomat(mine, theirs), "exchange") if not label.endswith("quarry")] == []


@pytest.mark.parametrize("reading", ["forbid", "allow"])
def test_identical_districts_may_be_allowed(reading: str) -> None:
    """2016 3 Diplomat, `diplomat_duplicates`."""
    game = diplomat(["tavern", "manor"], ["manor"], rules={"diplomat_duplicates": reading})
    assert ("exchange:tavern:1:manor" in game.legal()) is (reading == "allow")


@pytest.mark.parametrize(
    ("reading", "mine", "paid"),
    [
        ("surcharge", "tavern", 3),
        ("surcharge", "castle", 1),
        ("cost_increase", "tavern", 3),
        ("cost_increase", "castle", 0),
    ],
)
def test_how_the_great_wall_adds_its_gold(reading: str, mine: str, paid: int) -> None:
    """2016 A16, `great_wall_diplomat`: beyond a difference that is never below zero, or inside it; a Manor is taken."""
    rules = {"great_wall_diplomat": reading}
    game = play(diplomat([mine], ["great-wall", "manor"], rules=rules), f"exchange:{mine}:1:manor")
    assert (gold(game, 0), gold(game, 1)) == (9 - paid, paid)


def test_his_own_great_wall_is_left_out_of_it() -> None:
    """2016 3 Diplomat, 4.2 Great Wall (002:1705-1706)."""
    game = play(diplomat(["great-wall", "manor"], ["castle"]), "exchange:manor:1:castle")
    assert (gold(game, 0), gold(game, 1)) == (8, 1)


def test_the_great_wall_may_be_no_matter_to_him() -> None:
    """2016 3 Diplomat, `diplomat_great_wall`."""
    game = play(diplomat(["tavern"], ["great-wall", "manor"], rules={"diplomat_great_wall": False}), "exchange:tavern:1:manor")
    assert gold(game, 1) == 2


@pytest.mark.parametrize("gives", [False, True])
def test_his_own_keep_stays(gives: bool) -> None:
    """2016 A14, `diplomat_may_give_keep`."""
    game = diplomat(["keep", "tavern"], ["manor"], rules={"diplomat_may_give_keep": gives})
    assert ("exchange:keep:1:manor" in game.legal()) is gives
    assert "exchange:tavern:1:manor" in game.legal()


@pytest.mark.parametrize(
    ("mine", "theirs", "paid"),
    [([STARRED], ["palace"], 1), (["docks"], [STARRED], 1), ([STARRED], ["castle"], 0)],
    ids=["given", "taken", "equal"],
)
def test_coins_count_on_either_side_and_move_along(mine: list[Any], theirs: list[Any], paid: int) -> None:
    """2016 3 Diplomat, Artist (002:1622-1626)."""
    game = diplomat(mine, theirs)
    play(game, labels(game, "exchange")[0])
    coins = {place["district"]: place["beautified"] for seat in (0, 1) for place in game.position()["players"][seat]["city"]}
    assert (gold(game, 0), gold(game, 1), coins["manor"], sum(coins.values())) == (9 - paid, paid, True, 1)


@pytest.mark.parametrize("taken", [True, False])
def test_cards_under_a_museum_move_along(taken: bool) -> None:
    """2016 3 Diplomat, 4.2 Museum (002:1708-1710): taken or given."""
    museum = {"district": "museum", "tucked": ["docks", "harbor"]}
    game = diplomat(["tavern"], [museum]) if taken else diplomat([museum], ["tavern"])
    play(game, labels(game, "exchange")[0])
    under = [[place["tucked"] for place in game.position()["players"][seat]["city"]] for seat in (0, 1)]
    assert under == ([[["docks", "harbor"]], [[]]] if taken else [[[]], [["docks", "harbor"]]])


def test_a_monument_moves_without_its_limit_and_changes_both_counts() -> None:
    """2016 3 Diplomat, 4.2 Monument: the Diplomat's city of six is completed by it."""
    game = play(diplomat(list(SIX), ["monument", "docks"]), "exchange:manor:1:monument")
    assert game.position()["completed"] == [0]


def test_a_monument_given_may_complete_the_other_city() -> None:
    """2016 3 Diplomat, 5 (002:563-566): either player's."""
    game = play(diplomat(["monument"], list(SIX)), "exchange:monument:1:manor")
    assert (game.position()["completed"], city(game, 1)[-1]) == ([1], "monument")


def test_a_completed_city_that_gives_its_monument_stays_first() -> None:
    """2016 A6, 5: who has completed has; nobody else is first after him."""
    game = play(diplomat([*SIX[1:], "monument"], list(SIX), completed=[0]), "exchange:monument:1:manor")
    assert (game.position()["completed"], game.position()["first"]) == ([0, 1], [0])


def test_the_witch_exchanges_her_own_districts() -> None:
    """2016 3 Witch, Diplomat (002:1061-1070)."""
    game = resumed("diplomat", player("witch", gold=3, city=["tavern"]), player("diplomat", city=["manor"]))
    play(game, "exchange:tavern:1:manor")
    assert (city(game, 0), city(game, 1), gold(game, 0), gold(game, 1)) == (["manor"], ["tavern"], 3, 4)
