"""A run folder is there whole or not at all, is continued by the same command, and does not depend on who played it."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.lock import locked
from citadels_sim.runs.runner import Progress, run_experiment
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.summary import Interrupted, RunSummary

Make = Callable[..., Experiment]


def tables(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.glob("*/*"))}


def manifest(folder: Path) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return result


class StopAfter(Progress):
    """Ctrl-C after so many shards."""

    def __init__(self, shards: int) -> None:
        self.left = shards

    def advance(self, games: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.fixture
def whole(experiment: Make, tmp_path: Path) -> Path:
    run_experiment(experiment(), tmp_path / "whole")
    return tmp_path / "whole"


def test_the_manifest_lists_every_file_with_its_rows_and_checksum(whole: Path) -> None:
    listed = manifest(whole)["shards"]
    assert {entry["path"] for entry in listed} == set(tables(whole))
    assert [entry["table"] for entry in listed] == ["games"] * 4 + ["seats"] * 4 + ["turns"] * 4 + ["sums"] * 4
    for entry in listed:
        assert hashlib.sha256((whole / entry["path"]).read_bytes()).hexdigest() == entry["sha256"]
    assert sum(entry["rows"] for entry in listed if entry["table"] == "games") == 60
    assert sum(entry["rows"] for entry in listed if entry["table"] == "seats") == 240


def test_the_manifest_has_what_readers_rely_on(whole: Path) -> None:
    shown = manifest(whole)
    assert (shown["schema"], shown["name"], shown["state"]) == (2, "small", "complete")
    assert shown["experiment"] == {
        "name": "small",
        "variants": ["classic-2000"],
        "players": [4],
        "games": 60,
        "lineups": [["builder"]],
        "seed": 5,
        "detail": "turns",
    }
    cell = {"variant": "classic-2000", "players": 4, "lineup": "builder", "rotations": 1, "per_game": 1, "blocks": 60, "games": 60}
    layout = {"row_blocks": 60, "shard_blocks": 16, "sums_blocks": 20_000}
    assert shown["cells"] == [cell | layout | {"stopped": {"by": "games", "why": "all games of the experiment are played"}}]
    assert set(shown["variants"]["classic-2000"]) == {"title", "digest", "rules_version", "resolved"}
    assert shown["command"][:2] == ["citadels", "run"]
    assert {"package_version", "libraries", "machine", "code", "bots"} <= set(shown)


def test_the_same_experiment_gives_the_same_bytes_twice_and_with_two_workers(experiment: Make, whole: Path, tmp_path: Path) -> None:
    run_experiment(experiment(), tmp_path / "again")
    run_experiment(experiment(), tmp_path / "two", workers=2)
    assert tables(tmp_path / "again") == tables(whole)
    assert tables(tmp_path / "two") == tables(whole)
    for folder in ("again", "two"):
        assert {k: v for k, v in manifest(tmp_path / folder).items() if k not in ("command", "sha256")} == {
            k: v for k, v in manifest(whole).items() if k not in ("command", "sha256")
        }


def test_the_size_of_shards_does_not_change_the_games(
    experiment: Make, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import polars as pl

    monkeypatch.setattr("citadels_sim.runs.plan._SHARD_GAMES", {"turns": 1})
    run_experiment(experiment(), tmp_path / "single")
    for table in ("games", "seats"):
        assert pl.read_parquet(tmp_path / "single" / table).equals(pl.read_parquet(whole / table))
    ours, theirs = (pl.read_parquet(run / "turns").sort("block", "rotation", "round", "rank") for run in (tmp_path / "single", whole))
    assert ours.equals(theirs)  # in each file those that somebody held come first


def test_another_seed_gives_other_games(experiment: Make, whole: Path, tmp_path: Path) -> None:
    run_experiment(experiment(seed=6), tmp_path / "other")
    assert tables(tmp_path / "other") != tables(whole)


def test_the_same_command_does_nothing_when_all_is_there(experiment: Make, whole: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in whole.rglob("*")}
    summary = run_experiment(experiment(), whole)
    assert (summary.played, summary.done, summary.complete) == (0, 60, True)
    assert {path: path.stat().st_mtime_ns for path in whole.rglob("*")} == before


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_run_keeps_what_is_done_and_is_continued_to_the_same_bytes(
    experiment: Make, whole: Path, tmp_path: Path, workers: int
) -> None:
    folder = tmp_path / "stopped"
    with pytest.raises(Interrupted) as stopped:
        run_experiment(experiment(), folder, workers=workers, progress=StopAfter(2))
    summary: RunSummary = stopped.value.summary
    assert summary.done in (28, 32)  # two shards, the last of which is smaller
    assert manifest(folder)["state"] == "running"
    assert len(manifest(folder)["shards"]) == 8
    assert not list(folder.rglob("*.part"))
    again = run_experiment(experiment(), folder, workers=workers)
    assert (again.played, again.complete) == (60 - summary.done, True)
    assert manifest(folder)["state"] == "complete"
    assert tables(folder) == tables(whole)


def test_a_damaged_and_a_missing_shard_are_made_anew(experiment: Make, whole: Path) -> None:
    before = tables(whole)
    (whole / "turns" / "part-00001.parquet").write_bytes(b"PAR1 not a table")
    (whole / "games" / "part-00003.parquet").unlink()
    summary = run_experiment(experiment(), whole)
    assert sorted(summary.damaged) == ["games/part-00003.parquet", "turns/part-00001.parquet"]
    assert summary.played == 16 + 12
    assert tables(whole) == before
    assert run_experiment(experiment(), whole).damaged == ()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": 61}, "games was 60 and is 61"),
        ({"seed": 6}, "seed was 5 and is 6"),
        ({"variants": ["classic-summary"]}, "variants was"),
        ({"players": [4, 5]}, "players was"),
        ({"lineups": [["random"]]}, "lineups was"),
        ({"detail": "games"}, "detail was"),
    ],
)
def test_the_folder_of_another_experiment_is_refused_and_left_alone(
    experiment: Make, whole: Path, change: dict[str, Any], words: str
) -> None:
    before = tables(whole), manifest(whole)
    with pytest.raises(RunError, match=f"is the run of another experiment: {words}"):
        run_experiment(experiment(**change), whole)
    assert (tables(whole), manifest(whole)) == before


def test_a_variant_of_the_same_name_with_other_rules_is_refused(experiment: Make, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\ntitle = "Mine"\nextends = "classic-2000"\n')
    run_experiment(experiment(variants=[str(file)], games=5), tmp_path / "run")
    file.write_text('name = "mine"\ntitle = "Mine"\nextends = "classic-2000"\ncity_size = 6\n')
    with pytest.raises(RunError, match="the rules of variant 'mine' have changed"):
        run_experiment(experiment(variants=[str(file)], games=5), tmp_path / "run")


def test_a_run_is_not_continued_by_other_code(experiment: Make, whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_sim.runs.folder.rules_digest", lambda *designs: "something else")
    with pytest.raises(RunError, match="begun by other code of citadels_sim"):
        run_experiment(experiment(), whole)


def test_a_folder_with_other_things_in_it_is_refused(experiment: Make, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match="is not empty and holds no run"):
        run_experiment(experiment(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_broken_manifest_is_refused(experiment: Make, whole: Path) -> None:
    (whole / "manifest.json").write_text("{")
    with pytest.raises(RunError, match=r"manifest\.json: not a manifest of a run: the file: Invalid JSON"):
        run_experiment(experiment(), whole)


def test_a_place_that_cannot_be_a_folder_is_refused(experiment: Make, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="file: is a file"):
        run_experiment(experiment(), tmp_path / "file")
    with pytest.raises(RunError, match="the folder cannot be created"):
        run_experiment(experiment(), tmp_path / "file" / "run")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES])
def test_a_disk_that_takes_no_more_leaves_nothing_half_written(
    experiment: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.name == "part-00001.parquet":
            raise OSError(code, os.strerror(code))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(RunError, match=r"part-00001\.parquet: (the disk is full|cannot be written)"):
        run_experiment(experiment(), tmp_path / "run")
    assert not list((tmp_path / "run").rglob("*.part"))
    assert len(manifest(tmp_path / "run")["shards"]) == 4
    monkeypatch.undo()
    monkeypatch.setattr("citadels_sim.runs.plan._SHARD_GAMES", {"turns": 16})
    assert run_experiment(experiment(), tmp_path / "run").complete


def test_two_commands_do_not_write_into_one_folder(experiment: Make, whole: Path) -> None:
    words = rf"another command \(process {os.getpid()} on .*\) is writing into this folder"
    with locked(LocalStore(whole)), pytest.raises(RunError, match=words):
        run_experiment(experiment(), whole)


def test_detail_decides_which_tables_there_are(experiment: Make, tmp_path: Path) -> None:
    for detail, names in {"games": {"games", "seats", "sums"}, "events": {"games", "seats", "turns", "events", "sums"}}.items():
        run_experiment(experiment(detail=detail, games=4), tmp_path / detail)
        assert {path.parent.name for path in (tmp_path / detail).glob("*/*.parquet")} == names


def test_no_detail_changes_the_games(experiment: Make, whole: Path, tmp_path: Path) -> None:
    for detail in ("games", "events"):
        run_experiment(experiment(detail=detail), tmp_path / detail)
        for name, content in tables(tmp_path / detail).items():
            assert not name.startswith(("games/", "seats/")) or content == tables(whole)[name]


def test_the_interpreted_rules_write_the_same_bytes(experiment: Make, tmp_path: Path) -> None:
    shown = {"players": [2, 4], "lineups": [["builder", "random"]], "games": 6, "detail": "events"}
    words = "run --variant classic-2000 --players 2,4 --bots builder,random --games 6 --seed 5 --detail events --workers 1 --out"
    subprocess.run(
        [sys.executable, "-m", "citadels_sim", *words.split(), str(tmp_path / "interpreted")],
        check=True,
        capture_output=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    run_experiment(experiment(**shown), tmp_path / "compiled")
    assert tables(tmp_path / "interpreted") == tables(tmp_path / "compiled")


def test_neither_workers_nor_the_hash_seed_change_a_byte(tmp_path: Path) -> None:
    words = shlex.split(
        "run --variant classic-2000 --variant classic-summary --players 3,4 --games 5000 --rows 4200 "
        "--bots builder,random --detail turns --out run"
    )
    result = []
    for workers, seed in ((1, "0"), (2, "1"), (3, "random")):
        folder = tmp_path / f"{workers}"
        folder.mkdir()
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "citadels_sim", *words, "--workers", str(workers)]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        result.append(tables(folder / "run") | {"manifest": (folder / "run" / "manifest.json").read_bytes()})
    assert result[0] == result[1] == result[2]
