"""What is wrong with a run folder is detected and named, with what to do about it; a run makes damaged shards anew and never reads them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.runner import Progress, run_experiment
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.summary import Interrupted
from citadels_sim.runs.verify import Finding, verify_run

Make = Callable[..., Experiment]
Speak = Callable[..., Any]


@pytest.fixture
def run(experiment: Make, tmp_path: Path) -> Path:
    run_experiment(experiment(players=[3, 4], rows=40), tmp_path / "run")
    return tmp_path / "run"


def findings(folder: Path) -> dict[str, Finding]:
    return {result.path: result for result in verify_run(LocalStore(folder)).findings}


def test_a_whole_run_has_no_findings(run: Path) -> None:
    assert findings(run) == {}


def test_a_changed_and_a_missing_file_are_found_and_made_anew(run: Path, experiment: Make) -> None:
    (run / "games" / "part-00000.parquet").unlink()
    broken = run / "turns" / "part-00001.parquet"
    broken.write_bytes(broken.read_bytes()[:-100])
    result = findings(run)
    assert {path: one.fault for path, one in result.items()} == {
        "games/part-00000.parquet": "missing",
        "turns/part-00001.parquet": "damaged",
    }
    assert all("give the run's command again" in one.remedy for one in result.values())
    assert sorted(run_experiment(experiment(players=[3, 4], rows=40), run).damaged) == sorted(result)
    assert findings(run) == {}


def test_sums_are_made_anew_too(run: Path, experiment: Make) -> None:
    file = run / "sums" / "part-00002.parquet"
    before = file.read_bytes()
    file.write_bytes(b"")
    assert findings(run)["sums/part-00002.parquet"].fault == "damaged"
    run_experiment(experiment(players=[3, 4], rows=40), run)
    assert file.read_bytes() == before


def test_a_shard_of_another_place_is_foreign_and_made_anew(run: Path, experiment: Make) -> None:
    ours = run / "seats" / "part-00000.parquet"
    before = ours.read_bytes()
    other = max(run.glob("seats/part-*"))  # of four players
    shutil.copy(other, ours)
    assert findings(run)["seats/part-00000.parquet"].fault == "foreign"
    run_experiment(experiment(players=[3, 4], rows=40), run)
    assert ours.read_bytes() == before


def test_a_file_that_is_not_the_runs_is_found_and_refused(run: Path, experiment: Make) -> None:
    shutil.copy(run / "seats" / "part-00000.parquet", run / "seats" / "part-00099.parquet")
    result = findings(run)["seats/part-00099.parquet"]
    assert (result.fault, "move it out of the folder" in result.remedy) == ("foreign", True)
    with pytest.raises(RunError, match=r"seats/part-00099\.parquet: is not a shard of this run.*Move it out of the folder"):
        run_experiment(experiment(players=[3, 4], rows=40), run)
    (run / "seats" / "part-00099.parquet").unlink()
    run_experiment(experiment(players=[3, 4], rows=40), run)


class StopAfterOne(Progress):
    def advance(self, games: int) -> None:
        raise KeyboardInterrupt


def test_what_a_killed_run_left_behind_is_named_and_cleared_away(experiment: Make, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(Interrupted):
        run_experiment(experiment(), folder, progress=StopAfterOne())
    assert findings(folder) == {}
    assert verify_run(LocalStore(folder)).state == "running"
    shutil.copy(folder / "games" / "part-00000.parquet", folder / "games" / "part-00001.parquet")
    (folder / "games" / ".part-00002.parquet.host.1.part").write_bytes(b"half")
    assert {path: result.fault for path, result in findings(folder).items()} == {
        "games/part-00001.parquet": "unfinished",
        "games/.part-00002.parquet.host.1.part": "unfinished",
    }
    run_experiment(experiment(), folder)
    assert findings(folder) == {}
    assert not list(folder.rglob("*.part"))


def test_a_shard_that_a_complete_run_does_not_list_is_missing(run: Path) -> None:
    path = run / "manifest.json"
    data = json.loads(path.read_text())
    gone = data["shards"].pop()
    del data["sha256"]
    path.write_text(json.dumps(data))
    assert findings(run)[gone["path"]].fault in ("missing", "foreign")


def test_the_command_says_what_is_wrong_and_exits_1(run: Path, citadels: Speak) -> None:
    result = citadels("runs", "verify", run)
    assert (result.code, "files are complete and unchanged" in result.out) == (0, True)
    (run / "games" / "part-00000.parquet").unlink()
    result = citadels("runs", "verify", run)
    assert result.code == 1
    assert "games/part-00000.parquet" in result.out
    assert "citadels run --variant classic-2000" in result.out
    data = json.loads(citadels("runs", "verify", run, "--json").out)
    assert [(one["path"], one["fault"]) for one in data[0]["findings"]] == [("games/part-00000.parquet", "missing")]


def test_what_is_no_run_is_a_users_mistake(citadels: Speak, tmp_path: Path) -> None:
    result = citadels("runs", "verify", tmp_path)
    assert (result.code, "is not a run folder: it has no manifest.json" in result.err) == (2, True)


def test_a_manifest_of_another_schema_is_reported_and_left_alone(run: Path, experiment: Make, citadels: Speak) -> None:
    path = run / "manifest.json"
    data = json.loads(path.read_text()) | {"schema": 1, "sha256": None}
    path.write_text(json.dumps(data))
    before = path.read_bytes()
    with pytest.raises(RunError, match=r"manifest\.json: schema: this run has version 1, and this citadels_sim writes version 2"):
        run_experiment(experiment(players=[3, 4], rows=40), run)
    assert citadels("runs", "verify", run).code == 2
    assert path.read_bytes() == before
