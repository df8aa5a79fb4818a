"""Turn rows as bits: compiled loops that put the numbers of a column behind each other, with as many bits as they need.

Rows are taken in an order: those of characters that somebody held in order of play, behind them those that nobody held. So in nearly every
column all of a group of rows have a value or none has.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule
from citadels_sim.engine.state import RANKS

SPARE = 16
"""Bytes that are needed behind what is packed: eight are written at a time."""
SETS = 1 << RANKS
"""Sets of ranks."""
_WIDE = 16
"""Bits of numbers that need more than 8."""


class Offers(NamedTuple):
    """What picks were made from.

    Attributes
    ----------
    sets : int16 array
        Bits of ranks, of all rows.
    game : int32 array
        The game of each row.
    casts : int16 array, shape (games, RANKS)
        Character codes by rank.
    order : uint32 array, shape (n,)
        The rows of a group.
    """

    sets: Any
    game: Any
    casts: Any
    order: Any


_OFFERS_T = types.NamedTuple((types.int16[::1], types.int32[::1], types.int16[:, ::1], types.uint32[::1]), Offers)
ORDER_SIGNATURE = types.int64(types.int16[::1], types.int64, types.uint32[::1])
SPANS_SIGNATURE = types.int64(types.int16[:, ::1], types.int64, types.int64[:, ::1])
COLUMN_SIGNATURE = types.int64(
    types.int16[::1],  # source
    types.uint32[::1],  # order
    types.int64,  # none
    types.int16[::1],  # column
    types.uint8[::1],  # present
    types.uint8[::1],  # packed
    types.int64[::1],  # results
)
RUNS_SIGNATURE = types.int64(types.int32[::1], types.uint32[::1], types.int64, types.int64, types.int64, types.uint8[::1])
SETS_SIGNATURE = types.int64(
    _OFFERS_T,
    types.int64[::1],  # keys
    types.int64,  # width
    types.int64[:, ::1],  # known
    types.uint8[:, ::1],  # packed
    types.int64[::1],  # results
)


@entry_point(ORDER_SIGNATURE, vectorise=True, unlocked=True)
def held_first(seat: Any, n: int, order: Any) -> int:
    """Order the first n rows: first those that somebody held, then the others; return how many the former are.

    Parameters
    ----------
    seat : int16 array
        Who held each row's character; below 0: nobody.
    n : int
    order : uint32 array, shape (n or more,)
        Filled with rows.
    """
    end = np.uint64(n)  # unsigned here and below: the compiler need not see to places that count from the end
    held = 0
    for i in range(end):
        held += int(seat[i] >= 0)
    has, has_not = 0, held
    for i in range(end):
        first = int(seat[i] >= 0)
        order[np.uint64(has if first else has_not)] = i
        has += first
        has_not += 1 - first
    return held


@entry_point(SPANS_SIGNATURE, vectorise=True, unlocked=True)
def find_spans(turns: Any, n: int, spans: Any) -> int:
    """Find the least and the greatest number of the first n rows in each column; return n.

    Parameters
    ----------
    turns : int16 array, shape (columns, n or more)
    n : int
        1 or more.
    spans : int64 array, shape (2, columns)
        Filled with both.
    """
    for column in range(turns.shape[0]):
        numbers = turns[column]
        least = greatest = numbers[0]
        for i in range(np.uint64(n)):
            least, greatest = min(least, numbers[i]), max(greatest, numbers[i])
        spans[0, column], spans[1, column] = least, greatest
    return n


@rule
def width_of(most: int) -> int:
    """Bits that numbers up to this one are given."""
    width = 0
    while most >> width:
        width += 1
    return width if width <= 8 else _WIDE


@rule
def put(word: Any, out: Any, at: Any) -> None:
    """Write eight bytes."""
    for k in range(8):
        out[at + np.uint64(k)] = np.uint8(word >> np.uint64(8 * k) & np.uint64(255))


@rule
def pack(column: Any, n: int, least: int, width: int, out: Any) -> int:
    """Put the n numbers of a column behind each other, eight at a time; the column has eight more to spare. Return the bytes."""
    at, bits = np.uint64(0), np.uint64(width)
    for group in range(np.uint64((n + 7) // 8)):
        first, word = np.uint64(group) * np.uint64(8), np.uint64(0)
        for k in range(8):
            word |= np.uint64(int(column[first + np.uint64(k)]) - least) << (np.uint64(k) * bits)
        put(word, out, at)
        at += bits
    return int(at)


@rule
def pack_wide(column: Any, n: int, least: int, out: Any) -> int:
    """Do the same with two bytes for each number; what fills the last eight is written, too, lest it be of the column before."""
    for i in range(np.uint64((n + 7) // 8 * 8)):
        number, at = int(column[i]) - least, np.uint64(2) * np.uint64(i)
        out[at], out[at + np.uint64(1)] = number & 255, number >> 8
    return 2 * ((n + 7) // 8 * 8)


@entry_point(COLUMN_SIGNATURE, vectorise=True, unlocked=True)
def pack_column(source: Any, order: Any, none: int, column: Any, present: Any, packed: Any, results: Any) -> int:
    """Pack a column of a group of rows.

    Parameters
    ----------
    source : int16 array
        The column, of all rows.
    order : uint32 array, shape (n,)
        The rows of the group.
    none : int
        The number that means null; one that does not occur: no value is null.
    column : int16 array, shape (n + 8 or more,)
        Scratch.
    present : uint8 array
        Filled with a bit per row, 1 where there is something, if there is not always.
    packed : uint8 array
        Filled with the numbers that there are, above the least of them.
    results : int64 array, shape (4,)
        Filled with how many they are, the least, the greatest, and the bits of each.

    Returns
    -------
    int
        Bytes of `packed` that are filled; 0 where all numbers are the same.
    """
    n = np.uint64(order.shape[0])
    for i in range(n):
        column[i] = source[np.uint64(order[i])]
    missing = 0
    for i in range(n):
        missing += int(column[i] == none)
    m = n
    if missing > 0:
        for i in range(np.uint64(8)):
            column[n + i] = none
        at = np.uint64(0)
        for first in range(np.uint64(0), n, np.uint64(8)):
            byte = 0
            for k in range(8):
                byte |= int(column[first + np.uint64(k)] != none) << k
            present[first // np.uint64(8)] = byte
        for i in range(n):
            column[at] = column[i]
            at += np.uint64(column[i] != none)
        m = at
    results[0] = m
    if m == 0:
        return 0
    least = greatest = column[0]
    for i in range(m):
        least, greatest = min(least, column[i]), max(greatest, column[i])
    results[1], results[2], results[3] = least, greatest, 0
    if least == greatest:
        return 0
    for i in range(np.uint64(8)):
        column[m + i] = least
    width = width_of(int(greatest) - int(least))
    results[3] = width
    if width == _WIDE:
        return int(pack_wide(column, int(m), int(least), packed))
    return int(pack(column, int(m), int(least), width, packed))


@entry_point(RUNS_SIGNATURE, unlocked=True)
def pack_runs(game: Any, order: Any, rotations: int, first: int, width: int, out: Any) -> int:
    """Write the blocks of a group of rows, of which those of a block stand together: how many, and which; return the bytes.

    Parameters
    ----------
    game : int32 array
        Of all rows.
    order : uint32 array, shape (n,)
        The rows of the group.
    rotations : int
        Games of a block.
    first : int
        The block that counts as 0.
    width : int
        Bits of a number.
    out : uint8 array, shape (9 per block,)
    """
    n, i, at = order.shape[0], 0, 0
    while i < n:
        block = game[order[i]] // rotations
        begun = i
        while i < n and game[order[i]] < (block + 1) * rotations:
            i += 1
        number, length = block - first, (i - begun) << 1
        while length > 127:
            out[at] = length & 127 | 128
            length >>= 7
            at += 1
        out[at] = length
        at += 1
        for k in range(0, width, 8):
            out[at] = number >> k & 255
            at += 1
    return at


@rule
def same_cast(casts: Any, a: int, b: int) -> bool:
    """Return whether two games have the same cast."""
    same = True
    for rank in range(RANKS):
        same &= casts[a, rank] == casts[b, rank]
    return same


@rule
def append(word: Any, more: int, waiting: Any, bits: Any, out: Any, at: Any) -> Any:
    """Put bits behind those that wait, write eight bytes, and keep what is less than a byte; return it, its bits, and where it goes."""
    waiting |= np.uint64(word) << bits
    put(waiting, out, at)
    bits += np.uint64(more)
    done = bits & ~np.uint64(7)
    return waiting >> done, bits - done, at + (done >> np.uint64(3))


@rule
def work_out_set(offer: int, cast: Any, keys: Any, width: int, known: Any) -> None:
    """Note the numbers of the characters of a set of ranks, packed, and how many they are."""
    word, n = 0, 0
    for rank in range(RANKS):
        if offer >> rank & 1 and cast[rank] != 0:
            word |= keys[cast[rank]] << (n * width)
            n += 1
    known[0, offer], known[1, offer] = word, n


@entry_point(SETS_SIGNATURE, unlocked=True)
def pack_sets(offers: Any, keys: Any, width: int, known: Any, packed: Any, results: Any) -> int:
    """Pack the characters that each pick of a group of rows was made from: lists, nothing where there is none.

    Parameters
    ----------
    offers : Offers
    keys : int64 array
        Number of each character's code.
    width : int
        Bits of a number, 6 at most.
    known : int64 array, shape (2, SETS)
        Scratch.
    packed : uint8 array, shape (3, room)
        Filled, for each entry, with a bit that is 0 where a list begins; two bits, both 1 where there is a character; and where there is,
        its number. A row without a list has one entry.
    results : int64 array, shape (3,)
        Filled with how many entries there are, how many characters, and how many rows without a list.

    Returns
    -------
    int
        Bytes of the numbers.
    """
    offered, game, casts, order = offers
    zero = np.uint64(0)
    begin, begin_bits, begin_at = zero, zero, zero
    there, there_bits, there_at = zero, zero, zero
    number, number_bits, number_at = zero, zero, zero
    last, entries, characters, empty = -1, 0, 0, 0
    for i in range(order.shape[0]):
        row = np.uint64(order[np.uint64(i)])
        if game[row] != last:
            if last < 0 or not same_cast(casts, last, game[row]):
                known[1, :] = -1
            last = int(game[row])
        offer = np.uint64(offered[row])
        if known[1, offer] < 0:
            work_out_set(int(offer), casts[last], keys, width, known)
        n = known[1, offer]
        one = max(n, 1)
        begin, begin_bits, begin_at = append((1 << one) - 2, one, begin, begin_bits, packed[0], begin_at)
        there, there_bits, there_at = append((1 << (2 * n)) - 1, 2 * one, there, there_bits, packed[1], there_at)
        number, number_bits, number_at = append(known[0, offer], n * width, number, number_bits, packed[2], number_at)
        entries += one
        characters += n
        empty += one - n
    results[0], results[1], results[2] = entries, characters, empty
    return int(number_at) + int(number_bits + np.uint64(7)) // 8


PACKING = (held_first, find_spans, pack_column, pack_runs, pack_sets)
"""The entry points that turn rows need on their way into a file."""
