"""Compiling before playing: once, in the parent, with a word to whoever waits for it. Workers only load what lies in the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

from citadels_sim.compiler.cache import why_not_kept
from citadels_sim.compiler.decorators import INTERPRETED, is_cached, ready
from citadels_sim.engine.decisions import apply
from citadels_sim.processes import same_modules

__all__ = ["prepare"]

_PATIENCE: Final = 5.0
"""Seconds within which a cache is loaded even on a busy machine; what takes longer is a compilation after all (another processor)."""


def prepare(entry_points: Iterable[Callable[..., Any]], tell: Callable[[str], None] | None = None) -> None:
    """Compile entry points, or load them from the cache.

    Parameters
    ----------
    entry points : iterable of callable
        Functions declared with `citadels_sim.compiler.decorators.entry_point`.
    tell : callable, optional
        Gets a line of text when something must be compiled.
    """
    if INTERPRETED:
        return
    wanted = list(entry_points)
    timer: threading.Timer | None = None
    if tell is not None:
        if all(map(is_cached, wanted)):
            timer = threading.Timer(_PATIENCE, tell, [_compiling()])
            timer.daemon = True
            timer.start()
        else:
            tell(_compiling())
    helper = _compile_rules_beside() if apply in wanted and not is_cached(apply) else None
    try:
        for entry_point in wanted:
            if entry_point is not apply:
                ready(entry_point)
        if helper is not None:
            helper.wait()
        if apply in wanted:
            ready(apply)  # from the cache, unless the helper could not fill it
    finally:
        if timer is not None:
            timer.cancel()


def _compiling() -> str:
    """Say that it takes a while, and how often."""
    lost = why_not_kept()
    often = "once" if lost is None else f"for this command only, since {lost}: name a folder in CITADELS_CACHE_DIR"
    return f"Compiling what this needs for this machine ({often}; up to a minute) ..."


def _compile_rules_beside() -> subprocess.Popen[bytes] | None:
    """Compile the rules, two thirds of the whole, in a process of their own while this one compiles the rest.

    The two write different files of the cache, so they do not meet.
    """
    if (os.cpu_count() or 1) < 2:
        return None
    code = "from citadels_sim.engine.decisions import apply; from citadels_sim.compiler.decorators import ready; ready(apply)"
    return subprocess.Popen([sys.executable, "-c", code], env=same_modules(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
