"""Runs at addresses of fsspec, and the locks that keep two commands apart where the system has none."""

from __future__ import annotations

import json
import os
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs import lock as lock_module
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.lock import locked
from citadels_sim.runs.runner import Progress, run_experiment
from citadels_sim.runs.store import LocalStore, RemoteStore, open_store
from citadels_sim.runs.summary import Interrupted
from citadels_sim.runs.verify import verify_run

Make = Callable[..., Experiment]


@pytest.fixture
def address() -> str:
    return f"memory://{uuid.uuid4().hex}/run"


@pytest.fixture(autouse=True)
def short_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "_BEAT", 0.05)
    monkeypatch.setattr(lock_module, "_PATIENCE", 0.4)


def contents(address: str) -> dict[str, bytes]:
    store = open_store(address)
    return {name: store.read(name) for name in store.names() if "/" in name}


class StopAfterOne(Progress):
    def advance(self, games: int) -> None:
        raise KeyboardInterrupt


def test_a_run_in_a_store_has_the_bytes_of_one_in_a_folder(experiment: Make, address: str, tmp_path: Path) -> None:
    run_experiment(experiment(players=[3, 4]), tmp_path / "run")
    with pytest.raises(Interrupted):
        run_experiment(experiment(players=[3, 4]), address, progress=StopAfterOne())
    assert run_experiment(experiment(players=[3, 4]), address).complete
    assert contents(address) == contents(str(tmp_path / "run"))
    assert verify_run(open_store(address)).findings == ()


def test_a_damaged_shard_in_a_store_is_made_anew(experiment: Make, address: str) -> None:
    run_experiment(experiment(), address)
    before = contents(address)
    open_store(address).write("seats/part-00001.parquet", b"damaged")
    assert [result.path for result in verify_run(open_store(address)).findings] == ["seats/part-00001.parquet"]
    assert run_experiment(experiment(), address).damaged == ("seats/part-00001.parquet",)
    assert contents(address) == before


def test_a_file_address_is_a_folder(experiment: Make, tmp_path: Path) -> None:
    assert run_experiment(experiment(), f"file://{tmp_path}/run").folder == str(tmp_path / "run")
    assert isinstance(open_store(f"file://{tmp_path}/run"), LocalStore)


def test_an_address_that_fsspec_does_not_know_is_refused(experiment: Make) -> None:
    with pytest.raises(RunError, match=r"nowhere://run: fsspec does not know this kind of address"):
        run_experiment(experiment(), "nowhere://run")


def test_what_a_store_raises_is_one_message(experiment: Make, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import fsspec.implementations.memory as memory

    def broken(*_: object, **__: object) -> None:
        raise ConnectionError("no route")

    monkeypatch.setattr(memory.MemoryFileSystem, "pipe_file", broken)
    with pytest.raises(RunError, match=r"memory://.*: cannot be written \(no route\)"):
        run_experiment(experiment(), address)


def test_a_store_that_is_held_is_refused_while_its_holder_gives_signs_of_life(experiment: Make, address: str) -> None:
    store = open_store(address)
    store.make()
    notes: list[str] = []
    with (
        locked(store),
        pytest.raises(RunError, match=rf"another command \(process {os.getpid()} on "),
        locked(open_store(address), notes.append),
    ):
        pass
    assert "waiting" in notes[0]
    with locked(open_store(address), notes.append):
        pass
    assert len(notes) == 1


@pytest.mark.parametrize(("host", "looks"), [("another machine", True), ("here", False)])
def test_the_lock_of_a_holder_that_died_holds_nobody_up(experiment: Make, address: str, host: str, looks: bool) -> None:
    import platform

    dead = 2**22 + 1  # no process has such a number
    sign = {"pid": dead, "host": platform.node() if host == "here" else host, "token": "x", "beat": 3}
    open_store(address).write(".lock", json.dumps(sign).encode())

    class Notes(Progress):
        shown = False

        def note(self, text: str) -> None:
            self.shown = True

    notes = Notes()
    assert run_experiment(experiment(games=4), address, progress=notes).complete
    assert notes.shown is looks
    assert not open_store(address).exists() or "lock" not in " ".join(open_store(address).names())


def test_a_folder_without_a_lock_of_the_system_has_signs_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def unsupported(*_: object) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    store = LocalStore(tmp_path)
    with locked(store):
        first = store.read(".lock")
        threading.Event().wait(0.2)
        assert store.read(".lock") != first
    assert not (tmp_path / ".lock").exists()


def test_who_may_only_read_a_folder_cannot_hold_its_lock(tmp_path: Path) -> None:
    import fcntl

    reader = os.open(tmp_path, os.O_RDONLY)  # all that a reader can open
    try:
        fcntl.flock(reader, fcntl.LOCK_EX)
        with locked(LocalStore(tmp_path)):
            assert (tmp_path / ".lock").stat().st_mode & 0o777 == 0o600
            with (
                pytest.raises(RunError, match=rf"another command \(process {os.getpid()} on .*\) is writing"),
                locked(LocalStore(tmp_path)),
            ):
                pass
    finally:
        os.close(reader)
    assert not (tmp_path / ".lock").exists()


@pytest.mark.parametrize(("folder", "file"), [(0o755, 0o600), (0o775, 0o660), (0o777, 0o666)])
def test_whoever_may_write_into_a_folder_may_hold_its_lock(tmp_path: Path, folder: int, file: int) -> None:
    tmp_path.chmod(folder)
    with locked(LocalStore(tmp_path)):
        assert (tmp_path / ".lock").stat().st_mode & 0o777 == file


def test_a_lock_is_never_opened_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RunError, match="cannot be written"), locked(LocalStore(tmp_path / "run")):
        pass
    assert not (tmp_path / "elsewhere").exists()


