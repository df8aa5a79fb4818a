"""The environments cost nothing to who does not use them, say what they need, and play the same games interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import hashlib
import numpy as np
from citadels_sim.env.tables import Tables

digest = hashlib.sha256()
for name, players, bots in (("classic-2000", 4, ["builder"]), ("citadels-2016-random", 5, None)):
    tables = Tables(name, players, 2, bots=bots, again=True)
    tables.start(np.array([3, 4]))
    for number in range(12):
        tables.step(tables.draw(number))
        for part in (tables.batch.seen, tables.batch.mask, tables.rewards, tables.ended):
            digest.update(part.tobytes())
print(digest.hexdigest())
"""


def answer(code: str, **environment: str) -> str:
    """What a fresh Python prints last."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, env=os.environ | environment)
    return done.stdout.splitlines()[-1]


def test_the_interpreted_engine_plays_the_same_tables() -> None:
    assert answer(PLAY) == answer(PLAY, NUMBA_DISABLE_JIT="1")


@pytest.mark.parametrize("statement", ["import citadels_sim", "from citadels_sim.env import describe", "import citadels_sim.env.tables"])
def test_what_needs_no_library_for_learning_loads_none(statement: str) -> None:
    code = f"import sys\n{statement}\nprint({{'gymnasium', 'pettingzoo'}} & set(sys.modules))"
    assert answer(code) == "set()"


@pytest.mark.parametrize("name", ["citadels_v0", "CitadelsEnv", "CitadelsVectorEnv"])
def test_without_the_extra_the_message_says_how_to_install_it(name: str) -> None:
    hidden = "import sys\nsys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
    code = f"{hidden}try:\n    from citadels_sim.env import {name}\nexcept ImportError as error:\n    print(error)"
    assert answer(code).endswith("which is not installed. Install it with: pip install 'citadels-sim[env]'")
