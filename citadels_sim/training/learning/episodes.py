"""Games of a learner, with all that it considered at each decision, and the results."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from citadels_sim.bots.learner import LEARNER, about_characters, consider, drawn
from citadels_sim.bots.learner.foresee import foreseen
from citadels_sim.bots.learner.net import judge, win_chance
from citadels_sim.bots.learner.thought import Thought as LearnerThought
from citadels_sim.bots.searcher_memory import CALLS, CANDIDATES, THOUGHT, Thought
from citadels_sim.bots.searcher_value import chance
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine.loop import ROUND_CAP, TABLE_T, Table, Until, act, begin, bot_stream, play_on, play_until, rotate
from citadels_sim.engine.memory import copy_record, weights_of
from citadels_sim.engine.record_types import Public
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.scoring import share_of_win

UNSEEN = np.float32(-1.0)
"""Stands for the result of an action that was not played ahead."""


class Manner(NamedTuple):
    """How games are played to learn from them.

    Attributes
    ----------
    learners : int
        Bits of the positions whose decisions are logged.
    against : int
        Who has the other positions: `net.LEARNERS` or `net.OTHERS`.
    ahead : int
        1: every character to pick or to name is played ahead.
    trace : float
        How far what happens later counts for a decision, 0 to 1 (lambda).
    """

    learners: int
    against: int
    ahead: int
    trace: float


class Log(NamedTuple):
    """Decisions of some games.

    Attributes
    ----------
    row, x : int16 and float32 arrays
        Features, of one decision after the other: of the table first, then of each action.
    state : int64 array
        Where the features of each decision begin.
    first : int64 array
        The first of each decision's actions; one more at the end.
    at : int64 array
        Where the features of each action begin; one more at the end of the last.
    chosen : int64 array
        Which action was chosen, counted from the decision's first.
    seat, round : int64 arrays
        Who decided, and in which round of the game.
    chance, value, gain, aim, end : float32 arrays
        Of each decision: the chance of the chosen action, the chance to win as it was expected, by how much the game turned out better
        than that, what should have been expected, and the share of the win that the seat got.
    plain : float32 array
        The chance to win by `searcher_value`, of as many decisions as there is room for; empty where it is not needed.
    ahead : float32 array
        Of each action: its mean win chance in the games played ahead, `UNSEEN` where it was not; empty where none was.
    size : int64 array, shape (5,)
        Decisions, actions, features, games so far; whom the games are played against (`net.LEARNERS` or `net.OTHERS`).
    """

    row: npt.NDArray[np.int16]
    x: npt.NDArray[np.float32]
    state: npt.NDArray[np.int64]
    first: npt.NDArray[np.int64]
    at: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int64]
    round: npt.NDArray[np.int64]
    chance: npt.NDArray[np.float32]
    value: npt.NDArray[np.float32]
    gain: npt.NDArray[np.float32]
    aim: npt.NDArray[np.float32]
    end: npt.NDArray[np.float32]
    plain: npt.NDArray[np.float32]
    ahead: npt.NDArray[np.float32]
    size: npt.NDArray[np.int64]


def new_log(decisions: int, *, plain: bool = False, ahead: bool = False) -> Log:
    """Make room for so many decisions; `plain`: with what `searcher_value` thinks; `ahead`: with results of games played ahead."""
    actions, features = 10 * decisions, 160 * decisions
    row, x = np.zeros(features, np.int16), np.zeros(features, np.float32)
    state, first, at = (np.zeros(n + 1, np.int64) for n in (decisions, decisions, actions))
    chosen, seat, of_round = (np.zeros(decisions, np.int64) for _ in range(3))
    chance, value, gain, aim, end = (np.zeros(decisions, np.float32) for _ in range(5))
    beside, worth = np.zeros(decisions if plain else 0, np.float32), np.zeros(actions if ahead else 0, np.float32)
    return Log(row, x, state, first, at, chosen, seat, of_round, chance, value, gain, aim, end, beside, worth, np.zeros(5, np.int64))


_I8, _F4 = types.int64[::1], types.float32[::1]
LOG_T = types.NamedTuple((types.int16[::1], _F4, *[_I8] * 6, *[_F4] * 7, _I8), Log)
MANNER_T = types.NamedTuple((*[types.int64] * 3, types.float64), Manner)
PLAY_SIGNATURE = types.int64(TABLE_T, TABLE_T, types.record(THOUGHT), LOG_T, types.int64, types.int64, MANNER_T)


@rule
def write(t: Thought, log: Log, public: Public, chosen: int, value: float) -> bool:
    """Log a decision; return whether there was room for it."""
    d, c, f = log.size[0], log.size[1], log.size[2]
    if d >= log.chosen.shape[0] or c + t.candidates >= log.at.shape[0] - 1 or f + t.n > log.row.shape[0]:
        return False
    for i in range(t.n):
        log.row[f + i] = t.row[i]
        log.x[f + i] = t.x[i]
    log.state[d] = f
    log.first[d] = c
    for k in range(t.candidates):
        log.at[c + k] = f + t.start[k]
        if log.ahead.shape[0] > 0:
            log.ahead[c + k] = UNSEEN
    log.at[c + t.candidates] = f + t.n
    log.chosen[d] = chosen
    log.seat[d] = public.actor
    log.round[d] = public.round_no
    log.chance[d] = t.chance[chosen]
    log.value[d] = value
    log.size[0] = d + 1
    log.size[1] = c + t.candidates + 1
    log.size[2] = f + t.n
    log.first[d + 1] = c + t.candidates + 1
    return True


@rule
def look_back(log: Log, public: Public, first: int, trace: float) -> None:
    """Fill in the results of the decisions of a game: a mix of what was expected at the seat's later decisions, and of the end."""
    for seat in range(public.players):
        end = share_of_win(public, seat)
        later = -1.0
        gain = 0.0
        for back in range(log.size[0] - first):
            d = log.size[0] - 1 - back
            if log.seat[d] != seat:
                continue
            value = float(log.value[d])
            gain = end - value if later < 0.0 else later - value + trace * gain
            later = value
            log.gain[d] = gain
            log.aim[d] = min(1.0, max(0.0, value + gain))
            log.end[d] = end


