"""Curves over the course of a game.

Source: docs/reference/estimators.md, F3, F7, F8. Rows are those of `tables`.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.designs.flow.metric_terms import ONE, W, sums
from citadels_sim.statistics.metric_types import Family, Metric, Sum

LEADER_CURVE = Family(
    "leader",
    pl.col("progress"),
    "per cent of the rounds",
    (Sum("games", ONE, "flow"), *sums("leader_win", "concordant", "pairs")),
    (
        Metric(
            "wins",
            "The leader wins",
            "When is it over?",
            "win chance per game",
            "leader_win",
            "games",
            "descriptive",
            "Win credit of the leader by score at this time of the game; leaders with equal scores share it (F7). Needs no model.",
            share=True,
            reference="fair",
        ),
        Metric(
            "auc",
            "Agreement of scores with the winner",
            "When is it over?",
            "fraction of pairs",
            "concordant",
            "pairs",
            "descriptive",
            "How often the winner's score is above another seat's at this time of the game; equal scores count half (AUC within games): "
            "0.5 explains nothing, 1 everything.",
            share=True,
        ),
    ),
)
"""One figure per tenth of the game; rows are games times tenths."""

DECIDED_CURVE = Family(
    "decided",
    pl.col("threshold"),
    "win chance in per cent",
    (Sum("games", ONE, "flow"), *sums("decided_at")),
    (
        Metric(
            "after",
            "Decided after",
            "When is it over?",
            "fraction of the game",
            "decided_at",
            "games",
            "descriptive",
            "Part of the rounds after which the winner's W stays at the threshold or above (F3).",
            share=True,
        ),
    ),
)
"""One figure per threshold; rows are games times thresholds."""

DECIDED_BY = Family(
    "decided_by",
    pl.col("progress"),
    "per cent of the rounds",
    (Sum("games", ONE, "flow"), *sums("over")),
    (
        Metric(
            "share",
            "Games decided by then",
            "When is it over?",
            "fraction of games",
            "over",
            "games",
            "descriptive",
            "Games whose winner's W stays at 0.8 or above from then on (F3); a shared win is decided at the end.",
            share=True,
        ),
    ),
)
"""One figure per tenth of the game; rows are games times tenths."""

TRAJECTORY = Family(
    "trajectory",
    pl.col("place_progress"),
    "final place and per cent of the rounds",
    (Sum("seats", ONE, "flow"), *sums("chance")),
    (
        Metric(
            "mean",
            "Mean win chance over the game",
            "How do games develop?",
            "win chance",
            "chance",
            "seats",
            "descriptive",
            f"Mean W, at this time of the game, of the seats that end in this place (F8). {W}",
            share=True,
        ),
    ),
)
"""One figure per final place and tenth of the game; rows are seats times tenths."""

CURVE_FAMILIES: Final = (LEADER_CURVE, DECIDED_CURVE, DECIDED_BY, TRAJECTORY)
