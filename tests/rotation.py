"""Which cases of a long list belong to the everyday run: a part of them that changes from day to day, so that all are run in time.

All others are `slow`. The header of a run names its part, and ``CITADELS_PART=12 pytest ...`` runs the cases of part 12 again, on any day.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

import pytest

VARIABLE: Final = "CITADELS_PART"


def part() -> int:
    """Return the number of today's part, or of the one that is asked for."""
    return int(os.environ.get(VARIABLE) or datetime.datetime.now(datetime.UTC).date().toordinal())


os.environ[VARIABLE] = str(part())  # all processes of a run have the same, also of one that goes on past midnight


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
