"""What the charts of characters share: their order, and the words for their numbers."""

from __future__ import annotations

import polars as pl

INTERVALS = "Lines: 95 % intervals that hold for all characters of a panel at once."


def most_first(table: pl.DataFrame, metric: str) -> list[str]:
    """Characters from most to least, by the mean over the numbers of players."""
    means = table.filter(pl.col("metric") == metric).group_by("group").agg(pl.col("value").mean())
    return means.sort(["value", "group"], descending=[True, False])["group"].to_list()
