"""What becomes of the districts of games: playing the games of a cell, and the table with the sums of some blocks at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.casts.card_rows import CARD_COLUMNS, LAST, MOST_DRAWS, TRACKED
from citadels_sim.designs.casts.kernel import Cards, card_games
from citadels_sim.designs.recording.buffers import Results
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.recording.kernel import Rows
from citadels_sim.engine.loop import Deals
from citadels_sim.engine.state import KINDS

BLOCKS: Final = 50
"""Blocks that are summed together: rows stay few, and errors are measured over enough groups all the same."""


class CardPlayer(CellPlayer):
    """Plays ranges of blocks of one cell, as `CellPlayer` with a journal and compiled bots, and notes what becomes of the districts."""

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Results:
        """Play all rotations of some blocks; as `CellPlayer.play`."""
        self._first = first
        self._sums = np.zeros((-(-blocks // BLOCKS), KINDS, LAST + 1, len(CARD_COLUMNS)), np.int64)
        self._track = np.zeros((TRACKED, KINDS), np.int64)
        self._draws = np.zeros((4, MOST_DRAWS), np.int64)
        return super().play(first, blocks, stop)

    def cards(self) -> pl.DataFrame:
        """Return the table of the blocks played last: a row per group of blocks, district and round with any counts."""
        group, district, at = np.nonzero(self._sums.any(axis=3))
        sums = self._sums[group, district, at]
        return pl.DataFrame(
            {
                "block": self._first + group.astype(np.int64) * BLOCKS,
                "district": self._names.districts.gather(district.astype(np.uint32)),
                "round": at.astype(np.int16),
                **{name: sums[:, i].copy() for i, name in enumerate(CARD_COLUMNS)},
            }
        )

    def _play_compiled(self, deals: Deals, rows: Rows) -> int:
        cards = Cards(self._track, self._draws, self._sums, BLOCKS * self._cell.rotations)
        return int(card_games(self.table, self._sheet, cards, deals, rows))
