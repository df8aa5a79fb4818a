"""The bytes of a table's file follow from its rows alone, so that the same run has the same files on every machine."""

from __future__ import annotations

import os
import subprocess
import sys

WRITE = """
import hashlib
import numpy as np
import polars as pl
from citadels_sim.catalogue import PACKAGED
from citadels_sim.tables.parquet import card_names, parquet_bytes

names = card_names(PACKAGED).characters
assert pl.thread_pool_size() == {threads}
luck, n = np.random.default_rng(1), 600_000  # some groups of rows
numbers = pl.DataFrame({{f"column{{i}}": luck.integers(0, 1 << i, n, np.int16) for i in range(12)}})
codes = luck.integers(0, len(names), n)
frame = numbers.with_columns(
    character=names.gather(codes), null=pl.when(pl.col("column1") > 0).then("column8"), truth=pl.col("column1") > 0,
    win=pl.col("column4") / 7, block=pl.int_range(n, dtype=pl.Int64), texts=names.gather(codes).reshape((n, 1)).arr.to_list(),
)
print(hashlib.sha256(parquet_bytes(frame)).hexdigest())
"""


def test_the_bytes_do_not_depend_on_the_threads_that_polars_has() -> None:
    digests = []
    for threads in ("1", "1", "2", "8"):
        words = [sys.executable, "-c", WRITE.format(threads=threads)]
        digests.append(subprocess.check_output(words, env=os.environ | {"POLARS_MAX_THREADS": threads}, text=True))
    assert len(digests[0]) > 64
    assert len(set(digests)) == 1
