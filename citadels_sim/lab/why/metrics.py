"""Figures of a split effect: what each part of a character's card brings whoever picks it."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

_weight = pl.col("weight")

WHY: Final = Family(
    "why_parts",
    pl.col("part"),
    "part of the card",
    (
        Sum("nodes", pl.lit(1), "why"),
        Sum("weight", _weight, "why"),
        Sum("effect", _weight * pl.col("value"), "why"),
    ),
    (
        Metric(
            "part_effect",
            "Part of the effect of a pick",
            "Why is it strong?",
            "win chance per pick",
            "effect",
            "weight",
            "node-ATE",
            "The character was picked on copies of the game with every combination of its parts on in that round; a part's effect is what "
            "it adds, averaged over all orders in which the parts could come (Shapley, E2). The rest is the effect with all parts off, "
            "less the mean over all characters that could be picked: its rank, being a target, and that nobody else has it. They add up "
            "to the whole.",
        ),
    ),
    first_word="why",
)
"""One figure per part, and one for the rest and for the whole; rows are nodes times these, means over replicates."""

FAMILIES: Final = (WHY,)
"""The families that runs of split effects answer."""
