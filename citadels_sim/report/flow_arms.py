"""The tables of runs of flow as the report shows them: one arm per run, variant and line-up, at all its numbers of players."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from citadels_sim.report.material import Material, of_cell

__all__ = ["FlowArm", "flow_arms"]


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
    keys = [
        (number, variant, lineup)
        for number, flow in enumerate(material.flows)
        for variant, lineup in dict.fromkeys(flow.estimates.select("variant", "lineup").iter_rows())
    ]
    lineups, cells = {lineup for _, _, lineup in keys}, [key[1:] for key in keys]
    found: list[FlowArm] = []
    for number, variant, lineup in keys:
        flow, told = material.flows[number], lineup.replace(",", ", ")
        again = f", run {number + 1}" if cells.count((variant, lineup)) > 1 else ""
        title = material.titles[variant]
        found.append(
            FlowArm(
                variant, f"{title}, played by {told}{again}", title + (f", {told}" if len(lineups) > 1 else "") + again,
                f"flow{len(found) + 1}-{variant}-" if len(keys) > 1 else "flow-",
                of_cell(flow.estimates, variant, lineup), of_cell(flow.curves, variant, lineup), of_cell(flow.calibration, variant, lineup),
            )
        )  # fmt: skip
    return found
