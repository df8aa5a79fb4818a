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
    monkeypatch.chdir(tmp_path)
    wanted: list[Any] = []

    def prepare(points: Iterable[Any], tell: Callable[[str], None]) -> None:
        wanted.extend(points)
        tell("Compiling ...")

    monkeypatch.setattr("citadels_sim.study.compiling.prepare", prepare)
    said = citadels("study", "classic-2000", "--compile")
    assert (said.code, said.err) == (0, "Compiling ...\n")
    assert said.out == "All that this study may need is compiled for this machine. Nothing was played.\n"
    assert list(tmp_path.iterdir()) == []

    Path("mine.toml").write_text('name = "mine"\nextends = "classic-2000"\n\n[game]\nstart_gold = 3\n')
    own = make_question({"variants": ["mine.toml"]}, "test")
    needed = {*needed_to_learn(own), parse_bot("builder").choose, foresee}
    for bots in (["planner", "builder"], ["learner", "planner"]):
        needed |= {
            *Study(tmp_path / "new", StudyRecord(question=own.model_copy(update={"bots": tuple(bots), "learns": False})), 2).entry_points()
        }
    assert {point for point in needed if point not in wanted} == set()
