"""Types of texts that tables share, and the bytes of a table's file."""

from __future__ import annotations

import io
from typing import Final

import polars as pl

from citadels_sim.catalogue import CHARACTERS, DISTRICTS

CHARACTER: Final = pl.Enum([character.id for character in CHARACTERS])
"""Type of columns with character ids: every character of the catalogue, in order of code."""
CHARACTER_OF_CODE: Final = pl.Series([None, *CHARACTER.categories], dtype=CHARACTER)
"""Character ids by code: nothing first."""
DISTRICT: Final = pl.Enum([district.id for district in DISTRICTS])
"""Type of columns with district ids."""


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """Make the Parquet file of one shard's table, without statistics: they cost half as much time again, and readers read whole shards."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=1, statistics=False)
    return file.getvalue()
