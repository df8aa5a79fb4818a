"""Tables and their columns: what writers write, readers check, and each manifest explains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    import polars as pl

__all__ = ["BLOCK_KEY", "CELL_KEY", "GAME_KEY", "KEPT", "Column", "Kept", "Table", "table"]

Kept = Literal["always", "games", "turns", "events", "cells"]
KEPT: Final[tuple[Kept, ...]] = ("games", "turns", "events")
"""How much is kept of a game, each with all before it."""


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes
    ----------
    name : str
    dtype : str
        Polars' name of its type in small letters; ``text`` and ``texts`` (a list) for types of texts, ``float64s`` for a list of numbers.
    unit : str
        What its numbers count; empty for truths, keys and numbers without a unit. Of texts what they name: ``character``, ``district`` or
        ``bot``, or all that they can be, with ``|`` between; empty: anything.
    doc : str
        What it means. A column ``seed`` has the seed of the block, in every table: readers check it.
    needed : bool
        Whether an analysis reads it: a file without it is refused.
    """

    name: str
    dtype: str
    unit: str
    doc: str
    needed: bool = True

    @property
    def form(self) -> str:
        """Whether it holds ``text`` or ``numbers``, truths among them."""
        return "text" if self.dtype.startswith("text") else "numbers"

    @property
    def is_list(self) -> bool:
        """Whether each of its values is a list."""
        return self.dtype in ("texts", "float64s")


@dataclass(frozen=True)
class Table:
    """One table of a run: its columns in their order.

    Attributes
    ----------
    name : str
        The folder of its files.
    columns : tuple of Column
    kept : {"always", "games", "turns", "events", "cells"}
        Which shards have it: all; those with rows, where the experiment's detail is this or more; all of a run with several cells.
    nullable : frozenset of str
        Columns that may have nothing in a row.
    unique : tuple of str or None
        Columns that, with block and rotation, no two rows of a cell share; None: rows may be alike.
    """

    name: str
    columns: tuple[Column, ...]
    kept: Kept = "always"
    nullable: frozenset[str] = frozenset()
    unique: tuple[str, ...] | None = None

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [column.name for column in self.columns]

    @property
    def own(self) -> tuple[str, ...]:
        """Names of the columns that are not of the key of a game."""
        return tuple(column.name for column in self.columns if column not in GAME_KEY)

    @property
    def meanings(self) -> dict[str, str]:
        """Column to meaning."""
        return {column.name: column.doc for column in self.columns}

    def select(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return a frame's columns in the table's order.

        Raises
        ------
        TypeError
            When a column has another type than the one declared: a fault of the writer.
        """
        chosen = frame.select(self.names)
        for column, found in zip(self.columns, chosen.dtypes, strict=True):
            if (dtype := _name_of(found)) != column.dtype:
                raise TypeError(f"{self.name}.{column.name} is {dtype} and is declared as {column.dtype}")
        return chosen

    def typed(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return a frame's columns in the table's order, whole numbers and truths in the types that are declared.

        Raises
        ------
        polars.exceptions.InvalidOperationError
            When a number has no place in its type: a fault of the writer.
        TypeError
            As `select`.
        """
        import polars as pl

        types = {"int8": pl.Int8, "int16": pl.Int16, "int32": pl.Int32, "int64": pl.Int64, "bool": pl.Boolean}
        return self.select(
            frame.with_columns(pl.col(column.name).cast(types[column.dtype]) for column in self.columns if column.dtype in types)
        )

    def is_kept(self, detail: str, *, rows: bool, cells: int) -> bool:
        """Return whether a shard has the table: one with or without rows, of an experiment of some detail and number of cells."""
        if self.kept in KEPT:
            return rows and KEPT.index(self.kept) <= KEPT.index(detail)
        return self.kept == "always" or cells > 1


def _name_of(dtype: pl.DataType) -> str:
    """Name a Polars type as `Column.dtype` does."""
    import polars as pl

    if isinstance(dtype, pl.List):
        return f"{_name_of(dtype.inner)}s"  # type: ignore[arg-type]
    if isinstance(dtype, pl.Enum | pl.String):
        return "text"
    return "bool" if dtype == pl.Boolean else str(dtype).lower()


CELL_KEY: Final = (
    Column("variant", "text", "", "name of the variant"),
    Column("players", "int8", "", "number of players"),
    Column("lineup", "text", "", "the line-up as written: bots round the table, repeated if fewer than the seats"),
)
"""Columns that name a cell."""

BLOCK_KEY: Final = (
    *CELL_KEY,
    Column("block", "int64", "", "number of the block, from 0: all games of a block, in every cell of the run, share one seed"),
)
"""Columns that name a block of a cell."""

GAME_KEY: Final = (*BLOCK_KEY, Column("rotation", "int8", "", "seats by which the bots have moved on; the deal stays where it is"))
"""Columns that name a game."""


def table(
    name: str,
    key: tuple[Column, ...],
    *columns: tuple[str, str, str, str],
    unread: str = "",
    null: str = "",
    unique: str | None = None,
    kept: Kept = "always",
) -> Table:
    """Declare a table.

    Parameters
    ----------
    name : str
    key : tuple of Column
        The columns it begins with, such as `GAME_KEY`.
    *columns : tuple of (str, str, str, str)
        Name, dtype, unit and meaning of each other column, see `Column`.
    unread, null, unique : str
        Names of columns, separated by spaces: those that no analysis needs; `Table.nullable`; `Table.unique`.
    kept : {"always", "games", "turns", "events", "cells"}
        See `Table`.
    """
    own = (Column(*column, needed=column[0] not in unread.split()) for column in columns)
    return Table(name, (*key, *own), kept, frozenset(null.split()), None if unique is None else tuple(unique.split()))
