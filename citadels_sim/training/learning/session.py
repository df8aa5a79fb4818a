"""A session of learning: so many minutes or rounds, saved during the training, continued after any stop, and judged on fresh deals."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citadels_sim import __version__
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.learner.weights_file import GREATEST, MOST, weights_bytes
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.errors import RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, read_bytes
from citadels_sim.training.learning.adam import advance
from citadels_sim.training.learning.course import Course
from citadels_sim.training.learning.gradient import gradient
from citadels_sim.training.learning.strength import Strength, measured, wins
from citadels_sim.training.learning.trainer import Trainer

Array = npt.NDArray[np.float32]

_SAVED_EVERY: Final = 20.0
"""Seconds from one saved state to the next."""
_JUDGED_EVERY: Final = 60.0
"""Seconds from one look at the strength to the next,"""
_GLANCE: Final = 2_000
"""and games of such a look."""


@dataclass(frozen=True)
class Budget:
    """When learning ends: after so many seconds of it, or after so many rounds, whichever is first."""

    seconds: float = float("inf")
    rounds: int = 1 << 62

    def left(self, seconds: float, rounds: int) -> float:
        """Return which part is still to come after so many seconds and rounds, 0 to 1."""
        return max(0.0, 1.0 - max(seconds / self.seconds, rounds / self.rounds))


@dataclass(frozen=True)
class Learned:
    """What came of a session.

    Attributes
    ----------
    memory : float32 array
        The weights, as a file keeps them.
    rounds, games, decisions : int
        What they were learned from.
    seconds : float
        Of learning, all sessions together.
    """

    memory: Array
    rounds: int
    games: int
    decisions: int
    seconds: float


def kept_beside(out: Path) -> Path:
    """Return the file that keeps the state of learning until it is complete."""
    return out.with_name(f"{out.name}.state")


def make_ready(course: Course) -> list[Callable[..., Any]]:
    """Name the compiled entry points that a session needs."""
    return [*course.entry_points(), gradient, advance, wins]


def learn(
    course: Course, start: Array, budget: Budget, state: Path, workers: int, report: Callable[[float, int, Strength | None], None]
) -> Learned:
    """Learn until the budget is spent, from a saved state where there is one.

    Parameters
    ----------
    course : Course
    start : float32 array, shape (SIZE,)
        Weights to begin with.
    budget : Budget
    state : Path
        File of the state; it is there afterwards, and the caller removes it once the result is written.
    workers : int
        Threads.
    report : callable
        Gets the seconds so far, the games so far, and now and then the strength reached against `planner` at the first table.

    Raises
    ------
    RunError
        When the state is of another course, or damaged.
    """
    for function in make_ready(course):
        ready(function)
    trainer = Trainer(course, start, workers)
    before = _restored(trainer, state)
    begin = saved = judged = time.monotonic()
    try:
        while trainer.rounds < budget.rounds and before + time.monotonic() - begin < budget.seconds:
            trainer.round(budget.left(before + time.monotonic() - begin, trainer.rounds))
            now = time.monotonic()
            spent = before + now - begin
            report(spent, trainer.games, None)
            if now - saved > _SAVED_EVERY:
                _save(state, trainer.saved(spent))
                saved = time.monotonic()
            if now - judged > _JUDGED_EVERY:
                report(spent, trainer.games, judge(course, as_kept(trainer.learned()), 0, _GLANCE, workers))
                judged = time.monotonic()
    finally:
        spent = before + time.monotonic() - begin
        _save(state, trainer.saved(spent))
        trainer.close()
    return Learned(as_kept(trainer.learned()), trainer.rounds, trainer.games, trainer.decisions, spent)


def as_kept(memory: Array) -> Array:
    """Round weights to what a file keeps of them."""
    return np.clip(memory, -GREATEST, GREATEST).astype(np.float16).astype(np.float32)


def judge(course: Course, memory: Array, table: int, games: int, workers: int) -> Strength:
    """Measure how often what was learned wins at one of the course's tables, against the bots it learned against, or `planner`.

    Parameters
    ----------
    course : Course
    memory : float32 array, shape (SIZE,)
        The weights.
    table : int
        Number of the table in the course.
    games : int
    workers : int
        Threads.
    """
    variant, players = course.tables[table]
    others = [at_table(parse_bot(name), variant, players) for name in course.against or ("planner",)]
    lineup = [learned_bot(course, memory, table), *(others[k % len(others)] for k in range(players - 1))]
    return measured(lineup, variant, players, games, course.seed, workers)


def learned_bot(course: Course, memory: Array, table: int) -> Bot:
    """Return `learner` as it plays one of the course's tables with what was learned."""
    planner = at_table(parse_bot("planner"), *course.tables[table])
    return dataclasses.replace(LEARNER, memory=memory, values={**planner.values, **course.values})


def weights_text(course: Course, learned: Learned, about: Mapping[str, Any]) -> bytes:
    """Return the content of the file of weights.

    Parameters
    ----------
    course : Course
        What was learned from.
    learned : Learned
    about : mapping
        JSON-able: what else the file's header has of the training.
    """
    rules: dict[str, tuple[str, tuple[int, ...]]] = {}
    for variant, players in course.tables:
        name, known = rules.get(variant.digest, (variant.name, ()))
        rules[variant.digest] = name, (*known, players)
    training = {
        "rounds": learned.rounds,
        "games": learned.games,
        "decisions": learned.decisions,
        "seed": course.seed,
        "against": list(course.against),
        **({"ahead": True} if course.ahead else {}),
        "version": __version__,
        **about,
    }
    return weights_bytes(learned.memory, rules, {"values": dict(course.values), "training": training})


def _restored(trainer: Trainer, state: Path) -> float:
    """Go on from a saved state, if there is one; return the seconds so far."""
    try:
        return trainer.restore(read_bytes(state, 16 * MOST))
    except Unreadable as error:
        if error.missing:
            return 0.0
        raise RunError(f"{state}: {error}. Remove it to start again.") from None
    except ValueError:
        raise RunError(
            f"{state}: was begun with other rules, players or options, or by another version. Remove it to start again, or choose another "
            f"--out."
        ) from None


def _save(path: Path, data: bytes) -> None:
    """Write the state; whoever stops this, it is that of before or of now."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise RunError(f"{path}: {unwritten(error)}.") from None
