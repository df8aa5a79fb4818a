"""Sums over turn rows: what is summed, as data, and the kernel that sums it per block and group.

There are far more turn rows than games, half of them of characters that nobody had. A processor cannot foresee which; so each term works
out for all rows of a game, many at once, what they add, and nothing is what most of them do.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, inline, rule
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.tournament.terms import (
    AMOUNT,
    CREDIT_WON,
    CROWNED,
    EVERY,
    HELD,
    IS_ONE,
    OFFERS,
    ONE,
    OWN,
    PLAYED,
    POSITIVE,
    UNCROWNED,
    UNHELD,
    ZERO,
)

# The rows that add to a term, as `terms` numbers them, are rows of the scratch, where they are marked; behind them stand what each row
# adds to a term, the offers, and the credit of each row's holder.
_VALUE, _OFFERS, _WON = range(7, 10)
SCRATCH: Final = 10
"""Rows of the scratch."""
_STARTS, _TOTALS = range(2)
_USUAL: Final = 8
"""Rows of a round in nearly all games: as many as a processor adds at once."""

TURNS_SIGNATURE = types.int64(
    types.int32[::1],  # game
    types.int64,  # first
    types.int64,  # rotations
    types.int64[::1],  # start
    types.int16[:, ::1],  # turns
    types.int32[:, ::1],  # credits
    types.int64[:, ::1],  # terms
    types.int16[:, ::1],  # scratch
    types.int32[:, ::1],  # lines
    types.float64[:, ::1],  # totals
)


@rule
def rows_of_game(game: Any, turns: Any, first: int) -> tuple[int, int]:
    """Count the rows of the game that begins at a row, and those of each of its rounds."""
    width = 1
    while first + width < game.shape[0] and game[first + width] == game[first] and turns[c.ROUND, first + width] == turns[c.ROUND, first]:
        width += 1
    n = width
    while first + n < game.shape[0] and game[first + n] == game[first]:
        n += width
    return n, width


@rule
def mark_rows(turns: Any, first: int, n: int, marks: Any) -> None:
    """Mark which of a game's n rows are HELD ones, and so on: with -1, all bits; the others with 0."""
    begin = np.uint64(first)  # unsigned here and below: the compiler need not see to places that count from the end
    for i in range(n):
        row = begin + np.uint64(i)
        has = turns[c.SEAT, row] >= 0
        lives = has & (turns[c.MURDERED, row] == 0)
        crowned = has & (turns[c.CROWN, row] != 0)
        marks[UNHELD, i] = int(has) - 1
        marks[HELD, i] = -int(has)
        marks[PLAYED, i] = -int(lives)
        marks[OWN, i] = -int(lives & (turns[c.BEWITCHED, row] == 0))
        marks[CROWNED, i] = -int(crowned)
        marks[UNCROWNED, i] = int(crowned) - int(has)
        marks[EVERY, i] = -1


@rule
def count_offers(turns: Any, first: int, n: int, width: int, offers: Any) -> None:
    """Count for each of a game's rows at how many picks of its round its character was among those to choose from."""
    for begin in range(first, first + n, width):
        ones, twos, fours, eights = 0, 0, 0, 0  # the counts of all ranks at once, one binary digit in each
        for i in range(begin, begin + width):
            carry = int(turns[c.OFFERED, i])  # nothing where nobody picked
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours, carry = fours ^ carry, fours & carry
            eights ^= carry
        for i in range(begin, begin + width):
            rank = turns[c.RANK, i]
            offers[i - first] = (ones >> rank & 1) + 2 * (twos >> rank & 1) + 4 * (fours >> rank & 1) + 8 * (eights >> rank & 1)


@rule
def find_credit(turns: Any, credit: Any, first: int, n: int, won: Any) -> None:
    """Find the credit of the holder of each of a game's rows; where nobody held it, anybody's."""
    seats, begin = turns[c.SEAT], np.uint64(first)
    for i in range(n):
        seat = seats[begin + np.uint64(i)]
        won[i] = credit[np.uint64(seat & ~(seat >> 15))]  # seat 0 for -1, without a branch that nobody can foresee


@rule
def work_out(column: Any, first: int, n: int, adds: int, mark: Any, value: Any) -> None:
    """Work out what each of a game's rows adds to a term: nothing where it is not marked."""
    begin = np.uint64(first)
    if adds == ONE:
        for i in range(n):
            value[i] = mark[i] & 1
    elif adds == POSITIVE:
        for i in range(n):
            value[i] = mark[i] & int(column[begin + np.uint64(i)] > 0)
    elif adds == ZERO:
        for i in range(n):
            value[i] = mark[i] & int(column[begin + np.uint64(i)] == 0)
    elif adds == IS_ONE:
        for i in range(n):
            value[i] = mark[i] & int(column[begin + np.uint64(i)] == 1)
    else:
        for i in range(n):
            value[i] = mark[i] & column[begin + np.uint64(i)]


@rule
def find_starts(character: Any, first: int, width: int, start: Any, starts: Any) -> None:
    """Look up where the sums of the characters of a game begin: one row of each round is of each."""
    for line in range(width):
        starts[line] = start[character[first + line]]


@inline
def adding(adds: int, mark: int, number: int) -> int:
    """Work out what a row adds to a term: nothing where it is not marked."""
    if adds == ONE:
        return mark & 1
    if adds == POSITIVE:
        return mark & int(number > 0)
    if adds == ZERO:
        return mark & int(number == 0)
    if adds == IS_ONE:
        return mark & int(number == 1)
    return mark & number


