"""``manifest.json`` of a run folder: what it must say, and reading it.

A run folder may come from anybody: its manifest is checked here before anything is made of it, and the files that it names
can only be its own.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from citadels_sim.errors import RunError, VariantError
from citadels_sim.foreign import MOST_DATA, Unreadable, is_file, json_of, read_bytes
from citadels_sim.lineups import split_lineup
from citadels_sim.names import LONGEST_LABEL, LONGEST_NAME, label_fault, name_fault
from citadels_sim.runs.command_line import command_of
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import all_designs, design_of
from citadels_sim.runs.layout import PIECES, STEP_PIECES, Stage, stages
from citadels_sim.runs.store import Store
from citadels_sim.tables.keys import Cell
from citadels_sim.text import command_line, cut, visible_line
from citadels_sim.variants import from_resolved

#: Versions of the run folder that this package reads: 1 has rows of all games, 2 has sums of all and may have rows of some.
SCHEMAS = (1, 2)

MANIFEST: Final = "manifest.json"
MOST_SHARDS: Final = 1_000_000
"""Shards of a run: each is a file for each of its tables, and a line of the manifest."""
MOST_ROWS: Final = 10_000_000
"""Rows of one file; the turns of the most games that a shard has are a third of it."""
_OTHERS: Final = {
    "report.json": "is a report, not a run folder",
    "study.json": "is the folder of a study, not a run folder",
}
_MOST: Final = 10**12
"""Games of a cell."""

_Count = Annotated[int, Field(ge=0, le=_MOST, strict=True)]
_Some = Annotated[int, Field(ge=1, le=_MOST, strict=True)]
_Players = Annotated[int, Field(ge=2, le=8, strict=True)]


def _checked(fault: Callable[[str], str]) -> AfterValidator:
    """Refuse a text that something is wrong with."""

    def check(text: str) -> str:
        if message := fault(text):
            raise ValueError(message)
        return text

    return AfterValidator(check)


_Name = Annotated[str, _checked(name_fault)]
_Label = Annotated[str, _checked(label_fault)]
_Kind = Annotated[str, _checked(lambda kind: "" if kind in all_designs() else f"{cut(kind, 80)!r} is not a kind of experiment")]
#: As `split_lineup` gives it: one that is split again in a command line would name other bots there.
_Bot = Annotated[str, _checked(lambda text: label_fault(text) or ("" if split_lineup(text) == [text] else f"{text!r} is not one bot"))]
_Condition = Annotated[str, _checked(lambda text: label_fault(text, 1000))]
_Title = Annotated[str, AfterValidator(visible_line), _checked(label_fault)]
#: Runs of several variants by options alone were named by all of them, with "+" between, by earlier versions.
_RunName = Annotated[str, _checked(lambda text: name_fault(text.replace("+", "-")[:LONGEST_NAME]))]


class _Lenient(BaseModel):
    """A part of the manifest; what a later version adds is kept out of the way."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)


class Experiment(_Lenient):
    """What was requested."""

    name: _RunName
    variants: list[_Name] = Field(min_length=1)
    players: list[_Players] = Field(min_length=1)
    games: _Some
    lineups: list[Annotated[list[_Bot], Field(min_length=1)]] = Field(min_length=1)
    seed: int = Field(ge=0, lt=1 << 63, strict=True)
    detail: Literal["games", "turns", "events"]
    kind: _Kind = "games"
    rows: _Count | None = None
    precision: float | None = None
    replicates: int | None = Field(default=None, ge=1, le=1000)
    rounds: int | None = Field(default=None, ge=1, le=300)
    what: _Label | None = None
    where: _Condition | None = None
    between: tuple[_Name, _Name] | None = None
    groups: dict[_Label, list[_Label]] | None = Field(default=None, min_length=1, max_length=8)
    margins: dict[str, float | tuple[float, float]] = Field(default_factory=dict)
    growing: bool | None = None

    @property
    def design(self) -> Design:
        """The design of its kind."""
        return design_of(self.kind)


class VariantEntry(_Lenient):
    """One variant as it was played."""

    title: _Title
    digest: str
    resolved: dict[str, Any]

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        try:
            variant = from_resolved(self.resolved)
        except VariantError:  # of a version whose rules had another form
            return self
        if variant.digest != self.digest and variant.resolved() == self.resolved:
            raise ValueError("the digest is not that of the resolved rules")
        return self


