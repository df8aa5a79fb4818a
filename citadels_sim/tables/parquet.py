"""Types of texts that tables share, and the files of tables: their bytes, and how each is read.

Polars takes paths for patterns and addresses (``[1]``, ``*``, ``~``, ``file:``): only the functions here hand it one.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

import polars as pl

from citadels_sim.catalogue import PACKAGED, Cards


class CardNames(NamedTuple):
    """Texts by code for the columns of one cell's tables, of types that all cells of a run share.

    Attributes
    ----------
    characters : polars.Series
        Character ids by code: nothing first.
    districts : polars.Series
        District ids by code.
    """

    characters: pl.Series
    districts: pl.Series


def card_names(cards: Cards, every: Iterable[Cards] = ()) -> CardNames:
    """Return the ids of a variant's cards by code; `every` are the cards of all variants of the run, whose ids the types have.

    The packaged ids come first, in order of code, then those of the variants' own cards, each once.
    """
    all_of_them = (PACKAGED, *every, cards)
    people = pl.Enum(list(dict.fromkeys(each.id for one in all_of_them for each in one.characters)))
    places = pl.Enum(list(dict.fromkeys(each.id for one in all_of_them for each in one.districts)))
    return CardNames(
        pl.Series([None, *(each.id for each in cards.characters)], dtype=people),
        pl.Series([each.id for each in cards.districts], dtype=places),
    )


def scan_table(*paths: Path) -> pl.LazyFrame:
    """Open files of one table, to be read as far as a query needs them, whatever they and their folders are called."""
    # Absolute, for `~` and `file:` count at the beginning only.
    return pl.scan_parquet([path.absolute() for path in paths], glob=False, hive_partitioning=False)


def table_schema(file: BinaryIO) -> pl.Schema:
    """Read the names and types of an open file's columns."""
    return pl.Schema(pl.read_parquet_schema(file))


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """Make the Parquet file of one shard's table, without statistics: they cost half as much time again, and readers read whole shards."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=1, statistics=False)
    return file.getvalue()
