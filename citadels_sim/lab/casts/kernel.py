"""The compiled loop over games of which it is noted what becomes of each district. The games are those of `kernel.play_games`."""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, rule
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.journal import EVENT, JOURNAL_T
from citadels_sim.engine.loop import DEAL_SIGNATURE, ROUND_CAP
from citadels_sim.engine.rules import RULES_T
from citadels_sim.engine.scoring import finish_game
from citadels_sim.engine.state import LEGAL_T, STATE_T
from citadels_sim.lab.bans.kernel import choose
from citadels_sim.lab.casts.card_rows import add_cards, begin_cards, note_choice, note_hands
from citadels_sim.lab.tournament.game_rows import SHEET_T
from citadels_sim.lab.tournament.kernel import JOURNAL_FULL, has_room, record_all, seat_bot_states, seat_of

__all__ = ["card_games"]

CARDS_SIGNATURE: Any = None
if not INTERPRETED:
    import numba
    from numba import types

    from citadels_sim.engine.loop import APPLY_T, BOT_STATES_T, BOTS_T

    CARDS_SIGNATURE = types.int64(
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
        types.int64[:, ::1],  # draws
        types.int64[:, :, :, ::1],  # sums
        types.int64,  # games_per_group
        types.int64[::1],  # seeds
        types.int64,  # rotations
        types.int64,  # first
        types.int64,  # last
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


@rule
def play_watched(apply: Any, bots: Any, bot_states: Any, s: Any, r: Any, j: Any, out: Any, track: Any, draws: Any) -> int:
    """Play a game that was dealt to its end as `engine.loop.run` would, noting hands and draws; return 1 where it was cut off."""
    n = apply(s, r, j, out, A_BEGIN_ROUND)
    while s.public.over == 0:
        if s.public.round_no > ROUND_CAP:
            finish_game(s, r, j)
            return 1
        round_no = s.public.round_no
        code = out.code[0 if n == 1 else choose(bots, bot_states, s, r, out, n)]
        note_choice(s, code, track, draws)
        n = apply(s, r, j, out, code)
        note_hands(s, track, round_no)
    return 0


@entry_point(CARDS_SIGNATURE)
def card_games(
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
    draws: Any,
    sums: Any,
    games_per_group: int,
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
    deal, apply, bots, minds, seated, s, raw, r, j, out, sheet, seeds, rotations, first, last, games, seats, wins, casts, turn_game, turns,
    event_game, events, filled
        As for `kernel.play_games`; the journal has its full capacity.
    track : int64 array, shape (card_rows.TRACKED, KINDS)
        Scratch.
    draws : int64 array, shape (4, card_rows.MOST_DRAWS)
        Scratch.
    sums : int64 array, shape (groups, KINDS, card_rows.LAST + 1, len(card_rows.CARD_COLUMNS))
        Added to: game g to group g // games_per_group.
    games_per_group : int

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
        begin_cards(s, out, track)
        capped = play_watched(apply, at_table, seated, s, r, j, out, track, draws)
        told = record_all(s, j, sheet, k, capped, g, games, seats, wins, casts, turn_game, turns, event_game, events, filled)
        if told == JOURNAL_FULL:
            return JOURNAL_FULL
        add_cards(s, j, capped, track, draws, sums[g // games_per_group])
    return last
