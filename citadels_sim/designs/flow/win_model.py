"""The win chance W of every seat at the end of every round: a conditional logit on what the table shows, judged where it was not fitted.

Source: docs/reference/estimators.md, A2 ("W model") and G. One model per variant, number of players and line-up. The blocks are dealt to
`GROUPS` groups; W of a game comes from a model that was fitted on the games of the other groups. So every game is measured, none by a
model that has seen it, and no part of the run is given up for fitting; a block, with all that shares its deal, is never torn apart.
`WinModel.crossed` measures each half of the groups by models of the other half, for many halves: how far figures of W differ then says
how much comes from the games that the model was fitted on (`refits`).
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.linalg import hadamard

from citadels_sim.arrays import Floats, Ints
from citadels_sim.designs.flow.states import Course
from citadels_sim.errors import RunError
from citadels_sim.lineups import shown_lineup
from citadels_sim.statistics.conditional_logit import fit_sets, softmax

__all__ = [
    "GROUPS",
    "HALVES",
    "HELD",
    "WinModel",
    "drafted_model",
    "leader_model",
    "progress_shown",
    "struck_model",
    "table_model",
    "win_chances",
]

Design = Callable[[Ints], Floats]  # of some states: what is known of their seats, shape (P, n, S)

GROUPS: Final = 16
"""Groups of blocks; block b is in group b % 16."""
HALVES: Final[NDArray[np.bool_]] = hadamard(GROUPS)[1:] > 0
"""Splits of the groups into halves, shape (`GROUPS` - 1, `GROUPS`): any two groups are together in one half in as many splits as not, less
one (balanced half-samples)."""

_FIT_STATES: Final = 60_000
"""States that a model is fitted on at most, of the first blocks: thirty coefficients are known to a hundredth from these."""
_RIDGE: Final = 30.0
"""Penalty on standardised coefficients: the evidence of so many states, which is that of three games, since the states of a game share one
outcome. Of 1, 10, 30, 100 and 300 it had the lowest log loss, or nearly, in models of 50 to 5,000 games, on 20,000 games that none was
fitted on; its chances of 0.5 to 0.8 were about a point above the wins, where with 1 they were 2 to 8 above. A model of half the games has
half of it, so that it errs as that of all games does, twice as much."""

_EXACT: Final = 1e-6
"""By how much coefficients may be off that say what a win chance is."""
_NEAR: Final = 1e-4
"""By how much those of halves may, which only say how figures vary: a hundredth of their errors."""
_CHUNK: Final = 20_000  # states at a time, so that memory does not grow with the features
_CONSTANT: Final = 1e-12  # a variance that is nothing but rounding
_LONG: Final = 10.0  # rounds: of the size of the other features

_SHOWN: Final = ("score", "missing", "gold", "hand", "types", "crown")
HELD: Final = (("character", "fate"), ("second", "second_fate"))
"""Columns of the characters that a seat holds, and of what becomes of them."""
_BEFELL: Final = ("murdered", "bewitched", "robbed")
_SQUARED: Final = ("score", "missing", "gold", "hand")


def progress_shown(course: Course) -> Floats:
    """How far the fullest city is towards complete, from 0 to 1, shape (S,): what is known of the game's progress while it lasts."""
    goal = course.column("missing").max()
    return np.asarray(1 - course.column("missing").min(axis=1) / max(goal, 1.0))


