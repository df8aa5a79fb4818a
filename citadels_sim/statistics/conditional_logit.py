"""Conditional logit: which of several alternatives is chosen, by what is known of each; fitted by Newton's method in NumPy.

Source: D. McFadden (1974). The ladder's likelihood is a chain of such choices with few kinds of tables; here every choice is its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from citadels_sim.arrays import Floats
from citadels_sim.statistics.newton import CONVERGED, Evaluate, Peak, maximise

_NEAR: Final = 0.1
"""A step of the coefficients after which the information has changed little."""
_MANY: Final = 1_000
"""Choices from which on the model of every eighth (`_EACH`) says where to begin: it costs an eighth, and spares half of the steps."""
_EACH: Final = 8
_CHUNK: Final = 4_096
"""Choices at a time where many models are fitted at once, so that what belongs to all of them stays near the processor."""
_SLOW: Final = 0.5
"""Steps with the information of all folds that shrink less than so are given up: each fold is then fitted by itself."""


def fit_choices(design: Floats, chosen: Floats, ridge: float = 0.0, offset: Floats | None = None) -> Floats | None:
    """Find the coefficients under which the choices are likeliest.

    Parameters
    ----------
    design : numpy.ndarray
        What is known of each alternative of each choice, shape (S, n, P). What all alternatives share has no effect.
    chosen : numpy.ndarray
        Share of the choice that fell on each alternative, shape (S, n); each choice sums to 1.
    ridge : float
        Weight of a penalty ``ridge / 2 * sum(beta**2)``, which gives every likelihood a maximum. With 0 it is left out.
    offset : numpy.ndarray, optional
        Worth of each alternative that is known beforehand, shape (S, n); the coefficients come on top of it.

    Returns
    -------
    numpy.ndarray or None
        Coefficients, shape (P,); None when the likelihood has no maximum.
    """
    known = 0.0 if offset is None else offset.T
    size = design.shape[2]
    peak = _likeliest(np.ascontiguousarray(design.transpose(2, 1, 0)), chosen.T, np.full(size, ridge), known)
    return None if peak is None else peak.beta


def fit_folds(design: Floats, chosen: Floats, used: NDArray[np.bool_], ridge: Floats, converged: float = CONVERGED) -> Floats | None:
    """Fit one model for each fold, on the choices that it uses: what `fit_choices` finds of each alone, for the price of few.

    Folds share most of their choices. So all are fitted at once, from the coefficients and with the information of a model of all choices:
    each step reads the design once for all folds.

    Parameters
    ----------
    design : numpy.ndarray
        As `fit_choices` takes it, but of shape (P, n, S): sums over choices then run through memory in order.
    chosen : numpy.ndarray
        Shape (n, S).
    used : numpy.ndarray
        Whether a fold uses a choice, shape (S, K).
    ridge : numpy.ndarray
        Weight of the penalty on each coefficient of each fold, shape (P, K).
    converged : float
        A step that changes no coefficient by more is the last one.

    Returns
    -------
    numpy.ndarray or None
        Coefficients, shape (P, K); None when one of the likelihoods has no maximum.
    """
    size, alternatives, choices = design.shape
    folds = used.shape[1]
    peak = _likeliest(design, chosen, ridge.mean(axis=1))
    if peak is None:
        return None
    curve = peak.information() - np.diag(ridge.mean(axis=1))
    inverses = _inverses(np.stack([curve * share + np.diag(ridge[:, k]) for k, share in enumerate(used.mean(axis=0))]))
    if inverses is None:
        return _one_by_one(design, chosen, used, ridge)
    beta, before = np.repeat(peak.beta[:, None], folds, axis=1), np.inf
    while True:
        slope = -ridge * beta
        for first in range(0, choices, _CHUNK):
            some = slice(first, first + _CHUNK)
            part = design[:, :, some]
            flat = part.reshape(size, -1)
            rest = chosen[:, some] - softmax((beta.T @ flat).reshape(folds, alternatives, -1))
            rest *= used[some].T[:, None, :]
            slope += flat @ rest.reshape(folds, -1).T
        step = (inverses @ slope.T[:, :, None])[:, :, 0].T
        length = float(np.abs(step).max(initial=0.0))
        if not length <= _SLOW * before or length > 1e3:
            return _one_by_one(design, chosen, used, ridge)
        beta, before = beta + step, length
        if length < converged:
            return beta


def _inverses(matrices: Floats) -> Floats | None:
    """Invert positive definite matrices, shape (K, P, P); None when one of them is not."""
    try:
        roots = np.linalg.inv(np.linalg.cholesky(matrices))
    except np.linalg.LinAlgError:
        return None
    return np.asarray(roots.transpose(0, 2, 1) @ roots)


def _one_by_one(design: Floats, chosen: Floats, used: NDArray[np.bool_], ridge: Floats) -> Floats | None:
    peaks = []
    for k in range(used.shape[1]):
        mine = used[:, k]
        peak = _likeliest(np.ascontiguousarray(design[:, :, mine]), chosen[:, mine], ridge[:, k])
        if peak is None:
            return None
        peaks.append(peak.beta)
    return np.stack(peaks, axis=1)


def _likeliest(design: Floats, chosen: Floats, ridge: Floats, known: Floats | float = 0.0) -> Peak | None:
    """Maximise the likelihood of choices, of many of them from where that of a few is highest; shapes as for `_likelihood`."""
    start = None
    if chosen.shape[1] > _MANY:
        some = slice(None, None, _EACH)
        near = known[:, some] if isinstance(known, np.ndarray) else known
        few = maximise(_likelihood(np.ascontiguousarray(design[:, :, some]), chosen[:, some], ridge / _EACH, near), len(design), _NEAR)
        start = None if few is None else few.beta
    return maximise(_likelihood(design, chosen, ridge, known), len(design), _NEAR, start)


def softmax(worth: Floats) -> Floats:
    """Turn worths into chances of the alternatives, which are the last axis but one, in place."""
    worth -= worth.max(axis=-2, keepdims=True)
    np.exp(worth, out=worth)
    worth /= worth.sum(axis=-2, keepdims=True)
    return worth


def _likelihood(design: Floats, chosen: Floats, ridge: Floats, known: Floats | float = 0.0) -> Evaluate:
    """Make the log likelihood of choices; shapes as for `fit_folds`, `known` (n, S)."""
    size, alternatives, choices = design.shape
    flat, scaled = design.reshape(size, -1), np.empty((size, alternatives * choices))

    def evaluate(beta: Floats) -> tuple[float, Floats, Callable[[], Floats]]:
        worth = (beta @ flat).reshape(alternatives, choices) + known
        worth -= worth.max(axis=0)
        weight = np.exp(worth)
        sums = weight.sum(axis=0)
        chance = weight / sums
        value = float((chosen * (worth - np.log(sums))).sum() - 0.5 * (ridge * beta) @ beta)
        slope = flat @ (chosen - chance).ravel() - ridge * beta

        def information() -> Floats:
            """Sum over choices the variance of the alternatives' design under their chances."""
            root = np.sqrt(chance).ravel()
            np.multiply(flat, root, out=scaled)
            second = scaled @ scaled.T
            np.multiply(scaled, root, out=scaled)
            mean = scaled.reshape(size, alternatives, choices).sum(axis=1)
            return np.asarray(second - mean @ mean.T + np.diag(ridge))

        return value, slope, information

    return evaluate


def chances(design: Floats, beta: Floats, offset: Floats | None = None) -> Floats:
    """Return the chance of each alternative of each choice.

    Parameters
    ----------
    design : numpy.ndarray
        What is known of each alternative, shape (S, n, P).
    beta : numpy.ndarray
        Coefficients, shape (P,).
    offset : numpy.ndarray, optional
        Worth of each alternative beside them, shape (S, n).

    Returns
    -------
    numpy.ndarray
        Shape (S, n); each row sums to 1.
    """
    worth = design @ beta + (0.0 if offset is None else offset)
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))
