"""The run folders that a command plays and reads: where an analysis fails in a way that nobody foresaw, what others wrote may be why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class CommandFolders:
    """What is noted while a command runs.

    Attributes
    ----------
    played, read : list of pathlib.Path
        Run folders, in the order in which they were used. What goes wrong with the tables of those that were played is a fault of ours.
    """

    played: list[Path] = field(default_factory=list)
    read: list[Path] = field(default_factory=list)

    @property
    def foreign(self) -> list[Path]:
        """Those that were read and not played, each once."""
        return [folder for folder in dict.fromkeys(self.read) if folder not in self.played]


_PRESENT: ContextVar[CommandFolders | None] = ContextVar("_PRESENT", default=None)


@contextmanager
def noted_folders() -> Iterator[CommandFolders]:
    """Note the folders that are played and read from here on; outside, as where Python calls the library, nothing is noted."""
    folders = CommandFolders()
    before = _PRESENT.set(folders)
    try:
        yield folders
    finally:
        _PRESENT.reset(before)


def note_played(folder: Path) -> None:
    """Note that the present command has played a run folder."""
    if (folders := _PRESENT.get()) is not None:
        folders.played.append(folder)


def note_read(folder: Path) -> None:
    """Note that the present command reads a run folder."""
    if (folders := _PRESENT.get()) is not None:
        folders.read.append(folder)
