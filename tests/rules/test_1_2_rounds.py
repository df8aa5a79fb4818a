"""Classic 1.2: the round."""

from __future__ import annotations

from tests.rules.tables import crown, hand, idle_round, idle_until, play, player, table


def test_characters_have_their_turns_in_the_order_of_their_ranks() -> None:
    """Classic 1.2 step 3 (S0:153): not in the order of the seats."""
    game = table(player("warlord"), player("bishop"), player("thief"), player("architect"), crown=0)
    order = []
    while game.position()["round"] == 1:
        order.append(game.actor)
        play(game, "gold", "end")
    assert order == [2, 1, 3, 0]


def test_a_rank_that_nobody_holds_is_passed_over() -> None:
    """Classic 1.2 step 3 (S0:159)."""
    game = table(player("king"), player("warlord"))
    play(game, "gold", "end")
    assert (game.actor, game.position()["next_rank"]) == (1, 9)


def test_the_crown_gives_no_earlier_turn() -> None:
    """Classic 1.2: the holder of the crown only drafts first and calls."""
    game = table(player("warlord"), player("merchant"), crown=0)
    assert game.actor == 1


def test_after_the_last_rank_a_new_round_begins_with_the_crowns_holder() -> None:
    """Classic 1.2 step 4 (S0:178)."""
    game = idle_round(table(player("thief"), player("magician"), player("bishop"), player("merchant"), crown=2))
    position = game.position()
    assert (position["round"], game.decision, game.actor, position["next_rank"]) == (2, "pick", 2, 1)


def test_marks_of_a_round_do_not_outlive_it() -> None:
    """Classic 1.2 step 4: all characters go back, so no murder and no robbery waits for them."""
    game = table(player("assassin"), player("thief"), player("king"), player("bishop"))
    play(game, "murder:king", "gold", "end", "rob:bishop", "gold", "end")
    position = idle_round(game).position()
    assert (position["murdered"], position["robbed"], position["builders"]) == (None, None, [])
    assert all(seat["characters"] == [] for seat in position["players"])


def test_the_murdered_are_not_called() -> None:
    """Classic 1.2 step 3 (S0:176)."""
    game = table(player("assassin"), player("king"), player("bishop"))
    play(game, "murder:king", "gold", "end")
    assert game.actor == 2


def test_the_heir_takes_the_crown_only_after_the_last_turn() -> None:
    """Classic 1.2, end of round, step 3 (S0:478)."""
    game = table(player("assassin"), player("king"), player("warlord"), crown=3)
    play(game, "murder:king", "gold", "end")
    assert (game.actor, crown(game)) == (2, 3)
    assert crown(play(game, "gold", "end")) == 1


def test_hands_and_gold_stay_from_round_to_round() -> None:
    """Classic 1.2: only characters are given back."""
    game = table(player("king", gold=3, hand=("palace",)), player("warlord"))
    idle_round(game)
    assert hand(game, 0) == ["palace"]
    idle_until(game, 0)
    assert game.position()["players"][0]["gold"] == 5
