"""The compiled loop over games: plays a range of games of one cell in one call and fills result arrays.

Game g of a shard is block g // rotations in rotation g % rotations. Rotation k gives seat s the bot that the line-up has at position
s - k; the deal stays with the seats, since the seed is the block's.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.journal import EVENT, JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, PARAMETERS, ROUND_CAP, RUN_CAPPED, RUN_SIGNATURE
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.state import LEGAL_T, RANKS, SEATS, STATE_T
from citadels_sim.lab.tournament.game_rows import SHEET_T, TURNS_PER_GAME, record_game, record_seats, record_turns

__all__ = ["EVENTS", "JOURNAL_FULL", "TURNS", "play_games", "record_one"]

TURNS, EVENTS = 0, 1
"""Positions in `filled` of the lengths of the turns and the events arrays."""
JOURNAL_FULL = -1
"""Returned when a game wrote more events than the journal holds: a fault of ours."""

PLAY_SIGNATURE: Any = None
RECORD_SIGNATURE: Any = None
if not INTERPRETED:
    import numba
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    _RESULTS = (
        types.int32[:, ::1],  # games
        types.int16[:, ::1],  # seats
        types.float64[::1],  # wins
        types.int16[:, ::1],  # casts
        types.int32[::1],  # turn_game
        types.int16[:, ::1],  # turns
        types.int32[::1],  # event_game
        types.Array(numba.from_dtype(EVENT), 1, "C"),  # events
        types.int64[::1],  # filled
    )
    PLAY_SIGNATURE = types.int64(
        types.FunctionType(DEAL_SIGNATURE),
        APPLY_T,
        types.FunctionType(RUN_SIGNATURE),
        BOTS_T,
        BOT_STATES_T,
        BOT_STATES_T,
        STATE_T,
        types.uint8[::1],  # the same memory, to zero it
        RULES_T,
        JOURNAL_T,
        LEGAL_T,
        SHEET_T,
        types.int64[::1],  # seeds
        types.int64,  # rotations
        types.int64,  # first
        types.int64,  # last
        *_RESULTS,
    )
    RECORD_SIGNATURE = types.int64(STATE_T, JOURNAL_T, SHEET_T, types.int64, types.int64, types.int64, *_RESULTS)


@rule
def seat_of(seat: int, players: int, rotation: int) -> int:
    """Position in the line-up of the bot that sits at a seat; seats beyond the table keep their own."""
    return (seat - rotation + players) % players if seat < players else seat


@rule
def seat_bot_states(bot_states: Any, seated: Any, players: int, rotation: int) -> None:
    """Give each seat the parameters of the bot that sits there."""
    for seat in range(SEATS):
        position = seat_of(seat, players, rotation)
        for i in range(PARAMETERS):
            seated.seat[seat].parameters[i] = bot_states.seat[position].parameters[i]


@rule
def copy_events(j: Any, g: int, event_game: Any, events: Any, at: int) -> int:
    """Append a game's journal to the events of all games; return their new number."""
    for i in range(j.n):
        event_game[at + i] = g
        events[at + i] = j.event[i]
    return int(at + j.n)


@rule
def record_all(
    s: Any,
    j: Any,
    sheet: Any,
    rotation: int,
    capped: int,
    g: int,
    games: Any,
    seats: Any,
    wins: Any,
    casts: Any,
    turn_game: Any,
    turns: Any,
    event_game: Any,
    events: Any,
    filled: Any,
) -> int:
    """Write everything that is kept of one finished game; return 0, or JOURNAL_FULL."""
    p = s.public
    record_game(s, capped, games, g)
    record_seats(s, rotation, seats, wins, g * p.players)
    for rank in range(RANKS):
        casts[g, rank] = p.cast[rank]
    if j.capacity == 0:
        return 0
    if j.n > j.capacity:
        return JOURNAL_FULL
    if turns.shape[1] > 0:
        at = filled[TURNS]
        end = record_turns(p, j, sheet, turns, at)
        for i in range(at, end):
            turn_game[i] = g
        filled[TURNS] = end
    if events.shape[0] > 0:
        filled[EVENTS] = copy_events(j, g, event_game, events, filled[EVENTS])
    return 0


