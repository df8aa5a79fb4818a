"""Worker processes: one that is still starting when all is done is not waited for."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path

from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.pool import _start_helper
from citadels_sim.runs.store import LocalStore


def test_a_worker_that_is_still_starting_is_not_waited_for(experiment: Callable[..., Experiment], tmp_path: Path) -> None:
    before = multiprocessing.active_children()
    member = _start_helper(make_plan(experiment()), LocalStore(tmp_path))
    (process,) = (child for child in multiprocessing.active_children() if child not in before)
    member.stop()
    member.join()
    assert process.exitcode == -9
