"""Reading run folders: the manifest, its checks, and the shards sorted into batches of whole blocks.

A run folder is read as written by anybody: nothing here knows the engine. Whatever is wrong with one is
one `RunError` that names the file.
"""

from __future__ import annotations

import hashlib
import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import polars as pl
import polars.selectors as cs

from citadels_sim.errors import RunError, nearest
from citadels_sim.footer import check_rows, read_footer
from citadels_sim.foreign import Unreadable, inside
from citadels_sim.lab import design_of
from citadels_sim.lab.design import Design
from citadels_sim.processes import cores
from citadels_sim.runs.contents import Schema, lacking, odd
from citadels_sim.runs.manifest import Manifest, ShardFile, read_manifest, resume_command
from citadels_sim.tables.keys import CELL, Cell

__all__ = ["Batch", "Run", "load_run", "load_runs"]

#: Folders of runs that were read, the last one last: where an analysis fails in a way that nobody foresaw, their tables may be why.
READ: list[Path] = []


#: Small shards are read together up to about this many rows: one query costs more than the rows do.
_BATCH_ROWS = 8_000_000
_WEIGHT = {"games": 40, "seats": 1, "turns": 1}  # a game costs block totals, however few rows it has

_TABLES = ("games", "seats", "turns")

_Value = TypeVar("_Value")


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
class Run:
    """A complete run folder whose files have been verified.

    Attributes
    ----------
    folder : pathlib.Path
        Where it lies.
    manifest : Manifest
        Its manifest.
    """

    folder: Path
    manifest: Manifest
    _kept: dict[str, pl.DataFrame] = field(default_factory=dict, init=False, repr=False, compare=False)

    def kept(self, name: str, make: Callable[[], pl.DataFrame]) -> pl.DataFrame:
        """Return a table that several analyses make of the run's rows; it is made once, and kept as long as the run is."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    @property
    def design(self) -> Design:
        """The kind of experiment that it is of."""
        return self.manifest.experiment.design

    @property
    def command(self) -> str:
        """The command line that plays the run, made of its experiment; the command in the manifest is never shown."""
        return resume_command(self.manifest, f"runs/{self.folder.name}")

    @property
    def has_turns(self) -> bool:
        """Whether the `turns` table was kept."""
        return any(shard.table == "turns" for shard in self.manifest.shards)

    @property
    def has_rows(self) -> bool:
        """Whether rows of games were kept, of some at least."""
        return any(shard.table == "games" and shard.rows for shard in self.manifest.shards)

    def own_rows(self, table: str | None = None) -> pl.LazyFrame:
        """Read a table of a run whose kind keeps its own; without a name the main one."""
        wanted = self.design.table(table or "").name
        return pl.concat([self._scan(shard.path) for shard in self.manifest.shards if shard.table == wanted and shard.rows])

    def in_order(self, cells: Mapping[Cell, _Value]) -> dict[Cell, _Value]:
        """Sort what an analysis has of some cells as the manifest has them."""
        return {cell.key: cells[cell.key] for cell in self.manifest.cells if cell.key in cells}

    def batches(self) -> list[Batch]:
        """Sort the shards into batches that share no block, so that each can be condensed by itself.

        Returns
        -------
        list of Batch
            In a fixed order. A run whose shards each hold a range of blocks gives one batch per range; whatever
            overlaps comes together in one batch, so that a block is never counted as two.
        """
        shards = self._shards()
        rows = {(shard.table, shard.path): shard.rows for shard in shards}
        batches: list[list[tuple[str, str]]] = []
        filled = _BATCH_ROWS
        for files in _connected(self._ranges()):
            size = sum(rows[file] * _WEIGHT[file[0]] for file in files)
            if filled + size > _BATCH_ROWS:
                batches.append([])
                filled = 0
            batches[-1] += files
            filled += size
        return [self._batch(files) for files in batches]

    def first_blocks(self, cell: tuple[str, int, str], blocks: int) -> Batch | None:
        """Return the first so many blocks of one variant, number of players and line-up; None where the run keeps no rows of them."""
        ranges = self._ranges()
        own = [pl.col(name).cast(pl.String) == str(value) for name, value in zip(CELL, cell, strict=True)]
        files = ranges.filter(*own, pl.col("low") < blocks)
        frames = {
            table: [self._scan(path).filter(*own, pl.col("block") < blocks) for path in files.filter(table=table)["path"]]
            for table in _TABLES
        }
        if not frames["games"] or not frames["seats"]:
            return None
        return Batch(pl.concat(frames["games"]), pl.concat(frames["seats"]), pl.concat(frames["turns"]) if frames["turns"] else None)

    def _shards(self) -> list[ShardFile]:
        return [shard for shard in self.manifest.shards if shard.table in _TABLES and shard.rows]

    def _ranges(self) -> pl.DataFrame:
        """Return the range of blocks that each shard has of each cell, or that its place may have, which is known without reading it."""
        return self.kept("ranges", self._read_ranges)

    def _read_ranges(self) -> pl.DataFrame:
        shards, places = self._shards(), list(self.manifest.ranges())
        if not places:
            return pl.concat([self._range(shard) for shard in shards])
        rows = [(*cell.key, first, end - 1, shard.table, shard.path) for shard in shards for cell, first, end in [places[shard.number]]]
        return pl.DataFrame(rows, [*CELL, "low", "high", "table", "path"], orient="row")

    def _range(self, shard: ShardFile) -> pl.DataFrame:
        block = pl.col("block").cast(pl.Int64)
        return (
            pl.scan_parquet(self.folder / shard.path)
            .group_by(pl.col("variant").cast(pl.String), pl.col("players").cast(pl.Int8), pl.col("lineup").cast(pl.String))
            .agg(low=block.min(), high=block.max())
            .with_columns(table=pl.lit(shard.table), path=pl.lit(shard.path))
            .sort(CELL)
            .collect(engine="streaming")
        )

    def _batch(self, files: Sequence[tuple[str, str]]) -> Batch:
        frames = {table: [self._scan(path) for kind, path in files if kind == table] for table in _TABLES}
        if not frames["games"] or not frames["seats"]:
            raise RunError(
                f"{self.folder}: the shards {', '.join(path for _, path in files)} have no games and seats "
                f"of the same blocks beside them. Run the experiment again into a new folder."
            )
        turns = pl.concat(frames["turns"]) if frames["turns"] else None
        return Batch(pl.concat(frames["games"]), pl.concat(frames["seats"]), turns)

    def _scan(self, path: str) -> pl.LazyFrame:
        # One text type for the keys, so that shards whose Enums differ can be joined.
        names = {name: pl.Enum(sorted({getattr(cell, name) for cell in self.manifest.cells})) for name in ("variant", "lineup")}
        return pl.scan_parquet(self.folder / path).with_columns(
            pl.col("variant").cast(names["variant"]),
            pl.col("lineup").cast(names["lineup"]),
            cs.by_name("players", "rotation", require_all=False).cast(pl.Int8),
            pl.col("block").cast(pl.Int64),
        )


def load_runs(folders: Sequence[Path], *, verify: bool = True, kind: str | None = "games") -> list[Run]:
    """Read several run folders that are to be reported on together.

    Parameters
    ----------
    folders : sequence of pathlib.Path
        Run folders, each once.
    verify : bool
        Whether to compare every shard with its checksum.
    kind : str or None
        What the runs have to be of; None: each of whatever it is.

    Returns
    -------
    list of Run

    Raises
    ------
    RunError
        If one cannot be read, if two give one name to different rules, or if two hold the same games.
    """
    if not folders:
        raise RunError("No run given. Name at least one run folder, such as runs/mine.")
    places = [os.path.realpath(folder) for folder in folders]
    for folder, place in zip(folders, places, strict=True):
        if places.count(place) > 1:
            raise RunError(f"{folder}: this run is given twice; its games would count twice. Give it once.")
    runs = [load_run(folder, verify=verify, kind=kind) for folder in folders]
    digests: dict[str, tuple[str, Path]] = {}
    played: dict[tuple[object, ...], Path] = {}
    for run in runs:
        manifest = run.manifest
        if run.design.between_two:
            continue  # its variants are combinations of rules, named for itself alone, and nothing of it is added up with another run
        for name, variant in manifest.variants.items():
            digest, other = digests.setdefault(name, (variant.digest, run.folder))
            if digest != variant.digest:
                raise RunError(
                    f"{run.folder}: variant '{name}' is not the '{name}' of {other}: their rules differ "
                    f"(digests {variant.digest[:12]} and {digest[:12]}). Report on the runs one by one, or give one "
                    f"of the variants another name."
                )
        for cell in manifest.cells:
            key = (manifest.experiment.kind, manifest.experiment.seed, *cell.key)
            other = played.setdefault(key, run.folder)
            if other != run.folder:
                raise RunError(
                    f"{run.folder}: {cell.variant} with {cell.players} players ({cell.lineup}) from seed "
                    f"{manifest.experiment.seed} is in {other} too: its games would count twice. Leave one of the runs out."
                )
    return runs


def check_run_folder(folder: Path, kind: str | None = None) -> Manifest:
    """Read the manifest of a run folder, and nothing else of it.

    Parameters
    ----------
    folder : pathlib.Path
    kind : str or None
        What the run has to be of; None: of whatever it is.

    Raises
    ------
    RunError
        If there is no run, it is of another kind, or its manifest cannot be understood.
    """
    if not folder.is_dir():
        what = "is a file, not a run folder" if folder.exists() else "does not exist"
        command = shlex.join(design_of(kind or "games").command)
        raise RunError(f"{folder}: {what}. Give the folder that `citadels {command} ... --out` wrote.{_nearest_folder(folder, kind)}")
    manifest = read_manifest(folder)
    design = design_of(manifest.experiment.kind)
    if kind not in (None, design.name):
        raise RunError(f"{folder}: {design.title}, not {design_of(str(kind)).title}: {design.how_to_read(folder)}.")
    return manifest


def load_run(folder: Path, *, verify: bool = True, kind: str | None = "games") -> Run:
    """Read and check one run folder.

    Parameters
    ----------
    folder : pathlib.Path
        A folder that ``citadels run`` wrote.
    verify : bool
        Whether to compare every shard with its checksum (reads every byte once).
    kind : str or None
        What the run has to be of; None: of whatever it is.

    Returns
    -------
    Run

    Raises
    ------
    RunError
        If there is no run, it is of the other kind, it is still going, its manifest cannot be understood, or a shard is missing,
        damaged or lacks a column.
    """
    READ.append(folder)
    manifest = check_run_folder(folder, kind)
    run = Run(folder, manifest)
    if manifest.state != "complete":
        raise RunError(f"{folder}: the run is not finished. Go on with it first, then report: {resume_command(manifest, folder)}")
    summed = any(shard.table == "sums" for shard in manifest.shards)
    for table in _TABLES[:2] if run.design.keeps_games and not summed else ():
        if not any(shard.table == table and shard.rows for shard in manifest.shards):
            raise RunError(f"{folder}/manifest.json: shards: no '{table}' table; there is nothing to report on.")
    with ThreadPoolExecutor(cores()) as pool:
        read = list(pool.map(lambda shard: _read_schema(folder, shard, verify=verify), manifest.shards))
    damaged = [fault for fault in read if isinstance(fault, str)]
    if damaged:
        more = f" (and {len(damaged) - 1} more)" if len(damaged) > 1 else ""
        raise RunError(f"{damaged[0]}{more}. The same command plays its games again: {resume_command(manifest, folder)}")
    schemas = {shard.path: schema for shard, schema in zip(manifest.shards, read, strict=True) if not isinstance(schema, str)}
    fault = next((fault for shard in manifest.shards if (fault := _lacking(run, shard, schemas[shard.path]))), None)
    if fault:
        # The form of an earlier version: the same command would refuse to go on with it.
        raise RunError(
            f"{fault}: another version of citadels_sim wrote it. Run the experiment again into a new folder (another --out): "
            f"{resume_command(manifest, folder)}"
        )
    if fault := odd(folder, manifest, schemas):
        raise RunError(f"{fault}. Run the experiment again into a new folder.")
    return run


def _read_schema(folder: Path, shard: ShardFile, *, verify: bool) -> Schema | str:
    """Read the types of a shard's columns, from its footer; or return what is wrong with it."""
    path = folder / shard.path
    if not path.is_file():
        return f"{path}: the shard is missing"
    try:
        if verify and _sha256(inside(folder, shard.path)) != shard.sha256:
            return f"{path}: the shard is damaged: its checksum is not the one in manifest.json"
        check_rows(read_footer(inside(folder, shard.path)), shard.rows)
        return pl.read_parquet_schema(path)
    except (Unreadable, pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        return f"{path}: the shard is damaged: {(str(error).splitlines() or [''])[0][:120]}"


def _lacking(run: Run, shard: ShardFile, schema: Schema) -> str | None:
    """Describe what a shard lacks that analyses need, or has in another form; None where all is well."""
    table = next((table for table in run.design.tables if table.name == shard.table), None)
    return None if table is None else lacking(run.folder / shard.path, table, schema)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _nearest_folder(folder: Path, kind: str | None) -> str:
    """Name the run beside a missing one that has nearly its name and is of the requested kind."""
    parent = folder.parent
    if not parent.is_dir():
        return ""
    names = [entry.name for entry in parent.iterdir() if _is_run(entry, kind)]
    return nearest(folder.name, names)


def _is_run(folder: Path, kind: str | None) -> bool:
    if not (folder / "manifest.json").is_file():
        return False
    try:
        return kind in (None, read_manifest(folder).experiment.kind)
    except RunError:
        return False


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
