"""From rows to block totals to moments: what is summed over the games of a block, and how blocks vary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import add

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.statistics.estimator import Label, Moments
from citadels_sim.statistics.metric_types import Family, Source, Sum
from citadels_sim.tables.keys import BLOCK, CELL, Cell

__all__ = ["block_matrices", "block_totals", "moments", "row_moments", "row_totals"]

#: Blocks whose totals become a table at a time.
_CHUNK = 50_000

#: Group of the sums of a family that has no groups.
_ALL = "all"


def block_totals(entry: Family, prepared: Mapping[Source, pl.LazyFrame]) -> pl.DataFrame:
    """Sum a family's columns per block and group.

    Parameters
    ----------
    entry : Family
        What to sum.
    prepared : mapping
        Source -> its rows, with the columns of `BLOCK`.

    Returns
    -------
    polars.DataFrame
        Columns variant, players, lineup, block, group, and one Float64 per sum; in no fixed order of rows.
    """
    group = pl.lit(_ALL) if entry.group is None else entry.group
    names = [item.name for item in entry.sums]
    frames = [
        prepared[source].group_by(*BLOCK, group.alias("group")).agg(_column(item) for item in entry.sums if item.source == source)
        for source in entry.sources
    ]
    if len(frames) == 1:
        totals = frames[0].collect(engine="streaming")
    else:
        # Stacked and summed again: far cheaper than a full join on five keys, and one by one: together
        # they would keep the scan that they share in memory.
        parts = pl.concat([frame.collect(engine="streaming") for frame in frames], how="diagonal")
        totals = parts.group_by(*BLOCK, "group").agg(pl.col(names).sum())
    return totals


def _column(item: Sum) -> pl.Expr:
    """Sum a column: of whole numbers, which stay below 2**53, without error; of fractions nothing is cut off."""
    value = item.expr.cast(pl.Float64)
    # The sum of a literal would be the literal, not that of all rows.
    return (value.sum() if item.expr.meta.root_names() else pl.len() * value.first()).alias(item.name)


def moments(entry: Family, totals: pl.DataFrame, *, third: bool = False) -> dict[Cell, Moments]:
    """Condense block totals cell by cell.

    Parameters
    ----------
    entry : Family
        Whose totals they are.
    totals : polars.DataFrame
        As `block_totals` gives them. A group that a block lacks counts as zero there.
    third : bool
        Whether to keep third moments.

    Returns
    -------
    dict
        Cell -> moments, labels in order of group and sum.
    """
    return {
        cell: reduce(add, (Moments.from_values(labels, part, third=third) for part in parts))
        for cell, labels, parts in block_matrices(entry, totals)
    }


def block_matrices(entry: Family, totals: pl.DataFrame) -> Iterator[tuple[Cell, list[Label], Iterator[NDArray[np.float64]]]]:
    """Arrange block totals cell by cell, one row per block and one column per group and sum.

    Parameters
    ----------
    entry, totals
        As for `moments`.

    Yields
    ------
    cell : Cell
    labels : list of (str, str)
        What the columns are.
    parts : iterator of numpy.ndarray
        Some thousands of blocks at a time, shape (blocks, columns).
    """
    names = [item.name for item in entry.sums]
    for key, cell in totals.group_by(CELL):
        groups = cell["group"].unique().cast(pl.String).sort().to_list()
        places = {name: i for i, name in enumerate(groups)}
        which = cell["group"].to_physical() if isinstance(cell["group"].dtype, pl.Enum) else cell["group"]
        codes = pl.DataFrame({"which": which, "name": cell["group"]}).unique().with_columns(pl.col("name").cast(pl.String))
        at = {code: places[name] for code, name in codes.iter_rows()}
        group = which.replace_strict(at, return_dtype=pl.Int64).to_numpy()
        block = np.unique(cell["block"].to_numpy(), return_inverse=True)[1]
        labels: list[Label] = [(name, column) for name in groups for column in names]
        parts = _parts(block, group, cell.select(names).to_numpy(), len(groups))
        yield (str(key[0]), int(str(key[1])), str(key[2])), labels, parts


def _parts(block: NDArray[np.intp], group: NDArray[np.int64], values: NDArray[np.float64], groups: int) -> Iterator[NDArray[np.float64]]:
    for first in range(0, int(block.max()) + 1, _CHUNK):
        here = (block >= first) & (block < first + _CHUNK)
        table = np.zeros((min(_CHUNK, int(block.max()) + 1 - first), groups, values.shape[1]))
        table[block[here] - first, group[here]] = values[here]
        yield table.reshape(len(table), -1)


def row_moments(family: Family, rows: pl.DataFrame) -> dict[Cell, Moments]:
    """Condense rows to the moments of a family, third ones too.

    Parameters
    ----------
    family : Family
    rows : polars.DataFrame
        With the key columns of a cell, ``block``, and the columns that its sums and its group name.

    Returns
    -------
    dict
        Cell (variant, players, line-up) -> its moments, with one column per group and sum.
    """
    return moments(family, row_totals(family, rows), third=True)


def row_totals(family: Family, rows: pl.DataFrame) -> pl.DataFrame:
    """Sum a family's columns of rows per block and group; as `block_totals`, of one frame in memory."""
    group = pl.lit("all") if family.group is None else family.group
    sums = [_total(item.name, item.expr) for item in family.sums]
    return rows.group_by(*BLOCK, group.alias("group"), maintain_order=True).agg(sums)


def _total(name: str, expr: pl.Expr) -> pl.Expr:
    # The sum of a literal is the literal, not its count: such a sum counts rows.
    total = expr.sum() if expr.meta.root_names() else pl.len()
    return total.cast(pl.Float64).alias(name)
