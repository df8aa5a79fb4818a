"""Classic 5.1: what ends the game."""

from __future__ import annotations

from tests.rules.tables import EIGHT, SEVEN, SUMMARY, city, idle_round, labels, play, player, score, switched, table


def test_the_round_in_which_a_city_is_completed_is_played_to_its_end() -> None:
    """Classic 5.1 (S0:188): with all remaining turns."""
    game = table(player("thief", gold=9, hand=("prison",), city=SEVEN), player("king"), player("warlord"))
    play(game, "gold", "build:prison", "end")
    assert (game.over, game.actor) == (False, 1)
    play(game, "gold", "end")
    assert (game.over, game.actor) == (False, 2)
    assert play(game, "gold", "end").over


def test_without_a_complete_city_a_new_round_begins() -> None:
    """Classic 5.1."""
    game = idle_round(table(player("thief", city=SEVEN), player("warlord", city=SEVEN)))
    assert (game.over, game.position()["round"]) == (False, 2)


def test_the_end_stays_triggered_when_the_eighth_district_is_destroyed() -> None:
    """Classic 5.1 (S1:25): latched. A complete city is reached only where the Warlord may reach it (row 18)."""
    variant = switched(warlord_complete_city="allowed")
    game = table(player("thief", gold=9, hand=("prison",), city=SEVEN), player("warlord", gold=5), variant=variant)
    play(game, "gold", "build:prison", "end", "gold", "destroy:0:tavern", "end")
    assert game.over
    assert len(city(game, 0)) == 7


def test_more_than_eight_districts_may_be_built() -> None:
    """Classic 5.1 (S0:230): the Architect from seven to ten, and again with a complete city."""
    cards = ("prison", "barracks", "docks")
    game = table(player("architect", gold=20, hand=cards, city=SEVEN), deck=[])
    play(game, "gold", "build:prison", "build:barracks", "build:docks")
    assert len(city(game, 0)) == 10
    full = table(player("king", gold=20, hand=("docks",), city=EIGHT))
    assert labels(play(full, "gold"), "build") == ["build:docks"]


def test_districts_beyond_the_eighth_count() -> None:
    """Classic 5.1, 5.2."""
    game = idle_round(table(player("architect", city=[*EIGHT, "docks"])))
    assert score(game, 0)["districts"] == 3 + 4 + 1 + 2 + 1 + 2 + 1 + 2 + 3


def test_three_players_by_the_old_rule_play_to_ten() -> None:
    """Classic 1.7: eight do not end it, ten do."""
    nine = [*EIGHT, "docks"]
    game = table(player("warlord", gold=9, hand=("harbor",), city=nine), seats=3, variant=SUMMARY)
    assert not idle_round(game.copy()).over
    play(game, "gold", "build:harbor", "end")
    assert game.over
    assert score(game, 0)["completion"] == 4


def test_the_first_to_complete_is_noted_with_the_order_of_those_after() -> None:
    """Classic 5.1, 5.2."""
    game = table(player("thief", gold=9, hand=("prison",), city=SEVEN), player("king", gold=9, hand=("prison",), city=SEVEN))
    play(game, "gold", "build:prison", "end", "gold", "build:prison", "end")
    position = game.position()
    assert (position["completed"], position["first"]) == ([0, 1], [0])
