"""Compares the budget of a study with an even split of the same time: `python scripts/_even_split.py [SEEDS] [MINUTES]`.

Prints for each seed the widest open interval, in units of its limit, that both leave after so many minutes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

from citadels_sim.processes import cores
from citadels_sim.study import runner
from citadels_sim.study.budget import Need, next_step
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.question import make_question


def even(needs: Sequence[Need], seconds: float) -> list[int]:
    """Give every cell the same time."""
    return [next_step(need.looks, need.blocks, need.blocks + seconds / len(needs) / need.seconds) for need in needs]


def widest(seed: int, minutes: float) -> float:
    """Play a study and return the widest interval that it leaves open."""
    keys = {"variants": ["classic-2000"], "designs": ["games", "forks", "flow"], "minutes": minutes, "seed": seed}
    question = make_question(keys, "the command line")
    with tempfile.TemporaryDirectory() as folder:
        study = runner.Study(Path(folder), StudyRecord(question=question), cores())
        study.play(60 * minutes, repairs=False)
        return max(lack for part in study.parts if part.judges for lack in part.lacks)


def main() -> None:
    """Play both for every seed."""
    seeds, minutes = (int(sys.argv[1]) if len(sys.argv) > 1 else 10), (float(sys.argv[2]) if len(sys.argv) > 2 else 0.5)
    for seed in range(1, seeds + 1):
        shared = widest(seed, minutes)
        with mock.patch.object(runner, "divide", even):
            alike = widest(seed, minutes)
        print(f"seed {seed}: {shared:.2f} with the study's budget, {alike:.2f} with an even split", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
