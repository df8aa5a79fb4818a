"""Hostile acts of the last round, replayed with other targets."""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.flow import STATES
from citadels_sim.runs.design import Covered, Design
from citadels_sim.tables.columns import GAME_KEY, table

KINGMAKING: Final = table(
    "kingmaking",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("round", "int16", "round", "the last round of the game; only its hostile acts have rows"),
    ("seat", "int8", "seat", "who acts"),
    ("bot", "text", "bot", "the bot that sits there"),
    (
        "act",
        "text",
        "",
        "hostile act on another player or a character: murder, rob, bewitch, swap (hands), look (into a hand), "
        "destroy, exchange, armory, confiscate, reveal (a threat), spy, seize",
    ),
    ("others", "int16", "acts", "other targets of such acts that were legal; each was tried on a copy of the game with the same luck"),
    ("changed", "int16", "acts", "those of them with a different winner, other than the acting player"),
    (
        "restraint",
        "bool",
        "",
        "whether another player, other than the acting one, wins if the player makes no further hostile act in the round; null: the rules "
        "require one",
    ),
    unread="seed",
    null="restraint",
)

DESIGN: Final = Design(
    name="kingmaking",
    home=__name__,
    title="a run of kingmaking",
    summary="the hostile acts of the last round are replayed with other targets",
    counted="games whose last hostile acts were replayed with other targets",
    tables=(KINGMAKING, STATES),
    shard_games=500,
    unit_games=2,
    page_seconds=0.2,
    played="games whose last acts are replayed with other targets",
    study_share=0.04,
    intervals=(Covered("Kingmaking"),),
    command=("kingmaking",),
    answer=("kingmaking",),
    chapter="flow",
    answers="How often the beaten choose the winner",
)
