"""A real scheduler and two real worker processes on this machine: the same bytes as without, also when one of them is killed."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs import cluster as cluster_module
from citadels_sim.runs import connection
from citadels_sim.runs.cluster import ClusterPool
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.runner import Progress, run_experiment
from citadels_sim.runs.store import RemoteStore, open_store
from citadels_sim.runs.summary import RunSummary
from citadels_sim.runs.verify import verify_run

# Dask's own are shown; Numba's about bots as function values is silenced, as everywhere.
pytestmark = pytest.mark.filterwarnings("default", "ignore:First-class function type feature is experimental")

Make = Callable[..., Experiment]
Speak = Callable[..., Any]


class Cluster(NamedTuple):
    """A cluster of this machine, outside of the test's process."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def start(name: str, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{name}", *words]
    environment = os.environ | {"POLARS_MAX_THREADS": "1", "DASK_LOGGING__DISTRIBUTED": "error"}
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)


@contextlib.contextmanager
def running(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Run a scheduler and so many workers."""
    file = folder / "scheduler.json"
    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    started = []
    try:
        end = time.monotonic() + 60
        while not file.is_file() or not file.read_text():
            assert time.monotonic() < end
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        local = ("--local-directory", str(folder / "scratch"), "--no-dashboard")
        started += [start("worker", address, "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1", *local) for _ in range(workers)]
        yield Cluster(address, scheduler, started)
    finally:
        for process in (*started, scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of which a test kills something."""
    with running(tmp_path) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that outlives the tests that play on it."""
    with running(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*/*")) if path.is_file()}


class KillAfter(Progress):
    """Kills a process when so many shards are done."""

    def __init__(self, shards: int, process: subprocess.Popen[bytes]) -> None:
        self.left = shards
        self.process = process
        self.notes: list[str] = []

    def advance(self, games: int) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(self.process.pid, signal.SIGKILL)

    def note(self, text: str) -> None:
        self.notes.append(text)


def test_a_cluster_writes_the_same_bytes_though_a_worker_is_killed(
    experiment: Make, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = experiment(players=[3, 4], games=1500, rows=800, lineups=[["builder", "random"]])
    run_experiment(shown, tmp_path / "local")
    # Not before the second worker is there: it is to be killed while it plays.
    counted = cluster_module._check_workers
    monkeypatch.setattr(cluster_module, "_check_workers", lambda client, store: (client.wait_for_workers(2), counted(client, store)))
    killing = KillAfter(10, cluster.workers[0])
    summary: RunSummary = run_experiment(shown, tmp_path / "cluster", pool=ClusterPool(cluster.address), progress=killing)
    assert cluster.workers[0].wait(10) == -signal.SIGKILL
    assert summary.complete
    assert contents(tmp_path / "cluster") == contents(tmp_path / "local")
    assert contents(tmp_path / "cluster")


def test_workers_write_through_fsspec_what_a_plain_run_writes(experiment: Make, lasting: Cluster, tmp_path: Path) -> None:
    shown = experiment(games=600, rows=300)
    run_experiment(shown, tmp_path / "plain")
    address = f"local://{tmp_path}/remote"  # a folder, and yet by way of fsspec as an object store is
    assert isinstance(open_store(address), RemoteStore)
    summary = run_experiment(shown, address, pool=ClusterPool(lasting.address))
    assert summary.complete
    assert contents(tmp_path / "remote") == contents(tmp_path / "plain")
    assert verify_run(open_store(address)).findings == ()
    again = run_experiment(shown, address, pool=ClusterPool(lasting.address))
    assert again.complete
    assert again.played == 0


def test_other_versions_and_unseen_folders_are_refused_with_nothing_played(
    experiment: Make, lasting: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = ClusterPool(lasting.address)
    with pytest.raises(RunError, match=r"worker tcp://.*: does not see the run folder memory://unseen"):
        run_experiment(experiment(), "memory://unseen", pool=pool)
    ours = cluster_module.identity()
    for name, words in {
        "citadels_sim": r"has citadels_sim 0\.1\.0, here is 9",
        "rules": "has rules that differ",
        "polars": "has polars ",
    }.items():
        monkeypatch.setattr(cluster_module, "identity", lambda name=name: ours | {name: "9"})
        with pytest.raises(RunError, match=words):
            run_experiment(experiment(), tmp_path / "run", pool=pool)
    assert not list((tmp_path / "run").glob("*/*"))


def test_a_scheduler_that_is_gone_loses_nothing_that_was_finished(experiment: Make, cluster: Cluster, tmp_path: Path) -> None:
    shown = experiment(games=1500, lineups=[["builder", "random"]])
    with pytest.raises(RunError, match=r"scheduler of the cluster is gone\. Finished shards are kept"):
        run_experiment(shown, tmp_path / "run", pool=ClusterPool(cluster.address), progress=KillAfter(5, cluster.scheduler))
    summary = run_experiment(shown, tmp_path / "run")
    assert summary.complete
    assert 0 < summary.played < summary.games


def test_a_scheduler_that_does_not_answer_is_one_message(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_PATIENCE", 1.0)
    words = ("run", "--variant", "classic-2000", "--games", "20", "--out", tmp_path / "run")
    result = citadels(*words, "--scheduler", "tcp://127.0.0.1:9")
    assert result.code == 2
    assert result.err.startswith("citadels: --scheduler: tcp://127.0.0.1:9: no scheduler answers there within 1 seconds")
    assert result.err.count("\n") == 1
    assert not (tmp_path / "run").exists()
    assert citadels(*words, "--workers", "1").code == 0


def test_a_port_that_never_answers_is_not_waited_on_without_end(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        result = citadels("run", "--variant", "classic-2000", "--games", "20", "--out", tmp_path / "run", "--scheduler", address)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert f"--scheduler: {address}: no scheduler answers there" in result.err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "address", ["nonsense", "8786", "tcp://", "tcp://host", "tcp://host:", "tcp://host:0", "tcp://host:99999", "a b:1", "a:1\nb"]
)
@pytest.mark.parametrize("command", [("run", "--variant"), ("study",)])
def test_what_is_no_address_of_a_scheduler_is_told_at_once(citadels: Speak, tmp_path: Path, address: str, command: tuple[str, ...]) -> None:
    result = citadels(*command, "classic-2000", "--out", tmp_path / "run", "--scheduler", address)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "should be an address with a port, such as tcp://10.0.0.1:8786" in result.err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("address", "settings"),
    [
        ("tls://127.0.0.1:9", {}),
        ("tls://127.0.0.1:9", {"ca-file": "gone/cert.pem", "client.cert": "gone/cert.pem", "client.key": "gone/key.pem"}),
        ("tcp://127.0.0.1:9", {}),
    ],
    ids=["no keys", "keys that are gone", "keys and a plain address"],
)
def test_an_address_and_keys_that_do_not_belong_together_are_one_message(
    experiment: Make, tmp_path: Path, address: str, settings: dict[str, str]
) -> None:
    import dask.config

    encrypted = {"distributed.comm.require-encryption": True} | {f"distributed.comm.tls.{key}": file for key, file in settings.items()}
    words = rf"--scheduler: {address}: no scheduler answers there.*have DASK_CONFIG name the folder with its keys"
    with dask.config.set(encrypted), pytest.raises(RunError, match=words):
        run_experiment(experiment(), tmp_path / "run", pool=ClusterPool(address))
    assert not (tmp_path / "run").exists()


def test_a_scheduler_without_workers_is_one_message(experiment: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "NO_WORKERS", 1.0)
    with running(tmp_path, workers=0) as cluster, pytest.raises(RunError, match=r"has no workers\. Start some with `dask worker"):
        run_experiment(experiment(), tmp_path / "run", pool=ClusterPool(cluster.address))


@pytest.mark.parametrize(
    "words", [("--scheduler", "tcp://host:1", "--workers", "2"), ("--local-cluster", "2", "--scheduler", "tcp://host:1")]
)
def test_two_ways_to_say_who_plays_are_refused(citadels: Speak, tmp_path: Path, words: tuple[str, ...]) -> None:
    result = citadels("run", "--variant", "classic-2000", *words, "--out", tmp_path / "run")
    assert (result.code, "choose one of them" in result.err) == (2, True)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_local_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    words = shlex.split("run --variant classic-2000 --players 3,4 --games 5000 --detail games --out run")
    for name, more in {"local": ["--workers", "1"], "cluster": ["--local-cluster", "2"]}.items():
        (tmp_path / name).mkdir()
        done = subprocess.run([sys.executable, "-m", "citadels_sim", *words, *more], cwd=tmp_path / name, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    assert contents(tmp_path / "cluster" / "run") == contents(tmp_path / "local" / "run")


def test_the_lock_of_who_compiles_is_not_written_through_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a cache folder that several people share one of them may have put it there."""
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()
    (tmp_path / "mine").write_text("kept")
    (tmp_path / "cache" / ".compiling").symlink_to(tmp_path / "mine")
    with cluster_module._one_compiles():
        assert (tmp_path / "mine").read_text() == "kept"
