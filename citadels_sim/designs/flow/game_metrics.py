"""How a game goes as a whole: leads, decisive rounds, comebacks, and its end.

Source: docs/reference/estimators.md, F1-F6. Rows are those of `tables`.
"""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.flow.metric_terms import FEW, ONE, W, sums
from citadels_sim.statistics.metric_types import NEVER, Family, Metric, Sum

_NEAR: Final = (
    "No interval: the winner's distance from the leader depends on the precision of the model, more than the variation over deals shows."
)
_OPEN: Final = "No interval below 1,000 deals: a model fitted on few games makes games look more open."

FLOW = Family(
    "flow",
    None,
    "",
    (
        Sum("games", ONE, "flow"),
        *sums("lead_changes", "score_lead_changes", "steps", "sole", "drama", "behind", "inner", "decided_at", "uncertainty"),
        *sums("from_last", "from_lower", "biggest_rise"),
    ),
    (
        Metric(
            "lead_changes",
            "Lead changes",
            "Does the lead change hands?",
            "changes per game",
            "lead_changes",
            "games",
            "descriptive",
            f"How often another seat takes the lead in W, by more than 2 percentage points, after the first round (F1). {W} {FEW}",
            least=0.0,
            deals=1_000,
        ),
        Metric(
            "lead_change_rate",
            "Lead changes per round",
            "Does the lead change hands?",
            "changes per round",
            "lead_changes",
            "steps",
            "descriptive",
            f"As lead_changes, over the rounds after the first. {FEW}",
            least=0.0,
            deals=1_000,
        ),
        Metric(
            "score_lead_changes",
            "Lead changes by score",
            "Does the lead change hands?",
            "changes per game",
            "score_lead_changes",
            "games",
            "descriptive",
            "As lead_changes, by the visible score; a seat that draws level does not take the lead. Needs no model.",
            least=0.0,
        ),
        Metric(
            "drama",
            "Drama",
            "Do winners come from behind?",
            "root of win chance",
            "drama",
            "sole",
            "descriptive",
            f"Mean root of the distance from the later winner's W to the leader's, over the rounds in which it was behind; 0 in a game in "
            f"which it never was (F2, Browne). Shared wins are left out. {W} {_NEAR}",
            least=0.0,
            deals=NEVER,
        ),
        Metric(
            "winner_behind",
            "Winner behind",
            "Do winners come from behind?",
            "fraction of rounds",
            "behind",
            "inner",
            "descriptive",
            "Ends of rounds before the last at which the later winner did not lead in W. Shared wins are left out.",
            share=True,
        ),
        Metric(
            "decided_at",
            "Decided after",
            "When is it over?",
            "fraction of the game",
            "decided_at",
            "games",
            "descriptive",
            "Part of the rounds after which the winner's W stays at 0.8 or above (F3); a shared win is decided at the end. The curve of "
            "`citadels flow` has every threshold.",
            share=True,
        ),
        Metric(
            "uncertainty",
            "Uncertainty",
            "How long is a game open?",
            "fraction of full uncertainty",
            "uncertainty",
            "games",
            "descriptive",
            f"Entropy of W over the seats, averaged over the rounds, as a fraction of that of equal chances (F4). {W} {_OPEN}",
            share=True,
            deals=1_000,
        ),
        Metric(
            "comeback_last",
            "Won by the last at half-time",
            "Is there a way back?",
            "win chance per game",
            "from_last",
            "games",
            "descriptive",
            "Win credit of seats that were last by score at half-time: no seat had less, at least one more (F5). Needs no model.",
            share=True,
        ),
        Metric(
            "comeback_lower_half",
            "Won from the lower half",
            "Is there a way back?",
            "win chance per game",
            "from_lower",
            "games",
            "descriptive",
            "Win credit of seats below at least half of the seats by score at half-time.",
            share=True,
        ),
        Metric(
            "biggest_rise",
            "Largest rise in a round",
            "Are there killer moves?",
            "win chance per game",
            "biggest_rise",
            "games",
            "descriptive",
            f"The largest rise of any seat's W in one round of the game (F6); the last round, which settles it, counts. {W} {FEW}",
            deals=1_000,
        ),
    ),
    first_word="game",
)
"""One figure per cell; rows are games."""

COMPLETION = Family(
    "completion",
    None,
    "",
    (Sum("games", ONE, "flow"), *sums("completed", "completer_gain", "completer_bare", "bonus_decided")),
    (
        Metric(
            "bonus_gain",
            "Gain by the completion bonus",
            "Does rushing win?",
            "win chance per game",
            "completer_gain",
            "completed",
            "rule",
            "Win credit of the first to complete, minus its win credit if completing a city gave no points and all play stayed the same "
            "(G3): the points alone, without changes of play.",
        ),
        Metric(
            "completer_wins_bare",
            "First to complete wins without the bonus",
            "Does rushing win?",
            "win chance per game",
            "completer_bare",
            "completed",
            "rule",
            "Win credit that the first to complete would have if completing a city gave no points and all play stayed the same.",
            share=True,
        ),
        Metric(
            "bonus_decides",
            "Decided by the bonus",
            "Does rushing win?",
            "fraction of games",
            "bonus_decided",
            "games",
            "rule",
            "Games that would have another winner if completing a city gave no points and all play stayed the same.",
            share=True,
        ),
    ),
    first_word="game",
)
"""One figure per cell; rows are games."""
