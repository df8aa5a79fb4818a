"""Runs whose files are from before Polars wrote them (`own_writer.tar.xz`: two games of four `builder`) are read as those of today."""

from __future__ import annotations

import tarfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.tournament.analyse import analyse
from citadels_sim.designs.tournament.deals import accumulate
from citadels_sim.designs.tournament.metrics import CONDENSED
from citadels_sim.designs.tournament.sum_moments import sum_moments
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.verify import verify_run
from tests.small_runs import small

TABLES = ("games", "seats", "turns", "sums")


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("former")
    with tarfile.open(Path(__file__).with_name("own_writer.tar.xz")) as archive:
        archive.extractall(folder, filter="data")
    return folder / "run"


def test_a_former_run_is_whole(former: Path) -> None:
    verified = verify_run(LocalStore(former))
    assert verified.files == len(TABLES)
    assert verified.findings == ()


@pytest.mark.parametrize("table", TABLES)
def test_its_files_have_the_types_of_todays(former: Path, tmp_path: Path, table: str) -> None:
    run_experiment(small(games=2, players=[4], lineups=[["builder"]]), tmp_path / "run")
    paths = (folder / table / "part-00000.parquet" for folder in (former, tmp_path / "run"))
    before, now = (pl.read_parquet_schema(path) for path in paths)
    assert before == now


def test_its_rows_say_what_its_sums_say(former: Path) -> None:
    run = load_run(former)
    counted, summed = accumulate(run.batches(), CONDENSED), sum_moments(run)
    for family in CONDENSED:
        (rows,), (sums,) = counted[family.name].values(), summed[family.name].values()
        assert sums.labels == rows.labels
        np.testing.assert_array_equal(sums.cross, rows.cross)


def test_it_is_analysed(former: Path) -> None:
    tables = analyse([load_run(former)]).tables
    assert tables["seats"].filter(metric="win_rate")["value"].sum() == pytest.approx(1)
    assert tables["length"].filter(metric="mean_rounds")["value"].to_list() == [10.0]
