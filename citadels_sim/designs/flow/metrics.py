"""Figures of how games go; counted from the rows of `states` and the win chances fitted to them.

Source: docs/reference/estimators.md, C3, F1-F8, G3, G5, G6, I2, I3. Rows are those of `tables`.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.designs.flow.kill_habits import KILL_GAME
from citadels_sim.statistics.metric_types import NEVER, Family, Metric, Sum

_ONE: Final = pl.lit(1, dtype=pl.Int64)
_W: Final = (
    "W is the win chance that a model of the visible state predicts (see win_model); at the end of a game it is the win itself. The "
    "interval includes the error of that model, which is refitted on halves of the deals. Below 200 deals there is no figure."
)

_FEW: Final = "No interval below 1,000 deals: a model fitted on few games makes the figure too large."

_NEAR: Final = (
    "No interval: the winner's distance from the leader depends on the precision of the model, more than the variation over deals shows."
)
_OPEN: Final = "No interval below 1,000 deals: a model fitted on few games makes games look more open."


def _sums(*names: str) -> tuple[Sum, ...]:
    return tuple(Sum(name, pl.col(name), "flow") for name in names)


FLOW = Family(
    "flow",
    None,
    "",
    (
        Sum("games", _ONE, "flow"),
        *_sums("lead_changes", "score_lead_changes", "steps", "sole", "drama", "behind", "inner", "decided_at", "uncertainty"),
        *_sums("from_last", "from_lower", "biggest_rise"),
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
            f"How often another seat takes the lead in W, by more than 2 percentage points, after the first round (F1). {_W} {_FEW}",
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
            f"As lead_changes, over the rounds after the first. {_FEW}",
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
            f"which it never was (F2, Browne). Shared wins are left out. {_W} {_NEAR}",
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
            f"Entropy of W over the seats, averaged over the rounds, as a fraction of that of equal chances (F4). {_W} {_OPEN}",
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
            f"The largest rise of any seat's W in one round of the game (F6); the last round, which settles it, counts. {_W} {_FEW}",
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
    (Sum("games", _ONE, "flow"), *_sums("completed", "completer_gain", "completer_bare", "bonus_decided")),
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

TEMPO = Family(
    "tempo",
    None,
    "",
    (
        Sum("games", _ONE, "flow"),
        *_sums("seats", "held", "lost", "lost_random", "idle_seats", "longest_idle", "decisions", "choices", "options"),
    ),
    (
        Metric(
            "turns_lost",
            "Turns lost",
            "Are there dead turns?",
            "fraction of turns",
            "lost",
            "held",
            "descriptive",
            "Turns lost to murder or bewitchment, as a share of all characters held (G5).",
            share=True,
        ),
        Metric(
            "turns_lost_random",
            "Turns lost if names were random",
            "Are there dead turns?",
            "fraction of turns",
            "lost_random",
            "held",
            "descriptive",
            "Turns that would be lost if the Assassin or the Witch named at random among the titles that are neither its own nor face up: "
            "the reference for turns_lost (G5).",
            share=True,
        ),
        Metric(
            "idle_three",
            "Three rounds without building",
            "Are there dead turns?",
            "fraction of seats",
            "idle_seats",
            "seats",
            "descriptive",
            "Seats of a game that built nothing in three or more rounds in a row (G5).",
            share=True,
        ),
        Metric(
            "longest_idle",
            "Longest time without building",
            "Are there dead turns?",
            "rounds",
            "longest_idle",
            "seats",
            "descriptive",
            "Most rounds in a row in which a seat built nothing, on average over seats.",
            least=0.0,
        ),
        Metric(
            "real_choices",
            "Decisions with a choice",
            "Are there real choices?",
            "fraction of decisions",
            "choices",
            "decisions",
            "descriptive",
            "Decisions with more than one legal action; forced actions are not counted as decisions, except the end of a turn (G6).",
            share=True,
        ),
        Metric(
            "branching",
            "Actions to choose from",
            "Are there real choices?",
            "actions per choice",
            "options",
            "choices",
            "descriptive",
            "Mean number of legal actions at decisions with more than one (G6).",
            least=0.0,
        ),
    ),
    first_word="game",
)
"""One figure per cell; rows are games."""

AIMS = Family(
    "aims",
    None,
    "",
    (
        Sum("games", _ONE, "flow"),
        *_sums("held", "dealt", "on_leader", "leaders", "on_last", "lasts", "same_hits", "chance_hits", "same_lost", "chance_lost"),
    ),
    (
        Metric(
            "per_game",
            "Hits",
            "How aggressive is the game?",
            "hits per game",
            "dealt",
            "games",
            "descriptive",
            "Hits on other players: murder, bewitching and robbing of a character that a player holds, swapped hands, looked-into hands, "
            "districts destroyed, exchanged, seized or confiscated, spying, threats. Payments that the rules direct (tax, tithe) are not "
            "hits.",
            least=0.0,
        ),
        Metric(
            "per_turn",
            "Hits per turn",
            "How aggressive is the game?",
            "hits per turn",
            "dealt",
            "held",
            "descriptive",
            "As per_game, per character held, so that games of different length and numbers of players are comparable.",
            least=0.0,
        ),
        Metric(
            "leader_targeting",
            "Hits on the leader",
            "Do attacks hit the leader?",
            "times a random target's",
            "on_leader",
            "leaders",
            "descriptive",
            "Hits on the player with the highest score when the round began, over those expected if each fell on a random other player: 1 "
            "is random (I2). Rounds that begin with equal scores do not count.",
            least=0.0,
        ),
        Metric(
            "last_targeting",
            "Hits on the last",
            "Do attacks hit the weak?",
            "times a random target's",
            "on_last",
            "lasts",
            "descriptive",
            "As leader_targeting, for the player with the lowest score.",
            least=0.0,
        ),
        Metric(
            "picked_on",
            "Hits on the same player",
            "Do hits concentrate on one player?",
            "times a random target's",
            "same_hits",
            "chance_hits",
            "descriptive",
            "Pairs of hits in a game that fell on the same player, over those expected if each fell on a random player other than the "
            "attacker: 1 is random, above 1 hits concentrate on one player (I3).",
            least=0.0,
        ),
        Metric(
            "picked_on_turns",
            "Lost turns of the same player",
            "Do hits concentrate on one player?",
            "times a random target's",
            "same_lost",
            "chance_lost",
            "descriptive",
            "As picked_on, for turns lost to murder and bewitchment only.",
            least=0.0,
        ),
    ),
    first_word="hits",
)
"""One figure per cell; rows are games."""

_PICK: Final = "win chance per pick"

SWINGS = Family(
    "character_swings",
    pl.col("character"),
    "character",
    (
        Sum("picks", _ONE, "flow"),
        *_sums("rise", "draft_rise", "struck_rise", "turns_rise", "killer"),
        *_sums("lost", "lost_rise", "robbed", "robbed_rise", "free", "free_rise", "lost_struck", "robbed_struck", "free_struck"),
    ),
    (
        Metric(
            "wpa",
            "Win chance added in its round",
            "How much does one pick swing the game?",
            _PICK,
            "rise",
            "picks",
            "descriptive",
            f"The holder's W at the end of the round minus W before the draft (C3); over the seats of a round the sum is 0. {_W} It "
            f"describes the rounds of the players who pick the character; the effect of the pick is win_effect.",
        ),
        Metric(
            "wpa_draft",
            "Win chance added by the draft",
            "How much does one pick swing the game?",
            _PICK,
            "draft_rise",
            "picks",
            "descriptive",
            f"Part of wpa (C3): W after all picks, for an observer who sees every pick, minus W before the draft; the seats sum to 0. {_W}",
        ),
        Metric(
            "wpa_struck",
            "Win chance added by murder, bewitching, theft",
            "What does a lost turn cost?",
            _PICK,
            "struck_rise",
            "picks",
            "descriptive",
            "Part of wpa (C3): W when it is known who loses the turn and who is robbed in the round, minus W after the draft, which "
            f"expects these losses: over all rounds nearly 0 if W is right. {_W}",
        ),
        Metric(
            "wpa_turns",
            "Win chance added by the turns",
            "How much does one pick swing the game?",
            _PICK,
            "turns_rise",
            "picks",
            "descriptive",
            "Part of wpa (C3): W at the end of the round minus W when murder, bewitching and theft are known: the turns played, its own "
            f"and others', beyond what W expected. {_W}",
        ),
        Metric(
            "struck_lost",
            "Cost of losing the turn",
            "What does a lost turn cost?",
            _PICK,
            "lost_struck",
            "lost",
            "descriptive",
            f"Part of wpa that is due to being murdered or bewitched, in rounds in which it happened, relative to the expectation after "
            f"the same draft (C3). {_W}",
        ),
        Metric(
            "struck_robbed",
            "Cost of being robbed",
            "What does a robbery cost?",
            _PICK,
            "robbed_struck",
            "robbed",
            "descriptive",
            f"As struck_lost, for being robbed (C3). {_W}",
        ),
        Metric(
            "struck_free",
            "Worth of being spared",
            "What does a lost turn cost?",
            _PICK,
            "free_struck",
            "free",
            "descriptive",
            f"As struck_lost, for being neither murdered, bewitched nor robbed (C3). {_W}",
        ),
        Metric(
            "wpa_played",
            "Win chance added in undisturbed rounds",
            "How much does one pick swing the game?",
            _PICK,
            "free_rise",
            "free",
            "descriptive",
            "As wpa, in rounds in which it was neither murdered, nor bewitched, nor robbed.",
        ),
        Metric(
            "wpa_lost",
            "Win chance added in rounds with a lost turn",
            "What does a lost turn cost?",
            _PICK,
            "lost_rise",
            "lost",
            "descriptive",
            "As wpa, in rounds in which it was murdered or bewitched. No interval below 1,000 games: a few large losses dominate.",
            deals=1_000,
        ),
        Metric(
            "wpa_robbed",
            "Win chance added in rounds with a robbery",
            "What does a robbery cost?",
            _PICK,
            "robbed_rise",
            "robbed",
            "descriptive",
            "As wpa, in rounds in which the Thief took its gold.",
        ),
        Metric(
            "turn_lost",
            "Turn lost",
            "Is it a target?",
            "fraction of picks",
            "lost",
            "picks",
            "descriptive",
            "Picks that were murdered or bewitched in their round.",
            share=True,
        ),
        Metric(
            "killer_share",
            "Largest rise of the game",
            "Which characters make killer moves?",
            "fraction of games",
            "killer",
            "killer",
            "descriptive",
            "Games whose largest rise of W in one round was that of the holder (F6). With two or three players only the character called "
            "first counts.",
            share=True,
            of_all=True,
        ),
    ),
    first_word="character",
)
"""One figure per character; rows are characters held. With two or three players a round counts for both characters of a seat."""

WIN_MODEL = Family(
    "win_model",
    pl.col("third"),
    "third of the states, by round",
    (
        Sum("states", _ONE, "flow"),
        *_sums("brier", "brier_equal", "brier_leader", "log_loss", "log_loss_equal", "log_loss_leader", "saved", "saved_leader"),
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
    (Sum("seats", _ONE, "flow"), *_sums("chance", "win")),
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

LEADER_CURVE = Family(
    "leader",
    pl.col("progress"),
    "per cent of the rounds",
    (Sum("games", _ONE, "flow"), *_sums("leader_win", "concordant", "pairs")),
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
    (Sum("games", _ONE, "flow"), *_sums("decided_at")),
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
    (Sum("games", _ONE, "flow"), *_sums("over")),
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
    (Sum("seats", _ONE, "flow"), *_sums("chance")),
    (
        Metric(
            "mean",
            "Mean win chance over the game",
            "How do games develop?",
            "win chance",
            "chance",
            "seats",
            "descriptive",
            f"Mean W, at this time of the game, of the seats that end in this place (F8). {_W}",
            share=True,
        ),
    ),
)
"""One figure per final place and tenth of the game; rows are seats times tenths."""

CURVE_FAMILIES: Final = (LEADER_CURVE, DECIDED_CURVE, DECIDED_BY, TRAJECTORY)
FAMILIES: Final = (FLOW, COMPLETION, TEMPO, AIMS, SWINGS, KILL_GAME, WIN_MODEL, CALIBRATION, *CURVE_FAMILIES)
"""The families that runs of flow answer."""
