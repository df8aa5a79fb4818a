"""Which tests of long files, and cases of long lists, belong to the everyday run: a part that changes from day to day, so that all are run.

All others are `slow`. Of tests marked as ``rotated(3)`` one in three belongs to each day, of a test with parameters one case in three; all
tests of a file together with ``rotated(3, together=True)``. The header of a run names its part, and ``CITADELS_PART=12 pytest ...`` runs
the cases of part 12 again, on any day.
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


def part() -> int:
    """Return the number of today's part, or of the one that is asked for."""
    return int(os.environ.get(VARIABLE) or datetime.datetime.now(datetime.UTC).date().toordinal())


os.environ[VARIABLE] = str(part())  # all processes of a run have the same, also of one that goes on past midnight


def rotate(items: Sequence[pytest.Item]) -> None:
    """Mark those tests as slow that are marked as rotated and do not belong to today's part."""
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("rotated")
        if mark is not None:
            test = item.nodeid.partition("::" if mark.kwargs.get("together") else "[")[0]
            if (seen[test] + zlib.crc32(test.encode())) % mark.args[0] != part() % mark.args[0]:
                item.add_marker(pytest.mark.slow)
            seen[test] += not mark.kwargs.get("together")


def rotated(cases: Sequence[Hashable], everyday: int) -> list[Any]:
    """Return parameters of a test: `everyday` of the cases stay in the everyday run, spread over the list; the others are slow."""
    return [pytest.param(case, id=_id(case), marks=marks) for case, marks in _marked(cases, everyday)]


def rotated_rows(cases: Sequence[tuple[Any, ...]], everyday: int) -> list[Any]:
    """Return parameters as `rotated` does, for a test with an argument for each value of a case."""
    return [pytest.param(*case, marks=marks) for case, marks in _marked(cases, everyday)]


def _marked(cases: Sequence[Any], everyday: int) -> Iterator[tuple[Any, Any]]:
    parts = -(-len(cases) // everyday)
    for n, case in enumerate(cases):
        yield case, () if n % parts == part() % parts else pytest.mark.slow


def _id(case: Hashable) -> str:
    return "-".join(map(str, case)) if isinstance(case, tuple) else str(case)
