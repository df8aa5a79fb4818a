"""``citadels study`` from the command line: a folder, a page, and more of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from citadels_sim.study.folder import read_study, run_folders
from citadels_sim.variants import load_variant

Command = Callable[..., Any]


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the command of a study that has not been played."""
    home = tmp_path_factory.mktemp("study")
    rules = home / "rules.toml"
    rules.write_text('name = "rules"\nextends = "classic-2000"\ncity_size = 7\n')
    options = ["--players", "4", "--bots", "builder", "--designs", "games,forks", "--minutes", "0.1", "--workers", "1"]
    return ["study", str(rules), *options, "--out", str(home / "mine")]


@pytest.fixture
def folder(words: list[str], citadels: Command) -> Path:
    """Give the folder of that study. The first test that needs it plays it, whichever that is."""
    home = Path(words[-1])
    if not (home / "study.json").exists():  # a test that was skipped in the middle leaves an empty folder
        answer = citadels(*words)
        assert answer.code == 0, answer.err
    return home


def test_a_study_writes_its_page_and_says_what_it_found(words: list[str], folder: Path, citadels: Command) -> None:
    before = read_study(folder)
    assert before.state == "complete"
    first, own = before.question.variants
    assert first == "classic-2000"
    assert load_variant(own).digest == load_variant(words[1]).digest
    assert folder in Path(own).parents  # its own copy
    assert {path.name for path in run_folders(folder)} == {"games", "forks"}
    again = citadels(*words, "--json")  # its time is up: nothing is played, the page is written again
    assert again.code == 0, again.err
    assert read_study(folder).parts == before.parts
    result = json.loads(again.out)
    assert result["headlines"]
    assert Path(result["page"]).is_file()
    assert {cell["variant"] for cell in result["parts"]["forks"]["cells"]} == {"classic-2000", "rules"}


def test_more_minutes_add_to_it(folder: Path, citadels: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its minutes are those of this process, so that a busy machine does not use them up.
    own = SimpleNamespace(monotonic=time.process_time, perf_counter=time.process_time)
    for module in ("study.runner", "cli.study", "runs.table_writer"):
        monkeypatch.setattr(f"citadels_sim.{module}.time", own)
    monkeypatch.setattr("citadels_sim.study.runner.page_seconds", lambda parts: 1.0)  # most of twelve seconds would be for the page
    before = read_study(folder)
    answer = citadels("study", str(folder), "--minutes", "0.2", "--workers", "1")
    assert answer.code == 0, answer.err
    after = read_study(folder)
    assert after.question.variants == before.question.variants
    for name, part in after.parts.items():
        assert all(now >= then for now, then in zip(part.steps, before.parts[name].steps, strict=True))
    assert sum(after.parts["forks"].steps) > sum(before.parts["forks"].steps)


def test_a_report_takes_the_folder_of_a_study(folder: Path, citadels: Command) -> None:
    answer = citadels("report", str(folder), "--terminal", "--plain")
    assert answer.code == 0, answer.err
    assert "Characters" in answer.out
