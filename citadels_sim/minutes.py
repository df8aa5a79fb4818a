"""Minutes as a user gives them: how many are too few, and how many are left."""

from __future__ import annotations

import math

from citadels_sim.errors import ExperimentError


class TooShortError(ExperimentError):
    """A search, or an experiment of so many minutes, has too little time to show anything but luck.

    Attributes
    ----------
    seconds : float
        What it takes at least, with these bots on this machine.
    """

    def __init__(self, seconds: float, what: str = "a search") -> None:
        super().__init__(f"--minutes: too short for {what}; with these bots it takes {minutes_words(seconds)} minutes or more.")
        self.seconds = seconds


def minutes_words(seconds: float) -> str:
    """Write a time in minutes, with two digits and rounded up: as a number to give, it is enough."""
    minutes = 1.1 * seconds / 60  # how fast games are is measured anew then, and may come out slower
    unit = 10.0 ** (math.floor(math.log10(minutes)) - 1)
    return f"{math.ceil(round(minutes / unit, 6)) * unit:.6g}"


def minutes_left(seconds: float) -> str:
    """Write a time that is left, rounded down: in minutes with two digits, or in whole seconds: ``2.1 minutes``, ``12 seconds``."""
    if seconds < 60:
        whole = math.floor(seconds)
        return f"{whole} second{'s' * (whole != 1)}"
    minutes = seconds / 60
    unit = 10.0 ** (math.floor(math.log10(minutes)) - 1)
    return f"{math.floor(round(minutes / unit, 6)) * unit:.6g} minutes"
