"""What the crown is worth: the declared figures."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

_weight = pl.col("weight")


CROWN = Family(
    "crown_effects",
    pl.col("distance"),
    "seats after the crown",
    (
        Sum("nodes", pl.lit(1), "crowns"),
        Sum("weight", _weight, "crowns"),
        Sum("effect", _weight * (pl.col("win") - pl.col("mean")), "crowns"),
        Sum("points", _weight * (pl.col("total") - pl.col("mean_total")), "crowns"),
    ),
    (
        Metric(
            "place_effect",
            "Effect of the crown's place",
            "How much is the crown worth?",
            "win chance per round",
            "effect",
            "weight",
            "node-ATE",
            "The crown of a round was given to every seat in turn on copies of the game with the same luck; this is the win credit of the "
            "seat this number of places after the holder (0 is the holder, who drafts first), minus the seat's mean over all holders. The "
            "places add up to 0. In later rounds the crown moves as usual.",
        ),
        Metric(
            "place_points",
            "Effect on points",
            "How much is the crown worth?",
            "points per round",
            "points",
            "weight",
            "node-ATE",
            "As place_effect, for the final score.",
        ),
    ),
    first_word="crown",
)
"""One figure per place after the crown; rows are nodes times holders times seats, means over replicates."""


FAMILIES: Final = (CROWN,)
"""The families that runs of forks of the crown answer."""
