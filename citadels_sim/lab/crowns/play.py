"""The crown given to every seat in turn: playing it, and its table; what a node is, see `kernel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.lab.crowns.kernel import CROWN_COLUMNS, crown_games
from citadels_sim.lab.player import Player
from citadels_sim.runs.plan import Shard

_CHUNK: Final = 10
"""Nodes between two looks at whether to stop."""


class CrownPlayer(Player):
    """Gives the crown of one round to every seat, in the games of one cell."""

    KERNELS = (crown_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> tuple[Array, Array, Array]:
        """Fork every game of some blocks; return nodes, wins and totals as `kernel.crown_games` fills them."""
        games, players = blocks * self._cell.rotations, self._cell.players
        nodes = np.zeros((len(CROWN_COLUMNS), games), np.int32)
        wins = np.zeros((games, self._replicates, players, players))
        totals = np.zeros(wins.shape, np.int16)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            crown_games(self.table, self._saved, deals, self._rounds, nodes, wins, totals)
        return nodes, wins, totals

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`. One row per node, replicate, holder of the crown, and seat."""
        nodes, wins, totals = self.play(shard.first, shard.blocks, stop)
        n = self._cell.players
        game, replicate, holder, seat = (axis.ravel() for axis in np.indices(wins.shape))
        node = {name: row[game] for name, row in zip(CROWN_COLUMNS, nodes, strict=True)}
        keys = self._keys(shard.first, game)
        columns = (
            keys
            | {name: node[name] for name in ("round", "rounds", "weight")}
            | {
                "crown": holder,
                "own": node["own"] == holder,
                "replicate": replicate,
                "seat": seat,
                "distance": (seat - holder) % n,
                "bot": self._bot_names((seat - keys["rotation"]) % n),
                "leader": node["leader"] >> seat & 1,
                "last": node["last"] >> seat & 1,
                "win": wins.ravel(),
                "total": totals.ravel(),
            }
        )
        return {"crowns": pl.DataFrame(columns)}


PLAYER = CrownPlayer
