"""Whom the bots name, and how often rightly: the declared figures."""

from __future__ import annotations

from typing import Final

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

POWERS: Final = {"murder": ("murdered", "assassin"), "theft": ("robbed", "thief"), "bewitching": ("bewitched", "witch")}
"""Power to its mark in `turns` and to whose it is."""

_BOTS: Final = "It shows how these bots name, not an effect of the rules."


NAMING = Family(
    "naming",
    pl.col("power"),
    "power",
    (Sum("names", pl.lit(1), "naming"), *(Sum(name, pl.col(name), "naming") for name in ("hit", "chance"))),
    (
        Metric(
            "hit_rate",
            "Names that hit",
            "Is the mind game deep?",
            "fraction of names",
            "hit",
            "names",
            "descriptive",
            f"Characters named that another player held (C9). {_BOTS}",
            share=True,
        ),
        Metric(
            "random_hit_rate",
            "Hits of a random namer",
            "Is the mind game deep?",
            "fraction of names",
            "chance",
            "names",
            "descriptive",
            "Chance of a hit if the title were drawn from those that are neither the namer's own nor face up; for a Thief, also neither "
            "rank 1 nor murdered or bewitched (D1).",
            share=True,
        ),
        Metric(
            "over_random",
            "Hits against a random namer",
            "Is the mind game deep?",
            "times a random namer's",
            "hit",
            "chance",
            "descriptive",
            f"Names that hit over those expected of a random namer: 1 is random. {_BOTS}",
        ),
    ),
)
"""One figure per power; rows are names."""


NAMES = Family(
    "names",
    pl.col("character"),
    "character",
    tuple(Sum(f"{power}{what}", pl.col(f"{power}{what}"), "naming") for power in POWERS for what in ("_names", "_hits")),
    tuple(
        metric
        for power in POWERS
        for metric in (
            Metric(
                f"{power}_share",
                f"Named for {power}",
                "Whom do they name?",
                "fraction of names",
                f"{power}_names",
                f"{power}_names",
                "descriptive",
                f"Share of this character among all named for {power}, whether or not a player held it (C9). {_BOTS}",
                share=True,
                of_all=True,
            ),
            Metric(
                f"{power}_hit_rate",
                f"Held when named for {power}",
                "Whom do they name?",
                "fraction of names",
                f"{power}_hits",
                f"{power}_names",
                "descriptive",
                f"Share of its namings for {power} that hit another player. {_BOTS}",
                share=True,
            ),
        )
    ),
)
"""One figure per character; rows are characters and rounds."""


GUESSES = Family(
    "guesses",
    pl.col("bot"),
    "bot",
    (Sum("picks", pl.lit(1), "naming"), *(Sum(name, pl.col(name), "naming") for name in ("bits", "even_bits"))),
    (
        Metric(
            "bits",
            "What a pick leaves open",
            "Can picks be guessed?",
            "bits per pick",
            "bits",
            "picks",
            "descriptive",
            "Surprise (cross-entropy) of a guesser who knows the number of the pick, the face-up characters, whether the picker leads, and "
            "how often the same bot picked each character there in other deals: at least the entropy of the pick, given what all players "
            "see.",
        ),
        Metric(
            "even_bits",
            "Open information if all were equally likely",
            "Can picks be guessed?",
            "bits per pick",
            "even_bits",
            "picks",
            "descriptive",
            "Logarithm of the number of characters that are not face up.",
        ),
        Metric(
            "open",
            "Share left open",
            "Can picks be guessed?",
            "fraction of full uncertainty",
            "bits",
            "even_bits",
            "descriptive",
            "bits over even_bits: 1, habits reveal nothing; 0, everything (C9).",
        ),
    ),
)
"""One figure per bot; rows are picks."""


NAMING_FAMILIES: Final = (NAMING, NAMES, GUESSES)
"""The families that the rows of `turns` answer and sums do not."""
