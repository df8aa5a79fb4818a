"""A study goes on from steps that a study takes, and from no others: whoever handed the folder over."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs.pool import local_pool
from citadels_sim.study.folder import StudyRecord, read_study
from citadels_sim.study.question import make_question
from citadels_sim.study.runner import Study

Part = dict[str, list[float]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study, the first cell of which is played further."""
    folder = tmp_path_factory.mktemp("resuming") / "study"
    keys = {"variants": ["classic-2000"], "players": [4, 5], "bots": ["builder"], "designs": ["games"], "precision": 9.0, "seed": 3}
    study = Study(folder, StudyRecord(question=make_question(keys, "test")), 1)
    study.play_first()
    (part,) = study.parts
    part.steps, part.due = [part.plan.cells[0].looks[1], *part.steps[1:]], True
    study._play(local_pool(1), [part])
    return folder


def edited(played: Path, folder: Path, change: Callable[[Part, Study], Any]) -> Study:
    shutil.copytree(played, folder)
    data = json.loads((folder / "study.json").read_bytes())
    change(data["parts"]["games"], Study(folder, read_study(folder), 1))
    (folder / "study.json").write_text(json.dumps(data))
    return Study(folder, read_study(folder), 1)


def reversed_steps(part: Part, study: Study) -> None:
    part["steps"].reverse()


def nothing_played(part: Part, study: Study) -> None:
    part["steps"][0] = 0


def absurd(part: Part, study: Study) -> None:
    part["steps"][1] = 10**12


def between_two_looks(part: Part, study: Study) -> None:
    part["steps"][1] += 1


def the_last_look(part: Part, study: Study) -> None:
    part["steps"][1] = study.parts[0].plan.cells[1].looks[-1]


@pytest.mark.parametrize(
    ("change", "seconds", "message"),
    [
        (reversed_steps, None, r"parts\.games\.steps: \d+ "),
        (nothing_played, None, r"parts\.games\.steps: 0 where the run folder has \d+ blocks"),
        (absurd, None, r"parts\.games\.steps: 1000000000000 is not a number of blocks at the end of a step"),
        (between_two_looks, 60.0, r"parts\.games\.steps: \d+ is not a number of blocks"),
        (the_last_look, 60.0, r"parts: their steps would take about [\d,]+ minutes of one process, and there are 1\.0"),
    ],
)
def test_steps_that_no_study_takes_are_refused(
    played: Path, tmp_path: Path, change: Callable[[Part, Study], Any], seconds: float | None, message: str
) -> None:
    with pytest.raises(RunError, match=message):
        edited(played, tmp_path / "study", change).play(seconds, repairs=False)


def test_its_own_steps_are_taken(played: Path, tmp_path: Path) -> None:
    study = edited(played, tmp_path / "study", lambda part, study: None)
    study.play_first()
    assert [part.steps for part in study.parts] == [list(read_study(played).parts["games"].steps)]
