"""Which study a command line means: a new one, one that is continued, or the next version of one whose file was edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from citadels_sim.cli.console import note
from citadels_sim.errors import ExperimentError
from citadels_sim.foreign import Unreadable, is_file, read_toml
from citadels_sim.lineups import check_no_code
from citadels_sim.plays.store import FOLDER as PLAYS
from citadels_sim.runs.experiment import parse_players
from citadels_sim.runs.lock import LOCK_FILE
from citadels_sim.runs.source import of_options
from citadels_sim.study.carried import carried, keys_of, option_words
from citadels_sim.study.folder import StudyRecord, held, is_study, read_study
from citadels_sim.study.question import Question, differences, make_question, read_question, with_budget
from citadels_sim.study.versions import begin, next_version, own_file, versions_of
from citadels_sim.text import command_line
from citadels_sim.variants import variant_names


@dataclass(frozen=True)
class StudyRequest:
    """What a command line says of a study.

    Attributes
    ----------
    what : sequence of str
        Variants, by name or path; or a study file alone, or a study's folder alone.
    options, budget : mapping
        Keys of a question as options give them, minutes and precision apart; None where they are left out.
    out : str or None
        The folder of the study.
    only_looked_at : bool
        Whether nothing is played: then nothing is written, and no program of a file is loaded.
    """

    what: Sequence[str]
    options: Mapping[str, Any]
    budget: Mapping[str, float | None]
    out: str | None
    only_looked_at: bool

    def find(self) -> tuple[Path, StudyRecord, float | None]:
        """Find the study, or begin it.

        Returns
        -------
        folder : pathlib.Path
        record : StudyRecord
        seconds : float or None
            That the study may take from now on; None: until its precision is reached.

        Raises
        ------
        ExperimentError
            If the words name no study that can be played, or its folder holds something else.
        """
        if len(self.what) == 1 and is_study(Path(self.what[0])):
            return self._continued(Path(self.what[0]))
        for word in self.what:
            if Path(word).is_dir() and word not in variant_names():
                raise ExperimentError(f"{word}: is a folder. Give variants, one study file, or one study's folder alone.")
        question = self._question()
        folder = Path(self.out or f"studies/{question.name}")
        if not is_study(folder):
            return self._new(folder, question)
        return self._in_its_folder(folder, question)

    @cached_property
    def _given(self) -> dict[str, Any]:
        """The options that are not left out."""
        return {key: value for key, value in self.options.items() if value is not None}

    @cached_property
    def _budget(self) -> dict[str, float]:
        """The budget that is not left out, one at most."""
        return {key: value for key, value in self.budget.items() if value is not None}

    @cached_property
    def _study_file(self) -> dict[str, Any]:
        """The keys of a study file; nothing where variants are named."""
        try:
            data = read_toml(self.what[0]) if len(self.what) == 1 and is_file(Path(self.what[0])) else {}
        except Unreadable:
            data = {}  # the reader of variants says what is wrong
        return data if "variants" in data else {}

    def _question(self) -> Question:
        keys = {**self._given, **self._budget}
        if "players" in keys:
            keys["players"] = parse_players(keys["players"])
        if "designs" in keys:
            keys["designs"] = [name.strip() for name in keys["designs"].split(",")]
        if self._study_file:
            bots = self._study_file.get("bots")
            if self.only_looked_at and "bots" not in keys and isinstance(bots, list):
                check_no_code([[bot for bot in bots if isinstance(bot, str)]], self.what[0])
            return read_question(self.what[0], keys)
        calls = {"variants": "WHAT", "margins": "--margin", "bots": "--bots", "lineups": "--bots"}
        calls |= {f"variants[{i}]": name for i, name in enumerate(self.what)}
        return make_question({**keys, "variants": list(self.what)}, of_options([*keys, *calls], calls=calls))

    def _continued(self, folder: Path) -> tuple[Path, StudyRecord, float | None]:
        """Go on with the study of a folder: to its own end, or for a budget more."""
        if self._given or self.out is not None:
            option = "--out" if self.out is not None else f"--{next(iter(self._given))}"
            raise ExperimentError(f"{option}: does not go with {folder}, a study that is continued. Leave it out, or begin another study.")
        if len(versions := list(versions_of(folder))) > 1:
            note(f"{folder} is version 1 of {len(versions)}; the last one is {versions[-1].folder}.")
        record = read_study(folder)
        check_no_code([record.question.bots], str(folder))
        if not self._budget:
            return folder, record, _left(record.question, record.spent)
        question = with_budget(record.question, self.budget["minutes"], self.budget["precision"], of_options(list(self.budget)))
        return folder, record.model_copy(update={"question": question}), _left(question)

    def _new(self, folder: Path, question: Question) -> tuple[Path, StudyRecord, float | None]:
        """Begin a study in a folder that holds none."""
        if folder.exists() and (not folder.is_dir() or any(entry.name not in (PLAYS, LOCK_FILE) for entry in folder.iterdir())):
            if is_file(folder / LOCK_FILE):  # of a study that has only begun, or that was stopped before it had a record
                with held(folder, StudyRecord(question=question)):
                    pass
            raise ExperimentError(f"--out {folder}: this folder is not empty and holds no study. Choose an empty or new folder.")
        record = begin(folder, question, None) if own_file(question) and not self.only_looked_at else StudyRecord(question=question)
        return folder, record, _left(question)

    def _in_its_folder(self, folder: Path, question: Question) -> tuple[Path, StudyRecord, float | None]:
        """Go on with the study that a folder holds, or begin its next version where the file of its rules was edited."""
        own = own_file(question)
        if own:
            folder, last = next_version(folder, question)
            question = self._as_before(question, last.record if last else read_study(folder))
            if last is not None:
                note(f"{own} has other rules than version {last.number}, which is kept: version {last.number + 1} begins in {folder}.")
                record = StudyRecord(question=question) if self.only_looked_at else begin(folder, question, last)
                return folder, record, _left(question)
        record = read_study(folder)
        if own and record.version is not None:
            question = question.model_copy(update={"variants": record.question.variants})
        if question.learns:  # who plays was decided when the study began
            check_no_code([record.question.bots], str(folder))
            question = question.model_copy(update={"bots": record.question.bots, "learns": record.question.learns})
        if differ := differences(record.question, question):
            same = command_line(["citadels", "study", str(folder)])
            raise ExperimentError(
                f"--out {folder}: holds another study: {'; '.join(differ)}. Choose another folder, or continue that study: `{same}`."
            )
        return folder, record.model_copy(update={"question": question}), _left(question, record.spent)

    def _as_before(self, question: Question, before: StudyRecord) -> Question:
        """Return a question of an edited file with the options of its last version that are left out, and say so."""
        if self._study_file or not (kept := carried(before.question, question, [*self._given, *self._budget])):
            return question
        words = command_line(option_words(kept))
        note(f"The last study of {self.what[-1]} was played with {words}; so is this one. Other options replace these.")
        options = keys_of(kept)
        budget = {key: options.pop(key, value) for key, value in self.budget.items()}
        return replace(self, options={**self._given, **options}, budget=budget)._question()


def _left(question: Question, spent: float = 0.0) -> float | None:
    """Return how many seconds of a study are left."""
    return None if question.minutes is None else max(0.0, question.minutes * 60 - spent)
