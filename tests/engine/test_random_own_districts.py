"""Random games with districts of a variant's own and with effects that others lend: all invariants hold, compiled as interpreted."""

from __future__ import annotations

import random

import pytest

from citadels_sim.catalogue import PACKAGED
from tests.engine.draws import own_districts_drawn
from tests.engine.loops import checked_play, compiled_only


@compiled_only
@pytest.mark.parametrize("seed", range(4))
def test_nothing_breaks_with_districts_of_keys_drawn_at_random(seed: int) -> None:
    for number in range(12 * seed, 12 * seed + 12):
        luck = random.Random(number)
        variant = own_districts_drawn(luck)
        assert variant.cards != PACKAGED
        assert checked_play(variant, luck.randint(*variant.players), 10, first_seed=10 * number).fault == "", number
