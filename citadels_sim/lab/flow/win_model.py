"""The win chance W of every seat at the end of every round: a conditional logit on what the table shows, judged where it was not fitted.

Source: shared analytics reference, A2 ("W model"). One model per variant, number of players and line-up. The blocks are dealt to five
folds; W of a game comes from a model that was fitted on the games of the other four. So every game is measured, none by a model that has
seen it, and no part of the run is given up for fitting; a block, with all that shares its deal, is never torn apart.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats, Ints
from citadels_sim.errors import RunError
from citadels_sim.lab.flow.states import Course
from citadels_sim.lineups import shown_lineup
from citadels_sim.statistics.conditional_logit import chances, fit_choices, fit_folds

__all__ = ["FOLDS", "drafted_chances", "leader_chances", "progress_shown", "struck_chances", "win_chances"]

Design = Callable[[Ints], Floats]  # of some states: what is known of their seats, shape (P, n, S)

FOLDS: Final = 5
"""Folds of blocks; block b is in fold b % 5."""

_FIT_STATES: Final = 60_000
"""States that a model is fitted on at most, of the first blocks: thirty coefficients are known to a hundredth from these."""
_RIDGE: Final = 1.0
"""Penalty on standardised coefficients: as much as one state's worth of evidence, so that a small run has a model, too."""

_CHUNK: Final = 50_000  # states at a time, so that memory does not grow with the features
_LEAST: Final = 1e-12  # no logarithm of nothing
_CONSTANT: Final = 1e-12  # a variance that is nothing but rounding
_LONG: Final = 10.0  # rounds: of the size of the other features

_SHOWN: Final = ("score", "missing", "gold", "hand", "types", "crown")
_HELD: Final = (("character", "fate"), ("second", "second_fate"))
_BEFELL: Final = ("murdered", "bewitched", "robbed")
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
    return _out_of_fold(course, _table(course))


def leader_chances(course: Course) -> Floats:
    """Estimate the win chance from nothing but who has the highest score and how far the game is; as `win_chances`."""
    score, progress = course.column("score"), progress_shown(course)
    leads = (score == score.max(axis=1, keepdims=True)).astype(np.float64)

    def design(states: Ints) -> Floats:
        here, p = leads[states].T, progress[states]
        return np.stack([here, here * p, here * p**2])

    return _out_of_fold(course, design)


def drafted_chances(course: Course) -> Floats:
    """Estimate the win chance of every seat after the draft that follows each state, from the table and who then holds what.

    Nobody at the table knows all of that: it is the win chance for one who sees every card picked. As `win_chances`; at the end of a game,
    which no draft follows, it is the win credit.
    """
    return _out_of_fold(course, _joined(_table(course), _next_round(course, fates=False)))


def struck_chances(course: Course) -> Floats:
    """The same, when it is also known which of these characters are murdered, bewitched or robbed in that round."""
    return _out_of_fold(course, _joined(_table(course), _next_round(course, fates=True)))


def _joined(*designs: Design) -> Design:
    """Take the columns of several designs side by side."""
    return lambda states: np.concatenate([design(states) for design in designs])


def _next_round(course: Course, *, fates: bool) -> Design:
    """Who holds what in the round after a state, and what befalls it; each also in proportion to how far the game is."""
    progress, gold = progress_shown(course), course.column("gold")
    flags: list[NDArray[np.bool_]] = []
    robbed, thief = np.zeros(gold.shape, np.bool_), np.zeros(gold.shape, np.bool_)
    for character, fate in _HELD:
        names, befell = (course.rows[name].cast(pl.String).to_numpy().reshape(-1, course.players) for name in (character, fate))
        flags += [names == name for name in sorted({*names.ravel()} - {None})]
        flags += [befell == word for word in _BEFELL] if fates else []
        robbed |= befell == "robbed"
        thief |= names == "thief"

    def design(states: Ints) -> Floats:
        p, after = progress[states], [flag[states + 1].T.astype(np.float64) for flag in flags]
        columns = [*after, *(flag * p for flag in after)]
        if fates:
            stake = (robbed[states + 1] * gold[states]).T
            columns += [stake, thief[states + 1].T * stake.sum(axis=0)]
        return np.stack(columns)

    return design


def _table(course: Course) -> Design:
    """What W is made of: the table as everybody sees it, and who sits there."""
    progress, bots = progress_shown(course), _bots(course)
    whole = {name: course.column(name) for name in _SHOWN}
    score = whole["score"]
    whole["order"] = _after_crown(whole["crown"])
    whole["lead"] = np.maximum(score - np.sort(score, axis=1)[:, [-2]], 0.0)  # above the second best: of the leader only

    def design(states: Ints) -> Floats:
        p = progress[states]
        shown = {name: np.ascontiguousarray(values[states].T) for name, values in whole.items()}
        columns = list(shown.values())
        columns += [value * p for value in shown.values()]
        columns += [shown[name] * p**2 for name in ("score", "missing", "gold")]
        columns += [shown[name] ** 2 for name in _SQUARED]
        columns += [shown["score"] * shown["missing"], shown["gold"] * shown["hand"], shown["gold"] * shown["missing"]]
        columns += [bot[states].T for bot in bots]
        return np.stack(columns)

    return design


