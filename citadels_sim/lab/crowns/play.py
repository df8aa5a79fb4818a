"""The crown given to every seat in turn: playing it, and its table; what a node is, see `crowns_kernel`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.lab.crowns.kernel import CROWN_COLUMNS, crown_games
from citadels_sim.lab.player import NodePlayer
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import TableWriter, cell_keys

__all__ = ["CrownPlayer", "Crowns", "Writer", "crown_table", "entry_points"]

_CHUNK: Final = 10
"""Nodes between two looks at whether to stop."""


@dataclass
class Crowns:
    """Results of the nodes of some blocks.

    Attributes
    ----------
    seeds : int64 array, shape (n,)
        The seed of each game.
    nodes, wins, totals
        As `crowns_kernel.crown_games` fills them.
    """

    seeds: Array
    nodes: Array
    wins: Array
    totals: Array


class CrownPlayer(NodePlayer):
    """Gives the crown of one round to every seat, in the games of one cell."""

    KERNELS = (crown_games,)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Crowns:
        """Fork every game of some blocks.

        Raises
        ------
        Stopped
            When `stop` returned True.
        """
        games, players = blocks * self._cell.rotations, self._cell.players
        nodes = np.zeros((len(CROWN_COLUMNS), games), np.int32)
        wins = np.zeros((games, self._replicates, players, players))
        totals = np.zeros(wins.shape, np.int16)
        for deals in self._deals(first, blocks, _CHUNK, stop):
            crown_games(self.table, self._saved, deals, self._rounds, nodes, wins, totals)
        return Crowns(np.repeat(block_seeds(self._seed, first, blocks), self._cell.rotations), nodes, wins, totals)


entry_points = CrownPlayer.entry_points


def crown_table(plan: Plan, shard: Shard, crowns: Crowns) -> pl.DataFrame:
    """Make the table of crowns, one row per node, replicate, holder of the crown, and seat.

    Parameters
    ----------
    plan : Plan
    shard : Shard
        The blocks.
    crowns : Crowns
        Results of their nodes.
    """
    cell = plan.cells[shard.cell]
    n = cell.players
    game, replicate, holder, seat = (axis.ravel() for axis in np.indices(crowns.wins.shape))
    node = {name: row[game] for name, row in zip(CROWN_COLUMNS, crowns.nodes, strict=True)}
    rotation = game % cell.rotations
    columns: dict[str, Any] = {
        "block": shard.first + game.astype(np.int64) // cell.rotations,
        "rotation": rotation,
        "seed": crowns.seeds[game],
        **{name: node[name] for name in ("round", "rounds", "weight")},
        "crown": holder,
        "own": node["own"] == holder,
        "replicate": replicate,
        "seat": seat,
        "distance": (seat - holder) % n,
        "bot": pl.Series(cell.seats, dtype=pl.Enum(list(plan.bots))).gather(((seat - rotation) % n).astype(np.uint32)),
        "leader": node["leader"] >> seat & 1,
        "last": node["last"] >> seat & 1,
        "win": crowns.wins.ravel(),
        "total": crowns.totals.ravel(),
    }
    frame = pl.DataFrame(columns).with_columns(
        *cell_keys(plan, cell),
        pl.col("rotation", "crown", "seat", "distance").cast(pl.Int8),
        pl.col("round", "rounds", "weight", "replicate").cast(pl.Int16),
        pl.col("own", "leader", "last").cast(pl.Boolean),
    )
    return frame


def games_played(shard: Shard, players: int, rows: int, repetitions: int) -> int:
    """Count the games of a shard: the one that is forked, and its continuations, each with a row per seat."""
    return shard.games + rows // players


class Writer(TableWriter[CrownPlayer]):
    """Forks the games of a plan's shards at the crown."""

    def _new_player(self, cell: Cell) -> CrownPlayer:
        experiment = self._plan.experiment
        return CrownPlayer(cell, self._plan.bots, experiment.seed, experiment.repetitions, experiment.rounds or ROUND_CAP)

    def _tables(self, shard: Shard, player: CrownPlayer) -> dict[str, pl.DataFrame]:
        return {"crowns": crown_table(self._plan, shard, player.play(shard.first, shard.blocks, self._stop))}
