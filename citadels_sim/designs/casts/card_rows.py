"""The sums of `cards`: what happened to each district in the games of some blocks, read off the record at every decision and the journal.

A `track` holds what is known of one game; it is added to the sums when the game is over. Copies of a district are never distinguished:
a seat had a district, or it had not.
"""

from __future__ import annotations

from typing import Any, Final

from citadels_sim.arrays import Array
from citadels_sim.compiler.decorators import rule
from citadels_sim.designs.casts import LAST_CARD_ROUND
from citadels_sim.engine import journal as k
from citadels_sim.engine.actions import KEEP, arg_a
from citadels_sim.engine.bits import bit, count, has, lowest
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.record_types import Journal, State
from citadels_sim.engine.scoring import share_of_win
from citadels_sim.engine.state import KINDS, SEATS

__all__ = ["CARD_COLUMNS", "CREDITS", "LAST", "MOST_DRAWS", "TRACKED", "add_cards", "begin_cards", "note_choice", "note_hands"]

CARD_COLUMNS: Final = (
    "draws",
    "draws_win",
    "offered",
    "offered_win",
    "kept",
    "opening",
    "opening_win",
    "drawn",
    "drawn_win",
    "never",
    "never_win",
    "built",
    "unbuilt",
    "placed",
    "destroyed",
    "exchanged",
)
"""Last axis of the sums (int64); the table `cards` describes them."""

(
    DRAWS,
    DRAWS_WIN,
    OFFERED,
    OFFERED_WIN,
    KEPT,
    OPENING,
    OPENING_WIN,
    DRAWN,
    DRAWN_WIN,
    NEVER,
    NEVER_WIN,
    BUILT,
    UNBUILT,
    PLACED,
    DESTROYED,
    EXCHANGED,
) = range(len(CARD_COLUMNS))

CREDITS: Final = 840
"""A win is counted in 840ths, so that a shared one is a whole number, too."""
LAST: Final = LAST_CARD_ROUND
"""Last round that is counted by itself; later ones are counted as this one."""

MOST_DRAWS: Final = ROUND_CAP * SEATS * 4
"""More choices among drawn cards than a game can have: two in a turn, and no seat has more than two turns in a round."""

FIRST, CITY, OPEN, DECK_ROW, PILE = 0, SEATS, 2 * SEATS, 3 * SEATS, 3 * SEATS + 1
TRACKED: Final = PILE + 1
"""Rows of the track, each with a column per district: by seat the round in which it first had the district in hand (0: never) and that in
which it first built it (0: never); by seat, in column 0, the bits of the opening hand; the bits of the deck; and the draw being made."""
N, OFFER, KEPT_NOW = 0, 1, 2
"""Columns of the last row: draws so far in the game; bits of the cards offered and of those kept in the one being made."""
SEAT, ROUND, AMONG, TAKEN = range(4)
"""Rows of the draws."""


@rule
def begin_cards(s: State, out: Any, track: Array) -> None:
    """Forget the last game and note what the deal gave; `out` is as the deal left it."""
    for row in range(TRACKED):
        for d in range(KINDS):
            track[row, d] = 0
    for d in range(KINDS):
        if out.copies[d] > 0:
            track[DECK_ROW, 0] |= bit(d)
    for seat in range(s.public.players):
        track[OPEN + seat, 0] = s.seat[seat].hand_mask
    note_hands(s, track, 1)


@rule
def note_hands(s: State, track: Array, round_no: int) -> None:
    """Note which districts have come into a hand for the first time."""
    for seat in range(s.public.players):
        rest = s.seat[seat].hand_mask
        while rest != 0:
            d = lowest(rest)
            if track[FIRST + seat, d] == 0:
                track[FIRST + seat, d] = round_no
            rest &= rest - 1


