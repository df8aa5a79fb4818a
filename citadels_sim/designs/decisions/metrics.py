"""Figures of forked decisions: what each option brings who decides and its target, and how well the bots decide.

Source: docs/reference/estimators.md, C5, C8 and A2. A node is one decision of a game, of which every continuation is known; it stands for
`weight` such decisions of the games as they are played (it was drawn from so many).
"""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.designs.decisions import GROUPINGS
from citadels_sim.statistics.metric_types import Family, Metric, Sum

_UNIT: Final = "win chance per decision"
_ROWS: Final = "options"
# A node counts once for every group that has options there, however many these are.
_weight = pl.col("weight") * pl.col("share")
_chosen = _weight * pl.col("policy")
_nothing = pl.col("nothing_win")
_target = pl.col("target_win").is_not_null()

_SUMS: Final = (
    Sum("nodes", pl.col("share"), _ROWS),
    Sum("weight", _weight, _ROWS),
    Sum("effect", _weight * (pl.col("win") - pl.col("mean")), _ROWS),
    Sum("points", _weight * (pl.col("total") - pl.col("mean_total")), _ROWS),
    Sum("chosen", pl.col("weight") * pl.col("policy"), _ROWS),
    Sum("chosen_weight", _chosen, _ROWS),
    Sum("chosen_effect", _chosen * (pl.col("win") - pl.col("mean")), _ROWS),
    Sum("over", pl.when(_nothing.is_not_null()).then(_weight * (pl.col("win") - _nothing)).otherwise(0), _ROWS),
    Sum("over_weight", pl.when(_nothing.is_not_null()).then(_weight).otherwise(0), _ROWS),
    Sum("loss", pl.when(_target).then(_weight * (pl.col("target_win") - pl.col("target_mean"))).otherwise(0), _ROWS),
    Sum("loss_weight", pl.when(_target).then(_weight).otherwise(0), _ROWS),
)
_METRICS: Final = (
    Metric(
        "option_effect",
        "Effect of an option",
        "How much does this option gain?",
        _UNIT,
        "effect",
        "weight",
        "node-ATE",
        "Every option of the decision was played on a copy of the game with the same luck; this is the win credit with the options of the "
        "group minus the mean over all options (C5). All bots play on as usual, unaware of the change.",
    ),
    Metric(
        "option_points",
        "Effect on points",
        "How much does this option gain?",
        "points per decision",
        "points",
        "weight",
        "node-ATE",
        "As option_effect, for the final score of the seat that decides.",
    ),
    Metric(
        "option_share",
        "Chosen when possible",
        "Do the bots choose it?",
        "fraction of decisions",
        "chosen",
        "weight",
        "descriptive",
        "Decisions at which the bot chose an option of the group, as a share of those with such an option.",
        share=True,
    ),
    Metric(
        "chosen_option_effect",
        "Effect where the bot chooses it",
        "Does the bot choose it at the right moment?",
        _UNIT,
        "chosen_effect",
        "chosen_weight",
        "node-ATE",
        "As option_effect, at the nodes at which the bot itself chooses such an option.",
    ),
    Metric(
        "over_nothing",
        "Effect against doing nothing",
        "Is it better than doing nothing?",
        _UNIT,
        "over",
        "over_weight",
        "node-ATE",
        "Win credit with the options of the group minus that of doing nothing in the same turn, where the rules allow it.",
    ),
    Metric(
        "target_effect",
        "Effect on the target",
        "How much does it cost the target?",
        _UNIT,
        "loss",
        "loss_weight",
        "node-ATE",
        "Win credit of the seat that is hit, or holds the character named, minus its mean over all options of the decision.",
    ),
)


def _options_by(grouping: str) -> Family:
    return Family(f"options_by_{grouping}", pl.col("label"), GROUPINGS[grouping], _SUMS, _METRICS)


OPTIONS: Final = {grouping: _options_by(grouping) for grouping in GROUPINGS}
"""Of each grouping: one figure per group of options; rows are nodes times options, means over replicates."""

_node = pl.col("weight")
CHOICES: Final = Family(
    "choices",
    None,
    "choices",
    (
        Sum("weight", _node, _ROWS),
        Sum("edge", _node * (pl.col("policy_win") - pl.col("mean")), _ROWS),
        Sum("regret_found", _node * pl.col("regret_found"), _ROWS),
        Sum("found", pl.when(pl.col("regret_found").is_not_null()).then(_node).otherwise(0), _ROWS),
    ),
    (
        Metric(
            "choice_edge",
            "Own choice above a random one",
            "Does the bot decide well?",
            _UNIT,
            "edge",
            "weight",
            "node-ATE",
            "Win credit with the bot's own choice minus the mean over all options.",
        ),
        Metric(
            "choice_regret",
            "Best minus own choice, without luck",
            "Does the bot decide badly?",
            _UNIT,
            "regret_found",
            "found",
            "node-ATE",
            "The best option is chosen on half of the replicates and compared on the other half: free of luck, and a lower bound, since "
            "half of the replicates do not always find the best.",
        ),
    ),
)
"""One figure per cell; rows are nodes."""

FAMILIES: Final = (*OPTIONS.values(), CHOICES)
"""The families that runs of forked decisions answer."""
