"""Do intervals hold the truth as often as they claim? Runs are drawn from a large run, whose own figures are then exactly the truth.

A run is drawn block by block, with replacement, from a pool of independent blocks that were played once: figures of the pool are the true
ones of such runs, and the results of each drawn run can be compared with them. What never happened in the pool happens in no
drawn run: events rarer than one in as many blocks are not covered, nor is what another seed of the pool would change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.statistics.blocks import block_matrices, row_totals
from citadels_sim.statistics.estimates import intervals, ratios
from citadels_sim.statistics.estimator import Label, Moments
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.tables.keys import Cell

__all__ = ["Analysis", "Covered", "Estimates", "Pool", "cover", "covered_pools", "covered_rows", "estimates_of", "pools"]

Floats = NDArray[np.float64]


class Estimates(NamedTuple):
    """Estimates of one metric: groups, values, and the bounds of each alone and of all at once; arrays of shape (J,)."""

    groups: Sequence[str]
    value: Floats
    low: Floats
    high: Floats
    family_low: Floats
    family_high: Floats

    @classmethod
    def from_rows(cls, groups: Sequence[str], figures: Ratios) -> Estimates:
        """Take estimates with symmetric intervals only."""
        return cls(groups, figures.value, *figures.interval(), *figures.simultaneous())

    def without_intervals(self) -> Estimates:
        """Give the values alone."""
        unknown = np.full(len(self.value), np.nan)
        return Estimates(self.groups, self.value, unknown, unknown, unknown, unknown)


Analysis = Callable[[NDArray[np.intp]], Mapping[str, Estimates]]
"""Analyses the run that consists of these blocks of a pool, by their positions: metric -> estimates."""


@dataclass(frozen=True)
class Pool:
    """The blocks that runs of one cell are drawn from, as totals of a family.

    Attributes
    ----------
    entry : Family
    cell : (str, int, str)
    labels : tuple of (str, str)
        What the columns are.
    totals : numpy.ndarray
        Block totals, shape (blocks, columns).
    third : bool
        Whether the report has third moments of it.
    """

    entry: Family
    cell: Cell
    labels: tuple[Label, ...]
    totals: Floats
    third: bool = False

    def moments(self, blocks: NDArray[np.intp]) -> Moments:
        """Condense some of the blocks."""
        table = self.totals[blocks]
        seen = np.flatnonzero(table.any(axis=0))  # a group that a run lacks has no column in it
        return Moments.from_values([self.labels[i] for i in seen], table[:, seen], third=self.third)

    def analyse(self, blocks: NDArray[np.intp]) -> dict[str, Estimates]:
        """Estimate as `estimates.estimate` does; an `Analysis`."""
        return estimates_of(self.entry, self.moments(blocks), self.cell[1])


def estimates_of(entry: Family, moments: Moments, players: int) -> dict[str, Estimates]:
    """Estimate the metrics of a family from the moments of a run."""
    estimates = {}
    for metric in entry.metrics:
        groups, values = ratios(entry, metric, moments)
        alone, family = intervals(metric, values, players)
        # An unbiased figure of a large run can lie beyond what is possible, by chance: the truth does not, as no interval does.
        possible = metric.interval_form(players).get("within")
        value = values.value if possible is None else values.value.clip(*possible)
        estimates[metric.name] = Estimates(groups, value, *alone, *family)
    return estimates


def pools(entry: Family, totals: pl.DataFrame, *, third: bool = False) -> list[Pool]:
    """Lay out the blocks of every cell.

    Parameters
    ----------
    entry : Family
        Whose figures are wanted.
    totals : polars.DataFrame
        Block totals, as `blocks.block_totals` or `forks.row_totals` gives them.
    third : bool
        Whether the report has third moments of them (as of all that `forks.row_moments` condenses).
    """
    return [Pool(entry, cell, tuple(labels), np.concatenate(list(parts)), third) for cell, labels, parts in block_matrices(entry, totals)]


@dataclass(frozen=True)
class Covered:
    """A table of a report that runs are drawn for.

    Attributes
    ----------
    table : str
        Its name.
    cell : (str, int, str)
        Variant, players, line-up.
    size : int
        Blocks of the pool.
    analyse : Analysis
    metrics : tuple of str
        The metrics that it estimates.
    judged : bool
        Whether verdicts rest on it.
    """

    table: str
    cell: Cell
    size: int
    analyse: Analysis
    metrics: tuple[str, ...]
    judged: bool = False


_JUDGED: Final = ("win_effect", "place_effect")


def covered_pools(chosen: Sequence[Pool]) -> Iterator[Covered]:
    """Give each pool's metrics: those that are judged, those with a least value, and the others apart."""
    for pool in chosen:
        sorts = [(metric.name in _JUDGED, metric.least is not None) for metric in pool.entry.metrics]
        for sort in sorted(set(sorts), reverse=True):
            metrics = tuple(metric for metric, its in zip(pool.entry.metrics, sorts, strict=True) if its == sort)
            some = replace(pool, entry=replace(pool.entry, metrics=metrics))
            yield Covered(pool.entry.name, pool.cell, len(pool.totals), some.analyse, tuple(m.name for m in metrics), sort[0])