def _after_crown(crown: Floats) -> Floats:
    """Seats from the holder of the crown clockwise to each seat: how late it drafts next."""
    n = crown.shape[1]
    return np.asarray((np.arange(n) - crown.argmax(axis=1)[:, None]) % n, dtype=np.float64)


def _bots(course: Course) -> list[Floats]:
    """One column for each bot but the first: who plays better wins more from the same position."""
    codes = course.rows["bot"].to_physical().to_numpy().reshape(-1, course.players)
    return [(codes == code).astype(np.float64) for code in np.unique(codes)[1:]]


def _out_of_fold(course: Course, design: Design) -> Floats:
    fold = (course.block % FOLDS)[course.game]
    if len(np.unique(fold)) < 2:
        raise RunError(
            f"{course.cell[0]}, {course.cell[1]} players, {course.cell[2]}: the win chances of a game are fitted on other deals, and "
            f"there is only one. Play more: citadels flow --variant {course.cell[0]} --players {course.cell[1]} "
            f"--bots {shlex.quote(shown_lineup(course.cell[2]))} --games {FOLDS * 100}"
        )
    folds, open_ = np.unique(fold), np.flatnonzero(~course.last)
    others = fold[open_][:, None] != folds
    others &= np.cumsum(others, axis=0) <= _FIT_STATES
    fitted = others.any(axis=1)
    model = _Folds(course, design, open_[fitted], others[fitted])
    estimated = course.column("win").copy()
    for first in range(0, len(open_), _CHUNK):
        states = open_[first : first + _CHUNK]
        estimated[states] = model.chances(states, np.searchsorted(folds, fold[states]))
    return estimated


class _Folds:
    """For each fold a conditional logit, and a second one that says how sure the first one is to be.

    A logit that is linear in the lead is too sure of a large lead early in the game. The second one takes the logarithms of the first one's
    chances as they are, and times progress, round, and the chance of the favourite: it flattens or sharpens a state as a whole.

    Parameters
    ----------
    course : Course
    design : Design
    states : numpy.ndarray
        States that some fold is fitted on, shape (S,).
    used : numpy.ndarray
        Whether a fold is, shape (S, K).

    Raises
    ------
    RuntimeError
        If a fit does not converge: with a penalty there is always a maximum.
    """

    def __init__(self, course: Course, design: Design, states: Ints, used: NDArray[np.bool_]) -> None:
        self._design = design
        self._progress, self._time = progress_shown(course), course.round / _LONG
        columns = design(states)
        columns -= columns.mean(axis=(1, 2), keepdims=True)
        width = np.sqrt(np.square(columns).mean(axis=(1, 2)))
        width = np.where(width > 1e-9, width, np.inf)  # what never differs explains nothing
        columns /= width[:, None, None]
        win = course.column("win")[states]
        beta = fit_folds(columns, np.ascontiguousarray(win.T), used, _RIDGE * _variances(columns, used))
        if beta is None:
            raise RuntimeError(f"the win model of {course.cell} did not converge")
        self._beta = beta / width[:, None]
        logs = self._logs(columns, beta)
        surest = [
            fit_choices(self._scales(states[mine], log[:, mine]), win[mine], _RIDGE, log[:, mine].T)
            for mine, log in zip(used.T, logs, strict=True)
        ]
        if any(one is None for one in surest):
            raise RuntimeError(f"the win model of {course.cell} did not converge")
        self._sureness = np.stack([one for one in surest if one is not None])

    def chances(self, states: Ints, fold: Ints) -> Floats:
        """Chances of both models of each state's own fold, shape (len(states), n)."""
        logs = self._logs(self._design(states), self._beta)
        fitted = np.empty((len(states), logs.shape[1]))
        for k in np.unique(fold):
            mine = fold == k
            log = logs[k][:, mine]
            fitted[mine] = chances(self._scales(states[mine], log), self._sureness[k], log.T)
        return fitted

    @staticmethod
    def _logs(columns: Floats, beta: Floats) -> Floats:
        """Logarithms of the chances of each fold's first model, shape (K, n, S)."""
        worth = (beta.T @ columns.reshape(len(columns), -1)).reshape(-1, *columns.shape[1:])
        worth -= worth.max(axis=1, keepdims=True)
        worth -= np.log(np.exp(worth).sum(axis=1, keepdims=True))
        return np.asarray(np.maximum(worth, np.log(_LEAST)))

    def _scales(self, states: Ints, log: Floats) -> Floats:
        """What the second model takes, shape (len(states), n, 7)."""
        p, t, favourite = self._progress[states], self._time[states], np.exp(log.max(axis=0))
        return np.stack([log * scale for scale in (1.0, p, t, favourite, favourite * p, favourite * t, favourite**2)]).transpose(2, 1, 0)


def _variances(columns: Floats, used: NDArray[np.bool_]) -> Floats:
    """Variance of each column among the states of each fold, shape (P, K): a fold's penalty is on columns of width 1 there."""
    weight = used / (used.sum(axis=0) * columns.shape[1])
    mean = columns.sum(axis=1) @ weight
    variance = np.einsum("pns,pns->ps", columns, columns) @ weight - mean**2
    return np.where(variance > _CONSTANT, variance, 1.0)
