"""The tables of runs of flow as the report shows them: one arm per run, variant and line-up, at all its numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from citadels_sim.report.material import Material, of_cell

__all__ = ["FlowArm", "flow_arms", "kingmaking_arms"]


@dataclass(frozen=True)
class FlowArm:
    """One variant with one line-up of one run.

    Attributes
    ----------
    variant, heading, row, slug : str
        What is played; its name for a heading and for a row of a chart; prefix of its charts.
    estimates, curves, calibration : polars.DataFrame
        Its rows of `FlowAnalysis`.
    """

    variant: str
    heading: str
    row: str
    slug: str
    estimates: pl.DataFrame
    curves: pl.DataFrame
    calibration: pl.DataFrame

    def table(self, name: str) -> pl.DataFrame:
        """Give its estimates of one family."""
        return self.estimates.filter(table=name).drop("table")


def flow_arms(material: Material) -> list[FlowArm]:
    """Split the runs of flow into their arms, in the order of the runs."""
    return _arms(material, [(flow.estimates, flow.curves, flow.calibration) for flow in material.flows], "flow")


def kingmaking_arms(material: Material) -> list[FlowArm]:
    """Split the runs of kingmaking into their arms, in the order of the runs; they have no curves."""
    none = pl.DataFrame(schema=dict.fromkeys(("variant", "lineup"), pl.String))
    return _arms(material, [(found.estimates, none, none) for found in material.kingmaking], "kingmaking")


def _arms(material: Material, runs: Sequence[tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]], stem: str) -> list[FlowArm]:
    """Split the estimates, curves and calibration of runs by variant and line-up."""
    keys = [
        (number, variant, lineup)
        for number, (estimates, *_) in enumerate(runs)
        for variant, lineup in dict.fromkeys(estimates.select("variant", "lineup").iter_rows())
    ]
    lineups, cells = {lineup for _, _, lineup in keys}, [key[1:] for key in keys]
    found: list[FlowArm] = []
    for number, variant, lineup in keys:
        told = lineup.replace(",", ", ")
        again = f", run {number + 1}" if cells.count((variant, lineup)) > 1 else ""
        title = material.titles[variant]
        found.append(
            FlowArm(
                variant, f"{title}, played by {told}{again}", title + (f", {told}" if len(lineups) > 1 else "") + again,
                f"{stem}{len(found) + 1}-{variant}-" if len(keys) > 1 else f"{stem}-",
                *(of_cell(table, variant, lineup) for table in runs[number]),
            )
        )  # fmt: skip
    return found
