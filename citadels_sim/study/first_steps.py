"""The first step of every part of a study: how long it takes, and what does not fit into the time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from citadels_sim.study.part import Part
from citadels_sim.text import listed

BEGUN: Final = 0.5
"""Share of the time for play by which the first step of a part that judges nothing is over, or it is not begun."""


def first_seconds(parts: Sequence[Part], workers: int) -> float:
    """Return about how long so many workers take for the first steps that are left, by what bots state and how that has come true."""
    return slowness(parts) * sum(part.first_seconds() for part in parts) / workers


def too_long(parts: Sequence[Part], workers: int, spent: float, seconds: float) -> Iterator[tuple[Part, float]]:
    """Yield each part that judges nothing and does not fit, and how many seconds of play it would take.

    Parameters
    ----------
    parts : sequence of Part
        All of a study; none is yielded that has begun.
    workers : int
    spent : float
        Seconds that have gone by.
    seconds : float
        For play, in all.
    """
    pace = slowness(parts) / workers
    at = spent + pace * sum(part.first_seconds() for part in parts if part.judges)
    for part in (part for part in parts if not part.judges and not any(part.steps)):
        if at + pace * part.first_seconds() > BEGUN * seconds:
            yield part, (at + pace * part.first_seconds()) / BEGUN
        else:  # what does not fit takes no time from what comes behind it
            at += pace * part.first_seconds()


def slowness(parts: Sequence[Part]) -> float:
    """Return how many times longer play has taken than bots state; 1 where nothing was played."""
    stated = sum(part.stated_seconds for part in parts)
    return sum(part.spent for part in parts if any(part.timed)) / stated if stated else 1.0


def words_left_out(parts: Sequence[tuple[str, float]]) -> str:
    """State which parts (name, and seconds of a study that begins it) are not begun, and with how much time each would be."""
    by_minutes: dict[float, list[str]] = {}
    for name, seconds in parts:
        by_minutes.setdefault(math.ceil(seconds / 30) / 2, []).append(name)
    words = [f"{listed(names)} ({minutes:g} minute{'s' * (minutes != 1)} or more)" for minutes, names in sorted(by_minutes.items())]
    return f"Left out, since they need a longer study: {', '.join(words)}."


def words_too_short(seconds: float) -> str:
    """State that a study takes longer than it was given."""
    return (
        f"The first step of every table and the page take about {seconds / 60:.1f} minutes: longer than requested. Fewer variants, "
        f"--players, --bots or --designs take less."
    )
