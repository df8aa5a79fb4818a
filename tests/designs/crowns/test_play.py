"""The crown given to every seat in turn: where it stays the game is the game itself, and what it brings adds up to nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.condition import parse_condition
from citadels_sim.designs.crowns.analyse import analyse_crowns, crown_rows, family_moments
from citadels_sim.designs.crowns.metrics import CROWN
from citadels_sim.designs.crowns.play import CrownPlayer
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.some_nodes import run_where
from citadels_sim.errors import ExperimentError, RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import Shard, make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.estimates import ratios
from tests.designs.decisions.test_play import Stepped, facts_in_python, plain
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


@pytest.fixture
def crowns(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "crowns", "games": 40, "replicates": 2} | changes)


@pytest.mark.parametrize(("variant", "players"), [("classic-2000", 4), ("citadels-2016", 7), ("dark-city", 2), ("citadels-2016-nine", 3)])
def test_where_the_crown_stays_the_game_is_the_game_itself(crowns: Make, variant: str, players: int) -> None:
    plan = make_plan(crowns(variants=[variant], players=[players], lineups=[["builder", "random"]]))
    cell = plan.cells[0]
    blocks = max(1, 20 // cell.rotations)
    player = CrownPlayer(cell, plan.bots, 5, replicates=1)
    player.ready()
    nodes, wins, totals = player.play(0, blocks)
    usual = CellPlayer(cell, plan.bots, Buffers("games"), 5, journal=False)
    usual.ready()
    games = usual.play(0, blocks)
    at = np.arange(blocks * cell.rotations)
    own = nodes["own"]
    assert np.array_equal(wins[at, 0, own], games.wins.reshape(-1, players))
    assert np.array_equal(totals[at, 0, own], games.seats[2].reshape(-1, players))
    assert np.allclose(wins.sum(axis=3), 1)
    others = [holder for holder in range(players) if (totals[:, 0, holder] != totals[at, 0, own]).any()]
    assert len(others) == players  # the crown matters, wherever it goes


def test_a_run_of_crowns_is_the_same_with_two_workers_and_after_an_interruption(
    crowns: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_played_alike(crowns(), 10, tmp_path, monkeypatch)


def test_effects_of_the_places_add_up_to_nothing_and_are_means_over_nodes(crowns: Make, tmp_path: Path) -> None:
    run_experiment(crowns(games=60), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="crowns")
    rows = crown_rows(run)
    assert rows.height == 60 * 4 * 4
    by_node = rows.group_by("block", "crown").agg((pl.col("win") - pl.col("mean")).sum())
    assert by_node["win"].abs().max() < 1e-12
    by_seat = rows.group_by("block", "seat").agg((pl.col("win") - pl.col("mean")).sum())
    assert by_seat["win"].abs().max() < 1e-12
    groups, effect = ratios(CROWN, CROWN.metrics[0], family_moments(CROWN, run)["classic-2000", 4, "builder"])
    assert groups == ("0", "1", "2", "3")
    assert abs(effect.value.sum()) < 1e-12
    # The holder's effect of a node is its mean win credit over all holders, less a fair share.
    held = rows.filter(distance=0)
    worth = held.group_by("block").agg(pl.col("win").mean(), pl.col("weight").first())
    expected = (worth["weight"] * (worth["win"] - 0.25)).sum() / worth["weight"].sum()
    assert effect.value[0] == pytest.approx(expected, abs=1e-12)
    result = analyse_crowns(run, 0.3)
    assert result.verdicts["nodes"].to_list() == [60] * 4
    assert set(result.stages["split"]) == {"stage", "standing"}


def test_conditions_are_about_who_has_the_crown_when_the_round_begins(crowns: Make) -> None:
    """The facts are those of the first decision of the round in a game that is played in Python, and the condition holds at all."""
    where = "own.gold >= 2 and not leader"
    plan = make_plan(crowns(where=where, games=8))
    cell = plan.cells[0]
    player = CrownPlayer.for_cell(plan, cell, {})
    player.ready()
    made = player.tables(Shard(0, 0, 0, cell.blocks, cell.games), lambda: False)
    nodes, holders = made["nodes"], made["crowns"].filter("own", replicate=0, distance=0)
    assert nodes["seat"].to_list() == holders["crown"].to_list()
    assert (nodes["own_gold"] >= 2).all()
    assert not nodes["leader"].any()
    for node in nodes.filter(games=1).iter_rows(named=True):
        stepped = Stepped(player, node["seed"], 4)
        game = next(game for game, _ in stepped.decisions() if int(game.state.public.round_no) == node["round"])
        known = facts_in_python(game)
        assert {name: plain(node[name]) for name in known} == known
    assert nodes.filter(games=1).height > 3


def test_rounds_with_and_without_a_condition_are_all_rounds(crowns: Make, tmp_path: Path) -> None:
    both = []
    for name, where in (("with", "own.hand >= 2"), ("without", "not own.hand >= 2")):
        run_experiment(crowns(where=where), tmp_path / name)
        both.append(load_run(tmp_path / name, kind="crowns").own_rows("nodes").filter(games=1).collect())
    joined = both[0].join(both[1], on=["block", "rotation"])
    assert joined.height > 10
    assert (joined["weight"] + joined["weight_right"]).to_list() == joined["looked"].to_list() == joined["rounds"].to_list()


@pytest.mark.parametrize("where", [None, "own.hand >= 2"])
def test_places_after_the_crown_are_counted_again_from_the_files(crowns: Make, tmp_path: Path, where: str | None) -> None:
    """Plain polars: win credit with the crown so many seats before less the seat's mean over all holders, weighted by rounds."""
    run_experiment(crowns(games=60, where=where), tmp_path / "run")
    rows = pl.read_parquet(tmp_path / "run" / "crowns" / "*.parquet")
    seats = rows.group_by("block", "rotation", "crown", "seat").agg(pl.col("win").mean(), pl.col("distance", "weight").first())
    seats = seats.with_columns(effect=pl.col("win") - pl.col("win").mean().over("block", "rotation", "seat"))
    expected = seats.group_by(pl.col("distance").cast(pl.String).alias("group")).agg(
        effect=(pl.col("weight") * pl.col("effect")).sum() / pl.col("weight").sum()
    )
    effects = analyse_crowns(load_run(tmp_path / "run", kind="crowns")).effects.filter(metric="place_effect").select("group", "value")
    both = effects.join(expected, on="group")
    assert both.height == 4
    assert both["value"].to_list() == pytest.approx(both["effect"].to_list(), abs=1e-12)


def test_some_nodes_of_a_run_are_those_at_which_the_condition_holds(crowns: Make, tmp_path: Path) -> None:
    run_experiment(crowns(), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="crowns")
    part = analyse_crowns(run_where(run, parse_condition("own.gold >= 2 and 'king' not in face_up")))
    nodes = pl.read_parquet(tmp_path / "run" / "nodes" / "*.parquet")
    expected = nodes.filter(pl.col("own_gold") >= 2, ~pl.col("face_up").list.contains("king"))
    assert 0 < part.verdicts["nodes"][0] == expected.height < nodes.height
    with pytest.raises(ExperimentError, match=r"--where: 'own.gold > 90' holds at none of the 40 nodes of"):
        run_where(run, parse_condition("own.gold > 90"))


def test_a_run_of_crowns_is_not_taken_for_forks_of_picks(crowns: Make, tmp_path: Path) -> None:
    run_experiment(crowns(games=2), tmp_path / "run")
    with pytest.raises(RunError, match=r"a run of forks of the crown, not a run of forks: `citadels forks "):
        load_run(tmp_path / "run", kind="forks")
