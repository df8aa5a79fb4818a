"""The order in which turn rows are kept: those of characters that somebody held in order of play, behind them those that nobody held.

In a column that has nothing in every other row, here and there, Polars' Parquet writer takes three times as long, since no processor can
foresee where: of the time of all turn rows a third. Kept apart they are also a fifth smaller, and read as the turns that were played.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from citadels_sim.compiler import types
from citadels_sim.compiler.decorators import entry_point
from citadels_sim.lab.tournament import columns as c

__all__ = ["RowOrder", "held_first"]

ORDER_SIGNATURE = types.int64(
    types.int32[::1],  # game
    types.int16[:, ::1],  # turns
    types.uint32[::1],  # order
    types.int32[::1],  # ordered_game
    types.int16[:, ::1],  # ordered
)


@entry_point(ORDER_SIGNATURE, vectorise=True)
def held_first(game: Any, turns: Any, order: Any, ordered_game: Any, ordered: Any) -> int:
    """Copy turn rows: first those of characters that somebody held, then the others; both in the order that they have.

    Parameters
    ----------
    game : int32 array, shape (n,)
        The game of each row.
    turns : int16 array, shape (len(TURN_COLUMNS), n or more)
    order : uint32 array, shape (n or more,)
        Scratch.
    ordered_game, ordered : as `game` and `turns`
        The copies.

    Returns
    -------
    int
        How many rows somebody held.
    """
    n = np.uint64(game.shape[0])  # unsigned here and below: the compiler need not see to places that count from the end
    seat = turns[c.SEAT]
    held = 0
    for i in range(n):
        held += int(seat[i] >= 0)
    has, has_not = 0, held
    for i in range(n):
        first = int(seat[i] >= 0)
        order[np.uint64(has if first else has_not)] = i
        has += first
        has_not += 1 - first
    for i in range(n):
        ordered_game[i] = game[np.uint64(order[i])]
    for column in range(turns.shape[0]):
        source, copy = turns[column], ordered[column]
        for i in range(n):
            copy[i] = source[np.uint64(order[i])]
    return held


class RowOrder:
    """Orders the turn rows of shards; keeps its memory from shard to shard."""

    def __init__(self) -> None:
        self._allocate(0)

    def _allocate(self, rows: int) -> None:
        self._order = np.zeros(rows, np.uint32)
        self._game = np.zeros(rows, np.int32)
        self._turns = np.zeros((len(c.TURN_COLUMNS), rows), np.int16)

    def ordered(self, game: Any, turns: Any) -> tuple[Any, Any, int]:
        """Give rows in the order in which they are kept.

        Parameters
        ----------
        game : int32 array, shape (n,)
            The game of each row.
        turns : int16 array, shape (len(TURN_COLUMNS), n or more)

        Returns
        -------
        game : int32 array, shape (n,)
        turns : int16 array, shape (len(TURN_COLUMNS), n)
            Both good until the next call.
        held : int
            How many of them somebody held.
        """
        n = len(game)
        if n > len(self._game):
            self._allocate(n + n // 8)
        held = int(held_first(game, turns, self._order, self._game, self._turns))
        return self._game[:n], self._turns[:, :n], held
