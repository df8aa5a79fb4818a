"""``citadels studio``: what it needs, and that one studio has a folder."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.files import locked_file
from citadels_sim.studio import jobs
from tests.conftest import Spoken

Citadels = Callable[..., Spoken]
WITH_A_GAME = """
import sys
from citadels_sim.__main__ import main
from citadels_sim.studio import jobs, site
jobs._program = lambda words: [sys.executable, "-c", "import time; time.sleep(600)"]
class WithGame(site.Studio):
    def __init__(self):
        super().__init__()
        self.games.append(jobs.Job(["play"], "mine"))
        print(self.games[0].process.pid, flush=True)
site.Studio = WithGame
sys.exit(main())
"""
STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid, flush=True)
time.sleep(600)
"""

KILLED = """
import os, sys, time
from citadels_sim.studio.jobs import Job
job = Job(["studio", sys.argv[1], "--no-open"], "mine")
while not job.addresses:
    time.sleep(0.05)
print(job.process.pid, flush=True)
time.sleep(600)
"""


def test_a_second_studio_in_a_folder_is_refused(citadels: Citadels, tmp_path: Path) -> None:
    with locked_file(tmp_path / ".citadels-studio.lock"):
        said = citadels("studio", str(tmp_path), "--no-open")
    assert (said.code, said.out) == (2, "")
    assert "is open in another studio. Use that studio, stop it, or give another folder." in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder(citadels: Citadels, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    said = citadels("studio", str(tmp_path / "x"))
    assert said.code == 2
    assert "cannot be written" in said.err


def test_without_its_libraries_it_says_what_to_install(citadels: Citadels, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "tomlkit" else found(name, *more))
    said = citadels("studio", str(tmp_path / "new"))
    assert said.code == 2
    assert "pip install 'citadels-sim[web]'" in said.err
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_end_from_outside_ends_what_the_studio_has_begun(tmp_path: Path, name: str) -> None:
    line = [sys.executable, "-c", WITH_A_GAME, "studio", str(tmp_path / "rules"), "--no-open"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as studio:
        assert studio.stdout is not None
        game = int(studio.stdout.readline())
        assert studio.stdout.readline().startswith("http://127.0.0.1:")
        studio.stdout.close()  # as a terminal that is gone: nothing can be printed
        studio.send_signal(getattr(signal, name))
        studio.wait(timeout=60)
    assert is_gone(game)
    assert not (tmp_path / "rules/.citadels-studio.lock").exists()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_what_a_studio_has_begun_ends_as_by_ctrl_c_though_the_studio_was_killed(tmp_path: Path) -> None:
    line = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, start_new_session=True) as parent:
        assert parent.stdout is not None
        command = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        parent.wait(timeout=60)
    assert is_gone(command)
    assert not (tmp_path / ".citadels-studio.lock").exists()  # it has put away what it had


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no groups of processes")
def test_a_command_that_does_not_end_is_ended_with_what_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_PATIENCE", 0.2)
    monkeypatch.setattr(jobs, "_program", lambda _: [sys.executable, "-c", STUBBORN])
    job = jobs.Job(["study"], "mine")
    until = time.monotonic() + 60
    while not job.lines and time.monotonic() < until:
        time.sleep(0.05)
    job.close()
    assert is_gone(int(job.lines[0]))


def is_gone(process: int) -> bool:
    """Tell whether a process ends within seconds; one that nobody waits for stays as a name only."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] if Path("/proc/self").exists() else ""
            os.kill(process, 0)
        except (OSError, IndexError):
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    os.kill(process, signal.SIGKILL)
    return False
