from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.layout import rotations_of
from citadels_sim.runs.plan import make_plan, restore_plan


@pytest.mark.parametrize(
    ("table", "rotations"),
    [("aaaa", 1), ("abab", 2), ("aabb", 4), ("abcd", 4), ("aab", 3), ("abcabc", 3), ("aaaaaaab", 8)],
)
def test_only_rotations_that_differ_are_played(table: str, rotations: int) -> None:
    assert rotations_of(tuple(table)) == rotations


@given(st.lists(st.sampled_from("ab"), min_size=2, max_size=8).map(tuple))
def test_the_rotations_of_a_block_are_all_different_tables(table: tuple[str, ...]) -> None:
    count = rotations_of(table)
    turned = {table[-k:] + table[:-k] for k in range(count)}
    assert len(turned) == count
    assert turned == {table[-k:] + table[:-k] for k in range(len(table))}


def test_games_are_rounded_up_to_whole_blocks(experiment: Callable[..., Experiment]) -> None:
    (cell,) = make_plan(experiment(players=[4], lineups=[["builder", "random"]], games=61)).cells
    assert (cell.blocks, cell.rotations, cell.games) == (31, 2, 62)


def test_a_short_lineup_is_repeated_round_the_table(experiment: Callable[..., Experiment]) -> None:
    (cell,) = make_plan(experiment(players=[5], lineups=[["builder", "random"]])).cells
    assert cell.seats == ("builder", "random", "builder", "random", "builder")
    assert cell.rotations == 5


def test_shards_hold_every_block_of_every_cell_once(experiment: Callable[..., Experiment]) -> None:
    plan = make_plan(experiment(players=[3, 4], lineups=[["builder"], ["builder", "random"]], games=45))
    shards = list(plan.shards())
    assert [shard.number for shard in shards] == list(range(len(shards)))
    for cell in plan.cells:
        mine = [shard for shard in shards if shard.cell == cell.index]
        assert [block for shard in mine for block in range(shard.first, shard.first + shard.blocks)] == list(range(cell.blocks))
        assert sum(shard.games for shard in mine) == cell.games
        assert len(mine) == cell.shards


@pytest.mark.parametrize(
    ("lineup", "games", "shard"),
    [
        ("builder", 1_000, 20_000),
        ("builder", 1_000_000, 20_000),
        ("planner,builder", 100_000, 14_286),
        ("learner", 20_000, 1_500),
        ("learner", 320_000, 5_000),
        ("learner", 10_000_000, 15_000),
        ("searcher", 100, 8),
        ("searcher", 1_920, 30),
        ("searcher", 100_000, 75),
        ("searcher,planner,planner,planner", 400, 28),
    ],
)
def test_shards_of_slow_bots_are_short(experiment: Callable[..., Experiment], lineup: str, games: int, shard: int) -> None:
    """Half a second to five: several workers share them, and little is lost when a run is stopped."""
    (cell,) = make_plan(experiment(players=[4], lineups=[lineup.split(",")], games=games)).cells
    assert cell.sums_blocks * cell.rotations == shard
    assert cell.shard_blocks <= cell.sums_blocks


def test_names_of_bots_are_written_in_one_way(experiment: Callable[..., Experiment]) -> None:
    plan = make_plan(experiment(lineups=[[" builder:noise=2.0 ", "random"]]))
    assert plan.experiment.lineups == (("builder:noise=2", "random"),)


def test_a_plan_comes_back_from_what_a_manifest_says(experiment: Callable[..., Experiment]) -> None:
    plan = make_plan(experiment(variants=["classic-2000", "classic-summary"], players=[3, 4]))
    again = restore_plan(plan.experiment.model_dump(mode="json"), [variant.resolved() for variant in plan.variants])
    assert again.experiment == plan.experiment
    assert [variant.digest for variant in again.variants] == [variant.digest for variant in plan.variants]
    assert list(again.shards()) == list(plan.shards())
