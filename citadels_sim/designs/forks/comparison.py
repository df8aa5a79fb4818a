"""What picking a character brings in one variant against another, block by block on the same deals (C5 and E1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from citadels_sim.designs.forks.analyse import nodes_of
from citadels_sim.designs.forks.metrics import FORKS
from citadels_sim.designs.tournament.comparison_across import Arm, common_tables
from citadels_sim.judge.declared_limits import declared_limits, one_number
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_totals
from citadels_sim.statistics.paired import SCHEMA, differences, paired_moments

_EFFECT = replace(FORKS, metrics=FORKS.metrics[:1])


def effect_differences(run: Run, a: str, b: str) -> pl.DataFrame:
    """Compare the effects of the characters that two variants of a run of forks have in common.

    Parameters
    ----------
    run : Run
        A run of forks with both variants.
    a, b : str
        From the first, to the second.

    Returns
    -------
    polars.DataFrame
        `paired.SCHEMA`, at every number of players and with every line-up that both have; the margin of a difference is twice that
        of an effect that the run declares, so that it may take two balanced characters from one edge of theirs to the other.
    """
    cells = {(cell.players, cell.lineup) for cell in run.manifest.cells if cell.variant == a}
    both = [(cell.players, cell.lineup) for cell in run.manifest.cells if cell.variant == b and (cell.players, cell.lineup) in cells]
    return _differences(nodes_of(run).filter(pl.col("variant").cast(pl.String).is_in([a, b])), (a, b), both, run)


def effect_differences_across(a: Arm, b: Arm) -> pl.DataFrame:
    """Compare the effects of characters under variants of two runs of forks, which may be one, wherever both have played the same deals.

    Returns
    -------
    polars.DataFrame
        As that of `effect_differences`, with the limit that the run of `b` declares; without rows where there are no such deals.
    """
    nodes = [
        nodes_of(arm.run).filter(pl.col("variant").cast(pl.String) == arm.variant).with_columns(pl.lit(arm.label).alias("variant"))
        for arm in (a, b)
    ]
    shared = [name for name in nodes[0].columns if name in nodes[1].columns]
    # The same line-ups and characters may have other codes in the other run.
    plain = [frame.select(pl.col(shared)).with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String)) for frame in nodes]
    return _differences(pl.concat(plain), (a.label, b.label), common_tables(a, b), b.run)


def _differences(nodes: pl.DataFrame, arms: tuple[str, str], tables: Sequence[tuple[int, str]], judged_by: Run) -> pl.DataFrame:
    """Compare what two arms of some nodes bring, at each number of players and with each line-up, by the limits of a run."""
    margin = 2 * one_number(declared_limits([judged_by]), "character")
    margins = {metric.unit: margin for metric in _EFFECT.metrics}
    keys = [pl.col("variant", "lineup").cast(pl.String), pl.col("players").cast(pl.Int64), pl.col("group").cast(pl.String)]
    totals = row_totals(_EFFECT, nodes).with_columns(keys)
    rows: list[dict[str, object]] = []
    for players, lineup in tables:
        moment = paired_moments(_EFFECT, totals.filter(players=players, lineup=lineup), arms)
        rows += [{"players": players, "lineup": lineup} | row for row in differences(_EFFECT, moment, margins)]
    return pl.DataFrame(rows, schema=SCHEMA)
