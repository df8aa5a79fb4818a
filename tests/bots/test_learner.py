"""`learner`: its features, its net, its files of weights, and what it must never do."""

from __future__ import annotations

import dataclasses
import itertools
import json
import os
import random
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import citadels_sim as cs
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import MOST_ROWS, SIZE, U, V, W, Z, add_rows, start_of
from citadels_sim.bots.learner.thought import HIDDEN, THOUGHT
from citadels_sim.bots.learner.weights_file import packed, read_weights, weights_bytes
from citadels_sim.bots.restrictions import parse_never
from citadels_sim.bots.weights import at_table
from citadels_sim.catalogue import character
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import INTERPRETED, entry_point, ready
from citadels_sim.errors import BotError
from citadels_sim.game.table import SeatedBots
from citadels_sim.training.learning.course import Course, Lesson, Tables, Worker
from citadels_sim.training.learning.episodes import Log
from citadels_sim.training.learning.gradient import spread_rows
from citadels_sim.training.learning.start import first_weights

ROOT = Path(__file__).resolve().parents[2]
CLASSIC = cs.load_variant("classic-2000")
DECISIONS = 250


def some_weights(seed: int = 1) -> npt.NDArray[np.float32]:
    """Weights under which nothing is done for planner's sake alone."""
    weights = first_weights(seed)
    weights[U : U + f.ROWS] = np.random.default_rng(seed).normal(0, 0.5, f.ROWS)
    return weights


def learner(weights: npt.NDArray[np.float32], **values: float) -> Bot:
    return dataclasses.replace(LEARNER, memory=weights, values=values)


def decisions(bot: Bot, variant: str, players: int, seed: int) -> Iterator[tuple[cs.Game, str]]:
    """The first decisions of a game that one bot plays at every seat, each before it is played: with arbitrary weights it need not end."""
    game = cs.Game.start(variant, players, seed=seed)
    bots = SeatedBots([bot] * players, seed)
    for program in bots.entry_points():
        ready(program)
    for _ in range(DECISIONS):
        if game.over:
            return
        label = game.legal()[game.codes().tolist().index(bots.choose(game))]
        yield game, label
        game.play(label)


def played(bot: Bot, variant: str, players: int, seed: int) -> list[str]:
    """Labels of the first decisions of a game that one bot plays at every seat."""
    return [label for _, label in decisions(bot, variant, players, seed)]


def lesson_log(weights: npt.NDArray[np.float32], games: int = 3) -> Log:
    course = Course(((CLASSIC, 4),))
    return Worker(Tables(course)).play(Lesson(0, "itself", 0, 4, 100, games), weights, (weights,) * 4)


def chances(log: Log, d: int, w: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float64], float]:
    """The policy of a logged decision and the chance to win, by matrix products of dense features."""
    rows, first = log.row.astype(int), int(log.first[d])
    ends = log.at[first : int(log.first[d + 1])]

    def dense(a: int, b: int) -> npt.NDArray[np.float64]:
        x = np.zeros(f.ROWS)
        np.add.at(x, rows[a:b], log.x[a:b])
        return x

    table = dense(int(log.state[d]), int(ends[0]))
    layer = w[W:U].reshape(f.ROWS, HIDDEN).astype(float)
    logits = []
    for a, b in itertools.pairwise(ends):
        action = dense(int(a), int(b))
        logits.append(np.maximum(0, (table + action) @ layer) @ w[V:Z] + action @ w[U:V])
    strength = np.exp(np.array(logits) - max(logits))
    z = Z + int(log.size[4]) * HIDDEN
    value = 1 / (1 + np.exp(-np.maximum(0, table @ layer) @ w[z : z + HIDDEN]))
    return strength / strength.sum(), float(value)


def test_the_net_is_what_its_docstring_says() -> None:
    weights = some_weights()
    log = lesson_log(weights)
    decisions = int(log.size[0])
    assert decisions > 100
    for d in range(0, decisions, 7):
        policy, value = chances(log, d, weights)
        assert log.chance[d] == pytest.approx(policy[log.chosen[d]], abs=1e-5)
        assert log.value[d] == pytest.approx(value, abs=1e-5)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("function", [add_rows, spread_rows])
def test_weights_of_a_feature_are_read_many_at_a_time(function: Any) -> None:
    """Where a place could be one from the end, each weight is read on its own: the same games, in 1.6 times the time."""
    from citadels_sim.compiler.backend.compiling import compile_whole

    memory = types.float32[::1]

    @entry_point(types.void(types.record(THOUGHT), memory, types.int64, memory), vectorise=True)
    def use(t: Any, w: Any, last: int, h: Any) -> None:
        function(t, w, 0, 0, last, h)

    compile_whole(use)  # type: ignore[arg-type]
    compiled = str(use.numba.get_compile_result(use.signature.numba).library._final_module)  # type: ignore[attr-defined]
    assert "fmul <" in compiled
    assert "gather" not in compiled
    assert "scatter" not in compiled


