"""What is not in the cache is compiled by this process and by helpers beside it, each entry point once, whatever becomes of a helper."""

from __future__ import annotations

import re
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from numba.core.errors import TypingError

from citadels_sim.compiler.decorators import INTERPRETED, entry_point, is_cached, ready, signature
from citadels_sim.engine import prepare as preparing
from citadels_sim.engine.prepare import prepare

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def first(x: int) -> int:
    return x + 1


def second(x: int) -> int:
    return x + 2


def third(x: int) -> int:
    return x.nonsense  # type: ignore[attr-defined,no-any-return]


declared = {function.__name__: entry_point(signature("int", "int"))(function) for function in (first, second, third)}
globals().update(declared)  # by their names, as a decorator does it: a helper looks for them there


@pytest.fixture(autouse=True)
def afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache, and entry points of which nothing is in memory."""
    monkeypatch.setenv("CITADELS_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(preparing, "cores", lambda: 2)
    for each in declared.values():
        monkeypatch.setattr(each, "_program", None)
        monkeypatch.setattr(each, "_made", None)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What this process compiles itself, by name."""
    compiled: list[str] = []
    whole = preparing.EntryPoint._compiled

    def count(self: Any) -> Any:
        compiled.append(self.__name__)
        return whole(self)

    monkeypatch.setattr(preparing.EntryPoint, "_compiled", count)
    return compiled


def test_a_helper_takes_what_this_process_does_not(alone: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    following = preparing._next

    def after_helper(waiting: Any) -> Any:
        while threading.current_thread() is threading.main_thread() and len(waiting) == 2:
            time.sleep(0.01)
        return following(waiting)

    monkeypatch.setattr(preparing, "_next", after_helper)
    lines: list[str] = []
    prepare([first, second], lines.append)
    assert sum(not line.startswith("  ") for line in lines) == 1  # the others say how far it is
    assert len(alone) == 1
    assert is_cached(first)
    assert is_cached(second)
    assert (ready(first)(1), ready(second)(1)) == (2, 3)


def test_how_far_it_is_is_reported_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "_REPORT", 0.02)
    lines: list[str] = []
    prepare([first, second], lines.append)
    assert lines[0].startswith("Compiling for this machine")
    assert re.match(r"  [01] of 2 parts compiled after 0 s", lines[1])
    said = len(lines)
    time.sleep(0.1)
    assert len(lines) == said


def test_what_a_helper_left_is_compiled_here(alone: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    started = subprocess.Popen

    def broken(command: list[str], **options: Any) -> Any:
        return started([command[0], "-c", "import sys; sys.stdin.readline()"], **options)

    monkeypatch.setattr(subprocess, "Popen", broken)
    prepare([first, second])
    assert sorted(alone) == ["first", "second"]
    assert (ready(first)(1), ready(second)(1)) == (2, 3)


def test_what_cannot_be_compiled_is_reported_here() -> None:
    with pytest.raises(TypingError, match="nonsense"):
        prepare([third, second, first])
