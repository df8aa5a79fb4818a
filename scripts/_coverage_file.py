"""One kind's part of ``citadels_sim/report/coverage.csv``, from the large run in ``runs/coverage``; `scripts/coverage` calls it."""

from __future__ import annotations

import sys
import zlib
from typing import Final

import polars as pl

from citadels_sim.report.coverage_grid import SCHEMA
from citadels_sim.runs.reading import load_run
from citadels_sim.tables.keys import CELL
from scripts._coverage import cover
from scripts._coverage_pools import covered
from scripts._pages import ROOT, say

SIZES: Final = {
    "forks": (100, 400, 4_000),
    "games": (100, 1_000),
    "crowns": (100, 1_000),
    "casts": (1_000, 4_000),
    "districts": (100, 200),
    "character_swings": (400, 1_000),
    "flow": (100, 400, 1_000),
    "study": (6_000,),
    "families": (3, 4, 6, 8),
}
"""Deals of the drawn runs, by kind or table: few, as many as a quick look has, and as many as a report's; of districts, groups of deals."""
USUAL: Final = (100, 400)
RUN_KINDS: Final = {"ladder": "games", "skill": "games"}
TARGET: Final = ROOT / "citadels_sim" / "report" / "coverage.csv"
KEY: Final = ("kind", "table", *CELL, "blocks")


def main(folder: str, most: int) -> None:
    """Draw runs from one large run and note how often their intervals hold its figures."""
    kind = folder.split("-")[0]
    known = pl.read_csv(TARGET, schema=SCHEMA) if TARGET.exists() else pl.DataFrame(schema=SCHEMA)
    run = None if kind == "families" else load_run(ROOT / "runs" / "coverage" / folder, kind=RUN_KINDS.get(kind, kind))
    for table in covered(run, kind):
        for blocks in SIZES.get(table.table, SIZES.get(kind, USUAL)):
            runs = most if table.judged else most // 4
            here = dict(zip(KEY, (kind, table.table, *table.cell, blocks), strict=True))
            key = (*here.values(), *table.metrics)
            is_here = pl.all_horizontal(*(pl.col(name) == value for name, value in here.items()), pl.col("metric").is_in(table.metrics))
            # A few groups of blocks, as of figures that leave one out at a time, are no pool to draw from.
            if known.filter(is_here, pl.col("runs") >= runs).height or table.size < 2 * blocks:
                continue
            rows = [here | row for row in cover(table.analyse, table.size, blocks, runs, zlib.crc32(repr(key).encode()))]
            fresh = pl.DataFrame(rows, schema=SCHEMA).with_columns(
                pl.col("members", "alone", "alone_se", "family", "family_se").fill_nan(None).round(4)
            )
            known = pl.concat([known.filter(~is_here), fresh]).sort(*KEY, "metric")
            known.write_csv(TARGET)
            say("  ".join(map(str, (*key, *(f"{row['metric']} {row['alone']:.3f} {row['family']:.3f}" for row in rows)))))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
