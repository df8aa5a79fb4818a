"""How often the intervals of a report hold the truth: writes ``citadels_sim/report/coverage.csv``, which the chapter on validation shows.

One large run of each kind is played (``runs/coverage``); its own figures are then the truth of thousands of runs that are drawn from its
deals with replacement and analysed as any run. What it cannot measure: how often intervals hold for events so rare that no deal of the
large run showed them.
"""

from __future__ import annotations

import zlib
from typing import Final

import polars as pl
import typer

from citadels_sim.report.coverage_grid import SCHEMA
from citadels_sim.runs.reading import load_run
from citadels_sim.tables.keys import CELL
from scripts.research.coverage_draws import cover
from scripts.research.coverage_pools import KINDS, covered
from scripts.research.pages import ROOT, command, say

SIZES: Final = {
    "forks": (100, 400, 4_000),
    "games": (100, 1_000),
    "crowns": (100, 1_000),
    "decisions": (100, 400, 2_000),
    "pick-attribution": (100, 400, 2_000),
    "why": (100, 400, 2_000),
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


_TABLES: Final = "--variant classic-2000 --variant dark-city --variant citadels-2016 --players 4 --seed 21"
_RATED: Final = "run --variant classic-2000 --variant citadels-2016 --players 4 --seed 21 --games 12000 --bots"
PLAYED: Final = {
    "forks": f"forks {_TABLES} --bots builder --bots planner --nodes 80000",
    "games": f"run {_TABLES} --bots builder --bots planner --bots planner,builder,raider,banker --games 40000",
    "crowns": f"forks --what crown {_TABLES} --bots builder --bots planner --nodes 10000",
    "decisions": "forks --what murder --variant classic-2000 --players 4 --seed 21 --bots builder --nodes 10000",
    "why": "why merchant --variant classic-2000 --players 4 --seed 21 --bots builder --nodes 4000",
    "why-power": "why wizard --variant dark-city --players 4 --seed 21 --bots builder --nodes 4000",
    "why-district": "why smithy --variant citadels-2016 --players 4 --seed 21 --bots builder --nodes 4000",
    "bans": f"bans {_TABLES} --bots builder --deals 4000",
    "luck": f"luck {_TABLES} --bots builder --deals 4000",
    "flow": f"flow {_TABLES} --bots builder --bots planner --games 3000",
    "kingmaking": f"kingmaking {_TABLES} --bots builder --games 3000",
    "casts": "run casts --players 4 --seed 21",
    "attribution": "attribute classic-2000 classic-summary --groups 3 --players 4 --games 3000 --seed 21",
    "pick-attribution": "attribute classic-2000 classic-summary --picks --groups 3 --players 4 --games 16000 --seed 21",
    "ladder": f"{_RATED} random,builder,planner,banker",
    "ladder-even": f"{_RATED} builder,planner,banker,raider",
    "skill": f"run {_TABLES} --bots builder,random,random,random --bots planner,builder,builder,builder --games 24000",
    "families": "",
}
"""What plays the large run of each kind; families are drawn, not played. The pools of attribution and ladders have 3,000 deals: each drawn
run is fitted anew. In one ladder `random` plays, which never wins; in the other all bots win often enough for strengths from wins alone."""


def main(runs: int = 2000, kinds: list[str] | None = None) -> None:
    """Play what is missing, and draw so many runs of what is judged, a quarter of all else. Some hours; it continues where it stopped."""
    if unknown := sorted(set(kinds or ()) - set(PLAYED)):
        raise typer.BadParameter(f"{', '.join(unknown)} should be of {', '.join(PLAYED)}.", param_hint="kinds")
    for kind in kinds or PLAYED:
        if words := PLAYED[kind].split():
            command(*words, "--out", f"runs/coverage/{kind}")
        hold(kind, runs)


def hold(folder: str, most: int) -> None:
    """Draw runs from one large run and note how often their intervals hold its figures."""
    kind = folder if folder in KINDS else folder.split("-")[0]
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
