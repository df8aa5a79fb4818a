"""The run folder: its manifest, its shards' files, and what is still missing in it.

A shard counts as done when the manifest lists its files and their bytes have the checksums in the manifest; everything else is
played again. Nothing that is damaged is ever read.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from citadels_sim import __version__
from citadels_sim.errors import RunError
from citadels_sim.foreign import Unreadable, json_of
from citadels_sim.runs.code import libraries, rules_digest
from citadels_sim.runs.designs import all_designs
from citadels_sim.runs.manifest import MANIFEST, Manifest, ShardFile, manifest_digest, parse_manifest
from citadels_sim.runs.plan import Cell, Plan
from citadels_sim.runs.store import Store
from citadels_sim.variants import Variant, rules_version

if TYPE_CHECKING:
    from citadels_sim.bots import Bot

SCHEMA: Final = 2
"""Version of the run folder's form. 1 had no sums; 2 has them, and may have rows of the first games only."""
_CELL_KEYS: Final = ("players", "lineup", "blocks", "rotations", "per_game", "games", "row_blocks", "shard_blocks", "sums_blocks")
_KEYS: Final = ("schema", "experiment", "variants", "bots", "code", "shards", "command", "machine", "state")


def _described(variant: Variant) -> dict[str, Any]:
    """Describe a variant for the manifest: all that was played, whatever becomes of its file."""
    return {"title": variant.title, "digest": variant.digest, "rules_version": rules_version(variant), "resolved": variant.resolved()}


def stored_manifest(store: Store, remedy: str = "Run the experiment again into a new folder.") -> tuple[Manifest, dict[str, Any]] | None:
    """Read the manifest of a run, checked and as it is; None when there is none. `remedy` is what to do about one that is refused.

    Raises
    ------
    RunError
        When it cannot be read as one, or has another schema.
    """
    place = f"{store.address}/{MANIFEST}"
    try:
        data = store.read(MANIFEST)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise RunError(f"{place}: {error.strerror or error}. {remedy}") from None
    manifest = parse_manifest(data, place, remedy)
    if manifest.schema_version != SCHEMA:
        raise RunError(
            f"{place}: schema: this run has version {manifest.schema_version}, and this citadels_sim writes version {SCHEMA}. "
            f"Use the citadels_sim that began it ({manifest.package_version}), or another folder."
        )
    try:
        content: dict[str, Any] = json_of(data)
    except Unreadable as error:
        raise RunError(f"{place}: {error}. {remedy}") from None
    if missing := [key for key in _KEYS if key not in content]:
        raise RunError(f"{place}: {missing[0]}: missing. {remedy}")
    if not all(cell.shard_blocks and cell.sums_blocks for cell in manifest.cells):
        raise RunError(f"{place}: cells: shard_blocks, sums_blocks: missing. {remedy}")
    return manifest, content


def check_place(store: Store) -> None:
    """Refuse a file, and a folder that holds something else than a run.

    Raises
    ------
    RunError
    """
    place = Path(store.address)
    if place.is_file():
        raise RunError(f"{store.address}: is a file. Choose a folder with --out.")
    if not (place / MANIFEST).is_file() and store.names():
        raise RunError(f"{store.address}: this folder is not empty and holds no run. Choose an empty or new folder with --out.")


