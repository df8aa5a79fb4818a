"""Compiling before playing: once, in the parent, with a word to whoever waits for it. Workers only load what lies in the cache."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, cast

from citadels_sim.compiler.cache import why_not_kept
from citadels_sim.compiler.decorators import INTERPRETED, is_cached, ready
from citadels_sim.compiler.entry_points import EntryPoint
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import advance
from citadels_sim.processes import cores, same_modules

__all__ = ["prepare", "why_not_ahead"]

_PATIENCE: Final = 5.0
"""Seconds within which a cache is loaded even on a busy machine; what takes longer is a compilation after all (another processor)."""

_REPORT: Final = 5.0
"""Seconds until a line says how far a compilation is."""

_REPORT_LESS: Final = 1.5
"""How many times as long until each further one."""

_MOST_HELPERS: Final = 3
"""Processes beside this one: the rules alone take a third of the whole time, so that more would wait for them."""


def prepare(entry_points: Iterable[Callable[..., Any]], tell: Callable[[str], None] | None = None) -> None:
    """Compile entry points, or load them from the cache.

    Parameters
    ----------
    entry points : iterable of callable
        Functions declared with `citadels_sim.compiler.decorators.entry_point`.
    tell : callable, optional
        Gets a line of text when something must be compiled, and, as long as that takes, others that say how far it is.
    """
    if INTERPRETED:
        return
    wanted = list(entry_points)
    missing = list(dict.fromkeys(part for each in wanted if not is_cached(each) for part in cast(EntryPoint, each).with_callees()))
    timer: threading.Timer | None = None
    if tell is not None:
        if missing:
            tell(_compiling())
        else:
            timer = threading.Timer(_PATIENCE, tell, [_compiling()])
            timer.daemon = True
            timer.start()
    try:
        if len(missing) > 1:
            _compile_ahead(missing, tell)
        for entry_point in wanted:
            ready(entry_point)
    finally:
        if timer is not None:
            timer.cancel()


def why_not_ahead() -> str | None:
    """Explain why nothing can be compiled for later commands, in a sentence with what helps; None where it can."""
    if INTERPRETED:
        return "NUMBA_DISABLE_JIT is set, so nothing is compiled. Unset it."
    lost = why_not_kept()
    return None if lost is None else f"{lost}, so nothing is kept for the next command. Name a folder in CITADELS_CACHE_DIR."


def _compiling() -> str:
    """Say that it takes a while, and how often."""
    lost = why_not_kept()
    often = "once" if lost is None else f"for this command only, since {lost}: name a folder in CITADELS_CACHE_DIR"
    return f"Compiling for this machine ({often}; up to a minute) ..."


def _compile_ahead(missing: list[EntryPoint], tell: Callable[[str], None] | None = None) -> None:
    """Compile entry points into the cache, by this process and by others beside it; each takes the next when it is done with one.

    Where a helper fails, `ready` compiles what it left, and tells why that cannot be done.
    """
    # The largest first: the rules, and bots, which come last in every list.
    waiting = deque(sorted(reversed(missing), key=lambda each: each not in (advance, apply)))
    compiled: list[EntryPoint] = []
    helpers = [_Helper(waiting, compiled) for _ in range(min(cores(), len(missing), 1 + _MOST_HELPERS) - 1)]
    over = threading.Event()

    def report(tell: Callable[[str], None]) -> None:
        begun, pause = time.monotonic(), _REPORT
        while not over.wait(pause):
            tell(f"  {len(compiled)} of {len(missing)} parts compiled after {time.monotonic() - begun:.0f} s ...")
            pause *= _REPORT_LESS

    if tell is not None:
        threading.Thread(target=report, args=(tell,), daemon=True).start()
    try:
        while (entry_point := _next(waiting)) is not None:
            entry_point.compile_ahead()
            compiled.append(entry_point)
        for helper in helpers:
            helper.join()
    finally:
        over.set()
        for helper in helpers:
            helper.end()


def _next(waiting: deque[EntryPoint]) -> EntryPoint | None:
    with suppress(IndexError):
        return waiting.popleft()
    return None


class _Helper(threading.Thread):
    """A process that compiles what it is given the names of, and the thread of this process that gives it the next."""

    def __init__(self, waiting: deque[EntryPoint], compiled: list[EntryPoint]) -> None:
        super().__init__(daemon=True)
        self._waiting, self._compiled = waiting, compiled
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from citadels_sim.engine.prepare import compile_named; compile_named()"],
            env=same_modules(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.start()

    def run(self) -> None:
        """Have one after another compiled, until none is left or the process has ended."""
        given, done = self._process.stdin, self._process.stdout
        assert given is not None
        assert done is not None
        with suppress(OSError):
            while (entry_point := _next(self._waiting)) is not None:
                print(entry_point.__module__, entry_point.__qualname__, file=given, flush=True)
                if not done.readline():
                    return
                self._compiled.append(entry_point)

    def end(self) -> None:
        """End the process, which has nothing to do any more, or whose work nobody needs."""
        with self._process as process:
            process.kill()


def compile_named() -> None:
    """Compile the entry points whose modules and names come in by standard input, a line each, and answer each with a line."""
    for line in sys.stdin:
        module, name = line.split()
        getattr(import_module(module), name).compile_ahead()
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
