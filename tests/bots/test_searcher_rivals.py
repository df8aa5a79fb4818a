"""A searcher that knows its rivals plays them ahead as they are, and changes nothing of theirs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import Bot, compiled_bot, parse_bot
from citadels_sim.compiler.decorators import INTERPRETED, ready
from citadels_sim.engine import actions as a
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import Table, Until, deal, new_table, run
from citadels_sim.engine.rules import rules_record
from tests.bots.worlds import think_as

ROOT = Path(__file__).resolve().parents[2]
VARIANT = cs.load_variant("classic-2000")
KNOWS, BLIND = (parse_bot(f"searcher:asks=0,mixing=0,playouts=24,rounds=3,knows={knows}") for knows in (1, 0))


@compiled_bot
def idle(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Never builds: takes the last action that is no building."""
    for i in range(n - 1, -1, -1):
        if legal.code[i] & 0xFF != a.A_BUILD:
            return i
    return n - 1


IDLE = Bot("idle", "never builds", idle)


def begun(bots: list[Bot | None], seed: int = 3) -> tuple[Table, int]:
    """A table at the first decision of seat 0, and the number of actions there."""
    table = new_table(bots, rules_record(VARIANT.at(4)))
    ready(deal)(table.state, table.rules, table.legal, seed)
    ready(apply)(table.state, table.rules, table.journal, table.legal, A_BEGIN_ROUND)
    seats = sum(1 << seat for seat, bot in enumerate(bots) if seat == 0 or bot is None)
    n = int(ready(run)(table, Until(seats=seats)))
    while table.state.public.actor != 0:
        ready(apply)(table.state, table.rules, table.journal, table.legal, int(table.legal.code[0]))
        n = int(run(table, Until(seats=seats)))
    return table, n


def thought(bots: list[Bot | None], seed: int = 3) -> Any:
    """What the searcher at seat 0 has thought when it has decided for the first time."""
    table, n = begun(bots, seed)
    return think_as(table.lineup.bot[0], table, n)


def built_by_rivals(bots: list[Bot | None]) -> int:
    """Districts that stand in the other cities at the end of the last playout."""
    return int(thought(bots).play.public.city_n[1:4].sum())


def test_rivals_play_the_worlds_as_they_play_the_game() -> None:
    """Whoever never builds, does not in three rounds played ahead; the fast bot builds two or three districts in that time."""
    assert built_by_rivals([KNOWS, IDLE, IDLE, IDLE]) == 0
    assert built_by_rivals([BLIND, IDLE, IDLE, IDLE]) >= 3


def test_each_seat_is_played_by_its_own_bot_wherever_that_sits() -> None:
    table, n = begun([KNOWS, IDLE, parse_bot("builder"), IDLE])
    for rotation in range(3):  # seat 0 goes on thinking: only the others change places
        seats = [1 + (k + rotation) % 3 for k in range(3)]
        table.lineup.position[1:4] = seats
        built = think_as(table.lineup.bot[0], table, n).play.public.city_n[1:4].tolist()
        assert [count > 0 for count in built] == [position == 2 for position in seats]


@pytest.mark.parametrize("rivals", [[BLIND] * 3, [KNOWS] * 3, [None] * 3])
def test_rivals_that_search_or_decide_elsewhere_are_played_by_the_fast_bot(rivals: list[Bot | None]) -> None:
    knowing, blind = thought([KNOWS, *rivals]), thought([BLIND, *rivals])
    assert knowing.chooser.tolist() == [0] * 8
    assert knowing.value.tobytes() == blind.value.tobytes()
    assert knowing.play.tobytes() == blind.play.tobytes()


def test_where_nobody_said_who_sits_there_it_plays_as_if_it_did_not_know() -> None:
    table, n = begun([KNOWS, IDLE, IDLE, IDLE])
    table.lineup.bot[0].lineup = 0
    assert think_as(table.lineup.bot[0], table, n).play.tobytes() == thought([BLIND, IDLE, IDLE, IDLE]).play.tobytes()


def test_nothing_of_the_game_and_of_the_rivals_is_changed() -> None:
    table, n = begun([KNOWS, parse_bot("builder:noise=2"), parse_bot("random"), parse_bot("planner")])
    before = table.state.tobytes(), table.lineup.tobytes(), table.rules.tobytes()
    t = think_as(table.lineup.bot[0], table, n)
    assert (t.chooser[:4] != 0).tolist() == [False, True, True, True]
    table.lineup.bot[0].rng[:] = 0  # its own luck, which it draws
    assert (table.state.tobytes(), table.lineup.tobytes(), table.rules.tobytes()) == before


def digest() -> str:
    """Choices of a searcher that knows three different rivals, in a few decisions."""
    bots = [parse_bot(name) for name in ("searcher:asks=0,playouts=6,knows=1", "builder", "raider", "planner")]
    table = new_table(bots, rules_record(VARIANT.at(4)))
    ready(deal)(table.state, table.rules, table.legal, 5)
    ready(apply)(table.state, table.rules, table.journal, table.legal, A_BEGIN_ROUND)
    ready(run)(table, Until(4))
    return table.state.tobytes().hex()


def test_compiled_and_interpreted_it_plays_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1", "PYTHONPATH": str(ROOT)}
    code = "from tests.bots.test_searcher_rivals import digest; print(digest())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest()
