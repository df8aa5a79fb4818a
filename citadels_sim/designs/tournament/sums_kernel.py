"""The compiled half of `sums`: from rows to sums over blocks and to sums of products of two block totals."""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point, rule

__all__ = ["PENDING", "add_blocks"]

PENDING = 8
"""Blocks whose totals wait for their products to be added."""
FEW = 4
"""Where fewer than one place in so many is not zero, the products of these alone are the quicker way."""
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


@rule
def add_products(vectors: Any, pending: int, cross: Any) -> None:
    """Add the products (a <= b only) of each waiting block's totals to those of all blocks: PENDING at once for each pass over them.

    The matrix is far larger than the processor's nearest memory, so that going through it is what takes the time.
    """
    size = vectors.shape[1]
    for row in range(pending, PENDING):
        for a in range(size):
            vectors[row, a] = 0.0
    a = 0
    while a + 1 < size:  # two rows of the matrix at a time: each total is loaded once for both
        x0, x1, x2, x3 = vectors[0, a], vectors[1, a], vectors[2, a], vectors[3, a]
        x4, x5, x6, x7 = vectors[4, a], vectors[5, a], vectors[6, a], vectors[7, a]
        y0, y1, y2, y3 = vectors[0, a + 1], vectors[1, a + 1], vectors[2, a + 1], vectors[3, a + 1]
        y4, y5, y6, y7 = vectors[4, a + 1], vectors[5, a + 1], vectors[6, a + 1], vectors[7, a + 1]
        cross[a, a] += (x0 * x0 + x1 * x1 + x2 * x2 + x3 * x3) + (x4 * x4 + x5 * x5 + x6 * x6 + x7 * x7)
        for b in range(size - a - 1):  # counted from 0, so that the compiler sees no negative index and vectorises
            k = a + 1 + b
            v0, v1, v2, v3 = vectors[0, k], vectors[1, k], vectors[2, k], vectors[3, k]
            v4, v5, v6, v7 = vectors[4, k], vectors[5, k], vectors[6, k], vectors[7, k]
            cross[a, k] += (x0 * v0 + x1 * v1 + x2 * v2 + x3 * v3) + (x4 * v4 + x5 * v5 + x6 * v6 + x7 * v7)
            cross[a + 1, k] += (y0 * v0 + y1 * v1 + y2 * v2 + y3 * v3) + (y4 * v4 + y5 * v5 + y6 * v6 + y7 * v7)
        a += 2
    if a < size:
        for row in range(PENDING):
            cross[a, a] += vectors[row, a] * vectors[row, a]


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
    if n * FEW > size:
        return close_full_block(vectors, row, totals, cross)
    add_few_products(vector, places, n, cross)
    for i in range(n):
        totals[places[i]] += vector[places[i]]
        vector[places[i]] = 0.0
    return row


@rule
def close_full_block(vectors: Any, row: int, totals: Any, cross: Any) -> int:
    """As `close_block`, where most totals are not zero."""
    for a in range(totals.shape[0]):
        totals[a] += vectors[row, a]
    if row + 1 < PENDING:
        return row + 1
    add_products(vectors, PENDING, cross)
    vectors[:, :] = 0.0
    return 0


@rule
def finish_blocks(vectors: Any, row: int, cross: Any) -> None:
    """Add the products of the blocks that still wait, so many rows; leave all rows zero."""
    if row > 0:
        add_products(vectors, row, cross)
        vectors[:, :] = 0.0


@rule
def end_of_block(block: Any, first: int) -> int:
    """Row behind the last one of the block that begins at a row."""
    end = first + 1
    while end < block.shape[0] and block[end] == block[first]:
        end += 1
    return end


@entry_point(ADD_SIGNATURE, vectorise=True, unlocked=True)
def add_blocks(block: Any, start: Any, values: Any, which: Any, vectors: Any, places: Any, totals: Any, cross: Any) -> int:
    """Sum rows per block and group, and add these block totals and their products to the sums over all blocks.

    Parameters
    ----------
    block : int64 array, shape (n,)
        The block of each row; rows of a block stand together.
    start : int64 array, shape (n,)
        Where the sums of each row's group begin: its place * sums.
    values : int32 array, shape (m, n)
        What each row adds to the sums of its group;
    which : int64 array, shape (m,)
        where each of them stands there.
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
    finish_blocks(vectors, row, cross)
    return blocks
