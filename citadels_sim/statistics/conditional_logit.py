"""Conditional logit: which of several alternatives is chosen, by what is known of each; fitted by Newton's method in NumPy.

Source: D. McFadden (1974). The ladder's likelihood is a chain of such choices with few kinds of tables; here every choice is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.statistics.newton import Evaluate, maximise, solved

_NEAR: Final = 0.1
"""A step of the coefficients after which the information has changed little."""
_EACH: Final = 8
"""The model of every eighth group says where to begin: it costs an eighth, and spares most of the steps."""
_MOST: Final = 20
"""Steps from there to the model of all groups, at most."""
_SLOW: Final = 0.5
"""Steps with the information of an earlier point that shrink less than so are given up: each set is then fitted by itself."""


def fit_choices(design: Floats, chosen: Floats, ridge: float = 0.0) -> Floats | None:
    """Find the coefficients under which the choices are likeliest.

    Parameters
    ----------
    design : numpy.ndarray
        What is known of each alternative of each choice, shape (S, n, P). What all alternatives share has no effect.
    chosen : numpy.ndarray
        Share of the choice that fell on each alternative, shape (S, n); each choice sums to 1.
    ridge : float
        Weight of a penalty ``ridge / 2 * sum(beta**2)``, which gives every likelihood a maximum. With 0 it is left out.

    Returns
    -------
    numpy.ndarray or None
        Coefficients, shape (P,); None when the likelihood has no maximum.
    """
    size = design.shape[2]
    peak = maximise(_likelihood([np.ascontiguousarray(design.transpose(2, 1, 0))], [chosen.T], np.full(size, ridge)), size, _NEAR)
    return None if peak is None else peak.beta


def fit_sets(design: Sequence[Floats], chosen: Sequence[Floats], sets: NDArray[np.bool_], ridge: Floats, error: Floats) -> Floats | None:
    """Fit one model to each of many sets of groups of choices: what `fit_choices` finds of each alone, for the price of few.

    The slope and the information of every group at the coefficients of a model of all choices give the first step of each set by sums. All
    sets are then fitted at once with the information that they had there: each step reads the design of a group once for all of its sets.

    Parameters
    ----------
    design : sequence of numpy.ndarray
        Of each group of choices, shape (P, n, S) with an S of its own, which may be 0: sums over choices run through memory in order.
    chosen : sequence of numpy.ndarray
        Of each group, shape (n, S).
    sets : numpy.ndarray
        Whether a set has a group, shape (K, G).
    ridge : numpy.ndarray
        Weight of the penalty on each coefficient of each set, shape (P, K).
    error : numpy.ndarray
        By how much the coefficients of a set may be off, shape (K,).

    Returns
    -------
    numpy.ndarray or None
        Coefficients, shape (P, K); None when one of the likelihoods has no maximum.
    """
    size, mean = len(ridge), ridge.mean(axis=1)
    few = maximise(_likelihood(design[::_EACH], chosen[::_EACH], mean / _EACH), size, _NEAR)
    whole = np.zeros(size) if few is None else few.beta
    for _ in range(_MOST):
        slopes, curves = _by_group(design, chosen, whole)
        step = solved(curves.sum(axis=0) + np.diag(mean), slopes.sum(axis=0) - mean * whole)
        if step is None:
            return None
        if np.abs(step).max(initial=0.0) < _NEAR:
            break
        whole = whole + step
    inverses = _inverses(np.tensordot(sets.astype(np.float64), curves, axes=1) + ridge.T[:, :, None] * np.eye(size))
    if inverses is None:
        return None
    slope = sets @ slopes - (ridge * whole[:, None]).T
    steps = _moved(inverses, slope)
    beta, before = whole[:, None] + steps.T, np.abs(steps).max(axis=1, initial=0.0)
    going = np.arange(len(sets))
    while len(going):
        here = (_slopes(design, chosen, sets[going], beta[:, going]) - ridge[:, going] * beta[:, going]).T
        inverses[going] = _updated(inverses[going], steps[going], slope[going] - here)
        slope[going], steps[going] = here, (moved := _moved(inverses[going], here))
        length = np.abs(moved).max(axis=1, initial=0.0)
        near = length <= np.maximum(_SLOW * before[going], error[going])
        for k in going[~near]:
            alone = _alone(design, chosen, sets[k], ridge[:, k])
            if alone is None:
                return None
            beta[:, k] = alone
        beta[:, going[near]] += moved[near].T
        # The next step would be shorter than this one as this one is than the one before.
        left = near & (length**2 > error[going] * np.maximum(before[going], length))
        before[going] = length
        going = going[left]
    return beta


def _updated(inverses: Floats, steps: Floats, changes: Floats) -> Floats:
    """Improve inverses of informations, shape (K, P, P), by how much slopes changed over steps, shape (K, P) each (BFGS)."""
    curve, moved = (steps * changes).sum(axis=1), _moved(inverses, changes)
    share = np.divide(1.0, curve, out=np.zeros_like(curve), where=curve > 0)  # where nothing changed nothing is learnt
    square = share + share**2 * (changes * moved).sum(axis=1)
    cross = moved[:, :, None] * (share[:, None] * steps)[:, None, :]
    return np.asarray(inverses + square[:, None, None] * steps[:, :, None] * steps[:, None, :] - cross - cross.transpose(0, 2, 1))


def _by_group(design: Sequence[Floats], chosen: Sequence[Floats], beta: Floats) -> tuple[Floats, Floats]:
    """Return the slope and the information of the likelihood of each group, without a penalty, shapes (G, P) and (G, P, P)."""
    free = np.zeros(len(beta))
    reached = [_likelihood([part], [taken], free)(beta) for part, taken in zip(design, chosen, strict=True)]
    return np.stack([slope for _, slope, _ in reached]), np.stack([information() for _, _, information in reached])


def _slopes(design: Sequence[Floats], chosen: Sequence[Floats], sets: NDArray[np.bool_], beta: Floats) -> Floats:
    """Return the slope of the likelihood of each set, without the penalty, shape (P, K)."""
    slope = np.zeros_like(beta)
    for part, taken, users in zip(design, chosen, sets.T, strict=True):
        mine, flat = np.flatnonzero(users), part.reshape(len(part), -1)
        rest = softmax((beta[:, mine].T @ flat).reshape(len(mine), *taken.shape))
        np.subtract(taken, rest, out=rest)
        slope[:, mine] += flat @ rest.reshape(len(mine), flat.shape[1]).T
    return slope


def _moved(inverses: Floats, slopes: Floats) -> Floats:
    """Return the step of each set, shape (K, P)."""
    return np.asarray((inverses @ slopes[:, :, None])[:, :, 0])


def _inverses(matrices: Floats) -> Floats | None:
    """Invert positive definite matrices, shape (K, P, P); None when one of them is not."""
    try:
        roots = np.linalg.inv(np.linalg.cholesky(matrices))
    except np.linalg.LinAlgError:
        return None
    return np.asarray(roots.transpose(0, 2, 1) @ roots)


def _alone(design: Sequence[Floats], chosen: Sequence[Floats], groups: NDArray[np.bool_], ridge: Floats) -> Floats | None:
    """Fit the model of one set by itself, shape (P,)."""
    parts, taken = ([part for part, used in zip(every, groups, strict=True) if used] for every in (design, chosen))
    peak = maximise(_likelihood(parts, taken, ridge), len(ridge), _NEAR)
    return None if peak is None else peak.beta


def softmax(worth: Floats) -> Floats:
    """Turn worths into chances of the alternatives, which are the last axis but one, in place."""
    worth -= worth.max(axis=-2, keepdims=True)
    np.exp(worth, out=worth)
    worth /= worth.sum(axis=-2, keepdims=True)
    return worth


def log_likelihood(design: Floats, chosen: Floats) -> Evaluate:
    """Make the log likelihood of choices without a penalty, for `newton.maximise`.

    Parameters
    ----------
    design : numpy.ndarray
        What is known of each alternative of each choice, shape (P, n, S): sums over choices run through memory in order.
    chosen : numpy.ndarray
        Shape (n, S).
    """
    return _likelihood([design], [chosen], np.zeros(len(design)))


def _likelihood(design: Sequence[Floats], chosen: Sequence[Floats], ridge: Floats) -> Evaluate:
    """Make the log likelihood of groups of choices; shapes as for `fit_sets`, `ridge` (P,)."""

    def evaluate(beta: Floats) -> tuple[float, Floats, Callable[[], Floats]]:
        value, slope = -0.5 * float((ridge * beta) @ beta), -ridge * beta
        chance = []
        for part, taken in zip(design, chosen, strict=True):
            flat = part.reshape(len(part), -1)
            worth = (beta @ flat).reshape(taken.shape)
            worth -= worth.max(axis=0)
            weight = np.exp(worth)
            sums = weight.sum(axis=0)
            value += float((taken * (worth - np.log(sums))).sum())
            weight /= sums
            slope += flat @ (taken - weight).ravel()
            chance.append(weight)
        return value, slope, lambda: sum(map(_information, design, chance), np.diag(ridge))

    return evaluate


def _information(part: Floats, chance: Floats) -> Floats:
    """Sum over choices the variance of the alternatives' design under their chances, shape (P, P)."""
    root = np.sqrt(chance)
    scaled = part * root
    flat = scaled.reshape(len(part), -1)
    second = flat @ flat.T
    scaled *= root
    mean = scaled.sum(axis=1)
    return np.asarray(second - mean @ mean.T)


def chances(design: Floats, beta: Floats) -> Floats:
    """Return the chance of each alternative of each choice.

    Parameters
    ----------
    design : numpy.ndarray
        What is known of each alternative, shape (S, n, P).
    beta : numpy.ndarray
        Coefficients, shape (P,).

    Returns
    -------
    numpy.ndarray
        Shape (S, n); each row sums to 1.
    """
    worth = design @ beta
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))
