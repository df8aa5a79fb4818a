"""Batches of whole blocks: the shards with games of a run, sorted so that each batch can be condensed by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import polars as pl

from citadels_sim.errors import RunError
from citadels_sim.runs.manifest import Manifest, ShardFile
from citadels_sim.tables.keys import CELL
from citadels_sim.tables.parquet import scan_table

TABLES = ("games", "seats", "turns")
"""Tables of games."""

_BATCH_ROWS = 8_000_000
"""Small shards are read together up to about this many rows: one query costs more than the rows do."""
_WEIGHT = {"games": 40, "seats": 1, "turns": 1}  # a game costs block totals, however few rows it has


@dataclass(frozen=True)
class Batch:
    """Some whole blocks of a run: lazily read tables that belong together.

    Attributes
    ----------
    games, seats : polars.LazyFrame
        One row per game, per seat of a game.
    turns : polars.LazyFrame or None
        One row per character of the cast and round; None when the run did not keep them.
    """

    games: pl.LazyFrame
    seats: pl.LazyFrame
    turns: pl.LazyFrame | None


@dataclass(frozen=True)
class GameShards:
    """The shards of a run that have rows of games.

    Attributes
    ----------
    scan : callable
        Reads a shard lazily, by its path in the folder.
    """

    folder: Path
    manifest: Manifest
    scan: Callable[[str], pl.LazyFrame]

    def batches(self) -> list[Batch]:
        """Sort them into batches that share no block.

        Returns
        -------
        list of Batch
            In a fixed order. A run whose shards each hold a range of blocks gives one batch per range; whatever
            overlaps comes together in one batch, so that a block is never counted as two.
        """
        rows = {(shard.table, shard.path): shard.rows for shard in self._shards}
        batches: list[list[tuple[str, str]]] = []
        filled = _BATCH_ROWS
        for files in _connected(self._ranges):
            size = sum(rows[file] * _WEIGHT[file[0]] for file in files)
            if filled + size > _BATCH_ROWS:
                batches.append([])
                filled = 0
            batches[-1] += files
            filled += size
        return [self._batch(files) for files in batches]

    def first_blocks(self, cell: tuple[str, int, str], blocks: int) -> Batch | None:
        """Return the first so many blocks of one variant, number of players and line-up; None where the run keeps no rows of them."""
        own = [pl.col(name).cast(pl.String) == str(value) for name, value in zip(CELL, cell, strict=True)]
        files = self._ranges.filter(*own, pl.col("low") < blocks).select("table", "path")
        return self._read(files.iter_rows(), lambda frame: frame.filter(*own, pl.col("block") < blocks))

    @cached_property
    def _shards(self) -> list[ShardFile]:
        return [shard for shard in self.manifest.shards if shard.table in TABLES and shard.rows]

    @cached_property
    def _ranges(self) -> pl.DataFrame:
        """The range of blocks that each shard has of each cell, or that its place may have, which is known without reading it."""
        places = list(self.manifest.ranges())
        if not places:
            return pl.concat([self._range(shard) for shard in self._shards])
        rows = [
            (*cell.key, first, end - 1, shard.table, shard.path) for shard in self._shards for cell, first, end, _ in [places[shard.number]]
        ]
        return pl.DataFrame(rows, [*CELL, "low", "high", "table", "path"], orient="row")

    def _range(self, shard: ShardFile) -> pl.DataFrame:
        block = pl.col("block").cast(pl.Int64)
        return (
            scan_table(self.folder / shard.path)
            .group_by(pl.col("variant").cast(pl.String), pl.col("players").cast(pl.Int8), pl.col("lineup").cast(pl.String))
            .agg(low=block.min(), high=block.max())
            .with_columns(table=pl.lit(shard.table), path=pl.lit(shard.path))
            .sort(CELL)
            .collect(engine="streaming")
        )

    def _batch(self, files: Sequence[tuple[str, str]]) -> Batch:
        batch = self._read(files)
        if batch is None:
            raise RunError(
                f"{self.folder}: the shards {', '.join(path for _, path in files)} lack the games and seats of the same blocks. Run the "
                f"experiment again into a new folder."
            )
        return batch

    def _read(self, files: Iterable[tuple[str, str]], of: Callable[[pl.LazyFrame], pl.LazyFrame] = lambda frame: frame) -> Batch | None:
        """Read some files as one batch, `of` each what is wanted; None where games or seats are not among them."""
        frames: dict[str, list[pl.LazyFrame]] = {table: [] for table in TABLES}
        for table, path in files:
            frames[table].append(of(self.scan(path)))
        games, seats, turns = (pl.concat(frames[table]) if frames[table] else None for table in TABLES)
        return None if games is None or seats is None else Batch(games, seats, turns)


def _connected(ranges: pl.DataFrame) -> list[list[tuple[str, str]]]:
    """Group files that share a block of a cell, directly or through others; fixed order."""
    parent: dict[tuple[str, str], tuple[str, str]] = {}

    def root(file: tuple[str, str]) -> tuple[str, str]:
        while parent.setdefault(file, file) != file:
            file = parent[file]
        return file

    files = [(row[0], row[1]) for row in ranges.select("table", "path").unique(maintain_order=True).iter_rows()]
    for _, cell in ranges.group_by(CELL, maintain_order=True):
        reach, last = -1, None
        for low, high, table, path in _by_start(cell):
            if last is not None and low <= reach:
                parent[root((table, path))] = root(last)
            last = root((table, path))
            reach = max(reach, high)
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for file in files:
        groups.setdefault(root(file), []).append(file)
    return list(groups.values())


def _by_start(cell: pl.DataFrame) -> Iterable[tuple[int, int, str, str]]:
    for low, high, table, path in cell.sort("low", "table", "path").select("low", "high", "table", "path").iter_rows():
        yield int(low), int(high), str(table), str(path)
