"""How much of a win is the deal's? From many replays of the same deals (K3).

Source: docs/reference/estimators.md, K3. Two replays that share some luck and nothing else agree on the winner more often than two of
different deals: by how much, of what there is to agree on, is the share that the common luck settles.
"""

from __future__ import annotations

import numpy as np

from citadels_sim.arrays import Floats

LEAST_DEALS = 3
"""Deals that `settled` needs: with one left out, two must remain that can be compared."""


def agreement(wins: Floats, squares: Floats, replays: int) -> Floats:
    """Chance that two replays of a deal have the same winner, deal by deal, shape (deals,); arguments as for `settled`."""
    return np.asarray((wins**2 - squares).sum(axis=1) / (replays * (replays - 1)))


def settled(wins: Floats, squares: Floats, replays: int) -> Floats:
    """Estimate the share of who wins that is settled by what the replays of a deal have in common.

    Parameters
    ----------
    wins, squares : numpy.ndarray
        Win credit and its square summed over the replays of each deal, by seat, shape (deals, seats).
    replays : int
        Of each deal, at least two.

    Returns
    -------
    numpy.ndarray
        Shape (deals,): what each deal contributes (its pseudo-value of the jackknife). Their mean is the share, the error of that mean is
        the jackknife's.

    Notes
    -----
    With a = mean agreement within deals, b = agreement across deals, t = mean sum of squared credits (1 where no win is shared) the share
    is ``(a - b) / (t - b)``. Variances are summed over the seats: of n seats the one that wins is settled or is not.
    """
    deals = len(wins)
    within, rates, size = agreement(wins, squares, replays), wins / replays, squares.sum(axis=1) / replays
    whole = _share(within.mean(), _across(rates), size.mean())
    inside = (within.sum() - within) / (deals - 1)
    sizes = (size.sum() - size) / (deals - 1)
    return np.asarray(deals * whole - (deals - 1) * _share(inside, _across_without(rates), sizes))


def _share(within: Floats | np.float64, across: Floats | np.float64, size: Floats | np.float64) -> Floats:
    open_ = np.asarray(size - across)
    return np.asarray(np.divide(within - across, open_, out=np.full(open_.shape, np.nan), where=open_ > 0))


def _across(rates: Floats) -> np.float64:
    """Mean product of the rates of two different deals, summed over the seats."""
    deals, total = len(rates), rates.sum(axis=0)
    return np.float64((total @ total - (rates**2).sum()) / (deals * (deals - 1)))


def _across_without(rates: Floats) -> Floats:
    """The same without each of the deals in turn, shape (deals,)."""
    deals, own = len(rates), (rates**2).sum(axis=1)
    others = rates.sum(axis=0) - rates
    return np.asarray(((others**2).sum(axis=1) - (own.sum() - own)) / ((deals - 1) * (deals - 2)))
