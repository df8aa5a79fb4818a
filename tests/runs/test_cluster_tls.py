"""A cluster on this machine is for whoever started it: keys of its own, no pages, and no answer to anybody else."""

from __future__ import annotations

import contextlib
import socket
import ssl
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.errors import RunError
from citadels_sim.runs.cluster import ClusterPool
from citadels_sim.runs.experiment import Experiment
from citadels_sim.runs.runner import Progress, run_experiment
from citadels_sim.runs.store import open_store

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default", "ignore:First-class function type feature is experimental")]

Make = Callable[..., Experiment]


class Events(Progress):
    """Does something when so many shards are done."""

    def __init__(self, shards: int, act: Callable[[], None]) -> None:
        self.left, self.act = shards, act

    def advance(self, games: int) -> None:
        self.left -= 1
        if self.left == 0:
            self.act()


def contents(address: str) -> dict[str, bytes]:
    place = open_store(address)
    return {name: place.read(name) for name in place.names() if name != "manifest.json"}


def listening() -> set[tuple[str, int]]:
    """Where this process and those below it listen."""
    import psutil

    own = psutil.Process()
    found = set()
    for process in (own, *own.children(recursive=True)):
        with contextlib.suppress(psutil.Error):
            found |= {(c.laddr.ip, c.laddr.port) for c in process.net_connections("tcp") if c.status == psutil.CONN_LISTEN}
    return found


def answer(address: tuple[str, int], sent: bytes, *, encrypted: bool) -> bytes:
    """What a port answers to somebody who has no key of the cluster."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
        connection = opened.enter_context(socket.create_connection(address, timeout=3))
        if encrypted:
            connection = opened.enter_context(context.wrap_socket(connection))
        connection.sendall(sent)
        return bytes(connection.recv(1000))
    return b""


def test_a_local_cluster_answers_nobody_else_and_has_no_pages(experiment: Make, small_shards: None, tmp_path: Path) -> None:
    open_ports: list[tuple[str, int]] = []
    answers: list[bytes] = []
    before = listening()

    def look() -> None:
        open_ports.extend(listening() - before)
        for address in open_ports:
            for page in ("", "health", "metrics", "info/main/workers.html"):
                sent = f"GET /{page} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
                answers.extend(answer(address, sent, encrypted=encrypted) for encrypted in (False, True))

    shown = experiment(games=400)
    run_experiment(shown, tmp_path / "run", pool=ClusterPool(local=2), progress=Events(3, look))
    assert len(open_ports) >= 3  # of the scheduler, and of two workers
    assert {host for host, _ in open_ports} == {"127.0.0.1"}
    assert {line.split(b"\r\n")[0] for line in answers} <= {b"", b"HTTP/1.1 404 Not Found"}
    run_experiment(shown, tmp_path / "alone")
    assert contents(str(tmp_path / "run")) == contents(str(tmp_path / "alone"))


def test_a_local_cluster_without_cryptography_is_one_message(experiment: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(RunError, match=r"--local-cluster: needs cryptography\. Install it with: pip install"):
        run_experiment(experiment(games=4), tmp_path / "run", pool=ClusterPool(local=1))
    assert not (tmp_path / "run").exists()
