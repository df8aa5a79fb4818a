"""What the tests of the environments share: which tables to try, and the engine's own list of what is legal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.actions import A_LOOK
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.state import copy_state, new_legal
from citadels_sim.variants import variant_names

JOURNAL = new_journal(0)
EVERY_TABLE = [
    (name, players) for name in variant_names() for low, high in [cs.load_variant(name).players] for players in range(low, high + 1)
]
FEW_TABLES = [("classic-2000", 2), ("classic-2000", 4), ("dark-city", 5), ("citadels-2016-random", 3), ("citadels-2016-random", 8)]
TABLES = [*FEW_TABLES, *(pytest.param(*table, marks=pytest.mark.slow) for table in EVERY_TABLE if table not in FEW_TABLES)]
"""A few tables for every day, and every number of players of every packaged variant."""


def engine_codes(state: Any, rules: Any) -> list[int]:
    """What is legal in a game, as the engine lists it; the game is not changed."""
    out = new_legal()
    n = int(ready(apply)(copy_state(state), rules, JOURNAL, out, A_LOOK))
    return [int(code) for code in np.array(out.code[:n])]


def plain(function: Any) -> Any:
    """A rule as plain Python."""
    return getattr(function, "py_func", function)
