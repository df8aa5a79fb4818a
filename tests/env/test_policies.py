"""A policy trained on the environment sits at the tables of tournaments, and sees and plays there what it would in the environment."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citadels_sim.bots.random_bot import RANDOM
from citadels_sim.engine.loop import new_table
from citadels_sim.engine.rules import rules_record
from citadels_sim.env import citadels_v0, policy_bot
from citadels_sim.errors import BotError
from citadels_sim.game.python_bots import play_with_plain_bots
from citadels_sim.variants import load_variant


def by_digest(observation: dict[str, Any], rng: random.Random) -> int:
    """Choose by what is seen alone, differently for almost every observation."""
    legal = np.flatnonzero(observation["action_mask"])
    return int(legal[hash(observation["observation"].tobytes()) % len(legal)])


@pytest.mark.parametrize(("name", "players"), [("classic-2000", 4), ("dark-city", 5), ("citadels-2016-random", 7), ("dark-city-nine", 8)])
def test_a_policy_plays_the_same_game_in_a_tournament_as_in_the_environment(name: str, players: int) -> None:
    env: Any = citadels_v0.raw_env(variant=name, players=players, reward="score")
    for seed in range(3):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            env.step(by_digest(env.observe(env.agent_selection), random.Random()))
        table = new_table([RANDOM] * players, rules_record(load_variant(name).at(players)))
        play_with_plain_bots([policy_bot(by_digest)] * players, table, env.game_seed, 0)
        assert table.state.public.total.tolist() == env._state.public.total.tolist()
        assert table.state.public.round_no == env._state.public.round_no


def illegal(observation: dict[str, Any], rng: random.Random) -> int:
    """Choose what is not legal."""
    return int(np.flatnonzero(observation["action_mask"] == 0)[0])


def broken(observation: dict[str, Any], rng: random.Random) -> int:
    """Fail."""
    return int(observation["no-such"][0])


@pytest.mark.parametrize(("policy", "message"), [(illegal, "which is not legal; legal are"), (broken, "KeyError: 'no-such'")])
def test_a_policy_that_fails_is_named(policy: Callable[..., int], message: str) -> None:
    table = new_table([RANDOM] * 4, rules_record(load_variant("classic-2000").at(4)))
    with pytest.raises(BotError, match="bots: mine failed with") as failure:
        play_with_plain_bots([policy_bot(policy, "mine")] * 4, table, 1, 0)
    assert message in str(failure.value)
    assert "game seed 1, round 1" in str(failure.value)


def test_a_policy_in_a_file_plays_a_run(tmp_path: Path, citadels: Callable[..., Any]) -> None:
    (tmp_path / "mine.py").write_text(
        "import numpy as np\nfrom citadels_sim.env import policy_bot\n\n"
        "lowest = policy_bot(lambda seen, rng: int(np.flatnonzero(seen['action_mask'])[0]))\n"
    )
    words = ("run", "--variant", "classic-2000", "--players", "4", "--games", "4", "--workers", "1", "--out", tmp_path / "run")
    code, _, err = citadels(*words, "--bots", f"{tmp_path / 'mine.py'}:lowest,random")
    assert code == 0, err
