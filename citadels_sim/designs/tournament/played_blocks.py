"""A table of players as it was played: what all blocks on it have alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from citadels_sim.designs.tournament.analyse import Analysis
from citadels_sim.show.blocks import counted, too_few
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import Cell, key_of


class Played(NamedTuple):
    """A table of players and how many games and deals were played at it.

    Attributes
    ----------
    cell : Cell
    fact : mapping
        Its row of `Analysis.cells`.
    """

    cell: Cell
    fact: Mapping[str, Any]

    @classmethod
    def from_analysis(cls, analysis: Analysis, cell: Cell) -> Played:
        """Read it off an analysis."""
        return cls(cell, analysis.cells.filter(**key_of(cell)).row(0, named=True))

    def head(self, finding: str, chapter: str = "") -> dict[str, Any]:
        """Return the attributes of a block that say what it is of; of too few deals the finding is that there is none."""
        few = self.fact["blocks"] < LEAST_COUNT
        return {
            "cell": self.cell,
            "finding": too_few(self.fact["blocks"]) if few else finding,
            "basis": counted(self.fact["games"], "games"),
            "chapter": chapter,
        }
