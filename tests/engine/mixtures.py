"""Tables with every switch drawn at random, any edition's: readings to draw from, and games of them with every invariant checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from citadels_sim.variants import SWITCHES, Variant
from tests.engine.loops import checked_play

NUMBERS: dict[str, tuple[Any, ...]] = {
    "bank_limit": ("none", 30, 45),
    "first_crown": ("random", "oldest", 1),
    "laboratory_gold": (1, 2),
    "smithy_price": (2, 3),
    "smithy_cards": (2, 3),
    "library_with_observatory": (2, 3),
    "witch_tie_rank": (1, "bewitched"),
    "monument_limit": (3, 5, 7),
    "tax_collector_rank": (2, 9),
}
"""Readings tried of the switches that are numbers."""


def readings_of(key: str) -> tuple[Any, ...]:
    """The readings of a switch that are drawn from."""
    if key in NUMBERS:
        return NUMBERS[key]
    readings = SWITCHES[key].readings
    if readings == "bool":
        return (False, True)
    assert isinstance(readings, tuple), key
    return tuple(readings)


def play_mixtures(mixture: Callable[[int, int], Variant], first: int, number: int, games: int) -> None:
    """Play several mixtures, each made of its number and its players, and check them."""
    for k in range(first, first + number):
        players = 2 + k % 7
        seen = checked_play(mixture(k, players), players, games, first_seed=k * games)
        assert seen.fault == "", f"mixture {k}, {players} players: {seen.fault}"
