"""A cell ends once its win chances are as precise as requested, at the same block whoever plays; its intervals hold at every look."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citadels_sim.designs.tournament.precision import ALPHA, CellWatch, chance_half_width, half_width, tightest
from citadels_sim.designs.tournament.sum_moments import sum_moments
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.layout import looks_of
from citadels_sim.runs.plan import Shard, make_plan
from citadels_sim.runs.reading import load_runs
from citadels_sim.runs.runner import Progress, run_experiment
from citadels_sim.runs.schedule import look_at
from citadels_sim.runs.summary import Interrupted

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


def manifest(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return data


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.glob("*/*"))}


@pytest.fixture(autouse=True)
def early_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks at a few dozen blocks, so that small runs have several."""
    monkeypatch.setattr("citadels_sim.runs.layout._FIRST_LOOK", 60)
    for module in ("plan", "manifest"):
        monkeypatch.setattr(f"citadels_sim.runs.{module}.PIECES", 2)
    monkeypatch.setattr("citadels_sim.runs.plan._SHARD_GAMES_SUMS", 50)


def test_a_cell_ends_when_it_is_precise_enough_and_says_why(experiment: Make, tmp_path: Path) -> None:
    shown = experiment(games=4000, rows=0, detail="games", precision=9, lineups=[["builder"], ["builder", "random"]])
    summary = run_experiment(shown, tmp_path / "run")
    shown = manifest(tmp_path / "run")
    assert summary.complete
    assert len(summary.stopped) == 2
    for cell in shown["cells"]:
        assert cell["blocks"] < cell["most_blocks"]
        assert cell["stopped"]["by"] == "precision"
        assert cell["stopped"]["half_width"] <= 9
        assert "within the requested 9" in cell["stopped"]["why"]
    played = {row["lineup"]: row["games"] for row in shown["cells"]}
    assert played["builder,random"] != played["builder"]
    moments = sum_moments(load_runs([tmp_path / "run"])[0])["length"]
    assert {cell[2]: result.totals[[label[1] for label in result.labels].index("games")] for cell, result in moments.items()} == played


def test_a_cell_that_does_not_become_precise_plays_all_its_games_and_says_so(experiment: Make, tmp_path: Path) -> None:
    run_experiment(experiment(games=200, rows=0, detail="games", precision=0.1), tmp_path / "run")
    cell = manifest(tmp_path / "run")["cells"][0]
    assert (cell["games"], cell["stopped"]["by"]) == (200, "games")
    assert "not within the requested 0.1, but all allowed games are played" in cell["stopped"]["why"]


