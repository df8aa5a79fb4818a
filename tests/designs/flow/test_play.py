"""Games noted round by round: they are the games as they are played, and every row says what its round was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.flow.analyse import family_moments
from citadels_sim.designs.flow.game_metrics import COMPLETION
from citadels_sim.designs.flow.games import completion
from citadels_sim.designs.flow.kernel import FlowRows
from citadels_sim.designs.flow.play import FlowPlayer
from citadels_sim.designs.flow.states import courses
from citadels_sim.designs.flow.turn_metrics import AIMS
from citadels_sim.designs.recording import GAMES, SEATS, TURNS
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.tournament.tables import TableMaker
from citadels_sim.errors import ExperimentError, RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import Plan, Shard, make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.table_writer import cell_keys
from citadels_sim.statistics.estimates import ratios
from tests.designs.played_alike import assert_played_alike

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]
GAME = ["block", "rotation"]
TABLES = [("classic-2000", 4), ("citadels-2016", 7), ("dark-city", 2), ("citadels-2016", 3), ("dark-city-random", 5)]


@pytest.fixture
def flow(experiment: Make) -> Make:
    return lambda **changes: experiment(**{"kind": "flow", "games": 60} | changes)


def noted(plan: Plan, blocks: int) -> tuple[FlowRows, pl.DataFrame]:
    player = FlowPlayer(plan.cells[0], plan.bots, plan.experiment.seed)
    player.ready()
    result = player.play(0, blocks)
    return result, plan.design.table().typed(player.states(0, result).with_columns(*cell_keys(plan, plan.cells[0])))


def as_usual(plan: Plan, blocks: int) -> dict[str, pl.DataFrame]:
    usual = CellPlayer(plan.cells[0], plan.bots, Buffers("turns"), plan.experiment.seed, journal=True)
    usual.ready()
    made = TableMaker(plan).tables(Shard(0, 0, 0, blocks, blocks * plan.cells[0].rotations), usual.play(0, blocks))
    keys = cell_keys(plan, plan.cells[0])
    return {table.name: table.typed(made[table.name].with_columns(*keys)) for table in (GAMES, SEATS, TURNS)}


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def both(request: pytest.FixtureRequest, flow: Make) -> tuple[pl.DataFrame, dict[str, pl.DataFrame]]:
    variant, players = request.param
    plan = make_plan(flow(variants=[variant], players=[players], lineups=[["builder", "random"]]))
    blocks = 24 // plan.cells[0].rotations
    return noted(plan, blocks)[1], as_usual(plan, blocks)


def test_the_last_rows_are_the_seats_of_the_games_as_they_are_played(both: tuple[pl.DataFrame, dict[str, pl.DataFrame]]) -> None:
    states, usual = both
    key = [*GAME, "seat"]
    end = states.filter(pl.col("round") == pl.col("rounds")).sort(key)
    seats = usual["seats"].sort(key)
    for name in ("seat", "bot", "win", "place", "total", "gold", "hand", "city"):
        assert end[name].to_list() == seats[name].to_list(), name
    assert end["score"].to_list() == seats["total"].to_list()
    games = usual["games"].sort(GAME)
    first = end.filter("completer").select(*GAME, "seat").sort(GAME)
    assert first["seat"].to_list() == games.filter(pl.col("first_complete").is_not_null())["first_complete"].to_list()
    rounds = states.group_by(GAME).agg(pl.col("round").max(), pl.col("rounds").first()).sort(GAME)
    assert rounds["round"].to_list() == rounds["rounds"].to_list() == games["rounds"].to_list()
    decisions = states.group_by(GAME).agg(pl.col("decisions").sum()).sort(GAME)
    # The engine itself plays what is no choice; of the others each was a decision of the bot.
    assert (decisions["decisions"] <= games["decisions"]).all()


def test_what_a_seat_held_and_what_befell_it_is_what_the_turns_say(both: tuple[pl.DataFrame, dict[str, pl.DataFrame]]) -> None:
    states, usual = both
    turns = (
        usual["turns"].filter(pl.col("seat").is_not_null()).with_columns(pl.col("character").cast(pl.String), pl.col("seat").cast(pl.Int8))
    )
    names = {"character": ("character", "slot", "fate"), "second": ("second", "second_slot", "second_fate")}
    parts = [
        states.filter(pl.col(name).is_not_null()).select(*GAME, "round", "seat", character=a, slot=b, fate=c)
        for name, (a, b, c) in names.items()
    ]
    held = pl.concat(parts).with_columns(pl.col("character", "fate").cast(pl.String))
    key = [*GAME, "round", "seat", "character"]
    joined = held.join(turns, on=key, how="full", coalesce=True)
    assert joined.height == held.height == turns.height
    assert (joined["slot"] == joined["slot_right"]).all()
    lost = joined.filter(pl.col("murdered") | pl.col("bewitched"))
    assert set(lost["fate"]) <= {"murdered", "bewitched"}
    assert joined.filter(~pl.col("murdered") & ~pl.col("bewitched"))["fate"].is_in(["played", "robbed"]).all()
    assert joined.filter(fate="robbed")["robbed"].all()
    by_seat = [*GAME, "round", "seat"]
    losses = turns.group_by(by_seat).agg(pl.col("gold_lost", "districts_lost").cast(pl.Int64).sum())
    sums = states.filter(pl.col("round") > 0).join(losses, on=by_seat, how="left", suffix="_in_turns")
    for name in ("gold_lost", "districts_lost"):
        assert (sums[name] == sums[f"{name}_in_turns"].fill_null(0)).all(), name
    built = turns.group_by(*GAME, "round").agg(pl.col("built").cast(pl.Int64).sum()).sort(*GAME, "round")
    assert (
        states.filter(pl.col("round") > 0)
        .group_by(*GAME, "round")
        .agg(pl.col("built").cast(pl.Int64).sum())
        .sort(*GAME, "round")
        .equals(built)
    )


def test_every_state_has_one_crown_and_knows_who_led_before_it(both: tuple[pl.DataFrame, dict[str, pl.DataFrame]]) -> None:
    states, _ = both
    assert (states.group_by(*GAME, "round").agg(pl.col("crown").sum())["crown"] == 1).all()
    before = states.select(*GAME, "seat", "score", round=pl.col("round") + 1)
    before = before.with_columns(leads=pl.col("score") == pl.col("score").max().over(*GAME, "round"))
    joined = states.filter(pl.col("round") > 0).join(before, on=[*GAME, "round", "seat"], how="left", suffix="_before")
    assert (joined["led"] == joined["leads"]).all()
    assert states.filter(round=0)["led"].null_count() == states.filter(round=0).height
    streak = pl.when(pl.col("built") > 0).then(0).otherwise(pl.col("idle").shift(1, fill_value=0).over(*GAME, "seat") + 1)
    assert states.sort(*GAME, "seat", "round").filter(pl.col("round") > 0).select((pl.col("idle") == streak).all()).item()


def test_hits_and_lost_turns_are_dealt_by_others(both: tuple[pl.DataFrame, dict[str, pl.DataFrame]]) -> None:
    states, _ = both
    total = states.select(pl.col("hits", "dealt", "lost", "taken", "on_leader", "leaders", "on_last", "lasts").cast(pl.Int64).sum())
    row = total.row(0, named=True)
    assert row["hits"] == row["dealt"] > 0
    assert row["taken"] <= row["lost"]
    assert 0 < row["on_leader"] <= row["dealt"]
    assert row["leaders"] >= row["on_leader"]
    assert row["lasts"] >= row["on_last"]
    assert (states["choices"] <= states["decisions"]).all()
    assert (states["options"] >= 2 * states["choices"]).all()


def test_without_the_bonus_the_winner_is_who_has_most_of_the_rest(flow: Make) -> None:
    plan = make_plan(flow())
    _, states = noted(plan, 200)
    seats = as_usual(plan, 200)["seats"].with_columns(rest=pl.col("total") - pl.col("completion"))
    seats = seats.with_columns(most=pl.col("rest") == pl.col("rest").max().over(GAME))
    alone = seats.with_columns(sole=pl.col("most").sum().over(GAME) == 1)
    end = states.filter(pl.col("round") == pl.col("rounds")).sort(*GAME, "seat")
    alone = alone.sort(*GAME, "seat").with_columns(bare=end["bare_win"])
    assert (alone.filter("sole").select(pl.col("bare") == pl.col("most").cast(pl.Float64))).to_series().all()
    assert (alone.filter(~pl.col("most"))["bare"] == 0).all()
    assert np.allclose(end.group_by("block").agg(pl.col("bare_win").sum())["bare_win"], 1)
    assert (end["bare_win"] != end["win"]).any()


def test_points_for_completing_help_who_completes_first(flow: Make, tmp_path: Path) -> None:
    """Without them it loses four points and nobody more: it can only win less. How much less is the value of the bonus (G3)."""
    run_experiment(flow(games=300), tmp_path / "run")
    (course,) = courses(load_run(tmp_path / "run", kind="flow"))
    gain = completion(course)
    assert (gain["completer_gain"] >= 0).all()
    assert (gain["completed"] == 1).all()
    moment = family_moments(COMPLETION, load_run(tmp_path / "run", kind="flow"))["classic-2000", 4, "builder"]
    _, result = ratios(COMPLETION, COMPLETION.metrics[0], moment)
    assert result.value[0] == pytest.approx(gain["completer_gain"].mean())
    assert result.value[0] - 3 * result.se[0] > 0


def test_the_value_of_a_vault_in_hand_is_not_seen_before_the_end(flow: Make) -> None:
    plan = make_plan(flow(variants=["citadels-2016-random"], players=[5]))
    _, states = noted(plan, 150)
    last = states.filter(pl.col("round") == pl.col("rounds") - 1)
    # No city is complete and nothing is built: a score is what stands on the table.
    start = states.filter(round=0)
    assert (start["score"] == 0).all()
    assert (last["score"] >= last["worth"]).all()


def test_random_players_pick_on_nobody(flow: Make, tmp_path: Path) -> None:
    """Who names a character by lot hits any of the others alike; what can be destroyed or swapped is not the same for all."""
    run_experiment(flow(games=800, lineups=[["random"]]), tmp_path / "run")
    moment = family_moments(AIMS, load_run(tmp_path / "run", kind="flow"))["classic-2000", 4, "random"]
    (metric,) = [entry for entry in AIMS.metrics if entry.name == "picked_on_turns"]
    _, result = ratios(AIMS, metric, moment)
    assert abs(result.value[0] - 1) < 4 * result.se[0] < 0.2


def test_longer_games_make_the_memory_grow_and_nothing_else(flow: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(flow(lineups=[["random"]]))
    _, usual = noted(plan, 40)
    monkeypatch.setattr("citadels_sim.designs.flow.play._ROWS_PER_GAME", 0)
    assert noted(plan, 40)[1].equals(usual)


def test_a_run_of_flow_is_the_same_with_two_workers_and_after_an_interruption(
    flow: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(assert_played_alike(flow(), 16, tmp_path, monkeypatch)) == 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"precision": 0.5}, "precision: does not go with kind = 'flow'"),
        ({"replicates": 3}, "replicates: does not go with kind = 'flow'"),
        ({"kind": "flows"}, "kind: there is no kind of experiment 'flows': .* Did you mean 'flow'"),
    ],
)
def test_what_does_not_go_with_flow_is_reported(flow: Make, changes: dict[str, object], message: str) -> None:
    with pytest.raises(ExperimentError, match=message):
        flow(**changes)


def test_bots_in_plain_python_cannot_be_noted(flow: Make, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("def first(view, legal, rng):\n    return legal[0]\n")
    with pytest.raises(ExperimentError, match="games that are recorded round by round are played by compiled bots only"):
        make_plan(flow(lineups=[[f"{tmp_path / 'slow.py'}:first"]]))


def test_a_run_of_flow_is_not_taken_for_games(flow: Make, tmp_path: Path) -> None:
    run_experiment(flow(games=2), tmp_path / "run")
    with pytest.raises(RunError, match=r"a run of flow, not a run of games: `citadels flow "):
        load_run(tmp_path / "run")
