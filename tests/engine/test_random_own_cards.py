"""Random games with characters and districts of a variant's own and with moved ranks: all invariants hold, compiled as interpreted."""

from __future__ import annotations

import random

import pytest

from citadels_sim.catalogue import PACKAGED
from tests.engine.loops import checked_play, compiled_only
from tests.engine.own_draws import own_cards_drawn


@compiled_only
@pytest.mark.parametrize("seed", range(6))
def test_nothing_breaks_with_cards_of_keys_drawn_at_random(seed: int) -> None:
    for number in range(10 * seed, 10 * seed + 10):
        luck = random.Random(number)
        variant = own_cards_drawn(luck)
        assert variant.cards != PACKAGED
        assert checked_play(variant, luck.randint(*variant.players), 10, first_seed=10 * number).fault == "", number
