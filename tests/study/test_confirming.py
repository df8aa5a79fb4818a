"""Experts who think ahead play the tables of a study's headline again: within the time, resumed, kept apart from what judges."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.errors import RunError
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.report import make_report, read
from citadels_sim.report.chapters.by_skill import characters_by_skill
from citadels_sim.resources import configs_dir
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.verify import verify_run
from citadels_sim.study import confirming, runner
from citadels_sim.study.confirming import Confirming, headline
from citadels_sim.study.folder import StudyRecord, confirming_folders, part_folder, read_study, run_folders
from citadels_sim.study.part import Part
from citadels_sim.study.progress import StudyProgress
from citadels_sim.study.question import make_question
from citadels_sim.study.repairs import facts_of
from citadels_sim.study.runner import Study
from tests.study.test_study import Stopping, contents


class Notes(StudyProgress):
    """Keeps what is said."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who thinks ahead plays one game ahead, and few nodes are enough."""
    monkeypatch.setattr(confirming, "THINK", 1)
    monkeypatch.setattr(confirming, "LEAST", 40)


def record(**keys: Any) -> StudyRecord:
    usual = {"variants": ["classic-2000"], "players": [4], "bots": ["learner"], "designs": ["forks"], "seed": 3}
    budget = {} if "precision" in keys else {"minutes": 0.2}
    return StudyRecord(question=make_question(usual | budget | keys, "test"))


def seeds(run: Run) -> set[int]:
    """The seeds of the games of a run of forks."""
    return set(pl.read_parquet([run.folder / shard.path for shard in run.manifest.shards], columns=["seed"])["seed"])


def says(monkeypatch: pytest.MonkeyPatch, *tables: tuple[str, int], seconds: float = 3.0) -> None:
    """Let the headline be about some tables, whatever is found after the first step; those who confirm it have so many seconds."""
    monkeypatch.setattr(runner.Study, "_end", lambda self, share=1.0: None if self._clock.requested is None else self.spent + seconds)
    monkeypatch.setattr(runner, "headline", lambda judgements: list(tables))
    monkeypatch.setattr(runner.Study, "_rounds", lambda *_: None)


def test_the_tables_of_the_headline_are_played_by_experts_who_think_ahead_and_judge_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    says(monkeypatch, ("classic-2000", 4))
    study = Study(tmp_path, record(), 1)
    study.play(8.0, repairs=False)
    (place,) = confirming_folders(tmp_path)
    assert [folder.name for folder in run_folders(tmp_path)] == ["forks"]
    run, own = load_run(place, kind="forks"), load_run(part_folder(tmp_path, "forks"), kind="forks")
    assert [cell.lineup for cell in run.manifest.cells] == ["learner:think=1"]
    assert run.manifest.cells[0].blocks == read_study(tmp_path).confirming["confirmation-1"].steps[0] >= 30
    assert run.manifest.cells[0].games >= 120
    assert not seeds(run) & seeds(own)  # what stands out by luck does not do so again
    facts = facts_of(tmp_path)
    assert [(one.criterion, one.lineup, len(one.members)) for one in facts.confirming] == [("character", "learner:think=1", 8)]
    report = make_report(run_folders(tmp_path), tmp_path / "report", study=facts)
    page = report.page.read_text(encoding="utf-8")
    assert "Experts who think ahead (learner:think=1)" in page
    assert all("think" not in words or "experts who think ahead" in words for words in report.headlines)
    assert "think=1" not in page.split('<nav class="bar"')[1].split("</nav>")[0]  # it is no table that can be chosen
    assert study.judgements
    assert {one.lineup for one in study.judgements} == {"learner"}


def test_a_study_that_was_stopped_while_they_played_goes_on_to_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    says(monkeypatch, ("classic-2000", 4))
    shards = Study(tmp_path / "a", record(), 1)
    shards.play(8.0, repairs=False)
    stopped = tmp_path / "b"

    class StoppingThere(Stopping):
        def part(self, name: str, plan: Any) -> None:
            self._left = 1 if name.startswith("confirmation") else 10**9

    with pytest.raises(KeyboardInterrupt):
        Study(stopped, record(), 1, progress=StoppingThere(10**9)).play(8.0, repairs=False)
    steps = read_study(stopped).confirming["confirmation-1"].steps
    assert steps[0] >= 30
    with pytest.raises(RunError):
        load_run(part_folder(stopped, "confirmation-1"), kind="forks")
    says(monkeypatch, ("classic-2000", 4), seconds=0.0)
    Study(stopped, read_study(stopped), 1).play(0.0, repairs=False)
    assert read_study(stopped).confirming["confirmation-1"].steps == steps
    assert not verify_run(LocalStore(part_folder(stopped, "confirmation-1"))).findings
    whole, again = (
        {name: digest for name, digest in contents(folder).items() if "confirmation" in name} for folder in (tmp_path / "a", stopped)
    )
    common = whole.keys() & again.keys()
    assert common
    assert {whole[name] == again[name] for name in common} == {True}


