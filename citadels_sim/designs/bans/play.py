"""Restricted play: playing it, and its table with one row per block, character and restriction. What is played, see `kernel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.bans.kernel import ARMS, Bans, ban_games
from citadels_sim.designs.player import Player
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Shard

_ARM: Final = pl.Enum(ARMS)


class BanPlayer(Player):
    """Plays the restricted games of one cell, with one compiled bot at all seats."""

    KERNELS = (ban_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> pl.DataFrame:
        """Play some blocks; give one row per block, character and restriction, without the key of the cell."""
        casts, wins = np.zeros((blocks, RANKS), np.int16), np.zeros((blocks, len(ARMS), RANKS))
        totals, offered, changed = (np.zeros((blocks, len(ARMS), RANKS), np.int32) for _ in range(3))
        for deals in self._deals(first, blocks, 1, stop, rotations=1):
            ban_games(self.table, deals, Bans(casts, wins, totals, offered, changed))
        block, arm, rank = np.nonzero(np.broadcast_to((casts != 0)[:, None, :], wins.shape))
        at = block, arm, rank
        return pl.DataFrame(
            {
                **self._keys(first, block),
                "character": self._names.characters.gather(casts[block, rank].astype(np.uint32)),
                "arm": pl.Series(ARMS, dtype=_ARM).gather(arm.astype(np.uint32)),
                "games": np.full(len(block), self._cell.players),
                "win": wins[at],
                "total": totals[at],
                "offered": offered[at],
                "changed": changed[at],
            }
        )

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play the restricted games of a shard; see `Player.tables`."""
        return {"bans": self.play(shard.first, shard.blocks, stop)}


PLAYER = BanPlayer
