"""Classic 1.10: what everybody may know."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from tests.rules.tables import CLASSIC, idle_until, play, player, table


def test_gold_and_the_number_of_cards_in_hand_are_public() -> None:
    """Classic 1.10 (002:601)."""
    game = table(player("king", gold=7, hand=("manor", "temple")))
    seen = game.view(2)["players"][0]
    assert (seen["gold"], seen["hand"]) == (7, [None, None])


@pytest.mark.parametrize("seat", range(4))
def test_face_down_characters_are_never_shown(seat: int) -> None:
    """Classic 1.10."""
    game = table(player("thief"), player("warlord"), face_down=["king", "bishop"])
    assert game.view(seat)["face_down"] == [None, None]
    play(game, "gold", "end", "gold")
    assert game.view(seat)["face_down"] == [None, None]


def test_murder_and_robbery_are_announced_as_titles() -> None:
    """Classic 1.10: everybody hears the title, nobody learns the player."""
    game = table(player("assassin"), player("thief"), player("king"), player("bishop"))
    play(game, "murder:king", "gold", "end", "rob:bishop")
    view = game.view(3)
    assert (view["murdered"], view["robbed"]) == ("king", "bishop")
    assert view["players"][2]["characters"] == [None]


def test_the_murdered_character_stays_hidden_during_the_round() -> None:
    """Classic 1.10 (S1:68): its player may show it at the end of the round only."""
    game = table(player("assassin"), player("thief"), player("warlord"))
    play(game, "murder:thief", "gold", "end")
    assert (game.actor, game.view(2)["players"][1]["characters"]) == (2, [None])


def test_a_called_character_is_seen_by_all_and_a_later_one_is_not() -> None:
    """Classic 1.2 step 3: whoever is called reveals."""
    game = table(player("thief"), player("king"), player("warlord"))
    idle_until(game, 1)
    view = game.view(3)
    assert [view["players"][seat]["characters"] for seat in range(3)] == [["thief"], ["king"], [None]]


def test_hands_and_the_deck_are_hidden() -> None:
    """Classic 1.10."""
    view = cs.Game.start(CLASSIC, 4, seed=2).view(1)
    assert set(view["deck"]) == {None}
    assert [set(view["players"][seat]["hand"]) == {None} for seat in range(4)] == [True, False, True, True]
