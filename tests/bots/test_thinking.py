"""`learner:think=N` plays picks and names ahead, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.learner import LEARNER, chooses_character
from citadels_sim.bots.learner.thinking import choose_thinking
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import INTERPRETED, ready
from citadels_sim.engine import rng
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import LINEUP_T, Until, deal, new_lineup, new_table, run
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_legal
from citadels_sim.errors import BotError
from citadels_sim.runs.runner import run_experiment
from citadels_sim.training.learning.strength import measured
from tests.bots.quick import with_weights
from tests.small_runs import small

ROOT = Path(__file__).resolve().parents[2]
CLASSIC = cs.load_variant("classic-2000")
LEARNER_PACKAGED = parse_bot("learner")


def seated(name: str) -> tuple[Bot, Any]:
    """A bot at a table of four of its kind, and its state there."""
    bot = at_table(parse_bot(name), CLASSIC, 4)
    return bot, new_lineup([bot] * 4)


def choice(bot: Bot, lineup: Any, game: cs.Game, luck: int, *, known: bool = True) -> int:
    """Index that a bot chooses at the pending decision; `known`: whether it knows the table that it sits at."""
    out, n = new_legal(), len(game.codes())
    out.code[:n] = game.codes()
    state = lineup.bot[0]
    state.lineup = LINEUP_T.address(lineup) if known else 0
    state.rng[:] = [rng.mix(luck, 7), 0]
    return int(ready(bot.choose)(game.state.public, game.state.seat[int(game.state.public.actor)], game.rules, out, n, state))


@pytest.mark.parametrize("known", [True, False])
def test_it_differs_from_the_learner_only_where_characters_are_picked_or_named_and_not_where_others_play_it_ahead(known: bool) -> None:
    thinking, learner = seated("learner:think=40"), seated("learner")
    different = {True: 0, False: 0}
    for seed in range(3):
        game = cs.Game.start(CLASSIC, 4, seed=seed)
        for luck in range(150):
            codes = game.codes()
            if len(codes) == 0:
                break
            chosen = choice(*thinking, game, luck, known=known)
            about_characters = any(chooses_character(int(code)) for code in codes)
            different[about_characters] += chosen != choice(*learner, game, luck)
            game.play(game.legal()[chosen])
    assert different[False] == 0
    assert (different[True] > 10) == known


def test_it_also_takes_what_the_learner_never_does_where_that_is_better() -> None:
    """Of 1,000 choices of the learner all that have a chance of 1 % are among them."""
    thinking, learner = seated("learner:think=400"), seated("learner")
    unexpected = 0
    for seed in range(3):
        game = cs.Game.start(CLASSIC, 4, seed=seed)
        while len(game.codes()):
            if any(chooses_character(int(code)) for code in game.codes()):
                usual = {choice(*learner, game, luck) for luck in range(1_000)}
                unexpected += choice(*thinking, game, 1) not in usual
            game.play(game.legal()[choice(*learner, game, 1)])
    assert unexpected > 2


def test_no_games_ahead_are_the_learner_itself_and_too_many_are_refused() -> None:
    assert parse_bot("learner:think=0").choose is LEARNER.choose
    assert parse_bot("learner:think=30").choose is choose_thinking
    assert parse_bot("learner:think=30").games_per_second < LEARNER.games_per_second / 10
    with pytest.raises(BotError, match=r"bots\.learner\.think: '1000000' should be a number from 0 to 2000"):
        parse_bot("learner:think=1000000")


def test_it_has_the_weights_of_the_learner_and_refuses_rules_that_nobody_has_learned() -> None:
    bot = parse_bot("learner:think=30,sharp=0")
    assert at_table(bot, CLASSIC, 4).memory.tobytes() == at_table(LEARNER_PACKAGED, CLASSIC, 4).memory.tobytes()
    with pytest.raises(BotError, match="has not learned the rules"):
        at_table(bot, cs.load_variant("classic-2000", {"costs.keep": 4}), 4)


def test_any_number_of_workers_writes_the_same_bytes(tmp_path: Path) -> None:
    for workers in (1, 2):
        run_experiment(small(games=40, lineups=[["learner:think=6"]]), tmp_path / f"{workers}", workers=workers)
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.parquet")} for name in ("1", "2")
    )
    assert len(one) > 1
    assert one == two


def digest() -> str:
    """Some picks and names of thinking learners."""
    bot = with_weights(parse_bot("learner:think=6"))
    table = new_table([bot] * 4, rules_record(CLASSIC.at(4)))
    ready(deal)(table.state, table.rules, table.legal, 5)
    ready(apply)(table.state, table.rules, table.journal, table.legal, A_BEGIN_ROUND)
    ready(run)(table, Until(2))
    return np.asarray(table.state).tobytes().hex()


def test_compiled_and_interpreted_it_plays_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1", "PYTHONPATH": str(ROOT)}
    code = "from tests.bots.test_thinking import digest; print(digest())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest()


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "least"), [("classic-2000", 0.43), ("dark-city", 0.43), ("citadels-2016", 0.39)])
def test_it_beats_three_learners(variant: str, least: float) -> None:
    """One of four wins a quarter of the games by chance alone, and less than this if the fast bot drafts in its worlds."""
    rules = cs.load_variant(variant)
    thinking, learner = (at_table(parse_bot(name), rules, 4) for name in ("learner:think=60", "learner"))
    assert measured([thinking, learner, learner, learner], rules, 4, 800, 1, 2).low > least
