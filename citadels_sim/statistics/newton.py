"""The highest point of a concave likelihood, by Newton's method with steps that are halved until they climb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from citadels_sim.arrays import Floats

_STEPS = 100
CONVERGED = 1e-10
"""A step that changes no parameter by more is the last one."""
_SHRUNK = 0.3
"""Information of an earlier point serves as long as each step is shorter than such a part of the one before."""

#: Value of the log likelihood at a point, its slope (P,), and what computes its information (P, P) there.
Evaluate = Callable[[Floats], tuple[float, Floats, Callable[[], Floats]]]


@dataclass(frozen=True)
class Peak:
    """Where a likelihood is highest.

    Attributes
    ----------
    beta : numpy.ndarray
        The parameters, shape (P,).
    information : callable
        Computes minus the second derivatives there, shape (P, P): it takes as long as some steps, and not everybody needs it.
    """

    beta: Floats
    information: Callable[[], Floats]


def maximise(evaluate: Evaluate, size: int, near: float = 0.0, start: Floats | None = None) -> Peak | None:
    """Climb to the maximum.

    Parameters
    ----------
    evaluate : callable
        Of a concave log likelihood.
    size : int
        Number of parameters P.
    near : float
        After a step that changes no parameter by more, the information is computed anew only where steps do not shrink fast: worth it
        where that takes much longer than value and slope.
    start : numpy.ndarray, optional
        Where to begin, shape (P,); zero unless something nearer is known.

    Returns
    -------
    Peak or None
        None when there is no single highest point within reach.
    """
    beta = np.zeros(size) if start is None else start
    value, slope, information = evaluate(beta)
    curve, before = information(), np.inf
    for _ in range(_STEPS):
        step = solved(curve, slope)
        if step is None:
            return None
        scale = 1.0
        # The likelihood is concave, so a shorter step always climbs; rounding may spoil the last ones.
        while (reached := evaluate(beta + scale * step))[0] < value - 1e-9 * abs(value) and scale > 1e-6:
            scale /= 2
        beta = beta + scale * step
        value, slope, information = reached
        length = float(np.abs(step).max(initial=0.0))
        if length < CONVERGED:
            return Peak(beta, information)
        if length > min(near, _SHRUNK * before):
            curve = information()
        before = length
    return None


def solved(matrix: Floats, right: Floats) -> Floats | None:
    """Solve a positive definite system; None when it is not."""
    try:
        root = np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(np.linalg.solve(root.T, np.linalg.solve(root, right)))
