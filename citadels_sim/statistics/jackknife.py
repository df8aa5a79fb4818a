"""Figures of groups of games that are no ratio of sums: a difference within strata, a median time. Errors leave out one group at a time.

Source: docs/reference/estimators.md, Q2 and Q3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from citadels_sim.arrays import Floats
from citadels_sim.statistics.estimator import Label, Moments, Refits
from citadels_sim.statistics.ratios import LEVEL


@dataclass(frozen=True)
class Estimate:
    """A figure with the interval of this one alone; None where it cannot be estimated.

    Attributes
    ----------
    value, low, high : float or None
    """

    value: float | None
    low: float | None
    high: float | None


def jackknife(tables: Floats, figure: Callable[[Floats], Floats]) -> tuple[Floats, Floats]:
    """Return a figure of summed tables, and its standard error over the groups that were summed.

    Parameters
    ----------
    tables : numpy.ndarray
        What is summed, shape (G, ...): one table per independent group.
    figure : callable
        Tables of shape (m, ...) -> figures of shape (m, ...), smooth in the sums.

    Returns
    -------
    value, se : numpy.ndarray
        `se` is nan with fewer than two groups, or where the figure is nan without one of them.
    """
    total = tables.sum(axis=0, keepdims=True)
    value = figure(total)[0]
    groups = len(tables)
    if groups < 2:
        return value, np.full_like(value, np.nan)
    without = figure(total - tables)
    squares = ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    return value, np.sqrt(squares * (groups - 1) / groups)


def refitted(moments: Moments, labels: Sequence[Label], fixed: Floats, crossed: Floats) -> Moments:
    """Add to moments what comes from a model that was fitted on the same blocks, as balanced half-samples show it.

    Parameters
    ----------
    moments : Moments
        Of block totals, as if the model were known.
    labels : sequence of (str, str)
        What the K columns of the next two are.
    fixed : numpy.ndarray
        Totals of one half of the blocks less those of the other half, for each of R balanced splits (rows of a Hadamard matrix but the
        first), shape (R, K).
    crossed : numpy.ndarray
        The same where each half is measured by a model that was fitted on the other half.

    Returns
    -------
    Moments
        The same with `Moments.refits`. A figure without a model keeps the error of its blocks.

    Notes
    -----
    The model of a half moves the totals of the other half, so that it enters `crossed` with the wrong sign: two runs of half the blocks,
    each with its own model, differ by ``2 * fixed - crossed``. The products of these differences less those of `fixed` are what the model
    adds, or takes away. What a model of half the blocks is worse is the same in both halves and drops out.
    """
    order = [list(labels).index(label) for label in moments.labels]
    fixed, crossed = fixed[:, order], crossed[:, order]
    both = 2 * fixed - crossed
    return replace(moments, refits=Refits(*(half.T @ half / (len(fixed) + 1) for half in (fixed, both))))


def within_strata(draws: Floats, draws_win: Floats, offered: Floats, offered_win: Floats) -> Estimate:
    """Compare the wins of those who were offered a district with those who drew and were not, round by round.

    Parameters
    ----------
    draws, draws_win : numpy.ndarray
        Draws and the credit for the wins of those who drew, shape (G, R): per independent group and stratum.
    offered, offered_win : numpy.ndarray
        Those of them that had the district.

    Returns
    -------
    Estimate
        The mean of the strata's differences, weighed by the draws that had the district; strata in which nobody, or everybody, was
        offered it carry no information.
    """
    tables = np.stack([offered, offered_win, draws - offered, draws_win - offered_win], axis=1).astype(np.float64)
    value, se = jackknife(tables, _difference)
    if not np.isfinite(value):
        return Estimate(None, None, None)
    half = _critical(len(tables)) * float(se)
    return Estimate(float(value), *((float(value) - half, float(value) + half) if np.isfinite(half) else (None, None)))


def _difference(tables: Floats) -> Floats:
    n1, w1, n0, w0 = np.moveaxis(tables, 1, 0)
    used = (n1 > 0) & (n0 > 0)
    apart = np.divide(w1, n1, out=np.zeros_like(w1), where=used) - np.divide(w0, n0, out=np.zeros_like(w0), where=used)
    weight = np.where(used, n1, 0.0)
    under = weight.sum(axis=1)
    difference: Floats = np.divide((weight * apart).sum(axis=1), under, out=np.full(len(under), np.nan), where=under > 0)
    return difference


def survival(tables: Floats) -> Floats:
    """Kaplan and Meier's estimate of the share that still waits after 0, 1, ... rounds.

    Parameters
    ----------
    tables : numpy.ndarray
        Shape (m, 2, T): how many came down after t rounds, and how many were last seen waiting at t, when the game ended.

    Returns
    -------
    numpy.ndarray
        Shape (m, T). Once nobody is at risk any more it stays as it was.
    """
    events = tables[:, 0]
    risk = np.cumsum((tables[:, 0] + tables[:, 1])[:, ::-1], axis=1)[:, ::-1]
    hazard: Floats = np.divide(events, risk, out=np.zeros_like(events), where=risk > 0)
    return np.asarray(np.cumprod(1.0 - hazard, axis=1), np.float64)


def median_wait(built: Floats, unbuilt: Floats) -> Estimate:
    """Estimate the median number of rounds from hand to city.

    Parameters
    ----------
    built, unbuilt : numpy.ndarray
        Seats that built it after t rounds, and that had not when the game ended after t rounds, shape (G, T).

    Returns
    -------
    Estimate
        Its interval is where the survival curve, moved by its error, crosses one half (Brookmeyer and Crowley). None where the curve does
        not come down to one half.
    """
    tables = np.stack([built, unbuilt], axis=1).astype(np.float64)
    left, se = jackknife(tables, survival)
    half = _critical(len(tables)) * se
    if not np.isfinite(half).all():
        return Estimate(_crossing(left), None, None)
    return Estimate(_crossing(left), _crossing(left - half), _crossing(left + half))


def _crossing(left: Floats) -> float | None:
    at = np.flatnonzero(np.round(left, 12) <= 0.5)
    return float(at[0]) if len(at) else None


def _critical(groups: int) -> float:
    return float(stats.t.ppf(0.5 + LEVEL / 2, groups - 1)) if groups > 1 else float("nan")