class RunFolder:
    """A run folder that is being written.

    Parameters
    ----------
    store : Store
        Where it lies; it exists, and is locked.
    plan : Plan
        What is played into it.
    command : sequence of str
        The command line that continues the run.

    Attributes
    ----------
    store : Store
    files : dict of int to tuple of ShardFile
        The shards that are done, by number.
    damaged : list of str
        Files that are damaged or missing, and will be played again.

    Raises
    ------
    RunError
        If the folder cannot be written, holds something else, or is the run of another experiment.
    """

    def __init__(self, store: Store, plan: Plan, command: Sequence[str]) -> None:
        self.store = store
        self.files: dict[int, tuple[ShardFile, ...]] = {}
        self.damaged: list[str] = []
        self._plan = plan
        self._content = _content(plan)
        self._command = list(command)
        self._machine = {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()}
        self._written = ""
        if (stored := stored_manifest(store, "Choose another folder with --out.")) is None:
            check_place(store)
        else:
            manifest, old = stored
            self._check_same(old)
            self._machine = old["machine"]
            self._written = json.dumps(old)
            self._take_over(manifest.shards)
        self._refuse_foreign()

    def add(self, number: int, files: Sequence[ShardFile]) -> None:
        """Note that a shard is done; `save` writes it down."""
        self.files[number] = tuple(files)

    @property
    def fresh(self) -> bool:
        """Whether there is no manifest yet."""
        return not self._written

    @property
    def command(self) -> list[str]:
        """The command line that continues the run: the one that was just given, not the one in the manifest."""
        return self._command

    def save(self, state: str, cells: Mapping[int, Mapping[str, Any]] | None = None) -> None:
        """Write the manifest.

        Parameters
        ----------
        state : {"running", "complete"}
        cells : mapping of int to mapping, optional
            What the manifest says of a cell beside the plan's figures, by index.
        """
        tables = {table.name: table for table in self._plan.design.tables}
        order = list(tables)
        ordered = sorted((file for files in self.files.values() for file in files), key=lambda f: (order.index(f.table), f.number))
        more_of = cells or {}
        manifest = {
            "schema": SCHEMA,
            "name": self._content["experiment"]["name"],
            "state": state,
            **self._content,
            "cells": [cell | dict(more_of.get(i, {})) for i, cell in enumerate(self._content["cells"])],
            "package_version": __version__,
            "libraries": libraries(),
            "machine": self._machine,
            "command": self._command,
            "columns": {name: tables[name].meanings for name in dict.fromkeys(file.table for file in ordered)},
            "shards": [file.model_dump() for file in ordered],
        }
        manifest["sha256"] = manifest_digest(json.loads(json.dumps(manifest)))
        as_line = json.dumps(manifest)
        if as_line != self._written:
            self.store.write(MANIFEST, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode())
            self._written = as_line

    def _check_same(self, old: dict[str, Any]) -> None:
        before, now = ({"kind": "games"} | content["experiment"] for content in (old, self._content))
        differ = [
            f"{key} was {json.dumps(before.get(key))} and is {json.dumps(now.get(key))}"
            for key in dict.fromkeys((*before, *now))
            if before.get(key) != now.get(key)
        ]
        for name, variant in old["variants"].items():
            current = self._content["variants"].get(name)
            if current is not None and current["digest"] != variant["digest"]:
                differ.append(f"the rules of variant '{name}' have changed")
        if not differ and old["bots"] != self._content["bots"]:
            differ.append("a bot's file or parameters have changed")
        if not differ and old["code"] != self._content["code"]:
            differ.append(f"it was begun by other code of citadels_sim ({old.get('package_version', 'unknown version')})")
        if differ:
            raise RunError(
                f"{self.store.address}: this folder is the run of another experiment: {'; '.join(differ)}. Choose another with --out."
            )

    def _take_over(self, listed: Sequence[ShardFile]) -> None:
        """Keep the shards whose files are all there with the right bytes."""
        by_number: dict[int, list[ShardFile]] = {}
        for file in listed:
            by_number.setdefault(file.number, []).append(file)
        wanted = {shard.number: self._plan.tables_of(shard) for shard in self._plan.shards()}
        for number, files in by_number.items():
            bad = [file.path for file in files if not file.whole(self.store)]
            if bad or tuple(file.table for file in files) != wanted.get(number):
                self.damaged += bad or [files[0].path]
            else:
                self.files[number] = tuple(files)

    def _refuse_foreign(self) -> None:
        """Refuse a folder with shards in it that are not the run's: whoever reads a table's folder would take them for games of it."""
        ours = {ShardFile.path_of(t, shard.number) for shard in self._plan.shards() for t in self._plan.tables_of(shard)}
        foreign = [name for name in shard_names(self.store) if name not in ours]
        if foreign:
            more = f" (and {len(foreign) - 1} more)" if len(foreign) > 1 else ""
            raise RunError(
                f"{self.store.address}/{foreign[0]}{more}: is not a shard of this run, but readers would take it for one. Move it out of "
                f"the folder, and give the same command again."
            )


def shard_names(store: Store) -> Iterable[str]:
    """Name the files that lie in the folders of tables."""
    tables = {table.name for design in all_designs().values() for table in design.tables}
    return (name for name in store.names() if name.partition("/")[0] in tables and "/" in name)


def _weights_of(bot: Bot) -> dict[str, Any]:
    """Describe a bot's fitted values for the manifest: of each file what it was fitted to, and its values."""
    if not bot.weights:
        return {}
    keys = ("variant", "players", "sha256")
    return {
        "weights": [
            {"file": Path(weights.source).name} | {key: getattr(weights, key) for key in keys} | {"values": dict(weights.values)}
            for weights in bot.weights
        ]
    }


def _cell(cell: Cell) -> dict[str, Any]:
    """Describe a planned cell for the manifest: enough to lay out its shards again."""
    looks = {"looks": list(cell.looks)} if cell.looks else {}
    return {"variant": cell.variant.name} | {key: getattr(cell, key) for key in _CELL_KEYS} | looks


def _content(plan: Plan) -> dict[str, Any]:
    """Everything in the manifest that follows from the experiment and the code."""
    digests = plan.bot_digests()
    return {
        "experiment": plan.experiment.settings(),
        "variants": {variant.name: _described(variant) for variant in plan.variants},
        "bots": {
            name: {
                "doc": bot.doc,
                "source": bot.source,
                "sha256": digests[name],
                "parameters": {p.name: bot.values.get(p.name, p.default) for p in bot.parameters},
                **_weights_of(bot),
            }
            for name, bot in plan.bots.items()
        },
        "cells": [_cell(cell) for cell in plan.cells],
        "code": rules_digest(plan.design),
    }
