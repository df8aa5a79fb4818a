"""What compiled code plays many tables with: the games, what is kept beside each, and what is played for."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from citadels_sim.compiler import types
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import LINEUP_T
from citadels_sim.engine.record_types import Legal, Rules
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, STATE_T

ILLEGAL: Final = -1
"""What `step` writes to `ended` where an action was not legal; a game that ended is 1, one that continues 0."""
WIN, SCORE = 0, 1
"""What a game is worth: the share of the win, or the points."""

SLOT = np.dtype(
    [
        ("legal_n", np.int64),  # legal actions, 0 when the game is over
        ("exchanged", np.int64),  # own district named in the first step of the Diplomat's exchange, -1
        ("rotation", np.int64),  # seat of the line-up's first bot
        ("seed", np.int64),  # of the game
        ("luck", np.int64),  # from which the seeds of its games are made
        ("games", np.int64),  # begun
        ("capped", np.int64),  # of the last game that ended: 1 if it was scored as it stood after the last round allowed,
        ("points", np.int64),  # the points of the seat that learned,
        ("place", np.int64),  # and its place
    ],
    align=True,
)
"""What is kept for a table beside its game."""


class Batch(NamedTuple):
    """Tables of one variant, one number of players and one line-up.

    Attributes
    ----------
    lineup, rules, journal, legal : records of dtypes LINEUP, RULES, JOURNAL, LEGAL
        Shared.
    nothing : uint8 array
        Stands where a `Table` has the memory of its game.
    states : array of dtype STATE, shape (tables,)
    slots : array of dtype SLOT, shape (tables,)
    seen : int16 array, shape (tables, SIZE)
        Observation of the seat that decides, or of the first that learns when the game is over.
    mask : int8 array, shape (tables, ACTIONS)
        1 where an action is legal.
    listed : int16 array, shape (tables, ACTIONS)
        The legal actions, ``slots.legal_n`` of them.
    """

    lineup: Any
    rules: Rules
    journal: Any
    legal: Legal
    nothing: Any
    states: Any
    slots: Any
    seen: Any
    mask: Any
    listed: Any


class Aim(NamedTuple):
    """What is played for.

    Attributes
    ----------
    learners : int
        Bits of the positions of the line-up that learn.
    reward : int
        WIN or SCORE.
    seat : int
        Where the first position of the line-up sits; -1: it moves on from game to game.
    again : int
        1: a game that is over is followed by the next one at once.
    """

    learners: int
    reward: int
    seat: int
    again: int


AIM_T = types.NamedUniTuple(types.int64, len(Aim._fields), Aim)
BATCH_T = types.NamedTuple(
    (
        LINEUP_T,
        RULES_T,
        JOURNAL_T,
        LEGAL_T,
        types.uint8[::1],
        STATE_T[::1],
        types.record(SLOT)[::1],
        types.int16[:, ::1],
        types.int8[:, ::1],
        types.int16[:, ::1],
    ),
    Batch,
)
