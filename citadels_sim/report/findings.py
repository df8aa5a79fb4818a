"""What makes the games of a report worthless."""

from __future__ import annotations

from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.lab.tournament.analyse import Analysis
from citadels_sim.lineups import lineup_words


def cap_faults(analysis: Analysis) -> list[str]:
    """Say that games were stopped by the safety cap, where some were."""
    capped = analysis.tables["length"].filter((pl.col("metric") == "capped") & (pl.col("value") > 0))
    if not capped.height:
        return []
    worst = capped.sort("value", descending=True).row(0, named=True)
    share = style.percent(worst["value"], worst["low"], worst["high"])
    where = _cell_name(worst, analysis)
    return [f"Some games were stopped by the safety cap ({share} of those at {where}): a fault of bots or rules to be looked into first."]


def _cell_name(row: dict[str, Any], analysis: Analysis) -> str:
    name = f"{row['players']} players"
    if analysis.cells["variant"].n_unique() > 1:
        name += f" of {_title(row, analysis)}"
    if analysis.cells["lineup"].n_unique() > 1:
        name += f" ({lineup_words(row['lineup'])})"
    return name


def _title(row: dict[str, Any], analysis: Analysis) -> str:
    return str(analysis.cells.filter(variant=row["variant"])["title"][0])
