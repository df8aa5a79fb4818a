"""Rounds of learning: games, then steps along the gradient of their results.

What plays in the end is a mean of the weights in which later rounds count more: policies that circle round an equilibrium reach it by their
mean.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import SIZE
from citadels_sim.bots.learner.weights_file import GREATEST, packed, unpacked
from citadels_sim.engine.records import new_record
from citadels_sim.foreign import Unreadable
from citadels_sim.training.learning.adam import advance
from citadels_sim.training.learning.course import EARLIER, Course, Tables, Worker
from citadels_sim.training.learning.episodes import Log
from citadels_sim.training.learning.gradient import SCRATCH, Goals, gradient

Array = npt.NDArray[np.float32]

_EPOCHS: Final = 2
"""How often each decision is learned from."""
_BATCH: Final = 4_096
"""Decisions of one step."""
_SURE: Final = 0.95
"""Chance of the chosen action above which a decision says next to nothing of the choice: three in four are such,"""
_PART: Final = 0.2
"""and so many of them are learned from, for the chance to win."""
_METHOD: Final = 2
"""Number of the way to learn: what was begun in another way is not continued."""
_RATE: Final = 4e-3
"""Length of the first steps; the last ones are as good as none."""
_CLIP: Final = 0.2
_SPREAD: Final = 0.003
_PRIZE: Final = 0.5
_AHEAD: Final = 5.0
"""For how many decisions one counts whose actions were played ahead: it says more than one that was only played,"""
_EVEN: Final = 0.01
"""and the win chance less that leaves an action at a chance of 1 to e beside a better one,"""
_ALIKE: Final = 0.05
"""and how far its actions count alike there, not by their chances."""
_EVERY: Final = 10
"""Rounds from one earlier policy to the next."""


_LATEST: Final = 10**12
"""Most of anything that learning counts."""
_SQUARES: Final = 2
"""Row of the state that holds mean squares."""


class _Done(BaseModel):
    """How far learning has come, as its saved state says."""

    model_config = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)

    rounds: int = Field(ge=0, le=_LATEST)
    games: int = Field(ge=0, le=_LATEST)
    decisions: int = Field(ge=0, le=_LATEST)
    steps: int = Field(ge=0, le=_LATEST)
    seconds: float = Field(ge=0, le=_LATEST)


class Trainer:
    """The state of learning, and its rounds.

    Parameters
    ----------
    course : Course
    start : float32 array, shape (SIZE,)
        Weights to begin with.
    workers : int
        Threads; what is learned does not depend on how many.
    """

    def __init__(self, course: Course, start: Array, workers: int) -> None:
        self.course = course
        self.rounds = self.games = self.decisions = 0
        self._steps = 0
        self._start = hashlib.sha256(start.tobytes()).hexdigest()
        self._state = np.zeros((4 + EARLIER, SIZE), np.float32)
        self._state[[0, 3, *range(4, 4 + EARLIER)]] = start
        self._weights, _, self._square, self.average, *earlier = self._state
        self._earlier = tuple(earlier)
        tables = Tables(course)
        self._workers = [Worker(tables) for _ in course.lessons(0)]
        self._parts = [_Part() for _ in self._workers]
        self._pool = ThreadPoolExecutor(workers)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(cancel_futures=True)

    def round(self, left: float) -> None:
        """Play a round of lessons and learn from it.

        Parameters
        ----------
        left : float
            Part of the session that is still to come, 0 to 1. Steps get shorter towards the end, so that chance does not undo what
            was learned.
        """
        lessons = self.course.lessons(self.rounds)
        logs = self._all(lambda k: self._workers[k].play(lessons[k], self._weights, self._earlier), len(lessons))
        decisions = [int(log.size[0]) for log in logs]
        gains = np.concatenate([log.gain[:n] for log, n in zip(logs, decisions, strict=True)])
        goals = Goals(_CLIP, _SPREAD, _PRIZE, 0.0, max(1e-6, float(gains.std())), _AHEAD, _EVEN, _ALIKE)
        luck = np.random.default_rng((self.course.seed, self.rounds))
        for _ in range(_EPOCHS):
            self._epoch(logs, [instructive(log, n, luck) for log, n in zip(logs, decisions, strict=True)], goals, _RATE * left)
        self.rounds += 1
        self.games += sum(int(log.size[3]) for log in logs)
        self.decisions += sum(decisions)
        if self.rounds % _EVERY == 0:
            self._state[4 + self.rounds // _EVERY % EARLIER] = self.average

    def _all(self, call: Callable[[int], Any], n: int) -> list[Any]:
        return list(self._pool.map(call, range(n)))

    def _epoch(self, logs: Sequence[Log], orders: Sequence[npt.NDArray[np.int64]], goals: Goals, rate: float) -> None:
        """Learn from all decisions once."""
        total = sum(map(len, orders))
        steps = max(1, total // _BATCH)
        for step in range(steps):

            def part(k: int, step: int = step) -> None:
                n = len(orders[k])
                self._parts[k].fill(logs[k], orders[k], n * step // steps, n * (step + 1) // steps, goals, self._weights)

            self._all(part, len(logs))
            whole = self._parts[0].gradient
            for other in self._parts[1:]:
                whole += other.gradient
            whole *= np.float32(steps / total)
            self._steps += 1
            advance(self._state, whole, self._steps, rate)

    def learned(self) -> Array:
        """Return what is to play: the mean weights, and 0 where nothing was ever learned."""
        return np.where(self._square > 0, self.average, np.float32(0))

    def saved(self, seconds: float) -> bytes:
        """Return all of the state, so that learning continues as if it had not been stopped."""
        numbers = {"rounds": self.rounds, "games": self.games, "decisions": self.decisions, "steps": self._steps, "seconds": seconds}
        return packed({"training": self._identity(), **numbers}, self._state)

    def restore(self, data: bytes) -> float:
        """Go on from what `saved` returned; return the seconds that it took so far.

        Raises
        ------
        Unreadable
        ValueError
            When it is the state of another course.
        """
        header, body = unpacked(data, self._state.nbytes)
        if header.get("training") != self._identity():
            raise ValueError
        numbers = np.frombuffer(body, np.float32).reshape(self._state.shape)
        if not (np.abs(numbers) <= GREATEST).all() or (numbers[_SQUARES] < 0).any():
            raise Unreadable("is damaged: it has numbers that learning cannot produce")
        try:
            done = _Done.model_validate(header)
        except ValidationError as error:
            raise Unreadable(f"is damaged: {error.errors()[0]['loc'][0]}: {error.errors()[0]['msg']}") from None
        self._state[:] = numbers
        self.rounds, self.games, self.decisions, self._steps = done.rounds, done.games, done.decisions, done.steps
        return done.seconds

    def _identity(self) -> str:
        """Identify a course: what is learned, from which weights and by which code."""
        course = self.course
        tables = [[variant.digest, players] for variant, players in course.tables]
        played = [tables, course.seed, course.against, dict(course.values), *(["all ahead"] if course.ahead else [])]
        content = [_METHOD, f.LAYOUT, self._start, played]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def instructive(log: Log, decisions: int, luck: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw which of the first decisions of a log are learned from, in random order: all that were open, and few of those that were sure."""
    is_open = log.chance[:decisions] <= _SURE
    return luck.permutation(np.flatnonzero(is_open | (luck.random(decisions) < _PART)))


class _Part:
    """The gradient of one lesson's decisions."""

    def __init__(self) -> None:
        self.gradient = np.zeros(SIZE, np.float32)
        self._scratch = new_record(SCRATCH)

    def fill(self, log: Log, order: npt.NDArray[np.int64], first: int, last: int, goals: Goals, weights: Array) -> None:
        self.gradient[:] = 0
        gradient(log, order, first, last, goals, weights, self.gradient, self._scratch)
