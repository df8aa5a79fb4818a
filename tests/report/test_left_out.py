"""A run that cannot be analysed or read costs its part of the page, not the page, and a line says which run it is and why."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.errors import RunError
from citadels_sim.report import Evidence, StudyFacts, make_report
from citadels_sim.report.page import build
from citadels_sim.runs.designs import DESIGNS
from citadels_sim.runs.reading import load_runs
from citadels_sim.study.question import designs_of_studies
from tests.study.every_table import play

KINDS = tuple(designs_of_studies())


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A few games of every design at one table."""
    return {folder.name: folder for folder in play("classic-2000", 4, tmp_path_factory.mktemp("runs"))}


@pytest.fixture(autouse=True)
def _without_tracebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITADELS_TRACEBACK", raising=False)


def beside(kind: str) -> str:
    """Another kind, whose analysis is quick."""
    return "bans" if kind == "crowns" else "crowns"


def failing(monkeypatch: pytest.MonkeyPatch, kind: str, error: BaseException) -> None:
    """Let the analysis of one design fail, be it of each run or of all together."""

    def unless(make: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        def fail(self: Evidence, of: str, *how: Callable[[Any], Any]) -> list[Any]:
            if of == kind and self.runs_of(kind):
                raise error
            return make(self, of, *how)

        return fail

    for name in ("analysed", "shown"):
        monkeypatch.setattr(Evidence, name, unless(getattr(Evidence, name)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_of_ours_in_one_analysis_leaves_its_run_out_and_names_it(
    runs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    failing(monkeypatch, kind, ValueError("einstein sum subscripts string contains too many subscripts"))
    report = make_report([runs[kind], runs[beside(kind)]], tmp_path / "report", tables=False)
    (words,) = report.left_out
    assert words.startswith(f"{kind} could not be analysed and is left out (ValueError: einstein sum subscripts")
    assert f"This is a fault of citadels_sim: `citadels {DESIGNS[kind].answer[0]} runs/{kind}" in words
    for path in (report.page, report.details):
        text = path.read_text(encoding="utf-8").replace("&#39;", "'")
        assert words in re.sub("</?code>", "`", text)
    data = json.loads(report.data.read_text(encoding="utf-8"))
    assert data["left_out"] == [words]
    assert [run["kind"] for run in data["runs"]] == [beside(kind)]
    assert DESIGNS[kind].answers not in {want["what"] for want in data["missing"]} - {""}  # it was played


@pytest.mark.parametrize("error", [RunError("too few deals"), pl.exceptions.PanicException("index out of bounds"), MemoryError()])
def test_whatever_fails_the_line_says_whose_fault_it_is(
    runs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    failing(monkeypatch, "bans", error)
    report = make_report([runs["bans"], runs["crowns"]], tmp_path / "report", tables=False)
    (words,) = report.left_out
    assert words.startswith("bans ")
    assert ("a fault of citadels_sim" in words) == (not isinstance(error, RunError))
    assert type(error).__name__ in words or words == "bans is left out: too few deals"


def test_a_chapter_that_fails_leaves_out_the_run_that_it_fails_for(
    runs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(evidence: Evidence) -> Any:
        return build(evidence) if not evidence.shown("luck") else {}["chart"]

    monkeypatch.setattr("citadels_sim.report.build", fail)
    report = make_report([runs["crowns"], runs["luck"], runs["bans"]], tmp_path / "report", tables=False)
    assert [words.split()[0] for words in report.left_out] == ["luck"]


def test_nothing_is_analysed_twice_because_a_run_is_left_out(runs: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    kinds, steps = ("crowns", "luck", "bans"), []
    evidence = Evidence(tuple(load_runs([runs[kind] for kind in kinds], kind=None)), step=steps.append)
    monkeypatch.setattr("citadels_sim.designs.luck.analyse.luck_rows", lambda *_: 1 / 0)
    rest, made = evidence.of_those_that_can(lambda some: [some.shown(kind) for kind in kinds])
    assert [run.folder for run in rest.runs] == [runs["crowns"], runs["bans"]]
    assert sorted(steps) == sorted(f"Analysing {runs[kind]} ..." for kind in kinds)
    assert made[0][0] is evidence.shown("crowns")[0]
    assert not made[1]


def test_where_nothing_is_left_or_tracebacks_are_asked_for_nothing_is_written(
    runs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, "bans", ZeroDivisionError("ours"))
    with pytest.raises(ZeroDivisionError, match="ours"):
        make_report([runs["bans"]], tmp_path / "report")
    monkeypatch.setenv("CITADELS_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError, match="ours"):
        make_report([runs["bans"], runs["crowns"]], tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_an_interruption_is_not_taken_for_a_fault(runs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "bans", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        make_report([runs["bans"], runs["crowns"]], tmp_path / "report")


def test_a_part_of_a_study_that_cannot_be_read_is_left_out_and_a_run_that_was_named_is_refused(
    runs: dict[str, Path], tmp_path: Path
) -> None:
    folders = [shutil.copytree(runs[kind], tmp_path / kind) for kind in ("bans", "crowns")]
    shard = next(iter(sorted(folders[0].rglob("*.parquet"))))
    shard.write_bytes(shard.read_bytes()[:-10])
    report = make_report(folders, tmp_path / "report", tables=False, study=StudyFacts())
    (words,) = report.left_out
    assert words.startswith("bans is left out: ")
    assert "the shard is damaged" in words
    assert words in report.page.read_text(encoding="utf-8").replace("&#39;", "'")
    with pytest.raises(RunError, match="the shard is damaged"):
        make_report(folders, tmp_path / "again")


def test_the_commands_say_on_the_terminal_what_is_left_out(
    runs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, citadels: Callable[..., Any]
) -> None:
    failing(monkeypatch, "forks", ValueError("ours"))
    words = ("report", runs["forks"], runs["crowns"])
    written = citadels(*words, "--out", tmp_path / "report")
    assert written.code == 0
    assert "forks could not be analysed and is left out (ValueError: ours)" in written.err
    shown = citadels(*words, "--terminal")
    assert (shown.code, "forks could not be analysed and is left out (ValueError: ours)" in shown.err) == (0, True)
    assert json.loads(citadels(*words, "--out", tmp_path / "report", "--json").out)["left_out"]
    alone = citadels("report", runs["forks"], "--out", tmp_path / "alone")
    assert (alone.code, alone.err.count("cannot read its tables (ValueError: ours)")) == (2, 1)
