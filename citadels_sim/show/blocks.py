"""Blocks: what an analysis shows of one table of players, as data that every renderer takes.

A block has a finding and a table of figures. Its form says what is drawn of them: `Dots` draws the first column with its intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, Protocol

import polars as pl

from citadels_sim.charts import style
from citadels_sim.formats import TOO_FEW
from citadels_sim.lab.registry import is_difference
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import CELL, Cell
from citadels_sim.text import is_number, needed_words
from citadels_sim.verdicts import STATES, UNDECIDED, State

Unit = Literal["points", "share", "difference", "number", "count", "bare"]
"""How a figure is written: a difference of win chances in percentage points, a fraction in per cent, another difference, another figure,
a whole number, or another figure without an interval, such as a prediction."""

_WITHOUT: Final = ("count", "bare")
"""Units without an interval."""

NO_FINDING: Final = "Too few for a finding"
"""How a sentence begins that stands in the place of a finding of too few deals."""


@dataclass(frozen=True)
class Verdict:
    """A word of `verdicts`, and what it takes to settle it where it is undecided."""

    word: str
    needed: str = ""

    @classmethod
    def of(cls, row: Mapping[str, Any], unit: str) -> Verdict:
        """Read it off a row of a table of verdicts; `unit` is what is counted in its columns ``needed_...``."""
        word = row["verdict"]
        needed = needed_words(row[f"needed_{unit}_low"], row[f"needed_{unit}"], unit) if word == UNDECIDED else ""
        return cls(word, needed)

    @property
    def state(self) -> State:
        """Return what it says of the limit."""
        return STATES[self.word]

    @property
    def words(self) -> str:
        """The word, and what settles it in brackets."""
        return f"{self.word} ({self.needed})" if self.needed else self.word


@dataclass(frozen=True)
class Value:
    """A figure with its interval.

    Attributes
    ----------
    value, low, high : float or None
        In the unit of tables; without an interval it is one of too few cases, where its unit has one.
    unit : str
        See `Unit`.
    verdict : Verdict or None
        On it.
    sign : str
        What stands behind the figure, such as a star.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    unit: Unit = "points"
    verdict: Verdict | None = None
    sign: str = ""

    @classmethod
    def of(cls, row: Mapping[str, Any] | None, verdict: Verdict | None = None, *, unit: Unit | None = None, own: bool = False) -> Value:
        """Take a row of estimates; none: there is no such figure.

        Its interval is the one that holds for all of its family at once; with `own` that of this figure alone.
        """
        if row is None:
            return cls(None, unit="count")
        low, high = (None if row["note"] else row[end if own else f"family_{end}"] for end in ("low", "high"))
        return cls(row["value"], low, high, unit or _unit(row), verdict)

    @property
    def few(self) -> bool:
        """Whether it is of too few cases to be a figure."""
        return self.unit not in _WITHOUT and not (is_number(self.low) and is_number(self.high))

    @property
    def shown(self) -> Verdict | None:
        """The verdict on it; none on one of too few cases."""
        return None if self.few else self.verdict

    @property
    def text(self) -> str:
        """The figure without its interval, with its unit."""
        return self._text if self.few else self._text + self.sign

    @property
    def _text(self) -> str:
        if self.few:
            return TOO_FEW
        if self.unit == "count":
            return "–" if self.value is None else style.count(self.value)
        if self.unit == "bare":
            return style.plain(self.value, None, None, default=2)
        if self.unit == "points":
            return style.points(self.value, self.low, self.high)
        if self.unit == "share":
            return style.percent(self.value, self.low, self.high)
        text = style.plain(self.value, self.low, self.high)
        return f"+{text}" if self.unit == "difference" and text[0] != "−" and text.strip("0.") else text

    @property
    def interval(self) -> str:
        """Its interval; empty where it has none."""
        if self.few or self.unit in _WITHOUT:
            return ""
        return style.interval(self.low, self.high, factor=100 if self.unit in ("points", "share") else 1)

    @property
    def whole(self) -> str:
        """The figure with its interval: ``+3.1 pp [2.8, 3.4]``."""
        return f"{self.text} {self.interval}".rstrip()


def _unit(row: Mapping[str, Any]) -> Unit:
    if is_difference(row["metric"]):
        return "points"
    return "share" if str(row["unit"]).startswith(("fraction", "win chance")) else "number"


