"""What the figures of how games go have in common: sums of columns, and what is said of the model of win chances."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Sum

ONE: Final = pl.lit(1, dtype=pl.Int64)
W: Final = (
    "W is the win chance that a model of the visible state predicts (see win_model); at the end of a game it is the win itself. The "
    "interval includes the error of that model, which is refitted on halves of the deals. Below 200 deals there is no figure."
)
FEW: Final = "No interval below 1,000 deals: a model fitted on few games makes the figure too large."


def sums(*names: str) -> tuple[Sum, ...]:
    """Return the sum of each of these columns."""
    return tuple(Sum(name, pl.col(name), "flow") for name in names)
