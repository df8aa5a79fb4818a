"""The packaged tables, and which of them every test run plays: a spread over variants and numbers of players."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.variants import variant_names

__all__ = ["EVERY_TABLE", "TABLES"]

EVERY_TABLE = [(name, players) for name in variant_names() for players in cs.load_variant(name).tables]
"""Each packaged variant at each number of players that it seats."""


def _everyday() -> set[tuple[str, int]]:
    """One number of players of each variant, other ones from variant to variant."""
    chosen = set()
    for i, name in enumerate(variant_names()):
        counts = [players for other, players in EVERY_TABLE if other == name]
        chosen.add((name, counts[i % len(counts)]))
    return chosen


_EVERYDAY = _everyday()
TABLES: list[Any] = [pytest.param(*table, marks=() if table in _EVERYDAY else pytest.mark.slow) for table in EVERY_TABLE]
"""The same to parametrise tests with that play whole games at every table: the everyday run takes a spread of them."""
