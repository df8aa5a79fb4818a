"""How strong a character is over a whole game: the declared figures of restricted play."""

from __future__ import annotations

import polars as pl

from citadels_sim.statistics.metric_types import Family, Metric, Sum

_UNIT = "win chance per game"


def _of(arm: str, value: pl.Expr) -> pl.Expr:
    return pl.when(pl.col("arm") == arm).then(value).otherwise(0)


BANS = Family(
    "character_bans",
    pl.col("character"),
    "character",
    (
        *(Sum(f"{arm}_games", _of(arm, pl.col("games")), "bans") for arm in ("ban", "take")),
        Sum("ban_lost", _of("ban", 1 - pl.col("win")), "bans"),
        Sum("take_won", _of("take", pl.col("win") - 1), "bans"),
        *(Sum(f"{arm}_{what}", _of(arm, pl.col(what)), "bans") for arm in ("ban", "take") for what in ("offered", "changed")),
    ),
    (
        Metric(
            "ban_cost",
            "Cost of never picking it",
            "How much does a ban cost?",
            _UNIT,
            "ban_lost",
            "ban_games",
            "policy",
            "1/players minus the win credit of a player who never picks it if another can be picked, against equal bots without a ban. "
            "Small if other characters are as good; large if this bot depends on it.",
        ),
        Metric(
            "take_gain",
            "Gain of always taking it",
            "Can it be exploited?",
            _UNIT,
            "take_won",
            "take_games",
            "policy",
            "Win credit of a player who picks it whenever possible, minus 1/players, against equal bots that choose freely. Above the "
            "limit: always taking it beats the bot.",
        ),
        Metric(
            "ban_changed",
            "Picks changed by the ban",
            "How often does the ban change the pick?",
            "fraction of offers",
            "ban_changed",
            "ban_offered",
            "descriptive",
            "Picks at which it could be picked and the bot would have picked it.",
            share=True,
        ),
        Metric(
            "take_changed",
            "Picks changed by taking it",
            "How often does the rule change the pick?",
            "fraction of offers",
            "take_changed",
            "take_offered",
            "descriptive",
            "Picks at which it could be picked and the bot would not have picked it.",
            share=True,
        ),
    ),
    first_word="character",
)
"""Rows are blocks times characters times restrictions."""

FAMILIES = (BANS,)
