"""The numbers in powers that say how often: warrants, cards of the Wizard and the Seer, trade districts, what an exchange costs."""

from __future__ import annotations

import pytest

from citadels_sim.engine.actions import A_WARRANTS
from citadels_sim.env.numbering import fewer_warrants, index_of
from citadels_sim.game.choices import explain
from citadels_sim.game.wording import Names
from tests.env.tables import plain
from tests.numbers.test_characters import turn
from tests.rules.tables import city, gold, hand, labels, play, player


@pytest.mark.parametrize(("most", "ways"), [(3, 8 * 21), (2, 8 * 7), (1, 8)])
def test_the_magistrate_lays_so_many_warrants(most: int, ways: int) -> None:
    """2016 3 Magistrate: one signed, the others blank, at different titles."""
    game = turn("magistrate", edition="2016", numbers={"warrants": most})
    listed = labels(game, "warrants")
    assert (len(listed), {label.count(":") for label in listed}) == (ways, {most})
    laid = play(game, listed[0]).position()["warrants"]
    assert len(laid["blank"]) == most - 1


@pytest.mark.parametrize(
    ("id", "numbers", "text"),
    [
        ("magistrate", {"warrants": 3}, "Lay the signed warrant at the Magistrate, blank ones at the Thief and the Magician."),
        ("magistrate", {"warrants": 2}, "Lay the signed warrant at the Magistrate, blank one at the Thief."),
        ("magistrate", {"warrants": 1}, "Lay the signed warrant at the Magistrate."),
        ("seer", {}, "Take a card by lot from every other hand, and give one back to each."),
        ("seer", {"cards": 2, "back": 0}, "Take 2 cards by lot from every other hand, and give none back."),
        ("seer", {"cards": 3, "back": 2}, "Take 3 cards by lot from every other hand, and give 2 back to each."),
    ],
)
def test_a_person_is_told_so(id: str, numbers: dict[str, int], text: str) -> None:
    game = turn(id, player(hand=("manor",)), edition="2016", numbers=numbers)
    label = next(label for label in game.legal() if label.partition(":")[0] in ("warrants", "seer"))
    assert explain(game, label, Names.from_state(game.state)) == text


@pytest.mark.parametrize(("cards", "offered"), [(0, []), (1, []), (2, ["take:temple"]), (3, ["take:temple"])])
def test_the_wizard_takes_so_many(cards: int, offered: list[str]) -> None:
    """Classic 3.2 Wizard: one card of the hand looked at."""
    game = play(turn("wizard", player(hand=("manor", "temple")), numbers={"cards": cards}), "gold", "look:1")
    if cards == 0:
        assert "end" in game.legal()
        return
    play(game, "take:manor")
    assert labels(game, "take") == offered
    while labels(game, "take"):
        play(game, labels(game, "take")[0])
    assert "end" in game.legal()
    assert sorted(hand(game, 0)) == ["manor", "temple"][: max(1, min(cards, 2))]


def test_what_the_wizard_builds_at_once_is_the_last() -> None:
    game = play(turn("wizard", player(hand=("manor", "temple", "tavern")), numbers={"cards": 3}, gold=5), "gold", "look:1")
    play(game, "take:manor", "take-build:tavern")
    assert (city(game, 0), hand(game, 0), labels(game, "take")) == (["tavern"], ["manor"], [])


@pytest.mark.parametrize(
    ("numbers", "theirs"),
    [({}, [2, 1]), ({"cards": 2}, [1, 1]), ({"back": 0}, [1, 0]), ({"cards": 3, "back": 2}, [2, 1]), ({"cards": 2, "back": 3}, [2, 1])],
)
def test_the_seer_takes_and_gives_back_so_many(numbers: dict[str, int], theirs: list[int]) -> None:
    """2016 3 Seer: a card of each other player, then one back; never more than were taken."""
    others = player(hand=("manor", "temple")), player(hand=("tavern",))
    game = play(turn("seer", *others, edition="2016", numbers=numbers, hand=("docks",)), "seer")
    while labels(game, "give"):
        play(game, labels(game, "give")[-1])
    assert [len(hand(game, seat)) for seat in range(3)] == [4 - sum(theirs), *theirs]
    assert "gold" in game.legal()


def test_a_seer_who_takes_none_is_not_asked() -> None:
    game = turn("seer", player(hand=("manor",)), edition="2016", numbers={"cards": 0})
    assert "seer" not in game.legal()


@pytest.mark.parametrize(("most", "built"), [("none", 4), (0, 1), (1, 2), (2, 3)])
def test_the_trader_builds_so_many_trade_districts_beyond_the_limit(most: object, built: int) -> None:
    """2016 3 Trader: any number of them, beside the one district of everybody."""
    trade = ("tavern", "market", "docks", "harbor")
    game = play(turn("trader", edition="2016", numbers={"most": most}, hand=trade, gold=30), "gold")
    while labels(game, "build"):
        play(game, labels(game, "build")[0])
    assert len(city(game, 0)) == built


def test_a_trader_builds_what_is_no_trade_by_the_limit_of_everybody() -> None:
    game = play(turn("trader", edition="2016", numbers={"most": 1}, hand=("tavern", "market", "manor"), gold=30), "gold", "build:tavern")
    assert sorted(labels(game, "build")) == ["build:manor", "build:market"]
    assert labels(play(game, "build:manor"), "build") == []


@pytest.mark.parametrize(("share", "price"), [(1.0, 4), (0.5, 2), (0.3, 1), (0.0, 0)])
@pytest.mark.parametrize("purse", [0, 1, 2, 4])
def test_the_diplomat_pays_a_share_of_the_difference_rounded_down(share: float, price: int, purse: int) -> None:
    """Classic 3.2 Diplomat: the whole difference."""
    game = turn("diplomat", player(city=["palace"]), numbers={"share": share}, city=["watchtower"], gold=purse)
    play(game, "gold")
    offered = "exchange:watchtower:1:palace" in game.legal()
    assert offered is (price <= purse + 2)
    if offered:
        play(game, "exchange:watchtower:1:palace")
        assert (city(game, 0), gold(game, 0), gold(game, 1)) == (["palace"], purse + 2 - price, price)


@pytest.mark.parametrize("most", [1, 2])
def test_agents_number_fewer_warrants_each_by_itself(most: int) -> None:
    codes = [int(code) for code in turn("magistrate", edition="2016", numbers={"warrants": most}).codes() if code & 0xFF == A_WARRANTS]
    numbers = [int(plain(index_of)(code, 0, 4)) for code in codes]
    assert len({*numbers}) == len(codes)
    assert [int(plain(fewer_warrants)(number)) for number in numbers] == codes
