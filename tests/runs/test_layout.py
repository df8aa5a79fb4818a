"""Shards of a run with a precision: the first look is early, the next are near, and the shards between two looks can be shared."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.layout import looks_of, stages
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.pool import _Worker
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.schedule import Schedule, look_at
from citadels_sim.runs.store import open_store
from citadels_sim.runs.verify import verify_run

Make = Callable[..., Experiment]
OWN_BOTS = Path(__file__).parent / "own_bots.py"


@pytest.mark.parametrize("rotations", [1, 2, 3, 4, 7, 8])
def test_the_first_look_is_after_a_thousand_games_and_each_after_at_most_1_3_times_as_many(rotations: int) -> None:
    looks = looks_of(100_000, rotations)
    assert 1_000 <= looks[0] * rotations < 1_000 + rotations
    assert all(a < b <= 1.3 * a for a, b in itertools.pairwise(looks))
    assert looks[-1] == 100_000
    assert looks_of(900 // rotations, rotations) == (900 // rotations,)


@pytest.mark.parametrize(
    "changes",
    [
        {"rows": 0, "detail": "games"},
        {"detail": "events"},
        {"rows": 1_100, "detail": "turns", "lineups": [["builder", "random", "raider", "banker"]]},
        {"lineups": [[f"{OWN_BOTS}:first"]]},
    ],
    ids=["sums", "all rows", "some rows", "plain Python"],
)
def test_a_look_falls_due_whatever_is_kept_and_whoever_plays(experiment: Make, changes: dict[str, Any]) -> None:
    plan = make_plan(experiment(games=5_000, precision=3, **changes))
    (cell,), shards = plan.cells, list(plan.shards())
    ends = [shards[i - 1].end for i in look_at(cell, shards)]
    assert ends == list(cell.looks)
    assert [end * cell.rotations for end in ends[:3]] == [1_000, 1_200, 1_440]


@given(st.integers(1, 10**7), st.integers(1, 8), st.integers(0, 10**7), st.sampled_from([25, 1_000, 4_000]))
def test_the_shards_between_two_looks_can_be_shared_and_are_not_too_many(games: int, rotations: int, rows: int, most: int) -> None:
    blocks, size = -(-games // rotations), max(1, most // rotations)
    row_blocks = min(blocks, -(-rows // rotations))
    looks = looks_of(blocks, rotations)
    shown = list(stages(blocks, row_blocks, size, size, looks))
    assert [stage.first for stage in shown] == [0, *(stage.end for stage in shown[:-1])]
    assert shown[-1].end == blocks
    assert set(looks) <= {stage.end for stage in shown}
    for stage in shown:
        assert stage.size <= size
        assert stage.shards >= min(8, stage.end - stage.first) // 2
    assert sum(stage.shards for stage in shown) <= blocks / size + 9 * (len(looks) + 1)


def test_three_points_take_three_and_a_half_thousand_games(experiment: Make, tmp_path: Path) -> None:
    run_experiment(experiment(games=20_000, rows=100, precision=3), tmp_path / "run")
    (cell,) = json.loads((tmp_path / "run" / "manifest.json").read_text())["cells"]
    assert cell["stopped"]["by"] == "precision"
    assert cell["games"] in (2_984, 3_580, 4_296)
    assert cell["games"] in cell["looks"]
    assert verify_run(open_store(tmp_path / "run")).findings == ()


def test_nobody_holds_a_shard_in_reserve_before_a_look(experiment: Make) -> None:
    plan = make_plan(experiment(games=100_000, rows=0, precision=0.5))
    schedule = Schedule(plan, (), lambda _: pl.DataFrame())
    with ThreadPoolExecutor(1) as executor:
        workers = [_Worker(executor, lambda: None, lambda _: None) for _ in range(8)]
        for worker in workers:
            worker.ready.set_result(None)
            worker.fill(schedule, len(workers))
    assert [len(worker.shards) for worker in workers] == [1] * 8
    assert schedule.open == 0
    assert schedule.take() is None
