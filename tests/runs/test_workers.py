"""Worker processes: one that is still starting when all is done is not waited for."""

from __future__ import annotations

import multiprocessing

from citadels_sim.runs.pool import _start_helper


def test_a_worker_that_is_still_starting_is_not_waited_for() -> None:
    before = multiprocessing.active_children()
    member = _start_helper()
    (process,) = (child for child in multiprocessing.active_children() if child not in before)
    member.stop()
    member.join()
    assert process.exitcode == -9
