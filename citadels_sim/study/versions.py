"""Versions of a study of one's own rules: after an edit of their file another one begins, and those before are kept as they are.

The first version lies in the study's folder, each later one in a folder of its own in there (``v2``, ``v3`` ...). A version has a copy of
its rules, which it plays: what becomes of the file does not touch it. From the second on a version is compared with the one before.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from citadels_sim.errors import CitadelsError, RunError
from citadels_sim.files import unwritten, write_whole
from citadels_sim.foreign import is_file, read_bytes
from citadels_sim.names import version_name
from citadels_sim.runs.manifest import read_manifest
from citadels_sim.runs.store import within
from citadels_sim.study.folder import StudyRecord, VersionRecord, is_study, read_study, record_of, run_folders, write_study
from citadels_sim.study.question import Question, extended_by, make_question, said_of_question
from citadels_sim.variants import Variant, load_variant
from citadels_sim.variants.template import complete_file

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
    def complete(self) -> bytes:
        """All its rules as a file that extends nothing."""
        return read_bytes(within(self.folder, self._kept.kept), within=self.folder)

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
    """Return the file of the rules that a question is about: its only variant, or one beside a packaged one or its parent."""
    *others, last = question.variants
    known = (name for name in others if is_file(name) and name != extended_by(last))
    return last if len(others) <= 1 and is_file(last) and not any(known) else None


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
    # A file that was changed back continues the version with these rules.
    if (same := next((one for one in known if one.plays(variant)), None)) is not None:
        return same.folder, None
    return _folder(root, len(known) + 1), known[-1]


def begin(folder: Path, question: Question, before: Version | None) -> StudyRecord:
    """Begin a version: its folder is there with a copy of its rules and its record, or not at all. Return the record.

    Parameters
    ----------
    folder : pathlib.Path
        Of the version: none yet, or an empty one.
    question : Question
        Of rules of one's own.
    before : Version or None
        The one that it is compared with, in the place of the variant that the rules extend.

    Raises
    ------
    RunError
        If the folder cannot be written.
    """
    file = Path(question.variants[-1])
    written, variant = read_bytes(file), load_variant(file)
    try:
        there = folder.is_dir()  # and empty: another file system may be mounted there
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".begun-", dir=folder if there else folder.parent, ignore_cleanup_errors=True) as place:
            made = Path(place) / "study"
            version = VersionRecord(
                number=1 if before is None else before.number + 1,
                file=str(file),
                written=f"{_RULES}/{file.name}",
                kept=copy_of(made, "played", variant),
                begun=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
            )
            write_whole(made / version.written, written)
            about = _about(question, made, version.kept, before)
            variants = tuple(name.replace(str(made), str(folder), 1) for name in about.variants)
            # Of a single variant only its own file tells what it extends.
            judges = said_of_question(question) if len(variants) == 1 and not about.learns else ()
            record = StudyRecord(question=about.model_copy(update={"variants": variants}), version=version, judges=judges)
            write_study(made, record)
            for old, new in [(made / name, folder / name) for name in (_RULES, record_of(made).name)] if there else [(made, folder)]:
                old.rename(new)  # refused where there is something else; the record comes last
    except OSError as error:
        if is_study(folder):
            raise RunError(f"{folder}: another command has just begun this version. Give the same command again to continue it.") from None
        raise RunError(f"{folder}: {unwritten(error)}.") from None
    return record


def _about(question: Question, made: Path, kept: str, before: Version | None) -> Question:
    """Return a question about the copy of its rules, compared with the version before if the bots play that one's rules, too."""
    own = str(made / kept)
    others = [str(made / copy_of(made, "extended", load_variant(name))) if is_file(name) else name for name in question.variants[:-1]]
    alone = question.model_copy(update={"variants": (*others, own)})
    if before is None or before.rules is None:
        return alone
    chosen = question.learns or question.named_bots is False  # by what they know of the rules, which are others now
    keys = question.model_dump(exclude_none=True, exclude={"learns", "named_bots", *(["bots"] if chosen else [])})
    try:
        return make_question(keys | {"variants": [str(made / copy_of(made, "before", named(before))), own]}, str(made))
    except CitadelsError:
        return alone


def named(version: Version) -> Variant:
    """Return the rules of a version under a name of its own, to be played beside those of another one.

    Raises
    ------
    VariantError
        If its copy of them cannot be read.
    """
    rules = load_variant(version.rules or "")
    return replace(rules, name=version_name(rules.name, version.number), title=f"{rules.title or rules.name}, version {version.number}")


def copy_of(made: Path, kind: str, variant: Variant) -> str:
    """Write all rules of a variant into a file that extends nothing; return its name in a study's folder."""
    name = f"{_RULES}/{kind}/{variant.name}.toml"
    (made / name).parent.mkdir(parents=True, exist_ok=True)
    write_whole(made / name, complete_file(variant).encode())
    return name
