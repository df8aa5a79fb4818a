"""A table that keeps its bots plays as one that is given them each time."""

from __future__ import annotations

from typing import Any

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.loop import RUN_OVER, deal, new_bot_states, new_table, run, run_table
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import SEATS, new_legal, new_states

RULES = rules_record(cs.load_variant("classic-2000").at(4))
BOTS = [parse_bot(name) for name in ("builder", "random", "raider", "banker")]
CHOOSE = tuple(ready(bot.choose) for bot in BOTS * 2)
assert len(CHOOSE) == SEATS


def bot_states() -> Any:
    found = new_bot_states()
    for seat, bot in enumerate(BOTS):
        found.seat[seat].parameters[:] = bot.vector()
    return found


def begun(seed: int) -> tuple[Any, Any, Any]:
    state, journal, out = new_states(1)[0], new_journal(0), new_legal()
    ready(deal)(state, RULES, out, seed)
    ready(apply)(state, RULES, journal, out, A_BEGIN_ROUND)
    return state, journal, out


def test_who_sits_at_a_table_stays_there_while_others_sit_at_another() -> None:
    tables = [new_table(ready(apply), CHOOSE), new_table(ready(apply), CHOOSE[::-1])]
    for seed in range(4):
        for table, chooses in zip(tables, (CHOOSE, CHOOSE[::-1]), strict=True):
            (state, journal, out), (other, log, legal) = begun(seed), begun(seed)
            assert ready(run)(ready(apply), chooses, bot_states(), state, RULES, journal, out, 0, 100) == RUN_OVER
            assert ready(run_table)(table, bot_states(), other, RULES, log, legal, 0, 100) == RUN_OVER
            assert other.tobytes() == state.tobytes()


def test_a_seat_that_is_played_from_outside_is_asked_there() -> None:
    table = new_table(ready(apply), CHOOSE)
    (state, journal, out), (whole, log, legal) = begun(7), begun(7)
    asked = 0
    seated = bot_states()
    while (n := int(ready(run_table)(table, seated, state, RULES, journal, out, 1 << 1, 100))) >= 0:
        assert state.public.actor == 1
        assert n >= 1
        asked += 1
        ready(apply)(state, RULES, journal, out, out.code[0])
    assert n == RUN_OVER
    assert asked > 10
    ready(run)(ready(apply), CHOOSE, bot_states(), whole, RULES, log, legal, 0, 100)
    assert state.tobytes() != whole.tobytes()
