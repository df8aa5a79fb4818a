"""Forked games: the nodes are picks of the games as they are played, and every continuation is a game of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.catalogue import C, DistrictType
from citadels_sim.designs.forks.analyse import analyse_forks, character_nodes
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.designs.forks.play import ForkPlayer, Nodes
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.engine.state import RANKS
from citadels_sim.errors import ExperimentError, RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import Plan, Shard, make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.table_writer import cell_keys
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import ratios
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


def forked(plan: Plan, games: int, **options: int) -> Nodes:
    player = ForkPlayer(plan.cells[0], plan.bots, plan.experiment.seed, **options)
    player.ready()
    return player.play(0, games)


def column(forks: Nodes, name: str) -> np.ndarray:
    return forks.nodes[name]


@pytest.fixture
def forks(experiment: Make) -> Callable[..., Experiment]:
    return lambda **changes: experiment(**{"kind": "forks", "games": 60, "replicates": 2} | changes)


@pytest.mark.parametrize(("variant", "players"), [("classic-2000", 4), ("citadels-2016", 7), ("dark-city", 2), ("citadels-2016", 3)])
def test_with_the_bots_own_pick_and_the_games_own_luck_a_fork_is_the_game_itself(forks: Make, variant: str, players: int) -> None:
    plan = make_plan(forks(variants=[variant], players=[players], lineups=[["builder", "random"]]))
    cell = plan.cells[0]
    blocks = 40 // cell.rotations
    player = ForkPlayer(cell, plan.bots, 5, replicates=1)
    player.ready()
    result = player.play(0, blocks)
    picks = len(column(result, "slot")) // (blocks * cell.rotations)
    assert picks == {2: 4, 3: 6}.get(players, players)
    usual = CellPlayer(cell, plan.bots, Buffers("games"), 5, journal=False)
    usual.ready()
    games = usual.play(0, blocks)
    at = np.arange(blocks * cell.rotations * picks)
    own = result.wins[at, 0, column(result, "policy")], result.totals[at, 0, column(result, "policy")]
    game, seat = at // picks, column(result, "seat")
    assert np.array_equal(own[0], games.wins.reshape(-1, players)[game, seat])
    assert np.array_equal(own[1], games.seats[2].reshape(-1, players)[game, seat])
    assert np.array_equal(column(result, "rounds"), games.games[0][game])


def test_nodes_are_drawn_from_all_slots_and_all_rounds_alike(forks: Make) -> None:
    result = forked(make_plan(forks()), 240, replicates=1)
    assert column(result, "slot").tolist() == [1, 2, 3, 4] * 240
    progress = (column(result, "round") - 0.5) / column(result, "rounds")
    assert progress.min() > 0
    assert progress.max() < 1
    assert np.abs(progress.reshape(-1, 4).mean(axis=0) - 0.5).max() < 0.02
    # The nodes of a game lie far apart: their mean varies much less than that of four drawn by themselves.
    assert progress.reshape(-1, 4).mean(axis=1).std() < 0.5 * progress.std() / 2
    assert np.array_equal(column(result, "weight"), column(result, "rounds"))


def test_nodes_can_be_kept_to_the_first_rounds(forks: Make) -> None:
    result = forked(make_plan(forks()), 100, replicates=1, rounds=3)
    assert set(column(result, "round")) == {1, 2, 3}
    assert set(column(result, "weight")) == {3}


def test_replicates_differ_in_luck_and_share_the_node(forks: Make) -> None:
    result = forked(make_plan(forks()), 60, replicates=3)
    assert not np.array_equal(result.totals[:, 0], result.totals[:, 1])
    assert not np.array_equal(result.totals[:, 1], result.totals[:, 2])
    first = forked(make_plan(forks()), 60, replicates=1)
    assert np.array_equal(first.totals[:, 0], result.totals[:, 0])
    assert all(np.array_equal(column, result.nodes[name]) for name, column in first.nodes.items())


def test_a_node_is_what_was_offered_with_the_bots_choice_and_a_drawn_one_in_it(forks: Make) -> None:
    result = forked(make_plan(forks()), 200, replicates=1)
    offered = column(result, "offered")
    for name in ("policy", "drawn"):
        assert ((offered >> column(result, name)) & 1).all()
    sizes = np.array([int(mask).bit_count() for mask in offered])
    assert np.array_equal(sizes, 6 - column(result, "slot"))  # four players, two face up: five cards to the first
    drawn = column(result, "drawn")[column(result, "slot") == 4]
    assert len(set(drawn)) == RANKS - 2


def test_the_table_has_a_row_for_every_character_and_replicate(forks: Make) -> None:
    plan = make_plan(forks())
    result = forked(plan, 20, replicates=2)
    table = ForkPlayer.for_cell(plan, plan.cells[0], {}).tables(Shard(0, 0, 0, 20, 80), lambda: False)["forks"]
    assert table.height == 2 * sum(int(mask).bit_count() for mask in column(result, "offered"))
    by_node = table.group_by("block", "slot", "replicate").agg(pl.col("policy", "drawn").sum(), pl.col("character").n_unique(), pl.len())
    assert by_node["policy"].to_list() == by_node["drawn"].to_list() == [1] * 160
    assert by_node["character"].to_list() == by_node["len"].to_list()


def test_a_run_of_forks_is_the_same_with_two_workers_and_after_an_interruption(
    forks: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(assert_played_alike(forks(), 16, tmp_path, monkeypatch)) == 4


def test_forks_and_single_random_picks_agree_on_the_classic_table(forks: Make, tmp_path: Path) -> None:
    run_experiment(forks(games=1200), tmp_path / "run")
    nodes = character_nodes(load_run(tmp_path / "run", kind="forks").own_rows())
    # The two are of different games: the even blocks and the odd ones.
    parts = [row_moments(FORKS, nodes.filter(pl.col("block") % 2 == i))["classic-2000", 4, "builder"] for i in (0, 1)]
    (names, forked), (_, single) = (ratios(FORKS, FORKS.metrics[i], part) for i, part in enumerate(parts))
    assert len(names) == 8
    assert (np.abs(forked.value - single.value) < 3.5 * np.hypot(forked.se, single.se)).all()
    assert (forked.se < single.se).all()


def test_a_character_that_is_paid_more_is_found(forks: Make) -> None:
    """No variant can pay a character more, so the rules record is rigged: the Thief is paid for trade districts, as the Merchant is."""
    plan = make_plan(forks())
    effects, ratio = {}, {}
    for rigged in (False, True):
        player = ForkPlayer(plan.cells[0], plan.bots, 1, replicates=6)
        player.ready()
        if rigged:
            player.table.rules.income_type[C.THIEF], player.table.rules.income_each[C.THIEF] = int(DistrictType.TRADE), 1
        table = player.tables(Shard(0, 0, 0, 500, 2000), lambda: False)["forks"].with_columns(*cell_keys(plan, plan.cells[0]))
        groups, result = ratios(FORKS, FORKS.metrics[0], row_moments(FORKS, character_nodes(table.lazy()))["classic-2000", 4, "builder"])
        effects[rigged] = dict(zip(groups, zip(result.value, result.se, strict=True), strict=True))
        ratio[rigged] = result
    value, se = effects[True]["thief"]
    before, before_se = effects[False]["thief"]
    assert value - 3 * se > 0
    assert value - before > 3 * np.hypot(se, before_se)
    assert value == max(effect for effect, _ in effects[True].values())
    # An effect is against what else could be picked: what the Thief gains the others share in losing, and none moves among them.
    others = np.array([j for j, name in enumerate(groups) if name != "thief"])
    moved = (ratio[True].value - ratio[False].value)[others]
    error = (ratio[True].critical() * np.hypot(ratio[True].se, ratio[False].se))[others]
    assert (np.abs(moved - moved.mean()) < error).all()
    assert -(value - before) < moved.mean() < 0


def test_a_run_of_games_is_not_taken_for_forks_nor_the_other_way_about(forks: Make, experiment: Make, tmp_path: Path) -> None:
    run_experiment(forks(games=4), tmp_path / "forks")
    run_experiment(experiment(games=4), tmp_path / "games")
    assert analyse_forks(load_run(tmp_path / "forks", kind="forks")).cells["nodes"].to_list() == [4]
    with pytest.raises(RunError, match=r"a run of forks, not a run of games: `citadels forks "):
        load_run(tmp_path / "forks")
    with pytest.raises(RunError, match=r"a run of games, not a run of forks: `citadels report "):
        load_run(tmp_path / "games", kind="forks")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"precision": 0.5}, "precision: does not go with kind = 'forks'"),
        ({"rows": 5}, "rows: does not go with kind = 'forks'"),
        ({"kind": "games"}, "replicates: does not go with kind = 'games'"),
        ({"replicates": 0}, "replicates: 0 should be a whole number from 1 to 1000"),
        ({"rounds": 2.5}, "rounds: 2.5 should be a whole number from 1 to 300"),
        ({"kind": "fork"}, "kind: there is no kind of experiment 'fork': .* Did you mean 'forks'"),
    ],
)
def test_what_does_not_go_with_forks_is_reported(forks: Make, changes: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError, match=message):
        forks(**changes)


def test_bots_in_plain_python_cannot_be_forked(forks: Make, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("def first(view, legal, rng):\n    return legal[0]\n")
    with pytest.raises(
        ExperimentError, match=r"lineups\[0\]: .*slow.py:first' is a bot in plain Python; forks are played by compiled bots only"
    ):
        make_plan(forks(lineups=[[f"{tmp_path / 'slow.py'}:first"]]))
