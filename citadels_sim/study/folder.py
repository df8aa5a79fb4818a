"""The study folder: ``study.json``, which holds the question and how far each part is played, a run folder for each part, and the page."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from citadels_sim.errors import RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import Unreadable, is_file, read_json
from citadels_sim.names import NAME
from citadels_sim.runs.lock import locked
from citadels_sim.runs.store import LocalStore, within
from citadels_sim.study.question import Question
from citadels_sim.text import visible_line

_FILE: Final = "study.json"
_MOST: Final = 4 << 20
"""Bytes of such a file."""
_SCHEMA: Final = 1
_PAGE: Final = "report"
_RUNS: Final = "runs"

_Name = Annotated[str, Field(pattern=f"^{NAME}$")]


class PartRecord(BaseModel):
    """How far one part is played.

    Attributes
    ----------
    steps : tuple of int
        Blocks of each cell; written before they are played, so that a study that was killed plays the same.
    seconds : tuple of float
        Of one process, that went into each cell.
    timed : tuple of int
        Blocks of each cell that these seconds played.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    steps: tuple[Annotated[int, Field(ge=0, le=10**12)], ...] = Field(max_length=1_000_000)
    seconds: tuple[Annotated[float, Field(ge=0)], ...] = Field(max_length=1_000_000)
    timed: tuple[Annotated[int, Field(ge=0, le=10**12)], ...] = Field(max_length=1_000_000)

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        if not len(self.steps) == len(self.seconds) == len(self.timed):
            raise ValueError("steps, seconds and timed should have a number for each cell")
        return self


class VersionRecord(BaseModel):
    """Which version of rules of one's own a study plays.

    Attributes
    ----------
    number : int
        From 1.
    file : str
        The file that was named when it began.
    written, kept : str
        Copies in the study's folder: of the file, byte by byte, and the one that is played, whose path of what it extends may be another.
    begun : str
        Date and time, UTC.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    number: int = Field(ge=1, le=10_000)
    file: str = Field(max_length=4096)
    written: str = Field(max_length=4096)
    kept: str = Field(max_length=4096)
    begun: Annotated[str, AfterValidator(visible_line)] = Field(max_length=40)


class StudyRecord(BaseModel):
    """``study.json``.

    Attributes
    ----------
    confirming : dict of str to PartRecord
        Parts that judge nothing, but confirm what the others find or do not, see `confirming.Confirming`.
    skipped : dict of str to str
        Parts that cannot be planned, and why.
    failed : dict of str to str
        Parts whose play failed: for each a sentence that says how.
    judges : tuple of str
        Who judges, in sentences, see `question.said_of_question`.
    spent : float
        Seconds that the study has taken, in all sessions.
    state : {"running", "complete"}
    version : VersionRecord or None
        Of a study of rules of one's own.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    schema_version: Literal[1] = Field(default=_SCHEMA, alias="schema")
    question: Question
    parts: dict[_Name, PartRecord] = Field(default_factory=dict, max_length=1000)
    confirming: dict[_Name, PartRecord] = Field(default_factory=dict, max_length=1000)
    skipped: dict[_Name, str] = Field(default_factory=dict, max_length=1000)
    failed: dict[_Name, Annotated[str, AfterValidator(visible_line)]] = Field(default_factory=dict, max_length=1000)
    judges: tuple[Annotated[str, AfterValidator(visible_line)], ...] = Field(default=(), max_length=100)
    spent: float = Field(default=0.0, ge=0)
    state: Literal["running", "complete"] = "running"
    version: VersionRecord | None = None

    @model_validator(mode="after")
    def _has_one_budget(self) -> Self:
        if (self.question.minutes is None) == (self.question.precision is None):
            raise ValueError("question should have minutes or precision, one of the two")
        return self


def is_study(folder: Path) -> bool:
    """Return whether a folder is that of a study."""
    return is_file(folder / _FILE)


def read_study(folder: Path) -> StudyRecord:
    """Read a study's record.

    Raises
    ------
    RunError
        If there is none, or it cannot be understood.
    """
    path = folder / _FILE
    try:
        return _here(StudyRecord.model_validate(read_json(path, _MOST, folder)), folder)
    except Unreadable as error:
        raise RunError(f"{path}: {error}. Give the folder that `citadels study ... --out` wrote.") from None
    except ValidationError as error:
        where = ".".join(visible_line(str(part))[:80] for part in error.errors()[0]["loc"])
        raise RunError(f"{path}: {where or 'the file'}: {error.errors()[0]['msg']}. Begin the study again in a new folder.") from None


def _here(record: StudyRecord, folder: Path) -> StudyRecord:
    """Name the rules that lie in a study's folder by where it is now: it may have been moved, or be read from elsewhere."""
    if record.version is None:
        return record
    kept, names = record.version.kept, [Path(name).as_posix() for name in record.question.variants]
    if not f"/{names[-1]}".endswith(f"/{kept}"):
        return record
    rules = names[-1].removesuffix(kept) + kept.partition("/")[0]  # where the copies lay when they were made
    here = (str(folder / name.removeprefix(names[-1].removesuffix(kept))) if name.startswith(f"{rules}/") else name for name in names)
    return record.model_copy(update={"question": record.question.model_copy(update={"variants": tuple(here)})})


def record_of(folder: Path) -> Path:
    """Return the file of a study's record."""
    return folder / _FILE


def check_writable(folder: Path) -> None:
    """Make the folder of a study, and write into it, before anything is compiled or played.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise _unwritable(folder, error) from None


@contextlib.contextmanager
def held(folder: Path, record: StudyRecord) -> Iterator[None]:
    """Hold the folder of a study, from before it is played until its page is written: no other command plays it or writes its page.

    Parameters
    ----------
    folder : pathlib.Path
    record : StudyRecord
        As it was read.

    Raises
    ------
    CitadelsError
        If another command holds it, or has played it since it was read, or if it cannot be written.
    """
    check_writable(folder)
    with locked(LocalStore(folder)):
        # The question is what this command makes of it, all else is what was played.
        if is_study(folder) and read_study(folder).model_copy(update={"question": record.question}) != record:
            raise RunError(f"{folder}: another command has just played this study further. Give the same command again.")
        yield


def _unwritable(folder: Path, error: OSError) -> RunError:
    return RunError(f"--out {folder}: {unwritten(error)}. Free some space, or give a folder that you can write to.")


def write_study(folder: Path, record: StudyRecord) -> None:
    """Write a study's record, whole or not at all.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    text = json.dumps(record.model_dump(mode="json", by_alias=True), indent=1, ensure_ascii=False) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / _FILE, text.encode())
    except OSError as error:
        raise _unwritable(folder, error) from None


def part_folder(folder: Path, part: str) -> Path:
    """Return the run folder of a part; a RunError where a link leads out of the study's."""
    return within(folder, f"{_RUNS}/{part}")


def page_folder(folder: Path) -> Path:
    """Return the folder of the page; a RunError where a link leads out of the study's."""
    return within(folder, _PAGE)


def run_folders(folder: Path) -> list[Path]:
    """Return the run folders of a study that were played at least once, in the order of its parts; not of those that confirm."""
    return _played(folder, read_study(folder).parts)


def confirming_folders(folder: Path) -> list[Path]:
    """Return those of the parts that confirm what a study finds."""
    return _played(folder, read_study(folder).confirming)


def _played(folder: Path, parts: Mapping[str, PartRecord]) -> list[Path]:
    played = [name for name, part in parts.items() if any(part.steps)]
    return [path for name in played if is_file((path := part_folder(folder, name)) / "manifest.json")]
