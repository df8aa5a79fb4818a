"""The AEC environment holds what PettingZoo's own tests demand, and its games are those of the game API."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import citadels_sim as cs
from citadels_sim.env import citadels_v0
from citadels_sim.env.numbering import ACTIONS
from citadels_sim.errors import CitadelsError, IllegalAction, VariantError
from tests.env.tables import FEW_TABLES, TABLES

# PettingZoo warns of these in every environment of cards and boards whose observation has a mask beside it, but for a list of its own.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros",
)


@contextmanager
def only_expected_warnings() -> Iterator[None]:
    """Let pass what PettingZoo says of all environments with masks; any other warning is an error."""
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        yield


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoo_finds_no_fault_with_the_api(name: str, players: int) -> None:
    with only_expected_warnings():
        api_test(citadels_v0.env(variant=name, players=players), num_cycles=200)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_gives_the_same_game(name: str, players: int) -> None:
    seed_test(lambda: citadels_v0.env(variant=name, players=players), num_cycles=60)


@pytest.mark.parametrize(("name", "players"), FEW_TABLES)
def test_pettingzoo_finds_no_fault_as_a_parallel_environment(name: str, players: int) -> None:
    with only_expected_warnings():
        parallel_api_test(turn_based_aec_to_parallel(citadels_v0.env(variant=name, players=players)), num_cycles=400)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), FEW_TABLES)
def test_the_performance_benchmark_of_pettingzoo_runs(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(citadels_v0.env(variant=name, players=players))
    turns = float(capsys.readouterr().out.split(" turns per second")[0].split()[-1])
    assert turns > 500


def test_pettingzoo_finds_no_fault_with_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(citadels_v0.env)
    assert "Round 1, seat" in capsys.readouterr().out


def play(env: Any, seed: int, luck: random.Random) -> list[int]:
    """Play a game at random; return the actions."""
    env.reset(seed=seed)
    played = []
    while not any(env.terminations.values()):
        played.append(luck.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()))
        env.step(played[-1])
    return played


@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize(("name", "players"), FEW_TABLES)
def test_a_game_is_worth_what_its_result_says(name: str, players: int, reward: str) -> None:
    env: Any = citadels_v0.raw_env(variant=name, players=players, reward=reward)
    play(env, 4, random.Random(2))
    public = env._state.public
    winners = [seat for seat in range(players) if public.place[seat] == 1]
    expected = {
        "win": [1 / len(winners) if seat in winners else 0.0 for seat in range(players)],
        "score": [float(public.total[seat]) for seat in range(players)],
    }
    assert [env.rewards[f"seat_{seat}"] for seat in range(players)] == expected[reward]
    assert [env.infos[f"seat_{seat}"]["points"] for seat in range(players)] == [int(public.total[seat]) for seat in range(players)]
    assert not any(env.truncations.values())


def test_a_deal_is_that_of_the_game_api() -> None:
    env: Any = citadels_v0.raw_env(variant="dark-city", players=5)
    env.reset(seed=8)
    game = cs.Game.start("dark-city", 5, seed=env.game_seed)
    assert env._state.public.tobytes() == game.state.public.tobytes()
    assert [seat.tobytes() for seat in env._state.seat] == [seat.tobytes() for seat in game.state.seat]


def test_the_next_game_differs_and_follows_from_the_seed() -> None:
    seeds = []
    for _ in range(2):
        env: Any = citadels_v0.raw_env()
        env.reset(seed=8)
        first = env.game_seed
        env.reset()
        seeds.append((first, env.game_seed))
    assert seeds[0] == seeds[1]
    assert seeds[0][0] != seeds[0][1]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env: Any = citadels_v0.raw_env()
    env.reset(seed=1)
    before = env._state.tobytes()
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[-1])
    for action in (illegal, ACTIONS, -1, None):
        with pytest.raises(IllegalAction, match=r"is not legal now \(seat_\d\). Legal: \d+ \(pick:assassin\)|is not legal now"):
            env.step(action)
    assert env._state.tobytes() == before


@pytest.mark.parametrize("action", [True, "0", 1.5, 10**9, np.float32(0)])
def test_what_is_no_index_of_an_action_is_refused_as_illegal(action: Any) -> None:
    env: Any = citadels_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not legal now"):
        env.step(action)


def test_with_wrappers_an_illegal_action_loses_the_game() -> None:
    env: Any = citadels_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(ACTIONS - 1)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"players": 9}, VariantError, "players"),
        ({"variant": "no-such"}, VariantError, "no-such"),
        ({"reward": "wins"}, CitadelsError, r"reward: there is no reward 'wins'; known are win, score. Did you mean"),
        ({"variant": cs.load_variant("citadels-2016", {"costs.thieves-den": 40})}, VariantError, "costs.thieves-den: 40 is too much"),
    ],
)
def test_a_table_that_cannot_be_is_refused(options: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        citadels_v0.raw_env(**options)
