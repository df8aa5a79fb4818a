"""Blocks: what an analysis shows of one table of players, as data that every renderer takes.

A block has a finding and a table of figures. Its form says what is drawn of them: `Dots` draws the first column with its intervals, `Curve`
(`show.curve`) lines over the course of a game or over another scale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Protocol

import polars as pl

from citadels_sim.lineups import lineup_words
from citadels_sim.show.charts import style
from citadels_sim.show.values import Unit, Value, is_drawn
from citadels_sim.statistics.ratios import LEAST_COUNT
from citadels_sim.tables.keys import CELL, Cell
from citadels_sim.verdicts import State

NO_FINDING: Final = "Too few for a finding"
"""How a sentence begins that stands in the place of a finding of too few deals."""


@dataclass(frozen=True)
class Column:
    """A column of figures; one that few read is `further`: a terminal shows it on demand."""

    head: str
    further: bool = False


@dataclass(frozen=True)
class Row:
    """A row of figures, one for each column; `head` says what it is of, `key` is the same in tables; pages have a `note` behind it."""

    head: str
    values: tuple[Value, ...]
    key: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Block:
    """What all blocks have.

    Attributes
    ----------
    slug, title : str
        Stem of its files; what it shows, in a few words.
    table : str
        The table with all its numbers, by its name in JSON (`Shown.tables`), or one of the families in such a table.
    cell : Cell
        The table of players that it is of; with 0 players it is of all of a variant.
    other : str
        The variant that its variant is compared with, at the same table; empty: with none.
    where : str
        The condition that holds at its nodes, as ``--where`` has it; empty: it is of all.
    finding : str
        What it shows, in a sentence.
    unit : str
        Of the first column, in words.
    how : str
        What was done to get it.
    members : str
        What its rows are, in the plural: the intervals hold for all of them at once. Empty: each interval is of its figure alone.
    ranges : str
        What stands in brackets behind its figures, in words, where these are no intervals.
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
        Whether the first page of a report has it. The page of details folds what the first page does not have.
    chapter : str
        The chapter of a report that has it; empty: the one that its design names.
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
    ranges: str = ""
    notes: tuple[str, ...] = ()
    folded: bool = False
    first_page: bool = False
    chapter: str = ""
    other: str = ""
    where: str = ""

    @property
    def subject(self) -> str:
        """What it is of: ``classic-2000, 4 players, builder``, or ``classic-2000 to dark-city, 4 players, builder``."""
        variant, players, lineup = self.cell
        words = (f"{f'{self.other} to ' * bool(self.other)}{variant}", f"{players} players" * bool(players), lineup_words(lineup))
        return ", ".join(filter(None, words))

    def headed(self, mark: str) -> str:
        """Return its title with a mark behind it; a question has its own."""
        return self.title if self.title.endswith("?") else self.title + mark


@dataclass(frozen=True, kw_only=True)
class Dots(Block):
    """Rows whose first figure is drawn as a mark with its interval, on a common scale; one of another unit than the first is written only.

    Attributes
    ----------
    limit : float or None
        Half width of the band around 0, in the unit of tables; None: nothing is judged.
    null : float or None
        Value of a dashed line: what nothing would look like, such as 1 for a ratio. Differences have theirs at 0.
    limits : tuple of float
        The limit of each row, where rows of several units have their own: the scale then counts in limits.
    marks : int
        So many figures of a row are drawn, which are those after the first: a mark for each, and a line that spans them. 0: the first is,
        with its interval.
    """

    form: ClassVar[str] = "dots"
    limit: float | None = None
    null: float | None = None
    limits: tuple[float, ...] = ()
    marks: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The heads of the columns that are drawn."""
        return tuple(column.head for column in (self.columns[1 : 1 + self.marks] if self.marks else self.columns[:1]))

    @property
    def scale_unit(self) -> Unit:
        """The unit of what is drawn."""
        values = [value for row in self.rows for value in self._of(row)]
        return next((value.unit for value in values if value.unit not in ("words", "count")), values[0].unit)

    def drawn(self, row: Row) -> dict[str, Value]:
        """Return the figures of a row that are drawn, each with the head of its column; none of too few cases or of another unit."""
        unit = self.scale_unit
        values = zip(self.names, self._of(row), strict=True)
        return {name: one for name, one in values if (self.limits or (one.unit == unit and not one.no_interval)) and is_drawn(one)}

    @property
    def marked(self) -> tuple[Row, ...]:
        """The rows that are drawn: those in the unit of the first, but for figures without an interval; all where each has a limit."""
        if self.limits:
            return self.rows
        return tuple(row for row in self.rows if any(one.unit == self.scale_unit and not one.no_interval for one in self._of(row)))

    def _of(self, row: Row) -> tuple[Value, ...]:
        return row.values[1 : 1 + self.marks] if self.marks else row.values[:1]


@dataclass(frozen=True, kw_only=True)
class Table(Block):
    """Rows of figures of which nothing is drawn."""


@dataclass(frozen=True, kw_only=True)
class Heat(Block):
    """Rows of figures, tinted by their size in units of `limit`, or of the limit of each row in `limits` where their units differ.

    What may be 0 by its interval has no tint.
    """

    form: ClassVar[str] = "heat"
    limit: float = 1.0
    limits: tuple[float, ...] = ()


class Blocks(Protocol):
    """The module ``blocks`` of a design."""

    def show(self, run: Any) -> Shown:
        """Analyse a run, or all runs of a design whose runs are pooled, and say what they show; options have defaults, such as a margin."""
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
        Name in JSON -> name of a report's CSV file. A table that is not in it and names several families in its column ``table`` is a file
        for each; any other is in no report.
    facts : mapping
        What else the JSON says, such as the margin.
    analysis : object
        What it was made from, where others need it.
    unknown : tuple of str
        What cannot be estimated, and why, in a sentence each.
    keys : mapping
        Columns that the CSV files of a report have before those of the tables, each with its value: what is the same in all rows of a run.
    """

    blocks: tuple[Block, ...]
    tables: Mapping[str, pl.DataFrame]
    names: Mapping[str, str]
    facts: Mapping[str, Any] = field(default_factory=dict)
    analysis: Any = None
    unknown: tuple[str, ...] = ()
    keys: Mapping[str, object] = field(default_factory=dict)

    @property
    def files(self) -> dict[str, pl.DataFrame]:
        """The tables by the names of a report's CSV files."""
        files: dict[str, pl.DataFrame] = {}
        for name, table in self.tables.items():
            if name in self.names:
                files[self.names[name]] = table
            elif "table" in table.columns:
                files |= {part["table"][0]: part.drop("table") for part in table.partition_by("table", maintain_order=True)}
        keys = [pl.lit(value).alias(name) for name, value in self.keys.items()]
        return {name: table.select(*keys, pl.all()) for name, table in files.items()} if keys else files

    def source(self, block: Block) -> str:
        """Name the CSV file with all numbers of a block."""
        return self.names.get(block.table, block.table)


def counted(number: int, what: str = "deals") -> str:
    """Write how many deals, or what else, a block was counted from; `what` is in the plural."""
    return f"{number:,} {what if number != 1 else what[:-1]}"


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


def unknown(deals: int) -> str:
    """Say instead of a finding that no figure that it needs is known."""
    return too_few(deals) if deals < LEAST_COUNT else f"{NO_FINDING}: its figures have no intervals yet."


def too_few(number: int, what: str = "deals") -> str:
    """Say instead of a finding that there are too few deals, games or nodes for one."""
    return f"{NO_FINDING}: {style.count(number)} {what if number != 1 else what[:-1]}, at least {LEAST_COUNT} needed."
