"""What a run of flow says of one table of players: the part of its analysis that blocks are made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl

from citadels_sim.designs.flow.analyse import FlowAnalysis
from citadels_sim.tables.keys import Cell, key_of


@dataclass(frozen=True)
class CellFlow:
    """One table of players of a run of flow.

    Attributes
    ----------
    cell : Cell
    games, deals : int
        That were played at it.
    estimates, curves, calibration : polars.DataFrame
        Its rows of `FlowAnalysis`.
    """

    cell: Cell
    games: int
    deals: int
    estimates: pl.DataFrame
    curves: pl.DataFrame
    calibration: pl.DataFrame

    @property
    def basis(self) -> str:
        """What its figures are counted from."""
        return f"{self.games:,} games"

    def figures(self, table: str) -> dict[str, dict[str, Any]]:
        """Return the rows of a family of one figure per cell, by metric."""
        return {row["metric"]: row for row in self.estimates.filter(table=table).iter_rows(named=True)}

    def groups(self, table: str) -> dict[str, dict[str, dict[str, Any]]]:
        """Return the rows of a family by group, then by metric."""
        by_group: dict[str, dict[str, dict[str, Any]]] = {}
        for row in self.estimates.filter(table=table).iter_rows(named=True):
            by_group.setdefault(row["group"], {})[row["metric"]] = row
        return by_group

    def curve(self, name: str, line: str = "") -> dict[float, dict[str, Any]]:
        """Return the points of a line of a curve by their place, from left to right; none where the run has too few deals for it."""
        return {row["x"]: row for row in self.curves.filter(curve=name, line=line).sort("x").iter_rows(named=True)}


def cells(flow: FlowAnalysis) -> Iterator[CellFlow]:
    """Iterate over the tables of players of a run."""
    for entry in flow.run.manifest.cells:
        here = key_of(entry.key)
        parts = (table.filter(**here) for table in (flow.estimates, flow.curves, flow.calibration))
        yield CellFlow(entry.key, entry.games, entry.blocks, *parts)
