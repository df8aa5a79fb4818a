"""What thinking harder gains: the declared figures of ladders of bots."""

from __future__ import annotations

import math
from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import CREDIT, Family, Metric, Sum

_POLICY: Final = "Every bot sits in every seat in turn, on the same deals for all rungs."


RUNGS = Family(
    "rungs",
    pl.col("rung"),
    "rung",
    (Sum("games", pl.col("games"), "rungs"), *(Sum(name, pl.col(name), "rungs", 1 / CREDIT) for name in ("gained", "share"))),
    (
        Metric(
            "gain",
            "Gain of the rung",
            "Is there depth?",
            "win chance per game",
            "gained",
            "games",
            "policy",
            f"Win credit of one bot against copies of the next weaker one at all other seats, less 1/players (K2). {_POLICY}",
        ),
        Metric(
            "order",
            "Gain of the rung, relative to the possible gain",
            "Is there depth?",
            "fraction of the possible gain",
            "share",
            "games",
            "policy",
            f"gain over 1 - 1/players (K1): 0, the stronger one wins as often as the others; 1, always. {_POLICY}",
        ),
    ),
)
"""One figure per rung; rows are blocks times rungs."""


LADDER = Family(
    "skill_ladder",
    None,
    "",
    (Sum("deals", pl.lit(1), "rungs"), Sum("area", pl.col("area"), "rungs")),
    (
        Metric(
            "area",
            "Gains of all rungs together",
            "Is there depth?",
            "win chance per game",
            "area",
            "deals",
            "policy",
            f"Sum of the gains of all rungs of the ladder: how much skill it spans (K2). {_POLICY}",
            within=(-math.inf, math.inf),
        ),
    ),
)
"""One figure per ladder; rows are blocks."""


RUNG_FAMILIES: Final = (RUNGS, LADDER)
"""The families that runs with a skill ladder answer."""
