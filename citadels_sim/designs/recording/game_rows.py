"""From the end of a game to its rows: one compiled pass over the final record and the journal.

What happens in a round is collected on a sheet, one line per rank, and written out when the round is over. The sheet is a record and
not an array because the compiled code counts references of arrays at each call, of records never.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.catalogue import CHARACTER_CODES
from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import rule
from citadels_sim.designs.recording import DEED_COLUMNS
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.recording.ledger import LEDGER, Entry
from citadels_sim.engine import journal as k
from citadels_sim.engine.bits import has
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.record_types import Event, Journal, Public, State
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import RANKS

TURNS_PER_GAME = (ROUND_CAP + 1) * (RANKS - 1)
"""Most turn rows of one game."""

_COLUMNS = len(c.TURN_COLUMNS)
_WASTE = _COLUMNS  # what has no column is written here, and read by nobody
_KINDS = 64  # more than the journal has
_WITCH_RANK = 1
_USUAL = 8
_OWN = sum(1 << kind for kind in (k.BUILD, k.TURN_END, k.SKIP, k.CUT_END, k.SWAP))
"""Kinds that have an own place in a turn's line;"""
_NAMED = sum(1 << kind for kind in (k.FACE_UP, k.MURDER, k.ROB, k.BEWITCH))
"""those by which a character is named."""
ALWAYS = sum(1 << column for column, name in enumerate(c.TURN_COLUMNS) if name not in (*DEED_COLUMNS, "bewitched"))
"""Bits of the columns that are written for every round. Any other is written from its first event on: until then all of it is 0, as
allocated. Writing takes a third of the time of turn rows, since a shard's have no room in the processor's caches."""

ENTRY = np.dtype(
    [
        ("done", np.int32),  # column on the line of who did it, or _WASTE
        ("suffered", np.int32),  # column on the line of the other player, or _WASTE
        *((f"per_{what}", np.int32) for what in ("event", "gold", "card")),  # what these two add
        *(
            (f"gold_{to}", np.int32) for to in ("gained", "lost", "given", "spent")
        ),  # 1 where gained, lost by the other, given to him, spent
        *((f"cards_{to}", np.int32) for to in ("gained", "given")),
        ("columns", np.int64),  # bits of `done` and `suffered`
    ],
    align=True,
)
"""One line of `ledger.LEDGER` for the compiled pass."""

SHEET = np.dtype(
    [
        ("cell", np.int16, (_COLUMNS + 1, RANKS)),  # what is known of each rank in this round
        ("rank_of", np.int32, (CHARACTER_CODES,)),  # rank of a character code in this game
        ("entry", ENTRY, (_KINDS,)),  # by kind of event; the same in every game
        ("counted", np.int64),  # bits of the kinds that go by the ledger
        ("used", np.int64),  # bits of the columns that are written, see `ALWAYS`
    ],
    align=True,
)
"""Scratch for the pass over the journal, and the ledger's lines."""

Sheet: TypeAlias = Any
"""A record of dtype `SHEET`."""
SHEET_T = types.record(SHEET)


def _column(name: str) -> int:
    return c.TURN_COLUMNS.index(name) if name else _WASTE


def new_sheet(ledger: Iterable[Entry] = LEDGER) -> Any:
    """Return a blank sheet, a record of dtype `SHEET`, that counts by these lines."""
    sheet: Any = new_record(SHEET)
    for line in ledger:
        sheet.counted |= 1 << line.kind
        entry = sheet.entry[line.kind]
        entry.done, entry.suffered = _column(line.done), _column(line.suffered)
        entry.per_event, entry.per_gold, entry.per_card = (line.counts == what for what in ("once", "gold", "cards"))
        entry.gold_gained, entry.gold_lost, entry.gold_given = line.gold in ("bank", "taken"), line.gold == "taken", line.gold == "given"
        entry.gold_spent = line.gold in ("given", "spent")
        entry.cards_gained, entry.cards_given = line.cards == "come", line.cards == "go"
        entry.columns = 1 << int(entry.done) | 1 << int(entry.suffered)
    return sheet


@rule
def record_game(s: State, capped: int, games: Array, g: int) -> None:
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
def record_seats(s: State, rotation: int, seats: Array, wins: Array, at: int) -> None:
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
def clean_sheet(p: Public, sheet: Sheet, round_no: int) -> None:
    """Begin a round: nobody has anything; what is wasted is forgotten too, before it grows beyond its 16 bits."""
    for column in range(_COLUMNS + 1):
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
def note_draft(e: Event, sheet: Sheet, rank: int) -> None:
    """Note who picked a character, from what."""
    sheet.cell[c.SEAT][rank] = e.seat
    sheet.cell[c.SLOT][rank] = e.cards
    sheet.cell[c.OFFERED][rank] = e.extra
    sheet.cell[c.CROWN][rank] = e.gold
    sheet.cell[c.LEADER][rank] = e.district


@rule
def note_named(e: Event, sheet: Sheet) -> None:
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
        sheet.used |= 1 << c.BEWITCHED


@rule
def last_held(sheet: Sheet, seat: int) -> int:
    """Rank of the last character that a seat holds in this round, 0 for none: what falls on a player and no character stands there."""
    last = 0
    for rank in range(1, RANKS):
        if sheet.cell[c.SEAT][rank] == seat:
            last = rank
    return last


