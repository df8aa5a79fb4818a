"""Small experiments, and runs that several tests look at but none changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.runs.experiment import Experiment, make_experiment
from citadels_sim.runs.runner import run_experiment

SMALL: dict[str, Any] = {
    "name": "small", "variants": ["classic-2000"], "players": [4], "games": 60, "lineups": [["builder"]], "seed": 5, "detail": "turns",
}  # fmt: skip


def small(**changes: Any) -> Experiment:
    return make_experiment({**SMALL, **changes}, "test")


@pytest.fixture
def experiment() -> Callable[..., Experiment]:
    return small


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run with everything in it: two variants, two numbers of players, two line-ups, all events. Read only."""
    folder = tmp_path_factory.mktemp("played") / "run"
    lineups = [["builder", "random"], ["random"]]
    asked = small(variants=["classic-2000", "classic-summary"], players=[3, 4], lineups=lineups, detail="events")
    run_experiment(asked, folder)
    return folder


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of a few games, so that small runs have several, and none too few for a second process."""
    monkeypatch.setattr("citadels_sim.runs.pool._FEW_SHARDS", 1)
    monkeypatch.setattr("citadels_sim.runs.plan._SHARD_GAMES", {"games": 16, "turns": 16, "events": 16})
