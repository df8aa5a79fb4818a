"""From a run of a split effect to what each part of the card brings, and verdicts on it.

Source: docs/reference/estimators.md, C5 and E2. The win credit of a node is known for every combination of the parts that are on; Shapley
parts of it add up, node by node, to what the choice brings with all parts on less what it brings with none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.why import DENIED, PARTS, REST, WHOLE
from citadels_sim.designs.why.metrics import WHY
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.planning import needed_columns
from citadels_sim.statistics.shapley import shapley
from citadels_sim.statistics.verdicts import judge
from citadels_sim.tables.keys import CELL, Cell, key_of
from citadels_sim.verdicts import OF_LIMITS

PART_MARGIN: Final = 0.01
"""Win chance per choice by which a part may change it and still count as nothing: 1 percentage point."""

_NODE: Final = [*CELL, "block", "rotation"]
_NEEDED: Final = {"needed_nodes_low": pl.Int64, "needed_nodes": pl.Int64}


@dataclass(frozen=True)
class WhyAnalysis:
    """What a run of a split effect says.

    Attributes
    ----------
    margin : float
        Of the verdicts, in win chance per pick.
    effects : polars.DataFrame
        Estimates (`estimates.SCHEMA`) of `WHY`.
    verdicts : polars.DataFrame
        One row per cell and part: variant, players, lineup, part, nodes, verdict, needed_nodes_low and needed_nodes (`planning.Needed`).
    """

    run: Run
    margin: float
    effects: pl.DataFrame
    verdicts: pl.DataFrame


def analyse_why(run: Run, margin: float = PART_MARGIN) -> WhyAnalysis:
    """Analyse a complete run of a split effect.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="why"``.
    margin : float
        What does not matter, in win chance per pick; positive.
    """
    moments = family_moments(WHY, run)
    verdicts: list[dict[str, object]] = []
    for cell, moment in moments.items():
        groups, effect = ratios(WHY, WHY.metrics[0], moment)
        verdict = judge(effect, np.zeros(len(groups)), margin, within=WHY.metrics[0].bounds)
        for i, part in enumerate(groups):
            nodes = int(moment.weights({(part, "nodes"): 1.0}) @ moment.totals)
            needed = needed_columns(verdict.member_needed[i], nodes / effect.blocks, "nodes")
            verdicts.append(key_of(cell) | {"part": part, "nodes": nodes, "verdict": OF_LIMITS[verdict.members[i]], **needed})
    return WhyAnalysis(run, margin, estimate(WHY, moments), pl.DataFrame(verdicts, schema_overrides=_NEEDED))


def part_rows(run: Run) -> pl.DataFrame:
    """Split the effect at every node.

    Returns
    -------
    polars.DataFrame
        One row per node and part, the rest and the whole among them: the key, weight, part, ``value`` (win credit, mean over replicates).
    """
    table = (
        run.own_rows()
        .group_by(*_NODE, "parts", "on", maintain_order=True)
        .agg(pl.col("weight").first(), pl.col("win", "mean", "denied").mean(), pl.col("district").first())
    )
    pieces = [_split(rows, int(str(parts))) for (parts,), rows in table.collect().group_by("parts", maintain_order=True)]
    return pl.concat(pieces)


def _split(rows: pl.DataFrame, mask: int) -> pl.DataFrame:
    """Split the nodes at tables where the character has the same parts."""
    names = [part for at, part in enumerate(PARTS) if mask >> at & 1]
    sorted_rows = rows.sort(*_NODE, "on", maintain_order=True)
    wins = sorted_rows["win"].to_numpy().reshape(-1, 1 << len(names))
    nodes = sorted_rows.unique(_NODE, keep="first", maintain_order=True)
    split = wins @ shapley(len(names)) if names else np.zeros((len(wins), 0))
    mean, denied = nodes["mean"].to_numpy(), nodes["denied"].to_numpy()
    of_character = {} if nodes["district"].is_not_null().all() else {DENIED: denied}
    values = {name: split[:, at] for at, name in enumerate(names)} | of_character
    values |= {REST: wins[:, 0] - mean - denied, WHOLE: wins[:, -1] - mean}
    key = nodes.select(*_NODE, "weight")
    return pl.concat([key.with_columns(part=pl.lit(name), value=pl.Series(value)) for name, value in values.items()])


def family_moments(family: Family, run: Run) -> dict[Cell, Moments]:
    """Condense a run of a split effect to the moments of a family, whose sums are taken over `part_rows`."""
    return run.in_order(row_moments(family, part_rows(run)))
