"""What all tests share: deterministic property tests, a terminal without surprises, the command in-process."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from tests.rotation import VARIABLE, part, rotate

# The same examples each time, so that a red build is red on every machine; `slow` tests and people
# search further with HYPOTHESIS_PROFILE=search. No deadline: the first example pays for compiling.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

# No test opens a window.
os.environ.setdefault("MPLBACKEND", "Agg")

# No test cuts the power: waiting until each file is on the disk would take most of the time of what writes many small ones.
os.fsync = lambda _: None  # type: ignore[assignment]


def pytest_configure() -> None:
    """Fix the part of the day before workers start, so that all have the same one."""
    os.environ[VARIABLE] = str(part())


def pytest_report_header() -> str:
    """Name the part of the rotated tests that is run, and how to run it again."""
    return f"rotated tests: {VARIABLE}={part()} runs the same part again (tests/rotation.py)"


@pytest.hookimpl(tryfirst=True)  # before those that are not to be run are taken out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose today's part of the rotated tests, and let tests that run side by side begin with the longest."""
    rotate(items)
    if hasattr(config, "workerinput"):
        from tests.shares import longest_first

        longest_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests that run side by side are shared out by `tests.shares`."""
    from tests.shares import Shares

    return Shares(config, log)


class Spoken(NamedTuple):
    """What a command line answered: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "TERMINAL_WIDTH"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def experiment() -> Callable[..., Any]:
    """Make a small experiment with some keys changed: ``experiment(kind="bans", games=12)``."""
    from tests.small_runs import small

    return small


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of a few games, so that small runs have several, and none too few for a second process."""
    monkeypatch.setattr("citadels_sim.runs.pool._FEW_SHARDS", 1)
    monkeypatch.setattr("citadels_sim.runs.plan._SHARD_GAMES", {"games": 16, "turns": 16, "events": 16})


@pytest.fixture
def citadels(capsys: pytest.CaptureFixture[str]) -> Callable[..., Spoken]:
    """Run ``citadels WORDS...`` inside the test: ``code, out, err = citadels("variants", "list")``."""
    from citadels_sim.cli.main import main

    def speak(*words: str) -> Spoken:
        capsys.readouterr()
        code = main([str(word) for word in words])
        printed = capsys.readouterr()
        return Spoken(code, printed.out, printed.err)

    return speak
