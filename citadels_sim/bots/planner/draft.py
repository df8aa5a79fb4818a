"""Which character to pick: what each brings this turn with the own hand and gold, less what murder and theft are likely to cost."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.draft import draft_value
from citadels_sim.bots.features import front_runner, to_go
from citadels_sim.bots.planner.aims import weight_of
from citadels_sim.bots.planner.guess import chance, leader, rows_of
from citadels_sim.bots.planner.mixing import expected_chance, picked_rank, pull, sum_of
from citadels_sim.bots.planner.weights import DENY, FEAR_MURDER, FEAR_THEFT, HABIT, RESERVE, SPITE, STAKE, TRUST, TURN
from citadels_sim.bots.planner.worth import worth as worth_of_character
from citadels_sim.catalogue import C
from citadels_sim.compiler.decorators import rule
from citadels_sim.engine import actions as a
from citadels_sim.engine.bits import count, has
from citadels_sim.engine.rng import next_unit
from citadels_sim.engine.state import SEATS

_ASSASSIN = int(C.ASSASSIN)
_WITCH = int(C.WITCH)
_THIEF = int(C.THIEF)


@rule
def exposed(public: Any, rules: Any, rows: Any, seat: int, top: int, rank: int, packet: int, bot_state: Any) -> float:
    """Weight with which a murderer is expected to name a rank: by what that takes, for those who do not know what the seat picks."""
    if rank == 1 or public.cast[rank] == 0 or has(public.face_up, rank):
        return 0.0
    total = 0.0
    for other in range(public.players):
        likely = chance(rows[other], rank) if other != seat else (1.0 / count(packet) if has(packet, rank) else 0.0)
        if likely > 0.0:
            brought = bot_state.parameters[TURN] + draft_value(public, rules, other, top, public.cast[rank], 1.0)
            total += likely * brought * (1.0 if other == seat else weight_of(public, seat, other, bot_state))
    return pull(total, bot_state.parameters[HABIT])


@rule
def worth_to_me(public: Any, me: Any, rules: Any, rows: Any, seat: int, front: int, rank: int, packet: int, bot_state: Any) -> float:
    """What a rank of the packet brings with the turn itself, 0 for one that is not in the packet."""
    if not has(packet, rank):
        return 0.0
    turn = bot_state.parameters[TURN] + (bot_state.parameters[STAKE] if to_go(public, seat) <= 2 else 0.0)
    return max(0.1, turn + worth_of_character(public, me, rules, rows, seat, front, public.cast[rank], bot_state))


@rule
def denied(public: Any, rules: Any, rows: Any, seat: int, top: int, rank: int, bot_state: Any) -> float:
    """What the others would have of a rank that is passed on; those ahead count more."""
    total = 0.0
    for other in range(public.players):
        likely = chance(rows[other], rank) if other != seat else 0.0
        if likely > 0.0:
            total += likely * weight_of(public, seat, other, bot_state) * draft_value(public, rules, other, top, public.cast[rank], 1.0)
    return total


@rule
def after_crime(
    public: Any,
    rules: Any,
    rows: Any,
    seat: int,
    top: int,
    rank: int,
    worth: Any,
    targets: Any,
    total: float,
    fear: float,
    loss: float,
    bot_state: Any,
) -> float:
    """What is left of a rank's worth, on average, after murder and theft, and what the others do not have of it."""
    if worth[rank] == 0.0:
        return 0.0
    left = worth[rank] + bot_state.parameters[DENY] * denied(public, rules, rows, seat, top, rank, bot_state)
    if rank == 1:
        return left
    left -= fear * expected_chance(targets, total, rank) * worth[rank]
    if rank > 2:
        left -= loss
    return left


@rule
def held(rows: Any, rank: int) -> float:
    """How likely it is that another player holds a rank."""
    total = 0.0
    for other in range(SEATS):
        total += chance(rows[other], rank)
    return total


@rule
def fear_of_murder(public: Any, rows: Any, bot_state: Any) -> float:
    """How much it counts that somebody may murder or bewitch."""
    if public.cast[1] != _ASSASSIN and public.cast[1] != _WITCH:
        return 0.0
    return bot_state.parameters[FEAR_MURDER] * held(rows, 1)


@rule
def fear_of_theft(public: Any, rows: Any, seat: int, bot_state: Any) -> float:
    """Gold that the seat has to expect to lose to a thief, whatever it picks."""
    if public.cast[2] != _THIEF:
        return 0.0
    return bot_state.parameters[FEAR_THEFT] * held(rows, 2) * public.gold[seat] / (robbable(public) + 1.0)


@rule
def robbable(public: Any) -> int:
    """Number of ranks that a Thief can name."""
    ranks = 0
    for rank in range(3, 10):
        if public.cast[rank] != 0 and not has(public.face_up, rank):
            ranks += 1
    return ranks


@rule
def pick(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Index of the character to keep, or to lay down."""
    seat = public.actor
    front = front_runner(public, seat, bot_state)
    packet = 0
    for i in range(n):
        packet |= 1 << a.arg_a(legal.code[i])
    rows = rows_of(public, me, rules, seat, packet, bot_state.parameters[TRUST])
    top = leader(public)
    worth = (
        0.0,
        worth_to_me(public, me, rules, rows, seat, front, 1, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 2, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 3, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 4, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 5, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 6, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 7, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 8, packet, bot_state),
        worth_to_me(public, me, rules, rows, seat, front, 9, packet, bot_state),
    )
    targets = (
        0.0,
        0.0,
        exposed(public, rules, rows, seat, top, 2, packet, bot_state),
        exposed(public, rules, rows, seat, top, 3, packet, bot_state),
        exposed(public, rules, rows, seat, top, 4, packet, bot_state),
        exposed(public, rules, rows, seat, top, 5, packet, bot_state),
        exposed(public, rules, rows, seat, top, 6, packet, bot_state),
        exposed(public, rules, rows, seat, top, 7, packet, bot_state),
        exposed(public, rules, rows, seat, top, 8, packet, bot_state),
        exposed(public, rules, rows, seat, top, 9, packet, bot_state),
    )
    total = sum_of(targets)
    fear = fear_of_murder(public, rows, bot_state)
    loss = fear_of_theft(public, rows, seat, bot_state)
    safe = (
        0.0,
        after_crime(public, rules, rows, seat, top, 1, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 2, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 3, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 4, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 5, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 6, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 7, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 8, worth, targets, total, fear, loss, bot_state),
        after_crime(public, rules, rows, seat, top, 9, worth, targets, total, fear, loss, bot_state),
    )
    if public.decision == a.DISCARD_CHARACTER:
        return laid_down(public, rules, seat, front, legal, n, worth, bot_state)
    wanted = picked_rank(worth, safe, bot_state.parameters[RESERVE], next_unit(bot_state))
    for i in range(n):
        if a.arg_a(legal.code[i]) == wanted:
            return i
    return 0


@rule
def laid_down(public: Any, rules: Any, seat: int, front: int, legal: Any, n: int, worth: Any, bot_state: Any) -> int:
    """Index of the character to lay down: the one worth most to the other."""
    best = 0
    best_value = -1.0e9
    for i in range(n):
        rank = a.arg_a(legal.code[i])
        value = (
            worth[rank]
            + draft_value(public, rules, front, seat, public.cast[rank], bot_state.parameters[SPITE])
            + 0.1 * next_unit(bot_state)
        )
        if value > best_value:
            best = i
            best_value = value
    return best
