"""What installed packages offer under entry points: all of it read at once, since that opens a file of each of them."""

from __future__ import annotations

import functools
import sys
from importlib.metadata import EntryPoint, entry_points
from typing import Any


def offers(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group; nothing is loaded."""
    return tuple(_entry_points_on(tuple(sys.path)).select(group=group))


@functools.lru_cache(maxsize=8)
def _entry_points_on(path: tuple[str, ...]) -> Any:
    """Look through the packages on a path."""
    return entry_points()
