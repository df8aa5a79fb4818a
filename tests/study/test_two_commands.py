"""Two commands in one folder of a study: one of them plays, and the other is refused with one message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.cli import study as command
from citadels_sim.errors import CitadelsError
from citadels_sim.runs.lock import LOCK_FILE, locked
from citadels_sim.runs.store import LocalStore
from citadels_sim.study.folder import StudyRecord, held, read_study, write_study
from citadels_sim.study.question import Question, differences, make_question

Speak = Callable[..., Any]
KEYS = {"name": "mine", "variants": ["classic-2000"], "players": [4], "bots": ["builder"], "designs": ["games"], "minutes": 1.0}
WORDS = ("study", "classic-2000", "--players", "4", "--bots", "builder", "--designs", "games", "--minutes", "1", "--out", "studies/mine")


@pytest.fixture
def question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Question:
    monkeypatch.chdir(tmp_path)
    return make_question(KEYS, "test")


@pytest.fixture
def folder(question: Question) -> Path:
    """A study that was begun."""
    write_study(Path("studies/mine"), StudyRecord(question=question.model_copy(update={"name": "classic-2000"})))
    return Path("studies/mine")


def one_message(said: Any) -> str:
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    return str(said.err)


@pytest.mark.parametrize("words", [("study", "studies/mine"), ("study", "studies/mine", "--minutes", "2"), WORDS])
def test_the_second_command_is_refused_while_the_first_has_the_folder(citadels: Speak, folder: Path, words: tuple[str, ...]) -> None:
    before = (folder / "study.json").read_bytes()
    with locked(LocalStore(folder)):
        said = one_message(citadels(*words))
    assert said.startswith("citadels: studies/mine: another command (process ")
    assert "is writing into this folder. Wait for it, or choose another with --out." in said
    assert (folder / "study.json").read_bytes() == before


def test_a_study_that_has_no_record_yet_holds_its_folder(citadels: Speak, question: Question) -> None:
    folder = Path("studies/mine")
    (folder / "runs").mkdir(parents=True)
    with held(folder, StudyRecord(question=question)):
        assert "another command (process " in one_message(citadels(*WORDS))
    assert "this folder is not empty and holds no study" in one_message(citadels(*WORDS))


def test_what_another_command_played_meanwhile_is_not_overwritten(folder: Path) -> None:
    record = read_study(folder)
    write_study(folder, record.model_copy(update={"spent": 9.0}))
    with (
        pytest.raises(CitadelsError, match=r"another command has just played this study further\. Give the same command again"),
        held(folder, record),
    ):
        pass
    with held(folder, read_study(folder)):
        pass
    assert not (folder / LOCK_FILE).exists()


def test_the_folder_is_held_until_the_page_is_written(citadels: Speak, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def look(*_: object, **__: object) -> None:
        with pytest.raises(CitadelsError) as refused, locked(LocalStore(folder)):
            pass
        seen.append(str(refused.value))

    monkeypatch.setattr(command, "_play", look)
    monkeypatch.setattr(command, "_report", look)
    assert citadels("study", "studies/mine").code == 0
    assert len(seen) == 2
    assert not (folder / LOCK_FILE).exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"designs": ("games", "forks", "bans")}, "designs: games there, games, forks and bans here"),
        ({"players": (4, 5)}, "players: 4 there, 4 and 5 here"),
        ({"bots": ("planner", "builder")}, "bots: builder there, planner and builder here"),
        ({"bots": ("learner:@studies/a/learner.weights+nearest",), "learns": True}, "bots: builder there, learner here"),
        ({"learns": True}, "learner learns the rules first: no there, yes here"),
        ({"seed": 7}, "seed: 1 there, 7 here"),
        ({"margins": {"seat": 2.0, "rounds": (4.0, 9.5)}}, "limits: the usual ones there, seat=2 and rounds=4 to 9.5 here"),
    ],
)
def test_another_study_is_told_from_this_one_in_words(question: Question, change: dict[str, Any], said: str) -> None:
    assert differences(question, question.model_copy(update=change)) == [said]
    assert differences(question, question.model_copy(update={"minutes": 9.0, "title": "Mine"})) == []


def test_a_folder_of_another_study_is_refused_with_what_differs(citadels: Speak, folder: Path) -> None:
    said = one_message(citadels(*WORDS, "--seed", "7"))
    assert (
        "holds another study: seed: 1 there, 7 here. Choose another folder, or continue that study: `citadels study studies/mine`." in said
    )
