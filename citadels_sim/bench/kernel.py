"""Compiled loops that only measurements need: a game's choices written down, and played again without the bots."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots import Bot, compiled_bot
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine.loop import EVERY_DECISION, TABLE_T, act, begin, choice, play_on, play_until
from citadels_sim.engine.rng import mix

__all__ = ["LOOK_AWAY", "SPIN_STEPS", "play_again", "spin", "write_choices"]

_CHOICES = (types.int64[::1], types.int64[::1], types.int64[::1])
WRITE_SIGNATURE = types.int64(TABLE_T, *_CHOICES)
AGAIN_SIGNATURE = types.int64(TABLE_T, *_CHOICES, types.boolean)
SPIN_SIGNATURE = types.int64(types.int64)


@compiled_bot
def look_away(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Choose the first action without looking: what remains of a bot is being handed its view."""
    return 0


LOOK_AWAY = Bot("look-away", "sees its view and takes the first action", look_away)

SPIN_STEPS = 1000
"""Steps of an empty loop that are counted as one game."""


@entry_point(SPIN_SIGNATURE)
def spin(times: int) -> int:
    """Mix a number so many thousand times, in registers alone: what a processor does that nothing else can slow down."""
    number = times
    for i in range(SPIN_STEPS * times):
        number = mix(number, i)
    return number


@entry_point(WRITE_SIGNATURE)
def write_choices(table: Any, seeds: Any, codes: Any, ends: Any) -> int:
    """Play games and write down the bots' choices.

    Parameters
    ----------
    table : Table
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
        n = play_on(table, EVERY_DECISION, begin(table, seeds[g]))
        while n > 0:
            if at >= codes.shape[0]:
                return g
            codes[at] = choice(table, n)
            n = play_until(table, codes[at], EVERY_DECISION)
            at += 1
        ends[g] = at
    return int(seeds.shape[0])


@entry_point(AGAIN_SIGNATURE)
def play_again(table: Any, seeds: Any, codes: Any, ends: Any, query: bool) -> int:
    """Play written choices again; with `query` the bots are handed each decision and their answers dropped.

    Parameters
    ----------
    as for `write_choices`; `query` : bool

    Returns
    -------
    int
        Points of all seats of all games, so that the work cannot be optimised away.
    """
    at = 0
    points = 0
    for g in range(seeds.shape[0]):
        n = begin(table, seeds[g])
        while at < ends[g]:
            if query:
                points += choice(table, n) - table.legal.code[0]
            n = act(table, codes[at])
            at += 1
        for seat in range(table.rules.n_players):
            points += table.state.public.total[seat]
    return int(points)