class WinModel:
    """Win chances of the games of one cell, each from a conditional logit that was fitted on other games.

    Parameters
    ----------
    course : Course
        The games of one cell.
    design : callable
        What is known of the seats of some states.
    halves : numpy.ndarray
        Splits of the groups for `crossed`, shape (R, `GROUPS`): `HALVES`, or none of them where nobody needs it.

    Raises
    ------
    RunError
        With fewer than two blocks: no game could be measured by a model that has not seen it.
    """

    def __init__(self, course: Course, design: Design, halves: NDArray[np.bool_] = HALVES) -> None:
        self._course, self._design, self._halves = course, design, halves
        self._group, self._open = (course.block % GROUPS)[course.game], np.flatnonzero(~course.last)
        if len(np.unique(self._group)) < 2:
            raise RunError(
                f"{course.cell[0]}, {course.cell[1]} players, {course.cell[2]}: the win chances of a game are fitted on other deals, and "
                f"there is only one. Play more: citadels flow --variant {course.cell[0]} --players {course.cell[1]} "
                f"--bots {shlex.quote(shown_lineup(course.cell[2]))} --games 500"
            )

    @property
    def chance(self) -> Floats:
        """Chances by models of all other groups, shape (S, n); each state sums to 1. At the end of a game it is the win credit itself."""
        return np.asarray(self._estimated[0])

    @property
    def crossed(self) -> Floats:
        """Chances by the model of the other half of the groups, for each split, shape (R, S, n)."""
        return np.asarray(self._estimated[1:])

    @cached_property
    def _estimated(self) -> Floats:
        """Chances by models of all other groups, then of each split, shape (1 + R, S, n): all at once, so that the design is made once."""
        halves = self._halves[:, :, None] != self._halves[:, None, :]
        seen = np.concatenate([~np.eye(GROUPS, dtype=np.bool_)[None], halves])  # by repetition and group: the groups its model has seen
        sets, which = np.unique(seen.reshape(-1, GROUPS), axis=0, return_inverse=True)
        which = which.reshape(seen.shape[:2])
        states = [self._open[:_FIT_STATES][self._group[self._open[:_FIT_STATES]] == group] for group in range(GROUPS)]
        design = [self._design(of_group) for of_group in states]
        width = _standardise(design)
        beta = self._fitted(design, states, sets)
        estimated = np.repeat(self._course.column("win").T[None], len(seen), axis=0)
        for group, (of_group, part) in enumerate(zip(states, design, strict=True)):
            estimated[:, :, of_group] = _softened(beta[:, which[:, group]], part)
        beta /= width[:, None]
        for first in range(_FIT_STATES, len(self._open), _CHUNK):
            chunk = self._open[first : first + _CHUNK]
            for group in range(GROUPS):
                mine = chunk[self._group[chunk] == group]
                estimated[:, :, mine] = _softened(beta[:, which[:, group]], self._design(mine))
        return estimated.transpose(0, 2, 1)

    def _fitted(self, design: Sequence[Floats], states: Sequence[Ints], sets: NDArray[np.bool_]) -> Floats:
        """Coefficients of the models that have seen these sets of groups, shape (P, sets)."""
        win = self._course.column("win")
        chosen = [np.ascontiguousarray(win[of_group].T) for of_group in states]
        weight = _RIDGE * np.minimum(sets.mean(axis=1) * GROUPS / (GROUPS - 1), 1.0)
        error = np.where(sets.sum(axis=1) == GROUPS - 1, _EXACT, _NEAR)
        beta = fit_sets(design, chosen, sets, weight * _variances(design, sets), error)
        if beta is None:  # with a penalty there is always a maximum
            raise RuntimeError(f"the win model of {self._course.cell} did not converge")
        return beta


def _softened(beta: Floats, part: Floats) -> Floats:
    """Return the chances of some states by models with coefficients `beta` (P, R), shape (R, n, S)."""
    return softmax((beta.T @ part.reshape(len(part), -1)).reshape(beta.shape[1], *part.shape[1:]))


def _standardise(design: Sequence[Floats]) -> Floats:
    """Bring columns to mean 0 and width 1 over all states, in place; return their widths, shape (P,), of constant ones infinity."""
    seats = sum(part[0].size for part in design)
    mean = sum(part.sum(axis=(1, 2)) for part in design) / seats
    for part in design:
        part -= mean[:, None, None]
    width = np.sqrt(sum(np.einsum("pns,pns->p", part, part) for part in design) / seats)
    width = np.where(width > 1e-9, width, np.inf)  # what never differs explains nothing
    for part in design:
        part /= width[:, None, None]
    return np.asarray(width)


