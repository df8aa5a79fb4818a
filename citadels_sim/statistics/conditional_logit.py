"""Conditional logit: which of several alternatives is chosen, by what is known of each; fitted by Newton's method in NumPy.

Source: D. McFadden (1974). The ladder's likelihood is a chain of such choices with few kinds of tables; here every choice is its own.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from citadels_sim.statistics.newton import maximise

__all__ = ["chances", "fit_choices"]

Floats = NDArray[np.float64]

_NEAR = 0.1
"""A step of the coefficients after which the information has changed little."""


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
    choices, alternatives, size = design.shape
    # One alternative of all choices after the other: sums over alternatives then run through memory in order.
    flat = np.ascontiguousarray(design.swapaxes(0, 1)).reshape(-1, size)
    share = np.ascontiguousarray(chosen.T)
    known = 0.0 if offset is None else offset.T
    scaled = np.empty_like(flat)

    def evaluate(beta: Floats) -> tuple[float, Floats, Callable[[], Floats]]:
        worth = (flat @ beta).reshape(share.shape) + known
        worth -= worth.max(axis=0)
        weight = np.exp(worth)
        sums = weight.sum(axis=0)
        chance = weight / sums
        value = float((share * (worth - np.log(sums))).sum() - ridge / 2 * beta @ beta)
        slope = (share - chance).ravel() @ flat - ridge * beta

        def information() -> Floats:
            """Sum over choices the variance of the alternatives' design under their chances."""
            root = np.sqrt(chance).reshape(-1, 1)
            np.multiply(flat, root, out=scaled)
            second = scaled.T @ scaled
            np.multiply(scaled, root, out=scaled)
            mean = scaled.reshape(alternatives, choices, size).sum(axis=0)
            return np.asarray(second - mean.T @ mean + ridge * np.eye(size))

        return value, slope, information

    peak = maximise(evaluate, size, _NEAR)
    return None if peak is None else peak.beta


def chances(design: Floats, beta: Floats, offset: Floats | None = None) -> Floats:
    """Chance of each alternative of each choice, shape (S, n); they sum to 1. Parameters as for `fit_choices`."""
    worth = design @ beta + (0.0 if offset is None else offset)
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))
