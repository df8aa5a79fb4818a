"""A study plays, is stopped anywhere, goes on, and grows; its runs are runs like any other."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_plan
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.verify import verify_run
from citadels_sim.study.folder import StudyRecord, part_folder, read_study, run_folders
from citadels_sim.study.progress import StudyProgress
from citadels_sim.study.question import make_question
from citadels_sim.study.runner import Study
from tests.small_runs import small

KEYS: dict[str, Any] = {
    "variants": ["classic-2000"],
    "players": [4],
    "bots": ["builder"],
    "designs": ["games", "forks"],
    "precision": 4.0,
    "seed": 3,
}


def contents(folder: Path) -> dict[str, str]:
    """Digests of all tables of a study."""
    files = sorted(folder.rglob("*.parquet"))
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def study(folder: Path, progress: StudyProgress | None = None) -> Study:
    there = (folder / "study.json").is_file()
    record = read_study(folder) if there else StudyRecord(question=make_question(KEYS, "test"))
    return Study(folder, record, 1, progress=progress)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "whole"
    study(folder).play(None, repairs=False)
    return folder


class Stopping(StudyProgress):
    """Interrupts after so many shards."""

    def __init__(self, shards: int) -> None:
        self._left = shards

    def advance(self, games: int) -> None:
        self._left -= 1
        if self._left == 0:
            raise KeyboardInterrupt


def test_it_plays_until_its_precision_is_reached(whole: Path) -> None:
    record = read_study(whole)
    assert record.state == "complete"
    assert set(record.parts) == {"games", "forks"}
    before, again = contents(whole), study(whole)
    again.play(None, repairs=False)  # nothing is left to do
    assert contents(whole) == before
    assert all(lack == 0 for part in again.parts for lack in part.lacks)
    # Open characters are not called settled.
    assert again.growth.ending().startswith("the precision of 4 percentage points is reached; undecided with builder: ")
    assert re.search(r"undecided with builder: .*\b\d+ characters?\b", again.growth.ending())
    for folder in run_folders(whole):
        run = load_run(folder, kind=None)
        blocks = [cell.blocks for cell in run.manifest.cells]
        assert blocks == list(record.parts[folder.name].steps)
        assert all(cell.most_blocks and cell.blocks < cell.most_blocks for cell in run.manifest.cells)
        assert not verify_run(LocalStore(folder)).findings


@pytest.mark.parametrize("shards", [1, 9])
def test_one_that_is_stopped_goes_on_to_the_same_bytes(tmp_path: Path, whole: Path, shards: int) -> None:
    for _ in range(40):
        try:
            study(tmp_path, Stopping(shards)).play(None, repairs=False)
        except KeyboardInterrupt:
            shards += 5  # so that it ends some day
        else:
            break
    assert read_study(tmp_path).state == "complete"
    assert contents(tmp_path) == contents(whole)


def test_a_run_that_grows_has_the_files_of_one_that_was_played_at_once(tmp_path: Path) -> None:
    plan = make_plan(small(games=5_000, kind="forks").model_copy(update={"growing": True}))
    looks = plan.cells[0].looks
    for folder, steps in ((tmp_path / "steps", looks[:3]), (tmp_path / "once", looks[2:3])):
        for step in steps:
            run_plan(plan, folder, ["citadels"], steps=[step])
    assert contents(tmp_path / "steps") == contents(tmp_path / "once")
    assert load_run(tmp_path / "steps", kind="forks").manifest.cells[0].blocks == looks[2]


def test_what_cannot_be_played_is_left_out_and_reported(tmp_path: Path) -> None:
    question = make_question({**KEYS, "designs": ["games", "attribution"], "variants": ["classic-2000", "classic-2000-french"]}, "test")
    made = Study(tmp_path, StudyRecord(question=question), 1)
    assert "games" in {part.name for part in made.parts}
    assert all(part_folder(tmp_path, name).parent == tmp_path / "runs" for name in made.skipped)


def test_what_judges_nothing_is_not_begun_when_half_of_the_time_is_over(tmp_path: Path) -> None:
    keys = KEYS | {"designs": ["games", "bans"], "minutes": 0.1}
    del keys["precision"]
    late = Study(tmp_path / "late", StudyRecord(question=make_question(keys, "test")), 1)
    late.play(0.001, repairs=False)
    assert read_study(tmp_path / "late").parts["bans"].steps == (0,)
    assert [folder.name for folder in run_folders(tmp_path / "late")] == ["games"]
    later = Study(tmp_path / "late", read_study(tmp_path / "late"), 1)
    later.play(600.0, repairs=False, after_round=_stop_when_begun(later))


def _stop_when_begun(later: Study) -> Any:
    def stop() -> None:
        assert next(part for part in later.parts if part.name == "bans").steps > [0]
        later.parts[0].lacks = [0.0]  # so that it ends here

    return stop
