"""The prepared tables of games, and their moments batch by batch, so that memory does not grow with the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from citadels_sim.runs.batches import Batch
from citadels_sim.statistics.blocks import block_totals, moments
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import CREDIT, Family, Source
from citadels_sim.tables.keys import BLOCK, Cell

_GAME = [*BLOCK, "rotation"]


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
    by_family: dict[str, dict[Cell, Moments]] = {entry.name: {} for entry in families}
    for batch in batches:
        prepared = prepare(batch)
        for entry in families:
            if any(source not in prepared for source in entry.sources):
                continue
            cells = by_family[entry.name]
            for cell, part in moments(entry, block_totals(entry, prepared)).items():
                cells[cell] = cells[cell] + part if cell in cells else part
    return by_family


def prepare(batch: Batch) -> dict[Source, pl.LazyFrame]:
    """Join the columns that the sums of a family need onto each table's rows; nothing is read yet.

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
            .select(*BLOCK, character=pl.col("offered"))
            .explode("character")
            .filter(pl.col("character").is_not_null())
        )
    return prepared
