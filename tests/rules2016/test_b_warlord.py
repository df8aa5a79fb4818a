"""2016 3, rank 8: Warlord."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import city, deck, gold, labels, play, player
from tests.rules2016.tables import DECK, SIX, resumed, table

STARRED = {"district": "manor", "beautified": True}


@pytest.mark.parametrize(("district", "paid"), [("tavern", 0), ("market", 1), ("docks", 2), ("palace", 4), ("dragon-gate", 5)])
def test_he_pays_one_less_than_it_costs_and_it_goes_under_the_deck(district: str, paid: int) -> None:
    """2016 3 Warlord (002:1526-1530, 1533-1535), 4.2 Dragon Gate: to the bank; the owner gets nothing."""
    game = play(table(player("warlord", gold=paid), player(city=[district]), next_rank=8), f"destroy:1:{district}")
    assert (gold(game, 0), gold(game, 1), city(game, 1), deck(game)[-1]) == (0, 0, [], district)
    assert deck(game)[:-1] == list(DECK)


def test_what_he_cannot_pay_stands() -> None:
    """2016 3 Warlord (002:1527)."""
    game = table(player("warlord", gold=1), player(city=["docks", "market", "tavern"]), next_rank=8)
    assert set(labels(game, "destroy")) == {"destroy:1:market", "destroy:1:tavern"}


def test_it_may_be_any_city_and_his_own() -> None:
    """2016 3 Warlord (002:1533)."""
    game = table(player("warlord", city=["tavern"]), player(city=["temple"]), player(city=["watchtower"]), next_rank=8)
    assert labels(game, "destroy") == ["destroy:0:tavern", "destroy:1:temple", "destroy:2:watchtower"]
    assert (city(play(game, "destroy:0:tavern"), 0), city(game, 1)) == ([], ["temple"])


@pytest.mark.parametrize(("mine", "targets"), [(SIX, 6), ([*SIX, "prison"], 0)])
def test_not_in_his_own_completed_city(mine: list[str], targets: int) -> None:
    """2016 A15 (002:1532-1533): no district of a completed city, his own neither."""
    assert len(labels(table(player("warlord", gold=9, city=mine), next_rank=8), "destroy")) == targets


@pytest.mark.parametrize(("charged", "paid"), [(True, 3), (False, 2)])
def test_his_own_wall_and_his_own_district(charged: bool, paid: int) -> None:
    """2016 A45, `own_wall_charges_warlord`; the wall itself is no other district either way."""
    rules = {"own_wall_charges_warlord": charged}
    start = table(player("warlord", gold=9, city=["great-wall", "manor"]), next_rank=8, rules=rules)
    assert gold(play(start.copy(), "destroy:0:manor"), 0) == 9 - paid
    assert gold(play(start.copy(), "destroy:0:great-wall"), 0) == 4


def test_another_players_wall_charges_him_whatever_his_own_does() -> None:
    """2016 A45: only his own districts are meant."""
    rules = {"own_wall_charges_warlord": False}
    game = table(player("warlord", gold=9, city=["great-wall"]), player(city=["great-wall", "manor"]), next_rank=8, rules=rules)
    assert gold(play(game, "destroy:1:manor"), 0) == 6


@pytest.mark.parametrize(("reading", "owner"), [("bank", 0), ("owner", 1)])
def test_a_beautified_district_costs_one_more_and_its_coin_goes_to_the_bank(reading: str, owner: int) -> None:
    """2016 3 Artist, A17, `beautify_gold_on_destroy` (002:1624-1626)."""
    rules = {"beautify_gold_on_destroy": reading}
    game = table(player("warlord", gold=3), player(city=[STARRED]), next_rank=8, rules=rules)
    play(game, "destroy:1:manor")
    assert (gold(game, 0), gold(game, 1), deck(game)[-1]) == (0, owner, "manor")


def test_of_two_of_a_name_the_beautified_one_costs_more() -> None:
    """2016 3 Artist, Warlord, 4.2 Quarry: he says which he means."""
    start = table(player("warlord", gold=3), player(city=["manor", STARRED, "quarry"]), next_rank=8)
    assert set(labels(start, "destroy")) == {"destroy:1:manor", "destroy:1:manor*"}
    for label, left, coins in (("destroy:1:manor", 1, [True, False]), ("destroy:1:manor*", 0, [False, False])):
        game = play(start.copy(), label)
        assert (gold(game, 0), [place["beautified"] for place in game.position()["players"][1]["city"]]) == (left, coins)


def test_cards_under_a_museum_go_under_the_deck_with_it() -> None:
    """2016 3 Warlord, 4.2 Museum (002:1710-1712)."""
    museum: dict[str, Any] = {"district": "museum", "tucked": ["temple", "manor"]}
    game = play(table(player("warlord", gold=3), player(city=[museum]), next_rank=8), "destroy:1:museum")
    assert (gold(game, 0), city(game, 1), sorted(deck(game)[len(DECK) :])) == (0, [], ["manor", "museum", "temple"])


def test_the_factory_does_not_make_destroying_cheaper() -> None:
    """2016 3 rank 8, 4.2 Factory: it is for building."""
    game = table(player("warlord", gold=4, city=["factory"]), player(city=["dragon-gate", "smithy"]), next_rank=8)
    assert "destroy:1:dragon-gate" not in game.legal()
    assert gold(play(game, "destroy:1:smithy"), 0) == 0


def test_the_witch_destroys_with_her_gold_from_her_city() -> None:
    """2016 3 Witch, Warlord (002:1061-1070): income and power are hers, and the Warlord's own city is a target."""
    game = resumed("warlord", player("witch", city=["watchtower"]), player("warlord", gold=9, city=["market", "prison"]))
    play(game, "income", "destroy:1:market")
    assert (gold(game, 0), gold(game, 1), city(game, 1)) == (2, 11, ["prison"])
