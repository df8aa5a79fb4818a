"""What players do to each other and can do themselves: turns lost, choices, attacks.

Source: docs/reference/estimators.md, G3, G5, G6. Rows are those of `tables`.
"""

from __future__ import annotations

from citadels_sim.designs.flow.metric_terms import ONE, sums
from citadels_sim.statistics.metric_types import Family, Metric, Sum

TEMPO = Family(
    "tempo",
    None,
    "",
    (
        Sum("games", ONE, "flow"),
        *sums("seats", "held", "lost", "lost_random", "idle_seats", "longest_idle", "decisions", "choices", "options"),
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
        Sum("games", ONE, "flow"),
        *sums("held", "dealt", "on_leader", "leaders", "on_last", "lasts", "same_hits", "chance_hits", "same_lost", "chance_lost"),
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
