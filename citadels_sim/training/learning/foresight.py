"""How well a learner foresees who wins: its win chances compared with the results of games, on deals that it has not learned from.

Beside it stands what a logit of twelve features foresees that knows no variant (`bots.searcher_value`), where all seats are learners: it
was fitted to equal players. Both estimate at the first decision of each seat in each round, mostly the pick.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from citadels_sim.arrays import Floats
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.rng import stream
from citadels_sim.engine.state import SEATS
from citadels_sim.training.learning.course import Course, Tables, Worker

_GAMES: Final = 1_200
_PHASES: Final = 7
"""Phases of a game: its rounds, the last phase being all further rounds."""
_FRESH = 13
"""Purpose of the random numbers that seeds of these games are made of."""
_LEAST: Final = 1e-6
_FEWEST: Final = 200
"""Decisions that a phase must have."""


class Foresight(NamedTuple):
    """Chances to win of one phase of the game.

    Attributes
    ----------
    round : int
        From 1; the last phase has all further rounds.
    expected, won : float
        Mean win chance, and the actual share of wins, 0 to 1.
    explained, plain : float
        Share of the log-likelihood that the chances explain, and that a logit of twelve features does (None where players are not equal):
        1 for a prophet, 0 for who expects the mean share of the wins, less for who would better have known nothing.
    """

    round: int
    decisions: int
    expected: float
    won: float
    explained: float
    plain: float | None


def foresight(rounds: npt.NDArray[np.int64], chance: Floats, plain: Floats | None, won: Floats, mean: float) -> list[Foresight]:
    """Compare chances to win with what came of them.

    Parameters
    ----------
    rounds : int64 array, shape (D,)
        Round of each decision, from 1.
    chance, plain, won : numpy.ndarray
        Shape (D,): the chance to win with the learner and with the logit (None: not asked), and the share of the win.
    mean : float
        The mean share of the wins; between equal players an even one.

    Returns
    -------
    list of Foresight
        One for each phase that has enough decisions.
    """
    phase = np.minimum(rounds, _PHASES)
    figures = []
    for k in range(1, _PHASES + 1):
        here = phase == k
        if here.sum() >= _FEWEST:
            known = _loss(np.full(int(here.sum()), mean), won[here])
            explained, beside = (None if of is None else 1.0 - _loss(of[here], won[here]) / known for of in (chance, plain))
            assert explained is not None
            figures.append(Foresight(k, int(here.sum()), float(chance[here].mean()), float(won[here].mean()), explained, beside))
    return figures


def _loss(chance: Floats, won: Floats) -> float:
    sure = np.clip(chance, _LEAST, 1.0 - _LEAST)
    return float(-(won * np.log(sure) + (1.0 - won) * np.log1p(-sure)).mean())


def foresights(course: Course, memory: npt.NDArray[np.float32], table: int) -> list[Foresight]:
    """Let a learner play at one of the course's tables and compare its chances to win with what came of them.

    It has all seats, or one beside the bots that the course is against.

    Parameters
    ----------
    course : Course
    memory : float32 array, shape (SIZE,)
        The learner's weights.
    table : int
        Number of the table in the course.

    Returns
    -------
    list of Foresight
        One for each phase of the game that has enough decisions.
    """
    players = course.tables[table][1]
    lesson = course.judgement(table, stream(course.seed, _FRESH, 0, 0) >> 1, _GAMES)
    log = Worker(Tables(course), plain=not course.against).play(lesson, memory, (memory,))
    n = int(log.size[0])
    game = np.cumsum(np.diff(log.round[:n], prepend=0) < 0)
    _, at = np.unique((game * (ROUND_CAP + 1) + log.round[:n]) * SEATS + log.seat[:n], return_index=True)
    chance, won = (of[at].astype(np.float64) for of in (log.value, log.end))
    if course.against:
        _, first = np.unique(game[at], return_index=True)
        return foresight(log.round[at], chance, None, won, float(won[first].mean()))
    return foresight(log.round[at], chance, log.plain[at].astype(np.float64), won, 1.0 / players)
