"""Every packaged variant at every number of players: a study of all designs, and the commands that search and learn, in small.

A part of it runs every day, another one each day (`tests.rotation`); all others are `slow`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.designs.forks.judge import judge_run
from citadels_sim.report import StudyFacts, make_report
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.study.confirming import Confirming
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.question import designs_of_studies, make_question
from citadels_sim.variants import load_variant
from tests.conftest import Spoken
from tests.rotation import rotated
from tests.study.every_table import TABLES, faults_of, odd_words, other_of, play

Citadels = Callable[..., Spoken]
DRAWING = [table for table in TABLES if any(len(ids) > 1 for ids in load_variant(table[0]).at(table[1]).cast.values())]
"""Tables at which characters are drawn for each game."""


def spoken_well(result: Spoken) -> str:
    """Check that a command ended well and said nothing odd, and return what it said."""
    assert (result.code, "Traceback" in result.err) == (0, False), result.err
    assert list(odd_words(result.out)) == []
    return result.out


@pytest.mark.parametrize("table", rotated(TABLES, 1))
def test_a_study_of_every_table_writes_pages_that_can_be_read(
    table: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citadels: Citadels
) -> None:
    monkeypatch.chdir(tmp_path)  # one of the commands below writes into a folder DIR
    runs = play(*table, tmp_path / "runs")
    assert {run.name for run in runs} == set(designs_of_studies())
    report = make_report(runs, tmp_path / "report")
    assert report.left_out == ()
    assert faults_of(report) == []
    for run in runs:
        first, *rest = DESIGNS[run.name].answer
        result = citadels(first, run, *rest)
        nothing_drawn = run.name == "casts" and "draws neither characters nor unique districts" in result.err
        assert nothing_drawn or spoken_well(result)


@pytest.mark.parametrize("table", rotated(TABLES, 1))
def test_the_rules_of_every_table_are_attributed(table: tuple[str, int], tmp_path: Path, citadels: Citadels) -> None:
    variant, players = table
    words = ("--players", str(players), "--games", "30", "--groups", "3", "--bots", "builder", "--workers", "1")
    out = spoken_well(citadels("attribute", other_of(*table), variant, *words, "--out", tmp_path / "run"))
    assert f"{players} players, builder: which rules make games longer or shorter, 30 deals" in " ".join(out.split())


@pytest.mark.parametrize("table", rotated(TABLES, 1))
def test_a_search_changes_the_rules_of_every_table(table: tuple[str, int], tmp_path: Path, citadels: Citadels) -> None:
    variant, players = table
    words = ["balance", variant, "--players", str(players), "--target", "rounds", "--margin", "rounds=3", "--top", "1", "--workers", "1"]
    words += ["--bots", "builder"]
    short = citadels(*words, "--minutes", "0.01", "--out", tmp_path / "short")
    least = re.search(r"it takes ([\d.]+) minutes or more", short.err)
    minutes = float(least[1]) if least else 0.01
    for times in (4, 20, 100):  # what it takes is measured each time, and varies on a busy machine
        result = citadels(*words, "--minutes", f"{times * minutes:.4f}", "--out", tmp_path / f"search-{times}")
        if "too short for a search" not in result.err:
            break
    out = spoken_well(result)
    assert f"{variant}, {players} players, builder" in out or "Nothing" in out


@pytest.mark.parametrize("table", rotated(TABLES, 1))
def test_a_learner_learns_a_round_at_every_table(
    table: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citadels: Citadels
) -> None:
    monkeypatch.setattr("citadels_sim.cli.train._JUDGED", 40)
    monkeypatch.setattr("citadels_sim.training.learning.start._GAMES", 16)
    variant, players = table
    words = ("--players", str(players), "--rounds", "1", "--workers", "1")
    spoken_well(citadels("train", variant, *words, "--out", tmp_path / "learned.weights"))
    assert (tmp_path / "learned.weights").is_file()


@pytest.mark.parametrize("table", rotated(DRAWING, 1))
def test_casts_are_searched_where_characters_are_drawn(table: tuple[str, int], tmp_path: Path, citadels: Citadels) -> None:
    variant, players = table
    words = ["casts", "--variant", variant, "--players", str(players), "--shortlist", "1", "--workers", "1", "--out", tmp_path / "search"]
    few = citadels(*words, "--games", "1", "--nodes", "1")
    assert few.code == 2
    least = {"--games": re.search(r"needs at least ([\d,]+)", few.err)}
    few = citadels(*words, "--games", "4000", "--nodes", "1")
    least["--nodes"] = re.search(r"needs at least ([\d,]+)", few.err)
    sizes = [word for option, found in least.items() if found for word in (option, found[1].replace(",", ""))]
    assert len(sizes) == 4, few.err
    sizes[1] = str(max(int(sizes[1]), int(sizes[3])))  # each fork needs a game of the same cast
    assert "cast-01: " in spoken_well(citadels(*words, *sizes))


def test_where_no_character_is_drawn_the_search_says_so(tmp_path: Path, citadels: Citadels) -> None:
    for variant, players in {name: (name, players) for name, players in TABLES if (name, players) not in DRAWING}.values():
        result = citadels("casts", "--variant", variant, "--players", str(players), "--out", tmp_path / "search")
        assert (result.code, "draws no characters" in result.err) == (2, True), (variant, result.err)


@pytest.mark.parametrize("table", rotated(TABLES, 1))
def test_experts_who_think_ahead_confirm_the_characters_of_every_table(
    table: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citadels_sim.study.confirming.THINK", 1)
    keys = {"variants": [table[0]], "players": [table[1]], "bots": ["learner"], "designs": ["forks"], "minutes": 100_000.0}
    parts = Confirming(StudyRecord(question=make_question(keys, "test")), 1)
    (keys,) = parts.experiments()
    run_experiment(make_experiment({**keys, "games": 40}, "test"), tmp_path / "confirmation")
    judged = judge_run(load_run(tmp_path / "confirmation", kind="forks"))
    runs = play(*table, tmp_path / "runs")
    report = make_report(runs, tmp_path / "report", study=StudyFacts(confirming=tuple(judged)))
    assert (report.left_out, faults_of(report)) == ((), [])
    assert "Experts who think ahead (learner:think=1)" in report.page.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", [("classic-2000", 4), ("dark-city", 5), ("citadels-2016", 2), ("citadels-2016-nine", 8), ("dark-city-random", 6)]
)
@pytest.mark.parametrize("bot", ["learner", "planner"])
def test_studies_are_judged_by_the_strongest_bots_too(table: tuple[str, int], bot: str, tmp_path: Path) -> None:
    report = make_report(play(*table, tmp_path / "runs", (bot,)), tmp_path / "report")
    assert (report.left_out, faults_of(report)) == ((), [])
