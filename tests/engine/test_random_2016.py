"""Random play with the rules of both editions mixed: every character and district, every switch drawn at random, all invariants."""

from __future__ import annotations

import random
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, DISTRICTS, DistrictType
from citadels_sim.variants import SWITCHES, Variant
from tests.engine.loops import compiled_only
from tests.engine.mixtures import play_mixtures, readings_of

LEFT_OUT = {"edition", "two_player_rule", "three_player_rule"}
"""What would change which tables there are."""
UNIQUE = tuple(place.id for place in DISTRICTS if place.type is DistrictType.UNIQUE)


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


@compiled_only
def test_nothing_breaks_with_mixtures_of_both_editions() -> None:
    play_mixtures(mixture, 0, 56, 10)


@pytest.mark.slow
def test_nothing_breaks_in_twenty_thousand_games_with_all_switches_drawn_at_random() -> None:
    play_mixtures(mixture, 1_000, 2_000, 10)
