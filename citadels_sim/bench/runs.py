"""Measuring whole commands: runs with one worker and with more, their memory and disk, and the analysis of what they wrote."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citadels_sim.bench.workplace import Workplace

_LOOK: Final = 0.5
"""Seconds between two readings of the memory, which slow down the process that is read."""


@dataclass(frozen=True)
class Measured:
    """What a command took.

    Attributes
    ----------
    seconds : float
        Wall time from its start to its end.
    memory : float or None
        Greatest memory of all its processes together, in MB: what they share counts once. None where the system does not report it.
    course : tuple of float
        That memory at each look, in order of time.
    """

    seconds: float
    memory: float | None
    course: tuple[float, ...] = ()

    def memory_of(self, part: int, parts: int) -> float:
        """Return the greatest memory of one of several equal parts of the time, in MB."""
        n = len(self.course)
        return max(self.course[part * n // parts : max((part + 1) * n // parts, part * n // parts + 1)], default=0.0)


def measure_command(words: Sequence[str], place: Workplace | None = None) -> Measured:
    """Run a Python command line and watch it.

    Raises
    ------
    RuntimeError
        When it fails; with its output.
    Late
        When the time of the workplace is over.
    """
    course: list[float] = []
    where = place or Workplace(Path())
    seconds = where.command(words, look=lambda pid: course.append(sum(map(_memory, _tree(pid))) / 1e6), pause=_LOOK)
    return Measured(seconds, max(course, default=0.0) or None, tuple(course))


def _tree(pid: int) -> list[int]:
    """Name a process and all that it started."""
    processes = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                processes += _tree(int(child))
    return processes


def _memory(pid: int) -> int:
    """Proportional memory of a process in bytes; 0 where it is gone or the system does not report it."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def measure_run(folder: Path, games: int, workers: int, place: Workplace | None = None) -> Measured:
    """Run classic Citadels with four players, `builder` at every seat, detail games, no rows."""
    words = f"-m citadels_sim run --variant classic-2000 --players 4 --bots builder --detail games --rows 0 --games {games}"
    return measure_command([*words.split(), "--workers", str(workers), "--out", str(folder)], place)


def disk_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measure_analysis(folder: Path, place: Workplace | None = None) -> Measured:
    """Analyse a run, checksums included, as the report does; without drawing it."""
    code = (
        "from pathlib import Path; from citadels_sim.designs.tournament.analyse import analyse; "
        f"from citadels_sim.runs.reading import load_runs; analyse(load_runs([Path({str(folder)!r})]))"
    )
    return measure_command(["-c", code], place)
