"""A searcher that imitates searchers at the other seats of its worlds: where it has learned them, and nowhere else."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import SIZE, U
from citadels_sim.bots.weights import at_table
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import INTERPRETED, ready
from citadels_sim.engine.actions import A_BEGIN_ROUND, TURN
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import Until, deal, new_table, run
from citadels_sim.engine.rules import rules_record
from tests.bots.worlds import think_as

ROOT = Path(__file__).resolve().parents[2]
CLASSIC = cs.load_variant("classic-2000")
KNOWS, ASKING, PLAIN = (
    at_table(parse_bot(f"searcher:playouts={values}"), CLASSIC, 4) for values in ("24,knows=1", "24,knows=0", "6,asks=0,knows=1")
)


def fond_of(character: int) -> Bot:
    """A searcher that takes plain ones for players who pick a character whenever they can, and are indifferent else."""
    net = np.zeros(SIZE, np.float32)
    net[U + f.PERSON + character] = 50.0
    return dataclasses.replace(KNOWS, memory=np.concatenate([KNOWS.memory[:SIZE], net]))


def thoughts(bots: Sequence[Bot], seeds: int = 6) -> list[Any]:
    """What the first of some bots has thought at its first decision of some games but its pick."""
    table = new_table(bots, rules_record(CLASSIC.at(4)))
    found = []
    for seed in range(seeds):
        table.raw[:] = 0
        ready(deal)(table.state, table.rules, table.legal, seed)
        ready(apply)(table.state, table.rules, table.journal, table.legal, A_BEGIN_ROUND)
        n = int(ready(run)(table, Until(seats=1, decisions=1 << TURN)))
        found.append(think_as(table.lineup.bot[0], table, n))
    return found


def test_it_has_learned_searchers_only_at_tables_that_there_is_a_file_for() -> None:
    own = cs.load_variant("classic-2000", {"costs.keep": 4})
    assert KNOWS.memory.size == 2 * SIZE
    assert at_table(parse_bot("learner"), CLASSIC, 4).memory.size == SIZE
    assert at_table(parse_bot("searcher"), CLASSIC, 5).memory.size == SIZE
    assert at_table(parse_bot("searcher"), own, 4).memory.size == 0


def test_the_drafts_of_its_worlds_are_those_of_who_is_imitated() -> None:
    """A King who lies in the first packet is picked, unless he was removed or the searcher has passed him on."""
    fond, usual = (
        [int(t.world.secret.holder[4]) >= 0 for t in thoughts([bot, PLAIN, PLAIN, PLAIN], 12)] for bot in (fond_of(C.KING), ASKING)
    )
    assert sum(fond) > sum(usual)


@pytest.mark.parametrize("change", [{"knows": 0.0}, {"asks": 0.0}])
def test_without_the_wish_or_without_learning_it_plays_as_if_it_had_learned_no_searchers(change: dict[str, float]) -> None:
    both = dataclasses.replace(KNOWS, values={**KNOWS.values, **change})
    alone = dataclasses.replace(both, memory=KNOWS.memory[:SIZE].copy())
    for t, u in zip(*(thoughts([bot, PLAIN, PLAIN, PLAIN]) for bot in (both, alone)), strict=True):
        assert t.imitated == u.imitated == 0
        assert t.value.tobytes() == u.value.tobytes()
        assert t.play.tobytes() == u.play.tobytes()


def test_only_searchers_that_ask_nobody_are_imitated() -> None:
    """Others play themselves; what was learned is of plain searchers. Beside one the own seat is played alike."""
    assert [int(thoughts([KNOWS, *others], 1)[0].imitated) for others in ([PLAIN] * 3, [parse_bot("builder"), PLAIN, ASKING])] == [
        0b1111,
        0b0101,
    ]


def digest() -> str:
    """A game of a searcher that imitates, a few rounds long."""
    bot = at_table(parse_bot("searcher:playouts=6,knows=1"), CLASSIC, 4)
    table = new_table([bot, *[PLAIN] * 3], rules_record(CLASSIC.at(4)))
    ready(deal)(table.state, table.rules, table.legal, 5)
    ready(apply)(table.state, table.rules, table.journal, table.legal, A_BEGIN_ROUND)
    ready(run)(table, Until(3))
    return str(table.state.tobytes().hex())


def test_compiled_and_interpreted_it_plays_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1", "PYTHONPATH": str(ROOT)}
    code = "from tests.bots.test_searcher_imitation import digest; print(digest())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest()
