"""Who holds what: the chances of every seat for every rank, by what this seat was offered and passed on, and by whom each rank serves.

The draft is gone through again as far as this seat saw it. What was missing from its first packet was taken by those before it, or lies in
the middle; what was missing from its second one was taken in between; what it passed on last went to those after it. Within such a group
every pick takes its share of each rank, the larger the better the rank serves the seat that picks.

The chances of one seat are nine numbers of seven bits in one integer, a `row`: compiled rules keep no arrays.
"""

from __future__ import annotations

import math
from typing import Any

from citadels_sim.bots.draft import draft_value
from citadels_sim.bots.sense import strength
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.jit import INTERPRETED, inline, rule, typed
from citadels_sim.engine.rules import RULES_T, STEP_PICK, STEP_PICK_LAST, STEP_RANDOM_DISCARD
from citadels_sim.engine.state import PUBLIC_T, RANKS, SEAT_T

FULL = 127
"""What stands for certainty in a row."""

_ROW: Any = None
_TAKEN: Any = None
_EAGER: Any = None
if not INTERPRETED:
    from numba import types

    _ROW = types.int64(PUBLIC_T, SEAT_T, RULES_T, types.int64, types.int64, types.int64, types.float64)
    _TAKEN = types.int64(PUBLIC_T, RULES_T, types.int64, types.int64, types.int64, types.int64, types.float64)
    _EAGER = types.float64(PUBLIC_T, RULES_T, types.int64, types.int64, types.int64, types.float64)


@inline
def share(row: int, rank: int) -> int:
    """What a row says of a rank, 0 to FULL."""
    return (int(row) >> (7 * (int(rank) - 1))) & FULL


@inline
def chance(row: int, rank: int) -> float:
    """How likely it is, 0 to 1, that the seat of a row holds the rank."""
    return share(row, rank) / 127.0


@inline
def with_share(row: int, rank: int, new: int) -> int:
    """A row with another number for a rank."""
    shift = 7 * (int(rank) - 1)
    return (int(row) & ~(FULL << shift)) | (min(FULL, max(0, int(new))) << shift)


@rule
def all_ranks(public: Any) -> int:
    """Set of the ranks that could be drafted this round: in the cast and not face up."""
    ranks = 0
    for rank in range(1, RANKS):
        if public.cast[rank] != 0:
            ranks |= bit(rank)
    return int(ranks & ~public.face_up)


@rule
def called_by_others(public: Any, seat: int) -> int:
    """Set of the ranks that others revealed this round."""
    ranks = 0
    for rank in range(1, RANKS):
        if public.called[rank] >= 0 and public.called[rank] != seat:
            ranks |= bit(rank)
    return int(ranks)


@rule
def silent_ranks(public: Any) -> int:
    """Set of the ranks that were called and that nobody revealed; a murdered one may be held all the same."""
    ranks = 0
    for rank in range(1, RANKS):
        if rank < public.next_rank and public.called[rank] < 0 and rank != public.murdered:
            ranks |= bit(rank)
    return int(ranks)


@rule
def leader(public: Any) -> int:
    """Seat that has come furthest by what everybody sees; of equals the one next to the crown."""
    best = int(public.crown)
    for step in range(1, public.players):
        seat = (public.crown + step) % public.players
        if strength(public, seat) > strength(public, best):
            best = seat
    return best


@typed(_EAGER)
def eagerness(public: Any, rules: Any, seat: int, top: int, rank: int, trust: float) -> float:
    """Weight with which a seat is expected to pick a rank: 1 for all without `trust` in what serves it."""
    if trust == 0.0:
        return 1.0
    return math.exp(trust * draft_value(public, rules, seat, top, public.cast[rank], 1.0))


