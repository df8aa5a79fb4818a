"""2016 3, rank 8: Marshal."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, labels, play, player
from tests.rules2016.tables import SIX, resumed, table


def marshal(*theirs: list[Any], mine: tuple[Any, ...] = (), gold: int = 9, **keys: Any) -> cs.Game:
    """The Marshal (seat 0) before gathering, and the others' cities."""
    return table(player("marshal", gold=gold, city=mine), *[player(city=each) for each in theirs], next_rank=8, **keys)


@pytest.mark.parametrize(("district", "cost"), [("tavern", 1), ("market", 2), ("manor", 3), ("statue", 3)])
def test_he_seizes_a_cheap_district_and_pays_its_owner(district: str, cost: int) -> None:
    """2016 3 Marshal (002:1604-1607): its cost, from his stash."""
    game = play(marshal([district], gold=cost), f"seize:1:{district}")
    assert (city(game, 0), city(game, 1), gold(game, 0), gold(game, 1)) == ([district], [], 0, cost)
    assert labels(marshal([district], gold=cost - 1), "seize") == []


def test_what_costs_more_than_three_is_out_of_reach() -> None:
    """2016 3 Marshal (002:1604): a Museum and a Monument too."""
    assert labels(marshal(["castle", "museum", "monument", "palace", "manor"]), "seize") == ["seize:1:manor"]


def test_a_coin_counts_toward_the_limit_and_the_price() -> None:
    """2016 3 Marshal, Artist (002:1622-1626): a beautified Manor is out of reach, a beautified Market costs three."""
    starred = [{"district": each, "beautified": True} for each in ("manor", "market")]
    game = marshal(starred)
    assert labels(game, "seize") == ["seize:1:market"]
    play(game, "seize:1:market")
    assert (gold(game, 0), gold(game, 1), game.position()["players"][0]["city"][0]["beautified"]) == (6, 3, True)


def test_it_is_another_players_city() -> None:
    """2016 3 Marshal (002:1605)."""
    assert labels(marshal(["temple"], ["tavern"], mine=("manor",)), "seize") == ["seize:1:temple", "seize:2:tavern"]


@pytest.mark.parametrize("quarry", [(), ("quarry",)])
def test_not_a_district_of_a_name_that_he_has(quarry: tuple[str, ...]) -> None:
    """2016 3 Marshal, 4.2 Quarry (002:1610, 1723-1726): his Quarry does not help."""
    assert labels(marshal(["temple", "tavern"], mine=("temple", *quarry)), "seize") == ["seize:1:tavern"]


@pytest.mark.parametrize(("counted", "reach"), [(False, ["tavern", "market", "manor"]), (True, ["tavern", "market"])])
def test_the_great_wall_is_paid_and_does_not_count_toward_the_limit(counted: bool, reach: list[str]) -> None:
    """2016 A5, `marshal_limit_with_wall` (002:1604-1606): the limit is on the cost."""
    game = marshal(["great-wall", "tavern", "market", "manor"], rules={"marshal_limit_with_wall": counted})
    assert {label.split(":")[-1] for label in labels(game, "seize")} == set(reach)
    play(game, "seize:1:market")
    assert (gold(game, 0), gold(game, 1)) == (6, 3)


def test_his_own_wall_does_not_matter() -> None:
    """2016 4.2 Great Wall: it guards its owner's city."""
    assert gold(play(marshal(["manor"], mine=("great-wall",)), "seize:1:manor"), 1) == 3


def test_his_own_city_may_be_completed_and_he_may_complete_it() -> None:
    """2016 3 Marshal, 5 (002:563-566)."""
    assert labels(marshal(["docks"], mine=(*SIX, "prison"), completed=[0]), "seize") == ["seize:1:docks"]
    game = play(marshal(["docks"], mine=SIX), "seize:1:docks")
    assert (game.position()["completed"], game.position()["first"]) == ([0], [0])


def test_a_seized_district_is_his_to_use() -> None:
    """2016 3 Marshal, A33: it is added to his city, before his income for instance, and he may build another beside it."""
    game = table(player("marshal", gold=3, hand=("temple",)), player(city=["barracks"]), next_rank=8)
    play(game, "seize:1:barracks", "income", "gold", "build:temple")
    assert (city(game, 0), gold(game, 0)) == (["barracks", "temple"], 2)


def test_stables_framework_and_armory_can_be_seized() -> None:
    """2016 3 Marshal: unique districts up to three as well, but not the Keep."""
    game = marshal(["stables", "framework", "armory", "haunted-quarter", "keep"])
    assert {label.split(":")[-1] for label in labels(game, "seize")} == {"stables", "framework", "armory", "haunted-quarter"}


def test_the_witch_seizes_for_her_own_city() -> None:
    """2016 3 Witch, Marshal (002:1061-1070): from the Marshal's city too."""
    game = resumed("marshal", player("witch", gold=1), player("marshal", city=["manor"]))
    play(game, "seize:1:manor")
    assert (city(game, 0), city(game, 1), gold(game, 0), gold(game, 1)) == (["manor"], [], 0, 5)
