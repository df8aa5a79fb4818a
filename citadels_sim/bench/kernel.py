"""Compiled loops that only measurements need: a game's choices written down, and played again without the bots."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots import compiled_bot
from citadels_sim.compiler.decorators import INTERPRETED, entry_point
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_LOOK
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import BOT_SIGNATURE, DEAL_SIGNATURE, bot_stream
from citadels_sim.engine.rng import mix
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, STATE_T

__all__ = ["SPIN_STEPS", "look_away", "play_again", "spin", "write_choices"]

WRITE_SIGNATURE: Any = None
AGAIN_SIGNATURE: Any = None
SPIN_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T

    _BOT_T = types.FunctionType(BOT_SIGNATURE)
    _TABLE = (STATE_T, types.uint8[::1], RULES_T, JOURNAL_T, LEGAL_T)
    _START = (types.FunctionType(DEAL_SIGNATURE), APPLY_T, _BOT_T, BOT_STATES_T)
    _CHOICES = (types.int64[::1], types.int64[::1], types.int64[::1])
    WRITE_SIGNATURE = types.int64(*_START, *_TABLE, *_CHOICES)
    AGAIN_SIGNATURE = types.int64(*_START, *_TABLE, *_CHOICES, types.boolean)
    SPIN_SIGNATURE = types.int64(types.int64)


@compiled_bot
def look_away(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Choose the first action without looking: what remains of a bot is being handed its view."""
    return 0


SPIN_STEPS = 1000
"""Steps of an empty loop that stand for one game."""


@entry_point(SPIN_SIGNATURE)
def spin(times: int) -> int:
    """Mix a number so many thousand times, in registers alone: what a processor does that nothing else can slow down."""
    number = times
    for i in range(SPIN_STEPS * times):
        number = mix(number, i)
    return number


@entry_point(WRITE_SIGNATURE)
def write_choices(
    deal: Any, apply: Any, choose: Any, bot_states: Any, s: Any, raw: Any, r: Any, j: Any, out: Any, seeds: Any, codes: Any, ends: Any
) -> int:
    """Play games with one bot at every seat and write down its choices.

    Parameters
    ----------
    deal, apply, choose : function values
    bot_states, s, raw, r, j, out
        As for `kernel.play_games`.
    seeds : int64 array, shape (games,)
    codes : int64 array
        Filled with every choice of every game, one after another.
    ends : int64 array, shape (games,)
        Filled with where each game's choices end in `codes`.

    Returns
    -------
    int
        How many games fitted into `codes`.
    """
    at = 0
    for g in range(seeds.shape[0]):
        raw[:] = 0
        deal(s, r, out, seeds[g])
        apply(s, r, j, out, A_BEGIN_ROUND)
        n = apply(s, r, j, out, A_LOOK)
        while s.public.over == 0:
            if at >= codes.shape[0]:
                return g
            seat = s.public.actor
            bot_stream(s, seat, bot_states.seat[seat])
            code = out.code[choose(s.public, s.seat[seat], r, out, n, bot_states.seat[seat])] if n > 1 else out.code[0]
            codes[at] = code
            at += 1
            n = apply(s, r, j, out, code)
        ends[g] = at
    return int(seeds.shape[0])


@entry_point(AGAIN_SIGNATURE)
def play_again(
    deal: Any,
    apply: Any,
    choose: Any,
    bot_states: Any,
    s: Any,
    raw: Any,
    r: Any,
    j: Any,
    out: Any,
    seeds: Any,
    codes: Any,
    ends: Any,
    ask: bool,
) -> int:
    """Play written choices again; with `ask` a bot is handed each decision and its answer dropped.

    Parameters
    ----------
    as for `write_choices`; `ask` : bool

    Returns
    -------
    int
        Points of all seats of all games, so that the work cannot be optimised away.
    """
    at = 0
    points = 0
    for g in range(seeds.shape[0]):
        raw[:] = 0
        deal(s, r, out, seeds[g])
        apply(s, r, j, out, A_BEGIN_ROUND)
        n = apply(s, r, j, out, A_LOOK)
        while at < ends[g]:
            if ask and n > 1:
                seat = s.public.actor
                bot_stream(s, seat, bot_states.seat[seat])
                points += choose(s.public, s.seat[seat], r, out, n, bot_states.seat[seat])
            n = apply(s, r, j, out, codes[at])
            at += 1
        for seat in range(r.n_players):
            points += s.public.total[seat]
    return int(points)
