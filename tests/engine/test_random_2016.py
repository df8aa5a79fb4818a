"""Random play with the rules of both editions mixed: every character and district, every switch drawn at random, all invariants."""

from __future__ import annotations

import random
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, DISTRICTS, DistrictType
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
    "monument_limit": (3, 5, 7),
    "tax_collector_rank": (2, 9),
}
"""Readings tried of the switches that are numbers."""
LEFT_OUT = {"edition", "two_player_rule", "three_player_rule"}
"""What would change which tables there are."""
UNIQUE = tuple(place.id for place in DISTRICTS if place.type is DistrictType.UNIQUE)


def readings_of(key: str) -> tuple[Any, ...]:
    """The readings of a switch that are drawn from."""
    if key in NUMBERS:
        return NUMBERS[key]
    readings = SWITCHES[key].readings
    if readings == "bool":
        return (False, True)
    assert isinstance(readings, tuple), key
    return tuple(readings)


def people_of(rank: int, collector_rank: int, players: int) -> list[str]:
    """Who may hold a rank at this table."""
    result = []
    for person in CHARACTERS:
        if (collector_rank if person.id == "tax-collector" else person.rank) != rank:
            continue
        if (person.id == "queen" and players < 5) or (person.id == "emperor" and players < 3):
            continue
        result.append(person.id)
    return result


def mixture(number: int, players: int) -> Variant:
    """A table at which every switch has a reading drawn at random, with any cast and any unique districts."""
    rng = random.Random(number)
    overrides: dict[str, Any] = {f"rules.{key}": rng.choice(readings_of(key)) for key in SWITCHES if key not in LEFT_OUT}
    overrides["rules.edition"] = rng.choice(("classic", "2016"))
    nine = players in (3, 8) or (players >= 4 and rng.random() < 0.5)
    overrides["rules.three_player_rule"] = "two_chars_of_nine"
    ranks = range(1, 10 if nine else 9)
    overrides["cast"] = []
    people = {str(rank): people_of(rank, overrides["rules.tax_collector_rank"], players) for rank in ranks}
    overrides["random_cast"] = people
    overrides["by_players"] = {str(players): {"random_cast": people if nine else people | {"9": []}}}
    overrides["players"] = [players, players]
    overrides["city_size"] = rng.choice((7, 8))
    overrides["deck.unique"] = {}
    overrides["deck.random_unique"] = {"count": rng.choice((8, 14, 20)), "from": list(UNIQUE)}
    return cs.load_variant("citadels-2016-random", overrides)


def play_mixtures(first: int, number: int, games: int) -> None:
    """Play several mixtures and check them."""
    for k in range(first, first + number):
        players = 2 + k % 7
        seen = checked_play(mixture(k, players), players, games, first_seed=k * games)
        assert seen.fault == "", f"mixture {k}, {players} players: {seen.fault}"


@compiled_only
def test_nothing_breaks_with_mixtures_of_both_editions() -> None:
    play_mixtures(0, 56, 10)


@pytest.mark.slow
def test_nothing_breaks_in_twenty_thousand_games_with_all_switches_drawn_at_random() -> None:
    play_mixtures(1_000, 2_000, 10)
