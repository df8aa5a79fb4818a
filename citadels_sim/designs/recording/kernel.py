"""The compiled loop over games: plays a range of games of one cell in one call and fills result arrays.

Game g of a shard is block g // rotations in rotation g % rotations. Rotation k gives seat s the bot that the line-up has at position
s - k; the deal stays with the seats, since the seed is the block's.
"""

from __future__ import annotations

from typing import NamedTuple

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.designs.recording.game_rows import SHEET_T, TURNS_PER_GAME, Sheet, record_game, record_seats, record_turns
from citadels_sim.engine.journal import EVENT, JOURNAL_T
from citadels_sim.engine.loop import DEALS_T, RUN_CAPPED, TABLE_T, Deals, Table, play_game, rotate
from citadels_sim.engine.record_types import Journal, State
from citadels_sim.engine.state import RANKS, STATE_T

__all__ = ["EVENTS", "JOURNAL_FULL", "ROWS_T", "TURNS", "USED", "Rows", "has_room", "play_games", "record_all", "record_one"]

TURNS, EVENTS, USED = range(3)
"""Positions in `filled` of the lengths of the turns and the events arrays, and of the bits of the columns of turns that are written."""
JOURNAL_FULL = -1
"""Returned when a game wrote more events than the journal holds: a fault of ours."""


class Rows(NamedTuple):
    """Arrays for what is kept of a shard's games.

    Attributes
    ----------
    games : int32 array, shape (len(GAME_COLUMNS), n)
    seats : int16 array, shape (len(SEAT_COLUMNS), n * players)
    wins : float64 array, shape (n * players,)
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    turn_game, turns : int32 array (m,), int16 array (len(TURN_COLUMNS), m)
        Rows per character and round, and the game of each; m = 0 keeps none.
    event_game, events : int32 array (m,), EVENT array (m,)
        Journals, and the game of each event; m = 0 keeps none.
    filled : int64 array, shape (3,)
        Lengths reached in turns and events; the columns of turns that have ever been written: in all others all is 0.
    """

    games: Array
    seats: Array
    wins: Array
    casts: Array
    turn_game: Array
    turns: Array
    event_game: Array
    events: Array
    filled: Array


ROWS_T = types.NamedTuple(
    (
        types.int32[:, ::1],
        types.int16[:, ::1],
        types.float64[::1],
        types.int16[:, ::1],
        types.int32[::1],
        types.int16[:, ::1],
        types.int32[::1],
        types.record(EVENT)[::1],
        types.int64[::1],
    ),
    Rows,
)
PLAY_SIGNATURE = types.int64(TABLE_T, SHEET_T, DEALS_T, ROWS_T)
RECORD_SIGNATURE = types.int64(STATE_T, JOURNAL_T, SHEET_T, types.int64, types.int64, types.int64, ROWS_T)


@rule
def copy_events(j: Journal, g: int, event_game: Array, events: Array, at: int) -> int:
    """Append a game's journal to the events of all games; return their new number."""
    for i in range(j.n):
        event_game[at + i] = g
        events[at + i] = j.event[i]
    return int(at + j.n)


@rule
def record_all(s: State, j: Journal, sheet: Sheet, rotation: int, capped: int, g: int, rows: Rows) -> int:
    """Write everything that is kept of one finished game; return 0, or JOURNAL_FULL."""
    p = s.public
    record_game(s, capped, rows.games, g)
    record_seats(s, rotation, rows.seats, rows.wins, g * p.players)
    for rank in range(RANKS):
        rows.casts[g, rank] = p.cast[rank]
    if j.capacity == 0:
        return 0
    if j.n > j.capacity:
        return JOURNAL_FULL
    if rows.turns.shape[1] > 0:
        at = rows.filled[TURNS]
        sheet.used = rows.filled[USED]
        end = record_turns(p, j, sheet, rows.turns, at)
        rows.filled[USED] = sheet.used
        for i in range(at, end):
            rows.turn_game[i] = g
        rows.filled[TURNS] = end
    if rows.events.shape[0] > 0:
        rows.filled[EVENTS] = copy_events(j, g, rows.event_game, rows.events, rows.filled[EVENTS])
    return 0


@rule
def has_room(j: Journal, rows: Rows) -> bool:
    """Return whether the arrays can take another game, however long it gets."""
    if rows.turns.shape[1] > 0 and rows.turns.shape[1] - rows.filled[TURNS] < TURNS_PER_GAME:
        return False
    return not (rows.events.shape[0] > 0 and rows.events.shape[0] - rows.filled[EVENTS] < j.capacity)


@entry_point(PLAY_SIGNATURE, vectorise=True, unlocked=True)
def play_games(table: Table, sheet: Sheet, deals: Deals, rows: Rows) -> int:
    """Play games of a shard, as far as the arrays have room.

    Parameters
    ----------
    table : Table
        The journal's capacity is 0 where neither turns nor events are kept.
    sheet : record of dtype SHEET
        Scratch.
    deals : Deals
    rows : Rows
        Written to.

    Returns
    -------
    int
        The first game not played (`deals.last` when all were), or JOURNAL_FULL.
    """
    rotations = deals.rotations
    for g in range(deals.first, deals.last):
        if not has_room(table.journal, rows):
            return g
        k = g % rotations
        rotate(table.lineup, table.rules.n_players, k)
        end = play_game(table, deals.seeds[g // rotations])
        capped = 1 if end == RUN_CAPPED else 0
        if record_all(table.state, table.journal, sheet, k, capped, g, rows) == JOURNAL_FULL:
            return JOURNAL_FULL
    return int(deals.last)


@entry_point(RECORD_SIGNATURE, unlocked=True)
def record_one(s: State, j: Journal, sheet: Sheet, rotation: int, capped: int, g: int, rows: Rows) -> int:
    """Write what is kept of one finished game that was played elsewhere (bots in plain Python); arguments as for `play_games`."""
    return record_all(s, j, sheet, rotation, capped, g, rows)
