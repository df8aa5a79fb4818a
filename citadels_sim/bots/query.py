"""Asking a compiled bot for one decision from Python: what a replay needs, which stops at every choice."""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine.loop import BOT_SIGNATURE, BOT_STATE_T, bot_stream
from citadels_sim.engine.record_types import BotState, Legal, Rules, State
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, STATE_T

__all__ = ["decide"]

DECIDE_SIGNATURE = types.int64(types.FunctionType(BOT_SIGNATURE), BOT_STATE_T, STATE_T, RULES_T, LEGAL_T, types.int64)


@entry_point(DECIDE_SIGNATURE)
def decide(choose: Any, bot_state: BotState, s: State, r: Rules, out: Legal, n: int) -> int:
    """Give a compiled bot the decision that a game stands at, exactly as `engine.loop.run` would.

    Parameters
    ----------
    choose : function value
        The bot.
    bot_state : record of dtype MIND
        Its parameters; its random stream is set here.
    s : record of dtype STATE
        The game; not changed.
    r : record of dtype RULES
    out : record of dtype LEGAL
        With the legal actions.
    n : int
        How many there are.

    Returns
    -------
    int
        Index of the action it chooses.
    """
    seat = s.public.actor
    bot_stream(s, seat, bot_state)
    return int(choose(s.public, s.seat[seat], r, out, n, bot_state))
