"""The compiled loop over games whose course is kept: one row per seat at the start and at the end of every round.

The games are those of `kernel.play_games`, move by move: the bots see nothing of what is noted.
"""

from __future__ import annotations

from typing import NamedTuple

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.designs.flow.rows import CHOICES, DECISIONS, OPTIONS, bare_wins, begin_track, note_states, read_round
from citadels_sim.designs.recording.game_rows import SHEET_T, Sheet, record_game, record_seats
from citadels_sim.designs.recording.kernel import JOURNAL_FULL
from citadels_sim.engine.loop import (
    DEALS_T,
    EVERY_DECISION,
    ROUND_CAP,
    RUN_CAPPED,
    TABLE_T,
    Deals,
    Table,
    begin,
    choice,
    play_on,
    play_until,
    rotate,
)
from citadels_sim.engine.state import SEATS

__all__ = ["STATES_PER_GAME", "FlowRows", "flow_games"]

STATES_PER_GAME = (ROUND_CAP + 1) * SEATS
"""Most rows of one game."""
CAPPED = 1
"""Position in `filled` of whether the tournament ended the game by force; before it stands the length of the states."""


class FlowRows(NamedTuple):
    """Arrays for the course of some games.

    Attributes
    ----------
    games, seats, wins
        As in `recording.kernel.Rows`.
    bare : float64 array, shape (n * players,)
        Win credit as it would be without points for completing a city.
    states : int32 array, shape (len(STATE_COLUMNS), m)
    filled : int64 array, shape (2,)
        Length reached in states, and scratch.
    """

    games: Array
    seats: Array
    wins: Array
    bare: Array
    states: Array
    filled: Array


_ROWS_T = types.NamedTuple(
    (types.int32[:, ::1], types.int16[:, ::1], types.float64[::1], types.float64[::1], types.int32[:, ::1], types.int64[::1]), FlowRows
)
FLOW_SIGNATURE = types.int64(TABLE_T, SHEET_T, types.int64[:, ::1], DEALS_T, _ROWS_T)


@rule
def play_noting(table: Table, sheet: Sheet, track: Array, n: int, g: int, rows: FlowRows) -> int:
    """Play a game that was begun to its end, writing rows behind those that there are; return their new number, or JOURNAL_FULL."""
    s, r, j, states = table.state, table.rules, table.journal, rows.states
    p = s.public
    at = note_states(s, r, sheet, track, states, rows.filled[0], g, 0)
    round_no = 1
    read = 0
    n = play_on(table, EVERY_DECISION, n)
    while True:
        if n > 0 and p.round_no == round_no:
            seat = p.actor
            track[DECISIONS, seat] += 1
            if n > 1:
                track[CHOICES, seat] += 1
                track[OPTIONS, seat] += n
            n = play_until(table, choice(table, n), EVERY_DECISION)
            continue
        if n == RUN_CAPPED:
            rows.filled[CAPPED] = 1
        if j.n > j.capacity:
            return JOURNAL_FULL
        read = read_round(p, j, sheet, track, read, round_no)
        at = note_states(s, r, sheet, track, states, at, g, round_no)
        if p.over != 0:
            return int(at)
        round_no = p.round_no


@entry_point(FLOW_SIGNATURE, unlocked=True)
def flow_games(table: Table, sheet: Sheet, track: Array, deals: Deals, rows: FlowRows) -> int:
    """Play games of a shard, as far as the array of states has room.

    Parameters
    ----------
    table : Table
        The journal has its full capacity.
    sheet : record of dtype SHEET
        Scratch.
    track : int64 array, shape (TRACKED, RANKS)
        Scratch.
    deals : Deals
    rows : FlowRows
        Written to.

    Returns
    -------
    int
        The first game not played (`deals.last` when all were), or JOURNAL_FULL.
    """
    s, r, filled = table.state, table.rules, rows.filled
    players = r.n_players
    for g in range(deals.first, deals.last):
        if rows.states.shape[1] - filled[0] < STATES_PER_GAME:
            return g
        k = g % deals.rotations
        rotate(table.lineup, players, k)
        filled[CAPPED] = 0
        begin_track(track)
        at = play_noting(table, sheet, track, begin(table, deals.seeds[g // deals.rotations]), g, rows)
        if at == JOURNAL_FULL:
            return JOURNAL_FULL
        filled[0] = at
        record_game(s, filled[CAPPED], rows.games, g)
        record_seats(s, k, rows.seats, rows.wins, g * players)
        bare_wins(s, r, rows.bare, g * players)
    return int(deals.last)