class CellEntry(_Lenient):
    """One cell: variant x players x line-up, and what it holds."""

    variant: _Name
    players: _Players
    lineup: Annotated[str, _checked(lambda text: label_fault(text, 8 * LONGEST_LABEL + 7))]
    blocks: _Count
    rotations: int = Field(ge=1, le=8, strict=True)
    per_game: int = Field(default=1, ge=1, le=8, strict=True)
    games: _Count
    row_blocks: _Count | None = None
    shard_blocks: _Some | None = None
    sums_blocks: _Some | None = None
    most_blocks: _Count | None = None
    looks: tuple[_Some, ...] = Field(default=(), max_length=1_000)

    @field_validator("lineup", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        return ",".join(map(str, value)) if isinstance(value, list) else value

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        if self.games != self.blocks * self.rotations * self.per_game:
            raise ValueError(f"{self.games} games are not {self.blocks} blocks of {self.rotations * self.per_game}")
        if any(one >= other for one, other in itertools.pairwise(self.looks)) or (self.looks and self.looks[-1] != self.most):
            raise ValueError(f"looks: they should ascend to {self.most}, the blocks of the cell")
        if self.rotations > self.players:
            raise ValueError(f"{self.rotations} rotations are more than {self.players} players")
        return self

    @property
    def key(self) -> Cell:
        """Variant, players and line-up."""
        return self.variant, self.players, self.lineup

    @property
    def most(self) -> int:
        """Blocks that the cell may have: more than it has where it reached its precision before."""
        return self.blocks if self.most_blocks is None else self.most_blocks


class ShardFile(_Lenient):
    """One Parquet file of the run, of the form that the writer gives its path: always inside the folder."""

    table: str = Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")
    path: str
    rows: int = Field(ge=0, le=MOST_ROWS, strict=True)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")

    @model_validator(mode="after")
    def _inside(self) -> Self:
        if re.fullmatch(rf"{self.table}/part-(?:[0-9]{{5}}|[1-9][0-9]{{5}})\.parquet", self.path) is None:
            raise ValueError(f"the path should read {self.table}/part-00000.parquet")
        return self

    @classmethod
    def from_data(cls, table: str, number: int, rows: int, data: bytes) -> Self:
        """Describe the file of a shard by its bytes."""
        return cls(table=table, path=cls.path_of(table, number), rows=rows, sha256=hashlib.sha256(data).hexdigest())

    @staticmethod
    def path_of(table: str, number: int) -> str:
        """Name the file of a shard, relative to the folder."""
        return f"{table}/part-{number:05d}.parquet"

    @property
    def number(self) -> int:
        """The shard's number."""
        return int(self.path.rpartition("-")[2].removesuffix(".parquet"))

    def whole(self, store: Store) -> bool:
        """Return whether the file is there with the right bytes."""
        try:
            return hashlib.sha256(store.read(self.path)).hexdigest() == self.sha256
        except OSError:
            return False


class Manifest(_Lenient):
    """``manifest.json`` of a run folder."""

    schema_version: int = Field(alias="schema")
    name: _RunName
    state: Literal["complete", "running"]
    experiment: Experiment
    variants: dict[_Name, VariantEntry] = Field(min_length=1)
    cells: list[CellEntry] = Field(min_length=1, max_length=MOST_SHARDS)
    bots: dict[str, Any] = Field(default_factory=dict)
    code: str = ""
    package_version: str
    libraries: dict[str, Any]
    machine: dict[str, Any]
    command: list[str]
    shards: list[ShardFile]
    sha256: str | None = None

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        cells = [cell.key for cell in self.cells]
        paths = [shard.path for shard in self.shards]
        for what, entries in (("cells", cells), ("shards", paths)):
            if len(set(entries)) < len(entries):
                raise ValueError(f"{what}: one occurs twice")
        wanted = self.experiment
        variants, players, lineups = set(wanted.variants), set(wanted.players), {",".join(line) for line in wanted.lineups}
        for variant, n, lineup in cells:
            if variant not in variants or n not in players or lineup not in lineups:
                raise ValueError(f"cells: {variant!r} with {n} players and the line-up {lineup!r} is not of the experiment")
        if lacking := next((name for name in wanted.variants if name not in self.variants), None):
            raise ValueError(f"variants: {lacking!r} is missing")
        if sum(stage.shards for cell in self.cells for stage in self.stages(cell)) > MOST_SHARDS:
            raise ValueError(f"cells: they would have more than {MOST_SHARDS:,} shards")
        for table, most in (("games", 1), ("seats", 8)):
            rows = sum(shard.rows for shard in self.shards if shard.table == table)
            if rows > most * sum(cell.games for cell in self.cells):
                raise ValueError(f"shards: {rows:,} rows of '{table}' are more than the cells have games for")
        return self

    def stages(self, cell: CellEntry) -> Iterator[Stage]:
        """Return the shards of a cell; none where the manifest, of an earlier version, does not say how large they are."""
        if cell.shard_blocks is None or cell.sums_blocks is None:
            return iter(())
        rows = cell.most if self.experiment.rows is None else min(cell.most, -(-self.experiment.rows // (cell.rotations * cell.per_game)))
        pieces = STEP_PIECES if self.experiment.growing else PIECES
        return stages(cell.most, rows, cell.shard_blocks, cell.sums_blocks, cell.looks, pieces)

    def ranges(self) -> Iterator[tuple[CellEntry, int, int, bool]]:
        """Yield the cell, the first block, the one behind the last, and whether rows are kept, of every shard there may be, by number."""
        for cell in self.cells:
            for stage in self.stages(cell):
                for first, blocks, rows in stage.ranges():
                    yield cell, first, first + blocks, rows


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run folder.

    Raises
    ------
    RunError
        If there is none, or it cannot be understood.
    """
    path = folder / MANIFEST
    try:
        data = read_bytes(path, MOST_DATA, folder)
    except Unreadable as error:
        if not error.missing:
            raise RunError(f"{path}: {error}.") from None
        empty = f"{'has no manifest.json' if any(folder.iterdir()) else 'is empty'}: not a run folder"
        what = next((text for name, text in _OTHERS.items() if is_file(folder / name)), empty)
        runs = sorted([*folder.glob("*/manifest.json"), *folder.glob("runs/*/manifest.json")])
        within = [command_line([str(path.parent)]) for path in runs]
        give = f"one of the runs in it: {', '.join(within)}" if within else "the folder that `citadels run ... --out` wrote"
        raise RunError(f"{folder}: {what}. Give {give}.") from None
    manifest = parse_manifest(data, str(path), "Run the experiment again into a new folder.")
    if manifest.schema_version not in SCHEMAS:
        raise RunError(
            f"{path}: schema: version {manifest.schema_version}, but this package reads {' and '.join(map(str, SCHEMAS))}. "
            f"Use the citadels_sim that wrote the run ({manifest.package_version})."
        )
    return manifest


def parse_manifest(data: bytes, place: str, remedy: str) -> Manifest:
    """Read the content of a manifest.

    Parameters
    ----------
    data : bytes
        Of the file.
    place : str
        The file, for messages.
    remedy : str
        What to do about one that cannot be understood.

    Raises
    ------
    RunError
        If it cannot be understood, or contradicts itself.
    """
    try:
        manifest = Manifest.model_validate_json(data)
    except ValidationError as error:
        faults = [
            f"{'.'.join(cut(str(part), 80) for part in e['loc']) or 'the file'}: {e['msg'].removeprefix('Value error, ')}"
            for e in error.errors()
        ]
        raise RunError(f"{place}: not a manifest of a run: {'; '.join(faults[:5])}. {remedy}") from None
    try:
        changed = manifest.sha256 is not None and manifest.sha256 != manifest_digest(json_of(data))
    except Unreadable as error:
        raise RunError(f"{place}: {error}. {remedy}") from None
    if changed:
        raise RunError(f"{place}: was changed after the run wrote it: its content does not match its digest. {remedy}")
    return manifest


def manifest_digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what a manifest says, whatever its layout; earlier versions wrote none."""
    text = json.dumps({key: value for key, value in content.items() if key != "sha256"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def resume_command(manifest: Manifest, folder: object) -> str:
    """Write the command line that continues a run, from its experiment and not from the command in the manifest.

    Files of bots and variants are written as ``FILE``: whoever runs the command names them.
    """
    return command_line(command_of(manifest.experiment, str(folder), files=False))
