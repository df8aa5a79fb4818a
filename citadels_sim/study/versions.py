"""Versions of a study of one's own rules: after an edit of their file another one begins, and those before are kept as they are.

The first version lies in the study's folder, each later one in a folder of its own in there (``v2``, ``v3`` ...). A version has a copy of
its rules, which it plays: what becomes of the file does not touch it. From the second on a version is compared with the one before.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from citadels_sim.errors import CitadelsError, RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import is_file, read_bytes
from citadels_sim.names import slug
from citadels_sim.runs.manifest import read_manifest
from citadels_sim.runs.store import within
from citadels_sim.study.folder import StudyRecord, VersionRecord, is_study, read_study, run_folders
from citadels_sim.study.question import Question, make_question
from citadels_sim.variants import Variant, load_variant
from citadels_sim.variants.reader import parent_of

_RULES: Final = "rules"
_MOST: Final = 10_000
"""Versions of one study."""


@dataclass(frozen=True)
class Version:
    """One version of a study.

    Attributes
    ----------
    number : int
        From 1.
    folder : pathlib.Path
        Its study folder.
    record : StudyRecord
    """

    number: int
    folder: Path
    record: StudyRecord

    @property
    def rules(self) -> Path | None:
        """The copy of its rules; None of a study that keeps none."""
        kept = self.record.version
        return None if kept is None else within(self.folder, kept.kept)

    @property
    def written(self) -> bytes:
        """Its rules as the file had them."""
        return read_bytes(within(self.folder, self._kept.written), within=self.folder)

    @property
    def file(self) -> str:
        """The file that was named when it began."""
        return self._kept.file

    @property
    def begun(self) -> str:
        """Date and time, UTC."""
        return self._kept.begun

    @property
    def _kept(self) -> VersionRecord:
        if self.record.version is None:
            raise RunError(f"{self.folder}: keeps no rules.")
        return self.record.version

    def plays(self, variant: Variant) -> bool:
        """Return whether these are its rules."""
        if self.rules is not None:
            try:
                return load_variant(self.rules).digest == variant.digest
            except CitadelsError:
                return False
        # A study of before copies were kept: what was played tells.
        entries = [read_manifest(run).variants.get(variant.name) for run in run_folders(self.folder)[:1]]
        return all(entry is not None and entry.digest == variant.digest for entry in entries)


def own_file(question: Question) -> str | None:
    """Return the file of the rules that a question is about: its only variant or the second of two; None where they are packaged."""
    last = question.variants[-1]
    return last if len(question.variants) <= 2 and is_file(last) else None


def versions_of(root: Path) -> Iterator[Version]:
    """Iterate over the versions of a study in their order; nothing where there is no study.

    Raises
    ------
    RunError
        If the record of one cannot be read.
    """
    if is_study(root):
        yield Version(1, root, read_study(root))
        for number in range(2, _MOST):
            if not is_study(folder := _folder(root, number)):
                return
            yield Version(number, folder, read_study(folder))


def _folder(root: Path, number: int) -> Path:
    return within(root, f"v{number}") if number > 1 else root


def next_version(root: Path, question: Question) -> tuple[Path, Version | None]:
    """Return the folder of the version that plays the rules of a question now, and the version before, where it has to be begun.

    Parameters
    ----------
    root : pathlib.Path
        A study's folder.
    question : Question
        Of rules of one's own.
    """
    variant = load_variant(question.variants[-1])
    known = list(versions_of(root))
    # Rules that were gone back to go on in their own version.
    if (same := next((one for one in known if one.plays(variant)), None)) is not None:
        return same.folder, None
    return _folder(root, len(known) + 1), known[-1]


def begin(folder: Path, question: Question, before: Version | None) -> StudyRecord:
    """Keep a copy of the rules of a question, and return the record of the version that plays it.

    Parameters
    ----------
    folder : pathlib.Path
        Of the version.
    question : Question
        Of rules of one's own.
    before : Version or None
        The one that it is compared with, in the place of the variant that the rules extend.

    Raises
    ------
    RunError
        If the copy cannot be written.
    """
    file = Path(question.variants[-1])
    variant = load_variant(file)
    try:
        written = folder / _RULES / file.name
        _write(written, read_bytes(file))
        played = _playable(file, folder / _RULES)
        number = 1 if before is None else before.number + 1
        record = VersionRecord(
            number=number,
            file=str(file),
            written=written.relative_to(folder).as_posix(),
            kept=played.relative_to(folder).as_posix(),
            begun=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        )
        if load_variant(played).digest != variant.digest:
            raise RunError(f"{file}: changed while it was copied. Begin again.")
        return StudyRecord(question=_about(question, played, folder, before), version=record)
    except OSError as error:
        raise RunError(f"{folder}: {unwritten(error)}.") from None


def _about(question: Question, played: Path, folder: Path, before: Version | None) -> Question:
    """Return a question about the copy of its rules, compared with the version before if the bots play that one's rules, too."""
    alone = question.model_copy(update={"variants": (*question.variants[:-1], str(played))})
    if before is None or before.rules is None:
        return alone
    keys = question.model_dump(exclude_none=True, exclude={"learns", *(["bots"] if question.learns else [])})
    try:
        return make_question(keys | {"variants": [str(_named_by_version(before, folder)), str(played)]}, str(folder))
    except CitadelsError:
        return alone


def _named_by_version(before: Version, folder: Path) -> Path:
    """Write a file with the rules of an earlier version under a name of their own."""
    assert before.rules is not None
    variant = load_variant(before.rules)
    file = folder / _RULES / "before" / f"{slug(variant.name)}-{before.number}.toml"
    extends = Path(os.path.relpath(before.rules, file.parent)).as_posix()
    title = f"{variant.title or variant.name}, version {before.number}"
    lines = {"name": file.stem, "title": title, "extends": extends}
    _write(file, "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in lines.items()).encode())
    return file


def _playable(file: Path, folder: Path) -> Path:
    """Copy what a variant file extends; return the copy of the file that is played, which extends the copies."""
    parent = parent_of(file)
    if parent is None or not is_file(parent):
        return folder / file.name
    base = _copied(Path(parent), folder / "extended", count(1))
    return _extending(file, folder / "played" / file.name, base)


def _copied(file: Path, folder: Path, numbers: Iterator[int]) -> Path:
    """Copy a file that others extend, and those that it extends itself."""
    target = folder / str(next(numbers)) / file.name
    parent = parent_of(file)
    if parent is None or not is_file(parent):
        _write(target, read_bytes(file))
        return target
    return _extending(file, target, _copied(Path(parent), folder, numbers))


def _extending(file: Path, target: Path, base: Path) -> Path:
    """Copy a file with another path of what it extends."""
    extends = json.dumps(Path(os.path.relpath(base, target.parent)).as_posix(), ensure_ascii=False)
    text = read_bytes(file).decode("utf-8-sig")
    _write(target, re.sub(r"(?m)^\s*extends\s*=.*$", lambda _: f"extends = {extends}", text, count=1).encode())
    return target


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, data)
