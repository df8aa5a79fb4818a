"""The effect of one card split into its parts: what a character or a district brings with each of them switched off."""

from __future__ import annotations

from typing import Final

from citadels_sim.runs.design import Covered, Design
from citadels_sim.tables.columns import GAME_KEY, table

OF_CHARACTERS: Final = {
    "income": "Income from districts",
    "bonus": "Bonus gold or cards",
    "builds": "More or fewer builds",
    "discount": "Cheaper districts",
    "protection": "Protection of the city",
    "crown": "The crown",
    "power": "The power",
    "target": "Being murdered or robbed",
}
"""Parts that a character can have, and words for them."""
OF_DISTRICTS: Final = {
    "cost": "Its cost",
    "points": "Points beyond its cost",
    "effect": "Its power",
}
"""Parts that a district can have."""
PARTS: Final = OF_CHARACTERS | OF_DISTRICTS
"""All of them, in the order of their bits."""
DENIED: Final = "denied"
"""What it brings who picks a character that nobody else has what its card prints."""
REST: Final = "rest"
"""What is left when every part is off: of a character its rank; of a district the points of its cost, and its place in the city."""
WHOLE: Final = "whole"
"""The effect, which the parts and the rest add up to."""

WHY: Final = table(
    "why",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("character", "text", "character", "the character whose effect is split"),
    ("district", "text", "district", "the district whose effect is split"),
    ("seat", "int8", "", "seat that picks or builds"),
    ("bot", "text", "bot", "the bot that sits there"),
    ("round", "int16", "round", "round of the pick or the build (the node)"),
    ("weight", "int16", "nodes", "decisions of the game at which the card could be chosen, of which the node was drawn"),
    ("parts", "int16", "", f"bits of the parts that the card has at this table: {', '.join(PARTS)}, the first one the lowest"),
    ("on", "int16", "", "bits of the parts that were on; the others were switched off"),
    (
        "replicate",
        "int16",
        "",
        "number of the continuation, from 0: 0 has the game's own luck, others have other luck from the node on, the same for all",
    ),
    ("win", "float64", "wins", "credit for the win of the seat that chooses it"),
    ("mean", "float64", "wins", "mean credit over all options, with all parts on"),
    (
        "denied",
        "float64",
        "wins",
        "rise of that mean if any other holder of the character in this round has a blank card; 0 for a district",
    ),
    unread="seed seat bot round",
    null="character district",
    unique="on replicate",
)

DESIGN: Final = Design(
    name="why",
    home=__name__,
    title="a run of a split effect",
    summary="the effect of one character or district is split into the parts of its card",
    counted="games forked at a pick or a build of one card",
    unit="nodes",
    tables=(WHY,),
    keys=("replicates", "rounds", "what"),
    replicates=4,
    shard_games=100,
    unit_games=20,
    # Of games: the one that is forked, and its continuations; those with another card are not counted
    games_played=lambda games, players, rows, repetitions: games + rows,
    played="forks",
    about=True,
    intervals=(Covered("Parts of the effect of a card"),),
    command=("why",),
    answer=("why",),
    chapter="characters",
)
