"""The columns that say where a row belongs: to which cell of an experiment, and to which of its blocks."""

from __future__ import annotations

from typing import Any, Final

CELL: Final = ("variant", "players", "lineup")
"""Columns that name a cell of an experiment."""

BLOCK: Final = (*CELL, "block")
"""Columns that name a block of a cell."""

Cell = tuple[str, int, str]
"""A cell: variant, players, line-up."""


def key_of(cell: Cell) -> dict[str, Any]:
    """Name the values of a cell by their columns, for a row of a table or a filter of its rows."""
    return dict(zip(CELL, cell, strict=True))
