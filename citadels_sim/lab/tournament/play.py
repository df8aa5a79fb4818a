"""Playing one shard and writing its tables: what a worker does, over and over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from citadels_sim.lab.tournament.buffers import Buffers
from citadels_sim.lab.tournament.cell_player import CellPlayer, entry_points
from citadels_sim.runs.manifest import ShardFile
from citadels_sim.runs.plan import Plan, Shard
from citadels_sim.runs.store import Store
from citadels_sim.runs.table_writer import write_tables

if TYPE_CHECKING:
    from citadels_sim.lab.tournament.sums import ShardSums
    from citadels_sim.lab.tournament.tables import TableMaker

__all__ = ["Writer", "entry_points", "finish"]

_BATCH: Final = {"games": 4_000, "turns": 1_000, "events": 1_000}
"""Games played at a time where no rows are kept: few enough for their figures to stay in the processor's cache."""


class Writer:
    """Plays shards of a plan into a run folder; keeps its memory from shard to shard.

    Parameters
    ----------
    plan : Plan
        What is played.
    store : Store
        The run folder.
    stop : callable
        Called between games: whether the run is being interrupted.
    """

    def __init__(self, plan: Plan, store: Store, stop: Callable[[], bool] = lambda: False) -> None:
        self._plan = plan
        self._store = store
        self._stop = stop
        self._players: dict[tuple[int, bool], CellPlayer] = {}
        self._sums: dict[int, ShardSums] = {}

    @cached_property
    def _row_buffers(self) -> Buffers:
        return Buffers(self._plan.experiment.detail)

    @cached_property
    def _sum_buffers(self) -> Buffers:
        return Buffers("games" if self._plan.experiment.detail == "games" else "turns")

    @cached_property
    def _maker(self) -> Future[TableMaker]:
        """What makes tables. It brings Polars, which takes as long to import as playing thousands of games; a thread does it meanwhile."""

        def make() -> TableMaker:
            import numpy.ma  # noqa: F401  # which Polars loads at the first array that it reads

            from citadels_sim.lab.tournament.tables import TableMaker

            return TableMaker(self._plan)

        return ThreadPoolExecutor(1).submit(make)

    def player(self, cell: int, *, rows: bool = True) -> CellPlayer:
        """Give the player of a cell, made when it is first used."""
        if (cell, rows) not in self._players:
            journal = self._plan.experiment.detail != "games"
            buffers = self._row_buffers if rows else self._sum_buffers
            self._players[cell, rows] = CellPlayer(
                self._plan.cells[cell], self._plan.bots, buffers, self._plan.experiment.seed, journal=journal
            )
        return self._players[cell, rows]

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        """Play a shard and write its tables, each file whole or not at all.

        Raises
        ------
        Stopped
            When the run is being interrupted; nothing of the shard is left behind.
        RunError
            When a file cannot be written.
        """
        player = self.player(shard.cell, rows=shard.rows)
        player.ready()
        maker = self._maker
        size = shard.blocks if shard.rows else max(1, _BATCH[self._plan.experiment.detail] // self._plan.cells[shard.cell].rotations)
        tables = {}
        for first in range(shard.first, shard.end, size):
            results = player.play(first, min(size, shard.end - first), self._stop)
            if first == shard.first:
                sums = self._sums_of(shard.cell)
            sums.add(results)
            if shard.rows:
                tables = maker.result().tables(shard, results)
        tables |= sums.take(shard)
        return write_tables(self._store, self._plan.design, shard.number, tables)

    def _sums_of(self, cell: int) -> ShardSums:
        """Give the sums of a cell, empty: those of a shard that was broken off are forgotten."""
        from citadels_sim.lab.tournament.sums import ShardSums

        if cell not in self._sums:
            self._sums = {cell: ShardSums(self._plan, self._plan.cells[cell])}
        sums = self._sums[cell]
        sums.clear()
        return sums


def finish(plan: Plan, store: Store, played: Sequence[Sequence[Shard]]) -> dict[str, Any]:
    """Return what the manifest of a complete run says of it as a whole: pairs of its cells, compared on the same deals."""
    from citadels_sim.lab.tournament.comparisons import compare_cells

    return {"comparisons": compare_cells(plan, store, played)}
