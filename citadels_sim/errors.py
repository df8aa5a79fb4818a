"""The errors that a user's mistake raises, and the words for a mistyped name.

Everything here is a `CitadelsError`: the command line prints its message (one, without a traceback)
and exits with code 2. Any other exception is a fault of this package and keeps its traceback.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "BotError",
    "CitadelsError",
    "ExperimentError",
    "Fault",
    "IllegalAction",
    "PositionError",
    "RunError",
    "UnavailableError",
    "VariantError",
    "is_failure",
    "nearest",
]


class CitadelsError(ValueError):
    """A mistake of the user; the message says what is wrong, where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a file.

    Attributes
    ----------
    where : str
        The file, or what else the key was read from.
    key : str
        Dotted key; ``""`` for the file as a whole.
    text : str
        What is wrong and what would be right.
    """

    where: str
    key: str
    text: str

    def __str__(self) -> str:
        """Write it as one line."""
        return ": ".join(part for part in (self.where, self.key, self.text) if part)


class VariantError(CitadelsError):
    """A variant that cannot be read or played, or that cannot seat this many players.

    Attributes
    ----------
    faults : tuple of Fault
        Each fault as data, where a file was read and its content is at fault.
    """

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class PositionError(CitadelsError):
    """A position that is not possible at a table of its variant."""


class IllegalAction(CitadelsError):
    """An action that is not legal at this decision; the game is unchanged."""


class ExperimentError(CitadelsError):
    """An experiment (file or options) that cannot be run."""


class RunError(CitadelsError):
    """A run folder that cannot be written, continued or read."""


class UnavailableError(RunError):
    """What a command needs of its surroundings is not there: room on the disk, a folder that another command holds, a scheduler.

    Whatever else was to be done needs it, too. Finished work is kept, and the same command continues it.
    """


class BotError(CitadelsError):
    """A bot that is not known, or that does not take these parameters."""


def is_failure(error: BaseException) -> bool:
    """Return whether a computation failed: any `Exception`, or a panic of Polars, which is none; not an interruption."""
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


def nearest(name: object, known: Iterable[str]) -> str:
    """Return which known name was probably meant.

    Parameters
    ----------
    name : object
        What the user wrote; compared as lower-case text.
    known : iterable of str
        The names that would have been right.

    Returns
    -------
    str
        ``" Did you mean 'x'?"`` with its leading space, or ``""`` when nothing is close. Meant to be
        put straight behind a full stop.
    """
    by_lower = {entry.lower(): entry for entry in known}
    try:
        text = str(name)[:200].lower()
    except (ValueError, RecursionError):  # a number of thousands of digits, or lists far too deep in each other
        return ""
    close = difflib.get_close_matches(text, list(by_lower), n=1, cutoff=0.6)
    return f" Did you mean '{by_lower[close[0]]}'?" if close else ""
