"""Too few open files, too little memory or no current folder is one message: neither a traceback nor a library that ends the process."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from citadels_sim.cli.room import LEAST_FILES, room_fault
from tests.conftest import Spoken

pytest.importorskip("resource")

Speak = Callable[..., Spoken]
ROOT = Path(__file__).resolve().parents[2]
PLAY = ("run", "--variant", "classic-2000", "--players", "4", "--bots", "builder", "--games", "4")


def limited(limits: str, *words: str) -> Spoken:
    """Run a program of Python with limits of the shell."""
    done = subprocess.run(
        ["bash", "-c", f'{limits}; exec "$@"', "bash", sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Spoken(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ("ulimit -n 16", f"only 16 files may be open at a time; {LEAST_FILES} are needed. Allow more"),
        ("ulimit -v 700000", "only 0.7 GB of memory may be addressed, 2 GB are needed. Allow more"),
        ("ulimit -v 300000", "only 0.3 GB of memory may be addressed"),
        ("ulimit -v 100000", "only 0.1 GB of memory may be addressed"),
        ("export POLARS_MAX_THREADS=0", "POLARS_MAX_THREADS: '0', set in the environment, should be a number from 1 to 1,024."),
        ("export POLARS_MAX_THREADS=99999", "POLARS_MAX_THREADS: '99999', set in the environment"),
        ("export SOURCE_DATE_EPOCH=yesterday", "SOURCE_DATE_EPOCH: 'yesterday', set in the environment"),
        ("cd $(mktemp -d) && rmdir $PWD", "the current folder was removed."),
    ],
)
@pytest.mark.parametrize("words", [PLAY, ("report", "runs/a"), ("bots",)], ids=lambda words: words[0])
def test_too_little_is_refused_before_anything_begins(limits: str, message: str, words: tuple[str, ...]) -> None:
    code, out, err = limited(limits, "-m", "citadels_sim", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"citadels: {message}")


def test_a_run_of_two_workers_needs_no_more_than_the_least(tmp_path: Path) -> None:
    code, out, err = limited(f"ulimit -n {LEAST_FILES}", "-m", "citadels_sim", *PLAY, "--workers", "2", "--out", str(tmp_path / "run"))
    assert (code, err) == (0, "")
    assert "4 games" in out


def test_as_many_files_are_taken_as_the_system_allows() -> None:
    program = "import resource as r; from citadels_sim.cli.room import check_room; check_room(); print(r.getrlimit(r.RLIMIT_NOFILE))"
    assert limited("ulimit -Sn 20; ulimit -Hn 500", "-c", program).out == "(500, 500)\n"


FAULTS: dict[str, BaseException] = {
    "files of a process": OSError(errno.EMFILE, "Too many open files"),
    "files of the system": OSError(errno.ENFILE, "File table overflow"),
    "files in Polars": pl.exceptions.PanicException('Os { code: 24, kind: TooManyOpenFiles, message: "Too many open files" }'),
    "memory": MemoryError(),
    "memory of the system": OSError(errno.ENOMEM, "Cannot allocate memory"),
    "processes": OSError(errno.EAGAIN, "Resource temporarily unavailable"),
    "threads": RuntimeError("can't start new thread"),
}


@pytest.mark.parametrize("behind", [False, True], ids=["itself", "as a cause"])
@pytest.mark.parametrize("name", FAULTS)
def test_whatever_runs_short_later_is_one_message(
    citadels: Speak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, behind: bool
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        if behind:
            raise RuntimeError("Nanny failed to start.") from FAULTS[name]
        raise FAULTS[name]

    monkeypatch.setattr("citadels_sim.runs.runner.run_plan", fails)
    code, out, err = citadels(*PLAY, "--out", str(tmp_path / "run"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert ("too many files are open" if "files" in name else "there is not enough memory") in err


@pytest.mark.parametrize("fault", [ValueError("no"), OSError(errno.EIO, "Input/output error"), RuntimeError("a bug")])
def test_other_faults_keep_their_traceback(fault: BaseException) -> None:
    assert room_fault(fault) is None
