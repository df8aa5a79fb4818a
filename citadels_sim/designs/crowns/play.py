"""The crown given to every seat in turn: playing it, and its table; what a node is, see `designs.forking`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs import fork_records as k
from citadels_sim.designs.conditioned import CHUNK, ConditionedPlayer
from citadels_sim.designs.fork_records import Forks, new_forks, new_question
from citadels_sim.designs.forking import fork_games
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Shard

_OF_NODE: Final = {"round": k.ROUND, "own": k.CROWN, "rounds": k.ROUNDS, "weight": k.WEIGHT, "leader": k.LEADERS, "last": k.LASTS}
"""What is kept of a node; ``own``: seat that had the crown in the game itself; ``leader``, ``last``: bits of seats."""


class CrownPlayer(ConditionedPlayer):
    """Gives the crown of one round to every seat, in the games of one cell: of a round at whose begin a condition holds."""

    _looked_at = "rounds"

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> tuple[dict[str, Array], Array, Array]:
        """Fork every game of some blocks.

        Returns
        -------
        nodes : dict of str to int array, shape (n,)
            See `_OF_NODE`.
        wins : float64 array, shape (n, replicates, players, players)
            Win credit by holder of the crown and seat.
        totals : int16 array, of the same shape
            Final scores.
        """
        return self._by_seat(self._forked(first, blocks, stop))

    def _forked(self, first: int, blocks: int, stop: Callable[[], bool]) -> Forks:
        players = self._cell.players
        size = self.table.raw.size
        question = new_question(0, 0, last_round=self._rounds, program=self._program, options=players, memory=size)
        forks = new_forks(blocks * self._cell.rotations, self._replicates, players, RANKS)
        for deals in self._deals(first, blocks, CHUNK, stop):
            fork_games(self.table, self._saved, deals, question, forks)
            self._check_found(question, forks, deals.last - 1)
        return forks

    def _by_seat(self, forks: Forks) -> tuple[dict[str, Array], Array, Array]:
        nodes, players = {name: forks.nodes[row] for name, row in _OF_NODE.items()}, self._cell.players
        return nodes, forks.wins[..., :players], forks.totals[..., :players]

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`. One row per node, replicate, holder of the crown, and seat; and one per node."""
        forks = self._forked(shard.first, shard.blocks, stop)
        nodes, wins, totals = self._by_seat(forks)
        n = self._cell.players
        game, replicate, holder, seat = (axis.ravel() for axis in np.indices(wins.shape))
        node = {name: column[game] for name, column in nodes.items()}
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
        return {"crowns": pl.DataFrame(columns), "nodes": self._nodes(shard.first, forks)}


PLAYER = CrownPlayer
