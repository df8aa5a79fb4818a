"""The recipe "A bot", followed: one of the package, named by its name alone."""

from __future__ import annotations

import polars as pl
import pytest

from tests.exercises.house import House, Into, New, Row

pytestmark = pytest.mark.rotated(2, together=True)

EDITS = (
    New(
        "citadels_sim/bots/collector.py",
        '''
"""`collector`: draws cards whenever it can, and does the rest at random."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.interface import Bot, compiled_bot
from citadels_sim.engine.actions import A_CARDS
from citadels_sim.engine.rng import next_below


@compiled_bot
def choose_cards(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Gather cards where that is legal."""
    for index in range(n):
        if legal.code[index] & 0xFF == A_CARDS:
            return index
    return next_below(bot_state, n)


COLLECTOR = Bot(name="collector", doc="draws cards whenever it can", choose=choose_cards)
''',
    ),
    Into("citadels_sim/bots/registry.py", '"collector": "collector",', table="_BUILT_IN"),
    Row("docs/bots.md", "| `collector` | draws cards whenever it can |", behind="| `learner` |"),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House("A bot", tmp_path_factory.mktemp("bot"), EDITS)


def test_the_recipe_names_what_it_takes(house: House) -> None:
    house.check_files(3)


def test_it_is_listed_with_what_it_does(house: House) -> None:
    assert "draws cards whenever it can" in " ".join(house.citadels("bots").split())


def test_it_plays_as_it_says(house: House) -> None:
    words = "run --variant classic-2000 --players 3 --games 6 --bots collector,random,random --detail events --workers 1 --out runs/cards"
    house.citadels(words)
    seats = pl.read_parquet(house.folder / "runs/cards/seats/*.parquet").select("block", "rotation", "seat", "bot")
    events = pl.read_parquet(house.folder / "runs/cards/events/*.parquet").join(seats, on=["block", "rotation", "seat"])
    kinds = {bot: set(part["kind"]) for (bot,), part in events.group_by("bot")}
    assert "gather-cards" in kinds["collector"]
    assert "gather-gold" not in kinds["collector"]
    assert "gather-gold" in kinds["random"]


def test_a_name_that_is_nearly_right_finds_it(house: House) -> None:
    with pytest.raises(AssertionError, match="Did you mean 'collector'"):
        house.citadels("run --variant classic-2000 --bots colector --games 1")
