"""A run has the same bytes however it is played: with one worker, with two, and continued after a stop."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.store import open_store
from citadels_sim.runs.summary import Interrupted
from citadels_sim.runs.verify import verify_run
from tests.runs.test_run_folder import StopAfter, tables


def assert_played_alike(experiment: Experiment, shard_games: int, place: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Play an experiment of a design three times, in shards of so few games; return its tables, the same each time."""
    monkeypatch.setitem(DESIGNS, experiment.kind, replace(DESIGNS[experiment.kind], shard_games=shard_games))
    run_experiment(experiment, place / "one")
    run_experiment(experiment, place / "two", workers=2)
    with pytest.raises(Interrupted):
        run_experiment(experiment, place / "cut", progress=StopAfter(2))
    assert len(tables(place / "cut")) < len(tables(place / "one"))
    run_experiment(experiment, place / "cut")
    assert tables(place / "one") == tables(place / "two") == tables(place / "cut")
    assert verify_run(open_store(place / "cut")).findings == ()
    return tables(place / "one")