@rule
def doers_rank(e: Event, sheet: Sheet) -> int:
    """Rank of the line of who did something, 0 for nobody's; the Witch's who does it as another character is her own.

    What is done as no character, perhaps between turns, stands with the last one that the seat holds.
    """
    if e.seat < 0:
        return 0  # tax that goes to the token
    rank = int(sheet.rank_of[e.character])
    if rank == 0:
        return last_held(sheet, e.seat)
    if sheet.cell[c.SEAT][rank] != e.seat and sheet.cell[c.SEAT][_WITCH_RANK] == e.seat:
        return _WITCH_RANK
    return rank


@rule
def note_turn(e: Event, sheet: Sheet, rank: int) -> None:
    """Note what a character built, what it has after the turn, and what a swap of hands brought."""
    kind = e.kind
    if kind == k.BUILD:
        sheet.cell[c.BUILT][rank] += 1
        sheet.cell[c.BUILT_COST][rank] += e.gold
    elif kind != k.SWAP:
        sheet.cell[c.STASH][rank] = e.gold
        sheet.cell[c.HAND][rank] = e.cards
        sheet.cell[c.CITY][rank] = e.extra
    else:  # a swap
        sheet.cell[c.CARDS_GAINED][rank] += max(0, e.cards - e.extra)


@rule
def note_entry(e: Event, sheet: Sheet, rank: int) -> None:
    """Note what an event adds by the ledger, on both sides; line 0 is nobody's."""
    entry = sheet.entry[e.kind]
    if e.kind == k.GATHER_GOLD:
        sheet.cell[c.GATHERED][rank] = 1
    elif e.kind == k.GATHER_CARDS:
        sheet.cell[c.GATHERED][rank] = 2
    sheet.used |= entry.columns
    amount = entry.per_event + entry.per_gold * e.gold + entry.per_card * e.cards
    sheet.cell[entry.done][rank] += amount
    sheet.cell[c.GOLD_GAINED][rank] += entry.gold_gained * e.gold
    sheet.cell[c.GOLD_SPENT][rank] += entry.gold_spent * e.gold
    sheet.cell[c.CARDS_GAINED][rank] += entry.cards_gained * e.cards
    if e.target_seat >= 0 and e.target_seat != e.seat:  # neither the tax token nor an own district destroyed
        note_other(e, entry, amount, sheet)


@rule
def note_other(e: Event, entry: Any, amount: int, sheet: Sheet) -> None:
    """Note what an event brings to the other player, and takes from him; line 0 is nobody's."""
    other = int(sheet.rank_of[e.target_character]) if e.target_character != 0 else last_held(sheet, e.target_seat)
    sheet.cell[entry.suffered][other] += amount
    sheet.cell[c.GOLD_GAINED][other] += entry.gold_given * e.gold
    sheet.cell[c.GOLD_LOST][other] += entry.gold_lost * e.gold
    sheet.cell[c.CARDS_GAINED][other] += entry.cards_given * e.cards


@rule
def note_event(e: Event, sheet: Sheet) -> None:
    """Note one event on the sheet."""
    kind = e.kind
    if has(sheet.counted, kind):
        note_entry(e, sheet, doers_rank(e, sheet))
    elif has(_OWN, kind):
        note_turn(e, sheet, sheet.rank_of[e.character])
    elif kind == k.PICK:
        note_draft(e, sheet, sheet.rank_of[e.character])
    elif has(_NAMED, kind):
        note_named(e, sheet)
    elif kind == k.THEATER:  # its other columns have who drafted it
        given, received = sheet.rank_of[e.character], sheet.rank_of[e.target_character]
        sheet.cell[c.SEAT][given] = e.target_seat
        sheet.cell[c.SEAT][received] = e.seat
    elif kind == k.RESCUE:  # as no character
        rank = last_held(sheet, e.seat)
        sheet.cell[c.CARDS_GAINED][rank] += 1
        sheet.cell[c.GOLD_SPENT][rank] += e.gold


@rule
def all_usual(p: Public) -> bool:
    """Return whether the cast has a character of each rank from 1 to 8, as all but odd variants have."""
    usual = True
    for rank in range(1, _USUAL + 1):
        usual &= p.cast[rank] != 0
    return usual


@rule
def write_usual(p: Public, sheet: Sheet, t: Array, n: int) -> int:
    """Write a round's lines where ranks 1 to 8 have one each: how many is known when this is compiled, so that they go at once."""
    start = np.uint64(n)  # unsigned: the compiler need not see to places that count from the end
    used = sheet.used
    for column in range(_COLUMNS):
        if has(used, column):
            to, cells = t[column], sheet.cell[column]
            for line in range(_USUAL):
                to[start + np.uint64(line)] = cells[np.uint64(line + 1)]
    if p.cast[_USUAL + 1] == 0:
        return n + _USUAL
    for column in range(_COLUMNS):
        t[column, n + _USUAL] = sheet.cell[column][_USUAL + 1]
    return n + _USUAL + 1


@rule
def write_sheet(p: Public, sheet: Sheet, t: Array, n: int) -> int:
    """Write a round's lines, one per character of the cast, into columns n, n+1, ... of the turns array; return the new length."""
    if all_usual(p):
        return write_usual(p, sheet, t, n)
    end = n
    for column in range(_COLUMNS):  # outside, so that neighbours in memory are written one after another
        end = n
        for rank in range(1, RANKS):
            if p.cast[rank] != 0:
                t[column, end] = sheet.cell[column][rank]
                end += 1
    return end


@rule
def record_turns(p: Public, j: Journal, sheet: Sheet, t: Array, at: int) -> int:
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
