"""Classic 1.8: the short game (section 6 row 55, a city of seven)."""

from __future__ import annotations

import citadels_sim as cs
from tests.rules.tables import CLASSIC, SEVEN, labels, last_round, play, player, score, table

SHORT = cs.load_variant("classic-2000-short")


def test_the_seventh_district_ends_the_short_game_and_not_the_long_one() -> None:
    """Classic 1.8 (S0:308, S1:58)."""
    for variant, over in ((SHORT, True), (CLASSIC, False)):
        game = table(player("warlord", gold=9, hand=("prison",), city=SEVEN[:6]), variant=variant)
        play(game, "gold", "build:prison", "end")
        assert game.over is over


def test_seven_districts_complete_a_city_for_the_bonus() -> None:
    """Classic 1.8: the bonuses use the same number."""
    game = last_round(player(city=SEVEN), player("warlord", city=SEVEN), variant=SHORT, first=[0])
    assert [score(game, seat)["completion"] for seat in range(3)] == [4, 2, 0]


def test_seven_districts_protect_a_city_from_the_warlord() -> None:
    """Classic 1.8: so does the protection."""
    for variant, targets in ((SHORT, 0), (CLASSIC, 7)):
        game = table(player("warlord", gold=20), player(city=SEVEN), variant=variant)
        assert len(labels(play(game, "gold"), "destroy")) == targets
