"""Playing games to the end: dealing, and asking one compiled bot per seat until the game is over.

A bot is a first-class function value of one signature, so the loop is compiled once and every bot, also a third party's, runs at full
speed. It gets records by reference, never the whole state: the public record, its own seat's record and the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, inline, ready, rule
from citadels_sim.compiler.function_tables import keeper, laid_at, laid_out
from citadels_sim.engine import setup
from citadels_sim.engine.actions import A_LOOK
from citadels_sim.engine.decisions import APPLY_SIGNATURE
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.records import new_record
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.state import LEGAL_T, PUBLIC_T, SEAT_T, SEATS, STATE_T

PARAMETERS = 64
"""Most parameters of a bot."""
ROUND_CAP = 300
"""Rounds after which a tournament ends a game by force and marks it `capped`; no rule says so."""

# How `run` came back.
RUN_OVER = -1
RUN_CAPPED = -2

BOT_STATE = np.dtype([("parameters", np.float64, (PARAMETERS,)), ("rng", np.int64, (2,))], align=True)
"""What the loop keeps for one bot: its parameters, and its random stream for the decision at hand."""
BOT_STATES = np.dtype([("seat", BOT_STATE, (SEATS,))], align=True)

TABLE = np.dtype([("kept", np.int64, (64,))], align=True)
"""The function values of a table, as compiled code keeps them."""

BOT_SIGNATURE: Any = None
RUN_SIGNATURE: Any = None
RUN_TABLE_SIGNATURE: Any = None
SEAT_SIGNATURE: Any = None
DEAL_SIGNATURE: Any = None
FUNCTIONS_T: Any = None
if not INTERPRETED:
    import numba
    from numba import types

    BOT_STATE_T = numba.from_dtype(BOT_STATE)
    BOT_SIGNATURE = types.int64(PUBLIC_T, SEAT_T, RULES_T, LEGAL_T, types.int64, BOT_STATE_T)
    BOT_STATES_T = numba.from_dtype(BOT_STATES)
    BOTS_T = types.UniTuple(types.FunctionType(BOT_SIGNATURE), SEATS)
    APPLY_T = types.FunctionType(APPLY_SIGNATURE)
    RUN_SIGNATURE = types.int64(APPLY_T, BOTS_T, BOT_STATES_T, STATE_T, RULES_T, JOURNAL_T, LEGAL_T, types.int64, types.int64)
    TABLE_T = numba.from_dtype(TABLE)
    FUNCTIONS_T = types.Tuple((APPLY_T, BOTS_T))
    SEAT_SIGNATURE = types.void(TABLE_T, APPLY_T, BOTS_T)
    RUN_TABLE_SIGNATURE = types.int64(TABLE_T, BOT_STATES_T, STATE_T, RULES_T, JOURNAL_T, LEGAL_T, types.int64, types.int64)
    DEAL_SIGNATURE = types.void(STATE_T, RULES_T, LEGAL_T, types.int64)


def new_bot_states() -> Any:
    """Return blank minds, a record of dtype `BOT_STATES`; fill in ``seat[i].parameters``."""
    return new_record(BOT_STATES)


@entry_point(DEAL_SIGNATURE)
def deal(s: Any, r: Any, out: Any, seed: int) -> None:
    """Set up a game on a zeroed record; play A_BEGIN_ROUND on it to begin. `out` serves as scratch."""
    setup.new_game(s, r, out, seed)


@rule
def bot_stream(s: Any, seat: int, bot_state: Any) -> None:
    """Key a bot's random stream by round, seat and its number of decisions in the round; the drawing itself does the mixing."""
    bot_state.rng[0] = s.secret.bot_key + ((s.public.round_no * SEATS + seat) << 20) + s.secret.choices[seat]
    bot_state.rng[1] = 0


@inline
def decide_on(apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, outside: int, cap: int) -> int:
    """Let the bots decide, as `run` tells."""
    n = apply(s, r, j, out, A_LOOK)
    table = laid_out(bots)
    while s.public.over == 0:
        seat = s.public.actor
        if (outside >> seat) & 1:
            return n
        if s.public.round_no > cap:
            finish_game(s, r, j)
            return RUN_CAPPED
        if n == 1:  # nothing left but to end the turn: no bot needs asking
            n = apply(s, r, j, out, out.code[0])
            continue
        bot_state = bot_states.seat[seat]
        bot_stream(s, seat, bot_state)
        chosen = laid_at(table, bots, seat)(s.public, s.seat[seat], r, out, n, bot_state)
        n = apply(s, r, j, out, out.code[chosen])
    return RUN_OVER


@entry_point(RUN_SIGNATURE)
def run(apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, outside: int, cap: int) -> int:
    """Let the bots decide until the game is over or a seat decides that is played from outside.

    Parameters
    ----------
    apply : function value of `decisions.apply`
    bots : tuple of SEATS function values
        The bot of each seat; seats played from outside and seats beyond the table are never asked.
    bot_states : record of dtype MINDS
        The bots' parameters; their random streams are set here.
    s, r, j, out
        As for `decisions.apply`.
    outside : int
        Bits of the seats that the caller plays.
    cap : int
        Rounds after which the game is scored as it stands.

    Returns
    -------
    int
        The number of legal actions of a seat played from outside, RUN_OVER, or RUN_CAPPED.
    """
    return decide_on(apply, bots, bot_states, s, r, j, out, outside, cap)


keep, kept = keeper(FUNCTIONS_T)


@entry_point(SEAT_SIGNATURE)
def seat_at(table: Any, apply: Any, bots: Any) -> None:
    """Keep the function values of a table in a record."""
    keep(table, (apply, bots))


@entry_point(RUN_TABLE_SIGNATURE)
def run_table(table: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, outside: int, cap: int) -> int:
    """As `run`, with the function values that `seat_at` keeps: for who calls at each decision of a seat that is played from outside."""
    apply, bots = kept(table)
    return decide_on(apply, bots, bot_states, s, r, j, out, outside, cap)


def new_table(apply: Any, bots: tuple[Any, ...]) -> Any:
    """Seat bots at a table for `run_table`.

    Parameters
    ----------
    apply : function value of `decisions.apply`
    bots : tuple of SEATS function values
        They must live as long as the table.
    """
    table: Any = [] if INTERPRETED else new_record(TABLE)
    ready(seat_at)(table, apply, bots)
    return table
