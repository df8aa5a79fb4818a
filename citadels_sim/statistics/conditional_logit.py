"""Conditional logit: which of several alternatives is chosen, by what is known of each; fitted by Newton's method in NumPy.

Source: D. McFadden (1974). The ladder's likelihood is a chain of such choices with few kinds of tables; here every choice is its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from citadels_sim.statistics.newton import maximise

__all__ = ["chances", "fit_choices"]

Floats = NDArray[np.float64]


def fit_choices(
    design: Floats, chosen: Floats, ridge: float = 0.0, offset: Floats | None = None, *, start: Floats | None = None
) -> Floats | None:
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
    start : numpy.ndarray, optional
        Coefficients to begin with, shape (P,), such as those of nearly the same choices.

    Returns
    -------
    numpy.ndarray or None
        Coefficients, shape (P,); None when the likelihood has no maximum.
    """
    size = design.shape[2]
    flat = design.reshape(-1, size)
    # The information only steers the steps: single precision is enough for it, and moves half the memory.
    single = design.astype(np.float32)
    penalty = ridge * np.eye(size)
    known = 0.0 if offset is None else offset

    def evaluate(beta: Floats) -> tuple[float, Floats, Floats]:
        worth = (flat @ beta).reshape(chosen.shape) + known
        top = worth.max(axis=1, keepdims=True)
        weight = np.exp(worth - top)
        sums = weight.sum(axis=1, keepdims=True)
        chance = weight / sums
        value = float((chosen * (worth - top - np.log(sums))).sum() - ridge / 2 * beta @ beta)
        slope = flat.T @ (chosen - chance).ravel() - ridge * beta
        share = chance.astype(np.float32)
        spread = single - np.einsum("sn,snp->sp", share, single)[:, None, :]
        spread *= np.sqrt(share)[..., None]
        rows = spread.reshape(-1, size)
        return value, slope, (rows.T @ rows).astype(np.float64) + penalty

    peak = maximise(evaluate, size, start)
    return None if peak is None else peak.beta


def chances(design: Floats, beta: Floats, offset: Floats | None = None) -> Floats:
    """Chance of each alternative of each choice, shape (S, n); they sum to 1. Parameters as for `fit_choices`."""
    worth = design @ beta + (0.0 if offset is None else offset)
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))
