"""Every coin of every seat is accounted for by the turn rows alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots.builder import BUILDER
from citadels_sim.bots.random_bot import RANDOM
from citadels_sim.compiler.decorators import INTERPRETED, ready
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.columns import TURN_COLUMNS
from citadels_sim.designs.recording.game_rows import new_sheet
from citadels_sim.designs.recording.kernel import record_one
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import CAPACITY
from citadels_sim.engine.loop import RUN_CAPPED, Until, deal, run
from citadels_sim.engine.rules import rules_record
from citadels_sim.variants import Variant
from tests.engine.loops import compiled_only, seated
from tests.engine.test_random_2016 import mixture
from tests.spread import EVERY_TABLE

pytestmark = pytest.mark.rotated(5)

FLOWS = {"gold_gained": 1, "gold_lost": -1, "built_cost": -1, "gold_spent_otherwise": -1}
"""Columns of turn rows that say what gold came and went, and their signs."""
SPENT = "gold_spent_otherwise"


def missing_gold(variant: Variant, players: int, seed: int, cap: int = 300) -> tuple[list[int], int]:
    """Play a game; return what each seat has beyond 2 gold and what its rows say, and the gold spent otherwise than for building."""
    buffers = Buffers("turns")
    buffers.begin(1, players)
    rules = rules_record(variant.at(players))
    table = seated([RANDOM, BUILDER] if seed % 2 else [BUILDER, RANDOM, BUILDER], rules, CAPACITY)
    _, state, _, _, journal, out = table
    ready(deal)(state, rules, out, seed)
    ready(apply)(state, rules, journal, out, A_BEGIN_ROUND)
    capped = ready(run)(table, Until(cap)) == RUN_CAPPED
    ready(record_one)(state, journal, new_sheet(), 0, int(capped), 0, buffers.rows())
    rows: dict[str, Any] = dict(zip(TURN_COLUMNS, buffers.results(None).turns.astype(int), strict=True))
    flow = sum(sign * rows[name] for name, sign in FLOWS.items())
    held = rows["seat"] >= 0
    assert not flow[~held].any(), "a character that nobody had moves no gold"
    shown = np.bincount(rows["seat"][held], flow[held], players).astype(int)
    return (state.public.gold[:players] - 2 - shown).tolist(), int(rows[SPENT].sum())


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_the_gold_of_each_seat_is_what_its_rows_say(name: str, players: int) -> None:
    """2 gold, gained, lost, paid for building and otherwise: that is the gold at the end, in every game of every packaged variant."""
    variant = cs.load_variant(name)
    spent = 0
    for seed in range(1 if INTERPRETED else 12):
        missing, otherwise = missing_gold(variant, players, seed)
        assert missing == [0] * players, f"seed {seed}"
        spent += otherwise
    assert spent > 0 or INTERPRETED


def test_the_gold_of_each_seat_is_what_its_rows_say_also_where_a_game_was_ended_by_force() -> None:
    for seed in range(10):
        assert missing_gold(cs.load_variant("dark-city-random"), 5, seed, cap=6)[0] == [0] * 5


@compiled_only
def test_the_gold_of_each_seat_is_what_its_rows_say_whatever_the_switches_say() -> None:
    """Every switch has a reading drawn at random, at tables with any cast and any unique districts."""
    for k in range(42):
        players = 2 + k % 7
        variant = mixture(k, players)
        for seed in range(8):
            assert missing_gold(variant, players, seed)[0] == [0] * players, f"mixture {k}, {players} players, seed {seed}"
