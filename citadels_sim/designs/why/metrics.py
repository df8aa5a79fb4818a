"""Figures of a split effect: what each part of a card brings whoever chooses it."""

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
            "Part of the effect of a card",
            "Why is it strong?",
            "win chance per choice",
            "effect",
            "weight",
            "node-ATE",
            "The card was chosen on copies of the game with every combination of its parts on, a character's in that round, a district's "
            "to the end; a part's effect is its contribution, averaged over all orders of the parts (Shapley, E2). Denied to others: the "
            "rise of the mean over all options if any other holder of the character has a blank card. The rest is the effect with all "
            "parts off: of a character its rank, of a district the points of its cost and its place in the city. They add up to the "
            "whole effect.",
        ),
    ),
    first_word="why",
)
"""One figure per part, and one for the rest and for the whole; rows are nodes times these, means over replicates."""

FAMILIES: Final = (WHY,)
"""The families that runs of split effects answer."""