@typed(_TAKEN)
def taken(public: Any, rules: Any, picker: int, top: int, among: int, left: int, trust: float) -> int:
    """Row of what one pick takes from the ranks `among` the packet, of which the row `left` says how likely they are still there."""
    total = 0.0
    rest = among
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        total += share(left, rank) * eagerness(public, rules, picker, top, rank, trust)
    row = 0
    if total <= 0.0:
        return row
    rest = among
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        there = share(left, rank)
        part = FULL * there * eagerness(public, rules, picker, top, rank, trust) / total
        row = with_share(row, rank, min(there, int(part + 0.5)))
    return int(row)


@rule
def without(left: int, row: int, among: int) -> int:
    """What is still there after a pick."""
    rest = among
    while rest != 0:
        rank = lowest(rest)
        rest &= rest - 1
        left = with_share(left, rank, share(left, rank) - share(row, rank))
    return int(left)


@inline
def seen(me: Any, packet: int, view: int) -> int:
    """Ranks that this seat was offered at its pick number `view`; the `packet` at hand is not on record yet. -1: not come to that."""
    if view < me.picks_n:
        return int(me.offered[view])
    return packet if view == me.picks_n and packet != 0 else -1


@typed(_ROW)
def row_of(public: Any, me: Any, rules: Any, seat: int, other: int, packet: int, trust: float) -> int:
    """Chances of another seat for every rank, as a row.

    `packet`: the ranks that this seat has to pick from just now, 0 once the draft is over for it.
    """
    if other == seat or other >= public.players:
        return 0
    revealed = called_by_others(public, seat)
    gone = me.chars | revealed | silent_ranks(public) | me.discarded | bit(me.saw_down) | bit(me.theater_gave)
    cast = all_ranks(public)
    left = (1 << 63) - 1
    top = leader(public)
    views = 0
    first = seen(me, packet, 0)
    unseen = cast & ~max(0, first) & ~gone
    among = unseen
    known = 0  # bits of the seats whose revealed rank stands for a pick of theirs
    row = 0
    for step in range(rules.n_steps):
        operation = rules.step_op[step]
        picker = (public.crown + rules.step_seat[step]) % public.players
        if operation == STEP_RANDOM_DISCARD:
            continue
        if picker == seat:
            if operation == STEP_PICK or operation == STEP_PICK_LAST:
                before = seen(me, packet, views)
                views += 1
                after = seen(me, packet, views)
                among = max(0, before) & ~gone
                if after >= 0:
                    among &= ~after
            continue
        if revealed != 0 and not has(known, picker) and reveals(public, picker):
            known |= bit(picker)
            continue
        if operation == STEP_PICK_LAST:
            among |= unseen
        part = taken(public, rules, picker, top, among, left, trust)
        left = without(left, part, among)
        if picker == other and (operation == STEP_PICK or operation == STEP_PICK_LAST):
            row += part
    for rank in range(1, RANKS):
        if public.called[rank] == other:
            row = with_share(row, rank, FULL)
    if me.theater_gave != 0 and me.theater_with == other:
        row = with_share(row, me.theater_gave, FULL)
    return int(row)


@rule
def reveals(public: Any, seat: int) -> bool:
    """Tell whether a seat has revealed a rank this round."""
    for rank in range(1, RANKS):
        if public.called[rank] == seat:
            return True
    return False


@rule
def rows_of(public: Any, me: Any, rules: Any, seat: int, packet: int, trust: float) -> Any:
    """Rows of all eight seats, 0 for the own one and for those beyond the table."""
    return (
        row_of(public, me, rules, seat, 0, packet, trust),
        row_of(public, me, rules, seat, 1, packet, trust),
        row_of(public, me, rules, seat, 2, packet, trust),
        row_of(public, me, rules, seat, 3, packet, trust),
        row_of(public, me, rules, seat, 4, packet, trust),
        row_of(public, me, rules, seat, 5, packet, trust),
        row_of(public, me, rules, seat, 6, packet, trust),
        row_of(public, me, rules, seat, 7, packet, trust),
    )
