"""``manifest.json`` of a run folder: what it must say, and reading it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator

from citadels_sim.errors import RunError
from citadels_sim.names import LONGEST_LABEL, LONGEST_NAME, label_fault, name_fault
from citadels_sim.text import cut, visible_line

__all__ = ["CellEntry", "Experiment", "Kind", "Manifest", "ShardEntry", "VariantEntry", "read_manifest"]

#: Versions of the run folder that this package reads: 1 has rows of all games, 2 has sums of all and may have rows of some.
SCHEMAS = (1, 2)


Kind = Literal["games", "forks", "crowns", "bans", "flow", "casts", "luck", "kingmaking", "attribution"]


class _Lenient(BaseModel):
    """A part of the manifest; what a later version adds is kept out of the way."""

    model_config = ConfigDict(extra="ignore", frozen=True)


def _checked(fault: Callable[[str], str]) -> AfterValidator:
    """Refuse a text that something is wrong with."""

    def check(text: str) -> str:
        if told := fault(text):
            raise ValueError(told)
        return text

    return AfterValidator(check)


Name = Annotated[str, _checked(name_fault)]
Label = Annotated[str, _checked(label_fault)]
Title = Annotated[str, AfterValidator(visible_line), _checked(label_fault)]
#: Runs of several variants by options alone were named by all of them, with "+" between, by earlier versions.
RunName = Annotated[str, _checked(lambda text: name_fault(text.replace("+", "-")[:LONGEST_NAME]))]


class Experiment(_Lenient):
    """What was asked for."""

    name: RunName
    variants: list[Name]
    players: list[int]
    games: int
    lineups: list[list[Label]]
    seed: int
    detail: str
    kind: Kind = "games"
    between: tuple[Name, Name] | None = None
    groups: dict[Label, list[Label]] | None = None
    margins: dict[str, float | tuple[float, float]] = Field(default_factory=dict)


class VariantEntry(_Lenient):
    """One variant as it was played."""

    title: Title
    digest: str
    resolved: dict[str, Any]


class CellEntry(_Lenient):
    """One cell: variant x players x line-up, and what it holds."""

    variant: Name
    players: int = Field(ge=2, le=8)
    lineup: Annotated[str, _checked(lambda text: label_fault(text, 8 * LONGEST_LABEL + 7))]
    blocks: int = Field(ge=0)
    rotations: int = Field(ge=1)
    games: int = Field(ge=0)

    @field_validator("lineup", mode="before")
    @classmethod
    def _as_text(cls, value: object) -> object:
        return ",".join(map(str, value)) if isinstance(value, list) else value


class ShardEntry(_Lenient):
    """One Parquet file of the run."""

    table: str
    path: str
    rows: int = Field(ge=0)
    sha256: str


class Manifest(_Lenient):
    """``manifest.json`` of a run folder."""

    schema_version: int = Field(alias="schema")
    name: RunName
    state: Literal["complete", "running"]
    experiment: Experiment
    variants: dict[Name, VariantEntry]
    cells: list[CellEntry]
    package_version: str
    libraries: dict[str, Any]
    machine: dict[str, Any]
    command: list[str]
    shards: list[ShardEntry]


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run folder.

    Raises
    ------
    RunError
        If there is none, or it cannot be understood.
    """
    path = folder / "manifest.json"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        what = "is empty" if not any(folder.iterdir()) else "has no manifest.json"
        inside = sorted(str(path.parent) for path in folder.glob("*/manifest.json"))
        give = f"one of the runs in it: {', '.join(inside)}" if inside else "the folder that `citadels run ... --out` wrote"
        raise RunError(f"{folder}: {what}: not a run folder. Give {give}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: cannot be read ({error}).") from None
    try:
        manifest = Manifest.model_validate_json(text)
    except ValidationError as error:
        faults = [
            f"{'.'.join(cut(str(part), 80) for part in e['loc']) or 'the file'}: {e['msg'].removeprefix('Value error, ')}"
            for e in error.errors()
        ]
        raise RunError(f"{path}: not a manifest of a run: {'; '.join(faults[:5])}. Run the experiment again into a new folder.") from None
    if manifest.schema_version not in SCHEMAS:
        raise RunError(
            f"{path}: schema: version {manifest.schema_version}, but this package reads {' and '.join(map(str, SCHEMAS))}. "
            f"Use the citadels_sim that wrote the run ({manifest.package_version})."
        )
    return manifest
