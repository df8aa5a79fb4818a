"""The learner's net: one hidden layer over the features of the table and of one action, and one for the chance to win.

The strength of an action is ``u . x + v . relu(W x)``, where x holds the features of the table and of the action; the policy is the
softmax over the actions. The chance to win, as the seat sees it, is ``sigmoid(z . relu(W x))`` with the features of the table alone, where
there is a z for games against learners and one for games against other bots. All weights lie behind each other in one float32 array: W, u,
v, and both z.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from citadels_sim.arrays import Array
from citadels_sim.bots.learner.layout import PRINTED_ROWS, ROWS
from citadels_sim.bots.learner.thought import HIDDEN, Thought
from citadels_sim.compiler.decorators import rule

W = 0
U = W + ROWS * HIDDEN
V = U + ROWS
Z = V + HIDDEN
LEARNERS, OTHERS = 0, 1
"""Who has the other seats, as far as the chance to win depends on it."""
SIZE = Z + 2 * HIDDEN
_MORE = ROWS - PRINTED_ROWS
PRINTED_SIZE = SIZE - _MORE * (HIDDEN + 1)
"""Weights that a file of `PRINTED_LAYOUT` has."""
ZERO = np.float32(0.0)
MOST_ROWS = 1 << 16


def extended(weights: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return weights for all features from those that know only cards as they are printed: nothing for the others.

    Parameters
    ----------
    weights : float32 array, shape (SIZE,) or (PRINTED_SIZE,)

    Returns
    -------
    float32 array, shape (SIZE,)
    """
    if weights.size == SIZE:
        return weights
    layer, rest = np.split(weights, [PRINTED_ROWS * HIDDEN])
    direct, units = np.split(rest, [PRINTED_ROWS])
    return np.concatenate([layer, np.zeros(_MORE * HIDDEN, np.float32), direct, np.zeros(_MORE, np.float32), units])


@rule
def start_of(row: int) -> int:
    """Where a row of the hidden layer's width begins, counted in numbers.

    The mask changes no row, but tells the compiler that none is counted from the end: else it reads each number of the row on its own, and
    games of learners take 1.5 to 1.6 times as long.
    """
    return (int(row) & (MOST_ROWS - 1)) * HIDDEN


@rule
def add_rows(t: Thought, w: Array, base: int, first: int, last: int, h: Array) -> None:
    """Add the weights of the features first..last-1 of a thought, or of a log of decisions, to the hidden sums.

    Four features at a time, one after the other: the same sums, but each is read and written once for four. Where they lie across pages of
    memory, which is up to who calls, that is slow.
    """
    whole = last - (last - first) % 4
    for i in range(first, whole, 4):
        at_0, at_1 = base + start_of(t.row[i]), base + start_of(t.row[i + 1])
        at_2, at_3 = base + start_of(t.row[i + 2]), base + start_of(t.row[i + 3])
        x_0, x_1, x_2, x_3 = t.x[i], t.x[i + 1], t.x[i + 2], t.x[i + 3]
        for j in range(HIDDEN):
            h[j] = h[j] + x_0 * w[at_0 + j] + x_1 * w[at_1 + j] + x_2 * w[at_2 + j] + x_3 * w[at_3 + j]
    for i in range(whole, last):
        at = base + start_of(t.row[i])
        x = t.x[i]
        for j in range(HIDDEN):
            h[j] += x * w[at + j]


@rule
def folded(h: Array) -> float:
    """Sum of the hidden layer, which is overwritten: by halves, so that the compiler can add many at a time in a fixed order."""
    width = HIDDEN
    while width > 1:
        width //= 2
        for j in range(width):
            h[j] += h[width + j]
    return h[0]


@rule
def activated(h: Array, e: Any, w: Array, base: int) -> None:
    """Write to `e` what each hidden unit adds, its sum being in `h` and `e` together."""
    for j in range(HIDDEN):
        total = h[j] + e[j]
        e[j] = (total if total > ZERO else ZERO) * w[base + j]


@rule
def clear(h: Array) -> None:
    """Fill a hidden layer with zeros."""
    for j in range(HIDDEN):
        h[j] = ZERO


@rule
def judge(t: Thought, w: Array) -> None:
    """Fill in ``t.logit`` and ``t.chance`` of all candidates."""
    clear(t.h)
    add_rows(t, w, W, 0, t.start[0], t.h)
    best = -1.0e30
    for k in range(t.candidates):
        clear(t.e)
        add_rows(t, w, W, t.start[k], t.start[k + 1], t.e)
        activated(t.h, t.e, w, V)
        logit = float(folded(t.e))
        for i in range(t.start[k], t.start[k + 1]):
            logit += float(t.x[i]) * float(w[U + t.row[i]])
        t.logit[k] = logit
        best = max(best, logit)
    total = 0.0
    for k in range(t.candidates):
        t.chance[k] = math.exp(t.logit[k] - best)
        total += t.chance[k]
    for k in range(t.candidates):
        t.chance[k] /= total


@rule
def win_chance(t: Thought, w: Array, against: int) -> float:
    """Chance to win, 0 to 1, as the seat sees it that `judge` was called for, against `LEARNERS` or `OTHERS`."""
    clear(t.e)
    activated(t.h, t.e, w, Z + against * HIDDEN)
    return 1.0 / (1.0 + math.exp(-float(folded(t.e))))
