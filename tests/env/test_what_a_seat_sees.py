"""An observation is made of what the seat may know: nothing hidden changes it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.compiler.decorators import ready
from citadels_sim.env import citadels_v0
from citadels_sim.env.fields import SIZE
from citadels_sim.env.policies import show
from tests.bots.test_what_bots_see import TABLES, look, with_another_hidden_part


def seen(state: Any, rules: Any) -> tuple[bytes, list[int]]:
    """What the deciding seat sees, and the indices of its legal actions."""
    out, n = look(state, rules)
    codes = np.array(out.code[:n])
    x, indices = np.zeros((1, SIZE), np.int16), np.zeros(n, np.int64)
    ready(show)(state.public, state.seat[int(state.public.actor)], codes, -1, x, indices)
    return x.tobytes(), sorted(indices.tolist())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_view_with_another_hidden_part_is_the_same_observation(name: str, players: int) -> None:
    luck = random.Random(players)
    game = cs.Game.start(cs.load_variant(name), players, seed=3)
    differed = decisions = 0
    while not game.over and decisions < 250:
        twin = with_another_hidden_part(game.state, int(game.state.public.actor), luck)
        differed += twin.tobytes() != game.state.tobytes()
        assert seen(twin, game.rules) == seen(game.state, game.rules)
        game.play(luck.choice(game.legal()))
        decisions += 1
    assert differed > 100


@pytest.mark.parametrize(("name", "players"), [("classic-2000", 4), ("citadels-2016-random", 5)])
def test_an_agent_learns_nothing_from_the_state_of_anothers_question(name: str, players: int) -> None:
    """Between its own decisions an agent's observation stays as it is, whatever others decide."""
    env: Any = citadels_v0.raw_env(variant=name, players=players)
    env.reset(seed=5)
    luck = random.Random(1)
    last = {agent: env.observe(agent)["observation"] for agent in env.agents}
    for _ in range(300):
        if any(env.terminations.values()):
            return
        actor = env.agent_selection
        last[actor] = env.observe(actor)["observation"]
        for agent in env.agents:
            observed = env.observe(agent)
            assert observed["observation"].tobytes() == last[agent].tobytes()
            assert observed["action_mask"].any() == (agent == actor)
        env.step(luck.choice(np.flatnonzero(env.observe(actor)["action_mask"]).tolist()))


def test_infos_say_nothing_before_the_end() -> None:
    env: Any = citadels_v0.raw_env()
    env.reset(seed=5)
    assert env.infos == {agent: {} for agent in env.agents}
