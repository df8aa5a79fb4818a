"""Gymnasium's environments: one seat against named bots, whose games are those of a tournament, at one table and at many."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import citadels_sim as cs
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.weights import at_table
from citadels_sim.engine import actions as a
from citadels_sim.engine.prepare import prepare
from citadels_sim.env import CitadelsEnv, CitadelsVectorEnv, describe
from citadels_sim.env.numbering import EXCHANGE_FOR, code_of
from citadels_sim.env.tables import Tables
from citadels_sim.errors import BotError, CitadelsError
from citadels_sim.game.table import SeatedBots
from tests.env.tables import FEW_TABLES, TABLES, engine_codes, plain

ID = "citadels_sim.env.citadels_gym:Citadels-v0"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_gymnasium_finds_no_fault(name: str, players: int) -> None:
    made = gymnasium.make(ID, variant=name, players=players, bots=["random"], render_mode="ansi")
    check_env(made.unwrapped)


def test_it_is_made_by_its_name() -> None:
    env = gymnasium.make(ID, variant="dark-city", players=5, bots=["random"])
    assert isinstance(env.unwrapped, CitadelsEnv)
    many = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="vector_entry_point", bots=["random"])
    assert isinstance(many, CitadelsVectorEnv)


@pytest.mark.parametrize(("name", "players"), FEW_TABLES)
def test_its_games_are_those_of_the_same_bots_at_a_table_of_the_game_api(name: str, players: int) -> None:
    """The other seats decide as `SeatedBots` has them decide in the game of the same seed, up to the last decision."""
    seat = 1
    bots: list[Bot | None] = [at_table(parse_bot("builder"), cs.load_variant(name), players)] * players
    bots[seat] = None
    tables = Tables(name, players, bots=["builder"], seat=seat)
    prepare(SeatedBots(bots, 0).entry_points())
    for luck in range(3):
        tables.start(np.array([luck]))
        seed = int(tables.batch.slots[0].seed)
        game, others = cs.Game.start(name, players, seed=seed), SeatedBots(bots, seed)
        state = tables.batch.states[0]
        for turn in range(10_000):
            while not game.over and (game.actor != seat or len(game.legal()) == 1):
                game.play(game.label(others.choose(game)) if game.actor != seat else game.legal()[0])
            assert bool(state.public.over) == game.over
            assert state.public.tobytes() == game.state.public.tobytes()
            if game.over:
                break
            game.play(game.label(chosen_code(tables, int(tables.draw(turn)[0]), turn)))
        assert game.over


def chosen_code(tables: Tables, action: int, luck: int) -> int:
    """Play an action, an exchange to its end; return the engine's action that it was."""
    public = tables.batch.states[0].public
    actor = int(public.actor)
    code = int(plain(code_of)(action, actor, tables.players))
    if code & 0xFF != a.A_EXCHANGE:
        tables.step(np.array([action]))
        return code
    targets = [other for other in engine_codes(tables.batch.states[0], tables.batch.rules) if other & 0xFFFF == code]
    tables.step(np.array([action]))
    if len(targets) == 1:
        return targets[0]
    second = int(tables.draw(luck)[0])
    named = int(plain(code_of)(second, actor, tables.players))
    assert named & 0xFF == EXCHANGE_FOR
    tables.step(np.array([second]))
    return int(a.action3(a.A_EXCHANGE, a.arg_a(code), a.arg_a(named), a.arg_b(named)))


def test_many_tables_play_the_games_of_single_ones() -> None:
    luck = np.array([5, 6, 7])
    many = Tables("dark-city", 5, 3, bots=["builder", "random"], again=True)
    single = [Tables("dark-city", 5, bots=["builder", "random"], again=True) for _ in luck]
    many.start(luck)
    for one, own in zip(single, luck, strict=True):
        one.start(np.array([own]))
    ends = 0
    for number in range(300):
        actions = many.draw(number)
        many.step(actions)
        for i, one in enumerate(single):
            one.step(actions[i : i + 1])
            assert one.batch.seen[0].tobytes() == many.batch.seen[i].tobytes()
            assert one.batch.mask[0].tobytes() == many.batch.mask[i].tobytes()
            assert (one.rewards[0], one.ended[0]) == (many.rewards[i], many.ended[i])
        ends += int(many.ended.sum())
    assert ends > 6


