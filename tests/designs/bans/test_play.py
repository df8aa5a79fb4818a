"""Restricted play: one seat leaves a character, or always takes it, and nothing else is different."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.bans.analyse import analyse_bans
from citadels_sim.designs.bans.metrics import BANS
from citadels_sim.designs.bans.play import BanPlayer
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.errors import ExperimentError, RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.verdicts import OF_LIMITS
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


@pytest.fixture
def bans(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "bans", "games": 12} | changes)


def played(experiment: Experiment, blocks: int) -> pl.DataFrame:
    plan = make_plan(experiment)
    player = BanPlayer(plan.cells[0], plan.bots, plan.experiment.seed)
    player.ready()
    return player.play(0, blocks)


@pytest.mark.parametrize("players", [2, 4, 7])
def test_where_a_restriction_changes_no_pick_the_games_are_the_free_ones(bans: Make, experiment: Make, players: int) -> None:
    rows = played(bans(players=[players]), 12)
    plan = make_plan(experiment(players=[players]))
    usual = CellPlayer(plan.cells[0], plan.bots, Buffers("games"), plan.experiment.seed, journal=False)
    usual.ready()
    points = usual.play(0, 12).seats[2].reshape(12, players).sum(axis=1)
    free = rows.filter(changed=0)
    assert (free["win"] == 1.0).all()
    assert free["total"].to_list() == points[free["block"].to_numpy()].tolist()
    assert rows.filter(pl.col("changed") > 0)["win"].n_unique() > 1


def test_a_block_has_a_row_for_every_character_and_restriction(bans: Make) -> None:
    rows = played(bans(variants=["dark-city-random"]), 6)
    by_block = rows.group_by("block", "arm").agg(pl.col("character").n_unique(), pl.len()).sort("block", "arm")
    assert by_block["character"].to_list() == by_block["len"].to_list() == [8] * 12
    assert rows["character"].n_unique() > 8
    assert (rows["changed"] <= rows["offered"]).all()


def test_random_bots_are_changed_as_often_as_chance_says(bans: Make) -> None:
    """Of the cards offered to a random picker one in m is its choice; four players are offered 5, 4, 3 and 2."""
    rows = played(bans(lineups=[["random"]]), 30)
    by_arm = rows.group_by("arm").agg((pl.col("changed").sum() / pl.col("offered").sum()).alias("share"))
    shares = dict(by_arm.with_columns(pl.col("arm").cast(pl.String)).iter_rows())
    assert shares["ban"] == pytest.approx(4 / 14, abs=0.01)
    assert shares["take"] == pytest.approx(10 / 14, abs=0.01)


def test_a_run_of_bans_is_the_same_with_two_workers_and_after_an_interruption(
    bans: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(assert_played_alike(bans(), 3, tmp_path, monkeypatch)) == 4


def test_costs_and_gains_are_read_against_a_fair_share(bans: Make, tmp_path: Path) -> None:
    run_experiment(bans(games=40), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="bans")
    result = analyse_bans(run, margin=0.2)
    rows = run.own_rows().collect().with_columns(pl.col("arm", "character").cast(pl.String))
    for metric, arm, sign in (("ban_cost", "ban", -1), ("take_gain", "take", 1)):
        for row in result.effects.filter(metric=metric).iter_rows(named=True):
            mean = rows.filter(arm=arm, character=row["group"])["win"].to_numpy() / 4
            assert row["value"] == pytest.approx(sign * (mean.mean() - 0.25), abs=1e-12)
            assert row["se"] == pytest.approx(mean.std(ddof=1) / np.sqrt(40), rel=1e-9)
            assert row["estimand"] == "policy"
    assert set(result.verdicts["ban"]) <= set(OF_LIMITS.values())
    assert row_moments(BANS, run.own_rows().collect())["classic-2000", 4, "builder"].blocks == 40


def test_bans_need_one_compiled_bot(bans: Make) -> None:
    with pytest.raises(ExperimentError, match="bans compare a bot with copies of itself; name one bot, such as 'builder'"):
        make_plan(bans(lineups=[["builder", "random"]]))
    with pytest.raises(ExperimentError, match="replicates: does not go with kind = 'bans'"):
        bans(replicates=2)


def test_a_run_of_bans_is_not_taken_for_games(bans: Make, tmp_path: Path) -> None:
    run_experiment(bans(games=2), tmp_path / "run")
    with pytest.raises(RunError, match=r"a run of bans, not a run of games: `citadels bans "):
        load_run(tmp_path / "run")
