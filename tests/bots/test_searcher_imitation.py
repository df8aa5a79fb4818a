"""A searcher that imitates searchers at the other seats of its worlds: where it has learned them, and nowhere else."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
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
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import Until, deal, new_table, run
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_legal
from tests.bots.worlds import think, think_as

ROOT = Path(__file__).resolve().parents[2]
CLASSIC = cs.load_variant("classic-2000")
IMITATES, NOT = (at_table(parse_bot(f"searcher:playouts=24,imitates={share}"), CLASSIC, 4) for share in (1, 0))


def fond_of(character: int) -> Bot:
    """A searcher that takes all others for players who pick a character whenever they can, and are indifferent else."""
    net = np.zeros(SIZE, np.float32)
    net[U + f.PERSON + character] = 50.0
    return dataclasses.replace(IMITATES, memory=np.concatenate([IMITATES.memory[:SIZE], net]))


def thoughts(bot: Bot, seeds: int = 6) -> list[Any]:
    """What a searcher has thought at the first turn of some games."""
    found = []
    for seed in range(seeds):
        game = cs.Game.start(CLASSIC, players=4, seed=seed)
        while game.decision != "turn":
            game.play(game.legal()[-1])
        codes, legal = game.codes(), new_legal()
        legal.code[: len(codes)] = codes
        found.append(think(game.state, game.rules, legal, len(codes), bot))
    return found


def test_it_has_learned_searchers_only_at_tables_that_there_is_a_file_for() -> None:
    own = cs.load_variant("classic-2000", {"costs.keep": 4})
    assert IMITATES.memory.size == 2 * SIZE
    assert at_table(parse_bot("learner"), CLASSIC, 4).memory.size == SIZE
    assert at_table(parse_bot("searcher"), CLASSIC, 5).memory.size == SIZE
    assert at_table(parse_bot("searcher"), own, 4).memory.size == 0


def test_the_drafts_of_its_worlds_are_those_of_who_is_imitated() -> None:
    """A King who lies in the first packet is picked, unless he was removed or the searcher has passed him on."""
    fond, usual = ([int(t.world.secret.holder[4]) >= 0 for t in thoughts(bot, 12)] for bot in (fond_of(C.KING), NOT))
    assert sum(fond) > sum(usual)


@pytest.mark.parametrize("change", [{"imitates": 0.0}, {"asks": 0.0, "imitates": 1.0}])
def test_without_the_wish_or_without_learning_it_plays_as_if_it_had_learned_no_searchers(change: dict[str, float]) -> None:
    values = {**IMITATES.values, **change}
    both = dataclasses.replace(IMITATES, values=values)
    alone = dataclasses.replace(both, memory=IMITATES.memory[:SIZE].copy())
    for t, u in zip(thoughts(both), thoughts(alone), strict=True):
        assert t.imitated == u.imitated == 0
        assert t.value.tobytes() == u.value.tobytes()
        assert t.play.tobytes() == u.play.tobytes()


def test_as_many_seats_are_imitated_as_was_said() -> None:
    shares = np.linspace(0, 1, 9)
    bots = [dataclasses.replace(IMITATES, values={**IMITATES.values, "imitates": float(share)}) for share in shares]
    seats = [int(thoughts(bot, 1)[0].imitated).bit_count() for bot in bots]  # with the same luck each time
    assert seats == sorted(seats)
    assert seats[0] == 0
    assert seats[-1] == 4
    assert len(set(seats)) > 2


def test_bots_that_play_themselves_are_not_imitated() -> None:
    knows = at_table(parse_bot("searcher:playouts=8,imitates=1,knows=1"), CLASSIC, 4)
    table = new_table([knows, parse_bot("builder"), knows, parse_bot("raider")], rules_record(CLASSIC.at(4)))
    ready(deal)(table.state, table.rules, table.legal, 3)
    ready(apply)(table.state, table.rules, table.journal, table.legal, A_BEGIN_ROUND)
    n = int(ready(run)(table, Until(seats=1)))
    assert int(think_as(table.lineup.bot[0], table, n).imitated) == 0b0101


def digest() -> str:
    """A game of a searcher that imitates, a few rounds long."""
    bot = at_table(parse_bot("searcher:playouts=6,imitates=1"), CLASSIC, 4)
    table = new_table([bot, *[at_table(parse_bot("planner"), CLASSIC, 4)] * 3], rules_record(CLASSIC.at(4)))
    ready(deal)(table.state, table.rules, table.legal, 5)
    ready(apply)(table.state, table.rules, table.journal, table.legal, A_BEGIN_ROUND)
    ready(run)(table, Until(3))
    return table.state.tobytes().hex()


def test_compiled_and_interpreted_it_plays_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1", "PYTHONPATH": str(ROOT)}
    code = "from tests.bots.test_searcher_imitation import digest; print(digest())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest()
