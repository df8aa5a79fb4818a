"""Replayed deals: playing them, and their table with one row per deal, way of holding luck, and seat. What is played, see `luck_kernel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.lab.luck.kernel import HELD, luck_games
from citadels_sim.lab.player import NodePlayer
from citadels_sim.runs.plan import Cell, Shard
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import TableWriter

__all__ = ["LuckPlayer", "Writer", "entry_points"]

_HELD: Final = pl.Enum(HELD)


class LuckPlayer(NodePlayer):
    """Replays the deals of one cell, with one bot at all seats."""

    KERNELS = (luck_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> pl.DataFrame:
        """Replay some deals; give one row per deal, way of holding luck and seat, without the key of the cell.

        Raises
        ------
        Stopped
            When `stop` returned True.
        """
        seeds, players = block_seeds(self._seed, first, blocks), self._cell.players
        wins, squares = (np.zeros((blocks, len(HELD), players)) for _ in range(2))
        for deals in self._deals(first, blocks, 1, stop, rotations=1):
            luck_games(self.table, deals, self._replicates, wins, squares)
        block, way, seat = (axis.ravel() for axis in np.indices(wins.shape))
        return pl.DataFrame(
            {
                "block": first + block, "seed": seeds[block], "held": pl.Series(HELD, dtype=_HELD).gather(way.astype(np.uint32)),
                "seat": seat, "replays": np.full(len(seat), self._replicates), "win": wins.ravel(), "win_squares": squares.ravel(),
            }
        ).with_columns(pl.col("seat").cast(pl.Int8), pl.col("replays").cast(pl.Int16))  # fmt: skip


entry_points = LuckPlayer.entry_points


def games_played(shard: Shard, players: int, rows: int, repetitions: int) -> int:
    """Count the games of a shard: each way of holding luck has a row per seat, of all its replays."""
    return rows // players * repetitions


class Writer(TableWriter[LuckPlayer]):
    """Replays the deals of a plan's shards."""

    def _new_player(self, cell: Cell) -> LuckPlayer:
        experiment = self._plan.experiment
        return LuckPlayer(cell, self._plan.bots, experiment.seed, experiment.repetitions)

    def _tables(self, shard: Shard, player: LuckPlayer) -> dict[str, pl.DataFrame]:
        frame = player.play(shard.first, shard.blocks, self._stop).with_columns(*self._keys(shard))
        return {"luck": frame}
