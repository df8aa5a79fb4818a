"""Copies in the middle of a game, by `copy.deepcopy` and by pickling, also into another process: exact, and nothing shared."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.engine.records import new_record, new_records
from citadels_sim.engine.state import STATE
from citadels_sim.env import citadels_v0
from citadels_sim.env.citadels_gym import CitadelsEnv, CitadelsVectorEnv

pytestmark = pytest.mark.rotated(3)

Object = Any
TABLES = [("classic-2000", 4), ("citadels-2016-random", 5)]
COPIES: dict[str, Callable[[Object], Object]] = {"deepcopy": copy.deepcopy, "pickle": lambda thing: pickle.loads(pickle.dumps(thing))}


def game(variant: str, players: int) -> cs.Game:
    return cs.Game.start(variant, players, seed=7)


def aec(make: Callable[..., Any]) -> Callable[[str, int], Object]:
    def begun(variant: str, players: int) -> Object:
        env = make(variant=variant, players=players)
        env.reset(seed=7)
        return env

    return begun


def gym(variant: str, players: int) -> Object:
    env = CitadelsEnv(variant, players, bots=("builder", "random"))
    env.reset(seed=7)
    return env


def registered(variant: str, players: int) -> Object:
    env = gymnasium.make("citadels_sim.env.citadels_gym:Citadels-v0", variant=variant, players=players)
    env.reset(seed=7)
    return env


def vector(variant: str, players: int) -> Object:
    env = CitadelsVectorEnv(3, variant, players, bots=("builder",))
    env.reset(seed=7)
    return env


MAKERS = {"Game": game, "raw_env": aec(citadels_v0.raw_env), "env": aec(citadels_v0.env), "gym": gym, "make": registered, "vector": vector}


def on(thing: Object, steps: int) -> list[bytes]:
    """Play on by a fixed rule, also into the next games; return all that is seen on the way."""
    seen = []
    for step in range(steps):
        if isinstance(thing, cs.Game):
            if not thing.over:
                labels = thing.legal()
                thing.play(labels[step % len(labels)])
            now: Object = (thing.transcript(), thing.position(), thing.journal().tobytes())
        elif isinstance(thing, CitadelsVectorEnv):
            now = thing.step(thing.random_actions())
        elif isinstance(thing, gymnasium.Env):
            legal = np.flatnonzero(thing.unwrapped.action_masks())
            now = thing.step(int(legal[step % len(legal)])) if len(legal) else thing.reset()
        elif all(thing.terminations.values()):
            thing.reset()
            now = thing.observe(thing.agent_selection)
        else:
            legal = np.flatnonzero(thing.observe(thing.agent_selection)["action_mask"])
            thing.step(int(legal[step % len(legal)]))
            now = (thing.agent_selection, thing.rewards, [thing.observe(agent) for agent in thing.possible_agents])
        seen.append(as_bytes(now))
    return seen


def as_bytes(value: Object) -> bytes:
    if isinstance(value, dict):
        return b"".join(repr(key).encode() + as_bytes(entry) for key, entry in value.items())
    if isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.dtype == object):
        return b"".join(map(as_bytes, value))
    return value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode()


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize(("variant", "players"), TABLES)
@pytest.mark.parametrize("kind", MAKERS)
def test_a_copy_in_the_middle_of_a_game_goes_on_exactly_and_alone(kind: str, variant: str, players: int, how: str) -> None:
    thing = MAKERS[kind](variant, players)
    on(thing, 30)
    first, second = (COPIES[how](thing) for _ in range(2))
    expected = on(first, 40)
    assert on(thing, 40) == expected  # what the copy played has changed nothing here
    del thing, first
    gc.collect()  # the copy holds nothing that was the original's
    assert on(second, 40) == expected


@pytest.mark.parametrize("kind", ["Game", "env", "gym", "vector"])
def test_another_process_goes_on_exactly(kind: str, tmp_path: Path) -> None:
    thing = MAKERS[kind]("classic-2000", 4)
    on(thing, 40)
    (tmp_path / "thing").write_bytes(pickle.dumps(thing))
    program = (
        "import pickle, sys; from tests.test_copies import on\n"
        "sys.stdout.buffer.write(b'|'.join(on(pickle.load(open(sys.argv[1], 'rb')), 10)))"
    )
    words = [sys.executable, "-c", program, str(tmp_path / "thing")]
    there = subprocess.run(words, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, capture_output=True, check=False)
    assert there.stdout == b"|".join(on(thing, 10)), there.stderr.decode()


@pytest.mark.parametrize("how", COPIES)
def test_what_a_game_is_made_of_is_copied(how: str) -> None:
    played = game("classic-2000", 4)
    for thing in (played.variant, parse_bot("builder:noise=2")):
        assert COPIES[how](thing) == thing
    one, many = new_record(STATE), new_records(2, STATE)
    one.public.round_no = many[1].public.round_no = 5
    assert COPIES[how](one).public.round_no == 5
    again = COPIES[how](many)
    assert (again.dtype, again[1].public.round_no, type(again[1])) == (many.dtype, 5, type(many[1]))
    many[1].public.round_no = 6
    assert again[1].public.round_no == 5
