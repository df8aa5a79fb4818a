"""What a run did, and how to continue an interrupted one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from citadels_sim.text import command_line


class CellTime(NamedTuple):
    """Blocks of a cell that were played, and the seconds of one process that they took."""

    blocks: int
    seconds: float


@dataclass(frozen=True)
class RunSummary:
    """What a run did.

    Attributes
    ----------
    folder : str
        The run folder.
    games : int
        Games of the whole experiment; of cells that reached their precision early, those that it took.
    done : int
        Games that are in the folder now.
    played : int
        Games that were played just now.
    damaged : tuple of str
        Files that were damaged or missing and were made again.
    seconds : float
        Wall time of playing and writing, without compiling.
    command : tuple of str
        The command line that continues the run.
    stopped : tuple of str
        Where a precision was requested: of each cell that is played, why it ended where it did.
    cell_times : tuple of CellTime
        What was played of each cell just now.
    """

    folder: str
    games: int
    done: int
    played: int
    damaged: tuple[str, ...]
    seconds: float
    command: tuple[str, ...]
    stopped: tuple[str, ...] = ()
    cell_times: tuple[CellTime, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everything is there."""
        return self.done == self.games


class Interrupted(KeyboardInterrupt):
    """The run was interrupted; what was finished is kept.

    Attributes
    ----------
    summary : RunSummary
        How far it came.
    """

    def __init__(self, summary: RunSummary) -> None:
        super().__init__()
        self.summary = summary


def resume_hint(summary: RunSummary, unit: str = "games") -> str:
    """Report what an interrupted run has, in its unit, and how to continue."""
    again = command_line(summary.command)
    return f"{summary.done:,} of {summary.games:,} {unit} are done and kept in {summary.folder}. Continue with:\n  {again}"
