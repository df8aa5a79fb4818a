"""The compiled half of `sums`: from rows to sums over blocks and to sums of products of two block totals."""

from __future__ import annotations

from typing import Any

from citadels_sim.engine.jit import INTERPRETED, rule, seam
from citadels_sim.tournament import columns as c

__all__ = ["add_blocks", "count_offers"]

ADD_SIGNATURE: Any = None
OFFERS_SIGNATURE: Any = None
PENDING = 8
"""Blocks whose totals wait for their products to be added."""
FEW = 4
"""Where fewer than one place in so many is not zero, the products of these alone are the quicker way."""
if not INTERPRETED:
    from numba import types

    ADD_SIGNATURE = types.int64(
        types.int64[::1],  # block
        types.int64[::1],  # start
        types.int32[:, ::1],  # values
        types.int64[::1],  # which
        types.float64[:, ::1],  # vectors
        types.int64[::1],  # places
        types.float64[::1],  # totals
        types.float64[:, ::1],  # cross
    )
    OFFERS_SIGNATURE = types.int64(types.int32[::1], types.int16[:, :], types.int32[::1])


@rule
def add_products(vectors: Any, pending: int, cross: Any) -> None:
    """Add the products (a <= b only) of each waiting block's totals to those of all blocks: PENDING at once for each pass over them.

    The matrix is far larger than the processor's nearest memory, so that going through it is what takes the time.
    """
    size = vectors.shape[1]
    for row in range(pending, PENDING):
        for a in range(size):
            vectors[row, a] = 0.0
    for a in range(size):
        x0, x1, x2, x3 = vectors[0, a], vectors[1, a], vectors[2, a], vectors[3, a]
        x4, x5, x6, x7 = vectors[4, a], vectors[5, a], vectors[6, a], vectors[7, a]
        if x0 == 0.0 and x1 == 0.0 and x2 == 0.0 and x3 == 0.0 and x4 == 0.0 and x5 == 0.0 and x6 == 0.0 and x7 == 0.0:
            continue
        for b in range(size - a):  # counted from 0, so that the compiler sees no negative index and vectorises
            k = a + b
            low = x0 * vectors[0, k] + x1 * vectors[1, k] + x2 * vectors[2, k] + x3 * vectors[3, k]
            high = x4 * vectors[4, k] + x5 * vectors[5, k] + x6 * vectors[6, k] + x7 * vectors[7, k]
            cross[a, k] += low + high


@rule
def add_few_products(vector: Any, places: Any, n: int, cross: Any) -> None:
    """Add the products (a <= b only) of one block's totals at the n places that are not zero, in ascending order."""
    for i in range(n):
        a = places[i]
        x = vector[a]
        for j in range(i, n):
            b = places[j]
            cross[a, b] += x * vector[b]


@rule
def close_block(vectors: Any, row: int, places: Any, totals: Any, cross: Any) -> int:
    """Add a block's totals to those of all blocks; return the row where the next block's totals go.

    Where most are zero the products are added at once and the row is cleared; else the row waits until PENDING are full.
    """
    vector = vectors[row]
    size = vector.shape[0]
    n = 0
    for a in range(size):
        if vector[a] != 0.0:
            places[n] = a
            n += 1
            totals[a] += vector[a]
    if n * FEW <= size:
        add_few_products(vector, places, n, cross)
        for i in range(n):
            vector[places[i]] = 0.0
        return row
    if row + 1 < PENDING:
        return row + 1
    add_products(vectors, PENDING, cross)
    vectors[:, :] = 0.0
    return 0


@rule
def end_of_block(block: Any, first: int) -> int:
    """Row behind the last one of the block that begins at a row."""
    end = first + 1
    while end < block.shape[0] and block[end] == block[first]:
        end += 1
    return end


@seam(ADD_SIGNATURE)
def add_blocks(block: Any, start: Any, values: Any, which: Any, vectors: Any, places: Any, totals: Any, cross: Any) -> int:
    """Sum rows per block and group, and add these block totals and their products to the sums over all blocks.

    Parameters
    ----------
    block : int64 array, shape (n,)
        The block of each row; rows of a block stand together.
    start : int64 array, shape (n,)
        Where the sums of each row's group begin: its place * sums.
    values : int32 array, shape (m, n)
        What each row adds to sums of its group;
    which : int64 array, shape (m,)
        to which; to the others it adds nothing.
    vectors : float64 array, shape (PENDING, groups * sums)
        Scratch, all zero; zero again afterwards.
    places : int64 array, shape (groups * sums,)
        Scratch.
    totals : float64 array, shape (groups * sums,)
        Changed. Whole numbers below 2**53 throughout, so nothing is rounded.
    cross : float64 array, shape (groups * sums, groups * sums)
        Changed, on and above the diagonal.

    Returns
    -------
    int
        How many blocks there were.
    """
    blocks = 0
    row = 0
    first = 0
    while first < block.shape[0]:
        end = end_of_block(block, first)
        vector = vectors[row]
        for m in range(which.shape[0]):
            k = which[m]
            for i in range(first, end):
                vector[start[i] + k] += values[m, i]
        row = close_block(vectors, row, places, totals, cross)
        blocks += 1
        first = end
    if row > 0:
        add_products(vectors, row, cross)
        vectors[:, :] = 0.0
    return blocks


@seam(OFFERS_SIGNATURE)
def count_offers(turn_game: Any, turns: Any, offers: Any) -> int:
    """Count at how many picks of its round each character was among the cards to choose from.

    Parameters
    ----------
    turn_game : int32 array, shape (n,)
        The game of each turn row; rows of a round stand together.
    turns : int16 array, shape (len(TURN_COLUMNS), n)
    offers : int32 array, shape (n,)
        Filled.

    Returns
    -------
    int
        Offers in all.
    """
    rows = turn_game.shape[0]
    total = 0
    first = 0
    while first < rows:
        end = first
        while end < rows and turn_game[end] == turn_game[first] and turns[c.ROUND, end] == turns[c.ROUND, first]:
            end += 1
        for i in range(first, end):
            bit = 1 << turns[c.RANK, i]
            n = 0
            for j in range(first, end):
                if turns[c.SEAT, j] >= 0 and turns[c.OFFERED, j] & bit:
                    n += 1
            offers[i] = n
            total += n
        first = end
    return total
