"""``citadels study --compile``: what a study needs is compiled before anybody waits for it, and nothing is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.bots import parse_bot
from citadels_sim.bots.learner.foresee import foresee
from citadels_sim.study.folder import StudyRecord
from citadels_sim.study.learning import needed_to_learn
from citadels_sim.study.question import make_question
from citadels_sim.study.runner import Study
from tests.conftest import Spoken

Citadels = Callable[..., Spoken]


def test_all_that_a_study_of_own_rules_and_its_games_need_is_compiled_by_one_of_an_edition(
    citadels: Citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    for folder in (here, temporary):
        folder.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    wanted: list[Any] = []

    def prepare(points: Iterable[Any], tell: Callable[[str], None]) -> None:
        wanted.extend(points)
        assert list(temporary.iterdir()) == []  # the studio may kill it now, and nothing is left behind
        tell("Compiling ...")

    monkeypatch.setattr("citadels_sim.study.compiling.prepare", prepare)
    said = citadels("study", "classic-2000", "--compile")
    assert (said.code, said.err) == (0, "Compiling ...\n")
    assert said.out == "All that this study may need is compiled for this machine. Nothing was played.\n"
    assert list(here.iterdir()) == []

    Path("mine.toml").write_text('name = "mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = 3\n')
    own = make_question({"variants": ["mine.toml"]}, "test")
    needed = {*needed_to_learn(own), parse_bot("builder").choose, foresee}
    for bots in (["planner", "builder"], ["learner", "planner"]):
        needed |= {
            *Study(tmp_path / "new", StudyRecord(question=own.model_copy(update={"bots": tuple(bots), "learns": False})), 2).entry_points()
        }
    assert {point for point in needed if point not in wanted} == set()


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("INTERPRETED", True, "NUMBA_DISABLE_JIT is set, so nothing is compiled. Unset it."),
        (
            "why_not_kept",
            lambda: "/nowhere cannot be written",
            "/nowhere cannot be written, so nothing is kept for the next command. Name a folder in CITADELS_CACHE_DIR.",
        ),
    ],
)
def test_nothing_is_said_to_be_compiled_where_it_would_be_lost(
    citadels: Citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: Any, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(f"citadels_sim.engine.prepare.{name}", value)
    monkeypatch.setattr("citadels_sim.study.compiling.prepare", lambda *_: pytest.fail("it compiles"))
    said = citadels("study", "classic-2000", "--compile")
    assert (said.code, said.out, said.err) == (2, "", f"citadels: --compile: {why}\n")
    assert list(tmp_path.iterdir()) == []
