"""Blocks whose first figure is drawn as a bar from 0, whole or made of parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from citadels_sim.show.blocks import Block
from citadels_sim.show.values import Value


@dataclass(frozen=True, kw_only=True)
class Bars(Block):
    """Rows whose first figure is drawn as a bar.

    Attributes
    ----------
    parts : int
        The bar is made of so many figures, which are those after the first; 0: it is drawn as a whole, with its interval.
    """

    form: ClassVar[str] = "bars"
    parts: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The heads of the columns that are drawn."""
        return tuple(column.head for column in (self.columns[1 : 1 + self.parts] if self.parts else self.columns[:1]))

    def drawn(self, row: int) -> tuple[Value, ...]:
        """Return the figures of a row that are drawn, from the left; none of one of too few cases."""
        values = self.rows[row].values
        return () if values[0].few else values[1 : 1 + self.parts] if self.parts else values[:1]
