"""Random play of the Dark City with every switch drawn at random, and every invariant checked at every decision."""

from __future__ import annotations

import random

import pytest

import citadels_sim as cs
from citadels_sim.variants import SWITCHES, Variant
from tests.engine.loops import compiled_only
from tests.engine.mixtures import play_mixtures, readings_of

LEFT_OUT = {"edition", "two_player_rule", "three_player_rule", "tax_collector_rank", "monument_limit"}
"""What would change which tables there are, and what no card of these decks uses."""


def mixture(number: int, players: int) -> Variant:
    """A table of the Dark City at which every switch has a reading drawn at random."""
    rng = random.Random(number)
    overrides = {f"rules.{key}": rng.choice(readings_of(key)) for key in SWITCHES if key not in LEFT_OUT}
    overrides["city_size"] = rng.choice((7, 8))
    overrides["deck.random_unique.count"] = rng.choice((3, 6, 10))
    nine = players >= 4 and rng.random() < 0.5
    if nine and players < 8:
        overrides["random_cast.9"] = ["artist", "queen"] if players >= 5 else ["artist"]
        overrides["players"] = [4, 8] if players >= 5 else [4, 4]
        if players >= 5:
            overrides["players"] = [5, 8]
    return cs.load_variant("dark-city-random", overrides)


@compiled_only
def test_nothing_breaks_with_mixtures_of_all_switches() -> None:
    play_mixtures(mixture, 0, 56, 10)


@pytest.mark.slow
def test_nothing_breaks_in_twenty_thousand_games_with_switches_drawn_at_random() -> None:
    play_mixtures(mixture, 1_000, 2_000, 10)
