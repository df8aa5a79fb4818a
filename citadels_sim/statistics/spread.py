"""How far true effects lie apart, of estimates with a joint error: almost unbiased, with an interval.

Source: docs/reference/estimators.md, C10 and section G. The sum of squares of the estimates around their mean is that of the effects and,
on top, the trace of their centred covariance; its distribution is a quadratic form in normal variables (Imhof 1961), drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import optimize

from citadels_sim.arrays import Floats
from citadels_sim.statistics.ratios import LEVEL, Ratios

_DRAWS, _SEED = 4_000, 20_000_221


class Spread(NamedTuple):
    """Standard deviation of true effects over the members of a family.

    Attributes
    ----------
    value, low, high : float
        The estimate, not below 0, and its 95 % interval; a `low` of 0: that they do not differ is not excluded.
    """

    value: float
    low: float
    high: float

    @property
    def shown(self) -> bool:
        """Whether it is shown that they differ."""
        return self.low > 0


def spread(effects: Ratios, level: float = LEVEL) -> Spread | None:
    """Estimate how far the true effects lie apart.

    Parameters
    ----------
    effects : Ratios
        Of a family, jointly; those without an error are left out.
    level : float
        Of the interval.

    Returns
    -------
    Spread or None
        None with fewer than two members of known error.

    Notes
    -----
    The square is estimated without bias; where noise alone would show more, the estimate is 0. The interval holds those spreads under which
    a sum of squares like the observed one is neither too large nor too small. How the true effects are arranged is not known: their
    direction is drawn anew from all that add up to nothing. Where the estimates lie closer together than noise alone would bring them
    (its median), luck would exclude spreads that they cannot measure: the upper end is then that of the median (a power-constrained limit:
    Cowan et al., arXiv 1105.3166).
    """
    known = np.flatnonzero(np.isfinite(effects.se))
    if len(known) < 2:
        return None
    value, covariance = effects.value[known], effects.covariance[np.ix_(known, known)]
    freedom = len(known) - 1
    apart = value - value.mean()
    observed = float(apart @ apart)
    eigenvalues, vectors = np.linalg.eigh(covariance - covariance.mean(axis=0) - covariance.mean(axis=1)[:, None] + covariance.mean())
    noise = np.sqrt(np.maximum(eigenvalues, 0.0))
    square = observed - float(noise @ noise)
    direction, normals, scale = _drawn(len(known), max(1, round(float(effects.effective[known].min())) - 1))
    errors = (normals * noise / scale) @ vectors.T

    def missed(size: float, share: float, seen: float) -> float:
        """By how much the quantile of sums of squares lies above the one seen, were the effects that far apart."""
        sums = ((size * math.sqrt(freedom) * direction + errors) ** 2).sum(axis=1)
        return float(np.quantile(sums, share)) - seen

    low = _root(lambda size: missed(size, (1 + level) / 2, observed))
    usual = max(observed, float(np.median((errors**2).sum(axis=1))))
    high = _root(lambda size: missed(size, (1 - level) / 2, usual))
    return Spread(math.sqrt(max(0.0, square) / freedom), low, high)


def _root(missed: Callable[[float], float]) -> float:
    """Return the size under which `missed` is 0; 0 where even none is too much."""
    if missed(0.0) >= 0:
        return 0.0
    top = 0.01
    while missed(top) < 0:
        top *= 2
    return float(optimize.brentq(missed, 0.0, top, xtol=1e-6 * top))


@lru_cache(maxsize=16)
def _drawn(size: int, freedom: int) -> tuple[Floats, Floats, Floats]:
    """Return directions that add up to nothing, of length 1, and normal draws with the root of the chi-squared ones of their error."""
    rng = np.random.Generator(np.random.PCG64(_SEED))
    direction = rng.standard_normal((_DRAWS, size))
    direction -= direction.mean(axis=1, keepdims=True)
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    return direction, rng.standard_normal((_DRAWS, size)), np.sqrt(rng.chisquare(freedom, (_DRAWS, 1)) / freedom)
