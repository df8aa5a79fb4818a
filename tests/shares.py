"""How tests are shared out among processes that run side by side (``pytest -n``): what is made once for many tests, in one process only."""

from __future__ import annotations

from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling

__all__ = ["Shares", "longest_first"]

REPORT: Final = "report of every kind of run"
_EVERY_KIND: Final = frozenset(
    f"tests/report/test_{name}.py"
    for name in (
        "browser",
        "casts_chapter",
        "check",
        "colours",
        "conditions",
        "coverage_pools",
        "families",
        "flow_chapter",
        "overview_browser",
        "skill_chapter",
        "whole",
    )
)
"""Files whose tests read the runs of every kind and their report (tests/report/conftest.py)."""
_LONGEST: Final = (
    REPORT,
    "tests/study/test_every_table.py",
    "tests/runs/test_kills.py",
    "tests/docs/test_tutorial.py",
    "tests/report/test_few_games.py",
    "tests/report/test_no_void_numbers.py",
    "tests/report/test_left_out.py",
    "tests/scripts/test_coverage.py",
    "tests/report/test_hostile.py",
    "tests/study/test_command.py",
    "tests/studio/test_browser.py",
    "tests/training/test_learning.py",
)
"""What takes longest: were it begun last, one process would wait for the other. A file that is missing here is no fault."""
_EACH_TEST: Final = frozenset({"tests/report/test_no_void_numbers.py", "tests/study/test_every_table.py"})
"""Files of long tests that share nothing."""


def _part(nodeid: str) -> str:
    file = nodeid.split("::")[0]
    return REPORT if file in _EVERY_KIND else file


def longest_first(items: list[pytest.Item]) -> None:
    """Sort tests into the order in which they are dealt out; those of a file stay as they are."""
    rank = {part: place for place, part in enumerate(_LONGEST)}
    items.sort(key=lambda item: rank.get(_part(item.nodeid), len(rank)))


class Shares(LoadScopeScheduling):
    """Deals out files whole, since what a file makes for its tests is gone when a process has turned to another file."""

    def schedule(self) -> None:
        """Deal out in the order of the tests, which `longest_first` sorted."""
        self.config.option.loadscopereorder = False
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.split("::")[0] in _EACH_TEST else _part(nodeid)
