"""What a manifest says is tied to the rows: its own digest, the rules' digest, and the seeds; `runs verify` finds what readers refuse."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.manifest import manifest_digest
from citadels_sim.runs.reading import load_run, load_runs
from citadels_sim.runs.runner import run_experiment
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.verify import verify_run
from citadels_sim.variants import load_variant

Make = Callable[..., Experiment]
Speak = Callable[..., Any]
Data = dict[str, Any]

KINDS: dict[str, Data] = {
    "games": {"games": 8},
    "bans": {"kind": "bans", "games": 2},
    "casts": {"kind": "casts", "games": 8},
    "crowns": {"kind": "crowns", "games": 4, "replicates": 1},
    "flow": {"kind": "flow", "games": 8},
    "forks": {"kind": "forks", "games": 4, "replicates": 1},
    "kingmaking": {"kind": "kingmaking", "games": 4, "lineups": [["raider"]]},
    "luck": {"kind": "luck", "games": 2, "replicates": 2},
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of games, which tests copy."""
    from tests.small_runs import small

    folder = tmp_path_factory.mktemp("tied") / "games"
    run_experiment(small(games=8), folder)
    return folder


def rewritten(run: Path, copy: Path, change: Callable[[Data], object], *, sealed: bool) -> Path:
    """A copy of a run with another manifest: as whoever edits it would leave it, or with its digest made anew."""
    shutil.copytree(run, copy)
    data = json.loads((run / "manifest.json").read_bytes())
    change(data)
    if sealed:
        data["sha256"] = manifest_digest(data)
    (copy / "manifest.json").write_text(json.dumps(data), encoding="utf-8")
    return copy


def of_seed_6(data: Data) -> None:
    data["experiment"]["seed"] = 6


def other_rules(data: Data) -> None:
    data["variants"]["classic-2000"]["resolved"] = load_variant("dark-city").resolved() | {"name": "classic-2000"}


def of_another_cell(data: Data, run: Path) -> None:
    shard = next(shard for shard in data["shards"] if shard["table"] == "seats")
    frame = pl.read_parquet(io.BytesIO((run / shard["path"]).read_bytes()))
    replace(data, run, shard, frame.with_columns(lineup=pl.lit("random")))


def of_another_schema(data: Data, run: Path) -> None:
    shard = next(shard for shard in data["shards"] if shard["table"] == "games")
    frame = pl.read_parquet(io.BytesIO((run / shard["path"]).read_bytes()))
    replace(data, run, shard, frame.rename({"rounds": "turns_of_it"}))


def replace(data: Data, run: Path, shard: Data, frame: pl.DataFrame) -> None:
    frame.write_parquet(run / shard["path"])
    shard["sha256"] = hashlib.sha256((run / shard["path"]).read_bytes()).hexdigest()


@pytest.mark.parametrize("change", [of_seed_6, other_rules, lambda data: data["machine"].update(cores=99)])
def test_an_edited_manifest_is_refused(games: Path, tmp_path: Path, citadels: Speak, change: Callable[[Data], None]) -> None:
    copy = rewritten(games, tmp_path / "copy", change, sealed=False)
    with pytest.raises(RunError, match=r"manifest\.json: (was changed after the run wrote it|not a manifest)"):
        load_run(copy)
    verified = citadels("runs", "verify", copy)
    assert verified.code == 2
    assert "--out" not in verified.err  # it writes nothing


def test_a_manifest_keeps_its_digest_whatever_its_layout(games: Path, tmp_path: Path) -> None:
    copy = rewritten(games, tmp_path / "copy", lambda data: data.update(sorted(data.items())), sealed=False)
    assert load_run(copy).manifest.sha256 == load_run(games).manifest.sha256


def test_a_run_from_before_digests_is_read_and_gets_one_when_it_is_continued(games: Path, tmp_path: Path, experiment: Make) -> None:
    copy = rewritten(games, tmp_path / "copy", lambda data: data.pop("sha256"), sealed=False)
    assert load_run(copy).manifest.sha256 is None
    assert verify_run(LocalStore(copy)).findings == ()
    run_experiment(experiment(games=8), copy)
    assert load_run(copy).manifest.sha256 is not None


def test_rules_that_are_not_those_of_their_digest_are_refused(games: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"variants\.classic-2000: the digest is not that of the resolved rules"):
        load_run(rewritten(games, tmp_path / "copy", other_rules, sealed=True))


@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_another_seed_are_refused(kind: str, tmp_path: Path, experiment: Make, citadels: Speak) -> None:
    run_experiment(experiment(**KINDS[kind]), tmp_path / "run")
    load_run(tmp_path / "run", kind=kind)
    copy = rewritten(tmp_path / "run", tmp_path / "copy", of_seed_6, sealed=True)
    with pytest.raises(RunError, match="its seeds are not those of a run from seed 6"):
        load_run(copy, kind=kind)
    result = citadels("runs", "verify", copy)
    assert (result.code, "its seeds are not those of a run from seed 6" in " ".join(result.out.split())) == (1, True)


def test_a_copy_of_sums_alone_does_not_count_twice(tmp_path: Path, experiment: Make) -> None:
    run_experiment(experiment(games=8, rows=0), tmp_path / "run")
    copy = rewritten(tmp_path / "run", tmp_path / "copy", of_seed_6, sealed=True)
    with pytest.raises(RunError, match=r"its games would count twice. One of the runs is a copy"):
        load_runs([tmp_path / "run", copy])


@pytest.mark.parametrize("spoil", [of_another_cell, of_another_schema])
def test_verify_finds_what_readers_refuse(games: Path, tmp_path: Path, citadels: Speak, spoil: Callable[[Data, Path], None]) -> None:
    copy = rewritten(games, tmp_path / "copy", lambda data: spoil(data, tmp_path / "copy"), sealed=True)
    with pytest.raises(RunError) as refused:
        load_run(copy)
    assert citadels("runs", "verify", copy).code == 1
    (finding,) = verify_run(LocalStore(copy)).findings
    assert finding.path in str(refused.value)
    assert finding.text in str(refused.value)
