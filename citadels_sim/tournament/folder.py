"""The run folder: its manifest, files that are there whole or not at all, and what is still missing in it.

A file is written beside its place, flushed to the disk and renamed into it. A shard counts as done when the manifest lists it and its
bytes have the checksum that the manifest tells; everything else is played again.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.metadata
import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from citadels_sim import __version__
from citadels_sim.errors import RunError
from citadels_sim.tournament.dictionary import DICTIONARY
from citadels_sim.tournament.plan import Plan, Shard

__all__ = ["MANIFEST", "SCHEMA", "TABLES", "RunFolder", "ShardFile", "locked", "rules_digest", "write_whole"]

SCHEMA: Final = 1
"""Version of the run folder's form."""
MANIFEST: Final = "manifest.json"
TABLES: Final = {"games": ("games", "seats"), "turns": ("games", "seats", "turns"), "events": ("games", "seats", "turns", "events")}
"""The tables that each detail keeps."""

_LIBRARIES: Final = ("numba", "numpy", "polars")
_CODE: Final = ("catalogue", "variants", "engine", "bots", "game", "tournament")
"""The parts of the package that decide what a run's tables hold."""


def rules_digest() -> str:
    """Digest of the sources that decide what is played and how it is written; a run is continued by the same code only."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for part in _CODE:
        for path in sorted((package / part).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Write a file so that it is there whole or not at all.

    Parameters
    ----------
    path : Path
        Its place.
    write : callable
        Writes the content to the path that it is given, beside `path`.

    Raises
    ------
    RunError
        When the disk is full or the folder cannot be written; nothing is left behind.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(beside)
        # The folder itself is not flushed: a shard whose rename a power cut undoes is missing, and is played again.
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        what = "the disk is full" if error.errno == errno.ENOSPC else f"cannot be written ({error.strerror or error})"
        raise RunError(f"{path}: {what}. Make room or choose another folder with --out, and give the same command again.") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a run folder, so that no second command writes into it; the system lets go when the process ends, however it ends.

    Raises
    ------
    RunError
        When another command is writing into the folder.
    """
    try:
        import fcntl
    except ImportError:  # Windows: two commands at once write the same bytes, one after the other
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(f"{folder}: another command is writing into this folder. Wait for it, or choose another with --out.") from None
        yield
    finally:
        os.close(handle)


@dataclass(frozen=True)
class ShardFile:
    """One Parquet file, as the manifest lists it: table, path within the folder, rows, SHA-256."""

    table: str
    path: str
    rows: int
    sha256: str

    @classmethod
    def of(cls, folder: Path, table: str, number: int, rows: int) -> ShardFile:
        """Describe the file of a shard that has just been written."""
        path = f"{table}/part-{number:05d}.parquet"
        return cls(table, path, rows, sha256_of(folder / path))

    @property
    def number(self) -> int:
        """The shard's number."""
        return int(self.path.rpartition("-")[2].removesuffix(".parquet"))


