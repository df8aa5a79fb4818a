"""Random play of the Dark City with every switch drawn at random, and every invariant checked at every decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.variants import SWITCHES, Variant
from tests.engine.loops import checked_play, compiled_only

NUMBERS: dict[str, tuple[Any, ...]] = {
    "bank_limit": ("none", 30, 45),
    "first_crown": ("random", "oldest", 1),
    "laboratory_gold": (1, 2),
    "smithy_price": (2, 3),
    "smithy_cards": (2, 3),
    "library_with_observatory": (2, 3),
    "witch_tie_rank": (1, "bewitched"),
}
"""Readings tried of the switches that are numbers; the others of that kind belong to later editions."""
LEFT_OUT = {"edition", "two_player_rule", "three_player_rule", "tax_collector_rank", "monument_limit"}
"""What would change which tables there are, and what no card of these decks uses."""


def readings_of(key: str) -> tuple[Any, ...]:
    """The readings of a switch that are drawn from."""
    if key in NUMBERS:
        return NUMBERS[key]
    readings = SWITCHES[key].readings
    if readings == "bool":
        return (False, True)
    assert isinstance(readings, tuple), key
    return tuple(readings)


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


def play_mixtures(first: int, number: int, games: int) -> None:
    """Play several mixtures and check them."""
    for k in range(first, first + number):
        players = 2 + k % 7
        seen = checked_play(mixture(k, players), players, games, first_seed=k * games)
        assert seen.fault == "", f"mixture {k}, {players} players: {seen.fault}"


@compiled_only
def test_nothing_breaks_with_mixtures_of_all_switches() -> None:
    play_mixtures(0, 56, 10)


@pytest.mark.slow
def test_nothing_breaks_in_twenty_thousand_games_with_switches_drawn_at_random() -> None:
    play_mixtures(1_000, 2_000, 10)
