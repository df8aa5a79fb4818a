"""One player kept from a character, or always taking it."""

from __future__ import annotations

from typing import Final

from citadels_sim.runs.design import Covered, Design
from citadels_sim.tables.columns import GAME_KEY, table

BANS: Final = table(
    "bans",
    GAME_KEY,
    ("seed", "int64", "", "seed of the block's games"),
    (
        "character",
        "text",
        "character",
        "the character whose picking is restricted for one player, the focal one; each of the cast has its rows",
    ),
    (
        "arm",
        "text",
        "ban|take",
        "ban: the focal player never picks it if another can be picked; take: always picks it when possible",
    ),
    ("games", "int64", "games", "games of the block: each seat is the focal one once"),
    ("win", "float64", "wins", "credit for the win of the focal players, summed over the games; without any restriction it is 1"),
    ("total", "int32", "points", "points of the focal players, summed"),
    ("offered", "int32", "picks", "picks of the focal players at which the character could be picked"),
    ("changed", "int32", "picks", "those of them that differ from the bot's own choice"),
    unread="seed",
    unique="character arm",
)

DESIGN: Final = Design(
    name="bans",
    home=__name__,
    title="a run of bans",
    summary="one player never picks a character, or always does",
    counted="deals with a restricted player",
    unit="deals",
    tables=(BANS,),
    shard_games=25,
    unit_games=40,
    page_seconds=0.2,
    # Of games: a row is a restriction, played once with each seat as the restricted one
    games_played=lambda games, players, rows, repetitions: rows * players,
    played="bans",
    equal_bots="bans compare a bot with copies of itself",
    study_share=0.08,
    intervals=(Covered("Characters banned, or always taken"),),
    command=("bans",),
    answer=("bans",),
    chapter="characters",
    answers="Cost of never picking a character, and gain of always picking it",
)
