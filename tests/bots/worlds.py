"""Single steps of the searcher's thinking, for tests: entry points of their own, since the package needs none."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots import Bot
from citadels_sim.bots.searcher import propose, search
from citadels_sim.bots.searcher_memory import CALLS, THOUGHT
from citadels_sim.bots.searcher_worlds import sample_world
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, ready
from citadels_sim.engine.journal import JOURNAL_T, new_journal
from citadels_sim.engine.loop import BOT_STATE, BOT_STATE_T, Table, set_bot
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, PUBLIC_T, SEAT_T, copy_state

SAMPLE_SIGNATURE = types.void(types.record(THOUGHT), PUBLIC_T, SEAT_T, RULES_T, LEGAL_T, types.int64, BOT_STATE_T)
SEARCH_SIGNATURE = types.int64(types.record(THOUGHT), JOURNAL_T, PUBLIC_T, SEAT_T, RULES_T, LEGAL_T, types.int64, BOT_STATE_T)


@entry_point(SAMPLE_SIGNATURE, calls=CALLS)
def sample(t: Any, public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> None:
    """`sample_world` as compiled."""
    sample_world(t, public, me, rules, legal, n, bot_state)


class Sampler:
    """Worlds that a seat may think it is in."""

    def __init__(self) -> None:
        self.thought = new_record(THOUGHT)
        self.bot_state = new_record(BOT_STATE)

    def world(self, state: Any, rules: Any, legal: Any, n: int, stream: int) -> Any:
        """One world of the seat that has to decide, a copy."""
        self.bot_state.rng[:] = [stream, 0]
        ready(sample)(self.thought, state.public, state.seat[int(state.public.actor)], rules, legal, n, self.bot_state)
        return copy_state(self.thought.world)


@entry_point(SEARCH_SIGNATURE, calls=CALLS)
def compare(t: Any, j: Any, public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """`propose` and `search` as compiled."""
    propose(t, public, me, rules, legal, n, bot_state)
    return search(t, public, me, rules, legal, n, j, bot_state)


def think(state: Any, rules: Any, legal: Any, n: int, bot: Bot) -> Any:
    """What a searcher has thought when it has decided."""
    bot_state = new_record(BOT_STATE)
    set_bot(bot_state, bot)
    return _thought(state, rules, legal, n, bot_state)


def think_as(bot_state: Any, table: Table, n: int) -> Any:
    """What a searcher, seated at a table with n legal actions, has thought when it has decided; its luck is changed."""
    return _thought(table.state, table.rules, table.legal, n, bot_state)


def _thought(state: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> Any:
    thought = new_record(THOUGHT)
    bot_state.rng[:] = [int(state.secret.decision_no), 0]
    ready(compare)(thought, new_journal(0), state.public, state.seat[int(state.public.actor)], rules, legal, n, bot_state)
    return thought