def test_rows_fit_the_mask_of_their_places() -> None:
    assert f.ROWS <= MOST_ROWS
    assert [start_of(row) for row in (0, 1, f.ROWS - 1)] == [0, HIDDEN, U - HIDDEN]


def test_a_learner_without_weights_plays_as_planner() -> None:
    planner = at_table(parse_bot("planner"), CLASSIC, 4)
    untrained = dataclasses.replace(LEARNER, values=planner.values)
    assert played(untrained, "classic-2000", 4, 5) == played(planner, "classic-2000", 4, 5)


def test_a_learner_that_trusts_planner_alone_plays_nearly_as_it() -> None:
    trusting = np.zeros(SIZE, np.float32)
    trusting[U + f.PROPOSED : U + f.PROPOSED + f.DECISIONS] = 50.0
    planner = at_table(parse_bot("planner"), CLASSIC, 4)
    assert played(learner(trusting, **planner.values), "classic-2000", 4, 6) == played(planner, "classic-2000", 4, 6)


@pytest.mark.parametrize(
    ("never", "label"), [("take:bishop", "pick:bishop"), ("murder", "murder:"), ("rob", "rob:"), ("destroy", "destroy:")]
)
def test_a_learner_never_does_what_it_is_never_to_do(never: str, label: str) -> None:
    weights = some_weights(2)
    free = [played(learner(weights), "classic-2000", 4, seed) for seed in range(2)]
    assert any(done.startswith(label) for game in free for done in game)
    bound = learner(weights, **parse_never([never]))
    assert not any(done.startswith(label) for seed in range(4) for done in played(bound, "classic-2000", 4, seed))


@pytest.mark.parametrize("variant", ["classic-2000", "dark-city"])
def test_a_learner_names_nobody_who_lies_face_up(variant: str) -> None:
    """Whatever its weights: such a murder, theft or spell is wasted."""
    named = 0
    for seed in range(6):
        for game, label in decisions(learner(some_weights(seed)), variant, 4, seed):
            act, _, who = label.partition(":")
            if act in ("murder", "rob", "bewitch"):
                named += 1
                assert who not in game.view(game.actor)["face_up"], label
    assert named > 20


def test_the_last_to_pick_does_not_name_whom_it_left_over() -> None:
    """Nobody has that character, and the seat knows it."""
    named = 0
    left = {}
    for seed in range(24):
        for game, label in decisions(learner(some_weights(seed)), "classic-2000", 4, seed):
            act, _, who = label.partition(":")
            if act == "pick":
                left[game.actor] = {other.partition(":")[2] for other in game.legal()} - {who}
            elif act in ("murder", "rob") and len(left[game.actor]) == 1:
                named += 1
                assert who not in left[game.actor], label
    assert named > 20


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["take:bishp"], "there is no character 'bishp'. Did you mean 'bishop'"),
        (["take:king", "take:bishop"], "only one character"),
        (["murdr"], "should be one of take:CHARACTER, murder, rob, destroy. Did you mean 'murder'"),
    ],
)
def test_a_restriction_that_is_none_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(BotError, match=message.replace("?", r"\?")):
        parse_never(words)


def test_restrictions_add_up() -> None:
    assert parse_never(["murder", "destroy", "take:king"]) == {"never_does": 5.0, "never_takes": float(character("king").code)}


def as_file(path: Path, weights: npt.NDArray[np.float32], **about: Any) -> Path:
    path.write_bytes(weights_bytes(weights, {CLASSIC.digest: ("classic-2000", (4, 5))}, about))
    return path


def test_weights_are_kept_as_they_play(tmp_path: Path) -> None:
    rounded = some_weights().astype(np.float16).astype(np.float32)
    file = as_file(tmp_path / "one.weights", rounded, values={"never_takes": 5.0})
    bot = at_table(parse_bot(f"learner:@{file}"), CLASSIC, 5)
    assert np.array_equal(bot.memory, rounded)
    assert bot.values["never_takes"] == 5.0
    assert bot.values["gold"] == at_table(parse_bot("planner"), CLASSIC, 5).values["gold"]


def test_rules_that_were_not_learned_are_refused_with_the_command_that_learns_them(tmp_path: Path) -> None:
    bot = parse_bot(f"learner:@{as_file(tmp_path / 'one.weights', some_weights())}")
    with pytest.raises(
        BotError, match=r"has not learned .* 'classic-2000' with 6 players. Train it with `citadels train classic-2000 --pl"
    ):
        at_table(bot, CLASSIC, 6)
    with pytest.raises(BotError, match="has not learned the rules of 'dark-city' with 4 players"):
        at_table(bot, cs.load_variant("dark-city"), 4)


