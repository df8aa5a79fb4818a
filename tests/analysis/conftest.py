"""Synthetic runs that several tests read."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.lab.tournament.analyse import Analysis, analyse
from citadels_sim.runs.reading import load_runs
from tests.analysis.synthetic_run import Toy, write_run


@pytest.fixture(scope="session")
def four_players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run of a toy game with random picks and a strong first seat."""
    toy = Toy(blocks=1500, blocks_per_shard=400, seat_strength=(1.0,))
    return write_run(tmp_path_factory.mktemp("runs") / "four", toy)


@pytest.fixture(scope="session")
def analysed(four_players: Path) -> Analysis:
    return analyse(load_runs([four_players]))
