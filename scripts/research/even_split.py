"""Compares the budget of a study with an even split of the same time: `scripts/research/run even_split [SEEDS [MINUTES]]`.

Prints for each seed the widest open interval, in units of its limit, that both leave after so many minutes of processor time, and writes
``reports/even-split.md``. Both play with one process, and time is what the processor spent: other work on the machine costs neither.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Final
from unittest import mock

import psutil

from citadels_sim import __version__
from citadels_sim.study import growth, runner
from citadels_sim.study.budget import Need, next_step
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.question import make_question

REPORT: Final = Path(__file__).resolve().parents[2] / "reports" / "even-split.md"


def clock() -> float:
    """Return the seconds of processor time of this process and of those that it started."""
    own = psutil.Process()
    return float(sum(used.user + used.system for used in (process.cpu_times() for process in (own, *own.children(recursive=True)))))


def even(needs: Sequence[Need], seconds: float) -> list[int]:
    """Give every cell the same time."""
    return [next_step(need.looks, need.blocks, need.blocks + seconds / len(needs) / need.seconds) for need in needs]


def widest(seed: int, minutes: float) -> float:
    """Play a study and return the widest interval that it leaves open."""
    keys = {"variants": ["classic-2000"], "designs": ["games", "forks", "flow"], "minutes": minutes, "seed": seed}
    keys |= {"bots": ["builder"]}  # a study that names none takes stronger ones
    question = make_question(keys, "the command line")
    with tempfile.TemporaryDirectory() as folder:
        with mock.patch.object(runner, "time", SimpleNamespace(monotonic=clock)):
            study = runner.Study(Path(folder), StudyRecord(question=question), 1)
            study.play(60 * minutes, repairs=False)
        return float(max(lack for part in study.parts if part.judges for lack in part.lacks))


def report(halves: Sequence[tuple[float, float]], minutes: float) -> Iterator[str]:
    """Write the page."""
    better = sum(shared < alike for shared, alike in halves)
    yield "# Does the budget of a study beat an even split?\n"
    yield (
        "A study of classic Citadels (4 to 7 players, `builder`; games, forks and flow) was played twice with each seed for "
        f"{minutes:g} minutes of processor time: once as `citadels study` divides its time, once with the same time for every table of "
        "every kind. Compared is the widest interval that still settles nothing: its half-width as a multiple of its limit.\n"
    )
    yield f"The study's budget left the narrower one with {better} of {len(halves)} seeds.\n"
    yield "| seed | study's budget | even split |\n|---:|---:|---:|"
    yield from (f"| {seed} | {shared:.2f} | {alike:.2f} |" for seed, (shared, alike) in enumerate(halves, start=1))
    medians = [statistics.median(each) for each in zip(*halves, strict=True)]
    yield f"| median | {medians[0]:.2f} | {medians[1]:.2f} |"
    yield f"\nMade by `scripts/research/run even_split {len(halves)} {minutes:g}` with citadels_sim {__version__}."


def main(seeds: int = 10, minutes: float = 0.5) -> None:
    """Play both for every seed."""
    halves = []
    for seed in range(1, seeds + 1):
        shared = widest(seed, minutes)
        with mock.patch.object(growth, "divide", even):
            alike = widest(seed, minutes)
        halves.append((shared, alike))
        print(f"seed {seed}: {shared:.2f} with the study's budget, {alike:.2f} with an even split", flush=True)
    REPORT.write_text("\n".join(report(halves, minutes)) + "\n", encoding="utf-8")
