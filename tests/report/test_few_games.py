"""A handful of games makes no finding: no sentence of a report states a figure that nothing is known of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.report import ReportPaths, StudyFacts, make_report
from citadels_sim.show.blocks import NO_FINDING
from citadels_sim.statistics.verdicts import LEAST_COUNT
from tests.rotation import rotated
from tests.study.every_table import play

SIZES = (1, 2, 10, 100)


@pytest.fixture(scope="module", params=rotated(SIZES, 1))
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, ReportPaths]:
    """A report of so many games of every design that can be analysed with them."""
    folder = tmp_path_factory.mktemp(f"of-{request.param}")
    runs = play("classic-2000", 4, folder / "runs", games=request.param)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CITADELS_TRACEBACK", raising=False)  # what needs more deals is left out
        return request.param, make_report(runs, folder / "report", tables=False, study=StudyFacts())


def findings(path: Path) -> Iterator[str]:
    """Read the headlines of blocks and charts on a page."""
    for words in re.findall(r'<(?:span|p|strong|li)[^>]*class="finding"[^>]*>(.*?)</', path.read_text(encoding="utf-8"), re.S):
        yield re.sub(r"<[^>]+>", "", words).strip()


def states_a_figure(sentence: str) -> bool:
    """Whether a sentence states a measured figure without an interval; limits are declared, and what is even follows from the players."""
    declared = r"(within|than|by more than|at most|under|margin of) ±?[\d.,]+\s(pp|percentage points|%)|an even share[^.;]*? \d[\d.]*\s%"
    rest = re.sub(declared, "", sentence)
    figures = re.findall(r"\d[\d.,]*\s(?:%|pp|points|percentage points|rounds|gold|Elo|times|a turn|a pick)", rest)
    return bool(figures) and "[" not in rest


def test_with_a_handful_of_games_no_sentence_states_a_figure_without_its_interval(report: tuple[int, ReportPaths]) -> None:
    games, paths = report
    sentences = [*paths.headlines, *paths.findings, *findings(paths.page), *findings(paths.details)]
    assert len(sentences) > 10
    if games < LEAST_COUNT:
        assert [words for words in sentences if states_a_figure(words)] == []
        assert any(words.startswith(f"{NO_FINDING} on ") and f"at least {LEAST_COUNT} deals" in words for words in paths.findings)
        assert f"{NO_FINDING}: {games} deal" in paths.details.read_text(encoding="utf-8")
        assert not any(" may " in words for words in paths.headlines)


def test_with_a_hundred_there_are_findings_and_those_of_one_table_have_intervals(report: tuple[int, ReportPaths]) -> None:
    games, paths = report
    shown = {words.partition(",")[0] for words in paths.findings}
    assert ({"Win chance by seat", "Length of a game", "Attacks on characters", "Drafted characters"} <= shown) == (games >= LEAST_COUNT)


@pytest.mark.parametrize("games", [1, 10, 100])
def test_length_and_scores_of_one_table_have_intervals_or_too_few_games(games: int, tmp_path: Path) -> None:
    from citadels_sim.runs.runner import run_experiment
    from tests.small_runs import small

    run_experiment(small(games=games), tmp_path / "run")
    paths = make_report([tmp_path / "run"], tmp_path / "report", tables=False)
    said = {words.partition(",")[0]: words for words in paths.findings}
    if games < LEAST_COUNT:
        assert "Length of a game" not in said
        (few,) = (words for words in paths.findings if words.startswith(NO_FINDING))
        assert "length of a game" in few
    else:
        assert re.search(r"The median game takes \d+ \[\d+,\s\d+\] rounds", said["Length of a game"])
        (scores,) = (words for words in findings(paths.details) if words.startswith("The winner has "))
        assert len(re.findall(r"\[[\d.]+,\s[\d.]+\]", scores)) == 3
    assert "Exploitability of the bots" in said


def test_the_weaknesses_of_bots_are_those_at_the_tables_of_the_report(report: tuple[int, ReportPaths]) -> None:
    _, paths = report
    (sentence,) = [words for words in paths.findings if words.startswith("Exploitability of the bots")]
    assert "who knows builder wins at least" in sentence
    text = paths.details.read_text(encoding="utf-8")
    (group,) = re.findall(r'data-title="Exploitability of the bots">.*?</div>', text, re.DOTALL)
    assert set(re.findall('data-variant="([^"]*)"', group)) == {"classic-2000"}


def test_bots_that_were_never_measured_at_these_tables_have_no_such_sentence(tmp_path: Path) -> None:
    from citadels_sim.runs.runner import run_experiment
    from tests.small_runs import small

    run_experiment(small(games=4, players=[5]), tmp_path / "run")
    paths = make_report([tmp_path / "run"], tmp_path / "report", tables=False)
    assert not any("Exploitability" in words for words in paths.findings)
    assert "Exploitability of the bots" not in paths.details.read_text(encoding="utf-8")
