"""Sums over turn rows: what is summed, as data, and the kernel that sums it per block and group.

There are far more turn rows than games, half of them of characters that nobody had. So the rows of a block are sorted once by how much
there is to say of them, and each term goes through those rows only that may add to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from citadels_sim.engine.jit import INTERPRETED, rule, seam
from citadels_sim.tournament import columns as c
from citadels_sim.tournament.sums_kernel import close_full_block, finish_blocks

__all__ = [
    "AMOUNT",
    "CREDIT_WON",
    "EVERY",
    "HELD",
    "IS_ONE",
    "OFFERS",
    "ONE",
    "OWN",
    "PLAYED",
    "POSITIVE",
    "UNHELD",
    "ZERO",
    "Term",
    "add_turns",
]

# Rows that a term goes through. Each of HELD, PLAYED, OWN is part of the one before.
UNHELD, HELD, PLAYED, OWN, EVERY = range(5)
_OFFERED = 4
"""Row of the scratch where the offers stand, behind the lists of rows UNHELD to OWN."""

# What a row adds.
ONE, AMOUNT, POSITIVE, ZERO, IS_ONE, CREDIT_WON, OFFERS = range(7)


@dataclass(frozen=True)
class Term:
    """One sum over turn rows.

    Attributes
    ----------
    name : str
    rows : int
        EVERY row, UNHELD: of characters that nobody had, HELD: that somebody had, PLAYED: and not murdered, OWN: nor bewitched.
    column : str
        Column of the turns array, empty where none is read.
    adds : int
        ONE; the AMOUNT in the column; 1 where that is POSITIVE, ZERO, or one (IS_ONE); CREDIT_WON: the holder's credit for winning;
        OFFERS: at how many picks of the round the character was among those to choose from.
    """

    name: str
    rows: int
    column: str
    adds: int

    def coded(self) -> tuple[int, int, int]:
        """Give rows, number of the column, and what is added, as the kernel reads them."""
        return self.rows, _COLUMNS.index(self.column) if self.column else 0, self.adds


_COLUMNS: Final = c.TURN_COLUMNS
TURNS_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    TURNS_SIGNATURE = types.int64(
        types.int32[::1],  # game
        types.int64,  # rotations
        types.uint32[::1],  # start
        types.int16[:, :],  # turns
        types.int32[:, ::1],  # credits
        types.int64[:, ::1],  # terms
        types.uint32[:, :, ::1],  # scratch
        types.float64[:, ::1],  # vectors
        types.float64[::1],  # totals
        types.float64[:, ::1],  # cross
    )


@rule
def sort_rows(turns: Any, start: Any, first: int, end: int, listed: Any, begins: Any) -> tuple[int, int, int, int]:
    """List the rows of a block, and where the sums of their groups begin: UNHELD, HELD, PLAYED and OWN ones; return how many each.

    Each row is written to every list and stays where it belongs there: whose character was picked cannot be foreseen by a processor.
    """
    unheld, held, played, own = 0, 0, 0, 0
    for i in range(first, end):
        begin = start[i]
        listed[UNHELD, unheld], listed[HELD, held], listed[PLAYED, played], listed[OWN, own] = i, i, i, i
        begins[UNHELD, unheld], begins[HELD, held], begins[PLAYED, played], begins[OWN, own] = begin, begin, begin, begin
        has = turns[c.SEAT, i] >= 0
        lives = has & (turns[c.MURDERED, i] == 0)
        unheld += not has
        held += has
        played += lives
        own += lives & (turns[c.BEWITCHED, i] == 0)
    return unheld, held, played, own


@rule
def count_offers(game: Any, turns: Any, first: int, end: int, offers: Any) -> None:
    """Count for each row at how many picks of its round its character was among those to choose from; rows of a round stand together."""
    while first < end:
        last = first
        ones, twos, fours, eights = 0, 0, 0, 0  # the counts of all ranks at once, one binary digit in each
        while last < end and game[last] == game[first] and turns[c.ROUND, last] == turns[c.ROUND, first]:
            if turns[c.SEAT, last] >= 0:
                carry = int(turns[c.OFFERED, last])
                ones, carry = ones ^ carry, ones & carry
                twos, carry = twos ^ carry, twos & carry
                fours, carry = fours ^ carry, fours & carry
                eights ^= carry
            last += 1
        for i in range(first, last):
            rank = turns[c.RANK, i]
            offers[i] = (ones >> rank & 1) + 2 * (twos >> rank & 1) + 4 * (fours >> rank & 1) + 8 * (eights >> rank & 1)
        first = last


@rule
def add_every(turns: Any, column: int, adds: int, offers: Any, first: int, end: int, start: Any, place: Any, vector: Any) -> None:
    """Add a term that goes through all rows of a block to the block's totals."""
    if adds == ONE:
        for i in range(first, end):
            vector[start[i] + place] += 1
    elif adds == OFFERS:
        for i in range(first, end):
            vector[start[i] + place] += offers[i]
    elif adds == AMOUNT:
        for i in range(first, end):
            vector[start[i] + place] += turns[column, i]
    else:
        for i in range(first, end):
            vector[start[i] + place] += turns[column, i] > 0


