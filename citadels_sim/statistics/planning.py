"""How many cases would settle a figure that is undecided: for a power of 80 %, as a range, or nothing where that cannot be said.

Source: docs/reference/estimators.md, G (needed games); power of two one-sided tests after Schuirmann (1987); truths drawn from the
posterior of a normal hierarchical model (Gelman and others, Bayesian Data Analysis, 5.4).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import special

from citadels_sim.arrays import Floats

POWER = 0.8
"""Probability that so many cases settle a figure."""
_RANGE = (0.2, 0.8)
"""Between which shares of the possible truths the range lies: of four in five of them its upper end is enough."""
_WIDEST = 10.0
"""A range that spans more than this factor says nothing."""
_MOST = 1000.0
"""More than so many times what is there is no practical number."""
_FAMILY = 3
"""From so many figures on their own spread says how far the truth may lie from each."""
_DRAWS, _GRID, _SEED = 1_000, 100, 20_000_220
_STEPS = 4


class Needed(NamedTuple):
    """How many cases settle a figure with a probability of 80 %, each rounded up to one digit.

    Attributes
    ----------
    low, high : int
        If the truth lies well for it, and if it lies badly: a fifth of what the estimate leaves open lies beyond either.
    """

    low: int
    high: int


@lru_cache(maxsize=16)
def _drawn(size: int) -> tuple[Floats, Floats]:
    """Return standard normal draws, shape (draws, size), and uniform ones, shape (draws,)."""
    rng = np.random.Generator(np.random.PCG64(_SEED))
    return rng.standard_normal((_DRAWS, size)), rng.random(_DRAWS)


def cases_needed(
    value: Floats, se: Floats, ends: tuple[float, float], count: float, *, inner: float, outer: float
) -> tuple[Needed | None, tuple[Needed | None, ...]]:
    """Return how many cases settle figures of which all have to keep a limit.

    Parameters
    ----------
    value, se : numpy.ndarray
        The present estimates and their standard errors, shape (J,).
    ends : (float, float)
        The limit; either end may be infinite.
    count : float
        Cases behind the estimates.
    inner, outer : float
        Half-widths, in standard errors, of the intervals that have to lie inside and beyond the limit.

    Returns
    -------
    together : Needed or None
        What settles whether all keep it: each is shown to, or one is shown not to.
    each : tuple of (Needed or None)
        What settles each by itself. None where it cannot be said: the range spans more than a factor of ten, or an error is not known or
        larger than the limit.

    Notes
    -----
    The truth is drawn where the estimates leave it: around each with its error, and from three figures on shrunk as far as their
    spread may be noise. Of each draw follows how many cases settle it with a probability of 80 %; the range leaves out a fifth of these
    numbers at either end.
    """
    known = np.isfinite(value) & np.isfinite(se) & (se > 0)
    width = (ends[1] - ends[0]) / 2
    fine = known & (se <= width if math.isfinite(width) else True)
    each: list[Needed | None] = [None] * len(value)
    if not fine.any():
        return None, tuple(each)
    truths, errors = _truths(value[known], se[known], ends), se[known]
    near, far = (edge(truths - ends[0], ends[1] - truths) for edge in (np.minimum, np.maximum))
    within, beyond = near > 0, _beyond(-near, errors, outer)
    alone = np.where(within, _shown(near, far, errors, inner, 1 - POWER), beyond)
    for column, j in enumerate(np.flatnonzero(known)):
        each[j] = _range(count * alone[:, column], count) if fine[j] else None
    if not fine.all():
        return None, tuple(each)
    # All of them have to be shown at once: each may miss by its part alone.
    shown = _shown(near, far, errors, inner, (1 - POWER) / len(value)).max(axis=1)
    together = np.where(within.all(axis=1), shown, np.where(within, np.inf, beyond).min(axis=1))
    return _range(count * together, count), tuple(each)


def _range(needed: Floats, count: float) -> Needed | None:
    low, high = (float(each) for each in np.quantile(needed, _RANGE))
    low, high = max(low, count), max(high, count)
    if not math.isfinite(high) or high > _WIDEST * low or high > _MOST * count:
        return None
    return Needed(one_digit(low), one_digit(high))


def needed_columns(needed: Needed | None, per_block: float, unit: str) -> dict[str, int | None]:
    """Return the columns of a table that say how many blocks are needed, as so many cases of `unit` each."""
    low, high = (None, None) if needed is None else (one_digit(blocks * per_block) for blocks in needed)
    return {f"needed_{unit}_low": low, f"needed_{unit}": high}


def one_digit(number: float) -> int:
    """Round a count up to one digit."""
    unit = 10 ** max(0, math.floor(math.log10(max(number, 1))))
    return int(math.ceil(round(number / unit, 9)) * unit)


def _truths(value: Floats, se: Floats, ends: tuple[float, float]) -> Floats:
    """Draw what the true figures may be, shape (draws, J)."""
    normals, places = _drawn(len(value))
    if len(value) < _FAMILY or not np.all(np.isfinite(ends)):
        return np.asarray(value + normals * se)
    centre = (ends[0] + ends[1]) / 2
    apart = value - centre
    # How far they lie apart is not known either: its posterior under a flat prior, on a grid.
    far = np.linspace(0.0, 2 * float(np.max(np.abs(apart) + se)), _GRID)[:, None]
    total = far**2 + se**2
    likelihood = -0.5 * (np.log(total) + apart**2 / total).sum(axis=1)
    below = np.cumsum(np.exp(likelihood - likelihood.max()))
    between = far[np.searchsorted(below / below[-1], places)] ** 2
    kept = between / (between + se**2)
    return np.asarray(centre + kept * apart + np.sqrt(kept) * se * normals)


def _beyond(gap: Floats, se: Floats, outer: float) -> Floats:
    with np.errstate(divide="ignore", over="ignore"):
        return np.asarray(((outer + special.ndtri(POWER)) * se / gap) ** 2)


def _shown(near: Floats, far: Floats, se: Floats, inner: float, missed: float) -> Floats:
    """Cases at which both one-sided tests succeed but for a probability `missed`; both may fail where both ends are near."""
    gap = np.maximum(near, 1e-300)
    reach = np.full(near.shape, special.ndtri(1 - missed))
    for _ in range(_STEPS):
        # How far the other end lies off, in the errors that the number so far leaves.
        other = far * (reach + inner) / gap - inner
        reach = special.ndtri(np.clip(1 - missed + special.ndtr(-other), 1 - missed, 1 - missed / 2))
    with np.errstate(over="ignore"):
        return np.asarray(((inner + reach) * se / gap) ** 2)
