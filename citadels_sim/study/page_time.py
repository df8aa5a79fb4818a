"""How long the page of a study will take, which is made within the time of the study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citadels_sim.study.part import Part

_OF_JUDGING: Final = 2.6
"""What the page takes for figures that are judged, as a multiple of the time that judging them took: it shows more of them, match-ups and
forks under the declared conditions among them."""
_JUDGING: Final = 0.14
"""Seconds that judging a cell takes on the machine that was measured, on average over designs."""
_FIXED: Final = 3.0
"""Seconds of any page there: reading the runs, writing what was found."""
_WATCHED: Final = 1.2
"""Seconds there that games to watch take, of as many findings as have any: each is played again, and its chances asked."""
_FASTEST: Final = 0.7
"""No machine is taken to be faster than this share of that time."""


def page_seconds(parts: Sequence[Part]) -> float:
    """Return about how long the page takes: from how long judging took the last time, on this machine and with as many games.

    Parameters
    ----------
    parts : sequence of Part
        Those that were never played cost nothing.
    """
    begun = [part for part in parts if any(part.steps)]
    judged = [part for part in begun if part.judging > 0]
    if not judged:
        return usual_page_seconds(begun)
    took = sum(part.judging for part in judged)
    slowness = max(_FASTEST, took / sum(map(_usual, judged)))
    return _OF_JUDGING * took + slowness * (_FIXED + _watched(judged) + sum(_unjudged(part) for part in begun if not part.judges))


def usual_page_seconds(parts: Sequence[Part]) -> float:
    """Return how long the page of some parts took on the machine that was measured, where each had played its first step."""
    judged = sum(_usual(part) for part in parts if part.judges)
    return _FIXED + _watched(parts) + _OF_JUDGING * judged + sum(_unjudged(part) for part in parts if not part.judges)


def _watched(parts: Sequence[Part]) -> float:
    """Return how long games to watch usually take: they are of findings on characters."""
    return _WATCHED if any("character" in part.plan.design.margins for part in parts) else 0.0


def _usual(part: Part) -> float:
    """Return how long judging a part usually takes."""
    return _JUDGING * len(part.plan.cells)


def _unjudged(part: Part) -> float:
    """Return how long the page usually takes for a part that judges nothing."""
    return part.plan.design.page_seconds * len(part.plan.cells)
