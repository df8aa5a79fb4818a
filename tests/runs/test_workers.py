"""Worker processes: one that is still starting when all is done is not waited for, and little is played without them."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from citadels_sim.runs.pool import _Process
from citadels_sim.runs.runner import run_experiment
from tests.small_runs import small


def test_a_worker_that_is_still_starting_is_not_waited_for() -> None:
    worker = _Process()
    worker.end()
    assert worker.process.exitcode == -9


@pytest.mark.parametrize("kind", ["games", "forks", "bans"])
def test_what_takes_a_moment_is_played_by_threads(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a second process, and with the same bytes as one player alone."""
    monkeypatch.setattr("citadels_sim.runs.pool._FEW_SHARDS", 1_000)
    monkeypatch.setattr("citadels_sim.runs.pool._Process", None)
    begun = set(threading.enumerate())
    for workers in (1, 3):
        run_experiment(small(kind=kind, games=200), tmp_path / f"{workers}", workers=workers)
    until = time.monotonic() + 10  # a thread that has been told to end may need a moment
    while set(threading.enumerate()) - begun and time.monotonic() < until:
        time.sleep(0.01)
    assert not set(threading.enumerate()) - begun  # one of before, of another test, may end meanwhile
    alone, together = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.parquet")} for name in ("1", "3")
    )
    assert len(alone) > 1
    assert together == alone
