"""Classic 3.1 Warlord."""

from __future__ import annotations

import pytest

from tests.rules.tables import EIGHT, SEVEN, SUMMARY, city, gold, labels, play, player, switched, table


@pytest.mark.parametrize(
    ("district", "price"),
    [("tavern", 0), ("market", 1), ("manor", 2), ("castle", 3), ("palace", 4), ("library", 5), ("university", 5), ("dragon-gate", 5)],
)
def test_destroying_costs_one_less_than_building(district: str, price: int) -> None:
    """Classic 3.1 Warlord (S0:490); University and Dragon Gate by what they cost, not by what they are worth (FF, FA)."""
    game = table(player("warlord", gold=10), player(city=[district]))
    play(game, "gold", f"destroy:1:{district}")
    assert (gold(game, 0), city(game, 1)) == (12 - price, [])


def test_what_cannot_be_paid_cannot_be_destroyed() -> None:
    """Classic 3.1 Warlord."""
    game = table(player("warlord"), player(city=["manor", "castle"]))
    assert labels(play(game, "gold"), "destroy") == ["destroy:1:manor"]


def test_the_price_goes_to_the_bank() -> None:
    """Classic 3.1 Warlord."""
    game = table(player("warlord", gold=8), player(city=["castle"], gold=1), variant=switched(bank_limit=30))
    play(game, "gold", "destroy:1:castle")
    assert (gold(game, 0), gold(game, 1), int(game.state.public.bank)) == (7, 1, 22)


def test_the_warlord_may_destroy_one_of_his_own() -> None:
    """Classic 3.1 Warlord (S0:496)."""
    game = table(player("warlord", city=["tavern"]))
    play(game, "gold", "destroy:0:tavern")
    assert city(game, 0) == []


def test_one_district_is_destroyed_in_a_turn() -> None:
    """Classic 3.1 Warlord (S0:489)."""
    game = play(table(player("warlord", gold=9), player(city=["tavern", "market"])), "gold", "destroy:1:tavern")
    assert labels(game, "destroy") == []


@pytest.mark.parametrize("owner", ["player", "own"])
def test_a_keep_cannot_be_destroyed(owner: str) -> None:
    """Classic 4.2 Keep."""
    game = table(player("warlord", gold=9, city=["keep"] if owner == "own" else []), player(city=["tavern", "keep"]))
    assert labels(play(game, "gold"), "destroy") == ["destroy:1:tavern"]


@pytest.mark.parametrize(
    ("reading", "before", "after"), [("end_of_turn", [], ["end"]), ("any", ["destroy:1:tavern"], ["build:temple", "end"])]
)
def test_when_the_warlord_destroys(reading: str, before: list[str], after: list[str]) -> None:
    """Classic 2.2, 6 row 7, `warlord_timing` (S0:488, S1:19): as the last thing in the turn, or at any time of it."""
    game = table(player("warlord", gold=9, hand=("temple",)), player(city=["tavern"]), variant=switched(warlord_timing=reading))
    assert labels(game, "destroy") == before
    play(game, "gold", "destroy:1:tavern")
    assert list(game.legal()) == after


def test_the_warlords_income_comes_before_his_destruction_ends_the_turn() -> None:
    """Classic 2.3 (1): destroying is the end of the turn; what was not taken before is not taken."""
    game = table(player("warlord", city=["watchtower"]), player(city=["tavern"]))
    play(game, "gold")
    assert "income" in game.legal()
    assert "income" not in play(game, "destroy:1:tavern").legal()


@pytest.mark.parametrize(("reading", "targets"), [("forbidden", 1), ("allowed", 9)])
def test_a_complete_city_cannot_be_touched(reading: str, targets: int) -> None:
    """Classic 3.1 Warlord, 6 row 18, `warlord_complete_city` (S0:497, S1:25); style page: the Warlord reaches a completed city."""
    game = table(player("warlord", gold=20), player(city=EIGHT), player(city=["tavern"]), variant=switched(warlord_complete_city=reading))
    assert len(labels(play(game, "gold"), "destroy")) == targets


def test_his_own_complete_city_cannot_be_touched_either() -> None:
    """Classic 3.1 Warlord: any city, his own included."""
    game = table(player("warlord", gold=20, city=EIGHT), player(city=["tavern"]))
    assert labels(play(game, "gold"), "destroy") == ["destroy:1:tavern"]


def test_a_city_of_seven_can_be_touched() -> None:
    """Classic 3.1 Warlord: eight districts protect."""
    game = table(player("warlord", gold=20), player(city=SEVEN))
    assert len(labels(play(game, "gold"), "destroy")) == 7


def test_a_city_of_eight_with_three_players_to_ten_can_be_touched() -> None:
    """Classic 1.7: the protection uses ten as well."""
    game = table(player("warlord", gold=20), player(city=EIGHT), seats=3, variant=SUMMARY)
    assert len(labels(game, "destroy")) == 8


def test_a_beautified_district_costs_one_more_to_destroy() -> None:
    """Classic 3.1 Warlord: printed cost and the Artist's coin, which goes to the bank (3.2)."""
    game = table(player("warlord"), player(city=[{"district": "tavern", "beautified": True}, "temple"]))
    play(game, "gold", "destroy:1:tavern")
    assert (gold(game, 0), city(game, 1), int(game.state.public.coins[1])) == (1, ["temple"], 0)


def test_of_two_copies_the_beautified_one_is_named_with_a_star() -> None:
    """Game API: `<d>*` where the plain one could be meant too."""
    both = ["manor", {"district": "manor", "beautified": True}]
    game = play(table(player("warlord", gold=9), player(city=both)), "gold")
    assert labels(game, "destroy") == ["destroy:1:manor", "destroy:1:manor*"]
    dear, cheap = play(game.copy(), "destroy:1:manor*"), play(game.copy(), "destroy:1:manor")
    assert (gold(dear, 0), gold(cheap, 0)) == (8, 9)
    assert [place["beautified"] for place in cheap.position()["players"][1]["city"]] == [True]


def test_a_keep_is_safe_beside_a_beautified_district_and_when_it_is_one() -> None:
    """Classic 4.2 Keep, 3.1 Warlord."""
    beautified = [{"district": "keep", "beautified": True}, "tavern", "keep"]
    game = play(table(player("warlord", gold=9), player(city=beautified)), "gold")
    assert labels(game, "destroy") == ["destroy:1:tavern"]


def test_a_destroyed_district_may_be_built_again() -> None:
    """Classic 2.1 item 4: only what stands there counts."""
    game = table(player("warlord"), player("king", hand=("tavern",), city=["tavern"]), next_rank=8)
    play(game, "gold", "destroy:1:tavern")
    assert city(game, 1) == []
    assert not int(game.state.public.city_mask[1])


def test_nobody_can_destroy_what_the_laws_of_rank_eight_allow_but_the_warlord() -> None:
    """Classic 3.1: the power is the Warlord's."""
    for character in ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect"):
        game = play(table(player(character, gold=9), player(city=["tavern"])), "gold")
        assert labels(game, "destroy") == []
