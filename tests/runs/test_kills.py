"""Killed at any moment, a run is continued by the same command to the same bytes: real processes, real signals, a disk that is full.

`python -m pytest tests/runs/test_kills.py -m "slow or not slow" -s` runs the long form.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import random
import resource
import shlex
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Twelve cells of which some shards have rows and some only sums, enough of them for a second process; some seconds of play.
WORDS = shlex.split(
    "run --variant classic-2000 --variant classic-summary --variant dark-city --players 3-6 --games 4100 --rows 4050 --bots builder,random "
    "--detail turns --workers 2 --out run"
)


# The same with many shards, for a run that is killed again and again.
LONGER = shlex.split(shlex.join(WORDS).replace("--games 4100 --rows 4050", "--games 30000 --rows 28500"))


def start(folder: Path, words: list[str] = WORDS, **options: object) -> subprocess.Popen[str]:
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "citadels_sim", *words]
    return subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, **options
    )  # type: ignore[call-overload, no-any-return]


def finish(process: subprocess.Popen[str], limit: float = 240) -> tuple[int, str]:
    """The exit code and the text on standard error; nothing of the process's session is left behind."""
    try:
        _, err = process.communicate(timeout=limit)
    finally:
        kill_tree(process)
    return process.returncode, err


def kill_tree(process: subprocess.Popen[str]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.communicate()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a run: the command in the manifest is the same for all, since each was started in a folder of its own."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted((folder / "run").rglob("*")) if path.is_file()}


def wait_for(holds: Callable[[], bool], process: subprocess.Popen[Any], seconds: float = 120) -> bool:
    """Wait until something holds; False when the process ended before."""
    end = time.monotonic() + seconds
    while not holds():
        if process.poll() is not None:
            return False
        assert time.monotonic() < end
        time.sleep(0.005)
    return True


def helpers_of(process: subprocess.Popen[str]) -> list[int]:
    """Worker processes of a run."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], float]:
    """What a run that nobody disturbs leaves behind, and the seconds that it takes."""
    folder = tmp_path_factory.mktemp("whole")
    few = shlex.split(shlex.join(WORDS).replace("--games 4100 --rows 4050", "--games 40 --rows 20"))
    finish(start(folder / "warm", few))  # compiled before the clock runs
    begun = time.monotonic()
    code, err = finish(start(folder / "kept"))
    assert code == 0, err
    return contents(folder / "kept"), time.monotonic() - begun


def moments(n: int) -> Iterator[float]:
    """Shares of a run's time, spread over it and at random within each part; a little beyond its end, too."""
    random_share = random.Random(2000)
    return ((i + random_share.random()) / n * 1.05 for i in range(n))


def kill_and_continue(folder: Path, seconds: float, whole: dict[str, bytes]) -> None:
    process = start(folder)
    time.sleep(seconds)
    kill_tree(process)
    code, err = finish(start(folder))
    assert code == 0, err
    assert contents(folder) == whole


@pytest.mark.parametrize("share", list(moments(1)))
def test_a_run_killed_at_a_random_moment_is_continued_to_the_same_bytes(
    share: float, tmp_path: Path, whole: tuple[dict[str, bytes], float]
) -> None:
    kill_and_continue(tmp_path / "killed", share * whole[1], whole[0])


@pytest.mark.slow
def test_runs_killed_at_moments_spread_over_all_their_time_are_continued_to_the_same_bytes(
    tmp_path: Path, whole: tuple[dict[str, bytes], float]
) -> None:
    for i, share in enumerate(moments(15)):
        kill_and_continue(tmp_path / f"killed-{i}", share * whole[1], whole[0])


def noted(folder: Path) -> int:
    """Shards that the manifest of a run lists as done."""
    try:
        manifest = json.loads((folder / "run" / "manifest.json").read_text())
    except FileNotFoundError:
        return 0
    return sum(entry["table"] == "sums" for entry in manifest["shards"])


@pytest.mark.slow
def test_fifty_kills_with_shards_done_before_and_after_lead_to_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = finish(start(tmp_path / "whole", LONGER))
    assert code == 0, err
    whole, random_share = contents(tmp_path / "whole"), random.Random(2000)
    shards, kills = noted(tmp_path / "whole"), 0
    for run in range(20):
        folder, before = tmp_path / f"killed-{run}", 0
        while before < shards and kills < 50:
            process = start(folder, LONGER)
            if wait_for(lambda folder=folder, before=before: noted(folder) > before, process):  # type: ignore[misc]
                time.sleep(3 * random_share.random())
            kill_tree(process)
            before = noted(folder)
            kills += before < shards  # others are still to be done; some have been since the last kill
            with capsys.disabled():
                sys.stdout.write(f"{before}/{shards} ")
                sys.stdout.flush()
        code, err = finish(start(folder, LONGER))
        assert code == 0, err
        assert contents(folder) == whole
        if kills == 50:
            break
    assert kills == 50
    with capsys.disabled():
        sys.stdout.write(f"\n{kills} kills in {run + 1} runs, each with shards done before and after it: the same bytes\n")


@pytest.mark.slow
def test_a_run_killed_again_and_again_comes_to_the_same_end(tmp_path: Path, whole: tuple[dict[str, bytes], float]) -> None:
    for share in (0.5, 0.7):
        process = start(tmp_path / "killed")
        time.sleep(share * whole[1])
        kill_tree(process)
    kill_and_continue(tmp_path / "killed", 0.8 * whole[1], whole[0])


def test_a_run_goes_on_without_a_worker_that_is_killed(tmp_path: Path, whole: tuple[dict[str, bytes], float]) -> None:
    process = start(tmp_path / "lamed")
    assert wait_for(lambda: (tmp_path / "lamed" / "run" / "sums").is_dir(), process)
    for pid in helpers_of(process):
        os.kill(pid, signal.SIGKILL)
    code, err = finish(process)
    assert code == 0, err
    assert "A worker process was ended from outside" in err
    assert contents(tmp_path / "lamed") == whole[0]


def test_sigterm_says_what_is_done_and_how_to_go_on(tmp_path: Path, whole: tuple[dict[str, bytes], float]) -> None:
    process = start(tmp_path / "ended")
    # Each of two workers may have a shard on its way to disk and another one written that it has not reported yet.
    assert wait_for(lambda: len(list((tmp_path / "ended" / "run").glob("sums/part-*"))) > 5, process)
    process.terminate()
    code, err = finish(process)
    assert code == 130, err
    assert "games are done and kept in run. Continue with:\n  citadels run --variant classic-2000" in err
    manifest = json.loads((tmp_path / "ended" / "run" / "manifest.json").read_text())
    assert manifest["state"] == "running"
    assert manifest["shards"]
    assert not list((tmp_path / "ended").rglob("*.part"))
    assert finish(start(tmp_path / "ended"))[0] == 0
    assert contents(tmp_path / "ended") == whole[0]


class Terminal:
    """A pseudo-terminal with a run in its foreground: what is typed goes to all processes of the run, as at a real one."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._keys, self.screen = pty.openpty()
        modes = termios.tcgetattr(self.screen)
        modes[3] |= termios.NOFLSH  # Ctrl-C else discards what was shown and not read yet
        termios.tcsetattr(self.screen, termios.TCSANOW, modes)
        self.modes = termios.tcgetattr(self.screen)
        streams = {"stdin": self.screen, "stdout": self.screen, "stderr": self.screen}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "citadels_sim", *WORDS], cwd=folder, start_new_session=True, preexec_fn=self._be_foreground, **streams
        )  # type: ignore[call-overload]
        self._shown: list[bytes] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @staticmethod
    def _be_foreground() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background may have been started deaf to interrupts
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # nobody writes to it any more
            while part := os.read(self._keys, 65_536):
                self._shown.append(part)

    def type(self, keys: bytes) -> None:
        os.write(self._keys, keys)

    def finish(self) -> tuple[int, str]:
        """The exit code and everything that was shown; the terminal is as it was, and nobody else is left in its foreground."""
        try:
            code = self.process.wait(240)
            assert termios.tcgetattr(self.screen) == self.modes
            assert self._alone(10)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            os.close(self.screen)
            self._reader.join(10)
            os.close(self._keys)
        return code, b"".join(self._shown).decode()

    def _alone(self, seconds: float) -> bool:
        """Whether all that the run started ends within so many seconds after it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.05)
        return False


