"""From the end of a game to its rows: one compiled pass over the final record and the journal.

What happens in a round is collected on a sheet, one line per rank, and written out when the round is over. The sheet is a record and
not an array because the compiled code counts references of arrays at each call, of records never.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.engine import journal as k
from citadels_sim.engine.bits import has
from citadels_sim.engine.jit import INTERPRETED, rule
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.state import RANKS
from citadels_sim.tournament import columns as c

__all__ = ["SHEET", "SHEET_T", "TURNS_PER_GAME", "new_sheet", "record_game", "record_seats", "record_turns"]

TURNS_PER_GAME = (ROUND_CAP + 1) * (RANKS - 1)
"""Most turn rows of one game."""

_COLUMNS = len(c.TURN_COLUMNS)
_GAINS = sum(
    1 << kind
    for kind in (
        *(k.GATHER_GOLD, k.GATHER_CARDS, k.INCOME, k.BONUS, k.LABORATORY, k.SMITHY),
        *(k.LOOK, k.GIFT, k.TITHE, k.REFUND, k.QUEEN, k.FETCH, k.POOR_HOUSE, k.PARK),
    )
)
"""Kinds of events that bring their character gold or cards."""

SHEET = np.dtype(
    [
        ("cell", np.int32, (_COLUMNS, RANKS)),  # what is known of each rank in this round
        ("rank_of", np.int32, (len(CHARACTERS) + 1,)),  # rank of a character code in this game
    ],
    align=True,
)
"""Scratch for the pass over the journal."""

SHEET_T: Any = None
if not INTERPRETED:
    import numba

    SHEET_T = numba.from_dtype(SHEET)


def new_sheet() -> Any:
    """Return a blank sheet, a record of dtype `SHEET`."""
    return np.zeros(1, SHEET).view(np.recarray)[0]


@rule
def record_game(s: Any, capped: int, games: Any, g: int) -> None:
    """Write a finished game's figures into column g of the games array."""
    p = s.public
    # A game that was ended by force had begun the round after the last one allowed: that round was not played.
    games[c.G_ROUNDS, g] = p.round_no - capped
    games[c.G_TURNS, g] = p.turn_no
    games[c.G_DECISIONS, g] = s.secret.decision_no
    games[c.G_FIRST_CROWN, g] = p.first_crown
    games[c.G_FIRST_COMPLETE, g] = p.completed[0] if p.completed_n > 0 else -1
    games[c.G_CAPPED, g] = capped


@rule
def record_seats(s: Any, rotation: int, seats: Any, wins: Any, at: int) -> None:
    """Write a finished game's seats into columns at, at+1, ... of the seats array."""
    p = s.public
    n = p.players
    winners = 0
    for seat in range(n):
        if p.place[seat] == 1:
            winners += 1
    for seat in range(n):
        i = at + seat
        wins[i] = 1.0 / winners if p.place[seat] == 1 else 0.0
        seats[c.S_BOT, i] = (seat - rotation + n) % n
        seats[c.S_PLACE, i] = p.place[seat]
        seats[c.S_TOTAL, i] = p.total[seat]
        seats[c.S_DISTRICTS, i] = p.pts_districts[seat]
        seats[c.S_TYPES, i] = p.pts_types[seat]
        seats[c.S_COMPLETION, i] = p.pts_completion[seat]
        seats[c.S_BONUS, i] = p.pts_bonus[seat]
        seats[c.S_GOLD, i] = p.gold[seat]
        seats[c.S_HAND, i] = p.hand_n[seat]
        seats[c.S_CITY, i] = p.city_n[seat]


@rule
def clean_sheet(p: Any, sheet: Any, round_no: int) -> None:
    """Begin a round: nobody has anything."""
    for column in range(_COLUMNS):
        for rank in range(RANKS):
            sheet.cell[column][rank] = 0
    for rank in range(1, RANKS):
        sheet.rank_of[p.cast[rank]] = rank
        sheet.cell[c.ROUND][rank] = round_no
        sheet.cell[c.RANK][rank] = rank
        sheet.cell[c.CHARACTER][rank] = p.cast[rank]
        sheet.cell[c.SEAT][rank] = -1
    sheet.rank_of[0] = 0  # events without a character fall on line 0, which is nobody's


@rule
def note_draft(e: Any, sheet: Any, rank: int) -> None:
    """Note who picked a character, from what."""
    sheet.cell[c.SEAT][rank] = e.seat
    sheet.cell[c.SLOT][rank] = e.cards
    sheet.cell[c.OFFERED][rank] = e.extra
    sheet.cell[c.CROWN][rank] = e.gold
    sheet.cell[c.LEADER][rank] = e.district


