"""Reports of synthetic runs that several tests read."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.report import ReportPaths, make_report
from tests.analysis.synthetic_run import Toy, write_run


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run of a toy game at four and five players, with a taste for the Architect."""
    toy = Toy(players=(4, 5), blocks=150, taste={"architect": 1.2}, seat_strength=(0.3,))
    return write_run(tmp_path_factory.mktemp("runs") / "toy", toy)


@pytest.fixture(scope="session")
def report(run: Path, tmp_path_factory: pytest.TempPathFactory) -> ReportPaths:
    return make_report([run], tmp_path_factory.mktemp("reports") / "toy")