def test_it_is_left_out_and_said_once_where_the_time_is_too_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, ("classic-2000", 4))
    for budget in ({"minutes": 0.2}, {"precision": 30.0}):
        notes, folder = Notes(), tmp_path / next(iter(budget))
        study = Study(folder, record(**budget), 1, progress=notes)
        assert study.confirming.entry_points() == []  # and nothing is compiled for it
        study.play(None if "precision" in budget else 6.0, repairs=False)
        assert [words for words in notes.notes if words.startswith("Not confirmed")] == [
            "Not confirmed by experts who think ahead (learner:think=15): this needs a study of 8 minutes or more here."
        ]
        assert read_study(folder).confirming == {}
        assert facts_of(folder).confirming == ()


def test_what_is_shown_too_late_is_not_confirmed_and_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    says(monkeypatch, ("classic-2000", 4), seconds=0.0)
    notes = Notes()
    Study(tmp_path, record(), 1, progress=notes).play(8.0, repairs=False)
    assert [words for words in notes.notes if words.startswith("Not confirmed")] == [
        "Not confirmed by experts who think ahead (learner:think=1): the finding came too late. The same study with more --minutes "
        "continues with it."
    ]
    assert read_study(tmp_path).confirming == {}


def test_nothing_is_said_where_no_character_is_out_of_balance_or_the_judge_does_not_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bot, tables in (("learner", ()), ("builder", (("classic-2000", 4),))):
        says(monkeypatch, *tables)
        notes = Notes()
        Study(tmp_path / bot, record(bots=[bot], precision=30.0), 1, progress=notes).play(None, repairs=False)
        assert not any("onfirmed" in words for words in notes.notes)
        assert read_study(tmp_path / bot).confirming == {}


def test_a_study_that_cannot_go_on_to_confirm_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    says(monkeypatch, ("classic-2000", 4))
    Study(tmp_path, record(), 1).play(8.0, repairs=False)
    before = read_study(tmp_path)
    monkeypatch.setattr(confirming, "LEAST", 10**6)
    shorter = before.model_copy(update={"question": before.question.model_copy(update={"minutes": 0.1})})
    Study(tmp_path, shorter, 1).play(0.0, repairs=False)
    assert read_study(tmp_path).confirming["confirmation-1"].steps == before.confirming["confirmation-1"].steps


def test_of_several_tables_as_many_are_played_as_are_worth_the_time(quick: None) -> None:
    study = record(variants=["classic-2000", "dark-city"], players=[4, 5], minutes=1.0)
    wanted = [("dark-city", 5), ("classic-2000", 4), ("dark-city", 4)]
    clock = [0.0]

    def play(part: Part) -> None:
        """Play a thousand nodes a second."""
        played = part.steps[0] * part.plan.cells[0].per_block
        clock[0] += (part.steps[0] - part.timed[0]) * part.plan.cells[0].per_block / 1000
        part.seconds, part.timed, part.lacks = [played / 1000], list(part.steps), [0.0]

    for seconds, names in ((100.0, ["confirmation-4", "confirmation-1", "confirmation-3"]), (0.35, ["confirmation-4"]), (0.0, [])):
        clock[0], parts = 0.0, Confirming(study, 1)
        assert parts.play(wanted, seconds, lambda: clock[0], play) == bool(names)
        assert [one.name for one in parts.parts] == names
        assert clock[0] <= max(seconds, 0.1 * len(names))
        assert all(1000 * seconds / len(names) / 2 <= one.steps[0] * one.plan.cells[0].per_block for one in parts.parts)


def test_the_headline_is_about_three_characters_the_farthest_out_first() -> None:
    def judged(variant: str, players: int, **effects: float) -> Judgement:
        members = tuple(Member(name, x, x - 0.004, x + 0.004, x - 0.003, x + 0.003, 0.001) for name, x in effects.items())
        return Judgement("character", variant, players, "learner", "fails", "", 0.01, members[0], members, 9000, 9000, None, {})

    judgements = [
        judged("a", 4, king=0.05, thief=0.0, bishop=-0.02),
        judged("a", 5, king=0.02, thief=0.016),
        judged("b", 4, king=0.07, abbot=0.0),
        judged("b", 6, abbot=0.015),
    ]
    assert headline(judgements) == [("b", 4), ("a", 4), ("a", 5)]


@pytest.mark.parametrize("variant", ["classic-2000", "citadels-2016"])
def test_weights_of_ones_own_think_ahead_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None, variant: str) -> None:
    own = tmp_path / "own.weights"
    own.write_bytes((configs_dir() / "weights" / "learner" / f"{variant.removesuffix('-2000')}.weights").read_bytes())
    bot = f"learner:@{own}"
    says(monkeypatch, (variant, 4))
    Study(tmp_path / "it", record(variants=[variant], bots=[bot]), 1).play(8.0, repairs=False)
    (one,) = facts_of(tmp_path / "it").confirming
    assert one.lineup == f"{bot},think=1"
    assert one.n >= 100


def test_the_column_of_a_study_of_its_own_weights_names_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    own = tmp_path / "own.weights"
    own.write_bytes((configs_dir() / "weights" / "learner" / "classic.weights").read_bytes())
    says(monkeypatch, ("classic-2000", 4))
    Study(tmp_path / "it", record(bots=[f"learner:@{own}"]), 1).play(8.0, repairs=False)
    evidence = read(run_folders(tmp_path / "it"))
    (block,) = characters_by_skill(replace(evidence, confirming=facts_of(tmp_path / "it").confirming)).blocks
    assert [column.head for column in block.columns] == ["Experts (learner (own))", "Experts who think ahead (learner (own), think=1)"]
