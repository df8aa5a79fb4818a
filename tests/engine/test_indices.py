"""No rule and no bot counts from the end of a record's array: compiled, an index is taken for what it is (`engine.parts`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rotation import rotated

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = 3

WATCH = """
import sys
from operator import itemgetter

import numpy as np

from citadels_sim.engine import records


def checked(index):
    for i in index if isinstance(index, tuple) else (index,):
        if not isinstance(i, slice) and i < 0:
            raise IndexError(f"{i} is not counted from the end in compiled code")
    return index


class Watched(np.ndarray):
    def __getitem__(self, index):
        return super().__getitem__(checked(index))

    def __setitem__(self, index, value):
        super().__setitem__(checked(index), value)


def watched(name):
    field = itemgetter(name)

    def read(record):
        part = field(record)
        return part.view(Watched) if type(part) is np.ndarray else part

    return read


records.itemgetter = watched  # before the records' classes are made
"""

PLAY = f"""
from citadels_sim.lab.recording.buffers import Buffers
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.lab.recording.cell_player import CellPlayer

variant, players, *bots = sys.argv[1:]
for bot in bots:
    keys = {{"name": "watched", "variants": [variant], "players": [int(players)], "games": {GAMES}, "lineups": [[bot]], "detail": "turns"}}
    plan = make_plan(make_experiment(keys, "watched"))
    CellPlayer(plan.cells[0], plan.bots, Buffers("turns"), 1, journal=True).play(0, {GAMES})
print("played")
"""

NEGATIVE = """
from citadels_sim.engine.state import new_state

state = new_state()
assert state.public.gold[7] == 0
state.public.gold[state.public.gold[7] - 1]
"""


def interpreted(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WATCH + program, *arguments],
        cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


TABLES = ("classic-2000 2", "classic-2000 7", "dark-city-random 5", "citadels-2016-random 4", "citadels-2016-random 8")


@pytest.mark.parametrize("table", rotated(TABLES, 2))
def test_games_come_to_no_negative_index(table: str) -> None:
    done = interpreted(PLAY, *table.split(), "random", "builder", "planner")
    assert done.stdout == "played\n", done.stderr


def test_a_negative_index_would_be_seen() -> None:
    done = interpreted(NEGATIVE)
    assert "IndexError: -1 is not counted from the end" in done.stderr
