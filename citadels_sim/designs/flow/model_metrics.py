"""How good the win chances are that a model of the visible state predicts.

Source: docs/reference/estimators.md, I2, I3. Rows are those of `tables`.
"""

from __future__ import annotations

import polars as pl

from citadels_sim.designs.flow.metric_terms import ONE, sums
from citadels_sim.statistics.metric_types import Family, Metric, Sum

WIN_MODEL = Family(
    "win_model",
    pl.col("third"),
    "third of the states, by round",
    (
        Sum("states", ONE, "flow"),
        *sums("brier", "brier_equal", "brier_leader", "log_loss", "log_loss_equal", "log_loss_leader", "saved", "saved_leader"),
    ),
    (
        Metric(
            "brier",
            "Brier score",
            "Is the win model right?",
            "squared win chance",
            "brier",
            "states",
            "descriptive",
            "Squared distance of W from the win credit, summed over the seats, at the end of each round before the last; every game is "
            "predicted by a model fitted on other deals. The intervals of this family take the fitted models as given.",
        ),
        Metric(
            "brier_equal",
            "Brier score of equal chances",
            "Is the win model right?",
            "squared win chance",
            "brier_equal",
            "states",
            "descriptive",
            "As brier, for 1/players at every seat.",
        ),
        Metric(
            "brier_leader",
            "Brier score of the leader's chance",
            "Is the win model right?",
            "squared win chance",
            "brier_leader",
            "states",
            "descriptive",
            "As brier, for a model that knows only who has the highest score and how far the game has progressed.",
        ),
        Metric(
            "skill",
            "Brier skill",
            "What does the state explain?",
            "fraction of the score of equal chances",
            "saved",
            "brier_equal",
            "descriptive",
            "1 - brier / brier_equal: 0 knows nothing, 1 knows the winner.",
        ),
        Metric(
            "skill_leader",
            "Brier skill of the leader's chance",
            "What does the lead explain?",
            "fraction of the score of equal chances",
            "saved_leader",
            "brier_equal",
            "descriptive",
            "1 - brier_leader / brier_equal.",
        ),
        Metric(
            "log_loss",
            "Log loss",
            "Is the win model right?",
            "nats",
            "log_loss",
            "states",
            "descriptive",
            "Minus the logarithm of the winner's W.",
        ),
        Metric(
            "log_loss_equal",
            "Log loss of equal chances",
            "Is the win model right?",
            "nats",
            "log_loss_equal",
            "states",
            "descriptive",
            "As log_loss, for 1/players at every seat: the logarithm of the number of players.",
        ),
        Metric(
            "log_loss_leader",
            "Log loss of the leader's chance",
            "Is the win model right?",
            "nats",
            "log_loss_leader",
            "states",
            "descriptive",
            "As log_loss, for the model of brier_leader.",
        ),
    ),
)
"""One figure per third of the states by round; rows are states before the end."""

CALIBRATION = Family(
    "win_calibration",
    pl.col("bin"),
    "third of the states, by round, and tenth of W",
    (Sum("seats", ONE, "flow"), *sums("chance", "win")),
    (
        Metric(
            "predicted",
            "Mean predicted win chance",
            "Is W calibrated?",
            "win chance",
            "chance",
            "seats",
            "descriptive",
            "Mean W of the seats and states of the bin.",
            share=True,
        ),
        Metric(
            "observed",
            "Mean win credit",
            "Is W calibrated?",
            "win chance",
            "win",
            "seats",
            "descriptive",
            "Mean win credit of the seats and states of the bin; equal to the mean W if the model is calibrated.",
            share=True,
        ),
    ),
    first_word="win_model",
)
"""One figure per third and tenth; rows are seats of states before the end."""
