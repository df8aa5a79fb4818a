"""Dividing time among cells so that the widest interval that still matters becomes as narrow as it can."""

from __future__ import annotations

import heapq
import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_GROWTH: Final = 8.0
"""By how much a cell grows in one round at most: after few blocks widths are rough themselves."""


@dataclass(frozen=True)
class Need:
    """What one cell of a study has, costs and lacks.

    Attributes
    ----------
    blocks : int
        Blocks that are played.
    looks : sequence of int
        Numbers of blocks at which it may stop, ascending.
    seconds : float
        Of one process, per block.
    lack : float
        Half-width of its widest interval that settles nothing, in units of the limit, weighted; 0 where all is settled.
    """

    blocks: int
    looks: Sequence[int]
    seconds: float
    lack: float

    def after(self, blocks: int) -> float:
        """Return what it would lack then: half-widths shrink with the square root of the blocks."""
        return self.lack * math.sqrt(self.blocks / blocks)


def divide(needs: Sequence[Need], seconds: float) -> list[int]:
    """Divide time so that the greatest lack becomes least: the cell that lacks most takes its next look, and again, until no look fits.

    Parameters
    ----------
    needs : sequence of Need
    seconds : float
        Of one process, in all.

    Returns
    -------
    list of int
        Blocks that each cell should have then: what it has, or one of its looks.
    """
    wanted, left = [need.blocks for need in needs], seconds
    waiting = [(-need.lack, i) for i, need in enumerate(needs) if need.lack > 0]
    heapq.heapify(waiting)
    while waiting:
        _, i = heapq.heappop(waiting)
        need = needs[i]
        place = bisect_right(need.looks, wanted[i])
        look = need.looks[place] if place < len(need.looks) else None
        # One that costs more than is left waits for the next round; what lacks less may still have the time.
        if look is None or look > _GROWTH * need.blocks or (cost := (look - wanted[i]) * need.seconds) > left:
            continue
        wanted[i], left = look, left - cost
        heapq.heappush(waiting, (-need.after(look), i))
    return wanted


def next_step(looks: Sequence[int], blocks: int, wanted: float) -> int:
    """Return the last look of a cell within the blocks that are wanted, or what it has where that is more."""
    reached = bisect_right(looks, wanted)
    return max(blocks, looks[reached - 1] if reached else 0)