@inline
def add_eights(adds: int, column: Any, first: int, n: int, mark: Any, starts: Any, place: int, vector: Any) -> None:
    """Add what the rows of rounds with eight rows add to a term, all eight at once: their sums stay in the processor's registers."""
    a = b = c = d = e = f = g = h = 0
    row, begin = np.uint64(0), np.uint64(first)
    while row < np.uint64(n):
        k = begin + row
        a += adding(adds, mark[row], column[k])
        b += adding(adds, mark[row + np.uint64(1)], column[k + np.uint64(1)])
        c += adding(adds, mark[row + np.uint64(2)], column[k + np.uint64(2)])
        d += adding(adds, mark[row + np.uint64(3)], column[k + np.uint64(3)])
        e += adding(adds, mark[row + np.uint64(4)], column[k + np.uint64(4)])
        f += adding(adds, mark[row + np.uint64(5)], column[k + np.uint64(5)])
        g += adding(adds, mark[row + np.uint64(6)], column[k + np.uint64(6)])
        h += adding(adds, mark[row + np.uint64(7)], column[k + np.uint64(7)])
        row += np.uint64(_USUAL)
    at = np.uint64(place)
    vector[at + np.uint64(starts[0])] += a
    vector[at + np.uint64(starts[1])] += b
    vector[at + np.uint64(starts[2])] += c
    vector[at + np.uint64(starts[3])] += d
    vector[at + np.uint64(starts[4])] += e
    vector[at + np.uint64(starts[5])] += f
    vector[at + np.uint64(starts[6])] += g
    vector[at + np.uint64(starts[7])] += h


@rule
def add_lines(value: Any, n: int, width: int, lines: Any, place: int, vector: Any) -> None:
    """Add what a game's rows add to a term to the totals of their characters."""
    for line in range(width):
        total = 0
        for i in range(line, n, width):
            total += value[i]
        vector[lines[_STARTS, line] + place] += total


@rule
def add_term(column: Any, span: tuple[int, int, int], adds: int, mark: Any, value: Any, lines: Any, place: int, vector: Any) -> None:
    """Add a game's rows to one term; `span`: the first, how many, and how many each round has."""
    first, n, width = span
    if width != _USUAL:
        work_out(column, first, n, adds, mark, value)
        add_lines(value, n, width, lines, place, vector)
        return
    starts = lines[_STARTS]
    if adds == ONE:  # a loop for each, so that no row need ask
        add_eights(ONE, column, first, n, mark, starts, place, vector)
    elif adds == POSITIVE:
        add_eights(POSITIVE, column, first, n, mark, starts, place, vector)
    elif adds == ZERO:
        add_eights(ZERO, column, first, n, mark, starts, place, vector)
    elif adds == IS_ONE:
        add_eights(IS_ONE, column, first, n, mark, starts, place, vector)
    else:
        add_eights(AMOUNT, column, first, n, mark, starts, place, vector)


@rule
def adds_any(terms: Any, what: int) -> bool:
    """Return whether any term adds this."""
    any_term = False
    for m in range(terms.shape[0]):
        any_term |= terms[m, 2] == what
    return any_term


@rule
def add_game(  # noqa: PLR0917
    turns: Any, first: int, n: int, width: int, credit: Any, start: Any, terms: Any, scratch: Any, lines: Any, vector: Any
) -> None:
    """Add a game's n rows, each of its rounds with so many, to the totals of its block."""
    value, offers, won = scratch[_VALUE], scratch[_OFFERS], scratch[_WON]
    mark_rows(turns, first, n, scratch)
    find_starts(turns[c.CHARACTER], first, width, start, lines[_STARTS])
    if adds_any(terms, OFFERS):
        count_offers(turns, first, n, width, offers)
    find_credit(turns, credit, first, n, won)
    for m in range(terms.shape[0]):
        rows, column, adds, place = terms[m, 0], terms[m, 1], terms[m, 2], terms[m, 3]
        if adds == OFFERS:
            add_term(offers, (0, n, width), AMOUNT, scratch[rows], value, lines, place, vector)
        elif adds == CREDIT_WON:
            add_term(won, (0, n, width), AMOUNT, scratch[rows], value, lines, place, vector)
        else:
            add_term(turns[column], (first, n, width), adds, scratch[rows], value, lines, place, vector)


@entry_point(TURNS_SIGNATURE, vectorise=True, unlocked=True)
def add_turns(  # noqa: PLR0917
    game: Any, first: int, rotations: int, start: Any, turns: Any, credits: Any, terms: Any, scratch: Any, lines: Any, totals: Any
) -> int:
    """Sum turn rows per block and character, for as many blocks as there is room.

    Parameters
    ----------
    game : int32 array, shape (n,)
        The game of each row; rows of a game stand together, in it those of a round, each round's in the same order.
    first : int
        The row to begin with, the first one of a block.
    rotations : int
        Games per block.
    start : int64 array
        Where the sums of each character begin, by its code.
    turns : int16 array, shape (len(TURN_COLUMNS), n or more)
    credits : int32 array, shape (games, players)
        Credit of each seat.
    terms : int64 array, shape (m, 4)
        Of each term `Term.coded` and where its sum stands among those of a group.
    scratch : int16 array, shape (SCRATCH, rows of the longest game)
    lines : int32 array, shape (2, RANKS)
        More scratch: of the rows of a round where their sums begin, and what has been added up.
    totals : float64 array, shape (blocks, groups * sums)
        What is summed is added to it, one row per block.

    Returns
    -------
    int
        The first row without room, n where there is room for all.
    """
    row = 0
    while first < game.shape[0] and row < totals.shape[0]:
        behind = (game[first] // rotations + 1) * rotations
        while first < game.shape[0] and game[first] < behind:
            n, width = rows_of_game(game, turns, first)
            add_game(turns, first, n, width, credits[game[first]], start, terms, scratch, lines, totals[row])
            first += n
        row += 1
    return first
