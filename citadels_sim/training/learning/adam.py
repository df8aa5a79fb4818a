"""One step along a gradient (Adam, arXiv 1412.6980), and the mean of the weights, in which later ones count more (arXiv 1212.1824)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point

__all__ = ["advance"]

_MEAN, _SQUARE, _TINY = 0.9, 0.999, 1e-7
_LONGEST: Final = 1.0
"""Longest gradient; a longer one is shortened."""
_LATE: Final = 10
"""How much more later weights count in their mean: it lags behind them by one in twelve of the steps so far."""

ADVANCE_SIGNATURE = types.void(types.float32[:, ::1], types.float32[::1], types.int64, types.float64)


@entry_point(ADVANCE_SIGNATURE, vectorise=True, unlocked=True)
def advance(state: Array, slope: Array, step: int, rate: float) -> None:
    """Change the weights by one step.

    Parameters
    ----------
    state : float32 array, shape (4 or more, SIZE)
        The weights, the means of their gradients and of the squares of these, and the mean weights.
    slope : float32 array, shape (SIZE,)
        The gradient.
    step : int
        Number of the step, from 1.
    rate : float
        Length of the step.
    """
    length = 0.0
    for i in range(slope.shape[0]):
        length += float(slope[i]) * float(slope[i])
    length = math.sqrt(length)
    size = np.float32(_LONGEST / length if length > _LONGEST else 1.0)
    # The first means are too small by what they began with, which was 0.
    pace = np.float32(rate / (1.0 - _MEAN**step))
    fresh = np.float32(1.0 / math.sqrt(1.0 - _SQUARE**step))
    tiny, mean, square = np.float32(_TINY), np.float32(1.0 - _MEAN), np.float32(1.0 - _SQUARE)
    newest = np.float32((_LATE + 1.0) / (step + _LATE))
    for i in range(slope.shape[0]):
        g = slope[i] * size
        state[1, i] += mean * (g - state[1, i])
        state[2, i] += square * (g * g - state[2, i])
        state[0, i] += pace * state[1, i] / (np.sqrt(state[2, i]) * fresh + tiny)
        state[3, i] += newest * (state[0, i] - state[3, i])
