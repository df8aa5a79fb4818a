"""The packaged tables, and which of them a test run plays: a part of them, spread over the variants, another one each day."""

from __future__ import annotations

from typing import Any

import citadels_sim as cs
from citadels_sim.variants import variant_names
from tests.rotation import rotated_rows

__all__ = ["EVERY_TABLE", "TABLES"]

EVERY_TABLE = [(name, players) for name in variant_names() for players in cs.load_variant(name).tables]
"""Each packaged variant at each number of players that it seats."""


TABLES: list[Any] = rotated_rows(EVERY_TABLE, 13)
"""The same to parametrise tests with that play whole games at every table: each day some of them, of other variants and sizes."""
