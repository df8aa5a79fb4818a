"""What a study hands to its searches for rule changes, where they lie, and which of them the page shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.balance.question import Question as Repair
from citadels_sim.balance.saved import RESULT, Saved, begun
from citadels_sim.errors import UnavailableError
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.minutes import TooShortError
from citadels_sim.report.study_facts import RuleSearch
from citadels_sim.study import repairs
from citadels_sim.study.failing import repairable
from citadels_sim.study.folder import StudyRecord, write_study
from citadels_sim.study.question import make_question

Calls = list[tuple[Repair, Path, float]]
"""The question, the folder and the seconds of each search."""

FOUND = RuleSearch("character", "classic-2000", 4, "builder", "architect", 162, 29, "open", (), None)
PACES = {"forks": 1e-4, "games": 1e-5, "flow": 1e-4}


def judged(value: float) -> Judgement:
    member = Member("architect", value, value - 0.004, value + 0.004, value - 0.003, value + 0.003, 0.001)
    return Judgement("character", "classic-2000", 4, "builder", "fails", "", 0.01, member, (member,), 9000, 9000, None, {})


def worst(*groups: str) -> list[Judgement]:
    """Judgements of a table at which each of these characters is too weak."""
    members = tuple(
        Member(name, value := -0.03 - 0.01 * k, value - 0.004, value + 0.004, value - 0.003, value + 0.003, 0.001)
        for k, name in enumerate(reversed(groups))
    )
    return [replace(judged(-0.03), members=members)]


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
        saved = Saved.from_question(question, out, seconds, 3)
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


def too_short(monkeypatch: pytest.MonkeyPatch, least: float) -> Calls:
    """Let every search take so many seconds at least."""
    calls: Calls = []

    def propose(question: Repair, out: Path, seconds: float, **_: Any) -> None:
        calls.append((question, out, seconds))
        if seconds < least:
            raise TooShortError(least)

    monkeypatch.setattr(repairs, "propose", propose)
    return calls


@pytest.mark.parametrize(("least", "seconds"), [(10.0, [15.0, 15.0, 15.0]), (20.0, [15.0, 22.5, 22.5]), (40.0, [15.0, 45.0])])
def test_where_the_time_is_too_short_for_all_searches_fewer_figures_have_it(
    study: Path, monkeypatch: pytest.MonkeyPatch, least: float, seconds: list[float]
) -> None:
    calls = too_short(monkeypatch, least)
    notes: list[str] = []
    question = make_question({"variants": ["classic-2000"], "players": [4], "bots": ["builder"], "seed": 7}, "test")
    repairs.search_repairs(study, question, worst("architect", "king", "thief"), 45.0, lambda *_: None, notes.append)
    assert [call[2] for call in calls] == seconds
    assert not any("No change was searched for" in note for note in notes)


def test_where_it_is_too_short_for_any_a_line_says_how_long_the_study_has_to_be(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    too_short(monkeypatch, 120.0)
    notes: list[str] = []
    search(study, -0.022, 30.0, notes)
    assert notes[-1] == (
        "No change was searched for: with builder that takes 2.2 minutes or more, and 30 seconds of the study's time were left for it. "
        f"`citadels study {study} --minutes 8.8` continues the study for so many minutes more, of which the search has 25 %."
    )


@pytest.mark.parametrize(("lineup", "bot"), [("learner:@nearest", "learner"), ("learner:@studies/a/learner.weights+nearest", "learner")])
def test_that_line_names_the_bot_in_words_and_says_what_was_left(
    study: Path, monkeypatch: pytest.MonkeyPatch, lineup: str, bot: str
) -> None:
    """Of a study whose first games took the time next to nothing is left, though more minutes than are said were requested."""
    too_short(monkeypatch, 3.0)
    notes: list[str] = []
    question = make_question({"variants": ["classic-2000"], "players": [4], "bots": ["builder"], "seed": 7}, "test")
    repairs.search_repairs(study, question, [replace(judged(-0.022), lineup=lineup)], 1.0, lambda *_: None, notes.append)
    assert f"with {bot} that takes 0.055 minutes or more, and 1 second of the study's time were left for it." in notes[-1]
    assert "continues the study for so many minutes more" in notes[-1]


def test_a_search_that_was_too_short_is_made_when_the_study_has_more_time(study: Path) -> None:
    """Its folder kept the time that it was begun with, so that it stayed too short for ever."""
    for seconds in (0.2, 0.3):
        notes: list[str] = []
        search(study, -0.022, seconds, notes)
        assert "were left for it" in notes[-1]
        (place,) = (study / "balance").iterdir()
        assert begun(place) is None


def test_a_fault_in_a_search_costs_the_search_and_a_full_disk_ends_the_study(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITADELS_TRACEBACK", raising=False)

    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(repairs, "propose", fail)
    notes: list[str] = []
    error: Exception = ValueError("einstein sum")
    search(study, -0.022, 30.0, notes)
    assert notes[-1] == (
        "No change was searched for (ValueError: einstein sum). This is a fault of citadels_sim: "
        f"`citadels study {study}` shows it with CITADELS_TRACEBACK=1."
    )
    error = UnavailableError("the disk is full")
    with pytest.raises(UnavailableError):
        search(study, -0.022, 30.0)


def test_the_proposals_of_an_earlier_version_are_left_out_in_one_line(study: Path, asked: Calls) -> None:
    search(study, -0.022, 30.0)
    (asked[0][1] / RESULT).write_text('[{"criterion": "character"}]')
    facts = repairs.facts_of(study)
    assert facts.searches == ()
    (line,) = facts.skipped
    assert "an earlier version, which tested proposals differently, or not at all" in line


@pytest.mark.parametrize(
    ("bots", "player"),
    [
        (("learner", "planner"), "learner:@nearest"),
        (("learner:@a/learner.weights", "planner"), "learner:@a/learner.weights+nearest"),
        (("builder", "learner"), "builder"),
    ],
)
def test_changes_are_searched_for_by_the_bot_that_judges(bots: tuple[str, ...], player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it has learned the changed rules or not: what another bot finds is not what the page says."""
    monkeypatch.setattr("citadels_sim.study.failing.plays_any_rules", lambda _lineup: True)
    mine = [replace(one, lineup=bots[0]) for one in worst("architect", "king")]
    others = [replace(judged(0.05), lineup=bots[1])]
    found, by = repairable(mine, bots, [*mine, *others])
    assert by == player
    assert [(one.lineup, [member.group for member in one.members]) for one in found] == [(player, ["king", "architect"])]
