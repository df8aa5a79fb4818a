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
from citadels_sim.bots.features import strength
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import inline, rule, typed
from citadels_sim.engine.bits import bit, has, lowest
from citadels_sim.engine.characters.holders import cast_ranks
from citadels_sim.engine.rules import RULES_T, STEP_PICK, STEP_PICK_LAST, STEP_RANDOM_DISCARD
from citadels_sim.engine.state import PUBLIC_T, RANKS, SEAT_T, SEATS

FULL = 127
"""What stands for certainty in a row."""

_MOST_EAGER = 300.0
"""Logarithm of the largest weight: that of a hoard of hundreds of gold would be infinite."""

_ROWS = types.UniTuple(types.int64, SEATS)(PUBLIC_T, SEAT_T, RULES_T, types.int64, types.int64, types.float64)
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
    return int(cast_ranks(public) & ~public.face_up)


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
    return math.exp(min(_MOST_EAGER, trust * draft_value(public, rules, seat, top, public.cast[rank], 1.0)))


@rule
def appeal(public: Any, rules: Any, picker: int, top: int, among: int, left: int, rank: int, trust: float) -> float:
    """How likely a rank is still in the packet, times the eagerness to pick it; 0 for one that is not `among` the packet."""
    return share(left, rank) * eagerness(public, rules, picker, top, rank, trust) if has(among, rank) else 0.0


@typed(_TAKEN)
def taken(public: Any, rules: Any, picker: int, top: int, among: int, left: int, trust: float) -> int:
    """Row of what one pick takes from the ranks `among` the packet, of which the row `left` says how likely they are still there."""
    appeals = (
        0.0,
        appeal(public, rules, picker, top, among, left, 1, trust),
        appeal(public, rules, picker, top, among, left, 2, trust),
        appeal(public, rules, picker, top, among, left, 3, trust),
        appeal(public, rules, picker, top, among, left, 4, trust),
        appeal(public, rules, picker, top, among, left, 5, trust),
        appeal(public, rules, picker, top, among, left, 6, trust),
        appeal(public, rules, picker, top, among, left, 7, trust),
        appeal(public, rules, picker, top, among, left, 8, trust),
        appeal(public, rules, picker, top, among, left, 9, trust),
    )
    total = 0.0
    for rank in range(1, RANKS):
        total += appeals[rank]
    row = 0
    if total <= 0.0:
        return row
    for rank in range(1, RANKS):
        if appeals[rank] > 0.0:
            row = with_share(row, rank, min(share(left, rank), int(FULL * appeals[rank] / total + 0.5)))
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


@rule
def reveals(public: Any, seat: int) -> bool:
    """Tell whether a seat has revealed a rank this round."""
    for rank in range(1, RANKS):
        if public.called[rank] == seat:
            return True
    return False


@rule
def with_row(rows: Any, seat: int, row: int) -> Any:
    """The rows with another one for a seat."""
    return (
        row if seat == 0 else rows[0],
        row if seat == 1 else rows[1],
        row if seat == 2 else rows[2],
        row if seat == 3 else rows[3],
        row if seat == 4 else rows[4],
        row if seat == 5 else rows[5],
        row if seat == 6 else rows[6],
        row if seat == 7 else rows[7],
    )


@typed(_ROWS)
def rows_of(public: Any, me: Any, rules: Any, seat: int, packet: int, trust: float) -> Any:
    """Chances of every seat for every rank: a row for each of eight seats, 0 for the own one and for those beyond the table.

    `packet`: the ranks that this seat has to pick from just now, 0 once the draft is over for it.
    """
    revealed = called_by_others(public, seat)
    gone = me.chars | revealed | silent_ranks(public) | me.discarded | bit(me.saw_down) | bit(me.theater_gave)
    left = (1 << 63) - 1
    top = leader(public)
    views = 0
    unseen = all_ranks(public) & ~max(0, seen(me, packet, 0)) & ~gone
    among = unseen
    known = 0  # bits of the seats whose revealed rank stands for a pick of theirs
    rows = (0, 0, 0, 0, 0, 0, 0, 0)
    for step in range(rules.n_steps):
        operation = rules.step_op[step]
        picker = int((public.crown + rules.step_seat[step]) % public.players)
        picks = operation == STEP_PICK or operation == STEP_PICK_LAST
        if picker == seat and picks:
            among = max(0, seen(me, packet, views)) & ~gone
            views += 1
            after = seen(me, packet, views)
            if after >= 0:
                among &= ~after
        if picker == seat or operation == STEP_RANDOM_DISCARD:
            continue
        if revealed != 0 and not has(known, picker) and reveals(public, picker):
            known |= bit(picker)
            continue
        if operation == STEP_PICK_LAST:
            among |= unseen
        part = taken(public, rules, picker, top, among, left, trust)
        left = without(left, part, among)
        if picks:
            rows = with_row(rows, picker, rows[picker] + part)
    return with_what_is_known(public, me, rows, seat)


@rule
def with_what_is_known(public: Any, me: Any, rows: Any, seat: int) -> Any:
    """The rows with certainty for what others revealed, and for what the Theater's exchange told."""
    for rank in range(1, RANKS):
        owner = int(public.called[rank])
        if owner >= 0 and owner != seat:
            rows = with_row(rows, owner, with_share(rows[owner], rank, FULL))
    if me.theater_gave != 0:
        other = int(me.theater_with)
        rows = with_row(rows, other, with_share(rows[other], me.theater_gave, FULL))
    return rows
