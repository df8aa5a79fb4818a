"""What the learner thinks in: features that count at a decision, hidden sums, and the actions that it compares."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from citadels_sim.engine.memory import local_record
from citadels_sim.engine.state import SEATS

CANDIDATES = 48
"""Most actions that are compared at one decision."""
FEATURES = 2048
"""Most features of a decision: of the table, and of all actions."""
HIDDEN = 64
"""Width of the hidden layer."""

THOUGHT = np.dtype(
    [
        ("n", np.int64),  # features noted so far
        ("row", np.int64, (FEATURES,)),  # which they are, the table's first,
        ("x", np.float32, (FEATURES,)),  # and how much each is
        ("start", np.int64, (CANDIDATES + 1,)),  # where the features of each action begin, and where the last one's end
        ("candidates", np.int64),
        ("index", np.int64, (CANDIDATES,)),  # of the action among the legal ones
        ("proposal", np.int64),  # index that the fast bot would choose
        ("logit", np.float64, (CANDIDATES,)),
        ("chance", np.float64, (CANDIDATES,)),
        ("h", np.float32, (HIDDEN,)),
        ("e", np.float32, (HIDDEN,)),
        ("order", np.int64, (SEATS,)),  # the others, those first who have come furthest
        ("slot", np.int64, (SEATS,)),  # the place of each seat in that order, at most SLOTS - 1
    ],
    align=True,
)

Thought: TypeAlias = Any
"""A record of dtype `THOUGHT`."""
new_thought = local_record(THOUGHT)
