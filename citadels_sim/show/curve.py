"""The form of a block that draws lines: over the course of a game, over chances, over rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from citadels_sim.show.blocks import Block
from citadels_sim.show.values import Value
from citadels_sim.text import is_number


@dataclass(frozen=True)
class Line:
    """A line of a `Curve`.

    Attributes
    ----------
    head : str
        Its words.
    points : tuple of (float, Value)
        Place along the scale, and figure; those of too few cases are not drawn.
    banded : bool
        Whether the band of its intervals is drawn, too.
    """

    head: str
    points: tuple[tuple[float, Value], ...]
    banded: bool = True

    @property
    def known(self) -> list[tuple[float, float, float, float]]:
        """The points that are drawn: place, value, and the ends of its interval; of one without an interval the value itself."""
        points = ((at, one.value, *((one.value, one.value) if one.no_interval else (one.low, one.high))) for at, one in self.points)
        return [(at, value, low, high) for at, value, low, high in points if is_number(value) and is_number(low) and is_number(high)]


@dataclass(frozen=True, kw_only=True)
class Curve(Block):
    """Lines of shares over a scale, such as the course of a game, with the bands of their intervals.

    Attributes
    ----------
    lines : tuple of Line
        What is drawn.
    across : str
        What the scale measures, in words.
    shares : bool
        Whether it goes from 0 to 100 %; else it is of numbers, such as rounds.
    even : float or None
        Height of a dashed line across, such as an even share.
    diagonal : bool
        Whether a dashed line leads from 0 to 100 % of both.
    below : tuple of str
        Heads of the rows that a page writes below the drawing, of the columns that many read.
    """

    form: ClassVar[str] = "curve"
    lines: tuple[Line, ...]
    across: str
    shares: bool = True
    even: float | None = None
    diagonal: bool = False
    below: tuple[str, ...] = ()
