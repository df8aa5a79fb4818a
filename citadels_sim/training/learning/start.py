"""Weights to begin with."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import SIZE, U, V, W, Z
from citadels_sim.bots.weights import nearest_weights, shipped_weights
from citadels_sim.variants import Variant

Array = npt.NDArray[np.float32]

_TRUST: Final = 4.0
"""How much an untrained learner trusts what `planner` would do."""
_WIDTH: Final = 0.1


def first_weights(seed: int) -> Array:
    """Return the weights of a learner that has learned nothing: it mostly does what `planner` would do.

    Returns
    -------
    float32 array, shape (SIZE,)
    """
    luck = np.random.default_rng(seed)
    weights = np.zeros(SIZE, np.float32)
    for first, last in ((W, U), (V, Z), (Z, SIZE)):
        weights[first:last] = luck.normal(0, _WIDTH, last - first)
    weights[U + f.PROPOSED : U + f.PROPOSED + f.DECISIONS] = _TRUST
    return weights


def packaged_weights(seed: int, variant: Variant, players: int) -> tuple[Array, str]:
    """Return the packaged weights whose rules differ least from a table's, and their file; else first weights, and ``"nothing"``.

    What they have never met is as in first weights.

    Parameters
    ----------
    seed : int
        Of the first weights.
    variant : Variant
    players : int

    Returns
    -------
    weights : float32 array, shape (SIZE,)
    source : str
        Path of the file, or ``"nothing"``.
    """
    shipped = shipped_weights(LEARNER)
    first = first_weights(seed)
    if not shipped:
        return first, "nothing"
    nearest = nearest_weights(shipped, variant, players)
    return np.where(nearest.memory == 0, first, nearest.memory), nearest.source
