"""The effect of one character split into its parts: what the card brings with each of them switched off for the round of the pick."""

from __future__ import annotations

from typing import Final

from citadels_sim.lab.design import Command, Covered, Design
from citadels_sim.tables.columns import GAME_KEY, table

PARTS: Final = {
    "income": "Income from districts",
    "bonus": "Gold or cards on top",
    "builds": "More or fewer builds",
    "discount": "Cheaper districts",
    "protection": "Protection of the city",
    "crown": "The crown",
    "power": "The power",
}
"""Parts that a card can have, and words for them."""
REST: Final = "rest"
"""What is left when every part is off: the rank, being a target, and that nobody else has the character."""
WHOLE: Final = "whole"
"""The effect of the pick, which the parts and the rest add up to."""

WHY: Final = table(
    "why",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("character", "text", "character", "the character whose effect is split"),
    ("seat", "int8", "", "who picks"),
    ("bot", "text", "bot", "the bot that sits there"),
    ("round", "int16", "round", "round of the pick (the node)"),
    ("weight", "int16", "picks", "picks of the game at which the character could be picked, of which the node was drawn"),
    ("parts", "int16", "", f"bits of the parts that the character has at this table: {', '.join(PARTS)}, the first one the lowest"),
    ("on", "int16", "", "bits of those that were on in the round of the pick, where it was picked; the others were switched off"),
    (
        "replicate",
        "int16",
        "",
        "number of the continuation, from 0: 0 has the game's own luck, others have other luck from the pick on, the same for all",
    ),
    ("win", "float64", "wins", "credit for the win that who picks it ends with"),
    ("mean", "float64", "wins", "mean credit over all characters that could be picked, with all parts on"),
    unread="seed seat bot round",
    unique="on replicate",
)

DESIGN: Final = Design(
    name="why",
    home=__name__,
    title="a run of a split effect",
    summary="the effect of one character is split into the parts of its card",
    counted="games forked at a pick of one character",
    unit="nodes",
    tables=(WHY,),
    keys=("replicates", "rounds", "what"),
    replicates=4,
    shard_games=100,
    unit_games=12,
    # Of games: the one that is forked, and its continuations; those with another character are not counted
    games_played=lambda games, players, rows, repetitions: games + rows,
    played="forks",
    about=True,
    intervals=(Covered("Parts of the effect of a character"),),
    command=("why",),
    answer=("why",),
    chapter="characters",
    commands={
        "why": Command(f"{__name__}.command", "Split the effect of a character into its parts: income, bonus, builds, crown, power.")
    },
)
