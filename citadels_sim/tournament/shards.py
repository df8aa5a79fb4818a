"""Playing one shard and writing its tables: what a worker does, over and over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from citadels_sim.tournament.buffers import Buffers
from citadels_sim.tournament.folder import ShardFile, write_whole
from citadels_sim.tournament.plan import Plan, Shard
from citadels_sim.tournament.play import CellPlayer
from citadels_sim.tournament.tables import TableMaker, write_parquet

__all__ = ["ShardWriter"]


class ShardWriter:
    """Plays shards of a plan into a run folder; keeps its memory from shard to shard.

    Parameters
    ----------
    plan : Plan
        What is played.
    folder : Path
        The run folder.
    stop : callable
        Asked between games whether the run is being interrupted.
    """

    def __init__(self, plan: Plan, folder: Path, stop: Callable[[], bool] = lambda: False) -> None:
        self._plan = plan
        self._folder = folder
        self._stop = stop
        self._buffers = Buffers(plan.experiment.detail)
        self._maker = TableMaker(plan)
        self._players: dict[int, CellPlayer] = {}

    def player(self, cell: int) -> CellPlayer:
        """Give the player of a cell, made when it is first used."""
        if cell not in self._players:
            journal = self._plan.experiment.detail != "games"
            self._players[cell] = CellPlayer(
                self._plan.cells[cell], self._plan.bots, self._buffers, self._plan.experiment.seed, journal=journal
            )
        return self._players[cell]

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        """Play a shard and write its tables, each file whole or not at all.

        Raises
        ------
        Stopped
            When the run is being interrupted; nothing of the shard is left behind.
        RunError
            When a file cannot be written.
        """
        player = self.player(shard.cell)
        player.ready()
        results = player.play(shard.first, shard.blocks, self._stop)
        files = []
        for table, frame in self._maker.tables(shard, results).items():
            path = self._folder / table / f"part-{shard.number:05d}.parquet"
            write_whole(path, partial(write_parquet, frame))
            files.append(ShardFile.of(self._folder, table, shard.number, frame.height))
        return tuple(files)
