"""Figures of games with drawn casts and decks: how the game goes, and what being dealt a district is worth.

Source: shared analytics reference, C7, Q1 and Q6. What a game has was drawn by lot: figures of games that have a thing are effects of it.
"""

from __future__ import annotations

import polars as pl

from citadels_sim.lab.districts.metrics import CARDS
from citadels_sim.statistics.metric_types import Family, Metric, Sum

_SUMS = (
    Sum("games", pl.lit(1), "casts"),
    *(Sum(name, pl.col(name), "casts") for name in ("rounds", "hits", "taken", "destroyed", "margin", "crown")),
    Sum("lost_share", pl.col("lost") / pl.col("picks"), "casts"),
    Sum("completer", pl.col("completer").fill_null(0.0), "casts"),
    Sum("completed", pl.col("completer").is_not_null(), "casts"),
)

FIGURES = (
    Metric("rounds", "Rounds", "How long is a game?", "rounds", "rounds", "games", "rule", "Mean number of rounds."),
    Metric("lost_turns", "Turns lost", "How many dead turns?", "fraction of turns", "lost_share", "games", "rule",
           "Characters held whose turn the Assassin or the Witch took, as a share of a game's; the mean over games.", share=True),
    Metric("hits", "Characters hit", "How mean is it?", "hits per game", "hits", "games", "rule",
           "Characters that somebody held and that were murdered, bewitched or robbed."),
    Metric("gold_taken", "Gold taken", "How mean is it?", "gold per game", "taken", "games", "rule",
           "Gold that players, or the tax token, took from others: robbery, tax, tithes, gifts, bribes, spying, loans."),
    Metric("districts_taken", "Districts taken", "How mean is it?", "districts per game", "destroyed", "games", "rule",
           "Districts that others destroyed, took in exchange, seized or confiscated."),
    Metric("margin", "Margin", "How close is it?", "points", "margin", "games", "rule", "Distance from the highest to the second score."),
    Metric("first_crown_wins", "First crown wins", "Is the start fair?", "win chance per game", "crown", "games", "rule",
           "Win credit of the seat that had the first crown.", share=True, reference="fair"),
    Metric("completer_wins", "First to complete wins", "Does rushing win?", "win chance per game", "completer", "completed", "rule",
           "Win credit of the seat that first completed its city, over games in which one did.", share=True, reference="fair"),
)  # fmt: skip
"""One figure per game each."""

DRAWN = Family("drawn", None, "", _SUMS, FIGURES)
IN_CAST = Family("in_cast", pl.col("cast"), "character in the cast", _SUMS, FIGURES)
IN_DECK = Family("in_deck", pl.col("uniques"), "unique district in the deck", _SUMS, FIGURES)
"""Over all games; over those that have the character; over those whose deck has the unique district."""

DEALT = Family(
    "dealt",
    pl.col("dealt"),
    "district",
    (Sum("hands", pl.lit(1), "casts"), Sum("won", pl.col("dealt_win") - 1 / pl.col("players"), "casts")),
    (
        Metric("worth", "Worth in the opening hand", "What is being dealt it worth?", "win chance per game", "won", "hands", "ITT",
               "Win credit of who has it among the first four cards, less 1/players, what an average hand brings to one of equal bots. "
               "The shuffle decides who has it: an effect, of being dealt it and not of building it."),
    ),
)  # fmt: skip
"""One figure per district; rows are opening hands that have it."""

DRAW_FAMILIES = (DRAWN, IN_CAST, IN_DECK, DEALT)
FAMILIES = (*DRAW_FAMILIES, CARDS)
