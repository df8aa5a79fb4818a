"""What the overview draws: blocks of rows on a common scale, tables of tinted cells, a curve, cards; plain data for the template.

A block is of one table of players, or of all tables of an edition; the selector of the page shows and hides whole blocks. Positions are
per cents of the width of a drawing, so that a drawing stretches with the page and its words keep their size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from citadels_sim.lab.criteria import State
from citadels_sim.report.content import MissingRun

_MOST_TICKS: Final = 4
_FEWEST_TICKS: Final = 2
_EDGE: Final = 0.04
"""Part of an axis that is left free at either end."""
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
    """

    label: str
    variant: str | None = None
    players: int | None = None
    lineup: int | None = None
    other: str = ""


@dataclass(frozen=True)
class Axis:
    """A scale and the part of it that a limit allows.

    Attributes
    ----------
    low, high : float
        Its ends, in the unit of the figures.
    ticks : tuple of (float, str)
        Position in per cent, and words.
    band : tuple of (float, float) or None
        Left edge and width of what a limit allows, in per cent.
    zero : float or None
        Position of 0.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    band: tuple[float, float] | None = None
    zero: float | None = None

    def at(self, value: float) -> float:
        """Give the position of a value in per cent, at the edge for one beyond it."""
        return round(100 * min(1.0, max(0.0, (value - self.low) / (self.high - self.low))), 2)


def axis(values: Iterable[float | None], *, allowed: tuple[float, float] | None = None, signed: bool = False, unit: str = "") -> Axis:
    """Choose the scale of a block.

    Parameters
    ----------
    values : iterable of float or None
        Everything that has to have a place on it.
    allowed : tuple of (float, float), optional
        Ends of what a limit allows; an infinite one is not drawn as an edge.
    signed : bool
        Whether figures are differences: 0 then belongs to the scale, and ticks have signs.
    unit : str
        Behind the number of every tick, such as ``%``.
    """
    edges = [edge for edge in allowed or () if math.isfinite(edge)]
    known = [value for value in values if value is not None and math.isfinite(value)] + edges + [0.0] * signed
    least, most = min(known, default=0.0), max(known, default=1.0)
    room = (most - least) * _EDGE or max(abs(most), 1.0) * _EDGE
    low, high = least - room, most + room
    if not signed and least >= 0:
        low = max(low, 0.0)
    step = _step((high - low) / _MOST_TICKS)
    if _multiples(low, high, step) < _FEWEST_TICKS:  # one number says nothing of a scale
        step = _step(step / 3)
    marks = [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    scale = Axis(low, high, ())
    words = tuple((scale.at(mark), _tick(mark, digits, signed=signed) + unit) for mark in marks)
    band = None
    if allowed is not None:
        left, right = (scale.at(edge) for edge in allowed)
        band = left, round(right - left, 2)
    return Axis(low, high, words, band, scale.at(0.0) if signed else None)


def _multiples(low: float, high: float, step: float) -> int:
    return math.floor(high / step) - math.ceil(low / step) + 1


def _step(least: float) -> float:
    """Give the smallest of 1, 2 and 5 times a power of ten that is not below `least`."""
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def _tick(value: float, digits: int, *, signed: bool) -> str:
    text = f"{abs(value):.{digits}f}"
    if not float(text):
        return "0"
    return ("−" if value < 0 else "+" if signed else "") + text


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
    head : str
    figure : Figure
    marks : tuple of Mark
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
    where : Where
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
class Cell:
    """A cell of a table: words, state of a verdict, tint (see `tone`), and what its column is of."""

    figure: Figure
    state: State | str = ""
    tone: str = ""
    players: int | None = None


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


@dataclass(frozen=True)
class Curve(Block):
    """One curve with the band of its interval.

    Attributes
    ----------
    line, area : str
        Points of a polygon in a square of 100 by 100, y downwards.
    even : float
        Height of the share that everybody would have, from the top in per cent.
    x, y : tuple of (float, str)
        Ticks: position in per cent from the left, from the top; words.
    head : str
        Of the values below.
    values : tuple of (str, Figure)
        The curve as a table.
    """

    kind: ClassVar[str] = "curve"
    line: str
    area: str
    even: float
    x: tuple[tuple[float, str], ...]
    y: tuple[tuple[float, str], ...]
    head: str
    values: tuple[tuple[str, Figure], ...]


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
    notes : tuple of (str, str)
        Words that are no figures: head and text.
    """

    head: str
    kind: str
    summary: tuple[Cell, ...]
    columns: tuple[tuple[str, int | None], ...]
    lines: tuple[Line, ...]
    notes: tuple[tuple[str, str], ...] = ()


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


@dataclass(frozen=True)
class Section:
    """A section of the page: its groups, and what the runs leave out, with the command that plays it."""

    slug: str
    title: str
    groups: tuple[Group, ...]
    missing: tuple[MissingRun, ...] = ()


def tone(value: float, margin: float) -> str:
    """Give the tint of a cell: ``up1`` to ``up3`` above the margin, ``down1`` to ``down3`` below it, none within."""
    steps = sum(abs(value) >= size * margin for size in _STRONG)
    return f"{'up' if value > 0 else 'down'}{steps}" if steps else ""
