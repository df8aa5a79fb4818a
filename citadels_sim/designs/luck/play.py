"""Replayed deals: playing them, and their table with one row per deal, way of holding luck, and seat. What is played, see `kernel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.luck.kernel import HELD, luck_games
from citadels_sim.designs.player import Player
from citadels_sim.runs.plan import Shard

_HELD: Final = pl.Enum(HELD)


class LuckPlayer(Player):
    """Replays the deals of one cell, with one bot at all seats."""

    KERNELS = (luck_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> pl.DataFrame:
        """Replay some deals; give one row per deal, way of holding luck and seat, without the key of the cell."""
        wins, squares = (np.zeros((blocks, len(HELD), self._cell.players)) for _ in range(2))
        for deals in self._deals(first, blocks, 1, stop, rotations=1):
            luck_games(self.table, deals, self._replicates, wins, squares)
        block, way, seat = (axis.ravel() for axis in np.indices(wins.shape))
        return pl.DataFrame(
            {
                **self._keys(first, block),
                "held": pl.Series(HELD, dtype=_HELD).gather(way.astype(np.uint32)),
                "seat": seat,
                "replays": np.full(len(seat), self._replicates),
                "win": wins.ravel(),
                "win_squares": squares.ravel(),
            }
        )

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Replay the deals of a shard; see `Player.tables`."""
        return {"luck": self.play(shard.first, shard.blocks, stop)}


PLAYER = LuckPlayer
