"""Reading run folders: the manifest, its checks, and the tables of a complete run.

A run folder is read as written by anybody: nothing here knows the engine. Whatever is wrong with one is
one `RunError` that names the file.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import polars as pl
import polars.selectors as cs

from citadels_sim.catalogue.titles import note_titles
from citadels_sim.command_folders import note_read
from citadels_sim.errors import RunError, nearest
from citadels_sim.runs.batches import Batch, GameShards
from citadels_sim.runs.contents import check_files
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import design_of
from citadels_sim.runs.manifest import MANIFEST, Manifest, parse_manifest, read_manifest, resume_command
from citadels_sim.runs.store import LocalStore, Store, open_store
from citadels_sim.tables.keys import Cell
from citadels_sim.tables.parquet import scan_table
from citadels_sim.text import command_line
from citadels_sim.variants.declared import declared_in

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
    summed: dict[str, Path] = {}
    for run in runs:
        manifest = run.manifest
        if run.design.between_two:
            continue  # its variants are combinations of rules, named for itself alone, and nothing of it is added up with another run
        for name, variant in manifest.variants.items():
            digest, other = digests.setdefault(name, (variant.digest, run.folder))
            if digest != variant.digest:
                raise RunError(
                    f"{run.folder}: variant '{name}' is not the '{name}' of {other}: their rules differ "
                    f"(digests {variant.digest[:12]} and {digest[:12]}). Write a report for each run, or give one of the variants another "
                    f"name."
                )
        for cell in manifest.cells:
            asked = manifest.experiment.what, manifest.experiment.where
            key = (manifest.experiment.kind, *asked, manifest.experiment.seed, *cell.key)
            other = played.setdefault(key, run.folder)
            if other != run.folder:
                raise RunError(
                    f"{run.folder}: {cell.variant} with {cell.players} players ({cell.lineup}) from seed "
                    f"{manifest.experiment.seed} is in {other} too: its games would count twice. Leave one of the runs out."
                )
        for shard in manifest.shards:  # whatever the manifest says of the seed: sums have none beside them
            if shard.table == "sums" and (other := summed.setdefault(shard.sha256, run.folder)) != run.folder:
                raise RunError(
                    f"{run.folder}/{shard.path}: is in {other} too: its games would count twice. One of the runs is a copy; leave it out."
                )
    return runs


def at_hand(store: Store | str | os.PathLike[str], manifest: Manifest | None = None) -> Path:
    """Return the folder of a run: itself, or a copy of a run at an address of fsspec, which goes when the program ends.

    Parameters
    ----------
    store : Store, str or path
        The run, or where it lies.
    manifest : Manifest, optional
        What says which files it has, where that is known.

    Raises
    ------
    RunError
        If there is no run at the address, or it cannot be read.
    """
    place = open_store(store) if isinstance(store, str | os.PathLike) else store
    if isinstance(place, LocalStore):
        return place.path
    try:
        data = place.read(MANIFEST)
    except FileNotFoundError:
        raise RunError(
            f"{place.address}: has no {MANIFEST}: not a run folder. Give a folder that `citadels run ... --out` wrote."
        ) from None
    listed = manifest or parse_manifest(data, f"{place.address}/{MANIFEST}", "Run the experiment again into a new folder.")
    _COPIES.append(tempfile.TemporaryDirectory(prefix="citadels-", ignore_cleanup_errors=True))
    copy = LocalStore(Path(_COPIES[-1].name) / place.address.rpartition("/")[2])
    copy.make()
    copy.write(MANIFEST, data)
    for shard in listed.shards:
        with contextlib.suppress(FileNotFoundError):  # whoever checks the copy says that it is missing
            copy.write(shard.path, place.read(shard.path))
    return copy.path


_COPIES: list[tempfile.TemporaryDirectory[str]] = []


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
    for entry in manifest.variants.values():
        note_titles(declared_in(entry.resolved))
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
    note_read(folder)
    manifest = check_run_folder(folder, kind)
    if manifest.state != "complete":
        raise RunError(f"{folder}: the run is not finished. Continue it first, then report: {resume_command(manifest, folder)}")
    check_files(folder, manifest, verify=verify)
    return Run(folder, manifest)


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
