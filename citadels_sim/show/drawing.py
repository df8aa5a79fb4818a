"""What pages draw: blocks of rows on a common scale, tables of tinted cells, a curve, cards; plain data for the template.

A block is of one table of players, or of all tables of an edition; the selector of the page shows and hides whole blocks. Positions are
per cents of the width of a drawing, so that a drawing stretches with the page and its words keep their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from citadels_sim.show.axis import Axis
from citadels_sim.verdicts import State

_STRONG: Final = (1.0, 2.0, 4.0)
"""Sizes in margins from which a cell is tinted, and tinted more."""


@dataclass(frozen=True)
class Where:
    """The table that a block is of; None: it is of all.

    Attributes
    ----------
    label : str
        The table in words.
    variant, players, lineup
        Name of the variant; number of players; number of the line-up in the order of the report.
    other : str
        A second variant that the block is of, too; empty for none.
    condition : str
        The condition that holds at its nodes; empty: it is of all of them.
    """

    label: str
    variant: str | None = None
    players: int | None = None
    lineup: int | None = None
    other: str = ""
    condition: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure with its interval, written out."""

    text: str
    interval: str = ""


@dataclass(frozen=True)
class Mark:
    """A mark on a scale: position in per cent, state or other class, and what it means."""

    at: float
    look: str
    title: str = ""


@dataclass(frozen=True)
class Row:
    """A row of `Dots`.

    Attributes
    ----------
    line : tuple of (float, float) or None
        Ends of an interval or range, in per cent.
    state : State or ""
        Of a verdict.
    players : int or None
        The number of players that the row is of, where rows differ in it.
    note : str
        Behind the figure.
    """

    head: str
    figure: Figure
    marks: tuple[Mark, ...] = ()
    line: tuple[float, float] | None = None
    state: State | str = ""
    players: int | None = None
    note: str = ""


@dataclass(frozen=True)
class Block:
    """What all blocks have.

    Attributes
    ----------
    finding : str
        What the block shows, in a sentence; its headline.
    how : str
        How to read it.
    folded : bool
        Whether the sentence says all, so that the rest is for who opens it.
    """

    kind: ClassVar[str] = ""
    where: Where
    finding: str
    how: str
    folded: bool


@dataclass(frozen=True)
class Dots(Block):
    """Rows with a mark and an interval each on a common scale; `head` names what a row is of."""

    kind: ClassVar[str] = "dots"
    head: str
    axis: Axis
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Bar:
    """A row of `Bars`: the left edge and the width of each of its parts in per cent, and what the part means."""

    head: str
    figure: Figure
    parts: tuple[tuple[float, float, str], ...]
    line: tuple[float, float] | None = None


@dataclass(frozen=True)
class Bars(Block):
    """Rows with a bar each from 0 on a common scale; `legend` names the parts where there are several."""

    kind: ClassVar[str] = "bars"
    head: str
    axis: Axis
    legend: tuple[str, ...]
    rows: tuple[Bar, ...]


@dataclass(frozen=True)
class Cell:
    """A cell of a table: figure, state of a verdict, tint (see `tone`), what its column is of, and words in the place of a figure."""

    figure: Figure
    state: State | str = ""
    tone: str = ""
    players: int | None = None
    words: str = ""


@dataclass(frozen=True)
class Line:
    """A row of a table of cells."""

    head: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Heat(Block):
    """A table of tinted cells; `columns` are the heads, with the number of players where a column is of one."""

    kind: ClassVar[str] = "heat"
    columns: tuple[tuple[str, int | None], ...]
    lines: tuple[Line, ...]
    head: str = "Character"


@dataclass(frozen=True)
class Trace:
    """A line of `Curve` with its band: words, and points in a square of 100 by 100, y downwards; an empty band is not drawn."""

    head: str
    line: str
    band: str


@dataclass(frozen=True)
class Curve(Block):
    """Lines over a scale, with the bands of their intervals.

    Attributes
    ----------
    traces : tuple of Trace
        The lines.
    even : float or None
        Height of a dashed line, from the top in per cent.
    diagonal : bool
        Whether a dashed line leads from the lower left to the upper right.
    across : str
        What the scale measures.
    x, y : tuple of (float, str)
        Ticks: position in per cent from the left, from the top; words.
    columns : tuple of (str, int or None)
        Heads of the values below, as `Heat` has them.
    lines : tuple of Line
        Some values of the lines.
    """

    kind: ClassVar[str] = "curve"
    traces: tuple[Trace, ...]
    even: float | None
    diagonal: bool
    across: str
    x: tuple[tuple[float, str], ...]
    y: tuple[tuple[float, str], ...]
    columns: tuple[tuple[str, int | None], ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Verdicts(Block):
    """Verdicts of one table: state, mark, criterion, word, figure and sentence of each."""

    kind: ClassVar[str] = "verdicts"
    lines: tuple[tuple[State, str, str, str, Figure, str], ...]


@dataclass(frozen=True)
class Card:
    """All that is known of a character or a district.

    Attributes
    ----------
    head, kind : str
        Its name; what it is, such as ``rank 7``.
    summary : tuple of Cell
        Its first figure, by number of players.
    columns, lines
        As of `Heat`.
    links : tuple of (str, str)
        Games to watch: words and page.
    """

    head: str
    kind: str
    summary: tuple[Cell, ...]
    columns: tuple[tuple[str, int | None], ...]
    lines: tuple[Line, ...]
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Cards(Block):
    """The cards of an edition."""

    kind: ClassVar[str] = "cards"
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Group:
    """Blocks of which the selector shows one, or those of one edition.

    Attributes
    ----------
    title : str
        What they are of.
    blocks : tuple of Block
        In one group all are of one kind.
    look : str
        How much room it takes: ``half``, ``third``, ``wide`` (two thirds), or all of the width.
    headed : bool
        Whether the title is shown above them.
    """

    title: str
    blocks: Sequence[Block]
    look: str = ""
    headed: bool = True


def tone(value: float, margin: float) -> str:
    """Return the tint of a cell: ``up1`` to ``up3`` above the margin, ``down1`` to ``down3`` below it, none within."""
    steps = sum(abs(value) >= size * margin for size in _STRONG)
    return f"{'up' if value > 0 else 'down'}{steps}" if steps else ""
