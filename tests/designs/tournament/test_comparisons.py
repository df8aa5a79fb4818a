"""What common deals bring is counted exactly: against plain numpy over all rows."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.tournament.comparisons import FIGURES
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.runner import run_experiment

pytestmark = pytest.mark.usefixtures("small_shards")

CELL = ("variant", "players", "lineup")
EXPERIMENT: dict[str, Any] = {
    "name": "pairs",
    "variants": ["classic-2000", "classic-2000-short"],
    "players": [3, 4],
    "games": 90,
    "seed": 2,
    "detail": "games",
    "lineups": [["builder"], ["builder", "random"]],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pairs") / "run"
    run_experiment(make_experiment(EXPERIMENT, "test"), folder)
    return folder


def comparisons(folder: Path) -> list[dict[str, Any]]:
    stored: list[dict[str, Any]] = json.loads((folder / "manifest.json").read_text())["comparisons"]
    return stored


def per_block(folder: Path, cell: dict[str, Any]) -> dict[str, np.ndarray]:
    """Figures of each block from the rows, as means per game."""
    here = pl.all_horizontal(pl.col(name).cast(pl.String) == str(cell[name]) for name in CELL)
    games = pl.read_parquet(folder / "games" / "*.parquet").filter(here)
    seats = pl.read_parquet(folder / "seats" / "*.parquet").filter(here).with_columns(pl.col("total").cast(pl.Int64))
    crowned = seats.join(games.select("block", "rotation", "first_crown"), on=["block", "rotation"])
    first = cell["lineup"].partition(",")[0]
    game = crowned.group_by("block", "rotation").agg(
        winner_total=pl.col("total").max(),
        margin=pl.col("total").max() - pl.col("total").top_k(2).min(),
        points=pl.col("total").sum(),
        first_crown_wins=pl.col("win").filter(pl.col("seat") == pl.col("first_crown")).sum(),
        first_bot_wins=pl.col("win").filter(pl.col("bot").cast(pl.String) == first).sum(),
    )
    blocks = game.join(games, on=["block", "rotation"]).group_by("block").agg(pl.col(list(FIGURES)).mean()).sort("block")
    return {name: blocks[name].to_numpy() for name in FIGURES}


def test_every_two_cells_that_differ_in_one_thing_are_compared(run: Path) -> None:
    cells = list(itertools.product(EXPERIMENT["variants"], EXPERIMENT["players"], ["builder", "builder,random"]))
    expected = {(a, b) for a, b in itertools.combinations(cells, 2) if sum(x != y for x, y in zip(a, b, strict=True)) == 1}
    result = {tuple(tuple(pair[side].values()) for side in "ab"): pair["by"] for pair in comparisons(run)}
    assert result.keys() == expected
    for (a, b), by in result.items():
        assert a[CELL.index(by)] != b[CELL.index(by)]


def test_differences_errors_and_ratios_are_those_of_the_rows(run: Path) -> None:
    for pair in comparisons(run):
        a, b = per_block(run, pair["a"]), per_block(run, pair["b"])
        n = min(len(next(iter(a.values()))), len(next(iter(b.values()))))
        assert pair["blocks"] == n
        for name, stored in pair["figures"].items():
            x, y = a[name][:n], b[name][:n]
            assert stored["difference"] == pytest.approx(np.mean(x - y), abs=1e-9)
            assert stored["se"] == pytest.approx(np.std(x - y, ddof=1) / np.sqrt(n), abs=1e-7)
            together = np.var(x, ddof=1) + np.var(y, ddof=1)
            if together > 1e-9:
                assert stored["variance_ratio"] == pytest.approx(np.var(x - y, ddof=1) / together, abs=1e-6)
            else:
                assert stored["variance_ratio"] is None


def test_common_deals_take_noise_out_of_a_comparison_of_variants(run: Path) -> None:
    figures = [pair["figures"] for pair in comparisons(run) if pair["by"] == "variant"]
    assert all(pair["points"]["variance_ratio"] < 0.95 for pair in figures)


def test_windows_and_shards_do_not_change_the_comparison(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sim.designs.tournament.comparisons._WINDOW", 7)
    monkeypatch.setattr("citadels_sim.runs.plan._SHARD_GAMES", {"games": 11})
    run_experiment(make_experiment(EXPERIMENT, "test"), tmp_path / "run")
    assert comparisons(tmp_path / "run") == comparisons(run)


def test_one_cell_has_nothing_to_compare_and_keeps_no_blocks(tmp_path: Path) -> None:
    run_experiment(
        make_experiment({**EXPERIMENT, "variants": ["classic-2000"], "players": [4], "lineups": [["builder"]]}, "test"), tmp_path / "run"
    )
    assert comparisons(tmp_path / "run") == []
    assert not (tmp_path / "run" / "blocks").exists()
