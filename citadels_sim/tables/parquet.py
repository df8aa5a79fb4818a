"""Types of texts that tables share, and the files of tables: their bytes, and how each is read.

Polars takes paths for patterns and addresses (``[1]``, ``*``, ``~``, ``file:``): only the functions here hand it one.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

import polars as pl

from citadels_sim.catalogue import CHARACTERS, DISTRICTS

CHARACTER: Final = pl.Enum([character.id for character in CHARACTERS])
"""Type of columns with character ids: every character of the catalogue, in order of code."""
CHARACTER_OF_CODE: Final = pl.Series([None, *CHARACTER.categories], dtype=CHARACTER)
"""Character ids by code: nothing first."""
DISTRICT: Final = pl.Enum([district.id for district in DISTRICTS])
"""Type of columns with district ids."""


def scan_table(*paths: Path) -> pl.LazyFrame:
    """Open files of one table, to be read as far as a query needs them, whatever they and their folders are called."""
    # Absolute, for `~` and `file:` count at the beginning only.
    return pl.scan_parquet([path.absolute() for path in paths], glob=False, hive_partitioning=False)


def table_schema(path: Path) -> pl.Schema:
    """Read the names and types of a file's columns."""
    with path.open("rb") as file:
        return pl.Schema(pl.read_parquet_schema(file))


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """Make the Parquet file of one shard's table, without statistics: they cost half as much time again, and readers read whole shards."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=1, statistics=False)
    return file.getvalue()