def test_the_vector_environment_starts_the_next_game_and_gives_the_last_observation() -> None:
    env = CitadelsVectorEnv(16, bots=["random"], reward="score")
    observations, infos = env.reset(seed=3)
    assert infos == {}
    finished = 0
    for _ in range(200):
        assert env.observation_space.contains(observations)
        observations, rewards, terminated, truncated, infos = env.step(env.random_actions())
        assert observations["action_mask"].any(axis=1).all()
        assert not truncated.any()
        assert ("final_obs" in infos) == terminated.any()
        for i in np.flatnonzero(terminated):
            last = infos["final_obs"][i]
            assert env.single_observation_space.contains(last)
            assert last["observation"][2] == 1  # over
            assert not last["action_mask"].any()
            assert rewards[i] == infos["final_info"]["points"][i]
            assert infos["final_info"]["_points"][i]
            finished += 1
        assert not rewards[~terminated].any()
    assert finished > 16


def test_the_same_seed_gives_the_same_games() -> None:
    def digest() -> list[bytes]:
        env = CitadelsVectorEnv(8, "citadels-2016-random", 6, bots=["builder"])
        result = [env.reset(seed=9)[0]["observation"].tobytes()]
        for _ in range(100):
            observations, rewards, *_ = env.step(env.random_actions())
            result += [observations["observation"].tobytes(), rewards.tobytes()]
        return result

    assert digest() == digest()


def test_arrays_are_shared_only_on_request() -> None:
    for copy in (True, False):
        env = CitadelsVectorEnv(4, bots=["random"], copy=copy)
        first, _ = env.reset(seed=1)
        before = first["observation"].tobytes()
        second = env.step(env.random_actions())[0]
        assert np.shares_memory(first["observation"], second["observation"]) is not copy
        assert (first["observation"].tobytes() == before) is copy


def test_the_seat_that_learns_moves_on_unless_it_is_fixed() -> None:
    def seats(seat: int | None) -> set[int]:
        tables = Tables("classic-2000", 4, bots=["random"], seat=seat, again=True)
        tables.start(np.array([0]))
        result = set()
        for number in range(600):
            result.add(int(tables.batch.states[0].public.actor))
            tables.step(tables.draw(number))
        return result

    assert seats(None) == {0, 1, 2, 3}
    assert seats(2) == {2}


def test_random_play_against_random_play_wins_its_share() -> None:
    env = CitadelsVectorEnv(512, bots=["random"])
    env.reset(seed=1)
    won = games = 0.0
    for _ in range(500):
        _, rewards, terminated, *_ = env.step(env.random_actions())
        won += rewards.sum()
        games += terminated.sum()
    assert abs(won / games - 0.25) < 4 * np.sqrt(0.25 * 0.75 / games)


def test_an_illegal_action_ends_the_game() -> None:
    one = CitadelsEnv(bots=["random"])
    one.reset(seed=1)
    illegal = int(np.flatnonzero(~one.action_masks())[0])
    _, reward, terminated, truncated, info = one.step(illegal)
    assert (reward, terminated, truncated, info) == (-1.0, True, False, {"illegal": True})
    many = CitadelsVectorEnv(2, bots=["random"])
    many.reset(seed=1)
    actions = many.random_actions()
    actions[0] = -5
    _, rewards, ended, _, infos = many.step(actions)
    assert rewards.tolist() == [-1.0, 0.0]
    assert ended.tolist() == [True, False]
    assert infos["final_info"]["illegal"].tolist() == [True, False]
    assert infos["final_info"]["_points"].tolist() == [False, False]


