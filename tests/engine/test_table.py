"""The game loop stops where it is to stop, wherever that is, and a table's bots play from the seats that the rotation gives them."""

from __future__ import annotations

import dataclasses
import gc
import weakref
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.actions import A_BEGIN_ROUND, PICK
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import EVERY_DECISION, RUN_CAPPED, RUN_OVER, WHOLE_GAME, Table, Until, deal, new_lineup, new_table, run
from citadels_sim.engine.rules import rules_record

RULES = rules_record(cs.load_variant("classic-2000").at(4))
BOTS = [parse_bot(name) for name in ("builder", "random", "raider", "banker")]


def begun(seed: int, bots: Any = BOTS) -> Table:
    table = new_table(bots, RULES)
    ready(deal)(table.state, RULES, table.legal, seed)
    play(table, A_BEGIN_ROUND)
    ready(run)
    return table


def play(table: Table, code: int) -> None:
    ready(apply)(table.state, RULES, table.journal, table.legal, code)


def finished(table: Table) -> bytes:
    assert run(table, WHOLE_GAME) == RUN_OVER
    return table.state.tobytes()


def test_bots_that_moved_round_the_table_play_as_if_they_had_sat_down_there() -> None:
    """Rotation k gives seat s the bot at position s - k."""
    for rotation in range(4):
        table, seated = begun(3), begun(3, [BOTS[(seat - rotation) % 4] for seat in range(4)])
        table.lineup.position[:4] = [(seat - rotation) % 4 for seat in range(4)]
        assert finished(table) == finished(seated)


def test_tables_do_not_share_their_bots() -> None:
    one, other = begun(5), begun(5, BOTS[::-1])
    assert finished(one) != finished(other)
    assert finished(begun(5)) == one.state.tobytes()


@pytest.mark.parametrize("part", ["lineup", "table"])
def test_a_line_up_keeps_the_weights_that_it_points_to(part: str) -> None:
    """Who makes a bot for a table alone need not keep it."""
    learner = at_table(parse_bot("learner"), cs.load_variant("classic-2000"), 4)
    bot = dataclasses.replace(learner, memory=learner.memory.copy())
    weights = weakref.ref(bot.memory)
    made = new_lineup([bot]) if part == "lineup" else new_table([bot], RULES)
    del bot
    gc.collect()
    assert weights() is not None
    del made
    gc.collect()
    assert weights() is None


def test_a_seat_that_is_played_from_outside_decides_there() -> None:
    table, decisions = begun(7), 0
    while (n := run(table, Until(seats=1 << 1))) >= 0:
        assert table.state.public.actor == 1
        assert n >= 1
        decisions += 1
        play(table, table.legal.code[0])
    assert n == RUN_OVER
    assert decisions > 10
    assert table.state.tobytes() != finished(begun(7))


def test_it_stops_before_a_round_and_goes_on_from_there() -> None:
    table = begun(9)
    for rounds in (1, 2, 5):
        assert run(table, Until(rounds, 0)) > 0
        assert table.state.public.round_no == rounds + 1
        assert run(table, Until(rounds, 0)) > 0, "it stays there"
    assert finished(table) == finished(begun(9))


def test_the_last_round_allowed_is_the_last_one_played() -> None:
    table = begun(9)
    assert run(table, Until(2)) == RUN_CAPPED
    assert table.state.public.over == 1
    assert run(table, Until(2)) == RUN_OVER


@pytest.mark.parametrize(("until", "kinds"), [(Until(seats=-1, decisions=1 << PICK), {PICK}), (EVERY_DECISION, None)])
def test_it_stops_at_the_decisions_it_is_given(until: Until, kinds: set[int] | None) -> None:
    """With the first legal action at each of them, all games go on; only the first stops where nobody has decided."""
    table, seen = begun(11), set()
    while run(table, until) > 0:
        seen.add(int(table.state.public.decision))
        play(table, table.legal.code[0])
    assert table.state.public.over == 1
    assert seen == kinds if kinds else len(seen) > 1
