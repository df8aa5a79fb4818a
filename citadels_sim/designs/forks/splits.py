"""When, from where and for whom a character is good: effects of picks by part of the game, by slot, by standing (C8).

These tables are exploratory, of many cells: each has a false discovery rate beside it and an estimate shrunk towards no effect, and cells
of few nodes are marked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from citadels_sim.designs.forks.analyse import nodes_of
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate
from citadels_sim.tables.keys import CELL

__all__ = ["LEAST_NODES", "SPLITS", "split_effects"]

SPLITS: Final = ("stage", "slot", "standing")
"""What effects are split by: third of the picks by round, number of the pick in its round, standing of the picker."""

LEAST_NODES: Final = 500
"""Nodes below which a cell of a split is marked as small."""

_BETWEEN = "|"
_PLACES: Final = {"early": 0, "leader": 0, "middle": 1, "late": 2, "last": 2}
"""Order of the parts, by their first word; slots go by their number."""


def split_effects(run: Run) -> pl.DataFrame:
    """Estimate the effect of every character in every part of every split.

    Parameters
    ----------
    run : Run
        A run of forks.

    Returns
    -------
    polars.DataFrame
        Columns variant, players, lineup, split, part, character, value, low, high (of this figure alone), se, nodes, small, q (of no
        effect, Benjamini and Hochberg within the split of a cell), shrunk (towards 0 by what of the spread is noise), note
        (`formats.TOO_FEW`: not to be shown).
    """
    nodes = with_parts(nodes_of(run))
    return pl.concat([_split(nodes, name) for name in SPLITS])


def with_parts(nodes: pl.DataFrame) -> pl.DataFrame:
    """Add the columns of `SPLITS` to `character_nodes`.

    The thirds are of the rounds in which picks of games as they are played fall, cut at whole rounds: which third a pick is in is known
    when it is made.
    """
    picks = nodes.group_by(*CELL, "round").agg((pl.col("weight") / pl.col("choices")).sum().alias("picks")).sort(*CELL, "round")
    before = (pl.col("picks").cum_sum() - pl.col("picks") / 2).over(CELL) / pl.col("picks").sum().over(CELL)
    third = (before * 3).floor().clip(0, 2)
    stages = picks.with_columns(third=third).with_columns(
        stage=pl.format(
            "{} rounds {}-{}",
            third.replace_strict({0.0: "early,", 1.0: "middle,", 2.0: "late,"}, return_dtype=pl.String),
            pl.col("round").min().over(*CELL, "third"),
            pl.col("round").max().over(*CELL, "third"),
        ),
    )
    standing = pl.when("leader").then(pl.lit("leader")).when("last").then(pl.lit("last")).otherwise(pl.lit("middle"))
    return nodes.join(stages.select(*CELL, "round", "stage"), on=[*CELL, "round"], how="left").with_columns(
        pl.format("pick {}", "slot").alias("slot"), standing.alias("standing")
    )


def _split(nodes: pl.DataFrame, name: str) -> pl.DataFrame:
    family = replace(FORKS, group=pl.format(f"{{}}{_BETWEEN}{{}}", name, "character"), metrics=FORKS.metrics[:1])
    moments = row_moments(family, nodes)
    table = estimate(family, moments)
    words = pl.col("group").str.splitn(_BETWEEN, 2)
    counts = nodes.group_by(*CELL, pl.col(name).alias("part"), pl.col("character").cast(pl.String)).agg(pl.len().alias("nodes"))
    keys = [pl.col("variant", "lineup").cast(pl.String), pl.col("players").cast(pl.Int64)]
    rows = table.with_columns(part=words.struct.field("field_0"), character=words.struct.field("field_1")).join(
        counts.with_columns(keys), on=[*CELL, "part", "character"], how="left"
    )
    rows = rows.with_columns(split=pl.lit(name), small=pl.col("nodes") < LEAST_NODES)
    parts = [_judged(part) for _, part in rows.group_by(CELL, maintain_order=True)]
    order = [*CELL, "split", "part", "character", "value", "low", "high", "se", "nodes", "small", "q", "shrunk", "note"]
    first_word = pl.col("part").str.extract(r"^(\w+)")
    place = first_word.replace_strict(_PLACES, default=None, return_dtype=pl.Int64).fill_null(
        pl.col("part").str.extract(r"(\d+)").cast(pl.Int64)
    )
    return pl.concat(parts).select(order).sort(*CELL, "character", place, maintain_order=True)


def _judged(rows: pl.DataFrame) -> pl.DataFrame:
    value, se = (rows[column].to_numpy().astype(np.float64) for column in ("value", "se"))
    sure = np.isfinite(se) & (se > 0)
    q: NDArray[np.float64] = np.full(len(value), np.nan)
    if sure.any():
        q[sure] = stats.false_discovery_control(2 * stats.norm.sf(np.abs(value[sure] / se[sure])))
    between = max(0.0, float(np.mean(value[sure] ** 2 - se[sure] ** 2))) if sure.any() else 0.0
    shrunk = np.where(sure, value * between / (between + np.where(sure, se, 1.0) ** 2), np.nan)
    return rows.with_columns(pl.Series("q", q, strict=False).fill_nan(None), pl.Series("shrunk", shrunk, strict=False).fill_nan(None))