def test_a_lock_that_its_last_holder_has_removed_is_not_taken_for_the_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    flock, calls = fcntl.flock, []

    def late(handle: int, how: int) -> None:
        if not calls:  # between opening the file and locking it, its holder ends
            (tmp_path / ".lock").unlink()
        calls.append(how)
        flock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with locked(LocalStore(tmp_path)):
        assert (len(calls), (tmp_path / ".lock").is_file()) == (2, True)
        with pytest.raises(RunError, match="is writing into this folder"), locked(LocalStore(tmp_path)):
            pass


def test_a_complete_run_on_a_disk_that_cannot_be_written_is_read_and_left_alone(
    experiment: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_experiment(experiment(), tmp_path / "run")

    def read_only(*_: object) -> None:
        raise RunError("read-only")

    monkeypatch.setattr(LocalStore, "write", read_only)
    assert run_experiment(experiment(), tmp_path / "run").played == 0
    with pytest.raises(RunError, match="read-only"):
        run_experiment(experiment(), tmp_path / "other")


def test_names_are_relative_and_hidden_ones_left_out(address: str, tmp_path: Path) -> None:
    for store in (open_store(address), LocalStore(tmp_path)):
        store.make()
        store.write("seats/part-00000.parquet", b"1")
        store.write("manifest.json", b"2")
        store.write(".lock", b"3")
        assert store.names() == ["manifest.json", "seats/part-00000.parquet"]
        store.remove("manifest.json")
        store.remove("never there")
        assert store.names() == ["seats/part-00000.parquet"]
    assert isinstance(open_store(address), RemoteStore)


def test_a_run_at_an_address_is_read_as_one_in_a_folder(
    tmp_path: Path, citadels: Callable[..., Any], experiment: Callable[..., Experiment]
) -> None:
    run_experiment(experiment(games=8), tmp_path / "run")
    store = open_store("memory://read/run")
    for name in ("manifest.json", *(path.relative_to(tmp_path / "run").as_posix() for path in (tmp_path / "run").rglob("*.parquet"))):
        store.write(name, (tmp_path / "run" / name).read_bytes())
    here, there = (citadels("report", place, "--terminal", "--plain") for place in (tmp_path / "run", "memory://read/run"))
    assert (here.code, there.code, there.out) == (0, 0, here.out)
    assert "memory://read/run: copied to" in there.err
    assert citadels("runs", "verify", "memory://read/run").code == 0
    store.remove("seats/part-00000.parquet")
    assert "seats/part-00000.parquet: the shard is missing" in citadels("ladder", "memory://read/run").err
    assert "memory://nowhere: has no manifest.json" in citadels("replay", "memory://nowhere", "--game", "0").err
