"""One variant against another of a different run: the deals of a seed are the same in every run, so both sides share their luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from citadels_sim.designs.tournament.comparison import MARGINS, Totals, VariantComparison, has_all_rows, paired_comparison, totals_of
from citadels_sim.errors import RunError
from citadels_sim.lineups import split_lineup
from citadels_sim.runs.reading import Run
from citadels_sim.variants import compare, from_resolved


@dataclass(frozen=True)
class Arm:
    """One side of a comparison of runs that played the same deals.

    Attributes
    ----------
    run : Run
        A complete run.
    variant : str
        One of it.
    label : str
        What it is called, since both sides may have one name.
    """

    run: Run
    variant: str
    label: str

    @property
    def tables(self) -> dict[tuple[int, str], int]:
        """Numbers of players and line-ups that it was played with, and the blocks of each."""
        return {(cell.players, cell.lineup): cell.blocks for cell in self.run.manifest.cells if cell.variant == self.variant}


def common_tables(a: Arm, b: Arm) -> list[tuple[int, str]]:
    """Return the numbers of players and line-ups of which two sides have played the same deals; none where code, seed or bots differ."""
    one, other = a.run.manifest, b.run.manifest
    if (one.code, one.experiment.seed, one.experiment.kind) != (other.code, other.experiment.seed, other.experiment.kind) or not one.code:
        return []
    bots = {name for name in {*one.bots} & {*other.bots} if one.bots[name] == other.bots[name]}
    there = b.tables
    return [table for table in a.tables if table in there and {*split_lineup(table[1])} <= bots]


def compare_across(a: Arm, b: Arm, margins: Mapping[str, float] | None = None) -> VariantComparison:
    """Compare variants of two runs, which may be one, wherever both have played the same deals.

    Raises
    ------
    RunError
        If there are no such deals.
    """
    tables = common_tables(a, b)
    if not tables:
        raise RunError(f"{a.label} and {b.label} have not played the same deals.")
    parts = [_labelled(arm) for arm in (a, b)]
    totals = {
        name: (entry, {key: pl.concat([frame, parts[1][name][1][key]]) for key, frame in frames.items() if key in parts[1][name][1]})
        for name, (entry, frames) in parts[0].items()
        if name in parts[1]
    }
    rules = compare(*(from_resolved(arm.run.manifest.variants[arm.variant].resolved) for arm in (a, b)))
    declared = dict(MARGINS) if margins is None else margins
    return paired_comparison(rules, (a.label, b.label), tables, declared, totals, whole=has_all_rows(a.run) and has_all_rows(b.run))


def _labelled(arm: Arm) -> Totals:
    """Sum per block what is compared of a side, under its label."""
    label = pl.lit(arm.label).alias("variant")
    totals = totals_of(arm.run, (arm.variant,))
    return {name: (entry, {key: frame.with_columns(label) for key, frame in frames.items()}) for name, (entry, frames) in totals.items()}
