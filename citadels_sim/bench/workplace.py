"""Where the benchmark measures: a folder and processes of its own, of which nothing is left, however it ends, and the time that it has."""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from citadels_sim.processes import end_with_parent, ignore_sigint, same_modules, single_threaded, spawning

_GROUPS: Final = os.name == "posix"
"""Whether processes can be ended as a group."""
_POLL: Final = 0.01
_TOO_LONG: Final = 3.0
"""Seconds that a command gets to end by itself."""

# Waits until the benchmark is gone, whose end of its standard input is closed then, ends what it started, and clears the folder away.
_GUARD: Final = """
import os, shutil, signal, sys, time
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
sys.stdin.read()
end = time.monotonic() + 10
while True:
    if hasattr(os, "killpg"):
        os.killpg(os.getpgrp(), signal.SIGTERM)
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    if not os.path.exists(sys.argv[1]) or time.monotonic() > end:
        break
    time.sleep(0.1)
"""


class Late(Exception):
    """The time that there was for measuring is over."""


class Workplace:
    """A folder, the processes that measure, and the time that there is for it.

    Parameters
    ----------
    folder : Path
        Gone with everything in it when the benchmark ends.
    seconds : float
        From now on.
    group : int, optional
        Number of the group that commands belong to.
    """

    def __init__(self, folder: Path, seconds: float = math.inf, group: int | None = None) -> None:
        self.folder = folder
        self._group = group
        self._crew: list[Any] = []
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self._end - time.monotonic()

    def check(self) -> None:
        """Raise `Late` where the time is over."""
        if self.left <= 0:
            raise Late

    def new_folder(self) -> Path:
        """Make an empty folder."""
        return Path(tempfile.mkdtemp(dir=self.folder))

    def answers(self, jobs: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """Let processes of their own do some measuring, and give what they answer.

        Parameters
        ----------
        jobs : sequence of tuple
            For each process a function and its arguments; a queue for its answers is added to them.

        Raises
        ------
        Late
            When the time is over.
        RuntimeError
            When a process ends with an error.
        """
        context = spawning()
        answers = context.SimpleQueue()
        with single_threaded(), ignore_sigint():
            self._crew = crew = [context.Process(target=_measure, args=(work, *arguments, answers)) for work, *arguments in jobs]
            for process in crew:
                process.start()
        try:
            while True:
                working = any(process.is_alive() for process in crew)
                if not answers.empty():
                    yield answers.get()
                elif not working:
                    break
                else:
                    self.check()
                    time.sleep(_POLL)
            if any(process.exitcode for process in crew):
                raise RuntimeError("a measuring process ended with an error")
        finally:
            self.close()

    def close(self) -> None:
        """End the processes that measure."""
        for process in self._crew:
            process.kill()
            process.join()
        self._crew = []

    def command(
        self,
        words: Sequence[str],
        environment: Mapping[str, str] = MappingProxyType({}),
        look: Callable[[int], None] = lambda _: None,
        pause: float = _POLL,
    ) -> float:
        """Run a Python command line to its end; return the seconds it took.

        Parameters
        ----------
        words : sequence of str
            Behind ``python``.
        environment : mapping of str to str
            Variables that are set for it.
        look : callable
            Called with its number again and again while it runs.
        pause : float
            Seconds between two such calls.

        Raises
        ------
        Late
            When the time is over.
        RuntimeError
            When it fails; with its output.
        """
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**same_modules(), **environment},
            process_group=self._group,
        )
        try:
            while True:
                look(process.pid)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(pause)
                    break
                self.check()
            seconds = time.perf_counter() - begun
        except BaseException:
            _end(process)
            raise
        _, output = process.communicate()
        if process.returncode:
            raise RuntimeError(f"{' '.join(words)} ended with {process.returncode}: {output}")
        return seconds


def _end(process: subprocess.Popen[str]) -> None:
    """End a command that is not needed any more."""
    process.terminate()
    try:
        process.communicate(timeout=_TOO_LONG)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def _measure(work: Callable[..., None], *arguments: Any) -> None:
    """Measure in a process that ends with its parent."""
    end_with_parent()
    work(*arguments)


@contextlib.contextmanager
def opened(seconds: float = math.inf) -> Iterator[Workplace]:
    """Open a workplace; all temporary files of this process and of those that it starts lie in its folder meanwhile.

    Parameters
    ----------
    seconds : float
        How long may be measured.
    """
    folder = Path(tempfile.mkdtemp(prefix="citadels-bench-"))
    before = {name: os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")}
    guard = subprocess.Popen(
        [sys.executable, "-SP", "-c", _GUARD, str(folder)], stdin=subprocess.PIPE, process_group=0 if _GROUPS else None
    )
    os.environ.update(dict.fromkeys(before, str(folder)))
    tempfile.tempdir = None  # so that it is looked up again
    place = Workplace(folder, seconds, guard.pid if _GROUPS else None)
    try:
        yield place
    finally:
        place.close()
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        tempfile.tempdir = None
        assert guard.stdin is not None
        guard.stdin.close()
        guard.wait()
