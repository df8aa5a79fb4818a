"""Whether builder uses what the rules offer: bounded form of ``scripts/usage``."""

from __future__ import annotations

import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.engine.jit import INTERPRETED
from citadels_sim.tournament.usage import usage

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs more games than plain Python plays in a minute")


@pytest.mark.parametrize(("variant", "players"), [("dark-city-random", 5), ("dark-city-nine", 5), ("classic-2000-nine", 4)])
def test_builder_uses_every_power_it_is_offered_often(variant: str, players: int) -> None:
    frame = usage(cs.load_variant(variant), players, parse_bot("builder"), 60)
    often = frame.filter(pl.col("available") >= 60)
    assert often.height >= 10
    # The Magician rather swaps than redraws; the Smithy is only for empty hands; both are used, but seldom.
    seldom = {("magician", "redraw"), ("smithy", "effect"), ("laboratory", "effect"), ("armory", "effect"), ("museum", "effect")}
    unused = [(who, what) for who, what, _, used in often.iter_rows() if used == 0 and (who, what) not in seldom]
    assert unused == []


def test_a_power_is_used_at_most_as_often_as_it_is_offered() -> None:
    frame = usage(cs.load_variant("dark-city"), 4, parse_bot("random"), 20).drop_nulls()
    assert frame.filter(pl.col("used") > pl.col("available")).is_empty()
