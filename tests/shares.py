"""How tests are shared out among processes that run side by side (``pytest -n``): what is made once for many tests, in one process only."""

from __future__ import annotations

from typing import Final

from xdist.scheduler import LoadScopeScheduling

__all__ = ["Shares"]

_EVERY_KIND: Final = (
    "test_browser.py",
    "test_check.py",
    "test_colours.py",
    "test_families.py",
    "test_overview_browser.py",
    "test_whole.py",
)
"""Files of tests/report whose tests read the runs of every kind and their report, two minutes' work."""
_WHOLE_FILES: Final = (
    "tests/bots/test_planner_guesses.py",
    "tests/engine/test_random_play.py",
    "tests/report/test_few_games.py",
    "tests/report/test_flow_chapter.py",
    "tests/report/test_hostile.py",
    "tests/runs/test_kills.py",
    "tests/study/test_command.py",
)
"""Files whose tests share what takes long to play or to compile; what a file shares is gone when a process has turned to another file."""


class Shares(LoadScopeScheduling):
    """Deals out the cases of one test together, the most cases first; the tests of the report of all runs as if they were one."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::")[0]
        if file.startswith("tests/report/") and file.endswith(_EVERY_KIND):
            return "report of every kind of run"
        return file if file in _WHOLE_FILES else nodeid.split("[")[0]
