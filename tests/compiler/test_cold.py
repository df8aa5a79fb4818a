"""Rules that are declared rare are rare: `rare` sets them aside, which costs speed where it is not so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.rotated(2)

ROOT = Path(__file__).resolve().parent.parent.parent

GAMES = 6
MOST = 15
"""Calls per game that are still few: a game has some 200 decisions."""

COUNT = f"""
import collections, json, sys
from citadels_sim.compiler.lazy import rare
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.designs.recording.cell_player import CellPlayer

keys = {{"name": "rare", "variants": [sys.argv[1]], "players": [4], "games": {GAMES}, "lineups": [["builder"]], "detail": "games"}}
plan = make_plan(make_experiment(keys, "rare"))
player = CellPlayer(plan.cells[0], plan.bots, Buffers("games"), 1, journal=False)
calls = collections.Counter()
sys.setprofile(lambda frame, event, _: calls.update([(frame.f_globals.get("__name__"), frame.f_code.co_qualname)] * (event == "call")))
player.play(0, {GAMES})
sys.setprofile(None)
print(json.dumps([[*part, calls[part]] for part in sorted(rare)]))
"""


@pytest.mark.parametrize("variant", ["classic-2000", "dark-city", "citadels-2016", "citadels-2016-random"])
def test_games_come_to_rare_rules_a_few_times_at_most(variant: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", COUNT, variant],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    calls = {f"{module}.{name}": number for module, name, number in json.loads(result.stdout)}
    assert len(calls) > 100
    assert sum(calls.values()) > 0
    assert {name: number for name, number in calls.items() if number > GAMES * MOST} == {}