def covered_rows(tables: Sequence[tuple[Family, pl.DataFrame]]) -> Iterator[Covered]:
    """Give families with the rows that `forks.row_moments` condenses."""
    for entry, rows in tables:
        if rows.height:
            yield from covered_pools(pools(entry, row_totals(entry, rows), third=True))


def cover(analyse: Analysis, size: int, blocks: int, runs: int, seed: int) -> Iterator[dict[str, object]]:
    """Count how often the intervals of drawn runs hold the figures of the pool that they are drawn from.

    Parameters
    ----------
    analyse : callable
        The analysis, such as `Pool.analyse`.
    size : int
        Blocks of the pool.
    blocks : int
        Blocks of every run.
    runs : int
        Runs that are drawn.
    seed : int
        Of the draws.

    Yields
    ------
    dict
        For every metric: metric, blocks, runs, and the columns of `SCHEMA` from ``members`` on. A figure for which a run has no interval
        counts neither way; where there is only one kind of interval, the share of the other is nan.
    """
    random = np.random.Generator(np.random.PCG64(seed))
    truth = {name: dict(zip(estimates.groups, estimates.value, strict=True)) for name, estimates in analyse(np.arange(size)).items()}
    counted = {name: np.zeros((runs, 4)) for name in truth}
    members = {name: np.zeros(runs) for name in truth}
    for run in range(runs):
        for name, estimates in analyse(random.integers(0, size, blocks)).items():
            true = np.array([truth[name].get(group, np.nan) for group in estimates.groups])
            missed, known = _missed(true, estimates.low, estimates.high)
            family_missed, family_known = _missed(true, estimates.family_low, estimates.family_high)
            counted[name][run] = missed, known, family_missed > 0, family_known > 0
            members[name][run] = max(known, family_known)
    for name, rows in counted.items():
        if rows[:, [1, 3]].any():
            alone, family = _held(rows[:, :2]), _held(rows[:, 2:])
            shares = zip(("alone", "alone_se", "family", "family_se"), (*alone, *family), strict=True)
            yield {"metric": name, "blocks": blocks, "runs": runs, "members": float(members[name].mean()), **dict(shares)}


def _missed(true: Floats, low: Floats, high: Floats) -> tuple[int, int]:
    """Count the intervals that miss, and all that there are."""
    known = np.isfinite(low) & np.isfinite(high) & np.isfinite(true)
    # What is the same in every block is hit but for rounding.
    slack = 1e-9 * np.maximum(1.0, np.abs(true))
    return int((known & ((true < low - slack) | (true > high + slack))).sum()), int(known.sum())


def _held(rows: Floats) -> tuple[float, float]:
    """Share of intervals that held, and its standard error over runs; rows are missed and known of each run."""
    covered = Moments.from_values([("all", "missed"), ("all", "known")], rows).ratios(np.array([[0.0, 1.0]]), np.array([[1.0, 0.0]]))
    return 1 - float(covered.value[0]), float(covered.se[0])
