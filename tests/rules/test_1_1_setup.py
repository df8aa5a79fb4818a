"""Classic 1.1: setting up."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.tables import CLASSIC, SUMMARY, gold, hand, play, player, switched, table


@pytest.mark.parametrize("players", range(2, 8))
def test_everybody_begins_with_four_cards_and_two_gold(players: int) -> None:
    """Classic 1.1 hands and gold (S0:107, S0:132)."""
    game = cs.Game.start(CLASSIC, players, seed=5)
    assert [(len(hand(game, seat)), gold(game, seat)) for seat in range(players)] == [(4, 2)] * players


def test_there_is_one_character_of_each_rank_from_one_to_eight() -> None:
    """Classic 1.1 characters (S0:98)."""
    cast = cs.Game.start(CLASSIC, 4, seed=5).position()["cast"]
    assert cast == ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


@pytest.mark.parametrize("players", [1, 8, 9])
def test_the_base_game_seats_two_to_seven(players: int) -> None:
    """Classic 1.1: eight players need a character of rank 9 (S0:393)."""
    with pytest.raises(cs.VariantError, match="seats 2 to 7 players"):
        cs.Game.start(CLASSIC, players)


def test_a_bank_without_limit_always_pays() -> None:
    """Classic 1.1 bank (002:603)."""
    game = table(player("king", gold=900, city=["manor", "castle"]))
    assert gold(play(game, "income", "gold"), 0) == 904


def test_a_bank_of_thirty_coins_pays_what_it_has() -> None:
    """Classic 6 row 51, `bank_limit`: the coins are those of the box (S0:39)."""
    game = table(player("king", gold=28, city=["manor", "castle"]), player(gold=1), variant=switched(bank_limit=30))
    assert gold(play(game, "income"), 0) == 29
    assert gold(play(game, "gold"), 0) == 29


def test_what_is_paid_fills_the_limited_bank_again() -> None:
    """Classic 6 row 51: the price of a district goes to the bank (S0:206), from which the next gold comes."""
    game = table(player("king", gold=30, hand=("castle",)), player("warlord"), variant=switched(bank_limit=30))
    play(game, "gold", "build:castle", "end", "gold")
    assert (gold(game, 0), gold(game, 1)) == (26, 2)


def test_the_summary_knows_no_game_for_two() -> None:
    """Classic 6 row 5, `two_player_rule` (S1:34-39)."""
    with pytest.raises(cs.VariantError, match="seats 3 to 7 players"):
        cs.Game.start(SUMMARY, 2)
    assert cs.Game.start(CLASSIC, 2).players == 2


def test_two_player_rule_none_refuses_two_players_also_elsewhere() -> None:
    """Classic 6 row 5, as a switch of its own."""
    without = cs.load_variant("classic-2000", {"rules.two_player_rule": "none", "players": [3, 7]})
    with pytest.raises(cs.VariantError, match="not 2"):
        without.at(2)


def test_the_first_crown_is_drawn_or_sits_with_the_oldest_or_where_it_is_put() -> None:
    """Classic 6 row 3, `first_crown`: by lot (S1:12) or with the oldest player (S0:133)."""
    drawn = {cs.Game.start(CLASSIC, 4, seed=seed).position()["crown"] for seed in range(40)}
    oldest = {cs.Game.start(switched(first_crown="oldest"), 4, seed=seed).position()["crown"] for seed in range(40)}
    fixed = {cs.Game.start(switched(first_crown=1), 4, seed=seed).position()["crown"] for seed in range(40)}
    assert (drawn, oldest, fixed) == ({0, 1, 2, 3}, {0}, {1})
