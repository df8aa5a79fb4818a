"""How much of a win is the deal's? From many replays of the same deals (K3).

Source: shared analytics reference, K3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["LuckShare", "deal_luck"]


@dataclass(frozen=True)
class LuckShare:
    """The share of a win's variance that is settled by the deal.

    Attributes
    ----------
    share : float
        0: the deal says nothing; 1: it says all. An estimate near 0 may fall below it.
    se : float
        Its standard error, by leaving out one deal at a time.
    between : float
        Variance of the true win chance over deals.
    deals, replays : int
    """

    share: float
    se: float
    between: float
    deals: int
    replays: int


def deal_luck(wins: ArrayLike) -> LuckShare:
    """Estimate the deal's share of the luck in winning.

    Parameters
    ----------
    wins : array, shape (deals, replays)
        Whether one seat (always the same) won each replay of each deal: 0 or 1. Replays differ in what the deal does not settle.

    Raises
    ------
    ValueError
        With fewer than two deals or two replays, or credits other than 0 and 1.

    Notes
    -----
    The variance of the rates of deals holds that of chance within a deal, ``p(1-p)/(replays-1)`` on average; without it, it is unbiased.
    """
    x = np.asarray(wins, dtype=np.float64)
    if x.ndim != 2 or min(x.shape) < 2:
        raise ValueError(f"wins of shape {x.shape} should be of at least two deals and two replays")
    if not np.isin(x, (0.0, 1.0)).all():
        raise ValueError("wins should be 0 or 1; shared wins have to be settled first")
    deals, replays = x.shape
    rates = x.mean(axis=1)
    between, share = _share(rates, replays)
    left_out = np.array([_share(np.delete(rates, i), replays)[1] for i in range(deals)])
    se = float(np.sqrt((deals - 1) / deals * np.sum((left_out - left_out.mean()) ** 2)))
    return LuckShare(share, se, between, deals, replays)


def _share(rates: NDArray[np.float64], replays: int) -> tuple[float, float]:
    mean = float(rates.mean())
    between = float(np.var(rates, ddof=1) - np.mean(rates * (1 - rates)) / (replays - 1))
    whole = mean * (1 - mean)
    return between, between / whole if whole > 0 else float("nan")
