"""One variant with one line-up of a run of flow, at all its numbers of players: what a row of a chart is of."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl


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
        """Return its estimates of one family."""
        return self.estimates.filter(table=name).drop("table")