def sha256_of(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class RunFolder:
    """A run folder that is being written.

    Parameters
    ----------
    path : Path
        The folder; made when it is not there.
    plan : Plan
        What is played into it.
    command : sequence of str
        The command line that goes on with the run.

    Attributes
    ----------
    path : Path
    files : dict of int to tuple of ShardFile
        The shards that are done, by number.
    damaged : list of str
        What was found damaged or missing, and will be played again.

    Raises
    ------
    RunError
        If the folder cannot be written, holds something else, or is the run of another experiment.
    """

    def __init__(self, path: Path, plan: Plan, command: Sequence[str]) -> None:
        self.path = path
        self.files: dict[int, tuple[ShardFile, ...]] = {}
        self.damaged: list[str] = []
        self._tables = TABLES[plan.experiment.detail]
        self._content = _content(plan)
        self._command = list(command)
        self._machine = {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()}
        self._state = ""
        old = self._read_old()
        if old is not None:
            self._check_same(old)
            self._command = old["command"]
            self._machine = old["machine"]
            self._state = old["state"]
            self._take_over([ShardFile(**entry) for entry in old["shards"]])
        else:
            _make_folder(path)
            self.save("running")

    def missing(self, plan: Plan) -> list[Shard]:
        """Give the shards that are not done."""
        return [shard for shard in plan.shards() if shard.number not in self.files]

    def add(self, number: int, files: Sequence[ShardFile]) -> None:
        """Note that a shard is done; `save` writes it down."""
        self.files[number] = tuple(files)

    @property
    def command(self) -> list[str]:
        """The command line that goes on with the run."""
        return self._command

    def save(self, state: str) -> None:
        """Write the manifest: ``state`` is "running" or "complete"."""
        if state == self._state == "complete" and not self.damaged:
            return
        self._state = state
        ordered = sorted((file for files in self.files.values() for file in files), key=lambda f: (self._tables.index(f.table), f.path))
        manifest = {
            "schema": SCHEMA,
            "name": self._content["experiment"]["name"],
            "state": state,
            **self._content,
            "package_version": __version__,
            "libraries": {name: importlib.metadata.version(name) for name in _LIBRARIES} | {"python": platform.python_version()},
            "machine": self._machine,
            "command": self._command,
            "columns": {table: DICTIONARY[table] for table in self._tables},
            "shards": [vars(file) for file in ordered],
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
        write_whole(self.path / MANIFEST, lambda place: _write_text(place, text))

    def _read_old(self) -> dict[str, Any] | None:
        path = self.path / MANIFEST
        if self.path.exists() and not self.path.is_dir():
            raise RunError(f"{self.path}: is a file. Choose a folder with --out.")
        if not path.is_file():
            if self.path.is_dir() and any(not entry.name.startswith(".") for entry in self.path.iterdir()):
                raise RunError(f"{self.path}: this folder holds something else than a run. Choose an empty or new folder with --out.")
            return None
        try:
            old: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            _ = [old[key] for key in ("schema", "experiment", "variants", "bots", "code", "shards", "command", "machine", "state")]
            _ = [ShardFile(**entry) for entry in old["shards"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RunError(f"{path}: cannot be read as the manifest of a run ({error}). Choose another folder with --out.") from None
        return old

    def _check_same(self, old: dict[str, Any]) -> None:
        if old["schema"] != SCHEMA:
            raise RunError(
                f"{self.path}: this run has form {old['schema']}, and this version writes form {SCHEMA}. Choose another folder with --out."
            )
        differ = [
            f"{key} was {json.dumps(value)} and is {json.dumps(self._content['experiment'].get(key))}"
            for key, value in old["experiment"].items()
            if value != self._content["experiment"].get(key)
        ]
        for name, variant in old["variants"].items():
            now = self._content["variants"].get(name)
            if now is not None and now["digest"] != variant["digest"]:
                differ.append(f"the rules of variant '{name}' are not the same any more")
        if not differ and old["bots"] != self._content["bots"]:
            differ.append("a bot's file or parameters are not the same any more")
        if not differ and old["code"] != self._content["code"]:
            differ.append(f"it was begun by other code of citadels_sim ({old.get('package_version', 'unknown version')})")
        if differ:
            raise RunError(f"{self.path}: this folder is the run of another experiment: {'; '.join(differ)}. Choose another with --out.")

    def _take_over(self, listed: Sequence[ShardFile]) -> None:
        """Keep the shards whose files are all there with the right bytes."""
        by_number: dict[int, list[ShardFile]] = {}
        for file in listed:
            by_number.setdefault(file.number, []).append(file)
        for number, files in by_number.items():
            bad = [file.path for file in files if not self._whole(file)]
            if bad or [file.table for file in files] != list(self._tables):
                self.damaged += bad or [files[0].path]
            else:
                self.files[number] = tuple(files)

    def _whole(self, file: ShardFile) -> bool:
        try:
            return sha256_of(self.path / file.path) == file.sha256
        except OSError:
            return False


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{path}: the folder cannot be made ({error.strerror}). Choose another with --out.") from None


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _content(plan: Plan) -> dict[str, Any]:
    """Everything in the manifest that follows from the experiment and the code."""
    digests = plan.bot_digests()
    return {
        "experiment": plan.experiment.model_dump(mode="json"),
        "variants": {v.name: {"title": v.title, "digest": v.digest, "resolved": v.resolved()} for v in plan.variants},
        "bots": {
            name: {
                "doc": bot.doc,
                "source": bot.source,
                "sha256": digests[name],
                "parameters": {p.name: bot.values.get(p.name, p.default) for p in bot.parameters},
            }
            for name, bot in plan.bots.items()
        },
        "cells": [
            {"variant": c.variant.name} | {key: getattr(c, key) for key in ("players", "lineup", "blocks", "rotations", "games")}
            for c in plan.cells
        ],
        "code": rules_digest(),
    }
