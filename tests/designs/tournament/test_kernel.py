"""Games played by the compiled kernel: each stands for itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.tournament.tables import TableMaker
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.plan import Plan, Shard, make_plan
from citadels_sim.runs.table_writer import Stopped

pytestmark = pytest.mark.usefixtures("small_shards")

Make = Callable[..., Experiment]


def player(plan: Plan, cell: int = 0) -> CellPlayer:
    detail = plan.experiment.detail
    made = CellPlayer(plan.cells[cell], plan.bots, Buffers(detail), plan.experiment.seed, journal=detail != "games")
    made.ready()
    return made


def test_a_game_does_not_depend_on_the_games_before_it(experiment: Make) -> None:
    plan = make_plan(experiment(players=[5]))
    fresh = [player(plan).play(block, 1) for block in range(40)]
    together = player(plan).play(0, 40)
    assert np.array_equal(together.seats, np.concatenate([one.seats for one in fresh], axis=1))
    assert np.array_equal(together.turns, np.concatenate([one.turns for one in fresh], axis=1))


def test_the_arrays_grow_where_games_need_more_rows(experiment: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(experiment(detail="events"))
    usual = player(plan).play(0, 40)
    monkeypatch.setattr("citadels_sim.designs.recording.buffers._ROWS_PER_GAME", 1)
    monkeypatch.setattr("citadels_sim.designs.recording.buffers._EVENTS_PER_GAME", 1)
    cramped = player(plan).play(0, 40)
    assert np.array_equal(usual.turns, cramped.turns)
    assert np.array_equal(usual.turn_game, cramped.turn_game)
    assert np.array_equal(usual.events, cramped.events)


def test_play_stops_when_it_is_to_stop(experiment: Make) -> None:
    with pytest.raises(Stopped):
        player(make_plan(experiment())).play(0, 10, lambda: True)


def test_variants_share_the_luck_of_a_block(experiment: Make) -> None:
    plan = make_plan(experiment(variants=["classic-2000", "classic-2000-short"], detail="games"))
    ours, short = (player(plan, cell).play(0, 50).games for cell in (0, 1))
    assert np.array_equal(ours[3], short[3])  # first crown
    assert short[0].mean() < ours[0].mean()  # a smaller city is completed earlier


@pytest.mark.parametrize(("variant", "order"), [("classic-2000", "down"), ("classic-summary", "up")])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_uniformly_random_pickers_pick_as_often_as_theory_says(experiment: Make, variant: str, order: str, players: int) -> None:
    """Exact pick rates D1 of docs/reference/estimators.md, 8 characters, within four standard errors."""
    plan = make_plan(experiment(variants=[variant], players=[players], lineups=[["random"]], games=1500))
    results = player(plan).play(0, 1500)
    turns = TableMaker(plan).turns(Shard(0, 0, 0, 1500, 1500), results)
    k, up = 8, max(0, 8 - players - 2)
    packet = k - up - (0 if players == k - 1 else 1)
    if players == 7:
        royal = other = 7 / 8
    elif order == "down":
        royal, other = (1 - 1 / k) * players / packet, (1 - 1 / k) * (1 - up * k / (k - 1) ** 2) * players / packet
    else:
        royal, other = (1 - 1 / (k - up)) * players / packet, (1 - up / (k - 1)) * (1 - 1 / (k - up)) * players / packet
    rates = turns.group_by("character").agg(rate=pl.col("seat").is_not_null().mean(), n=pl.len())
    assert rates.height == 8
    for character, rate, n in rates.iter_rows():
        exact = royal if character == "king" else other
        assert abs(rate - exact) < 4 * (exact * (1 - exact) / n) ** 0.5, (character, rate, exact)
