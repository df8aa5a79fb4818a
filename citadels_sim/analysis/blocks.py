"""From rows to block totals to moments, batch by batch, so that memory does not grow with the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import add

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.analysis.declare import CREDIT, Family, Source, Sum
from citadels_sim.analysis.estimator import Label, Moments
from citadels_sim.analysis.runs import CELL, Batch

__all__ = ["Cell", "accumulate", "block_totals", "laid_out", "moments", "prepare"]

#: A cell: variant, players, line-up.
Cell = tuple[str, int, str]

_BLOCK = [*CELL, "block"]
_GAME = [*_BLOCK, "rotation"]

#: Blocks whose totals are laid out as a table at a time.
_CHUNK = 50_000

#: Group of the sums of a family that has no groups.
_ALL = "all"


def accumulate(batches: Sequence[Batch], families: Iterable[Family]) -> dict[str, dict[Cell, Moments]]:
    """Condense batches to the moments of every family that their tables allow.

    Parameters
    ----------
    batches : sequence of Batch
        Batches that share no block.
    families : iterable of Family
        What to sum.

    Returns
    -------
    dict
        Family name -> cell -> moments. A family that needs `turns` has only the cells of batches that have them.
    """
    families = tuple(families)
    found: dict[str, dict[Cell, Moments]] = {entry.name: {} for entry in families}
    for batch in batches:
        prepared = prepare(batch)
        for entry in families:
            if any(source not in prepared for source in entry.sources):
                continue
            cells = found[entry.name]
            for cell, part in moments(entry, block_totals(entry, prepared)).items():
                cells[cell] = cells[cell] + part if cell in cells else part
    return found


def prepare(batch: Batch) -> dict[Source, pl.LazyFrame]:
    """Join what the sums of a family ask for onto each table's rows; nothing is read yet.

    Parameters
    ----------
    batch : Batch
        Tables of whole blocks.

    Returns
    -------
    dict
        ``games`` (with best, second, worst score, and win credit of first completer and first crown),
        ``seats`` (with credit and first crown), and where kept ``turns`` (with the holder's credit) and
        ``offers`` (one row per card that was in a pick's choice).
    """
    credit = (pl.col("win") * CREDIT).round().cast(pl.Int64).alias("credit")
    seats = batch.seats.with_columns(credit)
    by_seat = seats.select(*_GAME, "seat", "credit")
    total = pl.col("total")
    scores = seats.group_by(_GAME).agg(
        best=total.max().cast(pl.Int64), second=total.top_k(2).min().cast(pl.Int64), worst=total.min().cast(pl.Int64)
    )
    games = (
        batch.games.join(scores, on=_GAME, how="inner")
        .join(by_seat.rename({"credit": "completer_credit"}), left_on=[*_GAME, "first_complete"], right_on=[*_GAME, "seat"], how="left")
        .join(by_seat.rename({"credit": "crown_credit"}), left_on=[*_GAME, "first_crown"], right_on=[*_GAME, "seat"], how="left")
    )
    crowns = batch.games.select(*_GAME, pl.col("first_crown").cast(pl.Int16))
    prepared: dict[Source, pl.LazyFrame] = {"games": games, "seats": seats.join(crowns, on=_GAME, how="inner")}
    if batch.turns is not None:
        prepared["turns"] = batch.turns.join(by_seat, on=[*_GAME, "seat"], how="left")
        prepared["offers"] = (
            batch.turns.filter(pl.col("seat").is_not_null() & pl.col("offered").is_not_null())
            .select(*_BLOCK, character=pl.col("offered"))
            .explode("character")
            .filter(pl.col("character").is_not_null())
        )
    return prepared


def block_totals(entry: Family, prepared: dict[Source, pl.LazyFrame]) -> pl.DataFrame:
    """Sum a family's columns per block and group.

    Parameters
    ----------
    entry : Family
        What to sum.
    prepared : dict
        Frames of `prepare`.

    Returns
    -------
    polars.DataFrame
        Columns variant, players, lineup, block, group, and one Float64 per sum; in no fixed order of rows.
    """
    group = pl.lit(_ALL) if entry.group is None else entry.group
    names = [item.name for item in entry.sums]
    frames = [
        prepared[source].group_by(*_BLOCK, group.alias("group")).agg(_column(item) for item in entry.sums if item.source == source)
        for source in entry.sources
    ]
    if len(frames) == 1:
        totals = frames[0].collect(engine="streaming")
    else:
        # Stacked and summed again: far cheaper than a full join on five keys, and one by one: together
        # they would keep the scan that they share in memory.
        parts = pl.concat([frame.collect(engine="streaming") for frame in frames], how="diagonal")
        totals = parts.group_by(*_BLOCK, "group").agg(pl.col(names).sum())
    return totals.with_columns(pl.col(names).cast(pl.Float64))


def _column(item: Sum) -> pl.Expr:
    # The sum of a literal is the literal, not its count: such a sum counts rows.
    counts = not item.expr.meta.root_names()
    total = pl.len().cast(pl.Int64) if counts else item.expr.cast(pl.Int64).sum()
    return total.alias(item.name)


def moments(entry: Family, totals: pl.DataFrame) -> dict[Cell, Moments]:
    """Condense block totals cell by cell.

    Parameters
    ----------
    entry : Family
        Whose totals they are.
    totals : polars.DataFrame
        As `block_totals` gives them. A group that a block lacks counts as zero there.

    Returns
    -------
    dict
        Cell -> moments, labels in order of group and sum.
    """
    return {cell: reduce(add, (Moments.of(labels, part) for part in parts)) for cell, labels, parts in laid_out(entry, totals)}


def laid_out(entry: Family, totals: pl.DataFrame) -> Iterator[tuple[Cell, list[Label], Iterator[NDArray[np.float64]]]]:
    """Lay out block totals cell by cell, one row per block and one column per group and sum.

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
