"""Runs that several tests look at but none changes: one as it is played, and a synthetic one."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.designs.tournament.analyse import Analysis, analyse
from citadels_sim.runs.reading import load_runs
from citadels_sim.runs.runner import run_experiment
from tests.small_runs import small
from tests.synthetic_run import Toy, write_run


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run with everything in it: two variants, two numbers of players, two line-ups, all events. Read only."""
    folder = tmp_path_factory.mktemp("played") / "run"
    lineups = [["builder", "random"], ["random"]]
    shown = small(variants=["classic-2000", "classic-summary"], players=[3, 4], lineups=lineups, detail="events")
    run_experiment(shown, folder)
    return folder


@pytest.fixture(scope="session")
def four_players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run of a toy game with random picks and a strong first seat."""
    toy = Toy(blocks=1500, blocks_per_shard=400, seat_strength=(1.0,))
    return write_run(tmp_path_factory.mktemp("runs") / "four", toy)


@pytest.fixture(scope="session")
def analysed(four_players: Path) -> Analysis:
    return analyse(load_runs([four_players]))
