"""The compiled half of `sums`: from rows to sums over blocks and to sums of products of two block totals."""

from __future__ import annotations

from typing import Any

from citadels_sim.engine.jit import INTERPRETED, rule, seam
from citadels_sim.tournament import columns as c

__all__ = ["add_blocks", "count_offers"]

ADD_SIGNATURE: Any = None
OFFERS_SIGNATURE: Any = None
if not INTERPRETED:
    from numba import types

    ADD_SIGNATURE = types.int64(
        types.int64[::1],  # block
        types.int64[::1],  # group
        types.int32[:, ::1],  # values
        types.float64[::1],  # vector
        types.int64[::1],  # touched
        types.float64[::1],  # totals
        types.float64[:, ::1],  # cross
    )
    OFFERS_SIGNATURE = types.int64(types.int32[::1], types.int16[:, :], types.int32[::1])


@rule
def close_block(vector: Any, touched: Any, n: int, sums: int, size: int, totals: Any, cross: Any) -> None:
    """Add a block's totals and their products (a <= b only) to those of all blocks, and clear them."""
    some = size // sums  # behind the groups: places that are not zero
    for i in range(n):
        for k in range(sums):
            a = touched[i] * sums + k
            if vector[a] != 0.0:
                touched[some] = a
                some += 1
    first = size // sums
    if (some - first) * 3 > size:
        for a in range(size):
            x = vector[a]
            if x != 0.0:
                for b in range(size - a):  # counted from 0, so that the compiler sees no negative index and vectorises
                    cross[a, a + b] += x * vector[a + b]
    else:
        for i in range(first, some):
            a = touched[i]
            x = vector[a]
            for j in range(first, some):
                b = touched[j]
                if a <= b:
                    cross[a, b] += x * vector[b]
    for i in range(n):
        for k in range(sums):
            a = touched[i] * sums + k
            totals[a] += vector[a]
            vector[a] = 0.0


@seam(ADD_SIGNATURE)
def add_blocks(block: Any, group: Any, values: Any, vector: Any, touched: Any, totals: Any, cross: Any) -> int:
    """Sum rows per block and group, and add these block totals and their products to the sums over all blocks.

    Parameters
    ----------
    block : int64 array, shape (n,)
        The block of each row; rows of a block stand together.
    group : int64 array, shape (n,)
        The group of each row.
    values : int32 array, shape (sums, n)
        What each row adds to each of its group's sums.
    vector : float64 array, shape (groups * sums,)
        Scratch, all zero; zero again afterwards. Sum k of group g stands at g * sums + k.
    touched : int64 array, shape (groups + groups * sums,)
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
    sums = values.shape[0]
    size = vector.shape[0]
    blocks = 0
    n = 0
    for i in range(block.shape[0]):
        if i > 0 and block[i] != block[i - 1]:
            close_block(vector, touched, n, sums, size, totals, cross)
            blocks += 1
            n = 0
        g = group[i]
        known = False
        for t in range(n):
            if touched[t] == g:
                known = True
                break
        if not known:
            touched[n] = g
            n += 1
        for k in range(sums):
            vector[g * sums + k] += values[k, i]
    if block.shape[0] > 0:
        close_block(vector, touched, n, sums, size, totals, cross)
        blocks += 1
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
