"""2016 3, rank 9: Queen and Artist."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import gold, idle_round, idle_until, labels, play, player, score
from tests.rules2016.tables import SIX, cast_with, final, table, threatened

ROYALS = ["king", "emperor", "patrician"]


def queen(*others: dict[str, Any], gold: int = 0, **keys: Any) -> cs.Game:
    """The Queen (seat 0) of five players before gathering, the others to her left."""
    return table(player("queen", gold=gold), *others, **{"seats": 5, "next_rank": 9, **keys})


# ---- Queen


@pytest.mark.parametrize("name", ROYALS)
@pytest.mark.parametrize(("seat", "paid"), [(1, 3), (2, 0), (3, 0), (4, 3)])
def test_the_queen_gains_three_beside_whoever_revealed_rank_4(name: str, seat: int, paid: int) -> None:
    """2016 3 Queen, A32 (002:1612-1614): left or right, at once."""
    others = [player() for _ in range(4)]
    others[seat - 1] = player(name)
    assert gold(queen(*others), 0) == paid


@pytest.mark.parametrize(("reading", "paid"), [("card", 0), ("recipient", 3)])
def test_it_is_the_card_and_not_the_crown(reading: str, paid: int) -> None:
    """2016 3 Queen, `queen_anchor` (002:1612-1613): the Emperor across the table crowned her neighbour."""
    emperor = player("emperor")
    game = table(player("queen"), player(), emperor, player(), player(), seats=5, next_rank=4, crown=2, rules={"queen_anchor": reading})
    play(game, "gold", "crown:1:none", "end")
    assert (game.actor, gold(game, 0)) == (0, paid)


def test_she_gains_nothing_where_nobody_revealed_rank_4() -> None:
    """2016 3 Queen (002:1612-1613), with the crown beside her."""
    assert gold(queen(player(), crown=1), 0) == 0


@pytest.mark.parametrize("name", ROYALS)
@pytest.mark.parametrize(("seat", "paid"), [(1, 3), (2, 0)])
def test_beside_a_killed_one_she_gains_when_he_is_revealed(name: str, seat: int, paid: int) -> None:
    """2016 3 Queen, 1.2 (002:1614-1616): at the end of the round."""
    others = [player(), player()]
    others[seat - 1] = player(name)
    game = queen(*others, player("assassin"), murdered=name)
    assert gold(game, 0) == 0
    play(game, "gold", "end", *(["crown:4"] if name == "emperor" else []))
    assert (gold(game, 0), game.decision) == (2 + paid, "pick")


@pytest.mark.parametrize(("reading", "paid"), [("both", 3), ("king_only", 0)])
def test_a_killed_patrician_may_not_count(reading: str, paid: int) -> None:
    """2016 3 Queen, `queen_murdered_rank4` (002:1614-1616): any rank 4."""
    game = queen(player("patrician"), player("assassin"), murdered="patrician", rules={"queen_murdered_rank4": reading})
    assert gold(play(game, "gold", "end"), 0) == 2 + paid


def test_robbed_or_threatened_she_keeps_the_three() -> None:
    """2016 2.1, 3 Thief, Blackmailer (002:1138-1140, 1174-1185): her power comes after the theft, and after the threat."""
    robbed = queen(player("king"), player("thief"), gold=5, robbed="queen")
    assert (gold(robbed, 0), gold(robbed, 2)) == (3, 5)
    seats = [player("blackmailer"), player("queen", gold=5), player("king")]
    game = play(threatened("queen", "bishop", *seats, seats=5), "gold", "refuse", "reveal")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (1, 9, 3)


def test_killed_herself_she_gains_nothing() -> None:
    """2016 1.2: a Queen who is alive."""
    game = table(player("queen"), player("king"), player("assassin"), seats=5, murdered="queen", next_rank=4)
    assert gold(idle_round(game), 0) == 0


def test_a_bewitched_rank_4_was_revealed_all_the_same() -> None:
    """2016 3 Queen: its player revealed it, not the Witch."""
    game = table(player("queen"), player("king"), player(), player("witch"), seats=5)
    play(game, "gold", "bewitch:king")
    assert gold(idle_until(game, 0), 0) == 3
    apart = table(player("queen"), player("witch"), player(), player("king"), seats=5)
    play(apart, "gold", "bewitch:king")
    assert gold(idle_until(apart, 0), 0) == 0


@pytest.mark.parametrize(("seat", "witch_gains"), [(2, 0), (4, 3)])
def test_for_a_witch_who_is_queen_her_own_seat_counts(seat: int, witch_gains: int) -> None:
    """2016 A26: the King at the Queen's side brings nothing, the one at the Witch's does."""
    others = [player("queen"), player(), player(), player()]
    others[seat - 1] = player("king")
    game = play(table(player("witch"), *others, seats=5), "gold", "bewitch:queen")
    play(idle_until(game, 1), "gold")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (0, 2 + witch_gains, 2)


def test_her_gold_for_a_killed_neighbour_counts_when_the_game_is_scored() -> None:
    """2016 A36, 1.2 step 1: before the end, for her Imperial Treasury."""
    seats = [player("queen", city=["imperial-treasury"]), player("king"), player("assassin"), player(city=[*SIX, "prison"])]
    game = table(*seats, seats=5, next_rank=9, murdered="king", completed=[3])
    play(game, "gold", "end")
    assert game.over
    assert score(game, 0)["bonus"] == 5


def test_she_is_not_played_below_five() -> None:
    """2016 3 Queen, 1.5 (002:1618-1619)."""
    with pytest.raises(cs.VariantError, match="Queen"):
        cs.load_variant("citadels-2016", {"cast": cast_with("queen"), "players": [4, 7]})
    assert min(cs.load_variant("citadels-2016", {"cast": cast_with("queen"), "players": [5, 7]}).tables) == 5


# ---- Artist


def artist(mine: list[Any], gold: int = 5, **keys: Any) -> cs.Game:
    """The Artist (seat 0) before gathering."""
    return table(player("artist", gold=gold, city=mine, hand=("tavern",)), next_rank=9, **keys)


def coins(game: cs.Game) -> list[str]:
    return [place["district"] for place in game.position()["players"][0]["city"] if place["beautified"]]


def test_the_artist_beautifies_up_to_two_of_his_districts() -> None:
    """2016 3 Artist (002:1621-1622): one gold each, from the stash; two different ones."""
    game = artist(["manor", "temple", "market"])
    play(game, "beautify:manor")
    assert labels(game, "beautify") == ["beautify:temple", "beautify:market"]
    play(game, "beautify:market")
    assert (labels(game, "beautify"), coins(game), gold(game, 0)) == ([], ["manor", "market"], 3)


def test_a_district_is_beautified_once_in_its_life() -> None:
    """2016 3 Artist (002:1627-1628): in a later turn neither."""
    assert labels(artist([{"district": "manor", "beautified": True}, "temple"]), "beautify") == ["beautify:temple"]


def test_two_of_a_name_may_each_have_a_coin() -> None:
    """2016 3 Artist, 4.2 Quarry (002:1627-1628): once for each district, not for each name."""
    game = play(artist(["manor", "manor", "quarry"]), "beautify:manor", "beautify:manor")
    assert (coins(game), gold(game, 0)) == (["manor", "manor"], 3)


def test_without_gold_nothing_is_beautified() -> None:
    """2016 3 Artist (002:1622)."""
    game = artist(["manor", "temple"], gold=1)
    assert labels(play(game, "beautify:manor"), "beautify") == []
    assert labels(artist(["manor"], gold=0), "beautify") == []


def test_only_his_own_districts_and_only_if_he_likes() -> None:
    """2016 3 Artist, 2.1 (002:1014, 1621)."""
    game = table(player("artist", gold=3, city=["manor"]), player(city=["temple"]), next_rank=9)
    assert labels(game, "beautify") == ["beautify:manor"]
    assert "end" in play(game, "gold").legal()


def test_a_district_just_built_may_be_beautified() -> None:
    """2016 3 Artist, A33."""
    assert coins(play(artist([]), "gold", "build:tavern", "beautify:tavern")) == ["tavern"]


@pytest.mark.parametrize("split", [True, False])
def test_the_two_coins_at_different_moments(split: bool) -> None:
    """2016 A12, `artist_split`: with a build between them, or in one go only."""
    game = play(artist(["manor", "temple"], rules={"artist_split": split}), "gold", "beautify:manor", "build:tavern")
    assert (labels(game, "beautify") == ["beautify:temple", "beautify:tavern"]) is split
    assert (labels(game, "beautify") == []) is not split
    one_go = play(artist(["manor", "temple"], rules={"artist_split": split}), "gold", "beautify:manor", "beautify:temple")
    assert coins(one_go) == ["manor", "temple"]


def test_a_beautified_district_is_worth_one_point_more() -> None:
    """2016 3 Artist, 5 (002:1622-1625)."""
    starred = {"district": "manor", "beautified": True}
    game = final(player(city=[starred, "temple"]), player(city=["manor", "temple"]), player(city=[*SIX, "prison"]), completed=[2])
    assert [score(game, seat)["districts"] for seat in (0, 1)] == [5, 4]


def test_the_gold_on_a_district_is_not_stash() -> None:
    """2016 0.4, 3 Artist: neither the Thief's nor the Imperial Treasury's."""
    starred = {"district": "manor", "beautified": True}
    robbed = table(player("thief"), player("king", gold=2, city=[starred]), robbed="king", next_rank=4)
    assert (gold(robbed, 0), gold(robbed, 1)) == (2, 0)
    treasury = {"district": "imperial-treasury", "beautified": True}
    game = final(player(gold=2, city=[treasury]), player(), player(city=[*SIX, "prison"]), completed=[2])
    assert score(game, 0) == {"total": 8, "districts": 6, "types": 0, "completion": 0, "bonus": 2}
