"""A family of estimates with their covariance over blocks: errors, contrasts, intervals of each alone and of all at once, Wald tests.

Source: docs/reference/estimators.md, A0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from citadels_sim.arrays import Floats
from citadels_sim.statistics.bounds import ROUNDING, longer, mid_p, never_seen, poisson

#: Ends between which values lie: of all estimates, or shape (J,) each.
Ends = tuple[float, float] | tuple[Floats, Floats]

#: The share of intervals that are meant to hold the truth.
LEVEL = 0.95

LEAST_COUNT = 30
"""Fewest cases of which a figure is shown and judged (`Ratios.effective`): a handful that came out alike says nothing of chance."""

#: Draws and seed of the simultaneous critical value: fixed, so that a report has the same bytes again.
_DRAWS = 20_000
_SEED = 20_000_218

#: Below so many blocks (see `Ratios.cases`) nothing is known of how they differ: one has all but a few of the cases.
_LEAST_CASES = 1.5
#: Fewer blocks than these that all came out alike do not show that all will.
_LEAST_ALIKE = 30


@lru_cache(maxsize=32)
def _normals(size: int) -> Floats:
    """Return the normal draws of a family of so many, always the same, shape (size, draws)."""
    draws = np.random.Generator(np.random.PCG64(_SEED)).standard_normal((_DRAWS, size)).T.copy()
    draws.flags.writeable = False
    return draws


@dataclass(frozen=True)
class Ratios:
    """A family of J estimates with their covariance over blocks.

    Attributes
    ----------
    value : numpy.ndarray
        The estimates, shape (J,).
    covariance : numpy.ndarray
        Their covariance, shape (J, J); nan with fewer than two blocks.
    blocks : int
        Independent blocks behind them.
    total, count : numpy.ndarray
        Sums of numerators and denominators, shape (J,) each.
    cases : numpy.ndarray or None
        Blocks that each denominator is spread over (Kish: its square over the sum of the blocks' squares), shape (J,); None: all alike.
    skew : numpy.ndarray or None
        Skewness of the estimates, -1 to 1, shape (J,); None: not known, and taken for none.
    """

    value: Floats
    covariance: Floats
    blocks: int
    total: Floats
    count: Floats
    cases: Floats | None = None
    skew: Floats | None = None

    @property
    def se(self) -> Floats:
        """Standard errors, shape (J,)."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @property
    def effective(self) -> Floats:
        """Independent cases behind each estimate, shape (J,): blocks, weighted after Kish, and no more than its denominator counts."""
        cases = np.full(len(self.value), float(self.blocks)) if self.cases is None else np.minimum(self.cases, self.blocks)
        return np.minimum(cases, self.count)

    def contrast(self, weights: Floats) -> Ratios:
        """Estimate weighted sums of the estimates, e.g. paired differences of two arms.

        Parameters
        ----------
        weights : numpy.ndarray
            Shape (L, J); a row ``[1, -1]`` is the difference of the first estimate from the second. Arms
            that share their seeds must stand in one `Moments`: the pairing is then in the covariance.

        Returns
        -------
        Ratios
            L estimates; `total` is the value itself and `count` the number of blocks, for want of better.
        """
        value = weights @ self.value
        covariance = weights @ self.covariance @ weights.T
        # Arms that play alike differ by nothing, and not by what is rounded.
        value = np.where(np.abs(value) <= ROUNDING * (np.abs(weights) @ np.abs(self.value)), 0.0, value)
        size = np.abs(weights) @ np.abs(self.covariance) @ np.abs(weights).T
        covariance = np.where(np.abs(covariance) <= ROUNDING * size, 0.0, covariance)
        cases, skew = None, None
        if self.skew is not None:
            # Third cumulants of a sum, as if its parts were independent: exact for one part, and for arms of different deals.
            cubes, squares = weights**3 @ (self.skew * self.se**3), np.diag(covariance)
            skew = np.divide(cubes, np.abs(squares) ** 1.5, out=np.zeros_like(cubes), where=squares > 0).clip(-1, 1)
        if self.cases is not None:
            # Degrees of freedom of a sum as if its parts were of the same blocks: their mean, by what each adds to the variance.
            parts = weights**2 * np.diag(self.covariance)
            inverse = (parts / np.maximum(self.cases, 1.0)).sum(axis=1)
            cases = np.divide(parts.sum(axis=1), inverse, out=np.full(len(value), float(self.blocks)), where=inverse > 0)
        return Ratios(value, covariance, self.blocks, value, np.full(len(value), float(self.blocks)), cases, skew)

    def chosen(self, which: Sequence[int] | NDArray[np.intp]) -> Ratios:
        """Take some of the estimates.

        Parameters
        ----------
        which : sequence of int
            Their positions, 0 to J - 1, in the order that is wanted.
        """
        at = np.asarray(which, dtype=np.intp)
        cases = None if self.cases is None else self.cases[at]
        skew = None if self.skew is None else self.skew[at]
        return Ratios(self.value[at], self.covariance[np.ix_(at, at)], self.blocks, self.total[at], self.count[at], cases, skew)

    def interval(
        self,
        level: float = LEVEL,
        *,
        share: bool = False,
        less: float = 0.0,
        least: float | None = None,
        within: Ends | None = None,
    ) -> tuple[Floats, Floats]:
        """Interval of each estimate on its own.

        Parameters
        ----------
        level : float
            Share of such intervals that hold the truth.
        share : bool
            The estimates are shares of a whole: they get the interval of independent trials (mid-p), which is not symmetric and stays
            between 0 and 1, with as many trials as would give their standard error. One that came out alike in all blocks has no spread to
            measure: it gets the exact binomial bound of what was never seen, with blocks as trials (cases, where these are fewer).
        less : float
            What was taken from each share, such as an even share of the wins.
        least : float, optional
            The smallest value that there can be, as of counts: no interval reaches below it. It is that of a Poisson score test, whose
            error grows with the value; one alike in all blocks gets the bound of a share, as if any other block had one more, or double.
        within : (float, float) or (numpy.ndarray, numpy.ndarray), optional
            Of others: between which any block lies, such as -1 and 1 of a difference of win chances. No interval reaches beyond, and one
            that came out alike in all blocks gets the exact binomial bound of what was never seen, times the way to either end.

        Returns
        -------
        low, high : numpy.ndarray
            Shape (J,) each; nan with fewer than two blocks, where one block has all cases but a few, and where all came out alike, unless
            it is known how far another block could lie off (a share; a count in many blocks).
        """
        return self._around(level, 1 - level, less if share else None, least, within)

    def simultaneous(
        self,
        level: float = LEVEL,
        *,
        share: bool = False,
        less: float = 0.0,
        least: float | None = None,
        within: Ends | None = None,
    ) -> tuple[Floats, Floats]:
        """Intervals that hold the truth of *all* J estimates at once, with probability `level`.

        Parameters
        ----------
        level : float
            Probability that no interval of the family misses.
        share, less, least, within
            As for `interval`.

        Returns
        -------
        low, high : numpy.ndarray
            Shape (J,) each.

        Notes
        -----
        The multiplier bootstrap draws ``max_j |sum_b xi_b z_bj| / (SE_j sum D_j)`` with normal multipliers
        ``xi_b``. Given the blocks, that vector is exactly normal with the estimates' correlation, so it is
        drawn from there: same law, no pass over the blocks. The level that its quantile leaves to one estimate is turned into
        Student's t of each one's own degrees of freedom, as in `critical_single`. Exact binomial bounds, which have no part in that
        bootstrap, are Bonferroni's.
        """
        return self._around(self.level_alone(level), (1 - level) / max(1, len(self.value)), less if share else None, least, within)

    def critical(self, level: float = LEVEL) -> Floats:
        """Return the half-widths of the simultaneous intervals, in standard errors, shape (J,); `level` is that of all at once."""
        return self.critical_single(self.level_alone(level))

    def level_alone(self, level: float) -> float:
        """Return the level of each of the intervals that hold all at once with probability `level`."""
        se = self.se
        used = np.flatnonzero(np.isfinite(se) & (se > 0))
        if len(used) < 2:
            return level
        correlation = self.covariance[np.ix_(used, used)] / np.outer(se[used], se[used])
        # Families that add up to a constant have a singular correlation: an eigen-root takes that, Cholesky does not.
        eigenvalues, vectors = np.linalg.eigh(correlation)
        root = vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
        root /= np.linalg.norm(root, axis=1, keepdims=True)  # a covariance with the error of fitted models may have negative eigenvalues
        drawn = root @ _normals(len(used))
        farthest = np.abs(drawn, out=drawn).max(axis=0)
        return max(level, 1 - 2 * float(special.ndtr(-np.quantile(farthest, level))))

    def wald(self, null: Floats) -> tuple[float, int, float]:
        """Test that all estimates equal `null`, robust to dependence inside blocks.

        Parameters
        ----------
        null : numpy.ndarray
            Values under the null hypothesis, shape (J,).

        Returns
        -------
        chi2, df, p : float, int, float
            Wald statistic, its degrees of freedom (rank of the covariance), and its p-value. With no
            spread at all: (nan, 0, nan).
        """
        if not np.all(np.isfinite(self.covariance)):
            return float("nan"), 0, float("nan")
        eigenvalues, vectors = np.linalg.eigh(self.covariance)
        used = eigenvalues > 1e-9 * max(float(eigenvalues.max()), 1e-300)
        df = int(used.sum())
        if eigenvalues.max() <= 0 or df == 0:
            return float("nan"), 0, float("nan")
        along = (vectors.T @ (self.value - null))[used]
        chi2 = float(np.sum(along**2 / eigenvalues[used]))
        return chi2, df, float(stats.chi2.sf(chi2, df))

    def critical_single(self, level: float = LEVEL) -> Floats:
        """Return the half-width of the interval of each estimate alone, in standard errors, shape (J,); nan with fewer than two blocks.

        Student's t, with the degrees of freedom of the blocks that an estimate has cases in, and not of those that say nothing of it; the
        error is widened by what its factor B/(B-1) falls short for so few.
        """
        if self.blocks < 2:
            return np.full(len(self.value), np.nan)
        cases = np.full(len(self.value), float(self.blocks)) if self.cases is None else np.clip(self.cases, _LEAST_CASES, self.blocks)
        short = cases / (cases - 1) * (self.blocks - 1) / self.blocks
        return np.asarray(special.stdtrit(cases - 1, 0.5 + level / 2) * np.sqrt(short))

    def _around(self, level: float, missed: float, less: float | None, least: float | None, within: Ends | None) -> tuple[Floats, Floats]:
        se, share = self.se, self.value + (less or 0.0)
        # What lies in one block alone, or came out alike in all, has no error: how blocks differ is not known then, and not nothing.
        lonely = np.zeros(len(se), np.bool_)
        if self.cases is not None:
            few = _LEAST_ALIKE if least is not None else np.inf
            lonely = self.cases < (_LEAST_CASES if less is not None else np.where(se == 0, few, _LEAST_CASES))
        half = np.where(lonely, np.nan, self.critical_single(level) * se)
        most = float(self.blocks) if self.cases is None else np.minimum(self.cases, self.blocks)
        trials = np.where(lonely & (within is None), 1.0, np.maximum(np.minimum(self.count, most), 1.0))
        if less is not None and self.blocks >= 2:
            # Skewness of trials of one unit each is in their own interval; what lies in few blocks has more.
            own = np.divide((1 - 2 * share) * se, share * (1 - share), out=np.zeros_like(se), where=(share > 0) & (share < 1))
            low, high = mid_p(share, self._sides(half, own, level), (1 - level) / 2)
            alike = (se == 0) & (~lonely | (np.abs(share) < ROUNDING) | (np.abs(share - 1) < ROUNDING))
            bounds = never_seen(share.clip(0.0, 1.0), missed, trials, 0.0, 1.0)
            return np.where(alike, bounds[0], low) - less, np.where(alike, bounds[1], high) - less
        if least is not None:
            count = self.value - least
            own = np.divide(se, count, out=np.zeros_like(se), where=count > 0)
            low, high = poisson(count, self._sides(half, own, level))
            bounds = never_seen(count, missed, trials, 0.0, count + np.maximum(count, 1.0))  # once more in a block, or twice as often
            alike = (se == 0) & ~lonely
            return least + np.where(alike, bounds[0], low), least + np.where(alike, bounds[1], high)
        below, above = self._sides(half, np.zeros_like(se), level)
        low, high = self.value - below, self.value + above
        if within is None or self.blocks < 2:
            return low, high
        bounds, alike = never_seen(self.value.clip(*within), missed, trials, *within), (se == 0) & (trials > 1)
        # One that lies wholly beyond an end is moved inside by its length: it does not know that the end itself is so.
        length = high - low
        low, high = np.where(low >= within[1], within[1] - length, low), np.where(high <= within[0], within[0] + length, high)
        return np.where(alike, bounds[0], low.clip(*within)), np.where(alike, bounds[1], high.clip(*within))

    def _sides(self, half: Floats, own: Floats, level: float) -> tuple[Floats, Floats]:
        """Lengthen half-widths at the side of the long tail, for skewness beyond what an interval takes account of itself."""
        if self.skew is None:
            return half, half
        beyond = np.sqrt(np.maximum(self.skew**2 - own**2, 0.0)) * np.sign(self.skew)
        below, above = longer(beyond, level)
        return half * below, half * above
