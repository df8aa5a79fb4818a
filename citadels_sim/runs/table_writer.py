"""Writing the shards of runs that keep tables of their own, whatever is played for them; what a kind adds is its player and its tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from citadels_sim.lab.design import Design
from citadels_sim.runs.manifest import ShardFile
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.store import Store

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.tables.pages import Packed

__all__ = ["Stopped", "TableWriter", "Writer", "cell_keys", "make_writer", "write_tables"]


class Stopped(Exception):
    """Raised in the middle of a shard when the run is being interrupted."""


class Writer(Protocol):
    """Plays shards of one plan into a run folder."""

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        """Play a shard and write its tables, each file whole or not at all."""


def make_writer(plan: Plan, store: Store, stop: Callable[[], bool] = lambda: False) -> Writer:
    """Make the writer of a plan's design; parameters as for `TableWriter`."""
    writer: Writer = plan.design.module("play").Writer(plan, store, stop)
    return writer


class Ready(Protocol):
    """Plays the games of one cell."""

    def ready(self) -> None:
        """Compile, or load from the cache, what the cell needs."""


def write_tables(store: Store, design: Design, number: int, tables: Mapping[str, pl.DataFrame | Packed]) -> tuple[ShardFile, ...]:
    """Write the tables of a shard as its design declares them, each file whole or not at all.

    The largest comes first, so that the disk has it while the others are made.
    """
    from citadels_sim.tables.pages import Packed  # brings Polars, which nothing before the first game needs
    from citadels_sim.tables.parquet import parquet_bytes

    files, written = {}, []
    with ThreadPoolExecutor(1) as disk:
        for table, frame in sorted(tables.items(), key=lambda item: -item[1].height):
            data = frame.data if isinstance(frame, Packed) else parquet_bytes(design.table(table).of(frame))
            files[table] = ShardFile.of(table, number, frame.height, data)
            written.append(disk.submit(store.write, files[table].path, data))
    for each in written:
        each.result()
    return tuple(files[table] for table in tables)


def cell_keys(plan: Plan, cell: Cell) -> tuple[pl.Expr, ...]:
    """Return the columns that name a cell, with the same types in every table of a run: variant, lineup, players."""
    import polars as pl

    return (
        pl.lit(cell.variant.name, dtype=pl.Enum([variant.name for variant in plan.variants])).alias("variant"),
        pl.lit(cell.lineup, dtype=pl.Enum([",".join(lineup) for lineup in plan.experiment.lineups])).alias("lineup"),
        pl.lit(cell.players, dtype=pl.Int8).alias("players"),
    )


Player = TypeVar("Player", bound=Ready)


class TableWriter(ABC, Generic[Player]):
    """Plays shards of a plan into a run folder; see `Writer`.

    Parameters
    ----------
    plan : Plan
        An experiment of the kind that the writer is for.
    store : Store
        The run folder.
    stop : callable
        Called between games: whether the run is being interrupted.
    """

    def __init__(self, plan: Plan, store: Store, stop: Callable[[], bool] = lambda: False) -> None:
        self._plan = plan
        self._store = store
        self._stop = stop
        self._players: dict[int, Player] = {}

    @abstractmethod
    def _new_player(self, cell: Cell) -> Player:
        """Make the player of a cell."""

    @abstractmethod
    def _tables(self, shard: Shard, player: Player) -> Mapping[str, pl.DataFrame | Packed]:
        """Play a shard; give its tables by name."""

    def _keys(self, shard: Shard) -> tuple[pl.Expr, ...]:
        """Return the key columns of a shard's cell."""
        return cell_keys(self._plan, self._plan.cells[shard.cell])

    def player(self, cell: int) -> Player:
        """Return the player of a cell, made when it is first used."""
        if cell not in self._players:
            self._players[cell] = self._new_player(self._plan.cells[cell])
        return self._players[cell]

    def write(self, shard: Shard) -> tuple[ShardFile, ...]:
        """Play a shard and write its tables, each whole or not at all.

        Raises
        ------
        Stopped
            When the run is being interrupted; nothing of the shard is left behind.
        RunError
            When a file cannot be written.
        """
        player = self.player(shard.cell)
        player.ready()
        return write_tables(self._store, self._plan.design, shard.number, self._tables(shard, player))
