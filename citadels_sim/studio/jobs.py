"""Commands that the studio starts: `citadels study` and `citadels play`, each a process of its own that ends as after Ctrl-C.

It ends so, too, when the studio is gone without a word, as after SIGKILL or a crash: what it reads from ends then.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from typing import IO, Any, Final

from citadels_sim.errors import CitadelsError
from citadels_sim.processes import ENDS_WITH_INPUT, same_modules
from citadels_sim.text import command_line

_LINES: Final = 200
_PATIENCE: Final = 20.0
"""Seconds that a command gets to end by itself."""
_SHORT: Final = 60.0
"""Seconds that a short command may take."""
_COMPILING: Final = re.compile(r"Compiling |\s*\d+ of \d+ parts are compiled")
"""Lines of `citadels_sim.engine.prepare`."""
_ADDRESS: Final = re.compile(r"(?:(Seat \d+): )?(http://[\d.]+:\d+/(?:[\w-]+/)?\?token=[\w-]+)$")
_STOPPED: Final = 130
_IDLE: Final = 10
"""Priority of what nobody waits for yet: half way to the lowest."""
_UNBUFFERED: Final = {"PYTHONUNBUFFERED": "1"}
"""So that a command prints line by line."""


class Job:
    """A command that runs, or has run.

    Parameters
    ----------
    words : sequence of str
        Behind ``citadels``.
    about : str
        Which rules it is about: the name of their file.
    seconds : float or None
        How long it means to take, what it compiles apart; None: not known.
    environment : mapping, optional
        Variables that it gets on top of those of the studio.
    idle : bool
        Whether it and what it starts leave the cores to whatever else runs, where the system knows priorities.

    Attributes
    ----------
    addresses : list of (str, str)
        Whose they are (empty: of whoever sits at this machine), and the addresses of the pages that it serves.
    """

    def __init__(
        self,
        words: list[str],
        about: str,
        seconds: float | None = None,
        environment: Mapping[str, str] | None = None,
        *,
        idle: bool = False,
    ) -> None:
        self.words, self.about, self.seconds = words, about, seconds
        self.addresses: list[tuple[str, str]] = []
        self._lines: deque[str] = deque(maxlen=_LINES)
        self._begun = self._mark = time.monotonic()
        self._compiled = 0.0
        self._stopping = False
        self.process = subprocess.Popen(
            **_heard(words),
            env=same_modules() | _UNBUFFERED | {ENDS_WITH_INPUT: "1", **(environment or {})},
            stdin=subprocess.PIPE,  # nothing is written: it is closed when the studio has ended, however it did, and that ends the command
            start_new_session=True,  # Ctrl-C in the terminal is for the studio, which then ends this
        )
        if idle and hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):  # it has ended
                os.setpriority(os.PRIO_PROCESS, self.process.pid, _IDLE)
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self._reader.start()

    @property
    def command(self) -> str:
        """The command line, to be pasted."""
        return command_line(["citadels", *self.words])

    @property
    def compiles(self) -> str:
        """How far it is with compiling; "" while it does something else."""
        return self._lines[-1].strip() if self.runs and self._is_compiling else ""

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self.process.poll() is None

    @property
    def done(self) -> float | None:
        """How much of it is done, from 0 to 1; None where that is not known, and while it compiles."""
        if self.seconds is None or self._is_compiling:
            return None
        return min(0.99, (time.monotonic() - self._begun - self._compiled) / max(1.0, self.seconds))

    @property
    def ending(self) -> str:
        """How it has ended: ``""`` as long as it runs, ``done``, ``stopped`` or ``failed``."""
        code = self.process.poll()
        if code is None:
            return ""
        return "done" if code == 0 else "stopped" if self._stopping or code == _STOPPED else "failed"

    @property
    def lines(self) -> list[str]:
        """What it has printed, the last lines of it."""
        if not self.runs:
            self._reader.join(timeout=1)
        return list(self._lines)

    @property
    def line(self) -> str:
        """What it does now: its last line that says so, and not something to know."""
        return next((line.strip() for line in reversed(self._lines) if _is_under_way(line)), "Starting ...")

    @property
    def notes(self) -> list[str]:
        """What else it has said so far."""
        return [line for line in self.lines if line.strip() and not _is_under_way(line)]

    def stop(self) -> None:
        """End it as Ctrl-C does: what was finished is kept."""
        self._stopping = True
        if self.runs:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)

    def close(self, patience: float | None = None) -> None:
        """End it and wait until it has ended; after so many seconds (usually 20) it is killed."""
        self.stop()
        try:
            self.process.wait(timeout=_PATIENCE if patience is None else patience)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)  # what it has started, too: it leads a group of its own
            else:
                self.process.kill()
            self.process.wait()
        self._reader.join(timeout=1)
        if self.process.stdin is not None:
            self.process.stdin.close()

    @property
    def _is_compiling(self) -> bool:
        return bool(self._lines) and _COMPILING.match(self._lines[-1]) is not None

    def _read(self, stream: IO[str] | None) -> None:
        assert stream is not None
        with stream:
            for line in stream:
                if self._is_compiling:
                    self._compiled += time.monotonic() - self._mark
                self._mark = time.monotonic()
                if found := _ADDRESS.match(line):
                    self.addresses.append((found[1] or "", found[2]))
                    continue  # whoever reads it could play
                self._lines.append(line.rstrip("\n"))


def _is_under_way(line: str) -> bool:
    """Tell whether a line says what a command does now, as all of them write it."""
    return line.endswith("...") or line.startswith("Round ")


def finish(words: list[str]) -> tuple[int, str]:
    """Run a short command to its end; return its exit code and what it has printed.

    Raises
    ------
    CitadelsError
        If it takes too long.
    """
    try:
        done = subprocess.run(**_heard(words), env=same_modules() | _UNBUFFERED, stdin=subprocess.DEVNULL, timeout=_SHORT, check=False)
    except subprocess.TimeoutExpired:
        raise CitadelsError(
            f"`{command_line(['citadels', *words])}` has not ended in {_SHORT:.0f} seconds, and was stopped. Try it again, or in a "
            f"terminal."
        ) from None
    return done.returncode, str(done.stdout).strip()


def _heard(words: list[str]) -> dict[str, Any]:
    """Return how a command is started whose lines are read as text, but for its environment."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "encoding": "utf-8", "errors": "replace"}
    return {"args": _program(words), **streams}


def _program(words: list[str]) -> list[str]:
    return [sys.executable, "-m", "citadels_sim", *words]
