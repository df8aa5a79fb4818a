"""Classic 3.2 Emperor."""

from __future__ import annotations

import pytest

from tests.rules.dark_tables import dark
from tests.rules.tables import crown, gold, hand, idle_round, play, player


def test_the_emperor_gives_the_crown_away_before_anything_else() -> None:
    """Classic 3.2 Emperor (S0:540-542): at once on being called."""
    game = dark(player("emperor", city=["manor"]), crown=3)
    assert (game.actor, game.legal()) == (0, ("crown:1", "crown:2"))
    play(game, "crown:2")
    assert (crown(game), game.actor, game.legal()) == (2, 0, ("gold", "cards", "income"))


def test_he_can_give_it_neither_to_himself_nor_to_its_holder() -> None:
    """Classic 3.2 Emperor (S0:542, S1:114)."""
    assert dark(player("emperor"), crown=1, seats=5).legal() == ("crown:2", "crown:3", "crown:4")


def test_when_he_has_it_himself_anybody_else_may_get_it() -> None:
    """Classic 3.2 Emperor."""
    assert dark(player("emperor"), crown=0).legal() == ("crown:1", "crown:2", "crown:3")


def test_of_three_players_only_one_can_get_it() -> None:
    """Classic 3.2 Emperor, 1.6."""
    assert dark(player("emperor", "thief"), player("bishop"), seats=3, crown=1, next_rank=4).legal() == ("crown:2",)


def test_the_receiver_chooses_gold_or_a_card_of_his_hand() -> None:
    """Classic 3.2 Emperor (S0:543-544)."""
    game = play(dark(player("emperor"), player(gold=2, hand=("castle", "tavern", "tavern")), crown=3), "crown:1")
    assert (game.actor, game.decision, set(game.legal())) == (1, "gift", {"gift:gold", "gift:castle", "gift:tavern"})
    card, coin = play(game.copy(), "gift:tavern"), play(game, "gift:gold")
    assert (hand(card, 0), sorted(hand(card, 1)), gold(card, 0), gold(card, 1)) == (["tavern"], ["castle", "tavern"], 0, 2)
    assert (hand(coin, 0), len(hand(coin, 1)), gold(coin, 0), gold(coin, 1)) == ([], 3, 1, 1)
    assert (card.actor, coin.actor) == (0, 0)


@pytest.mark.parametrize(
    ("receiver", "got"),
    [(player(gold=2), (1, [])), (player(hand=("tavern",)), (0, ["tavern"])), (player(), (0, []))],
    ids=["gold", "card", "neither"],
)
def test_who_has_only_one_kind_gives_that_and_who_has_neither_nothing(receiver: dict[str, object], got: tuple[int, list[str]]) -> None:
    """Classic 3.2 Emperor (S0:545-546): and it is not asked."""
    game = play(dark(player("emperor"), receiver, crown=3), "crown:1")
    assert (game.actor, game.decision, (gold(game, 0), hand(game, 0))) == (0, "turn", got)


def test_who_has_two_cards_and_no_gold_chooses_which() -> None:
    """Classic 3.2 Emperor: a card of his choice."""
    game = play(dark(player("emperor"), player(hand=("castle", "tavern")), crown=3), "crown:1")
    assert set(game.legal()) == {"gift:castle", "gift:tavern"}


def test_the_gift_can_be_spent_in_the_same_turn() -> None:
    """Classic 3.2 Emperor: the gift comes before his action."""
    game = play(dark(player("emperor", gold=2, hand=("palace",)), player(gold=1), crown=3), "crown:1", "gold")
    assert "build:palace" in game.legal()


def test_he_moves_the_crown_once() -> None:
    """Classic 3.2 Emperor: on being called, not again."""
    game = play(dark(player("emperor"), crown=3), "crown:1", "gold")
    assert game.legal() == ("end",)


def test_the_receiver_picks_first_in_the_next_round() -> None:
    """Classic 3.2 Emperor, 1.2: the crown is the crown."""
    game = idle_round(play(dark(player("emperor"), crown=3), "crown:2"))
    assert (game.actor, game.decision, crown(game)) == (2, "pick", 2)


def test_he_has_an_income_of_noble_districts() -> None:
    """Classic 3.2 Emperor (S0:539)."""
    game = play(dark(player("emperor", city=["manor", "castle", "school-of-magic"]), crown=3), "crown:1", "gold", "income")
    assert gold(game, 0) == 5


def test_the_crown_stays_when_the_emperor_was_murdered() -> None:
    """Classic 1.9, 3.2 Emperor (S0:546-547)."""
    game = play(dark(player("assassin"), player("emperor"), crown=3), "murder:emperor", "gold", "end")
    assert (game.decision, crown(game)) == ("pick", 3)


def test_an_emperor_who_is_not_in_play_moves_nothing() -> None:
    """Classic 1.9."""
    assert crown(idle_round(dark(player("thief"), others=("emperor",), crown=3))) == 3


def test_the_robbed_emperor_keeps_the_gift() -> None:
    """Classic 2.1 item 1 (a), (b): robbery first, then the crown with its gift."""
    game = play(dark(player("thief"), player("emperor", gold=4), player(gold=1), crown=3), "rob:emperor", "gold", "end", "crown:2")
    assert (gold(game, 0), gold(game, 1), gold(game, 2)) == (6, 1, 0)


def test_the_gift_is_hidden_from_the_others() -> None:
    """Classic 1.10; Game API, view: the card goes from hand to hand."""
    game = play(dark(player("emperor"), player(hand=("castle", "tavern")), crown=3), "crown:1", "gift:castle")
    assert game.view(2)["players"][0]["hand"] == [None]
