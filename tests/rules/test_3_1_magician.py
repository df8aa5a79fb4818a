"""Classic 3.1 Magician."""

from __future__ import annotations

from tests.rules.tables import deck, hand, labels, play, player, table


def test_the_magician_swaps_whole_hands() -> None:
    """Classic 3.1 Magician (a) (S0:457): hands, not cities."""
    game = table(player("magician", hand=("manor", "castle"), city=["tavern"]), player(hand=("temple",)))
    play(game, "swap:1")
    position = game.position()["players"]
    assert (position[0]["hand"], position[1]["hand"], len(position[0]["city"])) == (["temple"], ["castle", "manor"], 1)


def test_either_hand_may_be_empty() -> None:
    """Classic 3.1 Magician (a) (S0:459)."""
    game = table(player("magician"), player(hand=("temple",)), player())
    assert labels(game, "swap") == ["swap:1", "swap:2", "swap:3"]
    assert hand(play(game.copy(), "swap:1"), 0) == ["temple"]
    full = table(player("magician", hand=("manor",)), player())
    assert (hand(play(full, "swap:1"), 0), hand(full, 1)) == ([], ["manor"])


def test_the_murdered_and_the_robbed_can_be_swapped_with() -> None:
    """Classic 3.1 Magician: any player."""
    game = table(player("assassin"), player("thief"), player("magician"), player("king", hand=("temple",)))
    play(game, "murder:king", "gold", "end", "rob:bishop", "gold", "end")
    assert labels(game, "swap") == ["swap:0", "swap:1", "swap:3"]


def test_copies_of_a_card_survive_the_swap() -> None:
    """Classic 3.1 Magician (a): every card goes over."""
    game = table(player("magician", hand=("manor", "manor", "temple")), player(hand=("manor",)))
    play(game, "swap:1")
    assert (hand(game, 0), hand(game, 1)) == (["manor"], ["manor", "manor", "temple"])


def test_the_magician_exchanges_cards_with_the_deck() -> None:
    """Classic 3.1 Magician (b) (S0:462): k under the deck, k from the top."""
    game = table(player("magician", hand=("manor", "castle", "palace")), deck=["temple", "church", "market"])
    play(game, "redraw", "discard:castle", "discard:manor", "done")
    assert sorted(hand(game, 0)) == ["church", "palace", "temple"]
    assert deck(game)[0] == "market"
    assert sorted(deck(game)[1:]) == ["castle", "manor"]


def test_the_exchange_of_the_whole_hand_needs_no_done() -> None:
    """Game API: `done` with an empty hand is no choice."""
    game = play(table(player("magician", hand=("manor",)), deck=["temple"]), "redraw", "discard:manor")
    assert (game.decision, hand(game, 0)) == ("turn", ["temple"])


def test_any_number_includes_none() -> None:
    """Classic 3.1 Magician (b)."""
    game = play(table(player("magician", hand=("manor",)), deck=["temple"]), "redraw", "done")
    assert (hand(game, 0), labels(game, "swap"), "redraw" in game.legal()) == (["manor"], [], False)


def test_the_magician_does_one_of_the_two() -> None:
    """Classic 3.1 Magician: not both."""
    game = play(table(player("magician", hand=("manor",)), player(hand=("temple",))), "swap:1")
    assert "redraw" not in game.legal()
    assert labels(game, "swap") == []


def test_the_magician_has_nothing_to_exchange_with_an_empty_hand() -> None:
    """Classic 3.1 Magician (b)."""
    assert "redraw" not in table(player("magician"), player(hand=("temple",))).legal()


def test_a_card_got_by_the_power_can_be_built_in_the_same_turn() -> None:
    """Classic 3.1 Magician: once, at any time."""
    game = play(table(player("magician", gold=1), player(hand=("temple",))), "gold", "swap:1")
    assert labels(game, "build") == ["build:temple"]


def test_what_was_swapped_away_can_no_longer_be_built() -> None:
    """Classic 3.1 Magician (a): nor exchanged; the hand is the other's now."""
    game = play(table(player("magician", gold=9, hand=("manor",)), player("king", gold=9, hand=("temple",))), "swap:1", "gold")
    assert labels(game, "build") == ["build:temple"]
    play(game, "end", "gold")
    assert labels(game, "build") == ["build:manor"]
