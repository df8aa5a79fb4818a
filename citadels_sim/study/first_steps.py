"""The first step of every part of a study: how long it takes, and what does not fit into the time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from citadels_sim.study.clock import Clock
from citadels_sim.study.page_time import page_seconds, usual_page_seconds
from citadels_sim.study.part import Part
from citadels_sim.text import listed

_LATE: Final = 1.1
"""How many times its minutes a study may take before it says so."""
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
        f"numbers of players, bots or kinds of experiment take less time."
    )


class Omissions:
    """What a study leaves out because it does not fit into the time, and what it says of that.

    Parameters
    ----------
    parts : list of Part
        All of the study.
    workers : int
    clock : Clock
    note : callable
        Says a sentence.

    Attributes
    ----------
    not_begun : list of str
        Parts that are not begun for want of time.
    """

    def __init__(self, parts: Sequence[Part], workers: int, clock: Clock, note: Callable[[str], None]) -> None:
        self._parts, self._workers, self._clock, self._note = parts, workers, clock, note
        self._warned = False
        self.not_begun: list[str] = []

    def warn(self) -> None:
        """State once that the first steps and the page take longer than was requested, as soon as that is known."""
        clock, judging = self._clock, [part for part in self._parts if part.judges]
        if clock.requested is None or self._warned:
            return
        page = max(usual_page_seconds(judging), page_seconds(self._parts)) if clock.holds_page else 0.0
        needed = clock.passed + first_seconds(judging, self._workers) + page
        if needed > _LATE * clock.requested:
            self._warned = True
            self._note(words_too_short(needed + clock.before))

    def leave_out(self, seconds: float) -> None:
        """Note which parts that judge nothing are not begun in so many seconds of play, and say so."""
        others = (self._clock.requested or seconds) - seconds + self._clock.before  # such as the page
        found = too_long(self._parts, self._workers, self._clock.passed, seconds)
        late = [(part.name, needed + others) for part, needed in found if part.name not in self.not_begun and not part.failed]
        if late:
            self.not_begun += [name for name, _ in late]
            self._note(words_left_out(late))
