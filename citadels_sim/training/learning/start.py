"""Weights to begin with."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from citadels_sim.bots.interface import Weights
from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import SIZE, U, V, W, Z
from citadels_sim.bots.learner.thought import HIDDEN
from citadels_sim.bots.weights import nearest_weights, shipped_weights
from citadels_sim.engine.rng import stream
from citadels_sim.training.learning.course import Course
from citadels_sim.training.learning.session import judge

Array = npt.NDArray[np.float32]

_TRUST: Final = 4.0
"""How much an untrained learner trusts what `planner` would do."""
_WIDTH: Final = 0.1
_TRIES: Final = 14
"""Purpose of the random numbers that seeds of tries are made of."""
_GAMES: Final = 400
"""Games of a try of packaged weights at each of at most so many tables: what differs by less than 7 points is as good."""
_TABLES: Final = 4


def first_weights(seed: int) -> Array:
    """Return the weights of a learner that has learned nothing: it mostly does what `planner` would do.

    Returns
    -------
    float32 array, shape (SIZE,)
    """
    luck = np.random.default_rng(seed)
    weights = np.zeros(SIZE, np.float32)
    printed = W + f.PRINTED_ROWS * HIDDEN  # what is of cards that are not as printed is drawn last: all else is as it was without it
    for first, last in ((W, printed), (V, Z), (Z, SIZE), (printed, U)):
        weights[first:last] = luck.normal(0, _WIDTH, last - first)
    weights[U + f.PROPOSED : U + f.PROPOSED + f.DECISIONS] = _TRUST
    return weights


def packaged_weights(course: Course, workers: int) -> tuple[Array, str]:
    """Return the packaged weights that win most against `planner` at the tables of a course, and their file.

    Of a course against given bots it is those whose rules differ least from its first table's. What they have never met is as in first
    weights; where there are none, so is all of it.

    Parameters
    ----------
    course : Course
        Its entry points are compiled.
    workers : int
        Threads; the result does not depend on how many.

    Returns
    -------
    weights : float32 array, shape (SIZE,)
    source : str
        Path of the file, or ``"nothing"``.
    """
    shipped = shipped_weights(LEARNER)
    first = first_weights(course.seed)
    if not shipped:
        return first, "nothing"
    chosen = nearest_weights(shipped, *course.tables[0])
    if not course.against:
        tries = replace(course, seed=stream(course.seed, _TRIES, 0, 0))  # other deals than those by which the result is judged
        tables = range(0, len(course.tables), -(-len(course.tables) // _TABLES))
        others = [one for one in shipped if one is not chosen]

        def wins(one: Weights) -> float:
            return sum(judge(tries, one.memory, k, _GAMES, workers).share * course.tables[k][1] for k in tables)

        chosen = max((chosen, *others), key=wins)
    return np.where(chosen.memory == 0, first, chosen.memory), chosen.source
