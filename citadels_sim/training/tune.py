"""Fitting a bot's parameters by play: CMA-ES over the declared ranges, and a judgement of the result on fresh deals.

All candidates of a generation play the same deals in all seats, the next generation plays others: candidates are compared under the same
luck, and none can win by having been fitted to it. The result is the centre of the search, not the luckiest candidate, and what it is worth
is measured against the start values on deals that the search has not seen (the best of many noisy figures is too good, always).

References
----------
Hansen: The CMA Evolution Strategy: A Tutorial (2016).
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy import stats

from citadels_sim.bots import Parameter, parse_bot, parse_lineup
from citadels_sim.bots.weights import at_table
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.engine.prepare import prepare
from citadels_sim.errors import BotError, ExperimentError, nearest
from citadels_sim.limits import MAX_SEED
from citadels_sim.training.games import Field, Judge, judges
from citadels_sim.variants import Variant

CONFIDENCE: Final = 0.95
_STEP: Final = 0.5
"""How far the search reaches at first, as a share of a parameter's start value: one standard deviation,"""
_STEPS: Final = (0.025, 0.2)
"""and, as shares of its range, at least and at most."""
_MOST: Final = 10**8
"""Most games of a candidate or a judgement, whose deals are compared one by one in memory, and most candidates."""
_FRESH: Final = 1 << 40
"""Number of the first deal of the judgement, which no search reaches."""
_DIGITS: Final = 4
"""Significant digits of a value: what more would say is noise."""


@dataclass(frozen=True)
class Task:
    """What is to be fitted, where, and with how many games.

    Attributes
    ----------
    field : Field
        Bot, table, opponents, seed.
    start : mapping of str to float
        All parameters of the bot as it plays at the table now.
    free : tuple of Parameter
        Those that are fitted.
    against : str
        The line-up of the other seats as requested.
    games : int
        Per candidate; a whole number of deals.
    budget : int
        Candidates at most.
    judged : int
        Games of each side in the judgement.
    """

    field: Field
    start: Mapping[str, float]
    free: tuple[Parameter, ...]
    against: str
    games: int
    budget: int
    judged: int

    @property
    def generations(self) -> int:
        """How often the search makes another generation of candidates."""
        return self.budget // population(len(self.free))


@dataclass(frozen=True)
class Gain:
    """What the fitted values win more than the start values, on the same fresh deals.

    Attributes
    ----------
    points, low, high : float
        Difference of win chances in percentage points, with its interval over deals.
    start, tuned : float
        Win chances in percent.
    games, blocks : int
        Games of each side, and their deals.
    """

    points: float
    low: float
    high: float
    start: float
    tuned: float
    games: int
    blocks: int


@dataclass(frozen=True)
class Fitting:
    """The result.

    Attributes
    ----------
    values : mapping of str to float
        All parameters.
    candidates : int
        How many were played.
    course : tuple of float
        Mean win chance of each generation's candidates, in percent, on its own deals.
    """

    task: Task
    values: Mapping[str, float]
    gain: Gain
    candidates: int
    course: tuple[float, ...]


def population(parameters: int) -> int:
    """Candidates of a generation, as usual for so many parameters (Hansen 2016, table 1)."""
    return 4 + math.floor(3 * math.log(parameters))


def make_task(
    variant: Variant,
    players: int,
    bot: str,
    *,
    against: str | None = None,
    only: Sequence[str] = (),
    games: int = 2000,
    budget: int = 200,
    judged: int | None = None,
    seed: int = 1,
) -> Task:
    """Check a task.

    Parameters
    ----------
    variant : Variant
    players : int
    bot : str
        The bot to fit, with the values to start from.
    against : str, optional
        Line-up of the other seats; left out: the bot itself with its start values.
    only : sequence of str
        Parameters to fit; none: all whose range is more than a point.
    games : int
        Per candidate, rounded up to whole deals.
    budget : int
        Candidates at most.
    judged : int, optional
        Games of the judgement, per side; left out: ten times `games`.
    seed : int

    Raises
    ------
    VariantError, BotError, ExperimentError
        If it cannot be done.
    """
    variant.at(players)
    chosen = parse_bot(bot)
    if not chosen.parameters:
        raise BotError(f"bots: '{chosen.name}' has no parameters to fit; `citadels bots` lists the parameters of all.")
    names = [parameter.name for parameter in chosen.parameters]
    for name in only:
        if name not in names:
            raise BotError(f"--only: '{chosen.name}' has no parameter '{name}'; it has {', '.join(names)}.{nearest(name, names)}")
    free = tuple(p for p in chosen.parameters if p.low < p.high and (not only or p.name in only))
    if not free:
        raise BotError(f"bots: no parameter of '{chosen.name}' that was requested has a range to search.")
    least = population(len(free))
    judged = 10 * games if judged is None else judged
    for option, number, lowest, why in (
        ("--games", games, 2 * players, "two deals, played from every seat"),
        ("--budget", budget, least, f"one generation of candidates for {len(free)} parameters"),
        ("--judge", judged, 2 * players, "two deals, played from every seat"),
    ):
        if not lowest <= number <= _MOST:
            raise ExperimentError(f"{option}: {number} should be at least {lowest}, {why}, and at most {_MOST:,}.")
    if not 0 <= seed <= MAX_SEED:
        raise ExperimentError(f"--seed: {seed} should be from 0 to {MAX_SEED}.")
    others = parse_lineup(against, players - 1) if against is not None else (chosen,) * (players - 1)
    seated = at_table(chosen, variant, players)
    start = {p.name: float(seated.values.get(p.name, p.default)) for p in chosen.parameters}
    field = Field(variant, players, chosen.name, tuple(other.name for other in others), seed)
    return Task(field, start, free, against or chosen.name, _whole(games, players), budget, _whole(judged, players))


