"""The figures of each kind of run, as pools of blocks that `coverage` draws runs from.

The figures of forks, crowns, decisions, why, bans, games, flow and kingmaking are ratios of sums over blocks: their pools are totals by
block, condensed and estimated by the functions that the report calls. What is more than ratios (differences of variants, quantiles, and
all of `coverage_analyses`) is analysed anew in every drawn run. So are the figures of win chances W: their models are fitted again in
every drawn run. Only what judges the forecasts themselves (scores, calibration) takes those of the pool as they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.designs.bans.metrics import BANS
from citadels_sim.designs.crowns.analyse import crown_rows
from citadels_sim.designs.crowns.metrics import CROWN
from citadels_sim.designs.decisions import KINDS as DECISIONS
from citadels_sim.designs.decisions.analyse import choice_nodes, grouped, option_nodes
from citadels_sim.designs.decisions.metrics import CHOICES, OPTIONS
from citadels_sim.designs.flow.metrics import FAMILIES as FLOW_FAMILIES
from citadels_sim.designs.flow.refits import flow_moments, known, refits
from citadels_sim.designs.flow.states import Course, courses, make_course
from citadels_sim.designs.flow.tables import FlowTables
from citadels_sim.designs.flow.win_model import GROUPS
from citadels_sim.designs.forks.analyse import nodes_of, pair_nodes, policy_nodes
from citadels_sim.designs.forks.metrics import CONTRASTS, FORKS, POLICY
from citadels_sim.designs.kingmaking.analyse import kingmaking_rows
from citadels_sim.designs.kingmaking.metrics import KINGMAKING
from citadels_sim.designs.tournament import naming
from citadels_sim.designs.tournament.analyse import QUANTILES
from citadels_sim.designs.tournament.comparison import COMPARED
from citadels_sim.designs.tournament.deals import prepare
from citadels_sim.designs.tournament.matchup_metrics import MATCHUP_FAMILIES
from citadels_sim.designs.tournament.metrics import CONDENSED, family
from citadels_sim.designs.tournament.naming_metrics import NAMING_FAMILIES
from citadels_sim.designs.why.analyse import part_rows
from citadels_sim.designs.why.metrics import WHY
from citadels_sim.runs.reading import Run
from citadels_sim.statistics.blocks import block_totals, row_totals
from citadels_sim.statistics.estimates import quantiles
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.paired import differences
from scripts.research.coverage_analyses import attribution, casts, ladder, luck, pick_attribution
from scripts.research.coverage_draws import Analysis, Covered, Estimates, Pool, covered_pools, covered_rows, estimates_of, pools
from scripts.research.coverage_studies import families, skill, studied

__all__ = ["KINDS", "Covered", "covered"]

Floats = NDArray[np.float64]
Blocks = NDArray[np.intp]


def covered(run: Run | None, kind: str | None = None) -> Iterator[Covered]:
    """Give the tables that a report makes of a complete run, cell by cell, each with the analysis of runs drawn from its blocks.

    Parameters
    ----------
    run : Run, optional
        Of families of bots: none, they are drawn.
    kind : str, optional
        One of `KINDS`; else the run's own.
    """
    if run is None:
        return families()
    return KINDS[kind or run.manifest.experiment.kind](run)


def _forks(run: Run) -> Iterator[Covered]:
    nodes = nodes_of(run)
    yield from covered_rows([(FORKS, nodes), (POLICY, policy_nodes(nodes)), (CONTRASTS, pair_nodes(nodes))])
    effects = replace(FORKS, metrics=tuple(metric for metric in FORKS.metrics if metric.name == "win_effect"))
    yield from (
        studied(pool) for pool in pools(effects, row_totals(effects, nodes), third=True) if pool.cell[2] == run.manifest.cells[0].lineup
    )


def _crowns(run: Run) -> Iterator[Covered]:
    yield from covered_rows([(CROWN, crown_rows(run))])


def _decisions(run: Run) -> Iterator[Covered]:
    rows = option_nodes(run)
    groupings = DECISIONS[str(run.manifest.experiment.what)].groupings
    yield from covered_rows([*((OPTIONS[name], grouped(rows, name)) for name in groupings), (CHOICES, choice_nodes(rows))])


def _why(run: Run) -> Iterator[Covered]:
    yield from covered_rows([(WHY, part_rows(run))])


def _bans(run: Run) -> Iterator[Covered]:
    yield from covered_rows([(BANS, run.own_rows().collect())])


def _flow(run: Run) -> Iterator[Covered]:
    for course in courses(run):
        tables = FlowTables.from_course(course)
        for entry in FLOW_FAMILIES:
            rows = tables.rows(entry)
            if not refits(entry):
                yield from covered_rows([(entry, rows)])
            elif rows.height:
                names = tuple(metric.name for metric in entry.metrics)
                yield Covered(entry.name, course.cell, len(np.unique(course.block)), _refitted(entry, course), names)


def _refitted(entry: Family, course: Course) -> Analysis:
    """Analyse drawn runs of flow, their win models fitted anew."""

    def analyse(blocks: Blocks) -> dict[str, Estimates]:
        tables = FlowTables.from_course(drawn_course(course, blocks))
        shown = known(entry, tables.course)
        (moments,) = flow_moments(shown, tables, tables.rows(entry)).values()
        return estimates_of(shown, moments, course.players)

    return analyse


def drawn_course(course: Course, blocks: Blocks) -> Course:
    """Return the games of some blocks, each as often as it is drawn; copies are blocks of their own and in one group of blocks."""
    known, inside = np.unique(course.block, return_inverse=True)
    drawn, copy = np.sort(blocks), np.arange(len(blocks)) - np.searchsorted(np.sort(blocks), np.sort(blocks))
    number = drawn + copy * -(-len(known) // GROUPS) * GROUPS
    order = np.argsort(number)
    of_block = np.split(np.arange(len(inside)), np.flatnonzero(np.diff(inside)) + 1)
    games = [of_block[block] for block in drawn[order]]
    ends = np.append(course.start, len(course.game))
    chosen = np.concatenate(games)
    states = np.concatenate([np.arange(ends[game], ends[game + 1]) for game in chosen])
    seats = (states[:, None] * course.players + np.arange(course.players)).ravel()
    block = pl.Series(np.repeat(np.repeat(number[order], [len(part) for part in games]), (course.rounds[chosen] + 1) * course.players))
    return make_course(course.cell, course.rows[seats].with_columns(block=block), course.ranks)


def _kingmaking(run: Run) -> Iterator[Covered]:
    yield from covered_rows([(KINGMAKING, rows) for rows in kingmaking_rows(run)])


def _games(run: Run) -> Iterator[Covered]:
    batches = [prepare(batch) for batch in run.batches()]
    rounds = family("round_distribution")
    for entry in CONDENSED:
        totals = pl.concat([block_totals(entry, batch).with_columns(pl.col("group").cast(pl.String)) for batch in batches])
        chosen = pools(entry, totals)
        yield from covered_pools(chosen)
        for pool in chosen if entry is rounds else ():
            yield Covered("round_quantiles", pool.cell, len(pool.totals), _quantiles(pool), tuple(QUANTILES))
        if entry.name in COMPARED:
            yield from _compared(run, COMPARED[entry.name], totals)
    for rows in naming.naming_rows(run):
        yield from covered_rows([(entry, getattr(rows, entry.name)) for entry in (*NAMING_FAMILIES, *MATCHUP_FAMILIES)])


def _quantiles(pool: Pool) -> Analysis:
    metric = pool.entry.metrics[0]

    def analyse(blocks: Blocks) -> dict[str, Estimates]:
        table = quantiles(pool.entry, metric, {pool.cell: pool.moments(blocks)}, QUANTILES, "rounds")
        return _table_estimates(table, "group")

    return analyse


def _table_estimates(table: pl.DataFrame, group: str) -> dict[str, Estimates]:
    """Take rows of estimates apart by metric."""
    return {
        str(name): Estimates(part[group].to_list(), *(part[c].cast(pl.Float64).to_numpy() for c in ("value", *_BOUNDS)))
        for (name,), part in table.group_by("metric", maintain_order=True)
    }


_BOUNDS: Final = ("low", "high", "family_low", "family_high")


def _compared(run: Run, entry: Family, totals: pl.DataFrame) -> Iterator[Covered]:
    """Compare the first variant of a run with each other one, at every table that both have."""
    first, *others = run.manifest.variants
    keyed = totals.with_columns(pl.col("variant", "lineup").cast(pl.String), pl.col("players").cast(pl.Int64))
    for other in others:
        for (players, lineup), part in keyed.filter(pl.col("variant").is_in([first, other])).group_by("players", "lineup"):
            moment = _PairedPool.from_totals(entry, part, (first, other))
            yield Covered(
                f"compare_{entry.name}", (other, int(str(players)), str(lineup)), len(moment.totals), moment.analyse, ("difference",)
            )


@dataclass(frozen=True)
class _PairedPool(Pool):
    """Blocks of two variants side by side; one family of intervals are all differences of its metrics."""

    @classmethod
    def from_totals(cls, entry: Family, totals: pl.DataFrame, arms: tuple[str, str]) -> _PairedPool:
        place = pl.col("variant").replace_strict({name: str(i) for i, name in enumerate(arms)}, return_dtype=pl.String)
        shared = totals.group_by("block").agg(pl.col("variant").n_unique()).filter(variant=len(arms))
        rows = totals.join(shared.select("block"), on="block", how="semi").with_columns(
            group=pl.concat_str(place, pl.lit("|"), pl.col("group")), variant=pl.lit("paired")
        )
        (pool,) = pools(entry, rows)
        return cls(pool.entry, pool.cell, pool.labels, pool.totals)

    def analyse(self, blocks: Blocks) -> dict[str, Estimates]:
        rows = differences(self.entry, self.moments(blocks), {})
        columns = [np.array([row[name] for row in rows], dtype=np.float64) for name in ("difference", *_BOUNDS)]
        return {"difference": Estimates([f"{row['metric']}|{row['group']}" for row in rows], *columns)}


KINDS: Final[dict[str, Callable[[Run], Iterator[Covered]]]] = {
    "forks": _forks,
    "games": _games,
    "crowns": _crowns,
    "decisions": _decisions,
    "why": _why,
    "bans": _bans,
    "luck": luck,
    "flow": _flow,
    "kingmaking": _kingmaking,
    "casts": casts,
    "attribution": attribution,
    "pick-attribution": pick_attribution,
    "ladder": ladder,
    "skill": skill,
}
"""Kinds of run whose intervals can be compared with the truth, and ``ladder`` and ``skill``, of games."""
