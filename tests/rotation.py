"""Which cases of a long list belong to the everyday run: a part of them that changes from day to day, so that all are run in time.

All others are `slow`. The header of a run names its part, and ``CITADELS_PART=12 pytest ...`` runs the cases of part 12 again, on any day.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Hashable, Sequence
from typing import Any, Final

import pytest

VARIABLE: Final = "CITADELS_PART"


def part() -> int:
    """Return the number of today's part, or of the one that is asked for."""
    return int(os.environ.get(VARIABLE) or datetime.datetime.now(datetime.UTC).date().toordinal())


def rotated(cases: Sequence[Hashable], everyday: int) -> list[Any]:
    """Return parameters of a test: `everyday` of the cases stay in the everyday run, spread over the list; the others are slow."""
    parts = -(-len(cases) // everyday)
    return [pytest.param(case, id=_id(case), marks=() if n % parts == part() % parts else pytest.mark.slow) for n, case in enumerate(cases)]


def _id(case: Hashable) -> str:
    return "-".join(map(str, case)) if isinstance(case, tuple) else str(case)
