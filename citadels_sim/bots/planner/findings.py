"""What planner works out once for a decision and looks up again and again: who holds what, what serves whom, who is how far."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from citadels_sim.engine.memory import local_record
from citadels_sim.engine.state import RANKS, SEATS

FULL = 127
"""What stands for certainty in a share."""

FINDINGS = np.dtype(
    [
        ("players", np.int64),
        ("seat", np.int64),  # the seat that decides
        ("top", np.int64),  # the seat that has come furthest, `guess.leader`
        ("ranks", np.int64),  # set of the ranks that others may hold, or the own seat may pick
        ("share", np.int64, (SEATS, RANKS)),  # how likely each other seat holds each rank, 0 to FULL; 0 for the own seat
        ("served", np.float64, (SEATS, RANKS)),  # what each of these ranks serves each seat, `bots.character_worth.draft_value`
        ("weight", np.float64, (SEATS,)),  # how much it counts to harm each seat, `aims.weight_of`; 1 for the own one
        ("remaining", np.int64, (RANKS,)),  # how likely each rank is still in the packet while the draft is gone through, 0 to FULL
        ("appeal", np.float64, (RANKS,)),  # how likely the pick that is looked at takes each rank, not yet adding up to 1
        ("worth", np.float64, (RANKS,)),  # what each rank is worth that can be picked or named, else 0
        ("target", np.float64, (RANKS,)),  # weight with which a murderer is expected to name each rank, `draft.exposed`
        ("safe", np.float64, (RANKS,)),  # what is left of the worth of each rank that can be picked, given who names what how often
        ("cards", np.int64),  # set of the useful cards in the own hand,
        ("cards_n", np.int64),  # their number,
        ("demand", np.int64),  # the gold that they need soon,
        ("dearest", np.int64),  # and the cost of the dearest that the gold pays for, with two more
        ("late", np.int64),  # 1 where this round may be the last
    ],
    align=True,
)

Findings: TypeAlias = Any
"""A record of dtype `FINDINGS`."""
new_findings = local_record(FINDINGS)
