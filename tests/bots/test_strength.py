"""How builder fares: against chance, and that its games come to an end."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.recording.columns import G_ROUNDS
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.plan import make_plan
from tests.engine.loops import compiled_only, wins
from tests.spread import EVERY_TABLE

BUILDER, RANDOM = parse_bot("builder"), parse_bot("random")
LONGEST = 100
"""Rounds that no game of builder against itself should reach."""


@compiled_only
@pytest.mark.parametrize("name", ["citadels-2016", "citadels-2016-random", "citadels-2016-devious-dignitaries"])
def test_builder_beats_three_random_players_in_nine_games_of_ten(name: str) -> None:
    shares, capped = wins(cs.load_variant(name), 4, 4000, [BUILDER, RANDOM, RANDOM, RANDOM])
    assert capped == 0
    assert shares[0] >= 0.9 * 4000, shares


def unfinished(name: str, players: int, games: int) -> list[int]:
    """Seeds of games among builders that last longer than they should."""
    keys = {"name": "long", "variants": [name], "players": [players], "games": games, "lineups": [["builder"]], "detail": "games"}
    plan = make_plan(make_experiment(keys, "test"))
    player = CellPlayer(plan.cells[0], plan.bots, Buffers("games"), 1, journal=False)
    player.ready()
    results = player.play(0, games)
    assert results.games.shape[1] == games
    seeds: list[int] = results.seeds[results.games[G_ROUNDS] > LONGEST].tolist()
    return seeds


@compiled_only
@pytest.mark.parametrize("games", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["citadels-2016", "citadels-2016-random"])
def test_no_game_among_builders_is_longer_than_a_hundred_rounds(name: str, games: int) -> None:
    assert unfinished(name, 4, games) == []


@compiled_only
@pytest.mark.parametrize(("name", "players"), [table for table in EVERY_TABLE if "20" in table[0]])
def test_games_among_builders_end_at_every_table(name: str, players: int) -> None:
    assert unfinished(name, players, 200) == []
