"""Every number of a variant file changes what is played, and breaks nothing; with many of them drawn at random nothing breaks either."""

from __future__ import annotations

import random

import pytest

import citadels_sim as cs
from citadels_sim.variants import NUMBERS, Switch, Variant
from tests.engine.digests import digest
from tests.engine.draws import numbers_drawn, values_of
from tests.engine.loops import checked_play, compiled_only


def table_for(number: Switch, value: object, edition: str) -> tuple[Variant, int]:
    """A table at which a number has a value, and its number of players."""
    return cs.load_variant({"classic": "classic-2000", "2016": "citadels-2016"}[edition], {number.path: value}), 5


@compiled_only
@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_every_number_changes_what_is_played_and_breaks_nothing(number: Switch) -> None:
    """At each of its values but the printed one some game is another one; at all of them all invariants hold."""
    for edition in ("classic", "2016"):
        usual = number.default[edition]
        for value in values_of(number):
            variant, players = table_for(number, value, edition)
            assert checked_play(variant, players, 12).fault == "", (value, edition)
            if value != usual:
                printed, _ = table_for(number, usual, edition)
                assert any(digest(variant, players, seed) != digest(printed, players, seed) for seed in range(30)), (value, edition)


@compiled_only
def test_nothing_breaks_with_many_numbers_drawn_at_random() -> None:
    for seed in range(40):
        variant = numbers_drawn(random.Random(seed))
        players = variant.players[0] + seed % (variant.players[1] - variant.players[0] + 1)
        assert checked_play(variant, players, 10, first_seed=10 * seed).fault == "", seed
