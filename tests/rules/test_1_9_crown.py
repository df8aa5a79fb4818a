"""Classic 1.9: the crown."""

from __future__ import annotations

import pytest

from citadels_sim.engine import journal as events
from tests.rules.tables import CLASSIC, crown, idle_round, play, player, switched, table


def test_the_king_takes_the_crown_at_once_when_called() -> None:
    """Classic 1.9 (S0:471): before he does anything; and its old holder has it no more (style page)."""
    game = table(player("king"), player(), crown=1)
    assert (game.actor, game.decision, crown(game)) == (0, "turn", 0)


def test_the_crown_stays_where_no_king_is_called() -> None:
    """Classic 1.9 (S0:474)."""
    game = idle_round(table(player("thief"), player("warlord"), crown=1))
    assert (crown(game), game.actor) == (1, 1)


def test_the_king_picks_first_in_the_next_round() -> None:
    """Classic 1.9 (S0:473)."""
    game = idle_round(table(player("thief"), player("magician"), player("king"), player("warlord"), crown=1))
    assert (crown(game), game.actor, game.decision) == (2, 2, "pick")


def test_a_king_with_the_crown_moves_nothing() -> None:
    """Classic 3.1 King."""
    game = table(player("king"), crown=0)
    assert crown(game) == 0
    assert events.CROWN not in game.journal()["kind"]


@pytest.mark.parametrize(("reading", "holder"), [("heir", 1), ("stays", 3)])
def test_the_crown_of_a_murdered_king(reading: str, holder: int) -> None:
    """Classic 1.9, 6 row 1, `murdered_king_crown` (S0:476-481, S1:54-56)."""
    game = table(player("assassin"), player("king"), player("warlord"), crown=3, variant=switched(murdered_king_crown=reading))
    play(game, "murder:king")
    assert crown(idle_round(game)) == holder


def test_a_murdered_king_who_is_not_in_play_leaves_the_crown() -> None:
    """Classic 1.9: nobody is heir."""
    game = table(player("assassin"), player("warlord"), crown=3)
    assert crown(idle_round(play(game, "murder:king"))) == 3


def test_a_murdered_heir_is_heir_also_at_the_end_of_the_game() -> None:
    """Classic 1.2, end of round: the heir comes before the scoring."""
    game = table(player("assassin"), player("king"), crown=3, completed=[2])
    assert crown(idle_round(play(game, "murder:king"))) == 1
    assert game.over


def test_the_murdered_king_of_two_takes_the_crown_as_heir() -> None:
    """Classic 1.6, 1.9: the other character of the same player has its turn, and the crown still comes last."""
    game = table(player("assassin", "bishop"), player("king", "warlord"), seats=2, crown=0)
    play(game, "murder:king", "gold", "end", "gold", "end")
    assert (game.actor, crown(game)) == (1, 0)
    assert crown(play(game, "gold", "end")) == 1


@pytest.mark.parametrize(
    ("order", "kinds"), [("robbery_first", [events.STEAL, events.CROWN]), ("crown_first", [events.CROWN, events.STEAL])]
)
def test_a_robbed_king_pays_before_or_after_he_takes_the_crown(order: str, kinds: list[int]) -> None:
    """Classic 2.1 item 1, 6 row 48, `on_call_order`: with the base cards only the order of events shows it."""
    game = table(player("thief"), player("king", gold=4), crown=2, variant=switched(on_call_order=order))
    play(game, "rob:king", "gold", "end")
    happened = [int(kind) for kind in game.journal()["kind"] if kind in kinds]
    assert happened == kinds
    assert (crown(game), game.position()["players"][0]["gold"]) == (1, 6)


def test_the_base_game_gives_the_heir_the_crown() -> None:
    """Classic 6 row 1: the default of classic-2000."""
    assert CLASSIC.at(4).rules["murdered_king_crown"] == "heir"
