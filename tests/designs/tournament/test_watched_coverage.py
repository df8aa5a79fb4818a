"""Of a played table, drawn from with replacement so that the truth is known, the watched intervals miss in at most 5 % of all runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.tournament.precision import ALPHA, chance_half_width, tightest
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.layout import looks_of
from citadels_sim.runs.runner import run_experiment

pytestmark = pytest.mark.usefixtures("small_shards")

KEY = ["block", "rotation"]
RUNS, GAMES, POOL = 2_000, 10_000, 8_000


def totals(folder: Path, blocks: int) -> Any:
    """Per block and primary figure its wins, its count and their three products; shape (blocks, figures, 5)."""
    games, seats, turns = (pl.read_parquet(folder / table) for table in ("games", "seats", "turns"))
    players = int(seats["seat"].max()) + 1  # type: ignore[arg-type]
    by_seat = seats.join(games.select(*KEY, "first_crown"), on=KEY)
    families = [
        by_seat.with_columns(group=((pl.col("seat") - pl.col("first_crown")) % players).cast(pl.String)),
        *([seats.with_columns(group=pl.col("bot").cast(pl.String))] if seats["bot"].n_unique() > 1 else []),
        turns.filter(pl.col("seat") >= 0)
        .join(seats.select(*KEY, "seat", "win"), on=[*KEY, "seat"])
        .with_columns(group=pl.col("character").cast(pl.String)),
    ]
    figures = []
    for rows in families:
        for (_,), mine in rows.group_by("group"):
            summed = mine.group_by("block").agg(pl.col("win").sum(), pl.len().alias("count"))
            wins, count = np.zeros(blocks), np.zeros(blocks)
            wins[summed["block"]], count[summed["block"]] = summed["win"], summed["count"]
            figures.append([wins, count, wins * wins, wins * count, count * count])
    return np.array(figures).transpose(2, 0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("lineup", [["builder"], ["builder", "random"], ["builder", "random", "banker", "raider"]], ids=len)
def test_the_intervals_of_a_played_table_miss_in_at_most_a_twentieth_of_all_runs(lineup: list[str], tmp_path: Path) -> None:
    keys = {"variants": ["classic-2000"], "players": [4], "games": POOL, "lineups": [lineup], "seed": 5, "detail": "turns"}
    run_experiment(make_experiment({"name": "pool", **keys}, "test"), tmp_path / "pool")
    rotations, random = len(lineup), np.random.default_rng(3)
    blocks = POOL // rotations
    pool = totals(tmp_path / "pool", blocks)
    truth = pool[:, :, 0].sum(axis=0) / pool[:, :, 1].sum(axis=0)
    looks = looks_of(GAMES // rotations, rotations)
    alpha = ALPHA / len(truth)
    rho2 = tightest(2_500 / rotations, alpha)
    missed = 0
    for _ in range(RUNS):
        drawn = pool[random.integers(0, blocks, looks[-1])]
        sums = np.add.reduceat(drawn, [0, *looks[:-1]], axis=0).cumsum(axis=0)
        away = np.abs(sums[:, :, 0] / sums[:, :, 1] - truth)
        missed += any(
            away[k, i] > chance_half_width(n, tuple(sums[k, i]), 1.0, rho2, alpha) for k, n in enumerate(looks) for i in range(len(truth))
        )
    assert missed / RUNS <= ALPHA
