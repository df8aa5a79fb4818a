"""Playing the shards of a cell and making their tables: what a worker does, over and over."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, Self

from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.designs.tournament.sums_kernel import add_blocks
from citadels_sim.designs.tournament.turn_sums import add_turns
from citadels_sim.runs.plan import Cell, Plan, Shard

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.designs.tournament.sums import ShardSums
    from citadels_sim.designs.tournament.tables import TableMaker

BATCH: Final = 5_000
"""Games played at a time where no rows are kept: a quarter of a shard. With 1,000 what Python does in between takes a tenth of the time."""


class ShardPlayer(CellPlayer):
    """Plays shards of one cell, with all their rows or with sums alone.

    Parameters
    ----------
    plan : Plan
        What is played.
    cell : Cell
        One of its cells.
    memory : dict
        What the players of all cells share: buffers for results, and the sums of the cell that was played last.
    """

    KERNELS = (*CellPlayer.KERNELS, add_blocks, add_turns)

    def __init__(self, plan: Plan, cell: Cell, memory: dict[str, Any]) -> None:
        self._plan = plan
        self._detail = plan.experiment.detail
        self._memory = memory
        journal = self._detail != "games"
        self._row_buffers: Buffers = memory.setdefault("rows", Buffers(self._detail))
        self._sum_buffers: Buffers = memory.setdefault("sums alone", Buffers("turns" if journal else "games"))
        super().__init__(cell, plan.bots, self._sum_buffers, plan.experiment.seed, journal=journal)

    @classmethod
    def for_cell(cls, plan: Plan, cell: Cell, memory: dict[str, Any]) -> Self:
        """Make the player of a cell of a plan."""
        return cls(plan, cell, memory)

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard and make its tables; see `Player.tables`."""
        maker = self._maker()
        self._buffers = self._row_buffers if shard.rows else self._sum_buffers
        size = shard.blocks if shard.rows else max(1, BATCH // self._cell.rotations)
        tables: dict[str, pl.DataFrame] = {}
        for first in range(shard.first, shard.end, size):
            results = self.play(first, min(size, shard.end - first), stop)
            if first == shard.first:
                sums = self._sums()
            sums.add(results)
            if shard.rows:
                tables = maker.result().tables(shard, results)
        return tables | sums.take(shard)

    def _maker(self) -> Future[TableMaker]:
        """Return what makes tables. It brings Polars, whose import takes as long as thousands of games: a thread does it meanwhile."""
        if "maker" not in self._memory:
            self._memory["maker"] = ThreadPoolExecutor(1).submit(_table_maker, self._plan)
        maker: Future[TableMaker] = self._memory["maker"]
        return maker

    def _sums(self) -> ShardSums:
        """Return the sums of the cell, empty: those of a shard that was broken off are forgotten."""
        from citadels_sim.designs.tournament.sums import ShardSums

        if self._memory.get("summed") is not self._cell:
            self._memory |= {"summed": self._cell, "sums": ShardSums(self._plan, self._cell)}
        sums: ShardSums = self._memory["sums"]
        sums.clear()
        return sums


def _table_maker(plan: Plan) -> TableMaker:
    import numpy.ma  # noqa: F401  # which Polars loads at the first array that it reads

    from citadels_sim.designs.tournament.tables import TableMaker

    return TableMaker(plan)


PLAYER = ShardPlayer
