"""How long the page of a study will take, which is made within the time of the study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citadels_sim.study.part import Part

_FIXED: Final = 3.0
"""Seconds of any page: reading the runs, writing what was found."""
_JUDGING: Final = 0.3
"""What judging takes of the time that the page takes for the same figures: it needs fewer of them."""
_FASTEST: Final = 0.5
"""A machine is not taken to be faster than this, as a share of the time on the one that was measured: the fixed part is not judged."""


def page_seconds(parts: Sequence[Part]) -> float:
    """Return about how long the page takes, from how long judging took the last time, on this machine and with as many games.

    Parameters
    ----------
    parts : sequence of Part
        Those that were never played cost nothing.
    """
    begun = [part for part in parts if any(part.steps)]
    judged = [part for part in begun if part.judging > 0]
    expected = _JUDGING * sum(map(_usual, judged))
    slowness = max(_FASTEST, sum(part.judging for part in judged) / expected) if expected else 1.0
    return slowness * usual_page_seconds(begun)


def usual_page_seconds(parts: Sequence[Part]) -> float:
    """Return how long the page of some parts took on the machine that was measured, where each had played its first step."""
    return _FIXED + sum(map(_usual, parts))


def _usual(part: Part) -> float:
    return part.plan.design.page_seconds * len(part.plan.cells)