class StopAfter(Progress):
    def __init__(self, shards: int) -> None:
        self.left = shards

    def advance(self, games: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_neither_workers_nor_stops_change_where_a_cell_ends(experiment: Make, tmp_path: Path) -> None:
    shown = experiment(games=4000, rows=40, detail="turns", precision=9, players=[3, 4])
    run_experiment(shown, tmp_path / "one")
    run_experiment(shown, tmp_path / "three", workers=3)
    for stop in (1, 2, 3):
        with pytest.raises(Interrupted):
            run_experiment(shown, tmp_path / "stopped", workers=2, progress=StopAfter(stop))
    run_experiment(shown, tmp_path / "stopped", workers=2)
    for folder in ("three", "stopped"):
        assert contents(tmp_path / folder) == contents(tmp_path / "one")
        assert manifest(tmp_path / folder)["cells"] == manifest(tmp_path / "one")["cells"]
    assert run_experiment(shown, tmp_path / "one").played == 0


def test_the_figures_that_count_are_seats_bots_and_characters(experiment: Make, tmp_path: Path) -> None:
    shown = experiment(games=400, precision=0.1, lineups=[["builder", "random"]])
    run_experiment(shown, tmp_path / "run")
    stopped = manifest(tmp_path / "run")["cells"][0]["stopped"]
    assert stopped["figures"] == 4 + 2 + 8


def test_the_half_width_is_that_of_the_block_estimator_widened(experiment: Make, tmp_path: Path) -> None:
    run_experiment(experiment(games=400, rows=0, detail="games", precision=0.1, lineups=[["builder", "random"]]), tmp_path / "run")
    stopped = manifest(tmp_path / "run")["cells"][0]["stopped"]
    family, group = stopped["figure"].split()
    moments = next(iter(sum_moments(load_runs([tmp_path / "run"])[0])[family].values()))
    ratio = moments.ratios(moments.weights({(group, "credit"): 1 / 840})[None], moments.weights({(group, "games"): 1.0})[None])
    blocks = moments.blocks
    alpha = ALPHA / stopped["figures"]
    sigma = float(ratio.se[0]) * math.sqrt(blocks)
    plan = make_plan(experiment(games=400, precision=0.1, detail="games", lineups=[["builder", "random"]]))
    watch = CellWatch(plan.cells[0], 0.1)
    expected = 100 * half_width(sigma, blocks, tightest(watch._tightest_at, alpha), alpha)
    assert stopped["half_width"] == pytest.approx(expected, rel=1e-9)


def test_looks_are_at_the_same_shards_whatever_becomes_of_them(experiment: Make) -> None:
    cell = make_plan(experiment(games=5000, rows=0, detail="games", precision=1)).cells[0]
    shards = [Shard(i, 0, first, blocks, blocks, rows) for i, (first, blocks, rows) in enumerate(cell.ranges())]
    looks = look_at(cell, shards)
    assert [shards[i - 1].end for i in looks[:4]] == [60, 72, 86, 103]
    assert looks[-1] == len(shards)


def test_a_watched_interval_misses_seldom_and_one_for_a_fixed_number_often() -> None:
    random = np.random.default_rng(7)
    runs, n = 400, 20_000
    looks = np.unique(np.geomspace(1000, n, 40).astype(int))
    rho2 = tightest(5_000, 0.05)
    missed = naive = 0
    for _ in range(runs):
        wins = random.random(n) < 0.25
        mean = np.cumsum(wins)[looks - 1] / looks
        sigma = np.sqrt(mean * (1 - mean))
        away = np.abs(mean - 0.25)
        missed += bool(np.any(away > [half_width(s, k, rho2, 0.05) for s, k in zip(sigma, looks.tolist(), strict=True)]))
        naive += bool(np.any(away > 1.96 * sigma / np.sqrt(looks)))
    assert missed / runs <= 0.05 + 0.02
    assert naive / runs > 0.15


def test_a_bot_that_hardly_ever_wins_is_seldom_missed() -> None:
    random, chance, runs = np.random.default_rng(7), 1 / 2_000, 400
    looks = np.array(looks_of(10_000, 1))
    rho2 = tightest(2_500, 0.05)
    missed = 0
    for _ in range(runs):
        won = np.cumsum(random.random(looks[-1]) < chance)[looks - 1].tolist()
        halves = [chance_half_width(n, (wins, n, wins, wins, n), 1.0, rho2, 0.05) for n, wins in zip(looks.tolist(), won, strict=True)]
        missed += any(abs(wins / n - chance) > half for n, wins, half in zip(looks.tolist(), won, halves, strict=True))
    assert missed / runs <= 0.05


def test_the_interval_is_tightest_about_where_it_was_requested() -> None:
    rho2 = tightest(10_000, 0.05)
    widened = {k: half_width(1, k, rho2, 0.05) * math.sqrt(k) for k in (100, 1_000, 10_000, 100_000, 1_000_000)}
    assert min(widened, key=lambda k: widened[k]) == 10_000
    assert widened[10_000] < 1.65 * 1.96


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"precision": 0}, "precision: 0 should be a number of percentage points from 0.01 to 50"),
        ({"precision": True}, "precision: true should be"),
        ({"precision": "1"}, "precision: '1' should be"),
        ({"precision": math.nan}, "precision: nan should be"),
        ({"rows": -1}, "rows: -1 should be a whole number of games per cell"),
        ({"rows": 2.0}, "rows: 2.0 should be"),
    ],
)
def test_limits_that_mean_nothing_are_refused(experiment: Make, changes: dict[str, Any], message: str) -> None:
    from citadels_sim.errors import ExperimentError

    with pytest.raises(ExperimentError) as error:
        experiment(**changes)
    assert message in str(error.value)
