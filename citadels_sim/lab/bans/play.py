"""Restricted play: playing it, and its table with one row per block, character and restriction. What is played, see `bans_kernel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.engine.state import RANKS
from citadels_sim.lab.bans.kernel import ARMS, Bans, ban_games
from citadels_sim.lab.player import Player
from citadels_sim.runs.plan import Cell, Shard
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import TableWriter
from citadels_sim.tables.parquet import CHARACTER

__all__ = ["BanPlayer", "Writer", "entry_points"]

ARM: Final = pl.Enum(ARMS)
_CHARACTERS: Final = pl.Series([None, *CHARACTER.categories], dtype=CHARACTER)


class BanPlayer(Player):
    """Plays the restricted games of one cell, with one compiled bot at all seats."""

    KERNELS = (ban_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> pl.DataFrame:
        """Play some blocks; give one row per block, character and restriction, without the key of the cell.

        Raises
        ------
        Stopped
            When `stop` returned True.
        """
        seeds = block_seeds(self._seed, first, blocks)
        casts, wins = np.zeros((blocks, RANKS), np.int16), np.zeros((blocks, len(ARMS), RANKS))
        totals, offered, changed = (np.zeros((blocks, len(ARMS), RANKS), np.int32) for _ in range(3))
        for deals in self._deals(first, blocks, 1, stop, rotations=1):
            ban_games(self.table, deals, Bans(casts, wins, totals, offered, changed))
        block, arm, rank = np.nonzero(np.broadcast_to((casts != 0)[:, None, :], wins.shape))
        at = block, arm, rank
        return pl.DataFrame(
            {
                "block": first + block, "seed": seeds[block], "character": _CHARACTERS.gather(casts[block, rank].astype(np.uint32)),
                "arm": pl.Series(ARMS, dtype=ARM).gather(arm.astype(np.uint32)), "games": np.full(len(block), self._cell.players),
                "win": wins[at], "total": totals[at], "offered": offered[at], "changed": changed[at],
            }
        )  # fmt: skip


entry_points = BanPlayer.entry_points


def games_played(shard: Shard, players: int, rows: int, repetitions: int) -> int:
    """Count the games of a shard: a row is a restriction, played once with each seat as the restricted one."""
    return rows * players


class Writer(TableWriter[BanPlayer]):
    """Plays the restricted games of a plan's shards."""

    def _new_player(self, cell: Cell) -> BanPlayer:
        return BanPlayer(cell, self._plan.bots, self._plan.experiment.seed)

    def _tables(self, shard: Shard, player: BanPlayer) -> dict[str, pl.DataFrame]:
        rotation = pl.lit(0, dtype=pl.Int8).alias("rotation")
        return {"bans": player.play(shard.first, shard.blocks, self._stop).with_columns(*self._keys(shard), rotation)}
