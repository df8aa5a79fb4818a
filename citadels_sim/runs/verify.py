"""Looking over a run folder: which shards are damaged, missing or foreign, and what to do about them. Nothing is changed."""

from __future__ import annotations

import hashlib
import io
import itertools
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Final

import polars as pl

from citadels_sim.errors import RunError
from citadels_sim.files import UNFINISHED
from citadels_sim.footer import check_rows, read_footer
from citadels_sim.foreign import Unreadable
from citadels_sim.runs.contents import Refused, check_files
from citadels_sim.runs.designs import design_of
from citadels_sim.runs.folder import shard_names, stored_manifest
from citadels_sim.runs.manifest import MANIFEST, MOST_ROWS, CellEntry, Manifest, ShardFile, resume_command
from citadels_sim.runs.reading import at_hand
from citadels_sim.runs.store import LocalStore, Store

_MOST_MISSING: Final = 1_000
"""Shards that are reported as missing: a manifest can claim a million of them."""
_ANEW: Final = "give the run's command again: it replays the shard"
_AWAY: Final = "move it out of the folder: readers would take it for games of this run"


@dataclass(frozen=True)
class Finding:
    """What is wrong with one file.

    Attributes
    ----------
    path : str
        The file, relative to the folder.
    fault : {"damaged", "missing", "foreign", "unfinished"}
        ``unfinished``: half written by a command that was killed, or whole but not noted by it.
    text : str
        What is wrong.
    remedy : str
        What to do.
    """

    path: str
    fault: str
    text: str
    remedy: str

    def as_data(self) -> dict[str, str]:
        """Return it as JSON-able data."""
        return asdict(self)


@dataclass(frozen=True)
class Verified:
    """What a folder holds.

    Attributes
    ----------
    address : str
        The folder.
    state : str
        "running" (unfinished) or "complete", as the manifest says.
    files : int
        Files that the manifest lists.
    findings : tuple of Finding
        What is wrong; nothing where it is empty.
    command : str
        The command line that continues the run.
    """

    address: str
    state: str
    files: int
    findings: tuple[Finding, ...]
    command: str


def verify_run(store: Store) -> Verified:
    """Read every byte of a run and compare it with the manifest.

    Raises
    ------
    RunError
        When it is no run, or its manifest cannot be understood.
    """
    read = stored_manifest(store)
    if read is None:
        raise RunError(f"{store.address}: is not a run folder: it has no {MANIFEST}. Give a folder that `citadels run` wrote.")
    manifest = read[0]
    cells = {number: cell for number, cell, _ in _layout(manifest)}
    listed = {file.path for file in manifest.shards}
    findings = [fault for file in manifest.shards if (fault := _check(store, file, cells.get(file.number)))]
    findings += _unlisted(store, manifest, listed)
    if manifest.state == "complete":
        findings += _unplayed(manifest, listed)
    if not findings:
        findings += _unread(store, manifest)
    return Verified(store.address, manifest.state, len(listed), tuple(findings), resume_command(manifest, store.address))


def _layout(manifest: Manifest) -> Iterator[tuple[int, CellEntry, tuple[str, ...]]]:
    """Yield every shard that the run has, or may have: its number, its cell and its tables."""
    design, detail = design_of(manifest.experiment.kind), manifest.experiment.detail
    for number, (cell, first, _, rows) in enumerate(manifest.ranges()):
        if first < cell.blocks:
            yield number, cell, design.tables_of(detail, rows=rows, cells=len(manifest.cells))


def _check(store: Store, file: ShardFile, cell: CellEntry | None) -> Finding | None:
    """Compare a file with what the manifest says of it."""
    try:
        data = store.read(file.path)
    except FileNotFoundError:
        return Finding(file.path, "missing", "the manifest lists it, but it is missing", _ANEW)
    except OSError as error:
        return Finding(file.path, "damaged", f"it cannot be read ({error.strerror or error})", _ANEW)
    same = hashlib.sha256(data).hexdigest() == file.sha256
    try:
        footer = read_footer(data)
        check_rows(footer, file.rows if same else min(footer.rows, MOST_ROWS))
        foreign = cell is not None and not same and not _of_cell(data, cell)
    except (Unreadable, pl.exceptions.PolarsError, OSError) as error:
        if same:
            return Finding(file.path, "damaged", f"its checksum is the manifest's, but it does not belong to this run: {error}", _ANEW)
        return Finding(file.path, "damaged", "its checksum is not the manifest's, and it is not a complete Parquet file", _ANEW)
    if same:
        return None
    if foreign:
        return Finding(file.path, "foreign", "it is a shard of another run, or of another place in this one", _ANEW)
    return Finding(file.path, "damaged", "its checksum is not the manifest's: it was changed, or written by another run", _ANEW)


def _of_cell(data: bytes, cell: CellEntry) -> bool:
    """Return whether all rows of a file are of a cell; only the columns that say so are unpacked."""
    keys = ("variant", "players", "lineup")
    if not set(keys) <= set(pl.read_parquet_schema(io.BytesIO(data))):
        return False
    cells = pl.read_parquet(io.BytesIO(data), columns=list(keys)).select(keys).unique().select(pl.col(keys).cast(pl.String)).rows()
    return cells == [(cell.variant, str(cell.players), cell.lineup)]


def _unread(store: Store, manifest: Manifest) -> Iterator[Finding]:
    """Find what readers of the run refuse, although every checksum is right."""
    try:
        check_files(at_hand(store, manifest), manifest, verify=False)
    except Refused as error:
        yield Finding(error.path, "damaged", error.fault, error.remedy)


def _unlisted(store: Store, manifest: Manifest, listed: set[str]) -> Iterator[Finding]:
    """Find files in the folders of tables that the manifest does not list."""
    ours = {ShardFile.path_of(table, number) for number, _, tables in _layout(manifest) for table in tables}
    running = manifest.state != "complete"
    for name in shard_names(store):
        if name in listed:
            continue
        if running and name in ours:
            yield Finding(
                name,
                "unfinished",
                "the run was stopped before the manifest listed it",
                "give the run's command again: it replays the shard",
            )
        else:
            yield Finding(name, "foreign", "the manifest does not list it", _AWAY)
    if isinstance(store, LocalStore):
        for path in sorted(store.path.rglob(UNFINISHED)):
            name = path.relative_to(store.path).as_posix()
            yield Finding(name, "unfinished", "a command that was killed was writing it", "nothing: the run's command removes it")


def _unplayed(manifest: Manifest, listed: set[str]) -> Iterator[Finding]:
    """Find shards that a complete run should have and its manifest does not list; a thousand are enough to know it."""
    missing = (path for number, _, tables in _layout(manifest) for path in (ShardFile.path_of(table, number) for table in tables))
    for path in itertools.islice((path for path in missing if path not in listed), _MOST_MISSING):
        yield Finding(path, "missing", "the run is marked complete, but the manifest does not list it", _ANEW)
