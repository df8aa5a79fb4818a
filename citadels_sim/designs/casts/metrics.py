"""Figures of games with drawn casts and decks: how the game goes, what being dealt a district is worth, and what becomes of each.

Source: docs/reference/estimators.md, C7, Q1, Q3, Q4 and Q6. What a game has was drawn by lot: figures of games that have a thing are
effects of it. Sums of districts are taken over the table `cards`, whose blocks are groups of blocks.
"""

from __future__ import annotations

import polars as pl

from citadels_sim.statistics.metric_types import CREDIT, Family, Metric, Sum

_SUMS = (
    Sum("games", pl.lit(1), "casts"),
    *(Sum(name, pl.col(name), "casts") for name in ("rounds", "hits", "taken", "destroyed", "margin", "crown")),
    Sum("lost_share", pl.col("lost") / pl.col("picks"), "casts"),
    Sum("completer", pl.col("completer").fill_null(0.0), "casts"),
    Sum("completed", pl.col("completer").is_not_null(), "casts"),
)

FIGURES = (
    Metric("rounds", "Rounds", "How long is a game?", "rounds", "rounds", "games", "rule", "Mean number of rounds."),
    Metric(
        "lost_turns",
        "Turns lost",
        "How many dead turns?",
        "fraction of turns",
        "lost_share",
        "games",
        "rule",
        "Characters held whose turn the Assassin or the Witch took, as a share of those held in the game; the mean over games.",
        share=True,
    ),
    Metric(
        "hits",
        "Characters hit",
        "How aggressive is the game?",
        "hits per game",
        "hits",
        "games",
        "rule",
        "Characters held by a player that were murdered, bewitched or robbed.",
    ),
    Metric(
        "gold_taken",
        "Gold taken",
        "How aggressive is the game?",
        "gold per game",
        "taken",
        "games",
        "rule",
        "Gold that players, or the tax token, took from others: robbery, tax, tithes, gifts, bribes, spying, loans.",
    ),
    Metric(
        "districts_taken",
        "Districts taken",
        "How aggressive is the game?",
        "districts per game",
        "destroyed",
        "games",
        "rule",
        "Districts that others destroyed, took in exchange, seized or confiscated.",
    ),
    Metric(
        "margin", "Margin", "How close are games?", "points", "margin", "games", "rule", "Distance from the highest to the second score."
    ),
    Metric(
        "first_crown_wins",
        "First crown wins",
        "Is the start fair?",
        "win chance per game",
        "crown",
        "games",
        "rule",
        "Win credit of the seat that had the first crown.",
        share=True,
        reference="fair",
    ),
    Metric(
        "completer_wins",
        "First to complete wins",
        "Does rushing win?",
        "win chance per game",
        "completer",
        "completed",
        "rule",
        "Win credit of the seat that first completed its city, over games in which one did.",
        share=True,
        reference="fair",
    ),
)
"""One figure per game each."""

DRAWN = Family("drawn", None, "", _SUMS, FIGURES)
IN_CAST = Family("in_cast", pl.col("cast"), "character in the cast", _SUMS, FIGURES)
IN_DECK = Family("in_deck", pl.col("uniques"), "unique district in the deck", _SUMS, FIGURES)
"""Over all games; over those that have the character; over those whose deck has the unique district."""

DEALT = Family(
    "dealt",
    pl.col("dealt"),
    "district",
    (
        Sum("hands", pl.lit(1), "casts"),
        Sum("won", pl.col("dealt_win") - 1 / pl.col("players"), "casts"),
        Sum("lacking", pl.col("lacking"), "casts"),
    ),
    (
        Metric(
            "worth",
            "Worth in the opening hand",
            "How much is it worth to be dealt it?",
            "win chance per game",
            "won",
            "lacking",
            "ITT",
            "Win credit of players with it among the first four cards, minus that of players without it, in games whose deck has it. The "
            "shuffle decides who has it, so this is an effect: of being dealt it, not of building it (Q1).",
        ),
    ),
)
"""One figure per district; rows are opening hands that have it, as `analyse.dealt_rows` lays them out. All hands of the games bring
1/players on average, those that lack the district the rest: of a share p that has it with mean m, m less the mean of the others is
(m - 1/players) / (1 - p), and ``lacking`` is 1 - p."""

LENGTH_BIAS = (
    "Players who saw more cards played longer games: win rates in hand favour districts of long games, and every district looks worse if "
    "fast play wins. They are descriptive; the effect of being dealt a district is its worth in the opening hand."
)
"""The warning that goes with win rates in hand."""

CARDS = Family(
    "district",
    pl.col("district"),
    "district",
    (
        *(Sum(name, pl.col(name), "cards") for name in ("offered", "kept", "built", "placed", "destroyed", "exchanged", "never")),
        Sum("held", pl.col("built") + pl.col("unbuilt"), "cards"),
        Sum("seen", pl.col("opening") + pl.col("drawn"), "cards"),
        Sum("seen_win", pl.col("opening_win") + pl.col("drawn_win"), "cards", 1 / CREDIT),
        Sum("never_win", pl.col("never_win"), "cards", 1 / CREDIT),
    ),
    (
        Metric(
            "keep_rate",
            "Kept when offered",
            "Do players want it?",
            "fraction of offers",
            "kept",
            "offered",
            "descriptive",
            "Choices among drawn cards with it among them, in which it was kept. If all drawn cards are kept, there is no choice.",
            share=True,
        ),
        Metric(
            "build_rate",
            "Built when held",
            "Do players build it?",
            "fraction of seats",
            "built",
            "held",
            "descriptive",
            "Seats that had it in hand and built it before the end. A card that comes late has little time.",
            share=True,
        ),
        Metric(
            "destroyed_rate",
            "Destroyed",
            "Does it stay?",
            "fraction of districts",
            "destroyed",
            "placed",
            "descriptive",
            "Districts of this name in cities that another player destroyed.",
            share=True,
        ),
        Metric(
            "exchanged_rate",
            "Exchanged",
            "Does it stay?",
            "times per district",
            "exchanged",
            "placed",
            "descriptive",
            "How often a district of this name moved from one city to another, exchanged or seized; one may move several times.",
        ),
        Metric(
            "gih",
            "Wins in hand (GIH)",
            "How do players with it fare?",
            "win chance per game",
            "seen_win",
            "seen",
            "descriptive",
            f"Win credit of seats that had it in hand, dealt or later. {LENGTH_BIAS}",
            share=True,
            reference="fair",
        ),
        Metric(
            "gns",
            "Wins never seen (GNS)",
            "How do players without it fare?",
            "win chance per game",
            "never_win",
            "never",
            "descriptive",
            f"Win credit of seats that never had it in hand, in games whose deck has it. {LENGTH_BIAS}",
            share=True,
            reference="fair",
        ),
    ),
)
"""One figure per district; games whose deck has it."""

DRAW_FAMILIES = (DRAWN, IN_CAST, IN_DECK, DEALT)
FAMILIES = (*DRAW_FAMILIES, CARDS)
