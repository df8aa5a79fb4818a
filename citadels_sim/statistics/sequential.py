"""Is one bot, or one rule, better than another? A test that may be looked at after every block, and stops when it knows (L3).

Source: shared analytics reference, L3: the generalised sequential probability ratio test over blocks, after the one of fishtest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEAST_BLOCKS: Final = 256
"""Blocks before which the spread of the scores is not trusted."""


@dataclass(frozen=True)
class Sequential:
    """The state of a sequential test.

    Attributes
    ----------
    word : {"better", "not better", "go on"}
        ``better``: the mean score is `high` rather than `low`.
    blocks : int
        Blocks after which it stopped; all of them when it did not.
    ratio : float
        The log-likelihood ratio there.
    bounds : tuple of float
        What the ratio has to reach to stop.
    """

    word: Literal["better", "not better", "go on"]
    blocks: int
    ratio: float
    bounds: tuple[float, float]


def log_likelihood_ratios(scores: ArrayLike, low: float, high: float) -> NDArray[np.float64]:
    """Log-likelihood ratio of mean score `high` against `low` after each block, shape (blocks,).

    Parameters
    ----------
    scores : array, shape (blocks,)
        Score of each block: the mean credit over its rotations.
    low, high : float
        The two mean scores, ``low < high``.

    Returns
    -------
    numpy.ndarray
        Natural logarithms, shape (blocks,).

    Notes
    -----
    ``N (high - low) (2 mean - low - high) / (2 variance)``, the variance being that of the scores so far; 0 while they are all equal.
    """
    x = np.asarray(scores, dtype=np.float64)
    n = np.arange(1, len(x) + 1)
    mean = np.cumsum(x) / n
    variance = np.maximum(np.cumsum(x * x) / n - mean * mean, 0.0)
    steps = n * (high - low) * (2 * mean - low - high) / 2
    return np.divide(steps, variance, out=np.zeros(len(x)), where=variance > 1e-12)


def sequential_test(scores: ArrayLike, low: float, high: float, alpha: float = 0.05, beta: float = 0.05) -> Sequential:
    """Go through the blocks in their order and stop where it is clear enough which of two mean scores is the true one.

    Parameters
    ----------
    scores : array, shape (blocks,)
        Score of each block, in the order in which they were played.
    low, high : float
        The mean scores to be distinguished, such as 1/n and 1/n + 0.01.
    alpha, beta : float
        Chance to say ``better`` where the truth is `low`, and ``not better`` where it is `high`.

    Returns
    -------
    Sequential
        ``go on`` where no bound was reached.

    Raises
    ------
    ValueError
        If `low` is not below `high`, or `alpha` or `beta` is not between 0 and a half.
    """
    if not low < high:
        raise ValueError(f"low = {low:g} should be below high = {high:g}")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise ValueError(f"alpha = {alpha:g} and beta = {beta:g} should be between 0 and 0.5")
    bounds = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    ratios = log_likelihood_ratios(scores, low, high)
    trusted = ratios[LEAST_BLOCKS - 1 :]
    stops = np.flatnonzero((trusted <= bounds[0]) | (trusted >= bounds[1]))
    if not len(stops):
        return Sequential("go on", len(ratios), float(ratios[-1]) if len(ratios) else 0.0, bounds)
    at = int(stops[0]) + LEAST_BLOCKS - 1
    return Sequential("better" if ratios[at] >= bounds[1] else "not better", at + 1, float(ratios[at]), bounds)
