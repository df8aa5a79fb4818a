"""Reading run folders: the manifest, its checks, and the tables of a complete run.

A run folder is read as written by anybody: nothing here knows the engine. Whatever is wrong with one is
one `RunError` that names the file.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
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
from citadels_sim.runs.batches import TABLES, Batch, GameShards
from citadels_sim.runs.contents import Schema, lacking, odd
from citadels_sim.runs.manifest import Manifest, ShardFile, read_manifest, resume_command
from citadels_sim.tables.keys import Cell
from citadels_sim.tables.parquet import scan_table, table_schema
from citadels_sim.text import command_line

READ: list[Path] = []
"""Folders of runs that were read, the last one last: where an analysis fails in a way that nobody foresaw, their tables may be why."""

_Value = TypeVar("_Value")


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
        shards = [shard for shard in self.manifest.shards if shard.table == wanted]
        # Of a small run no game may have had anything to keep: the table is there, without rows.
        return pl.concat([self._scan(shard.path) for shard in [each for each in shards if each.rows] or shards])

    def in_order(self, cells: Mapping[Cell, _Value]) -> dict[Cell, _Value]:
        """Sort what an analysis has of some cells as the manifest has them."""
        return {cell.key: cells[cell.key] for cell in self.manifest.cells if cell.key in cells}

    def batches(self) -> list[Batch]:
        """Sort the rows of games into batches that share no block, in a fixed order, so that each can be condensed by itself."""
        return self._games.batches()

    def first_blocks(self, cell: tuple[str, int, str], blocks: int) -> Batch | None:
        """Return the first so many blocks of one variant, number of players and line-up; None where the run keeps no rows of them."""
        return self._games.first_blocks(cell, blocks)

    @cached_property
    def _games(self) -> GameShards:
        return GameShards(self.folder, self.manifest, self._scan)

    def _scan(self, path: str) -> pl.LazyFrame:
        # One text type for the keys, so that shards whose Enums differ can be joined.
        names = {name: pl.Enum(sorted({getattr(cell, name) for cell in self.manifest.cells})) for name in ("variant", "lineup")}
        return scan_table(self.folder / path).with_columns(
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
        command = command_line(design_of(kind or "games").command)
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
    for table in TABLES[:2] if run.design.keeps_games and not summed else ():
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
        return table_schema(path)
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
