"""What the crown is worth, and what drafting later costs: from games in which the crown of one round went to every seat in turn (S2, S3).

Source: docs/reference/estimators.md, S2. At a node every seat has a win credit with the crown at each of the n seats; what a holder brings
a seat is its win credit then less its mean over all holders. Over the seats, and over the holders, these add up to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.designs.crowns.metrics import CROWN
from citadels_sim.designs.some_nodes import NODE, known_facts
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate, ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.planning import needed_columns
from citadels_sim.statistics.verdicts import judge
from citadels_sim.tables.keys import Cell, key_of
from citadels_sim.verdicts import OF_LIMITS

CROWN_MARGIN: Final = 0.01
"""Win chance per round by which the crown may change its holder's and still count as nothing: 1 percentage point."""


@dataclass(frozen=True)
class CrownAnalysis:
    """What a run of forks of the crown says.

    Attributes
    ----------
    margin : float
        Of the verdicts, in win chance per round.
    effects : polars.DataFrame
        Estimates (`estimates.SCHEMA`) of `CROWN`.
    stages : polars.DataFrame
        The same by third of the nodes' rounds and by standing of the seat: columns of the estimates, with ``split`` and ``part`` in front.
    verdicts : polars.DataFrame
        One row per cell and place: variant, players, lineup, place, nodes, verdict, needed_nodes_low and needed_nodes (`planning.Needed`;
        null: settled, or it cannot be said).
    """

    run: Run
    margin: float
    effects: pl.DataFrame
    stages: pl.DataFrame
    verdicts: pl.DataFrame


def node_facts(run: Run) -> tuple[pl.DataFrame, dict[str, str]]:
    """Return the nodes with the facts that the run knows of them; see `designs.some_nodes.run_where`."""
    return known_facts(run)


def with_nodes(run: Run, nodes: pl.DataFrame) -> Run:
    """Return the run with some of its nodes."""
    some = Run(run.folder, run.manifest)
    some.kept("crown_rows", lambda: crown_rows(run).join(nodes, on=NODE, how="semi", maintain_order="left"))
    return some


def crown_rows(run: Run) -> pl.DataFrame:
    """Average the replicates of every node, holder and seat, and lay beside each the seat's mean over all holders; made once.

    Returns
    -------
    polars.DataFrame
        The key, round, rounds, crown, own, seat, distance, leader, last, weight; ``win``, ``total`` (means over replicates), ``mean``,
        ``mean_total`` (over holders), ``stage`` (third of the game's rounds that the node's is in), ``standing``.
    """
    return run.kept("crown_rows", lambda: _crown_rows(run))


def _crown_rows(run: Run) -> pl.DataFrame:
    kept = ["round", "rounds", "own", "distance", "leader", "last", "weight"]
    rows = (
        run.own_rows()
        .group_by(*NODE, "crown", "seat", maintain_order=True)
        .agg(*(pl.col(name).first() for name in kept), pl.col("win").mean(), pl.col("total").mean())
    )
    third = (3 * (pl.col("round") - 1) // pl.col("rounds")).clip(0, 2)
    standing = pl.when("leader").then(pl.lit("leader")).when("last").then(pl.lit("last")).otherwise(pl.lit("middle"))
    return rows.with_columns(
        mean=pl.col("win").mean().over(*NODE, "seat"),
        mean_total=pl.col("total").mean().over(*NODE, "seat"),
        stage=third.replace_strict({0: "early", 1: "middle", 2: "late"}, return_dtype=pl.String),
        standing=standing,
    ).collect()


def family_moments(entry: Family, run: Run) -> dict[Cell, Moments]:
    """Condense a run of forks of the crown to the moments of a family, whose sums are taken over `crown_rows`."""
    return _moments(entry, crown_rows(run), run)


def _moments(entry: Family, rows: pl.DataFrame, run: Run) -> dict[Cell, Moments]:
    return run.in_order(row_moments(entry, rows))


def analyse_crowns(run: Run, margin: float = CROWN_MARGIN) -> CrownAnalysis:
    """Analyse a complete run of forks of the crown.

    Parameters
    ----------
    run : Run
        From `runs.load_run` with ``kind="crowns"``.
    margin : float
        What does not matter, in win chance per round; positive.
    """
    rows = crown_rows(run)
    cells = _moments(CROWN, rows, run)
    verdicts: list[dict[str, object]] = []
    for cell, moment in cells.items():
        groups, effect = ratios(CROWN, CROWN.metrics[0], moment)
        verdict = judge(effect, np.zeros(len(groups)), margin, within=CROWN.metrics[0].bounds)
        nodes = int(rows.filter(**key_of(cell)).select("block", "rotation").n_unique())
        for i, place in enumerate(groups):
            needed = needed_columns(verdict.member_needed[i], nodes / effect.blocks, "nodes")
            verdicts.append(key_of(cell) | {"place": int(place), "nodes": nodes, "verdict": OF_LIMITS[verdict.members[i]], **needed})
    stages = pl.concat([_split(rows, run, name, parts) for name, parts in _SPLITS.items()])
    return CrownAnalysis(run, margin, estimate(CROWN, cells), stages, pl.DataFrame(verdicts, schema_overrides=_NEEDED))


_NEEDED: Final = {"needed_nodes_low": pl.Int64, "needed_nodes": pl.Int64}
_SPLITS: Final = {"stage": ("early", "middle", "late"), "standing": ("leader", "middle", "last")}


def _split(rows: pl.DataFrame, run: Run, name: str, parts: tuple[str, ...]) -> pl.DataFrame:
    family = replace(CROWN, metrics=CROWN.metrics[:1])
    tables = []
    for part in parts:
        table = estimate(family, _moments(family, rows.filter(pl.col(name) == part), run))
        tables.append(table.select(pl.lit(name).alias("split"), pl.lit(part).alias("part"), pl.all()))
    return pl.concat(tables)