@rule
def add_some(
    game: Any, turns: Any, credits: Any, column: int, adds: int, listed: Any, begins: Any, n: int, place: Any, vector: Any
) -> None:
    """Add a term that goes through the first n listed rows of a block to the block's totals."""
    if adds == ONE:
        for k in range(n):
            vector[begins[k] + place] += 1
    elif adds == AMOUNT:
        for k in range(n):
            vector[begins[k] + place] += turns[column, listed[k]]
    elif adds == POSITIVE:
        for k in range(n):
            vector[begins[k] + place] += turns[column, listed[k]] > 0
    elif adds == ZERO:
        for k in range(n):
            vector[begins[k] + place] += turns[column, listed[k]] == 0
    elif adds == IS_ONE:
        for k in range(n):
            vector[begins[k] + place] += turns[column, listed[k]] == 1
    else:
        for k in range(n):
            vector[begins[k] + place] += credits[game[listed[k]], turns[c.SEAT, listed[k]]]


@seam(TURNS_SIGNATURE, vectorise=True)
def add_turns(
    game: Any, rotations: int, start: Any, turns: Any, credits: Any, terms: Any,
    scratch: Any, vectors: Any, totals: Any, cross: Any,
) -> int:  # fmt: skip
    """Sum turn rows per block and group, and add these block totals and their products to the sums over all blocks.

    Parameters
    ----------
    game : int32 array, shape (n,)
        The game of each row; rows of a game stand together, in it those of a round.
    rotations : int
        Games per block.
    start : uint32 array, shape (n,)
        Where the sums of each row's group begin.
    turns : int16 array, shape (len(TURN_COLUMNS), n)
    credits : int32 array, shape (games, players)
        Credit of each seat.
    terms : int64 array, shape (m, 4)
        Of each term `Term.coded` and where its sum stands among those of a group.
    scratch : uint32 array, shape (2, 5, n)
    vectors, totals, cross
        As for `sums_kernel.add_blocks`.

    Returns
    -------
    int
        How many blocks there were.
    """
    blocks = 0
    row = 0
    first = 0
    while first < game.shape[0]:
        behind = (game[first] // rotations + 1) * rotations
        end = first + 1
        while end < game.shape[0] and game[end] < behind:
            end += 1
        counts = sort_rows(turns, start, first, end, scratch[0], scratch[1])
        count_offers(game, turns, first, end, scratch[0, _OFFERED])
        vector = vectors[row]
        for m in range(terms.shape[0]):
            rows, column, adds = terms[m, 0], terms[m, 1], terms[m, 2]
            place = np.uint64(terms[m, 3])  # unsigned: the compiler need not see to places that count from the end
            if rows == EVERY:
                add_every(turns, column, adds, scratch[0, _OFFERED], first, end, start, place, vector)
            else:
                add_some(game, turns, credits, column, adds, scratch[0, rows], scratch[1, rows], counts[rows], place, vector)
        row = close_full_block(vectors, row, totals, cross)
        blocks += 1
        first = end
    finish_blocks(vectors, row, cross)
    return blocks
