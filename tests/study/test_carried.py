"""A study of an edited file is played like the last version, unless the command says otherwise; the command and the studio say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from citadels_sim.cli.study_request import StudyRequest
from citadels_sim.errors import ExperimentError
from citadels_sim.studio.site import Studio
from citadels_sim.study.carried import carried, keys_of, option_words
from citadels_sim.study.compared import experiment_of
from citadels_sim.study.folder import read_study, write_study
from citadels_sim.study.question import Question, make_question
from citadels_sim.study.versions import begin, versions_of

RULES = 'name = "mine"\ntitle = "Mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = {gold}\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(gold: int) -> None:
    Path("mine.toml").write_text(RULES.format(gold=gold))


def asked(**keys: object) -> Question:
    return make_question({"variants": ["mine.toml"], **keys}, "test")


def studied(**keys: object) -> Path:
    """Begin version 1 with some options, and edit its file."""
    write(3)
    begin(folder := Path("studies/mine"), asked(**keys), None)
    write(4)
    return folder


GIVEN: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({}, {}, []),
    ({"players": [4]}, {}, ["--players", "4"]),
    ({"players": [4, 5], "minutes": 1}, {}, ["--players", "4,5", "--minutes", "1"]),
    ({"precision": 2}, {}, ["--precision", "2"]),
    ({"precision": 2}, {"minutes": 3}, []),
    ({"minutes": 3}, {"precision": 1}, []),
    ({"players": [4], "minutes": 1}, {"players": "6"}, ["--minutes", "1"]),
    ({"bots": ["planner", "builder"]}, {}, ["--bots", "planner", "--bots", "builder"]),  # the usual ones, where learner is not to learn
    ({"bots": ["builder", "raider"], "designs": ["games"]}, {}, ["--designs", "games", "--bots", "builder", "--bots", "raider"]),
    (
        {"margins": {"interaction": [0.1, 0.5], "rounds": 12}, "seed": 7},
        {},
        ["--seed", "7", "--margin", "interaction=0.1-0.5", "--margin", "rounds=12"],
    ),
]


@pytest.mark.parametrize(("first", "given", "words"), GIVEN)
def test_options_that_a_command_leaves_out_are_those_of_the_last_version(
    capsys: pytest.CaptureFixture[str], first: dict[str, Any], given: dict[str, Any], words: list[str]
) -> None:
    before = read_study(studied(**first)).question
    budget = {name: given.get(name) for name in ("minutes", "precision")}
    options = {name: given.get(name) for name in ("players", "bots", "designs", "seed", "margins")}
    _, record, _ = StudyRequest(["mine.toml"], options, budget, None, only_looked_at=True).find()
    said = " ".join(capsys.readouterr().err.split())
    assert (f"was played with {' '.join(words)}; so is this one. Other options replace these." in said) == bool(words)
    kept = carried(before, asked(), given)
    assert sorted(option_words(kept)) == sorted(words)
    for key in kept:
        assert getattr(record.question, key) == getattr(before, key)
    for key, value in given.items():
        assert getattr(record.question, key) == ((6,) if value == "6" else value)


def test_what_one_version_learned_is_not_another_ones() -> None:
    record = read_study(folder := studied())
    for bots in (("learner:@studies/mine/learner.weights", "planner"), ("own.py:bot", "builder")):
        write_study(folder, record.model_copy(update={"question": record.question.model_copy(update={"bots": bots, "learns": False})}))
        assert carried(read_study(folder).question, asked(), ()) == {}


def test_bots_that_nobody_named_are_not_carried_to_rules_that_they_do_not_know() -> None:
    """As where the first version plays like rules that packaged weights know, and the next does not."""
    Path("mine.toml").write_text('name = "mine"\nextends = "classic-2000"\ncity_size = 7\n')  # the rules of classic-2000-short
    begin(folder := Path("studies/mine"), first := asked(players=[4]), None)
    assert (first.bots[0], first.learns) == ("learner", False)
    write(4)
    _, record, _ = StudyRequest(["mine.toml"], {}, dict.fromkeys(("minutes", "precision")), None, only_looked_at=True).find()
    assert (record.question.learns, record.question.players) == (True, (4,))
    former = first.model_copy(update={"named_bots": None})  # of an earlier citadels_sim
    assert "bots" not in carried(former, asked(), ())
    assert folder.is_dir()


def test_a_program_that_a_study_of_others_names_is_not_loaded(tmp_path: Path) -> None:
    """Whoever sends a study's folder beside an unedited file must not run anything by it."""
    folder = studied()
    write(3)  # the rules of version 1 again
    Path("notes.py").write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'loaded')!r}).touch()\n")
    record = read_study(folder)
    for bots in (("notes.py:b",), ("planner", "studies/mine/notes.py:b")):
        write_study(folder, record.model_copy(update={"question": record.question.model_copy(update={"bots": bots})}))
        with pytest.raises(ExperimentError, match="a program in a file, which is not loaded"):
            StudyRequest(["mine.toml"], {}, dict.fromkeys(("minutes", "precision")), None, only_looked_at=False).find()
        (one, *_) = versions_of(folder)
        with pytest.raises(ExperimentError, match="a program in a file, which is not loaded"):
            experiment_of(folder, one, one, 10)
    assert not (tmp_path / "loaded").exists()


def test_a_study_file_says_itself_what_is_played() -> None:
    studied(players=[4])
    Path("study.toml").write_text('name = "mine"\nvariants = ["classic-2000", "mine.toml"]\nbots = ["builder"]\nplayers = [5]\n')
    none = dict.fromkeys(("minutes", "precision"))
    _, record, _ = StudyRequest(["study.toml"], {}, none, None, only_looked_at=True).find()
    assert record.question.players == (5,)


def test_the_studio_fills_in_what_the_last_version_was_played_with() -> None:
    studied(players=[4, 5], precision=2, bots=["builder"])
    studio = Studio()
    try:
        page = studio.read("study/mine")
        for name, value in (("players", "4,5"), ("precision", "2"), ("bots", "builder"), ("designs", "")):
            assert f'name="{name}"' in page
            field = page.partition(f'name="{name}"')[2].partition(">")[0]
            assert f'value="{value}"' in field
        assert "Filled in as for version 1." in page
        assert "<details open><summary>Other choices</summary>" in page
        plan = studio.act("plan", {"file": "mine", "typed": {"minutes": "10", "precision": "2", "players": "4,5", "bots": "builder"}})
        assert plan["command"] == "citadels study mine.toml --precision 2 --players 4,5 --bots builder --watch"
        write(3)  # the rules of version 1 again: it is continued as it was begun
        assert "Filled in" not in studio.read("study/mine")
    finally:
        studio.close()


def test_kept_keys_are_read_like_options() -> None:
    studied()
    kept = {"players": (4, 5), "designs": ("games", "forks"), "bots": ("builder",), "margins": {"interaction": (0.1, 0.5)}}
    assert keys_of(kept) == {
        "players": "4,5",
        "designs": "games,forks",
        "bots": ["builder"],
        "margins": {"interaction": [0.1, 0.5]},
    }
