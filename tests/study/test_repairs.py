"""What a study hands to its searches for rule changes, where they lie, and which of them the page shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.balance.question import Question as Repair
from citadels_sim.balance.saved import RESULT, Saved
from citadels_sim.lab.criteria import Judgement, Member
from citadels_sim.report.study_facts import RuleSearch
from citadels_sim.study import repairs
from citadels_sim.study.folder import StudyRecord, write_study
from citadels_sim.study.question import make_question

Calls = list[tuple[Repair, Path, float]]
"""The question, the folder and the seconds of each search."""

FOUND = RuleSearch("character", "classic-2000", 4, "builder", "architect", 162, 29, "open", (), None)
PACES = {"forks": 1e-4, "games": 1e-5, "flow": 1e-4}


def judged(value: float) -> Judgement:
    member = Member("architect", value, value - 0.004, value + 0.004, value - 0.003, value + 0.003, 0.001)
    return Judgement("character", "classic-2000", 4, "builder", "fails", "", 0.01, member, (member,), 9000, 9000, None, {})


@pytest.fixture
def study(tmp_path: Path) -> Path:
    question = make_question({"variants": ["classic-2000"], "players": [4], "bots": ["builder"], "seed": 7}, "test")
    write_study(tmp_path, StudyRecord(question=question))
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """What is searched for, where, and for how long; nothing is played."""
    calls: Calls = []

    def propose(question: Repair, out: Path, seconds: float, **_: Any) -> RuleSearch:
        calls.append((question, out, seconds))
        saved = Saved.of(question, out, seconds, 3)
        saved.paces(lambda: PACES)
        saved.save_result(replace(FOUND, tried=len(calls)))
        return FOUND

    monkeypatch.setattr(repairs, "propose", propose)
    return calls


def search(folder: Path, value: float, seconds: float, notes: list[str] | None = None) -> None:
    question = make_question({"variants": ["classic-2000"], "players": [4], "bots": ["builder"], "seed": 7}, "test")
    repairs.search_repairs(folder, question, [judged(value)], seconds, lambda *_: None, [].append if notes is None else notes.append)


def test_a_search_knows_the_figure_of_the_study_that_it_is_for(study: Path, asked: Calls) -> None:
    """It cannot then take for too strong, by few deals, whom the page calls too weak."""
    search(study, -0.022, 30.0)
    ((question, _, seconds),) = asked
    assert (question.figure, question.target.group if question.target else "", seconds) == (-0.022, "architect", 30.0)


def test_a_study_that_goes_on_searches_again_on_other_deals_and_shows_the_last(study: Path, asked: Calls) -> None:
    notes: list[str] = []
    search(study, -0.022, 30.0, notes)
    search(study, -0.025, 90.0, notes)
    (first, one, _), (second, other, _) = asked
    assert one != other
    assert first.seed != second.seed
    assert not any("No change was searched for" in note for note in notes)
    (shown,) = repairs.facts_of(study).searches
    assert shown.tried == 2


def test_a_search_that_was_stopped_goes_on_as_it_was_begun(study: Path, asked: Calls) -> None:
    search(study, -0.022, 30.0)
    place = asked[0][1]
    (place / RESULT).unlink()
    search(study, -0.025, 90.0)
    assert asked[1] == asked[0]


def test_the_proposals_of_an_earlier_version_are_left_out_in_one_line(study: Path, asked: Calls) -> None:
    search(study, -0.022, 30.0)
    (asked[0][1] / RESULT).write_text('[{"criterion": "character"}]')
    facts = repairs.facts_of(study)
    assert facts.searches == ()
    (line,) = facts.skipped
    assert "an earlier version, whose proposals were not tested on fresh deals" in line