@pytest.mark.parametrize("again", [(), (0.05, 0.1, 0.2, 0.4)], ids=["once", "impatiently"])
def test_ctrl_c_typed_into_a_terminal_ends_all_processes_quietly(
    again: tuple[float, ...], tmp_path: Path, whole: tuple[dict[str, bytes], float]
) -> None:
    folder = tmp_path / "typed"
    terminal = Terminal(folder)
    assert wait_for(lambda: len(list((folder / "run").glob("sums/part-*"))) > 1, terminal.process)
    terminal.type(b"\x03")
    for seconds in again:
        time.sleep(seconds)
        terminal.type(b"\x03")
    code, shown = terminal.finish()
    assert code == 130, shown
    assert "Traceback" not in shown
    assert "citadels: interrupted" in shown
    assert shown.rfind("\x1b[?25h") >= shown.rfind("\x1b[?25l")  # a cursor that was hidden is shown again
    if not again:
        assert "games are done and kept in run. Continue with:\r\n  citadels run --variant classic-2000" in shown
    assert json.loads((folder / "run" / "manifest.json").read_text())["state"] == "running"
    assert finish(start(folder))[0] == 0
    assert contents(folder) == whole[0]


def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, whole: tuple[dict[str, bytes], float]) -> None:
    # No file may grow beyond this: sums are still written, the first table of turns is not.
    limit = 300_000
    process = start(tmp_path / "full", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    code, err = finish(process)
    assert code == 2, err
    assert "turns/part-" in err
    assert "the disk is full. Free some space or choose another folder with --out, and give the same command again." in err
    assert "Traceback" not in err
    assert not list((tmp_path / "full").rglob("*.part"))
    assert finish(start(tmp_path / "full"))[0] == 0
    assert contents(tmp_path / "full") == whole[0]


def test_a_second_run_is_refused_while_the_first_lives(tmp_path: Path, whole: tuple[dict[str, bytes], float]) -> None:
    first = start(tmp_path / "shared")
    assert wait_for(lambda: (tmp_path / "shared" / "run" / "manifest.json").is_file(), first)
    code, err = finish(start(tmp_path / "shared"))
    assert code == 2, err
    assert f"citadels: run: another command (process {first.pid} on " in err
    assert finish(first)[0] == 0
    assert contents(tmp_path / "shared") == whole[0]


def test_nobody_goes_on_fitting_when_the_search_is_terminated(tmp_path: Path) -> None:
    """`tune` has nothing to continue, but what it started must end with it."""
    words = ["tune", "builder", "--variant", "classic-2000", "--games", "40000", "--budget", "1000", "--workers", "2"]
    command = [sys.executable, "-m", "citadels_sim", *words, "--out", str(tmp_path / "a.toml")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        assert wait_for(lambda: len(helpers_of(process)) == 2, process)
        helpers = helpers_of(process)
        process.terminate()
        process.wait(60)
        ended = time.monotonic() + 60
        while any(Path(f"/proc/{pid}").exists() for pid in helpers) and time.monotonic() < ended:
            time.sleep(0.1)
    assert not [pid for pid in helpers if Path(f"/proc/{pid}").exists()]
    assert list(tmp_path.iterdir()) == []
