"""Writing the shards of runs: plays them with the player of their design, and writes its tables, each file whole or not at all."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from citadels_sim.errors import RunError
from citadels_sim.runs.manifest import ShardFile
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.store import Store

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Stopped", "Writer", "Written", "cell_keys", "cell_types"]


T = TypeVar("T")


class Written(NamedTuple):
    """A shard that is done: its files, and the seconds that one process took for it, without those of the disk."""

    shard: Shard
    files: tuple[ShardFile, ...]
    seconds: float


class Stopped(Exception):
    """Raised in the middle of a shard when the run is being interrupted."""


def cell_types(plan: Plan) -> dict[str, pl.DataType]:
    """Return the types of the columns of texts that name a cell, the same in every table of a run."""
    import polars as pl

    lineups = [",".join(lineup) for lineup in plan.experiment.lineups]
    return {"variant": pl.Enum([variant.name for variant in plan.variants]), "lineup": pl.Enum(lineups)}


def cell_keys(plan: Plan, cell: Cell) -> tuple[pl.Expr, ...]:
    """Return the columns that name a cell, with the same types in every table of a run: variant, lineup, players."""
    import polars as pl

    types = cell_types(plan)
    return (
        pl.lit(cell.variant.name, dtype=types["variant"]).alias("variant"),
        pl.lit(cell.lineup, dtype=types["lineup"]).alias("lineup"),
        pl.lit(cell.players, dtype=pl.Int8).alias("players"),
    )


class Writer:
    """Plays shards of a plan into a run folder; keeps what it plays with from shard to shard.

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
        self._players: dict[int, Any] = {}
        self._memory: dict[str, Any] = {}
        self._disk = ThreadPoolExecutor(1)

    def player(self, cell: int) -> Any:
        """Return the player of a cell (`designs.player.Player`), made when it is first used."""
        if cell not in self._players:
            self._players[cell] = self._plan.design.player.for_cell(self._plan, self._plan.cells[cell], self._memory)
        return self._players[cell]

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        """Play a shard and write its tables, each whole or not at all, as `start`; return when they are on the disk."""
        return self.start(shard).result().files

    def start(self, shard: Shard) -> Future[Written]:
        """Play a shard, and begin to write its tables; the next shard can be played meanwhile.

        The largest comes first, so that the disk has it while the others are made.

        Returns
        -------
        Future
            Done once the files are on the disk; with a RunError where one cannot be written.

        Raises
        ------
        Stopped
            When the run is being interrupted; nothing of the shard is left behind.
        """
        begun = time.perf_counter()
        player, design = self.player(shard.cell), self._plan.design
        player.ready()
        tables = dict(player.tables(shard, self._stop))

        from citadels_sim.tables.parquet import parquet_bytes  # brings Polars, which nothing before the first game needs

        keys, names = cell_keys(self._plan, self._plan.cells[shard.cell]), list(tables)
        files, written = {}, []
        for table in sorted(names, key=lambda name: -tables[name].height):
            frame = design.table(table).typed(tables.pop(table).with_columns(*keys))  # what is written needs no memory any more
            data = parquet_bytes(frame)
            files[table] = ShardFile.from_data(table, shard.number, frame.height, data)
            written.append(self.later(self._store.write, files[table].path, data))

        seconds = time.perf_counter() - begun

        def whole() -> Written:
            for each in written:
                each.result()
            return Written(shard, tuple(files[name] for name in names), seconds)

        return self.later(whole)

    def discard(self, written: Future[Written]) -> None:
        """Remove the files of a shard that nobody will note as done."""
        with contextlib.suppress(RunError):
            for file in written.result().files:
                self._store.remove(file.path)

    def later(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Call a function when all that was begun before is on the disk, in the one thread that writes."""
        return self._disk.submit(function, *arguments)
