"""What each of k groups contributes to a value that is known for all 2**k combinations of them: Shapley parts, and interactions.

Source: docs/reference/estimators.md, E2, E3 and A2; Das Gupta (1993) for the symmetric decomposition.
"""

from __future__ import annotations

import itertools
from math import factorial

import numpy as np

from citadels_sim.arrays import Floats
from citadels_sim.statistics.bounds import ROUNDING
from citadels_sim.statistics.ratios import Ratios


def shapley(k: int) -> Floats:
    """Weights that turn the values of all combinations into Shapley parts.

    Parameters
    ----------
    k : int
        Groups.

    Returns
    -------
    numpy.ndarray
        Shape (2**k, k): ``values @ shapley(k)`` are the parts; combination s has the groups whose bits are set in s.
    """
    weights = np.zeros((1 << k, k))
    for s, j in itertools.product(range(1 << k), range(k)):
        size = s.bit_count()
        if s >> j & 1:
            weights[s, j] = factorial(size - 1) * factorial(k - size) / factorial(k)
        else:
            weights[s, j] = -factorial(size) * factorial(k - size - 1) / factorial(k)
    return weights


def first_in(k: int) -> Floats:
    """Weights of the effect of each group alone, shape (2**k, k)."""
    weights = np.zeros((1 << k, k))
    weights[0] = -1.0
    weights[1 << np.arange(k), np.arange(k)] = 1.0
    return weights


def last_in(k: int) -> Floats:
    """Weights of the effect of each group when all others are there, shape (2**k, k)."""
    full = (1 << k) - 1
    weights = np.zeros((1 << k, k))
    weights[full] = 1.0
    weights[full - (1 << np.arange(k)), np.arange(k)] = -1.0
    return weights


def whole(k: int) -> Floats:
    """Weights of the difference that all groups make together, shape (2**k, 1)."""
    weights = np.zeros((1 << k, 1))
    weights[0], weights[-1] = -1.0, 1.0
    return weights


def interactions(k: int) -> tuple[Floats, list[tuple[int, int]]]:
    """Weights of the Shapley interaction of every two groups, shape (2**k, pairs), and the pairs.

    It is by how much the effect of one group grows where the other is there, averaged as the Shapley parts are.
    """
    pairs = list(itertools.combinations(range(k), 2))
    weights = np.zeros((1 << k, len(pairs)))
    for column, (i, j) in enumerate(pairs):
        for s in range(1 << k):
            both = (s >> i & 1) + (s >> j & 1)
            others = s.bit_count() - both
            share = factorial(others) * factorial(k - others - 2) / factorial(k - 1)
            weights[s, column] = -share if both == 1 else share
    return weights, pairs


def block_means(values: Floats) -> Ratios:
    """Estimate the means of columns over blocks, jointly; values of shape (blocks, columns)."""
    blocks, columns = values.shape
    covariance = (
        np.cov(values, rowvar=False, ddof=1).reshape(columns, columns) / blocks if blocks > 1 else np.full((columns, columns), np.nan)
    )
    count, apart = np.full(columns, float(blocks)), values - values.mean(axis=0)
    squares = (apart**2).sum(axis=0)
    # What few blocks decide is skewed: a rule that seldom comes into play.
    skew = np.divide((apart**3).sum(axis=0), squares**1.5, out=np.zeros(columns), where=squares > 0)
    return Ratios(values.mean(axis=0), covariance, blocks, values.sum(axis=0), count, count, skew)


def decomposed(values: Floats, weights: Floats) -> Ratios:
    """Combine the values of all combinations, shape (blocks, 2**k), block by block; what exact arithmetic would make zero is zero."""
    sums = values @ weights
    return block_means(np.where(np.abs(sums) <= ROUNDING * (np.abs(values) @ np.abs(weights)), 0.0, sums))
