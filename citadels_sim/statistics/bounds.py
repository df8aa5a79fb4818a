"""Intervals that are not symmetric: of shares, of counts, of what came out alike in all blocks, and of what a few blocks decide.

Source: Korn and Graubard's effective trials with mid-p limits for shares; the Poisson score test for counts; the two-sided Edgeworth
expansion of Student's t (Hall 1983) for skewed means.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from citadels_sim.arrays import Floats

#: Fewer effective hits than these are as good as none.
_LEAST_HITS = 0.05
#: Newton's steps to a mid-p bound: two give five digits.
_STEPS = 3
#: Numbers this small beside those they are a difference of are rounding.
ROUNDING = 1e-12


def longer(skew: Floats, level: float) -> tuple[Floats, Floats]:
    """Factors that lengthen a symmetric interval at its long tail, below and above.

    Parameters
    ----------
    skew : numpy.ndarray
        Skewness of the estimate: that of a block over the root of their number.
    level : float
        Of the interval, 0 to 1.

    Returns
    -------
    below, above : numpy.ndarray
        Factors of the half-widths, 1 or more, of the shape of `skew`.

    Notes
    -----
    With few large blocks an estimate that lacks them has too small an error as well: Student's t misses nearly always at the side of the
    long tail, and more often than it should by ``2 z phi(z) skew**2 (z**4 + 2 z**2 - 3) / 18``. Half-widths there that are longer by
    ``skew**2 (z**4 + 2 z**2 - 3) / 9`` repay it; it vanishes as one over the number of blocks.
    """
    z = special.ndtri(0.5 + level / 2)
    factor = 1 + skew**2 * max(z**4 + 2 * z**2 - 3, 0.0) / 9
    return np.where(skew < 0, factor, 1.0), np.where(skew > 0, factor, 1.0)


def never_seen(value: Floats, missed: float, trials: Floats, least: Floats | float, most: Floats | float) -> tuple[Floats, Floats]:
    """Interval of what came out alike in all blocks: no more of them differ than the exact binomial bound of what was never seen.

    Parameters
    ----------
    value : numpy.ndarray
        What all blocks had.
    missed : float
        Probability that the interval misses.
    trials : numpy.ndarray
        Independent blocks.
    least, most : float
        Between which any block lies; nothing is known where they are infinite.

    Returns
    -------
    low, high : numpy.ndarray
        Ends, of the shape of `value`.
    """
    alike = (missed / 2) ** (1 / trials)
    with np.errstate(invalid="ignore"):
        return np.asarray(least + (value - least) * alike), np.asarray(most - (most - value) * alike)


def differing(blocks: int, level: float) -> float:
    """Largest share of blocks that may differ though none of so many did: the exact binomial bound, of two sides as of all intervals."""
    return float(1 - ((1 - level) / 2) ** (1 / max(blocks, 1)))


def poisson(count: Floats, half: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Turn a mean count and the half-widths of an interval around it into that of a score test, whose error grows with the root.

    Parameters
    ----------
    count : numpy.ndarray
        Not below 0.
    half : (numpy.ndarray, numpy.ndarray)
        Half-widths below and above, of the same shape.

    Returns
    -------
    low, high : numpy.ndarray
        Ends of the interval, not below 0.
    """
    (below, above), ratios = half, [np.divide(side**2, count, out=np.zeros_like(count), where=count > 0) / 2 for side in half]
    low, high = (np.sqrt(side**2 + ratio**2) for side, ratio in zip((below, above), ratios, strict=True))
    return np.maximum(count + ratios[0] - low, 0.0), count + ratios[1] + high


def mid_p(share: Floats, half: tuple[Floats, Floats], tail: float) -> tuple[Floats, Floats]:
    """Turn a share and the half-widths of an interval around it into that of trials which give these widths.

    Those are Korn and Graubard's effective trials, with half of what was seen counted in each tail (mid-p). The approximations of Wald
    and Wilson take what was seen once or twice for more frequent than it may be: in the tails of a long table they miss often.

    Parameters
    ----------
    share : numpy.ndarray
        0 to 1.
    half : (numpy.ndarray, numpy.ndarray)
        Half-widths below and above, of the same shape.
    tail : float
        Probability of each tail.

    Returns
    -------
    low, high : numpy.ndarray
        Ends of the interval, 0 to 1.
    """
    low, high = (share.clip(0.0, 1.0) + 0.0 * side for side in half)
    open_ = (half[0] > 0) & (share > 0) & (share < 1)
    seen = share[open_]
    hits, misses = [], []
    for side in half:
        trials = seen * (1 - seen) * (special.ndtri(tail) / side[open_]) ** 2
        hits.append(np.maximum(trials * seen, _LEAST_HITS))
        misses.append(np.maximum(trials * (1 - seen), _LEAST_HITS))
    low[open_], high[open_] = _mid_p_low(hits[0], misses[0], tail), 1 - _mid_p_low(misses[1], hits[1], tail)
    return low, high


def _mid_p_low(hits: Floats, misses: Floats, tail: float) -> Floats:
    """Share at which as many hits or more, the same number counted half, have the probability `tail`."""
    scale = special.gammaln(hits + misses + 1) - special.gammaln(hits + 1) - special.gammaln(misses + 1)
    at = np.minimum(special.betaincinv(hits, misses + 1, tail), 1 - ROUNDING)  # Clopper and Pearson's: lower, and not by much
    # The logarithm of the probability is concave in that of the share: Newton's steps never reach too far.
    for _ in range(_STEPS):
        reached = (special.betainc(hits, misses + 1, at) + special.betainc(hits + 1, misses, at)) / 2
        density = np.exp(scale + hits * np.log(at) + (misses - 1) * np.log1p(-at)) * (hits * (1 - at) + misses * at) / 2
        at = np.minimum(at * np.exp(np.log(tail / reached) * reached / density), 1 - ROUNDING)
    return np.asarray(at)
