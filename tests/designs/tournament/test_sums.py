"""Sums that were counted while playing say the same as rows, to the last bit; and a run without rows is reported on like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from polars.testing import assert_frame_equal

from citadels_sim.designs.tournament import play as tournament_play
from citadels_sim.designs.tournament.analyse import analyse
from citadels_sim.designs.tournament.deals import accumulate
from citadels_sim.designs.tournament.metrics import CONDENSED
from citadels_sim.designs.tournament.sum_moments import sum_moments
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_runs
from citadels_sim.runs.runner import run_experiment

Speak = Callable[..., Any]
EXPERIMENT: dict[str, Any] = {
    "name": "sums",
    "variants": ["classic-2000", "dark-city-random"],
    "players": [4, 5],
    "games": 150,
    "seed": 3,
    "lineups": [["builder"], ["builder", "random"]],
}


def play(folder: Path, **changes: Any) -> Path:
    run_experiment(make_experiment({**EXPERIMENT, **changes}, "test"), folder)
    return folder


@pytest.fixture(scope="module")
def with_rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("sums") / "rows", detail="turns")


@pytest.mark.parametrize("family", CONDENSED, ids=lambda family: family.name)
def test_sums_are_those_of_the_rows(with_rows: Path, family: Any) -> None:
    run = load_runs([with_rows])[0]
    counted = accumulate(run.batches(), [family])[family.name]
    summed = sum_moments(run)[family.name]
    assert summed.keys() == counted.keys()
    for cell, rows in counted.items():
        assert summed[cell].blocks == rows.blocks
        assert summed[cell].labels == rows.labels
        np.testing.assert_array_equal(summed[cell].totals, rows.totals)
        np.testing.assert_array_equal(summed[cell].cross, rows.cross)


@pytest.mark.parametrize("kept", [0, 20])
def test_a_run_with_few_rows_or_none_is_analysed_to_the_same_figures(with_rows: Path, tmp_path: Path, kept: int) -> None:
    whole, without = (analyse(load_runs([folder])) for folder in (with_rows, play(tmp_path / "run", detail="turns", rows=kept)))
    assert without.has_turns
    for name, table in whole.tables.items():
        assert_frame_equal(without.tables[name], table)
    assert_frame_equal(without.cells, whole.cells)


def test_shards_of_any_size_have_the_same_sums(with_rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sim.runs.plan._SHARD_GAMES_SUMS", 60)
    monkeypatch.setattr(tournament_play, "BATCH", 3)
    small = sum_moments(load_runs([play(tmp_path / "run", detail="turns", rows=0)])[0])
    for family, cells in sum_moments(load_runs([with_rows])[0]).items():
        for cell, moments in cells.items():
            assert small[family][cell].labels == moments.labels
            np.testing.assert_array_equal(small[family][cell].cross, moments.cross)


def test_a_run_without_rows_is_reported_on(citadels: Speak, tmp_path: Path) -> None:
    words = ("--variant", "classic-2000", "--games", "300", "--detail", "games", "--rows", "0", "--workers", "1")
    assert citadels("run", *words, "--out", tmp_path / "run").code == 0
    assert not list((tmp_path / "run").glob("games/*"))
    result = citadels("report", tmp_path / "run", "--out", tmp_path / "report")
    assert result.code == 0, result.err
    assert "300" in (tmp_path / "report" / "report.md").read_text()
