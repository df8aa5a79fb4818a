"""The compiled loop over games of which it is noted what becomes of each district. The games are those of `kernel.play_games`."""

from __future__ import annotations

from typing import NamedTuple

from citadels_sim.arrays import Array
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.designs.casts.card_rows import add_cards, begin_cards, note_choice, note_hands
from citadels_sim.designs.recording.game_rows import SHEET_T, Sheet
from citadels_sim.designs.recording.kernel import JOURNAL_FULL, ROWS_T, Rows, has_room, record_all
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.loop import (
    DEALS_T,
    EVERY_DECISION,
    RUN_CAPPED,
    TABLE_T,
    Deals,
    Table,
    act,
    choice,
    play_on,
    play_until,
    rotate,
    set_up,
)

__all__ = ["Cards", "card_games"]


class Cards(NamedTuple):
    """Arrays for what becomes of each district.

    Attributes
    ----------
    track : int64 array, shape (card_rows.TRACKED, KINDS)
        Scratch.
    draws : int64 array, shape (4, card_rows.MOST_DRAWS)
        Scratch.
    sums : int64 array, shape (groups, KINDS, card_rows.LAST + 1, len(card_rows.CARD_COLUMNS))
        Added to: game g to group g // games_per_group.
    """

    track: Array
    draws: Array
    sums: Array
    games_per_group: int


_CARDS_T = types.NamedTuple((types.int64[:, ::1], types.int64[:, ::1], types.int64[:, :, :, ::1], types.int64), Cards)
CARDS_SIGNATURE = types.int64(TABLE_T, SHEET_T, _CARDS_T, DEALS_T, ROWS_T)


@rule
def play_watched(table: Table, track: Array, draws: Array) -> int:
    """Play a game that was dealt to its end, noting hands and draws; return as `engine.loop.run` does."""
    s = table.state
    n = play_until(table, A_BEGIN_ROUND, EVERY_DECISION)
    while n > 0:
        round_no = s.public.round_no
        code = choice(table, n)
        note_choice(s, code, track, draws)
        n = act(table, code)
        note_hands(s, track, round_no)
        n = play_on(table, EVERY_DECISION, n)
    return n


@entry_point(CARDS_SIGNATURE, unlocked=True)
def card_games(table: Table, sheet: Sheet, cards: Cards, deals: Deals, rows: Rows) -> int:
    """Play games of a shard, as far as the arrays have room.

    Parameters
    ----------
    table, sheet, deals, rows
        As for `recording.kernel.play_games`; the journal has its full capacity.
    cards : Cards
        Added to.

    Returns
    -------
    int
        The first game not played (`deals.last` when all were), or JOURNAL_FULL.
    """
    s, j, rotations = table.state, table.journal, deals.rotations
    for g in range(deals.first, deals.last):
        if not has_room(j, rows):
            return g
        k = g % rotations
        rotate(table.lineup, table.rules.n_players, k)
        set_up(table, deals.seeds[g // rotations])
        begin_cards(s, table.legal, cards.track)
        capped = 1 if play_watched(table, cards.track, cards.draws) == RUN_CAPPED else 0
        if record_all(s, j, sheet, k, capped, g, rows) == JOURNAL_FULL:
            return JOURNAL_FULL
        add_cards(s, j, capped, cards.track, cards.draws, cards.sums[g // cards.games_per_group])
    return int(deals.last)
