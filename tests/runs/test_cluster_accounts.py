"""A cluster as the guide sets it up: TLS, workers with folders (and accounts, where root tests) of their own, a run on an object store."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.readme.runner import read_blocks

for needed in ("distributed", "moto.server", "s3fs"):
    pytest.importorskip(needed, reason=f"needs {needed}: pip install 's3fs' 'moto[server]'")

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "how-to" / "cluster.md"
KEYS = {"AWS_ACCESS_KEY_ID": "citadels", "AWS_SECRET_ACCESS_KEY": "citadels", "AWS_DEFAULT_REGION": "us-east-1"}
GAMES = ("run", "--variant", "classic-2000", "--players", "4", "--bots", "builder", "--rows", "2000", "--games", "400000", "--seed", "1")
ACCOUNTS = (20001, 20002)

pytestmark = pytest.mark.slow


def block(language: str, words: str) -> str:
    """The block of the guide that has these words."""
    (text,) = [each.text for each in read_blocks(GUIDE.read_text(encoding="utf-8")) if each.language == language and words in each.text]
    return text


class Machine(NamedTuple):
    """What stands for a machine: an account, and folders that nobody else reads."""

    home: Path
    account: dict[str, Any]
    environment: dict[str, str]

    def start(self, *words: str, tls: bool = True) -> subprocess.Popen[bytes]:
        """Start a program of Python on it."""
        keys = {"DASK_CONFIG": str(self.home / "cluster-tls")} if tls else {}
        command = [sys.executable, "-P", *words]
        with (self.home / f"{words[1]}.log").open("ab") as log:
            return subprocess.Popen(command, env=self.environment | keys, cwd=self.home, stdout=log, stderr=log, **self.account)

    def said(self, *words: str, tls: bool = True) -> tuple[int, str]:
        """What a command answers there."""
        process = self.start(*words, tls=tls)
        code = process.wait(600)
        return code, (self.home / f"{words[1]}.log").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Machine]]:
    """Three machines with the same keys: of the scheduler and the person, and of two workers."""
    from citadels_sim.cli.main import main
    from citadels_sim.compiler.cache import roots

    assert main([*GAMES[:-4], "--games", "4", "--out", str(tmp_path_factory.mktemp("first") / "run")]) == 0  # compiles what is missing
    place = Path(tempfile.mkdtemp(prefix="machines-"))
    place.chmod(0o755)
    import_path = os.pathsep.join([str(ROOT), *(path for path in sys.path if path)])
    others = [{"user": number, "group": number, "extra_groups": []} if _reached(number, import_path) else {} for number in ACCOUNTS]
    made = []
    try:
        for number, account in enumerate([{}, *others]):
            home = place / str(number)
            home.mkdir(mode=0o700)
            if number:
                shutil.copytree(made[0].home / "cluster-tls", home / "cluster-tls")
            else:
                subprocess.run(
                    ["bash", "-euc", block("bash", "openssl")], env={**os.environ, "HOME": str(home)}, check=True, capture_output=True
                )
            tls = block("yaml", "require-encryption").replace("/home/me", str(home))
            (home / "cluster-tls" / "tls.yaml").write_text(tls, encoding="utf-8")
            shutil.copytree(roots()[-1], home / "cache")
            (home / "tmp").mkdir()
            own = {"HOME": str(home), "TMPDIR": str(home / "tmp"), "CITADELS_CACHE_DIR": str(home / "cache"), "POLARS_MAX_THREADS": "1"}
            environment = {"PATH": os.environ["PATH"], "PYTHONPATH": import_path, "PYTHONDONTWRITEBYTECODE": "1"} | KEYS | own
            if account:
                for path in (home, *home.rglob("*")):
                    os.chown(path, account["user"], account["group"])
            made.append(Machine(home, account, environment))
        yield made
    finally:
        shutil.rmtree(place)


def _reached(account: int, import_path: str) -> bool:
    """Whether this process may start a program under another account, which reads the interpreter and the packages."""
    program = [sys.executable, "-P", "-c", "import citadels_sim.compiler.cache, distributed, s3fs"]
    environment = {"PYTHONPATH": import_path, "HOME": "/", "PYTHONDONTWRITEBYTECODE": "1"}
    with contextlib.suppress(OSError):
        done = subprocess.run(
            program, env=environment, cwd="/", user=account, group=account, extra_groups=[], check=False, capture_output=True
        )
        return done.returncode == 0
    return False


@contextlib.contextmanager
def ended(*processes: subprocess.Popen[bytes]) -> Iterator[None]:
    """End processes when they are not needed any more."""
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def until(reached: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not (value := reached()):
        assert time.monotonic() < end
        time.sleep(0.1)
    return value


@pytest.fixture(scope="module")
def bucket(machines: list[Machine]) -> Iterator[str]:
    """The address of an S3 server with a bucket, known to all machines."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    for machine in machines:
        machine.environment["AWS_ENDPOINT_URL"] = address

    def answers() -> bool:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/moto-api/").close()
            return True
        return False

    with ended(machines[0].start("-m", "moto.server", "-H", "127.0.0.1", "-p", str(port))):
        until(answers)
        yield "s3://games"


