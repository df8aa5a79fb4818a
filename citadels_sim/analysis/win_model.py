"""The win chance W of every seat at the end of every round: a conditional logit on what the table shows, judged where it was not fitted.

Source: shared analytics reference, A2 ("W model"). One model per variant, number of players and line-up. The blocks are dealt to five
folds; W of a game comes from a model that was fitted on the games of the other four. So every game is measured, none by a model that has
seen it, and no part of the run is given up for fitting; a block, with all that shares its deal, is never torn apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from citadels_sim.analysis.conditional_logit import chances, fit_choices
from citadels_sim.analysis.flow_states import Course
from citadels_sim.errors import RunError

__all__ = ["FOLDS", "leader_chances", "progress_shown", "win_chances"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FOLDS: Final = 5
"""Folds of blocks; block b is in fold b % 5."""

_FIT_STATES: Final = 60_000
"""States that a model is fitted on at most, of the first blocks: thirty coefficients are known to a hundredth from these."""
_RIDGE: Final = 1.0
"""Penalty on standardised coefficients: as much as one state's worth of evidence, so that a small run has a model, too."""

_LONG: Final = 10.0  # rounds: of the size of the other features

_SHOWN: Final = ("score", "missing", "gold", "hand", "types", "crown")
_SQUARED: Final = ("score", "missing", "gold", "hand")


def progress_shown(course: Course) -> Floats:
    """How far the fullest city is towards complete, from 0 to 1, shape (S,): what is known of the game's progress while it lasts."""
    goal = course.column("missing").max()
    return np.asarray(1 - course.column("missing").min(axis=1) / max(goal, 1.0))


def win_chances(course: Course) -> Floats:
    """Estimate the win chance of every seat in every state.

    Parameters
    ----------
    course : Course
        The games of one cell.

    Returns
    -------
    numpy.ndarray
        Shape (S, n); each state sums to 1. At the end of a game it is the win credit itself.

    Raises
    ------
    RunError
        With fewer than two blocks: no game could be measured by a model that has not seen it.
    """
    return _out_of_fold(course, _features(course))


def leader_chances(course: Course) -> Floats:
    """Estimate the win chance from nothing but who has the highest score and how far the game is; as `win_chances`."""
    score = course.column("score")
    leads = (score == score.max(axis=1, keepdims=True)).astype(np.float64)
    p = progress_shown(course)[:, None]
    return _out_of_fold(course, np.stack([leads, leads * p, leads * p**2], axis=2))


def _features(course: Course) -> Floats:
    """What W is made of, shape (S, n, P)."""
    p = progress_shown(course)[:, None]
    shown = {name: course.column(name) for name in _SHOWN}
    score = shown["score"]
    shown["order"] = _after_crown(shown["crown"])
    shown["lead"] = np.maximum(score - np.sort(score, axis=1)[:, [-2]], 0.0)  # above the second best: of the leader only
    columns = list(shown.values())
    columns += [value * p for value in shown.values()]
    columns += [shown[name] * p**2 for name in ("score", "missing", "gold")]
    columns += [shown[name] ** 2 for name in _SQUARED]
    columns += [shown["score"] * shown["missing"], shown["gold"] * shown["hand"], shown["gold"] * shown["missing"]]
    columns += _bots(course)
    return np.stack(columns, axis=2)


def _after_crown(crown: Floats) -> Floats:
    """Seats from the holder of the crown clockwise to each seat: how late it drafts next."""
    n = crown.shape[1]
    return np.asarray((np.arange(n) - crown.argmax(axis=1)[:, None]) % n, dtype=np.float64)


def _bots(course: Course) -> list[Floats]:
    """One column for each bot but the first: who plays better wins more from the same position."""
    codes = course.rows["bot"].to_physical().to_numpy().reshape(-1, course.players)
    return [(codes == code).astype(np.float64) for code in np.unique(codes)[1:]]


def _out_of_fold(course: Course, design: Floats) -> Floats:
    fold = (course.block % FOLDS)[course.game]
    if len(np.unique(fold)) < 2:
        raise RunError(
            f"{course.cell[0]}, {course.cell[1]} players, {course.cell[2]}: the win chances of a game are fitted on other deals, and "
            f"there is only one. Play more: citadels flow --variant {course.cell[0]} --players {course.cell[1]} --bots {course.cell[2]} "
            f"--games {FOLDS * 100}"
        )
    win, last, progress = course.column("win"), course.last, progress_shown(course)
    found = win.copy()
    for k in np.unique(fold):
        others, here = (np.flatnonzero(chosen & ~last) for chosen in (fold != k, fold == k))
        model = _fit(course, progress, design, win, others[:_FIT_STATES])
        found[here] = model.chances(course, progress, design, here)
    return found


@dataclass(frozen=True)
class _Model:
    """A conditional logit on standardised features, and a second one that says how sure the first one is to be.

    A logit that is linear in the lead is too sure of a large lead early in the game. The second one takes the logarithms of the first one's
    chances as they are, and times progress, round, and the chance of the favourite: it flattens or sharpens a state as a whole.
    """

    centre: Floats
    width: Floats
    beta: Floats
    sureness: Floats

    def first(self, design: Floats, states: Ints) -> Floats:
        """Chances of the first model, shape (len(states), n)."""
        return chances((design[states] - self.centre) / self.width, self.beta)

    def chances(self, course: Course, progress: Floats, design: Floats, states: Ints) -> Floats:
        """Chances of both, shape (len(states), n)."""
        log = np.log(self.first(design, states))
        return chances(_sureness(course, progress, log, states), self.sureness, log)


def _fit(course: Course, progress: Floats, design: Floats, win: Floats, states: Ints) -> _Model:
    used = design[states]
    centre, width = used.mean(axis=(0, 1)), used.std(axis=(0, 1))
    width = np.where(width > 1e-9, width, np.inf)  # what never differs tells nothing
    beta = fit_choices((used - centre) / width, win[states], _RIDGE)
    if beta is not None:
        first = _Model(centre, width, beta, np.zeros(0))
        log = np.log(first.first(design, states))
        sureness = fit_choices(_sureness(course, progress, log, states), win[states], _RIDGE, log)
        if sureness is not None:
            return _Model(centre, width, beta, sureness)
    raise RuntimeError(f"the win model of {course.cell} did not converge")  # with a penalty there is always a maximum


def _sureness(course: Course, progress: Floats, log: Floats, states: Ints) -> Floats:
    p, t = progress[states][:, None], course.round[states][:, None] / _LONG
    favourite = np.exp(log.max(axis=1, keepdims=True))
    return np.stack([log * scale for scale in (1.0, p, t, favourite, favourite * p, favourite * t, favourite**2)], axis=2)
