"""The variants and line-ups that were played, and what makes their games worthless."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from citadels_sim.charts import style
from citadels_sim.lab.tournament.analyse import Analysis
from citadels_sim.lineups import lineup_words


@dataclass(frozen=True)
class Arm:
    """One variant with one line-up, at all its numbers of players.

    Attributes
    ----------
    variant, title, lineup : str
        What is played, and by whom.
    slug : str
        Prefix of its charts; empty when it is the only one.
    players : tuple of int
        Numbers of players.
    tables : dict
        Rows of every table that belong to it.
    """

    variant: str
    title: str
    lineup: str
    slug: str
    players: tuple[int, ...]
    tables: dict[str, pl.DataFrame]

    @property
    def heading(self) -> str:
        """Its name for people."""
        return f"{self.title}, played by {lineup_words(self.lineup)}"


def arms(analysis: Analysis) -> list[Arm]:
    """Split an analysis into its arms, in the order of its cells."""
    keys = analysis.cells.select("variant", "title", "lineup").unique(maintain_order=True)
    split = []
    for number, (variant, title, lineup) in enumerate(keys.iter_rows(), start=1):
        mine = (pl.col("variant") == variant) & (pl.col("lineup") == lineup)
        split.append(
            Arm(
                variant, title, lineup, f"arm{number}-{variant}-" if keys.height > 1 else "",
                tuple(analysis.cells.filter(mine)["players"].to_list()),
                {name: table.filter(mine) for name, table in analysis.tables.items()},
            )
        )  # fmt: skip
    return split


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