@dataclass(frozen=True)
class Column:
    """A column of figures; one that few read is `further`: a terminal shows it on demand."""

    head: str
    further: bool = False


@dataclass(frozen=True)
class Row:
    """A row of figures, one for each column; `head` says what it is of, `key` is the same in tables."""

    head: str
    values: tuple[Value, ...]
    key: str = ""


@dataclass(frozen=True, kw_only=True)
class Block:
    """What all blocks have.

    Attributes
    ----------
    slug, title : str
        Stem of its files; what it shows, in a few words.
    table : str
        The table with all its numbers, by its name in JSON (`Shown.tables`).
    cell : Cell
        The table of players that it is of.
    finding : str
        What it shows, in a sentence.
    unit : str
        Of the first column, in words.
    how : str
        What was done to get it.
    members : str
        What its rows are, in the plural: the intervals hold for all of them at once.
    basis : str
        What it was counted from, such as ``400 nodes``.
    head : str
        What its rows are of.
    columns, rows
        Its figures.
    notes : tuple of str
        Further sentences, with figures of the table as a whole.
    folded : bool
        Whether the finding says all, so that the rest is for who opens it.
    first_page : bool
        Whether the first page of a report has it.
    """

    form: ClassVar[str] = "table"
    slug: str
    title: str
    table: str
    cell: Cell
    finding: str
    unit: str
    how: str
    members: str
    basis: str
    head: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    folded: bool = False
    first_page: bool = False


@dataclass(frozen=True, kw_only=True)
class Dots(Block):
    """Rows whose first figure is drawn as a mark with its interval, on a common scale.

    Attributes
    ----------
    limit : float or None
        Half width of the band around 0, in the unit of tables; None: nothing is judged.
    """

    form: ClassVar[str] = "dots"
    limit: float | None = None


@dataclass(frozen=True, kw_only=True)
class Table(Block):
    """Rows of figures of which nothing is drawn."""


@dataclass(frozen=True, kw_only=True)
class Heat(Block):
    """Rows of figures of one kind, tinted by their size in units of `limit`."""

    form: ClassVar[str] = "heat"
    limit: float


class Blocks(Protocol):
    """The module ``blocks`` of a design."""

    def show(self, run: Any) -> Shown:
        """Analyse a run and say what it shows; options of its own have defaults, such as a margin."""
        ...


@dataclass(frozen=True)
class Shown:
    """What a run shows.

    Attributes
    ----------
    blocks : tuple of Block
        In the order in which they are read.
    tables : mapping
        Name in JSON -> all figures.
    names : mapping
        Name in JSON -> name of a report's CSV file, of those tables that a report has.
    facts : mapping
        What else the JSON says, such as the margin.
    analysis : object
        What it was made from, where others need it.
    unknown : tuple of str
        What cannot be estimated, and why, in a sentence each.
    """

    blocks: tuple[Block, ...]
    tables: Mapping[str, pl.DataFrame]
    names: Mapping[str, str]
    facts: Mapping[str, Any] = field(default_factory=dict)
    analysis: Any = None
    unknown: tuple[str, ...] = ()

    @property
    def files(self) -> dict[str, pl.DataFrame]:
        """The tables by the names of a report's CSV files."""
        return {file: self.tables[name] for name, file in self.names.items()}


def states_of(rows: Sequence[Row]) -> list[State]:
    """Return what the verdicts on the first figures of some rows say of the limit; open where there is none, or too few cases."""
    return [verdict.state if (verdict := row.values[0].shown) else "open" for row in rows]


def farthest(rows: Sequence[Row], *states: State) -> Row | None:
    """Return the row whose first figure is farthest from 0, of those with one of some states; None where there is none."""
    known = [row for row, state in zip(rows, states_of(rows), strict=True) if state in states and not row.values[0].few]
    return max(known, key=lambda row: abs(row.values[0].value or 0.0), default=None)


def cells_of(table: pl.DataFrame) -> list[Cell]:
    """Name each table of players of a table of estimates once, in their order."""
    return [(str(v), int(p), str(b)) for v, p, b in table.select(CELL).unique(maintain_order=True).iter_rows()]


def too_few(number: int, what: str = "deals") -> str:
    """Say instead of a finding that there are too few deals, games or nodes for one."""
    return f"{NO_FINDING}: {style.count(number)} {what if number != 1 else what[:-1]}, and it takes {LEAST_COUNT}."
