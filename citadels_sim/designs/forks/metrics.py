"""Figures of forked picks: the effect of a character on who picks it, and how well the bot picks.

Source: docs/reference/estimators.md, C4, C5, C8 and A2. A node is one pick of a game, of which every continuation is known; it stands for
`weight` picks of the games as they are played (it was drawn from so many rounds).
"""

from __future__ import annotations

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

_weight = pl.col("weight")
_picked = pl.when("policy").then(_weight).otherwise(0)
_UNIT = "win chance per pick"

FORKS = Family(
    "character_effects",
    pl.col("character"),
    "character",
    (
        Sum("nodes", pl.lit(1), "forks"),
        Sum("weight", _weight, "forks"),
        Sum("effect", _weight * (pl.col("win") - pl.col("mean")), "forks"),
        Sum("single", _weight * (pl.col("choices") * pl.col("drawn") - 1) * (pl.col("drawn_win") - 1 / pl.col("players")), "forks"),
        Sum("picked", _picked, "forks"),
        Sum("own", _picked * (pl.col("win") - 1 / pl.col("players")), "forks"),
        Sum("own_effect", _picked * (pl.col("win") - pl.col("mean")), "forks"),
        Sum("points", _weight * (pl.col("total") - pl.col("mean_total")), "forks"),
    ),
    (
        Metric(
            "win_effect",
            "Effect of a pick",
            "How much does picking it gain?",
            _UNIT,
            "effect",
            "weight",
            "node-ATE",
            "Every character on offer was picked on a copy of the game with the same luck; this is the win credit with it minus the mean "
            "over all on offer (C5). All bots play on as usual, unaware of the change.",
        ),
        Metric(
            "win_effect_single",
            "Effect, one random pick per game",
            "How much does picking it gain?",
            _UNIT,
            "single",
            "weight",
            "node-ATE",
            "The same effect from a single continuation with one random character per node (C4), as in a randomised trial. Also unbiased, "
            "with a wider interval; no interval below 400 nodes, where a few wins decide.",
            deals=400,
        ),
        Metric(
            "point_effect",
            "Effect on points",
            "How much does picking it gain?",
            "points per pick",
            "points",
            "weight",
            "node-ATE",
            "As win_effect, for the final score of the picker.",
        ),
        Metric(
            "pick_share",
            "Picked when offered",
            "Do players want it?",
            "fraction of offers",
            "picked",
            "weight",
            "descriptive",
            "Picks that took it, as a share of those with it on offer.",
            share=True,
        ),
        Metric(
            "win_lift",
            "Win chance of its pickers above 1/n",
            "How do its pickers fare?",
            _UNIT,
            "own",
            "picked",
            "descriptive",
            "Win credit of the players who picked it themselves, minus 1/players. Leaders pick first and have the choice: not an effect of "
            "the character, and it can have the wrong sign.",
            lift=True,
        ),
        Metric(
            "chosen_effect",
            "Effect where the bot picks it",
            "Does the bot pick it at the right moment?",
            _UNIT,
            "own_effect",
            "picked",
            "node-ATE",
            "As win_effect, at the nodes at which the bot itself picks it.",
        ),
    ),
    first_word="character",
)
"""One figure per character; rows are nodes times characters that could be picked, means over replicates."""

POLICY = Family(
    "policy",
    None,
    "policy",
    (
        Sum("weight", _weight, "forks"),
        Sum("edge", _weight * (pl.col("policy_win") - pl.col("mean")), "forks"),
        Sum("regret", _weight * (pl.col("best") - pl.col("policy_win")), "forks"),
        Sum("regret_found", _weight * pl.col("regret_found"), "forks"),
        Sum("found", pl.when(pl.col("regret_found").is_not_null()).then(_weight).otherwise(0), "forks"),
    ),
    (
        Metric(
            "edge",
            "Own choice above a random one",
            "Does the bot pick well?",
            _UNIT,
            "edge",
            "weight",
            "node-ATE",
            "Win credit with the bot's own choice minus the mean over all on offer.",
        ),
        Metric(
            "regret",
            "Best minus own choice",
            "Does the bot pick badly?",
            _UNIT,
            "regret",
            "weight",
            "node-ATE",
            "Win credit of the best character minus that of the bot's own choice. The best of a few replicates is partly lucky, so this is "
            "an upper bound.",
        ),
        Metric(
            "regret_found",
            "Best minus own choice, without luck",
            "Does the bot pick badly?",
            _UNIT,
            "regret_found",
            "found",
            "node-ATE",
            "The best character is chosen on half of the replicates and compared on the other half: free of luck, and a lower bound, since "
            "half of the replicates do not always find the best.",
        ),
    ),
)
"""One figure per cell; rows are nodes."""

CONTRASTS = Family(
    "character_contrasts",
    pl.col("pair"),
    "pair of characters",
    (
        Sum("nodes", pl.lit(1), "forks"),
        Sum("weight", _weight, "forks"),
        Sum("contrast", _weight * (pl.col("win") - pl.col("other_win")), "forks"),
    ),
    (
        Metric(
            "win_contrast",
            "Difference between two picks",
            "Which of the two is better?",
            _UNIT,
            "contrast",
            "weight",
            "node-ATE",
            "Win credit with the first character minus that with the second, at the nodes with both on offer.",
        ),
    ),
    first_word="pair",
)
"""One figure per pair of characters; rows are nodes times pairs that could be picked."""

FAMILIES = (FORKS, POLICY, CONTRASTS)
"""The families that runs of forks answer."""
