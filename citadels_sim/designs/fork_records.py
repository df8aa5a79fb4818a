"""What a kernel that forks decisions is given and writes: the question, and arrays for nodes and options; see `designs.forking`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.designs.facts import FACTS
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.state import SEATS

NODE_COLUMNS: Final = (
    "round",
    "slot",
    "seat",
    "bot",
    "options",
    "policy",
    "drawn",
    "rounds",
    "weight",
    "looked",
    "games",
    "crown",
    "leaders",
    "lasts",
    "richest",
    "fullest",
)
"""Rows of the nodes array (int32). ``policy``, ``drawn``: places among the options; ``bot``: position in the line-up; ``looked``,
``games``: decisions that were looked at and games that were played until the node was found; ``leaders`` to ``fullest``: bits of seats."""
(ROUND, SLOT, SEAT, BOT, OPTIONS, POLICY, DRAWN, ROUNDS, WEIGHT, LOOKED, GAMES, CROWN, LEADERS, LASTS, RICHEST, FULLEST) = range(
    len(NODE_COLUMNS)
)

KEPT: Final = 16
"""Nodes of a group that are kept as they are counted; of picks with one number a game seldom has more."""
NOTHING: Final = -1
"""The option of continuing the turn with none of the others."""


class Question(NamedTuple):
    """Which decisions are forked, and how.

    Attributes
    ----------
    decision : int
        Kind of decision, such as ``actions.TURN``; 0: the crown of a round, before its first pick.
    kinds : int
        Bits of the kinds of action that are its options.
    forbidden : int
        Bits of the kinds of action that a turn without any of them lacks; 0: there is no such option.
    groups : int
        Nodes of a game: one at the first pick of one of its rounds, one at the second, and so on; 1: one anywhere.
    last_round : int
        Nodes are drawn from the rounds up to this one.
    program : int64 array, shape (n, 2)
        The condition, see `designs.node_facts.holds`.
    stack, facts, actions : int64 arrays
        Scratch.
    counted : int64 array, shape (4,)
        Games played, decisions looked at, decisions asked for, so far; options of the decision at hand. Changed.
    found : int64 array, shape (groups,)
        Decisions of the game at hand at which the condition holds, so far. Changed.
    kept : uint8 array, shape (groups, KEPT, bytes of a game)
        The game as it was at the first nodes that were counted, so that it need not be played again up to the one that is drawn. Changed.
    kept_actions : int64 array, shape (groups, KEPT, 2 + options)
        Of each of them the bot's own choice, how many options there are, and these. Changed.
    """

    decision: int
    kinds: int
    forbidden: int
    groups: int
    last_round: int
    program: Array
    stack: Array
    facts: Array
    actions: Array
    counted: Array
    found: Array
    kept: Array
    kept_actions: Array


class Forks(NamedTuple):
    """Arrays for the results of the nodes of some games.

    Attributes
    ----------
    nodes : int32 array, shape (len(NODE_COLUMNS), n)
        Without options where no node was found.
    facts : int64 array, shape (n, len(FACTS))
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    codes : int64 array, shape (n, m)
        The options: actions, `NOTHING`, or seats that are given the crown.
    targets : int8 array, shape (n, m)
        Seat that an option strikes or names, -1: nobody's.
    wins : float64 array, shape (n, replicates, m, SEATS)
        Win credit of every seat.
    totals : int16 array, of the same shape
        Final scores.
    """

    nodes: Array
    facts: Array
    casts: Array
    codes: Array
    targets: Array
    wins: Array
    totals: Array


GAMES_PLAYED, DECISIONS, ASKED, LISTED = range(4)

_SCRATCH_T = (*[types.int64[::1]] * 5, types.uint8[:, :, ::1], types.int64[:, :, ::1])
QUESTION_T = types.NamedTuple((*[types.int64] * 5, types.int64[:, ::1], *_SCRATCH_T), Question)
FORKS_T = types.NamedTuple(
    (
        types.int32[:, ::1],
        types.int64[:, ::1],
        types.int16[:, ::1],
        types.int64[:, ::1],
        types.int8[:, ::1],
        types.float64[:, :, :, ::1],
        types.int16[:, :, :, ::1],
    ),
    Forks,
)


def new_question(
    decision: int,
    kinds: int,
    forbidden: int = 0,
    *,
    groups: int = 1,
    last_round: int = ROUND_CAP,
    program: list[tuple[int, int]] | None = None,
    options: int,
    memory: int,
) -> Question:
    """Make a question with its scratch.

    `options` is the most that a node may have, `memory` the bytes of a game (``table.raw.size``); `program` see `Condition.program`.
    """
    steps = np.array(program or [], np.int64).reshape(-1, 2)
    scratch = [np.zeros(size, np.int64) for size in (max(1, len(steps)), len(FACTS), options, 4)]
    kept, actions = np.zeros((groups, KEPT, memory), np.uint8), np.zeros((groups, KEPT, 2 + options), np.int64)
    stack, facts, listed, counted = scratch
    found = np.zeros(groups, np.int64)
    return Question(decision, kinds, forbidden, groups, last_round, steps, stack, facts, listed, counted, found, kept, actions)


def new_forks(nodes: int, replicates: int, options: int, ranks: int) -> Forks:
    """Make blank arrays for some nodes, each of which may have so many options."""
    shape = (nodes, replicates, options, SEATS)
    return Forks(
        np.zeros((len(NODE_COLUMNS), nodes), np.int32),
        np.zeros((nodes, len(FACTS)), np.int64),
        np.zeros((nodes, ranks), np.int16),
        np.zeros((nodes, options), np.int64),
        np.full((nodes, options), -1, np.int8),
        np.zeros(shape),
        np.zeros(shape, np.int16),
    )