@pytest.fixture(scope="module")
def scheduler(machines: list[Machine]) -> Iterator[str]:
    """The address of a scheduler with a worker on each of the other machines."""
    own = machines[0]
    file = own.home / "scheduler.json"
    words = ("--protocol", "tls", "--no-dashboard", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    with ended(own.start("-m", "distributed.cli.dask_scheduler", *words)):
        until(lambda: file.is_file() and file.read_text())
        address: str = json.loads(file.read_text())["address"]
        options = ("--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard", "--no-nanny")
        with ended(*(machine.start("-m", "distributed.cli.dask_worker", address, *options) for machine in machines[1:])):
            logs = [machine.home / "distributed.cli.dask_worker.log" for machine in machines[1:]]
            until(lambda: all("Registered to" in log.read_text(encoding="utf-8") for log in logs))
            yield address


class Bucket:
    """What lies in the bucket, read by another program than ours."""

    def __init__(self, machine: Machine, address: str) -> None:
        import s3fs

        where = machine.environment["AWS_ENDPOINT_URL"]
        own = KEYS["AWS_ACCESS_KEY_ID"], KEYS["AWS_SECRET_ACCESS_KEY"]
        self._store = s3fs.S3FileSystem(key=own[0], secret=own[1], endpoint_url=where, use_listings_cache=False)
        self._place = address.removeprefix("s3://")
        if not self._store.exists(self._place):
            self._store.mkdir(self._place)

    def names(self) -> list[str]:
        """The tables' files of the run."""
        found = (path.partition("/run/")[2] for path in self._store.find(f"{self._place}/run"))
        return [name for name in found if name.endswith(".parquet")]

    def read(self, name: str) -> bytes:
        """A file of the run."""
        data: bytes = self._store.cat_file(f"{self._place}/run/{name}")
        return data


def test_a_killed_run_of_two_accounts_goes_on_and_has_the_bytes_of_one_process(
    machines: list[Machine], bucket: str, scheduler: str, tmp_path: Path
) -> None:
    own, there = machines[0], Bucket(machines[0], bucket)
    play = ("-m", "citadels_sim", *GAMES, "--scheduler", scheduler, "--out", f"{bucket}/run")
    first = own.start(*play)
    with ended(first):
        until(lambda: first.poll() is not None or len(there.names()) >= 6)
        assert first.poll() is None
    begun = {name: there.read(name) for name in there.names()}
    assert json.loads(there.read("manifest.json"))["state"] == "running"
    code, said = own.said(*play)
    assert code == 0
    assert "400,000 games in 1 cell" in said
    assert own.said("-m", "citadels_sim", "runs", "verify", f"{bucket}/run")[0] == 0

    alone = tmp_path / "alone"
    assert own.said("-m", "citadels_sim", *GAMES, "--workers", "1", "--out", str(alone))[0] == 0
    whole = {name: there.read(name) for name in there.names()}
    assert whole == {path.relative_to(alone).as_posix(): path.read_bytes() for path in alone.rglob("*.parquet")}
    assert begun.items() <= whole.items()


def test_who_has_no_keys_is_not_answered(machines: list[Machine], bucket: str, scheduler: str) -> None:
    words = ("-m", "citadels_sim", *GAMES, "--scheduler", scheduler, "--out", f"{bucket}/other")
    code, said = machines[0].said(*words, tls=False)
    assert code == 2
    last = said.splitlines()[-1]
    assert last.startswith(f"citadels: --scheduler: {scheduler}: ")
    assert "DASK_CONFIG" in last
    with pytest.raises(OSError, match=r"reset|closed|timed out|handshake|EOF"):
        plain(scheduler.removeprefix("tls://"))


def plain(address: str) -> None:
    """Speak to a scheduler without keys; OSError where it ends the connection."""
    host, _, port = address.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(b"\x00" * 64)
        if not connection.recv(100):
            raise ConnectionResetError("closed")