def test_a_game_at_one_table_ends_with_its_points(capsys: pytest.CaptureFixture[str]) -> None:
    env = CitadelsEnv(bots=["random"], reward="score", render_mode="human")
    env.reset(seed=1)
    luck = random.Random(1)
    terminated = False
    while not terminated:
        _, reward, terminated, _, info = env.step(luck.choice(np.flatnonzero(env.action_masks()).tolist()))
    assert info["points"] == reward
    assert 1 <= info["place"] <= 4
    assert not env.action_masks().any()
    last = env._observation()["observation"].tobytes()
    after, reward, terminated, _, _ = env.step(0)
    assert (after["observation"].tobytes(), reward, terminated) == (last, -1.0, True)
    assert f"{info['points']} points, place {info['place']}" in capsys.readouterr().out


def test_a_step_before_the_first_game_or_with_too_few_actions_is_refused() -> None:
    env = CitadelsVectorEnv(4, bots=["random"])
    with pytest.raises(CitadelsError, match=r"step: no game has begun; call reset\(\) first"):
        env.step(np.zeros(4, np.int64))
    env.reset(seed=1)
    with pytest.raises(CitadelsError, match=r"shape \(3,\) should have one action for each of 4 tables"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(CitadelsError, match=r"shape \(3,\) should have one number for each of 2 tables"):
        Tables("classic-2000", 4, 2).start(np.zeros(3, np.int64))


@pytest.mark.parametrize("action", [0.9, "0", True, None])
def test_an_action_that_is_no_whole_number_is_refused(action: Any) -> None:
    env = CitadelsEnv("classic-2000", 3)
    env.reset(seed=1)
    with pytest.raises(CitadelsError, match="should be whole numbers"):
        env.step(action)
    vector = CitadelsVectorEnv(2, "classic-2000", 3)
    vector.reset(seed=1)
    with pytest.raises(CitadelsError, match="should be whole numbers"):
        vector.step(np.array([action, action]))


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"bots": []}, BotError, "should be 1 to 3 bots"),
        ({"bots": "builder"}, BotError, "should be 1 to 3 bots"),
        ({"bots": ["random"] * 4}, BotError, "should be 1 to 3 bots"),
        ({"bots": ["bilder"]}, BotError, "there is no bot 'bilder'"),
        ({"bots": [Bot("mine", "", lambda *_: "", compiled=False)]}, BotError, "mine is plain Python"),
        ({"seat": 4}, CitadelsError, "seats are 0 to 3"),
    ],
)
def test_a_table_that_cannot_be_is_refused(options: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        CitadelsEnv(**options)
    with pytest.raises(CitadelsError, match="tables: 0 should be at least 1"):
        CitadelsVectorEnv(0)


def test_actions_are_described() -> None:
    env = CitadelsEnv(bots=["random"])
    env.reset(seed=1)
    assert {describe(int(index)).split(":")[0] for index in np.flatnonzero(env.action_masks())} == {"pick"}


def test_a_seed_for_each_table_deals_the_games_of_one_table() -> None:
    many = CitadelsVectorEnv(4, "dark-city", 5, seat=2)
    seeds = [3, 11, 3, None]
    seen, _ = many.reset(seed=seeds)
    one = CitadelsEnv("dark-city", 5, seat=2)
    for table, seed in enumerate(seeds):
        if seed is not None:
            np.testing.assert_array_equal(seen["observation"][table], one.reset(seed=seed)[0]["observation"])
    assert (seen["observation"][0] == seen["observation"][2]).all()
    assert (many.reset(seed=seeds)[0]["observation"] == seen["observation"])[:3].all()
    assert (many.reset(seed=np.array([3, 3, 3, 11]))[0]["observation"][[0, 3]] == seen["observation"][[0, 1]]).all()  # type: ignore[arg-type]
    with pytest.raises(CitadelsError, match="seed: 2 seeds should be one for each of 4 tables"):
        many.reset(seed=[1, 2])
