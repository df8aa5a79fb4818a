"""Whether builder uses what the rules offer: bounded form of ``scripts/research/run usage``."""

from __future__ import annotations

import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.catalogue import CHARACTERS, UNIQUES
from citadels_sim.compiler.decorators import INTERPRETED
from scripts.research.usage import usage
from scripts.research.usage_names import SELDOM

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than plain Python plays in a minute")


TABLES = [
    ("dark-city-random", 5),
    ("dark-city-nine", 5),
    ("classic-2000-nine", 4),
    ("citadels-2016-random", 5),
    ("citadels-2016-random", 3),
]


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_builder_uses_every_power_it_is_offered_often(variant: str, players: int) -> None:
    frame = usage(cs.load_variant(variant), players, parse_bot("builder"), 60)
    often = frame.filter(pl.col("available") >= 60)
    assert often.height >= 10
    unused = [(who, what) for who, what, _, used in often.iter_rows() if used == 0 and (who, what) not in SELDOM]
    assert unused == []


def test_every_character_and_every_unique_district_of_2016_is_used() -> None:
    """Over 250 games in which characters and districts are drawn: each is built, played or scored at least once."""
    frame = usage(cs.load_variant("citadels-2016-random"), 5, parse_bot("builder"), 250)
    used = {who for who, _, _, used in frame.iter_rows() if used > 0}
    people = {person.id for person in CHARACTERS if "2016" in person.editions}
    places = {place.id for place in UNIQUES if "2016" in place.editions}
    assert people | places <= used


def test_a_power_is_used_at_most_as_often_as_it_is_offered() -> None:
    frame = usage(cs.load_variant("dark-city"), 4, parse_bot("random"), 20).drop_nulls()
    assert frame.filter(pl.col("used") > pl.col("available")).is_empty()
