"""Dividing time among cells so that the widest interval that still matters becomes as narrow as it can."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scipy.optimize import brentq

__all__ = ["Need", "divide", "next_step"]

_GROWTH: Final = 8.0
"""By how much a cell grows in one round at most: after few blocks widths are rough themselves."""


@dataclass(frozen=True)
class Need:
    """What one cell of a study has, costs and lacks.

    Attributes
    ----------
    blocks : int
        Blocks that are played.
    seconds : float
        Of one process, per block.
    lack : float
        Half-width of its widest interval that settles nothing, in units of the limit, weighted; 0 where all is settled.
    """

    blocks: int
    seconds: float
    lack: float


def divide(needs: Sequence[Need], seconds: float) -> list[float]:
    """Divide time so that the greatest `Need.lack` becomes least.

    Half-widths shrink with the square root of the blocks, so that bringing a cell from a lack w to a level L takes (w / L)**2 times its
    blocks; the level is the one at which all cells above it use up the time.

    Parameters
    ----------
    needs : sequence of Need
    seconds : float
        Of one process, in all.

    Returns
    -------
    list of float
        Blocks that each cell should have then, at least what it has.
    """
    lacking = [need for need in needs if need.lack > 0]
    if not lacking or seconds <= 0:
        return [float(need.blocks) for need in needs]

    def wanted(need: Need, level: float) -> float:
        if need.lack <= level:
            return float(need.blocks)
        ratio = _GROWTH if math.isinf(need.lack) else (need.lack / level) ** 2
        return need.blocks * min(ratio, _GROWTH)

    def left(level: float) -> float:
        return seconds - sum(need.seconds * (wanted(need, level) - need.blocks) for need in lacking)

    finite = [need.lack for need in lacking if math.isfinite(need.lack)]
    top = max(finite, default=1.0)
    low = min(finite, default=1.0) / math.sqrt(_GROWTH)
    if left(low) >= 0:
        level = low
    elif left(top) <= 0:  # cells without any interval alone take more
        level = top
    else:
        level = float(brentq(left, low, top, xtol=1e-9 * top))
    return [wanted(need, level) for need in needs]


def next_step(looks: Sequence[int], blocks: int, wanted: float) -> int:
    """Return the last look of a cell within the blocks that are wanted, or what it has where that is more."""
    reached = bisect_right(looks, wanted)
    return max(blocks, looks[reached - 1] if reached else 0)
