"""The compiled loop over games whose course is kept: one row per seat at the start and at the end of every round.

The games are those of `kernel.play_games`, move by move: the bots see nothing of what is noted.
"""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.journal import JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, ROUND_CAP
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.state import LEGAL_T, SEATS, STATE_T
from citadels_sim.lab.bans.kernel import choose
from citadels_sim.lab.flow.rows import CHOICES, DECISIONS, OPTIONS, bare_wins, begin_track, note_states, read_round
from citadels_sim.lab.tournament.game_rows import SHEET_T, record_game, record_seats
from citadels_sim.lab.tournament.kernel import JOURNAL_FULL, seat_bot_states, seat_of

__all__ = ["STATES_PER_GAME", "flow_games"]

STATES_PER_GAME = (ROUND_CAP + 1) * SEATS
"""Most rows of one game."""
CAPPED = 1
"""Position in `filled` of whether the tournament ended the game by force; before it stands the length of the states."""

FLOW_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    FLOW_SIGNATURE = types.int64(
        types.FunctionType(DEAL_SIGNATURE),
        APPLY_T,
        BOTS_T,
        BOT_STATES_T,
        BOT_STATES_T,
        STATE_T,
        types.uint8[::1],  # the same memory, to zero it
        RULES_T,
        JOURNAL_T,
        LEGAL_T,
        SHEET_T,
        types.int64[:, ::1],  # track
        types.int64[::1],  # seeds
        types.int64,  # rotations
        types.int64,  # first
        types.int64,  # last
        types.int32[:, ::1],  # games
        types.int16[:, ::1],  # seats
        types.float64[::1],  # wins
        types.float64[::1],  # bare
        types.int32[:, ::1],  # states
        types.int64[::1],  # filled
    )


@rule
def decide(apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, track: Any, n: int) -> int:
    """Let a bot make one decision, as `engine.loop.run` would, and count it; return the number of actions at the next."""
    seat = s.public.actor
    track[DECISIONS, seat] += 1
    if n == 1:
        return int(apply(s, r, j, out, out.code[0]))
    track[CHOICES, seat] += 1
    track[OPTIONS, seat] += n
    return int(apply(s, r, j, out, out.code[choose(bots, bot_states, s, r, out, n)]))


@rule
def play_noting(
    apply: Any,
    bots: Any,
    bot_states: Any,
    s: Any,
    r: Any,
    j: Any,
    out: Any,
    sheet: Any,
    track: Any,
    states: Any,
    at: int,
    g: int,
    filled: Any,
) -> int:
    """Play a game that was dealt to its end, writing rows from column `at` on; return the new length, or JOURNAL_FULL."""
    n = apply(s, r, j, out, A_BEGIN_ROUND)
    at = note_states(s, r, sheet, track, states, at, g, 0)
    round_no = 1
    read = 0
    while True:
        if s.public.round_no == round_no and s.public.over == 0:
            n = decide(apply, bots, bot_states, s, r, j, out, track, n)
            continue
        if s.public.round_no > ROUND_CAP and s.public.over == 0:
            filled[CAPPED] = 1
            finish_game(s, r, j)
        if j.n > j.capacity:
            return JOURNAL_FULL
        read = read_round(s.public, j, sheet, track, read, round_no)
        at = note_states(s, r, sheet, track, states, at, g, round_no)
        if s.public.over != 0:
            return int(at)
        round_no = s.public.round_no


@entry_point(FLOW_SIGNATURE)
def flow_games(
    deal: Any,
    apply: Any,
    bots: Any,
    bot_states: Any,
    seated: Any,
    s: Any,
    raw: Any,
    r: Any,
    j: Any,
    out: Any,
    sheet: Any,
    track: Any,
    seeds: Any,
    rotations: int,
    first: int,
    last: int,
    games: Any,
    seats: Any,
    wins: Any,
    bare: Any,
    states: Any,
    filled: Any,
) -> int:
    """Play games first..last-1 of a shard, as far as the array of states has room.

    Parameters
    ----------
    deal, apply, bots, bot_states, seated, s, raw, r, j, out, sheet, seeds, rotations, first, last, games, seats, wins
        As for `kernel.play_games`; the journal has its full capacity.
    track : int64 array, shape (TRACKED, RANKS)
        Scratch.
    bare : float64 array, shape (n * players,)
        Win credit as it would be without points for completing a city.
    states : int32 array, shape (len(STATE_COLUMNS), m)
    filled : int64 array, shape (2,)
        Length reached in states, and scratch; changed.

    Returns
    -------
    int
        The first game not played (`last` when all were), or JOURNAL_FULL.
    """
    players = r.n_players
    for g in range(first, last):
        if states.shape[1] - filled[0] < STATES_PER_GAME:
            return g
        k = g % rotations
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
        filled[CAPPED] = 0
        begin_track(track)
        deal(s, r, out, seeds[g // rotations])
        at = play_noting(apply, at_table, seated, s, r, j, out, sheet, track, states, filled[0], g, filled)
        if at == JOURNAL_FULL:
            return JOURNAL_FULL
        filled[0] = at
        record_game(s, filled[CAPPED], games, g)
        record_seats(s, k, seats, wins, g * players)
        bare_wins(s, r, bare, g * players)
    return last
