"""Figures of how games go; counted from the rows of `states` and the win chances fitted to them.

Source: docs/reference/estimators.md, C3, F1-F8, G3, G5, G6, I2, I3. Rows are those of `flow_tables`.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.designs.flow.kill_habits import KILL_GAME
from citadels_sim.statistics.metric_types import NEVER, Family, Metric, Sum

_ONE: Final = pl.lit(1, dtype=pl.Int64)
_W: Final = (
    "W is the win chance that a model of the visible state gives (see win_model); at the end of a game it is the win itself. The interval "
    "holds the error of that model, which is fitted again on halves of the deals. Below 200 deals there is no figure."
)

_FEW: Final = "No interval below 1,000 deals: the model of few games makes it too large."

_NEAR: Final = "No interval: how near the winner is to the leader depends on how exact the model is, more than other deals show."
_OPEN: Final = "No interval below 1,000 deals: the model of few games takes them for more open."


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
            "As lead_changes, by the score that everybody can see; who draws level does not take the lead. Needs no model.",
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
            f"Mean root of what the later winner lacked to the leader's W, over the rounds in which it lacked something; 0 in a game "
            f"in which it never did (F2, Browne). Shared wins are left out. {_W} {_NEAR}",
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
            "How long is it open?",
            "fraction of full uncertainty",
            "uncertainty",
            "games",
            "descriptive",
            f"Entropy of W over the seats, averaged over the rounds, as a part of that of equal chances (F4). {_W} {_OPEN}",
            share=True,
            deals=1_000,
        ),
        Metric(
            "comeback_last",
            "Won by who was last half way",
            "Is there a way back?",
            "win chance per game",
            "from_last",
            "games",
            "descriptive",
            "Win credit of seats that were last by score half way: nobody had less, somebody more (F5). Needs no model.",
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
            "Win credit of seats that at least half of the seats were above, by score, half way.",
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
            "Win credit of the first to complete less what it would be if no points were given for completing a city and everybody had "
            "played the same (G3): the points alone, without what players would do otherwise.",
        ),
        Metric(
            "completer_wins_bare",
            "First to complete wins without the bonus",
            "Does rushing win?",
            "win chance per game",
            "completer_bare",
            "completed",
            "rule",
            "Win credit that the first to complete would have without any points for completing, everybody having played the same.",
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
            "Games that would have another winner without points for completing a city, everybody having played the same.",
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
            "Turns lost to murder or bewitchment, of all characters held (G5).",
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
            "Turns that would be lost if whoever murders or bewitches named at random among the titles that are not its own and do not "
            "lie face up: what to read turns_lost against (G5).",
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
            "Decisions with more than one legal action; what is no choice is not counted, but for ending a turn (G6).",
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
            "Mean number of legal actions where there is more than one (G6).",
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
            "How mean is it?",
            "hits per game",
            "dealt",
            "games",
            "descriptive",
            "Hits on other players: murder, bewitching and robbing of a character somebody holds, swapped hands, looked-into hands, "
            "districts destroyed, exchanged, seized, confiscated, spying, threats. What the rules choose (tax, tithe) is none.",
            least=0.0,
        ),
        Metric(
            "per_turn",
            "Hits per turn",
            "How mean is it?",
            "hits per turn",
            "dealt",
            "held",
            "descriptive",
            "As per_game, for every character held: games of different length and numbers of players can be compared.",
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
            "Hits on who had the highest score when the round began, over those expected if each fell on a random other player: 1 is "
            "random (I2). Rounds that begin with equal scores do not count.",
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
            "As leader_targeting, on who had the lowest score.",
            least=0.0,
        ),
        Metric(
            "picked_on",
            "Hits on the same player",
            "Is one player picked on?",
            "times a random target's",
            "same_hits",
            "chance_hits",
            "descriptive",
            "Pairs of hits of a game that fell on the same player, over those expected if each fell on a random one of the others than "
            "who dealt it: 1 is random, more means that one player is picked on (I3).",
            least=0.0,
        ),
        Metric(
            "picked_on_turns",
            "Lost turns of the same player",
            "Is one player picked on?",
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
            f"W at the end of the round less W before the draft, of who held it (C3); over a round the seats' sum is 0. {_W} It shows "
            f"how its rounds go, with whoever picks it then: the effect of the pick is win_effect.",
        ),
        Metric(
            "wpa_draft",
            "Of it, by the draft",
            "How much does one pick swing the game?",
            _PICK,
            "draft_rise",
            "picks",
            "descriptive",
            f"Part of wpa (C3): W when all have picked, for one who sees every pick, less W before the draft; the seats sum to 0. {_W}",
        ),
        Metric(
            "wpa_struck",
            "Of it, by murder, bewitching, theft",
            "What does a lost turn cost?",
            _PICK,
            "struck_rise",
            "picks",
            "descriptive",
            "Part of wpa (C3): W when it is known whose turn is lost and who is robbed in the round, less W after the draft, which "
            f"counts on it already: over all rounds nearly 0 if W is right. {_W}",
        ),
        Metric(
            "wpa_turns",
            "Of it, by the turns",
            "How much does one pick swing the game?",
            _PICK,
            "turns_rise",
            "picks",
            "descriptive",
            "Part of wpa (C3): W at the end of the round less W when all that was known: by the turns played, its own and others', "
            f"beyond what W counted on. {_W}",
        ),
        Metric(
            "struck_lost",
            "Cost of losing the turn",
            "What does a lost turn cost?",
            _PICK,
            "lost_struck",
            "lost",
            "descriptive",
            f"Part of wpa that is due to being murdered or bewitched, in rounds in which it was: against the same draft, with what was "
            f"to be feared in it (C3). {_W}",
        ),
        Metric(
            "struck_robbed",
            "Cost of being robbed",
            "What does a robbery cost?",
            _PICK,
            "robbed_struck",
            "robbed",
            "descriptive",
            f"As struck_lost, of being robbed (C3). {_W}",
        ),
        Metric(
            "struck_free",
            "Worth of being spared",
            "What does a lost turn cost?",
            _PICK,
            "free_struck",
            "free",
            "descriptive",
            f"As struck_lost, of nothing befalling it (C3). {_W}",
        ),
        Metric(
            "wpa_played",
            "The same, where nothing befell it",
            "How much does one pick swing the game?",
            _PICK,
            "free_rise",
            "free",
            "descriptive",
            "As wpa, in rounds in which it was neither murdered, nor bewitched, nor robbed.",
        ),
        Metric(
            "wpa_lost",
            "The same, where its turn was lost",
            "What does a lost turn cost?",
            _PICK,
            "lost_rise",
            "lost",
            "descriptive",
            "As wpa, in rounds in which it was murdered or bewitched. No interval below 1,000 games: a few great losses decide.",
            deals=1_000,
        ),
        Metric(
            "wpa_robbed",
            "The same, where it was robbed",
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
            "Picks in whose round it was murdered or bewitched.",
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
            "Games whose largest rise of W in one round fell to who held it (F6). With two or three players the one "
            "called first stands for both.",
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
            "Squared distance of W from the win credit, summed over the seats, at ends of rounds before the last; every game by a model "
            "that was fitted on other deals. Its interval, as of all figures here, is for forecasts as they were made.",
        ),
        Metric(
            "brier_equal",
            "Brier score of equal chances",
            "Is the win model right?",
            "squared win chance",
            "brier_equal",
            "states",
            "descriptive",
            "As brier, of 1/players for everybody.",
        ),
        Metric(
            "brier_leader",
            "Brier score of the leader's chance",
            "Is the win model right?",
            "squared win chance",
            "brier_leader",
            "states",
            "descriptive",
            "As brier, of a model that knows who has the highest score and how far the game is, and no more.",
        ),
        Metric(
            "skill",
            "Brier skill",
            "What does the state explain?",
            "fraction of the score of equal chances",
            "saved",
            "brier_equal",
            "descriptive",
            "1 less brier over brier_equal: 0 knows nothing, 1 knows the winner.",
        ),
        Metric(
            "skill_leader",
            "Brier skill of the leader's chance",
            "What does the lead explain?",
            "fraction of the score of equal chances",
            "saved_leader",
            "brier_equal",
            "descriptive",
            "1 less brier_leader over brier_equal.",
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
            "As log_loss, of 1/players for everybody: the logarithm of the number of players.",
        ),
        Metric(
            "log_loss_leader",
            "Log loss of the leader's chance",
            "Is the win model right?",
            "nats",
            "log_loss_leader",
            "states",
            "descriptive",
            "As log_loss, of the model of brier_leader.",
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
            "Mean win chance given",
            "Does W mean what it says?",
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
            "Does W mean what it says?",
            "win chance",
            "win",
            "seats",
            "descriptive",
            "Mean win credit of the seats and states of the bin; equal to the mean W where the model is calibrated.",
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
            "Win credit of who has the highest score when so much of the game is over; shared by who shares the lead (F7). Needs no model.",
            share=True,
            reference="fair",
        ),
        Metric(
            "auc",
            "Order of scores against the winner",
            "When is it over?",
            "fraction of pairs",
            "concordant",
            "pairs",
            "descriptive",
            "How often the winner's score is above another seat's when so much of the game is over; equal scores count half (AUC within "
            "games): 0.5 explains nothing, 1 everything.",
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
            "Mean win chance on the way",
            "How do games go?",
            "win chance",
            "chance",
            "seats",
            "descriptive",
            f"Mean W of the seats that end in this place, when so much of the game is over (F8). {_W}",
            share=True,
        ),
    ),
)
"""One figure per final place and tenth of the game; rows are seats times tenths."""

CURVE_FAMILIES: Final = (LEADER_CURVE, DECIDED_CURVE, DECIDED_BY, TRAJECTORY)
FAMILIES: Final = (FLOW, COMPLETION, TEMPO, AIMS, SWINGS, KILL_GAME, WIN_MODEL, CALIBRATION, *CURVE_FAMILIES)
"""The families that runs of flow answer."""
