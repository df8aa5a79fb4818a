"""Bots in plain Python at a tournament's table: the same compiled game, stopped at each of their decisions."""

from __future__ import annotations

import contextlib
import random
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from citadels_sim.bots import Bot
from citadels_sim.catalogue import PACKAGED, Cards
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import ROUND_CAP, RUN_CAPPED, Table, Until, deal, run
from citadels_sim.engine.record_types import State
from citadels_sim.errors import BotError, nearest
from citadels_sim.game import labels, view


def decision_rng(seed: int, round_no: int, seat: int, count: int) -> random.Random:
    """Return the generator of a plain bot for one decision: it depends on the game, the round, the seat and how often it has decided."""
    return random.Random(f"{seed}/{round_no}/{seat}/{count}")


def seated_bots(table: Sequence[Bot], rotation: int) -> tuple[Bot, ...]:
    """Return the bot of each seat in a rotation: seat s has the one at position s - rotation."""
    return tuple(table[(seat - rotation) % len(table)] for seat in range(len(table)))


def play_with_plain_bots(bots: Sequence[Bot], table: Table, seed: int, rotation: int, cards: Cards = PACKAGED) -> int:
    """Play one game in which some or all bots are plain Python.

    Parameters
    ----------
    bots : sequence of Bot
        The bot at each position of the line-up.
    table : Table
        With these bots; its state and journal hold the finished game afterwards.
    seed : int
        The game's seed.
    rotation : int
        How far the bots have moved round the table.
    cards : Cards
        Those of the variant.

    Returns
    -------
    int
        1 when the game was ended by force after `ROUND_CAP` rounds, else 0.

    Raises
    ------
    BotError
        When a bot fails or chooses what is not legal.
    """
    seated = seated_bots(bots, rotation)
    until = Until(ROUND_CAP, seats=sum(1 << seat for seat, bot in enumerate(seated) if not bot.compiled))
    table.lineup.position[: len(bots)] = [(seat - rotation) % len(bots) for seat in range(len(bots))]
    _, state, raw, rules, journal, out = table
    raw[:] = 0
    journal.n = 0
    deal(state, rules, out, seed)
    apply(state, rules, journal, out, A_BEGIN_ROUND)
    while (n := run(table, until)) > 0:
        apply(state, rules, journal, out, query(seated[state.public.actor], state, out.code[:n], seed, cards))
    return int(n == RUN_CAPPED)


def query(bot: Bot, state: State, codes: Any, seed: int, cards: Cards) -> int:
    """Let a plain bot decide; return the action it chose.

    One whose function has an attribute `from_records` is queried by that instead: ``from_records(public, me, codes, rng) -> action``, with
    the records that a compiled bot gets.
    """
    public = state.public
    seat = int(public.actor)
    actions = labels(public, codes, cards)
    rng = decision_rng(seed, int(public.round_no), seat, int(state.secret.choices[seat]))
    where = f"(game seed {seed}, round {public.round_no}, seat {seat})"
    try:
        with contextlib.redirect_stdout(sys.stderr):  # what it prints is no result of the command
            if hasattr(bot.choose, "from_records"):
                return int(bot.choose.from_records(public, state.seat[seat], codes, rng))
            chosen = bot.choose(view(state, seat, cards=cards), tuple(actions), rng)
    except (Exception, SystemExit) as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        raise BotError(f"bots: {bot.name} failed with {type(error).__name__}: {error} in {last.filename}:{last.lineno} {where}") from error
    if not isinstance(chosen, str) or chosen not in actions:
        near = nearest(chosen, actions)
        raise BotError(f"bots: {bot.name} chose {chosen!r}, which is not legal {where}.{near} Legal: {', '.join(actions)}")
    return actions[chosen]
