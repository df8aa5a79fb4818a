"""Classic 3.1: Bishop, Merchant, Architect."""

from __future__ import annotations

import pytest

from tests.rules.tables import city, deck, gold, hand, labels, play, player, table


def test_the_warlord_cannot_destroy_in_the_living_bishops_city() -> None:
    """Classic 3.1 Bishop (S0:502)."""
    game = table(player("bishop", city=["temple"]), player("warlord"), player(city=["tavern"]))
    play(game, "gold", "end", "gold")
    assert labels(game, "destroy") == ["destroy:2:tavern"]


def test_the_protection_lasts_for_the_round_in_which_the_bishop_was_called() -> None:
    """Classic 3.1 Bishop: this round; a Bishop who is not held protects nobody."""
    game = table(player("warlord", gold=3), player(city=["temple"]), face_down=["bishop"])
    assert labels(play(game, "gold"), "destroy") == ["destroy:1:temple"]


def test_the_protection_ends_with_the_round() -> None:
    """Classic 3.1 Bishop: in the next round the city can be touched again, whoever is Bishop then."""
    game = table(player("bishop", city=["temple"]), player("warlord"))
    play(game, "gold", "end")
    assert int(game.state.public.protected) == 1
    play(game, "gold", "end")
    assert (game.position()["round"], int(game.state.public.protected)) == (2, 0)


def test_a_bishop_called_before_the_position_began_protects_too() -> None:
    """Classic 3.1 Bishop, game API: ranks below `next_rank` have been called, but not the murdered."""
    city = ["temple"]
    alive = table(player("bishop", city=city), player("warlord"), next_rank=8)
    dead = table(player("bishop", city=city), player("warlord"), next_rank=8, murdered="bishop")
    assert [len(labels(play(game, "gold"), "destroy")) for game in (alive, dead)] == [0, 1]


def test_a_player_who_is_bishop_and_warlord_cannot_destroy_his_own_districts() -> None:
    """Classic 1.6: his districts cannot be destroyed (S0:500-504)."""
    game = table(player("bishop", "warlord", city=["temple"]), player(city=["tavern"]), seats=2)
    play(game, "gold", "end", "gold")
    assert labels(game, "destroy") == ["destroy:1:tavern"]


@pytest.mark.parametrize("action", ["gold", "cards"])
def test_the_merchant_gets_one_gold_more_whichever_action_he_takes(action: str) -> None:
    """Classic 3.1 Merchant (S0:507; S1:88: three gold, or a card and one gold)."""
    game = play(table(player("merchant"), deck=["palace", "temple"]), action)
    if game.decision == "keep":
        assert gold(game, 0) == 0
        play(game, "keep:temple")
    assert gold(game, 0) == (3 if action == "gold" else 1)


def test_the_merchants_extra_gold_is_no_income() -> None:
    """Classic 2.1 item 6: it comes beside the income."""
    game = play(table(player("merchant", city=["tavern", "market"])), "gold", "income")
    assert gold(game, 0) == 5


@pytest.mark.parametrize("action", ["gold", "cards"])
def test_the_architect_draws_two_cards_after_the_action_and_keeps_both(action: str) -> None:
    """Classic 3.1 Architect (S0:482, S1:92)."""
    game = play(table(player("architect"), deck=["palace", "temple", "manor", "castle", "market"]), action)
    if game.decision == "keep":
        play(game, "keep:temple")
        assert (hand(game, 0), deck(game)) == (["castle", "manor", "temple"], ["market", "palace"])
    else:
        assert (hand(game, 0), gold(game, 0)) == (["palace", "temple"], 2)


def test_the_architect_builds_three_districts_and_no_fourth() -> None:
    """Classic 3.1 Architect (S0:484)."""
    cards = ("tavern", "temple", "watchtower", "market")
    game = table(player("architect", gold=20, hand=cards), deck=[])
    play(game, "gold", "build:tavern", "build:temple", "build:watchtower")
    assert labels(game, "build") == []
    assert city(game, 0) == ["tavern", "temple", "watchtower"]


def test_the_architect_may_build_what_was_just_drawn() -> None:
    """Classic 3.1 Architect: the cards come before the building."""
    game = play(table(player("architect", gold=9), deck=["tavern", "temple"]), "gold")
    assert labels(game, "build") == ["build:temple", "build:tavern"]


def test_the_architect_may_not_build_one_name_twice() -> None:
    """Classic 2.1 item 4."""
    game = play(table(player("architect", gold=9, hand=("tavern", "tavern")), deck=[]), "gold", "build:tavern")
    assert labels(game, "build") == []


def test_library_and_observatory_do_not_touch_the_architects_cards() -> None:
    """Classic 3.1 Architect: they modify the action only."""
    game = table(player("architect", city=["library", "observatory"]), deck=["palace", "temple", "manor"])
    assert (hand(play(game, "gold"), 0), deck(game)) == (["palace", "temple"], ["manor"])