@rule
def note_named(e: Any, sheet: Any) -> None:
    """Note a character that was named, or removed face up."""
    rank = sheet.rank_of[e.target_character]
    if e.kind == k.FACE_UP:
        sheet.cell[c.FACE_UP][rank] = 1
    elif e.kind == k.MURDER:
        sheet.cell[c.MURDERED][rank] = 1
    elif e.kind == k.ROB:
        sheet.cell[c.ROBBED][rank] = 1
    else:
        sheet.cell[c.BEWITCHED][rank] = 1


@rule
def note_gain(e: Any, sheet: Any, rank: int) -> None:
    """Note gold and cards that came to a character by itself or by its districts."""
    if e.kind == k.GATHER_GOLD:
        sheet.cell[c.GATHERED][rank] = 1
    elif e.kind == k.GATHER_CARDS:
        sheet.cell[c.GATHERED][rank] = 2
    sheet.cell[c.CARDS_GAINED][rank] += e.cards
    if e.kind != k.SMITHY:  # its gold is a price
        sheet.cell[c.GOLD_GAINED][rank] += e.gold


@rule
def note_rescue(e: Any, sheet: Any) -> None:
    """Note a card that the Graveyard saved: between turns, so to the credit of the last character that the seat holds."""
    last = 0
    for rank in range(1, RANKS):
        if sheet.cell[c.SEAT][rank] == e.seat:
            last = rank
    sheet.cell[c.CARDS_GAINED][last] += 1


@rule
def note_deed(e: Any, sheet: Any, rank: int) -> None:
    """Note what a character did in its turn beside gathering, and what it has at the end."""
    kind = e.kind
    if kind == k.BUILD:
        sheet.cell[c.BUILT][rank] += 1
        sheet.cell[c.BUILT_COST][rank] += e.gold
    elif kind == k.TURN_END or kind == k.SKIP or kind == k.CUT_END:
        sheet.cell[c.STASH][rank] = e.gold
        sheet.cell[c.HAND][rank] = e.cards
        sheet.cell[c.CITY][rank] = e.extra
    elif kind == k.DESTROY or kind == k.ARMORY:
        sheet.cell[c.DESTROYED][rank] += 1
    elif kind == k.STEAL or kind == k.TAX:
        if e.seat >= 0:  # tax may go to a token
            sheet.cell[c.GOLD_GAINED][rank] += e.gold
        sheet.cell[c.GOLD_LOST][sheet.rank_of[e.target_character]] += e.gold
    elif kind == k.SWAP:
        sheet.cell[c.CARDS_GAINED][rank] += max(0, e.cards - e.extra)


@rule
def note_event(e: Any, sheet: Any) -> None:
    """Note one event on the sheet."""
    kind = e.kind
    rank = sheet.rank_of[e.character]
    if kind == k.PICK:
        note_draft(e, sheet, rank)
    elif kind == k.FACE_UP or kind == k.MURDER or kind == k.ROB or kind == k.BEWITCH:
        note_named(e, sheet)
    elif kind == k.RESCUE:
        note_rescue(e, sheet)
    elif has(_GAINS, kind):
        note_gain(e, sheet, rank)
    else:
        note_deed(e, sheet, rank)


@rule
def write_sheet(p: Any, sheet: Any, t: Any, n: int) -> int:
    """Write a round's lines, one per character of the cast, into columns n, n+1, ... of the turns array; return the new length."""
    for rank in range(1, RANKS):
        if p.cast[rank] != 0:
            for column in range(_COLUMNS):
                t[column, n] = sheet.cell[column][rank]
            n += 1
    return n


@rule
def record_turns(p: Any, j: Any, sheet: Any, t: Any, at: int) -> int:
    """Write one row per character of the cast and round from column `at` of the turns array; return the new length.

    Parameters
    ----------
    p : record of dtype PUBLIC
        The finished game's public part (its cast).
    j : record of dtype JOURNAL
        The game's journal, complete.
    sheet : record of dtype SHEET
        Scratch.
    t : int16 array, shape (len(TURN_COLUMNS), capacity)
        With room for `TURNS_PER_GAME` rows from `at` on.
    at : int
        The first free column.

    Returns
    -------
    int
    """
    n = at
    begun = False
    for i in range(j.n):
        e = j.event[i]
        if e.kind == k.ROUND:
            if begun:
                n = write_sheet(p, sheet, t, n)
            if e.round_no > ROUND_CAP:  # begun and not played
                return n
            begun = True
            clean_sheet(p, sheet, e.round_no)
        else:
            note_event(e, sheet)
    return write_sheet(p, sheet, t, n) if begun else n
