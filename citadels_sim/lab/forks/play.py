"""Forked games: playing them, and their table with one row per node, character and replicate. What a node is, see `kernel`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.engine.state import RANKS
from citadels_sim.lab.forks import kernel as k
from citadels_sim.lab.forks.kernel import NODE_COLUMNS, PICKS, Nodes, fork_games
from citadels_sim.lab.player import Player
from citadels_sim.runs.plan import Shard

_CHUNK: Final = 10
"""Nodes between two looks at whether to stop."""
_OF_NODE: Final = ("round", "slot", "seat", "leader", "last", "gold", "hand", "city", "rounds", "weight")


class ForkPlayer(Player):
    """Forks the games of one cell at a pick."""

    KERNELS = (fork_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Nodes:
        """Fork every game of some blocks."""
        games = blocks * self._cell.rotations
        shape = (games, self._replicates, RANKS)
        nodes, casts = np.zeros((len(NODE_COLUMNS), games), np.int32), np.zeros((games, RANKS), np.int16)
        result = Nodes(nodes, casts, np.zeros(shape), np.zeros(shape, np.int16))
        for deals in self._deals(first, blocks, _CHUNK, stop):
            fork_games(self.table, self._saved, deals, self._rounds, np.zeros(PICKS, np.int64), result)
        return result

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`. One row per node, character and replicate."""
        forks = self.play(shard.first, shard.blocks, stop)
        offered = (forks.nodes[k.OFFERED][:, None] >> np.arange(RANKS)) & 1
        game, replicate, rank = at = np.nonzero(np.broadcast_to(offered[:, None, :], forks.wins.shape))
        node = {name: row[game] for name, row in zip(NODE_COLUMNS, forks.nodes, strict=True)}
        columns = (
            self._keys(shard.first, game)
            | {name: node[name] for name in _OF_NODE}
            | {
                "bot": self._bot_names(node["bot"]),
                "character": self._names.characters.gather(forks.casts[game, rank].astype(np.uint32)),
                "rank": rank,
                "policy": node["policy"] == rank,
                "drawn": node["drawn"] == rank,
                "replicate": replicate,
                "win": forks.wins[at],
                "total": forks.totals[at],
            }
        )
        return {"forks": pl.DataFrame(columns)}


PLAYER = ForkPlayer
