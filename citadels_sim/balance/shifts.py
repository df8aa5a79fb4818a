"""By how much changes of the rules move a figure: after minus before on common deals, with intervals that hold for all changes at once.

Source: docs/reference/estimators.md, A0 (difference of arms that share seeds; simultaneous intervals) and G (proposals).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from citadels_sim.balance.target import Target
from citadels_sim.limits import LIMITS, Limit, ends
from citadels_sim.statistics.ratios import LEVEL, Ratios


@dataclass(frozen=True)
class Shift:
    """By how much one change moves a figure.

    Attributes
    ----------
    value, low, high : float
        After minus before, in the criterion's unit; nan for the ends of an interval that is not known.
    se : float
        Standard error; nan where it is not known, as of a quantile.
    """

    value: float
    low: float
    high: float
    se: float = np.nan


def shifts_of(arms: Ratios) -> list[Shift]:
    """Compare several arms with the first one.

    Parameters
    ----------
    arms : Ratios
        The figure of the variant itself, then of each change, with their covariance.

    Returns
    -------
    list of Shift
        One per change.
    """
    size = len(arms.value) - 1
    apart = arms.contrast(np.hstack([-np.ones((size, 1)), np.eye(size)]))
    low, high = apart.simultaneous(LEVEL)
    return [Shift(*map(float, row)) for row in zip(apart.value, low, high, apart.se, strict=True)]


def helps(target: Target, limit: Limit, figure: float, shift: Shift) -> bool:
    """Return whether a change is shown to bring a figure nearer to its limit.

    Parameters
    ----------
    target : Target
    limit : float or tuple of (float, float)
    figure : float
        Of the variant itself: it says which way is nearer.
    shift : Shift
        Its interval has to leave 0 out on the side of the limit, and its value must not overshoot it by more than the figure lacks now.
    """
    nearer = target.distance(figure + shift.value, limit) < target.distance(figure, limit)
    return bool(nearer and (shift.high < 0 if too_high(target, limit, figure) else shift.low > 0))


def harms(target: Target, limit: Limit, figure: float, shift: Shift) -> bool:
    """Return whether a change is shown to take a figure farther beyond its limit, or over its edge."""
    then = target.distance(figure + shift.value, limit)
    shown = shift.low > 0 or shift.high < 0
    return bool(shown and then > 0 and then > target.distance(figure, limit))


def too_high(target: Target, limit: Limit, figure: float) -> bool:
    """Return whether a figure would have to fall, not to rise, to lie farther within its limit."""
    least, most = ends(LIMITS[target.criterion].side, limit)
    return figure - least > most - figure


def least_noticed(shifts: Sequence[Shift], ratio: float) -> float:
    """Return the shift that would probably (80 of 100) be shown with `ratio` times the deals behind these; nan where no error is known."""
    known = [(shift.high - shift.low) / 2 + _POWER * shift.se for shift in shifts if np.isfinite(shift.se) and np.isfinite(shift.low)]
    return max(known) / np.sqrt(ratio) if known else np.nan


_POWER = 0.8416212335729143
"""Standard normal quantile of 80 %."""
