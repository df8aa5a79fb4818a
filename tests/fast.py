"""Chooses the tests of ``scripts/test --fast``, as a plugin: ``pytest -p tests.fast``.

The rule: a test that gets as far as compiled code, or as another process (the command, a worker, a browser), is skipped at that moment;
every other test runs. `EntryPoint.make_ready`, through which each entry point passes, from the cache too, Numba's `Dispatcher.compile`,
through which all other compiled functions do, and the two calls that start a process raise the skip. So no list of tests and no
marker has to be kept: a new test is in or out by what it does. A module whose
top level compiles is skipped as a whole. A file that has used its seconds of processor time, as simulations do, has the rest of its tests
skipped, so that the whole stays under a minute as it grows.
"""

from __future__ import annotations

import multiprocessing.process
import platform
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, NoReturn

import numba.core.dispatcher
import pytest

from citadels_sim.compiler.entry_points import EntryPoint

SECONDS: Final = 2.0
"""Processor time of a file's tests in one process."""

_spent: defaultdict[Path, float] = defaultdict(float)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count the processor time of a test for its file."""
    begun = time.process_time()
    try:
        return (yield)
    finally:
        _spent[item.path] += time.process_time() - begun


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose file has used its time."""
    if _spent[item.path] > SECONDS:
        pytest.skip(f"its file has used its {SECONDS:g} seconds")


def _skip(reason: str) -> Callable[..., NoReturn]:
    def skip(*_: Any, **__: Any) -> NoReturn:
        pytest.skip(reason, allow_module_level=True)

    return skip


def pytest_configure(config: pytest.Config) -> None:
    """Set the traps wherever tests run: with ``-n`` in the worker processes, which the first process must be able to start."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        platform.processor()  # starts a process, once
        numba.core.dispatcher.Dispatcher.compile = _skip("needs compiled code")
        EntryPoint.make_ready = _skip("needs compiled code")  # type: ignore[method-assign]
        subprocess.Popen.__init__ = _skip("starts a process")  # type: ignore[method-assign]
        multiprocessing.process.BaseProcess.start = _skip("starts a process")  # type: ignore[method-assign]