@rule
def has_room(j: Any, turns: Any, events: Any, filled: Any) -> bool:
    """Tell whether the arrays can take another game, however long it gets."""
    if turns.shape[1] > 0 and turns.shape[1] - filled[TURNS] < TURNS_PER_GAME:
        return False
    return not (events.shape[0] > 0 and events.shape[0] - filled[EVENTS] < j.capacity)


@entry_point(PLAY_SIGNATURE, vectorise=True)
def play_games(
    deal: Any,
    apply: Any,
    run: Any,
    bots: Any,
    bot_states: Any,
    seated: Any,
    s: Any,
    raw: Any,
    r: Any,
    j: Any,
    out: Any,
    sheet: Any,
    seeds: Any,
    rotations: int,
    first: int,
    last: int,
    games: Any,
    seats: Any,
    wins: Any,
    casts: Any,
    turn_game: Any,
    turns: Any,
    event_game: Any,
    events: Any,
    filled: Any,
) -> int:
    """Play games first..last-1 of a shard, as far as the arrays have room.

    Parameters
    ----------
    deal, apply, run : function values of `engine.loop.deal`, `engine.decisions.apply`, `engine.loop.run`
    bots : tuple of SEATS function values
        The bot at each position of the line-up (positions beyond the table: any).
    bot_states : record of dtype MINDS
        Their parameters.
    seated, s, j, out, sheet : records of dtypes MINDS, STATE, JOURNAL, LEGAL, SHEET
        Scratch; the journal's capacity is 0 where neither turns nor events are kept.
    raw : uint8 array
        The memory of `s`.
    r : record of dtype RULES
    seeds : int64 array
        Seeds of the shard's blocks.
    rotations : int
        Rotations per block.
    first, last : int
        Range of games, counted within the shard.
    games : int32 array, shape (len(GAME_COLUMNS), n)
    seats : int16 array, shape (len(SEAT_COLUMNS), n * players)
    wins : float64 array, shape (n * players,)
    casts : int16 array, shape (n, RANKS)
        Character code by rank.
    turn_game, turns : int32 array (m,), int16 array (len(TURN_COLUMNS), m)
        Rows per character and round, and the game of each; m = 0 keeps none.
    event_game, events : int32 array (m,), EVENT array (m,)
        Journals, and the game of each event; m = 0 keeps none.
    filled : int64 array, shape (2,)
        Lengths reached in turns and events; changed.

    Returns
    -------
    int
        The first game not played (`last` when all were), or JOURNAL_FULL.
    """
    players = r.n_players
    for g in range(first, last):
        if not has_room(j, turns, events, filled):
            return g
        k = g % rotations
        if g == first or rotations > 1:
            seat_bot_states(bot_states, seated, players, k)
        at_table = (
            bots[seat_of(0, players, k)],
            bots[seat_of(1, players, k)],
            bots[seat_of(2, players, k)],
            bots[seat_of(3, players, k)],
            bots[seat_of(4, players, k)],
            bots[seat_of(5, players, k)],
            bots[seat_of(6, players, k)],
            bots[seat_of(7, players, k)],
        )
        raw[:] = 0
        j.n = 0
        deal(s, r, out, seeds[g // rotations])
        apply(s, r, j, out, A_BEGIN_ROUND)
        how = run(apply, at_table, seated, s, r, j, out, 0, ROUND_CAP)
        capped = 1 if how == RUN_CAPPED else 0
        told = record_all(s, j, sheet, k, capped, g, games, seats, wins, casts, turn_game, turns, event_game, events, filled)
        if told == JOURNAL_FULL:
            return JOURNAL_FULL
    return last


@entry_point(RECORD_SIGNATURE)
def record_one(
    s: Any,
    j: Any,
    sheet: Any,
    rotation: int,
    capped: int,
    g: int,
    games: Any,
    seats: Any,
    wins: Any,
    casts: Any,
    turn_game: Any,
    turns: Any,
    event_game: Any,
    events: Any,
    filled: Any,
) -> int:
    """Write what is kept of one finished game that was played elsewhere (bots in plain Python); arguments as for `play_games`."""
    return record_all(s, j, sheet, rotation, capped, g, games, seats, wins, casts, turn_game, turns, event_game, events, filled)
