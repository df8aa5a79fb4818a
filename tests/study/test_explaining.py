"""A study splits the effect of a character that is out of balance, shows the parts on its card, and goes on as any other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.designs.why import PARTS, REST
from citadels_sim.report import make_report
from citadels_sim.study import explaining
from citadels_sim.study.folder import StudyRecord, read_study, run_folders
from citadels_sim.study.question import designs_of_studies, make_question
from citadels_sim.study.repairs import facts_of
from citadels_sim.study.runner import Study


@pytest.fixture
def question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Of a game in which the Thief is paid four gold, with the designs of any study but what takes long."""
    rich = tmp_path / "rich-thief.toml"
    rich.write_text('extends = "classic-2000"\n[characters.thief]\nbonus = { gold = 4 }\n', encoding="utf-8")
    keys = {"variants": [str(rich)], "players": [4], "bots": ["builder"], "precision": 4.0, "seed": 3, "designs": ["games", "forks"]}
    monkeypatch.setattr(explaining, "is_explained", lambda _: True)
    return make_question(keys, "test")


def test_who_is_out_of_balance_is_split_and_the_card_has_the_parts(question: Any, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    study = Study(folder, StudyRecord(question=question), 1)
    study.play(None, repairs=False)
    record = read_study(folder)
    names = [name for name in record.parts if name.startswith("why-")]
    assert names[0] == "why-thief-4-2"
    assert len(names) <= 2
    assert all(any(record.parts[name].steps) for name in names)
    assert {run.name for run in run_folders(folder)} == {"games", "forks", *names}
    paths = make_report(run_folders(folder), tmp_path / "report", study=facts_of(folder))
    assert not paths.left_out
    page = paths.page.read_text(encoding="utf-8")
    cards = page.split('<details class="card">')[1:]
    thief = next(card for card in cards if '<span class="name">Thief</span>' in card and "Why: " in card)
    assert re.search(r"Why: bonus gold or cards</th><td[^>]*><b>\+\d", thief)
    words = {PARTS["power"], PARTS["target"], PARTS["bonus"]}
    assert all(f"Why: {word[0].lower()}{word[1:]}</th>" in thief for word in words)
    assert "Why: the rest</th>" in thief
    assert REST == "rest"


def test_a_study_that_goes_on_keeps_what_was_split(question: Any, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    Study(folder, StudyRecord(question=question), 1).play(None, repairs=False)
    before = read_study(folder).parts
    Study(folder, read_study(folder), 1).play(None, repairs=False)
    assert read_study(folder).parts.keys() == before.keys()
    assert {name: part.steps for name, part in read_study(folder).parts.items()} == {name: part.steps for name, part in before.items()}


def test_without_time_it_is_left_out_and_said(question: Any) -> None:
    notes: list[str] = []
    assert list(explaining.steps_of(question, [], "why-thief-4-2", 1e-6, notes.append)) == []
    assert notes == [
        "Left out for lack of time: why-thief-4-2, why a character is out of balance. A longer study plays it, as does `citadels why`."
    ]


@pytest.mark.parametrize("name", ["games", "why-thief-4-3", "why-thief-4", "why-thief-4-0"])
def test_other_names_are_no_part_of_it(question: Any, name: str) -> None:
    assert explaining.part_to_explain(question, name) is None


def test_only_a_study_of_all_designs_splits_effects() -> None:
    keys = {"variants": ["classic-2000"], "players": [4], "bots": ["builder"], "minutes": 1.0}
    assert explaining.is_explained(make_question(keys, "test"))
    assert not explaining.is_explained(make_question(keys | {"designs": list(designs_of_studies())[:2]}, "test"))
