"""The best changes of a search are judged by a `learner` that learned their rules, where there is time; else a line says so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from citadels_sim.balance import experts
from citadels_sim.balance import search as searching
from citadels_sim.balance.candidates import candidates, table_variant
from citadels_sim.balance.deals import Deals
from citadels_sim.balance.experts import Experts, seconds_of
from citadels_sim.balance.question import Question
from citadels_sim.balance.search import propose
from citadels_sim.balance.target import Target
from citadels_sim.bots import parse_bot
from citadels_sim.bots.weights import has_learned
from citadels_sim.lineups import learned_file, learns_any_rules
from citadels_sim.resources import configs_dir
from citadels_sim.training.learning import course, start
from citadels_sim.variants import load_variant

LONG = Question("classic-2000", 4, "learner:@nearest", target=Target("rounds", "all"), margins={"rounds": 12.0}, seed=7)
PACKAGED = configs_dir() / "weights" / "learner" / "classic.weights"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games of each change and of each lesson, and seconds of learning."""
    monkeypatch.setattr("citadels_sim.balance.schedule.LEAST", {"forks": 40, "games": 60, "flow": 60})
    monkeypatch.setattr(searching, "LEAST", {"forks": 40, "games": 60, "flow": 60})
    monkeypatch.setattr(searching.Search, "_paces", lambda *_: {"forks": 0.02, "games": 1e-3, "flow": 0.02})
    monkeypatch.setattr(experts, "_LEAST", 1.0)
    monkeypatch.setattr(experts, "_GAMES", 400)
    monkeypatch.setattr(course, "_GAMES", 16)
    monkeypatch.setattr(start, "_GAMES", 16)


@pytest.mark.parametrize(
    ("lineup", "learns", "file"),
    [
        ("learner:@nearest", True, ""),
        ("learner:@a b/mine.weights+nearest", True, "a b/mine.weights"),
        ("learner", False, ""),
        ("learner:@mine.weights", False, ""),
        ("learner:@nearest,think=15", False, ""),
        ("learner:@nearest,planner", False, ""),
        ("planner", False, ""),
    ],
)
def test_only_a_learner_that_plays_any_rules_learns_them(lineup: str, learns: bool, file: str) -> None:
    assert (learns_any_rules(lineup), learned_file(lineup)) == (learns, file)
    assert (seconds_of(lineup, 100.0) > 0) == learns


def test_the_best_changes_are_judged_by_who_learned_them(tmp_path: Path) -> None:
    notes: list[str] = []
    result = propose(LONG, tmp_path / "search", 12.0, top=3, notify=notes.append)
    assert result is not None
    assert result.lineup == "learner:@nearest"
    assert result.learned.startswith("learner learned the rules of the best")
    assert "of the possible wins above an even share, against 3 planners." in result.learned
    lineups = {
        path.parent.name.partition("-")[0]: json.loads(path.read_text())["experiment"]["lineups"]
        for path in (tmp_path / "search").glob("*/manifest.json")
    }
    judge = [f"learner:@{tmp_path / 'search' / 'finalists.weights'}+nearest"]
    assert lineups["rung"] == [["learner:@nearest"]]
    assert lineups["tested"] == lineups["confirmed"] == [judge]
    again = propose(LONG, tmp_path / "search", 12.0, top=3)
    assert again == result


def learned(tmp_path: Path, lineup: str, count: int, seconds: float, notes: list[str] | None = None) -> Experts:
    question = replace(LONG, lineup=lineup)
    deals = Deals(question, table_variant(load_variant("classic-2000"), 4), tmp_path, lambda *_: None)
    finalists = list(candidates("classic-2000", 4, tmp_path, "architect"))[:count]
    return experts.experts(deals, finalists, seconds, 1, ([] if notes is None else notes).append)


def test_two_changes_at_most_are_learned_and_judged(tmp_path: Path) -> None:
    deals, finalists, words = learned(tmp_path, "learner:@nearest", 3, 12.0)
    judge = parse_bot(deals.question.lineup)
    changes = [each.variant for each in candidates("classic-2000", 4, tmp_path, "architect")][:3]
    own = parse_bot(f"learner:@{tmp_path / 'finalists.weights'}")
    assert [has_learned(own, change, 4) for change in changes] == [True, True, False]
    assert [each.variant for each in finalists] == changes[:2]
    assert all(has_learned(judge, change, 4) for change in [*changes, deals.base])
    assert "the best 2 changes" in words


def test_who_learned_rules_of_ones_own_learns_on_from_there(tmp_path: Path) -> None:
    own = tmp_path / "mine.weights"
    own.write_bytes(PACKAGED.read_bytes())
    deals, (change,), _ = learned(tmp_path, f"learner:@{own}+nearest", 1, 6.0)
    judge = parse_bot(f"learner:@{tmp_path / 'finalists.weights'}")  # by its file alone: the rules that are changed, too
    assert all(has_learned(judge, rules, 4) for rules in (change.variant, deals.base))
    text = (tmp_path / "finalists.weights").read_bytes()
    assert b"mine.weights" in text


@pytest.mark.parametrize(("lineup", "seconds", "said"), [("learner:@nearest", 3.0, 1), ("planner", 100.0, 0)])
def test_where_nothing_is_learned_a_line_says_so_once(tmp_path: Path, lineup: str, seconds: float, said: int) -> None:
    notes: list[str] = []
    deals, _, words = learned(tmp_path, lineup, 2, seconds, notes)
    assert (deals.question.lineup, words) == (lineup, "")
    assert len(notes) == said
    assert all(
        note.startswith("learner judges changed rules as it plays the original ones: learning the best changes takes ") for note in notes
    )