def _whole(games: int, players: int) -> int:
    """Round games up to whole deals, each played from every seat."""
    return -(-games // players) * players


def fit(
    task: Task, workers: int = 1, notify: Callable[[str], None] | None = None, advance: Callable[[int], None] = lambda _: None
) -> Fitting:
    """Fit, and judge the result.

    Parameters
    ----------
    task : Task
    workers : int
        Processes; the result does not depend on it. More than one needs the caller's script to be importable.
    notify : callable, optional
        Gets a line when something must be compiled.
    advance : callable
        Gets the number of games just played.

    Raises
    ------
    ExperimentError
        If the optimiser is not installed.
    """
    if importlib.util.find_spec("cmaes") is None:
        raise ExperimentError("tune: the optimiser is not installed. Install it with: pip install 'citadels-sim[tune]'")
    judge = Judge(task.field)
    prepare(CellPlayer.entry_points(judge.bots), notify)
    with judges(task.field, judge, workers) as wins_of:
        search = _Search(task)
        blocks = task.games // task.field.players
        course = []
        for generation in range(task.generations):
            candidates = search.candidates()
            worth = [wins.mean() for wins in wins_of([search.values(x) for x in candidates], generation * blocks, blocks)]
            search.learn(candidates, worth)
            course.append(100 * float(np.mean(worth)))
            advance(len(candidates) * task.games)
        values = search.centre()
        sides = wins_of([task.start, values], _FRESH, task.judged // task.field.players)
        advance(2 * task.judged)
    return Fitting(task, values, _gain(sides[0], sides[1], task.judged), task.generations * population(len(task.free)), tuple(course))


class _Search:
    """CMA-ES around the start values, each parameter measured in its first step; win chances go in, candidates come out."""

    def __init__(self, task: Task) -> None:
        from cmaes import CMA

        self._task = task
        self._start = np.array([task.start[p.name] for p in task.free])
        low, high = np.array([(p.low, p.high) for p in task.free]).T
        least, most = (share * (high - low) for share in _STEPS)
        self._step = np.clip(_STEP * np.abs(self._start), least, most)
        self._bounds = np.stack([(low - self._start) / self._step, (high - self._start) / self._step], axis=1)
        self._cma: Any = CMA(
            mean=np.zeros(len(task.free)),
            sigma=1.0,
            bounds=self._bounds,
            seed=task.field.seed % 2**32,
            population_size=population(len(task.free)),
        )

    def candidates(self) -> list[npt.NDArray[np.float64]]:
        return [self._cma.ask() for _ in range(self._cma.population_size)]

    def learn(self, candidates: Sequence[npt.NDArray[np.float64]], worth: Sequence[float]) -> None:
        self._cma.tell([(x, -float(win)) for x, win in zip(candidates, worth, strict=True)])

    def centre(self) -> dict[str, float]:
        return self.values(np.clip(self._cma.mean, *self._bounds.T))

    def values(self, x: npt.NDArray[np.float64]) -> dict[str, float]:
        """Return all parameters at a point of the search."""
        fitted = {}
        for parameter, value in zip(self._task.free, self._start + x * self._step, strict=True):
            rounded = float(f"{value:.{_DIGITS}g}")
            fitted[parameter.name] = min(max(rounded, parameter.low), parameter.high)
        return {**self._task.start, **fitted}


def _gain(start: npt.NDArray[np.float64], tuned: npt.NDArray[np.float64], games: int) -> Gain:
    """Compare two sides deal by deal: Student's interval of the mean difference over deals."""
    difference = 100 * (tuned - start)
    blocks = len(difference)
    points = float(difference.mean())
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, blocks - 1) * difference.std(ddof=1) / math.sqrt(blocks))
    return Gain(points, points - half, points + half, 100 * float(start.mean()), 100 * float(tuned.mean()), games, blocks)