def _variances(design: Sequence[Floats], sets: NDArray[np.bool_]) -> Floats:
    """Variance of each column among the states of each model, shape (P, K): its penalty is on columns of width 1 there."""
    seats = np.array([part[0].size for part in design])
    share = sets / np.maximum(sets @ seats, 1)[:, None]
    mean = share @ np.stack([part.sum(axis=(1, 2)) for part in design])
    variance = (share @ np.stack([np.einsum("pns,pns->p", part, part) for part in design]) - mean**2).T
    return np.where(variance > _CONSTANT, variance, 1.0)


def table_model(course: Course) -> WinModel:
    """Make the model of W: what everybody sees at the end of a round, and who sits there."""
    return WinModel(course, _table(course))


def leader_model(course: Course) -> WinModel:
    """Make the model that knows who has the highest score and how far the game is, and no more."""
    score, progress = course.column("score"), progress_shown(course)
    leads = (score == score.max(axis=1, keepdims=True)).astype(np.float64)

    def design(states: Ints) -> Floats:
        here, p = leads[states].T, progress[states]
        return np.stack([here, here * p, here * p**2])

    return WinModel(course, design, HALVES[:0])


def drafted_model(course: Course) -> WinModel:
    """Make the model of the chances after the draft that follows each state, from the table and who then holds what.

    Nobody at the table knows all of that: it is the win chance for one who sees every card picked. At the end of a game, which no draft
    follows, it is the win credit.
    """
    return WinModel(course, _joined(_table(course), _next_round(course, fates=False)))


def struck_model(course: Course) -> WinModel:
    """Make the same model where it is also known which of these characters are murdered, bewitched or robbed in that round."""
    return WinModel(course, _joined(_table(course), _next_round(course, fates=True)))


def win_chances(course: Course) -> Floats:
    """Estimate the win chance W of every seat in every state, shape (S, n): `WinModel.chance` of `table_model`."""
    return table_model(course).chance


def _joined(*designs: Design) -> Design:
    """Take the columns of several designs side by side."""
    return lambda states: np.concatenate([design(states) for design in designs])


def _next_round(course: Course, *, fates: bool) -> Design:
    """Who holds what in the round after a state, and what befalls it; each also in proportion to how far the game is."""
    progress, gold = progress_shown(course), course.column("gold")
    flags: list[NDArray[np.bool_]] = []
    robbed, thief = np.zeros(gold.shape, np.bool_), np.zeros(gold.shape, np.bool_)
    for character, fate in HELD:
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
        p, t = progress[states], course.round[states] / _LONG
        shown = {name: np.ascontiguousarray(values[states].T) for name, values in whole.items()}
        columns = list(shown.values())
        columns += [value * p for value in shown.values()]
        columns += [shown[name] * p**2 for name in ("score", "missing", "gold")]
        columns += [shown[name] * t for name in ("lead", "score", "missing")]
        columns += [shown[name] ** 2 for name in _SQUARED]
        columns += [shown["score"] * shown["missing"], shown["gold"] * shown["hand"], shown["gold"] * shown["missing"]]
        columns += [bot[states].T for bot in bots]
        return np.stack(columns)

    return design


def _after_crown(crown: Floats) -> Floats:
    """Seats from the holder of the crown clockwise to each seat: how late it drafts next, if the draft goes clockwise."""
    n = crown.shape[1]
    return np.asarray((np.arange(n) - crown.argmax(axis=1)[:, None]) % n, dtype=np.float64)


def _bots(course: Course) -> list[Floats]:
    """One column for each bot but the first: who plays better wins more from the same position."""
    codes = course.rows["bot"].to_physical().to_numpy().reshape(-1, course.players)
    return [(codes == code).astype(np.float64) for code in np.unique(codes)[1:]]
