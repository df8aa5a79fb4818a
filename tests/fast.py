"""Chooses the tests of ``scripts/test --fast``, as a plugin: ``pytest -p tests.fast``.

The rule: a test that gets as far as compiled code, or as another process (the command, a worker, a browser), is skipped at that moment;
every other test runs, unless it is marked as `long`, as are those that simulate or fit for seconds. `EntryPoint.make_ready`, through which
each entry point passes, from the cache too, Numba's `Dispatcher.compile`, through which all other compiled functions do, and the two calls
that start a process raise the skip. So a new test is in or out by what it does, the same on every machine. A module whose top level
compiles is skipped as a whole.
"""

from __future__ import annotations

import multiprocessing.process
import platform
import subprocess
from collections.abc import Callable
from typing import Any, NoReturn

import numba.core.dispatcher
import pytest

from citadels_sim.compiler.entry_points import EntryPoint


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
