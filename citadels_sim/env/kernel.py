"""Many tables played in one compiled call: each continues to the next decision of a learning seat, and writes its observation.

A decision with one legal action is played at once, as tournaments do. A game of `ROUND_CAP` rounds is scored as it is.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine.actions import A_BEGIN_ROUND, A_EXCHANGE, A_LOOK, A_WARRANTS, arg_a
from citadels_sim.engine.loop import ROUND_CAP, Table, Until, act, kept_deal, play_on, rotate
from citadels_sim.engine.memory import clear_record
from citadels_sim.engine.rng import below, mix
from citadels_sim.env.batch import AIM_T, BATCH_T, ILLEGAL, SCORE, Aim, Batch
from citadels_sim.env.numbering import EXCHANGE_FOR, code_of, fewer_warrants, index_of
from citadels_sim.env.observing import observe

START_SIGNATURE = types.void(BATCH_T, AIM_T, types.int64[::1])
STEP_SIGNATURE = types.void(BATCH_T, AIM_T, types.int64[::1], types.float64[::1], types.int8[::1], types.int16[:, ::1])
LOOK_SIGNATURE = types.void(BATCH_T, types.int64, types.int64, types.int16[:, ::1])
DRAW_SIGNATURE = types.void(BATCH_T, types.int64, types.int64[::1])

ONE_BLANK: Final = 2
"""Warrants of which one at most is blank."""


@rule
def forget(b: Batch, i: int) -> None:
    """Wipe the list of legal actions."""
    slot = b.slots[i]
    for k in range(slot.legal_n):
        b.mask[i, b.listed[i, k]] = 0
    slot.legal_n = 0


@rule
def list_legal(b: Batch, i: int, n: int) -> None:
    """List the n legal actions of the engine by their indices; in the second step of an exchange those that continue the first."""
    slot = b.slots[i]
    p = b.states[i].public
    actor, players = int(p.actor), int(p.players)
    listed = 0
    for k in range(n):
        code = b.legal.code[k]
        if slot.exchanged >= 0:
            if code & 0xFF != A_EXCHANGE or arg_a(code) != slot.exchanged:
                continue
            code = EXCHANGE_FOR | (code >> 16) << 8
        index = index_of(code, actor, players)
        if b.mask[i, index] == 0:
            b.mask[i, index] = 1
            b.listed[i, listed] = index
            listed += 1
    slot.legal_n = listed


@rule
def learning_seats(b: Batch, i: int, learners: int) -> int:
    """Bits of the seats of a table that learn, and seat its bots."""
    rotate(b.lineup, b.rules.n_players, b.slots[i].rotation)
    seats = 0
    for seat in range(b.rules.n_players):
        seats |= ((learners >> b.lineup.position[seat]) & 1) << seat
    return seats


@rule
def show(b: Batch, i: int, seat: int, x: Array, row: int, deciding: bool) -> None:
    """Write what a seat sees."""
    observe(x, row, b.states[i].public, b.states[i].seat[seat], seat, deciding, b.slots[i].exchanged if deciding else -1)


@rule
def go_on(b: Batch, i: int, aim: Aim, n: int) -> bool:
    """Play from a decision with n legal actions to the next of a seat that learns; return whether there is one."""
    t = Table(b.lineup, b.states[i], b.nothing, b.rules, b.journal, b.legal)
    slot = b.slots[i]
    seats = learning_seats(b, i, aim.learners)
    while True:
        n = play_on(t, Until(ROUND_CAP, 1, seats, -1), n)
        if n < 0:
            slot.capped = int(n != -1)
            return False
        if n > 1:
            list_legal(b, i, n)
            return True
        n = act(t, b.legal.code[0])


@rule
def deal_next(b: Batch, i: int, aim: Aim) -> None:
    """Begin the next game of a table and show it to the first seat that has to decide."""
    slot = b.slots[i]
    forget(b, i)
    slot.seed = mix(slot.luck, slot.games)
    slot.rotation = aim.seat if aim.seat >= 0 else (slot.luck + slot.games) % b.rules.n_players
    slot.games += 1
    slot.exchanged = -1
    s = b.states[i]
    clear_record(s)
    b.journal.n = 0
    deal = kept_deal(b.lineup.deal)
    deal(s, b.rules, b.legal, slot.seed)
    t = Table(b.lineup, s, b.nothing, b.rules, b.journal, b.legal)
    if go_on(b, i, aim, act(t, A_BEGIN_ROUND)):
        show(b, i, int(s.public.actor), b.seen, i, True)


@rule
def worth(b: Batch, i: int, seat: int, reward: int) -> float:
    """The result of a finished game for a seat."""
    p = b.states[i].public
    if reward == SCORE:
        return float(p.total[seat])
    winners = 0
    for other in range(p.players):
        winners += int(p.place[other] == 1)
    return 1.0 / winners if p.place[seat] == 1 else 0.0


@rule
def take(b: Batch, i: int, aim: Aim, index: int) -> bool:
    """Play a legal action; return whether a seat that learns has to decide again."""
    slot = b.slots[i]
    p = b.states[i].public
    code = code_of(index, int(p.actor), int(p.players))
    if code & 0xFF == A_WARRANTS and b.rules.magistrate_warrants[p.turn_char] <= ONE_BLANK:
        code = fewer_warrants(index)
    t = Table(b.lineup, b.states[i], b.nothing, b.rules, b.journal, b.legal)
    forget(b, i)
    if code & 0xFF == A_EXCHANGE:
        slot.exchanged = arg_a(code)
        list_legal(b, i, act(t, A_LOOK))
        if slot.legal_n > 1:
            return True
        code = code_of(int(b.listed[i, 0]), int(p.actor), int(p.players))
        forget(b, i)
    if code & 0xFF == EXCHANGE_FOR:
        code = A_EXCHANGE | slot.exchanged << 8 | (code >> 8) << 16
        slot.exchanged = -1
    return go_on(b, i, aim, act(t, code))


@entry_point(START_SIGNATURE, unlocked=True)
def start(b: Batch, aim: Aim, luck: Any) -> None:
    """Begin the first game at every table.

    Parameters
    ----------
    b : Batch
    aim : Aim
    luck : int64 array, shape (tables,)
        From which the seeds of each table's games are made.
    """
    for i in range(b.slots.shape[0]):
        b.slots[i].luck = luck[i]
        b.slots[i].games = 0
        deal_next(b, i, aim)


@entry_point(STEP_SIGNATURE, unlocked=True)
def step(b: Batch, aim: Aim, actions: Array, rewards: Array, ended: Array, last: Any) -> None:
    """Play one action at every table, and continue to the next decision of a learning seat.

    Parameters
    ----------
    b : Batch
    aim : Aim
        With one position that learns.
    actions : int64 array, shape (tables,)
    rewards : float64 array, shape (tables,)
        Filled; 0 while a game continues, and where an action was not legal.
    ended : int8 array, shape (tables,)
        Filled: 0, 1 where a game is over, or ILLEGAL; there nothing was played.
    last : int16 array, shape (tables, SIZE)
        Filled with the last observation of games that ended, where the next begins at once.
    """
    for i in range(b.slots.shape[0]):
        rewards[i] = 0.0
        ended[i] = 0
        index = actions[i]
        p = b.states[i].public
        seat = int(p.actor)
        if p.over != 0:
            ended[i] = ILLEGAL
            continue
        if index < 0 or index >= b.mask.shape[1] or b.mask[i, index] == 0:
            ended[i] = ILLEGAL
        elif take(b, i, aim, index):
            show(b, i, int(p.actor), b.seen, i, True)
            continue
        else:
            ended[i] = 1
            rewards[i] = worth(b, i, seat, aim.reward)
            b.slots[i].points = p.total[seat]
            b.slots[i].place = p.place[seat]
        if aim.again == 1:
            show(b, i, seat, last, i, False)
            deal_next(b, i, aim)
        else:
            forget(b, i)
            show(b, i, seat, b.seen, i, False)


@entry_point(LOOK_SIGNATURE)
def look(b: Batch, i: int, seat: int, x: Array) -> None:
    """Write what a seat sees that has nothing to decide to the first row of an array, as after the deal or when the game is over."""
    show(b, i, seat, x, 0, False)


@entry_point(DRAW_SIGNATURE)
def draw(b: Batch, luck: int, actions: Array) -> None:
    """Draw a legal action for every table, all with the same chance; 0 where the game is over.

    Parameters
    ----------
    b : Batch
    luck : int
        Another one at each call.
    actions : int64 array, shape (tables,)
        Filled.
    """
    for i in range(b.slots.shape[0]):
        n = b.slots[i].legal_n
        actions[i] = b.listed[i, below(mix(luck, i), n)] if n > 0 else 0


ENTRY_POINTS: Final = (start, step, look, draw)
