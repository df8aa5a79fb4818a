"""The rules compiled and the rules as plain Python play the same games from the same seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from citadels_sim.compiler.decorators import INTERPRETED
from tests.engine.digests import digests
from tests.spread import EVERY_TABLE

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("parts", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_interpreted_and_compiled_engine_play_the_same_games(parts: int) -> None:
    """For every packaged variant and number of players, and for mixtures of switches: equal journals, equal last records."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.digests", str(parts)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    other = json.loads(done.stdout)
    assert len(other) > len(EVERY_TABLE) // parts
    assert other == digests(parts)
