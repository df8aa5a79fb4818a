"""Classic 3.2 Wizard."""

from __future__ import annotations

from tests.rules.dark_tables import dark
from tests.rules.tables import city, gold, hand, labels, play, player

OTHER = player(hand=("tavern", "palace"))


def test_the_wizard_looks_at_a_hand_and_takes_a_card_into_his_own() -> None:
    """Classic 3.2 Wizard (S0:514-516)."""
    game = play(dark(player("wizard"), OTHER), "gold", "look:1")
    assert (game.decision, labels(game, "take")) == ("wizard", ["take:palace", "take:tavern"])
    play(game, "take:palace")
    assert (hand(game, 0), hand(game, 1), gold(game, 0), game.decision) == (["palace"], ["tavern"], 2, "turn")


def test_he_looks_once_in_a_turn() -> None:
    """Classic 3.2 Wizard: once."""
    game = play(dark(player("wizard"), OTHER, OTHER), "gold", "look:1", "take:tavern")
    assert labels(game, "look") == []


def test_he_looks_at_other_players_hands_only() -> None:
    """Classic 3.2 Wizard: another player's hand."""
    game = dark(player("wizard", hand=("temple",)), OTHER, player(hand=("manor",)), player(hand=("castle",)))
    assert labels(game, "look") == ["look:1", "look:2", "look:3"]


def test_he_may_look_before_his_action() -> None:
    """Classic 2.2: any time in the own turn; the card then comes to his hand."""
    game = play(dark(player("wizard", gold=9), OTHER), "look:1")
    assert game.legal() == ("take:palace", "take:tavern")
    play(game, "take:tavern")
    assert "build:tavern" not in game.legal()
    assert "build:tavern" in play(game, "gold").legal()


def test_the_card_taken_may_be_built_at_once_for_its_cost_beside_the_one_build() -> None:
    """Classic 3.2 Wizard (S0:516-519): it does not count toward the limit."""
    game = play(dark(player("wizard", gold=4, hand=("temple", "manor")), OTHER), "gold", "look:1", "take-build:tavern")
    assert (city(game, 0), gold(game, 0)) == (["tavern"], 5)
    play(game, "build:manor")
    assert (labels(game, "build"), gold(game, 0)) == ([], 2)


def test_after_his_normal_build_he_may_still_build_the_card_taken() -> None:
    """Classic 3.2 Wizard: two builds in either order."""
    game = play(dark(player("wizard", gold=4, hand=("temple",)), OTHER), "gold", "build:temple", "look:1", "take-build:tavern")
    assert (city(game, 0), labels(game, "build")) == (["temple", "tavern"], [])


def test_a_card_taken_into_hand_is_built_within_the_limit() -> None:
    """Classic 3.2 Wizard: only the immediate build is beside the limit."""
    game = play(dark(player("wizard", gold=4, hand=("temple",)), OTHER), "gold", "look:1", "take:tavern", "build:tavern")
    assert labels(game, "build") == []


def test_a_card_he_cannot_pay_can_only_be_taken() -> None:
    """Classic 3.2 Wizard: pay and build."""
    game = play(dark(player("wizard", gold=2), OTHER), "gold", "look:1")
    assert set(game.legal()) == {"take:palace", "take:tavern", "take-build:tavern"}


def test_the_factory_makes_the_card_taken_cheaper() -> None:
    """Classic 3.2 Wizard, 4.3 Factory: a normal payment."""
    game = dark(player("wizard", gold=2, city=["factory"]), player(hand=("library", "quarry")))
    play(game, "gold", "look:1", "take-build:quarry")
    assert (city(game, 0), gold(game, 0)) == (["factory", "quarry"], 0)


def test_he_may_build_what_his_city_has_already() -> None:
    """Classic 3.2 Wizard (S0:519-520): with the card taken and with one of his own."""
    game = dark(player("wizard", gold=9, hand=("tavern",), city=["tavern"]), OTHER)
    play(game, "gold", "build:tavern", "look:1", "take-build:tavern")
    assert city(game, 0) == ["tavern"] * 3


def test_nobody_else_may() -> None:
    """Classic 2.1 item 4, 3.2 Wizard: the licence is for his own turn."""
    game = dark(player("wizard"), player("king", gold=9, hand=("tavern", "temple"), city=["tavern"]))
    play(game, "gold", "end", "gold")
    assert labels(game, "build") == ["build:temple"]


def test_an_empty_hand_yields_nothing_and_uses_the_power() -> None:
    """Classic 3.2 Wizard: empty hand, nothing."""
    game = play(dark(player("wizard"), player(), OTHER), "gold", "look:1")
    assert (game.decision, game.legal(), hand(game, 0)) == ("turn", ("end",), [])


def test_the_wizard_need_not_use_his_power() -> None:
    """Classic 2.1 item 5: never compulsory."""
    assert "end" in play(dark(player("wizard"), OTHER), "gold").legal()


def test_the_only_card_of_a_hand_is_taken_without_asking_before_the_action() -> None:
    """Game API: a decision with one legal action is played by the engine; classic 3.2 Wizard."""
    game = play(dark(player("wizard", gold=9), player(hand=("tavern",))), "look:1")
    assert (game.decision, hand(game, 0), hand(game, 1)) == ("turn", ["tavern"], [])


def test_the_hand_is_shown_to_the_wizard_alone() -> None:
    """Game API, view; classic 3.2 Wizard: he looks at the cards of one player, the others do not."""
    game = play(dark(player("wizard"), OTHER, player(hand=("manor",))), "gold", "look:1")
    assert game.view(2)["players"][1]["hand"] == [None, None]
    assert game.view(0)["players"][2]["hand"] == [None]


def test_both_builds_of_a_turn_are_taxed_once() -> None:
    """Classic 3.2 Tax Collector, Wizard: one gold for a turn."""
    game = dark(player("tax-collector"), player("wizard", gold=5, hand=("temple",)), OTHER, next_rank=3)
    play(game, "gold", "look:2", "take-build:tavern", "build:temple", "end")
    assert (gold(game, 0), gold(game, 1)) == (1, 4)