@rule
def play_ahead(table: Table, aside: Table, t: LearnerThought, code: int, against: int) -> float:
    """Make a choice in a copy of the game and play on to the seat's first decision of the next round; return its chance to win there."""
    copy_record(aside.state, table.state)
    p = aside.state.public
    seat = p.actor
    now = p.round_no + 0  # of 64 bits
    n = play_until(aside, code, Until(now, 0, 0, -1))
    if n > 0:
        n = play_on(aside, Until(ROUND_CAP, 1, 1 << seat, -1), n)
    if n <= 0:
        return share_of_win(p, seat)
    bot_state = table.lineup.bot[table.lineup.position[seat]]
    return foreseen(t, bot_state, aside.state, aside.rules, aside.legal, n, against)


@rule
def write_ahead(table: Table, aside: Table, x: Thought, log: Log, against: int) -> None:
    """Play all actions of the decision ahead that was logged last, and log their results.

    What the seat cannot see is as it is: the game that is played is one of those that it could be, drawn as it should be. All actions
    have the same luck.
    """
    view = x.learner
    first = log.first[log.size[0] - 1]
    x.candidates = min(view.candidates, CANDIDATES)
    for k in range(x.candidates):
        x.code[k] = table.legal.code[view.index[k]]
    for k in range(x.candidates):
        log.ahead[first + k] = play_ahead(table, aside, view, x.code[k], against)


@entry_point(PLAY_SIGNATURE, (*CALLS, LEARNER.choose), vectorise=True, unlocked=True)
def play(table: Table, aside: Table, x: Thought, log: Log, first: int, last: int, manner: Manner) -> int:
    """Play games with learners at some positions of the line-up, and log what they decide.

    Parameters
    ----------
    table, aside : Table
        Where the games are played, and where what comes of a choice is tried (`engine.loop.beside`).
    x : record of dtype THOUGHT
    log : Log
        Written from its beginning.
    first, last : int
        Seeds first..last-1; the line-up is moved round by one seat from each to the next.
    manner : Manner

    Returns
    -------
    int
        Games played: fewer than wanted where the log was full.
    """
    s = table.state
    p = s.public
    lineup = table.lineup
    log.size[:] = 0
    t = x.learner
    log.size[4] = manner.against
    for seed in range(first, last):
        start_d, start_c, start_f = log.size[0], log.size[1], log.size[2]
        rotate(lineup, table.rules.n_players, seed % table.rules.n_players)
        seats = 0
        for seat in range(table.rules.n_players):
            seats |= ((manner.learners >> lineup.position[seat]) & 1) << seat
        n = begin(table, seed)
        while True:
            n = play_on(table, Until(ROUND_CAP, 1, seats, -1), n)
            if n < 0:
                break
            if n == 1:
                n = act(table, table.legal.code[0])
                continue
            seat = p.actor
            bot_state = lineup.bot[lineup.position[seat]]
            bot_stream(s, seat, bot_state)
            w = weights_of(bot_state)
            consider(t, p, s.seat[seat], table.rules, table.legal, n, bot_state)
            judge(t, w)
            chosen = drawn(t, next_unit(bot_state))
            code = table.legal.code[t.index[chosen]]
            if not write(t, log, p, chosen, win_chance(t, w, manner.against)):
                log.size[0], log.size[1], log.size[2] = start_d, start_c, start_f
                return seed - first
            d = log.size[0] - 1
            if d < log.plain.shape[0]:
                log.plain[d] = chance(s, table.rules, x, seat)
            if manner.ahead != 0 and about_characters(table.legal, n):
                write_ahead(table, aside, x, log, manner.against)
            n = act(table, code)
        look_back(log, p, start_d, manner.trace)
        log.size[3] += 1
    return last - first
