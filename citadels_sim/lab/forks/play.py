"""Forked games: playing them, and their table with one row per node, character and replicate. What a node is, see `forks_kernel`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.engine.state import RANKS
from citadels_sim.lab.forks import kernel as k
from citadels_sim.lab.forks.kernel import NODE_COLUMNS, PICKS, Nodes, fork_games
from citadels_sim.lab.player import NodePlayer
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import TableWriter, cell_keys
from citadels_sim.tables.parquet import CHARACTER

__all__ = ["ForkPlayer", "Forks", "Writer", "entry_points", "fork_table"]

_CHUNK: Final = 10
"""Nodes between two looks at whether to stop."""

_CHARACTERS: Final = pl.Series([None, *CHARACTER.categories], dtype=CHARACTER)
_SMALL: Final = ("seat", "round", "slot", "rank", "gold", "hand", "city", "rounds", "weight")
_FLAGS: Final = ("leader", "last", "policy", "drawn")


@dataclass
class Forks:
    """Results of the nodes of some blocks.

    Attributes
    ----------
    seeds : int64 array, shape (n,)
        The seed of each game.
    nodes, casts, wins, totals
        As `forks_kernel.fork_games` fills them.
    """

    seeds: Array
    nodes: Array
    casts: Array
    wins: Array
    totals: Array


class ForkPlayer(NodePlayer):
    """Forks the games of one cell at a pick."""

    KERNELS = (fork_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Forks:
        """Fork every game of some blocks.

        Parameters
        ----------
        first, blocks : int
            Which blocks.
        stop : callable
            Called now and then; when it returns True, `Stopped` is raised.

        Raises
        ------
        Stopped
            When `stop` returned True.
        """
        games = blocks * self._cell.rotations
        nodes, casts = np.zeros((len(NODE_COLUMNS), games), np.int32), np.zeros((games, RANKS), np.int16)
        wins = np.zeros((games, self._replicates, RANKS))
        totals = np.zeros((games, self._replicates, RANKS), np.int16)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            fork_games(self.table, self._saved, deals, self._rounds, np.zeros(PICKS, np.int64), Nodes(nodes, casts, wins, totals))
        return Forks(np.repeat(block_seeds(self._seed, first, blocks), self._cell.rotations), nodes, casts, wins, totals)


entry_points = ForkPlayer.entry_points


def fork_table(plan: Plan, shard: Shard, forks: Forks) -> pl.DataFrame:
    """Make the table of forks, one row per node, character and replicate.

    Parameters
    ----------
    plan : Plan
    shard : Shard
        The blocks.
    forks : Forks
        Results of their nodes.
    """
    cell = plan.cells[shard.cell]
    offered = (forks.nodes[k.OFFERED][:, None] >> np.arange(RANKS)) & 1
    game, replicate, rank = np.nonzero(np.broadcast_to(offered[:, None, :], forks.wins.shape))
    node = {name: row[game] for name, row in zip(NODE_COLUMNS, forks.nodes, strict=True)}
    bot = pl.Series(cell.seats, dtype=pl.Enum(list(plan.bots))).gather(node["bot"].astype(np.uint32))
    columns: dict[str, Any] = {
        "block": shard.first + game.astype(np.int64) // cell.rotations,
        "rotation": game % cell.rotations,
        "seed": forks.seeds[game],
        **{name: node[name] for name in ("round", "slot", "seat", "leader", "last", "gold", "hand", "city", "rounds", "weight")},
        "bot": bot,
        "rank": rank,
        "character": _CHARACTERS.gather(forks.casts[game, rank].astype(np.uint32)),
        "policy": node["policy"] == rank,
        "drawn": node["drawn"] == rank,
        "replicate": replicate,
        "win": forks.wins[game, replicate, rank],
        "total": forks.totals[game, replicate, rank],
    }
    return pl.DataFrame(columns).select(
        *cell_keys(plan, cell),
        pl.col("block", "seed", "bot", "character", "win", "total"),
        pl.col("rotation").cast(pl.Int8),
        pl.col("replicate", *_SMALL).cast(pl.Int16),
        pl.col(_FLAGS).cast(pl.Boolean),
    )  # fmt: skip


def games_played(shard: Shard, players: int, rows: int, repetitions: int) -> int:
    """Count the games of a shard: the one that is forked, and a row for each of its continuations."""
    return shard.games + rows


class Writer(TableWriter[ForkPlayer]):
    """Forks the games of a plan's shards at a pick."""

    def _new_player(self, cell: Cell) -> ForkPlayer:
        experiment = self._plan.experiment
        return ForkPlayer(cell, self._plan.bots, experiment.seed, experiment.repetitions, experiment.rounds or ROUND_CAP)

    def _tables(self, shard: Shard, player: ForkPlayer) -> dict[str, pl.DataFrame]:
        return {"forks": fork_table(self._plan, shard, player.play(shard.first, shard.blocks, self._stop))}