def with_header(data: bytes, **changed: Any) -> bytes:
    line, _, body = data.partition(b"\n")
    return json.dumps({**json.loads(line), **changed}).encode() + b"\n" + body


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (lambda data: data[: len(data) // 2], "is damaged"),
    "no numbers": (lambda data: data.partition(b"\n")[0] + b"\n", "is damaged"),
    "a changed number": (lambda data: data.partition(b"\n")[0] + b"\n" + zlib.compress(bytes(2 * SIZE)), "checksum"),
    "too many numbers": (
        lambda data: data.partition(b"\n")[0] + b"\n" + zlib.compress(bytes(1 << 26)),
        "is damaged, or of another version",
    ),
    "another layout": (lambda data: with_header(data, layout=999), "layout 999"),
    "another format": (lambda data: with_header(data, **{"citadels-weights": 7}), "format 7"),
    "another bot": (lambda data: with_header(data, bot="planner"), "for 'planner'"),
    "no rules": (lambda data: with_header(data, rules=[]), "lacks the list 'rules'"),
    "players that are none": (lambda data: with_header(data, rules=[{"digest": "x", "players": [99]}]), "numbers of players"),
    "a value that is text": (lambda data: with_header(data, values={"sharp": "x"}), "values that are not numbers"),
    "a value out of range": (lambda data: with_header(data, values={"sharp": 7}), "sharp"),
    "a pickle": (lambda _: b"\x80\x04cos\nsystem\n", "is not a file that `citadels train` wrote"),
    "an archive": (lambda _: b"PK\x03\x04" + bytes(100), "is not a file that `citadels train` wrote"),
    "empty": (lambda _: b"", "is not a file that `citadels train` wrote"),
    "deep": (lambda _: b'{"citadels-weights": ' + b"[" * 100_000 + b"\n", "bots.learner"),
    "too large": (lambda data: data + bytes(5 << 20), "larger than 4 MiB"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_file_that_is_none_is_one_message(kind: str, tmp_path: Path) -> None:
    file = as_file(tmp_path / "bad.weights", some_weights())
    spoil, message = BAD[kind]
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(BotError, match=message):
        parse_bot(f"learner:@{file}")


def test_a_file_that_is_not_there_or_no_file_is_one_message(tmp_path: Path) -> None:
    for name, message in (("none.weights", "no such file"), ("", "shipped values"), (".", "shipped values")):
        with pytest.raises(BotError, match=message):
            parse_bot(f"learner:@{tmp_path / name}")
    os.mkfifo(tmp_path / "pipe.weights")
    with pytest.raises(BotError, match="pipe"):
        parse_bot(f"learner:@{tmp_path / 'pipe.weights'}")


def test_weights_that_are_not_numbers_are_refused(tmp_path: Path) -> None:
    weights = some_weights()
    weights[5] = np.nan
    with pytest.raises(BotError, match="not all of its weights are numbers"):
        read_weights(as_file(tmp_path / "nan.weights", weights))


def test_nothing_more_is_unpacked_than_there_should_be() -> None:
    data = packed({}, np.zeros(1 << 20, np.float32))
    assert len(data) < 10_000


SAME = """
import sys
from tests.bots.test_learner import played, learner, some_weights
for variant, players in (("classic-2000", 4), ("citadels-2016-random", 6)):
    print(played(learner(some_weights(3)), variant, players, 11))
"""


def test_compiled_and_interpreted_learners_choose_alike() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1", "PYTHONPATH": str(ROOT)}
    other = subprocess.run([sys.executable, "-c", SAME], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    here = [played(learner(some_weights(3)), *table, 11) for table in (("classic-2000", 4), ("citadels-2016-random", 6))]
    assert other.stdout.splitlines() == [str(labels) for labels in here]


def test_features_have_room_at_every_table() -> None:
    """The longest decisions of random play at the largest tables, where a Diplomat or an Armory has hundreds of choices."""
    luck = random.Random(4)
    bot = learner(some_weights(5), sharp=0.0)
    for variant, players in (("citadels-2016-random", 8), ("dark-city-random", 8)):
        game = cs.Game.start(variant, players, seed=luck.getrandbits(40))
        bots = SeatedBots([bot] * players, 1)
        for program in bots.entry_points():
            ready(program)
        widest = 0
        while not game.over and game.state.secret.decision_no < 4 * DECISIONS:
            widest = max(widest, len(game.codes()))
            assert bots.choose(game) in game.codes()
            game.play(luck.choice(game.legal()))
        assert widest > 20
