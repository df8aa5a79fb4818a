"""Measuring whole commands: runs with one worker and with more, their memory and disk, and the analysis of what they wrote."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Measured", "disk_of", "measure_analysis", "measure_command", "measure_run"]

_LOOK: Final = 0.5
"""Seconds between two looks at the memory, which hold up who is looked at."""


@dataclass(frozen=True)
class Measured:
    """What a command took.

    Attributes
    ----------
    seconds : float
        Wall time from its start to its end.
    memory : float or None
        Greatest memory of all its processes together, in MB: what they share counts once. None where the system does not tell.
    course : tuple of float
        That memory at each look, in order of time.
    """

    seconds: float
    memory: float | None
    course: tuple[float, ...] = ()

    def memory_of(self, part: int, parts: int) -> float:
        """Give the greatest memory of one of several equal parts of the time, in MB."""
        n = len(self.course)
        return max(self.course[part * n // parts : max((part + 1) * n // parts, part * n // parts + 1)], default=0.0)


def measure_command(words: Sequence[str]) -> Measured:
    """Run a Python command line and watch it.

    Raises
    ------
    RuntimeError
        When it fails; with what it said.
    """
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    course = []
    while process.poll() is None:
        course.append(sum(_memory(pid) for pid in _tree(process.pid)) / 1e6)
        time.sleep(_LOOK)
    seconds = time.perf_counter() - begun
    _, said = process.communicate()
    if process.returncode:
        raise RuntimeError(f"{' '.join(words)} ended with {process.returncode}: {said}")
    return Measured(seconds, max(course, default=0.0) or None, tuple(course))


def _tree(pid: int) -> list[int]:
    """Name a process and all that it started."""
    found = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _tree(int(child))
    return found


def _memory(pid: int) -> int:
    """Proportional memory of a process in bytes; 0 where it is gone or the system does not tell."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def measure_run(folder: Path, games: int, workers: int) -> Measured:
    """Run classic Citadels with four players, `builder` at every seat, detail games, no rows."""
    words = f"-m citadels_sim run --variant classic-2000 --players 4 --bots builder --detail games --rows 0 --games {games}"
    return measure_command([*words.split(), "--workers", str(workers), "--out", str(folder)])


def disk_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measure_analysis(folder: Path) -> Measured:
    """Analyse a run, checksums included, as the report does; without drawing it."""
    code = (
        "from pathlib import Path; from citadels_sim.lab.tournament.analyse import analyse; "
        f"from citadels_sim.runs.reading import load_runs; analyse(load_runs([Path({str(folder)!r})]))"
    )
    return measure_command(["-c", code])