@rule
def note_choice(s: State, code: int, track: Array, draws: Array) -> None:
    """Note an action before it is done, if it keeps one of some drawn cards: the cards offered, and in the end those kept.

    Where all cards left are copies of one district there is no choice which to keep: a second card is then kept in the same action.
    """
    p = s.public
    if p.decision != KEEP:
        return
    mine = s.seat[p.actor]
    if track[PILE, OFFER] == 0:
        track[PILE, OFFER] = mine.aside_mask
    district = arg_a(code)
    track[PILE, KEPT_NOW] |= bit(district)
    if p.keep_left > 1:
        rest = mine.aside_mask & ~bit(district) if mine.aside[district] == 1 else mine.aside_mask
        if count(rest) > 1:
            return
        track[PILE, KEPT_NOW] |= rest
    n = track[PILE, N]
    draws[SEAT, n] = p.actor
    draws[ROUND, n] = p.round_no
    draws[AMONG, n] = track[PILE, OFFER]
    draws[TAKEN, n] = track[PILE, KEPT_NOW]
    track[PILE, N] = n + 1
    track[PILE, OFFER] = 0
    track[PILE, KEPT_NOW] = 0


@rule
def add_draws(s: State, track: Array, draws: Array, sums: Array) -> None:
    """Add every choice among drawn cards to the sums of all districts of the deck."""
    for i in range(track[PILE, N]):
        at = min(draws[ROUND, i], LAST)
        credit = round(CREDITS * share_of_win(s.public, draws[SEAT, i]))
        rest = track[DECK_ROW, 0]
        while rest != 0:
            d = lowest(rest)
            sums[d, at, DRAWS] += 1
            sums[d, at, DRAWS_WIN] += credit
            if has(draws[AMONG, i], d):
                sums[d, at, OFFERED] += 1
                sums[d, at, OFFERED_WIN] += credit
            if has(draws[TAKEN, i], d):
                sums[d, at, KEPT] += 1
            rest &= rest - 1


@rule
def add_events(j: Journal, track: Array, sums: Array) -> None:
    """Add what happened to districts in cities; a district built out of another hand was in this one for that moment."""
    for i in range(j.n):
        e = j.event[i]
        at = min(e.round_no, LAST)
        if e.kind == k.BUILD:
            sums[e.district, at, PLACED] += 1
            first = track[FIRST + e.seat, e.district]
            if first == 0 or first > e.round_no:  # a copy drawn later is not the district that was built
                track[FIRST + e.seat, e.district] = e.round_no
            if track[CITY + e.seat, e.district] == 0:
                track[CITY + e.seat, e.district] = e.round_no
        elif e.kind == k.CONFISCATE:
            sums[e.district, at, PLACED] += 1
        elif e.kind in (k.DESTROY, k.ARMORY):
            sums[e.district, at, DESTROYED] += 1
        elif e.kind == k.EXCHANGE:
            sums[e.district, at, EXCHANGED] += 1
            sums[e.extra, at, EXCHANGED] += 1
        elif e.kind == k.SEIZE:
            sums[e.district, at, EXCHANGED] += 1


@rule
def add_seat(track: Array, seat: int, credit: int, rounds: int, sums: Array) -> None:
    """Add how one seat came by each district of the deck, if it did, and how long it took to build it."""
    rest = track[DECK_ROW, 0]
    while rest != 0:
        d = lowest(rest)
        rest &= rest - 1
        first = track[FIRST + seat, d]
        if first == 0:
            sums[d, 0, NEVER] += 1
            sums[d, 0, NEVER_WIN] += credit
            continue
        dealt = has(track[OPEN + seat, 0], d)
        at = min(first, LAST)
        sums[d, at, OPENING if dealt else DRAWN] += 1
        sums[d, at, OPENING_WIN if dealt else DRAWN_WIN] += credit
        if track[CITY + seat, d] > 0:
            sums[d, min(track[CITY + seat, d] - first, LAST), BUILT] += 1
        else:
            sums[d, min(rounds - first, LAST), UNBUILT] += 1


@rule
def add_cards(s: State, j: Journal, capped: int, track: Array, draws: Array, sums: Array) -> None:
    """Add a finished game to the sums of its blocks, shape (KINDS, LAST + 1, len(CARD_COLUMNS))."""
    add_draws(s, track, draws, sums)
    add_events(j, track, sums)
    for seat in range(s.public.players):
        add_seat(track, seat, round(CREDITS * share_of_win(s.public, seat)), s.public.round_no - capped, sums)
