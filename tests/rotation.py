"""Which tests belong to the everyday run: of most a part that changes from day to day, so that all are run.

All others are `slow`. In the folders of `IN_TURNS`, whose tests play, estimate or write pages, one test in `TURNS` belongs to each day,
and of a test with parameters one case in so many. The tests of rules, variants and the catalogue are run each day, but for long files. A
mark says otherwise: of ``rotated(3)`` it is one in three, with ``rotated(3, together=True)`` all tests of a file on the same day, and
those of ``rotated(1)`` are run each day. The header of a run names its part, and ``CITADELS_PART=12 pytest ...`` runs the cases of part 12
again, on any day.
"""

from __future__ import annotations

import datetime
import os
import zlib
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

import pytest

VARIABLE: Final = "CITADELS_PART"
IN_TURNS: Final = frozenset(
    (
        "balance",
        "bench",
        "bots",
        "cli",
        "designs",
        "env",
        "ladder",
        "numbers",
        "plays",
        "report",
        "runs",
        "scripts",
        "share",
        "statistics",
        "studio",
        "study",
        "training",
        "web",
    )
)
"""Folders of tests that are run in turns."""
TURNS: Final = 8


def part() -> int:
    """Return the number of today's part, or of the one that is asked for."""
    return int(os.environ.get(VARIABLE) or datetime.datetime.now(datetime.UTC).date().toordinal())


os.environ[VARIABLE] = str(part())  # all processes of a run have the same, also of one that goes on past midnight


def rotate(items: Sequence[pytest.Item]) -> None:
    """Mark those tests as slow that are run in turns and do not belong to today's part."""
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("rotated")
        turns = mark.args[0] if mark else TURNS if item.nodeid.split("/")[1] in IN_TURNS else 1
        if turns == 1 or item.get_closest_marker("slow"):
            continue
        together = mark is not None and mark.kwargs.get("together", False)
        test = item.nodeid.partition("::" if together else "[")[0]
        if (seen[test] + zlib.crc32(test.encode())) % turns != part() % turns:
            item.add_marker(pytest.mark.slow)
        seen[test] += not together


def rotated(cases: Sequence[Hashable], everyday: int) -> list[Any]:
    """Return parameters of a test: `everyday` of the cases stay in the everyday run, spread over the list; the others are slow."""
    return [pytest.param(case, id=_id(case), marks=marks) for case, marks in _marked(cases, everyday)]


def rotated_rows(cases: Sequence[tuple[Any, ...]], everyday: int) -> list[Any]:
    """Return parameters as `rotated` does, for a test with an argument for each value of a case."""
    return [pytest.param(*case, marks=marks) for case, marks in _marked(cases, everyday)]


def _marked(cases: Sequence[Any], everyday: int) -> Iterator[tuple[Any, Any]]:
    parts = -(-len(cases) // everyday)
    for n, case in enumerate(cases):
        yield case, pytest.mark.rotated(1) if n % parts == part() % parts else pytest.mark.slow


def _id(case: Hashable) -> str:
    return "-".join(map(str, case)) if isinstance(case, tuple) else str(case)
