"""The crown of one round given to every seat in turn."""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.node_table import nodes_table
from citadels_sim.runs.design import Covered, Design
from citadels_sim.tables.columns import GAME_KEY, table

CROWNS: Final = table(
    "crowns",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("round", "int16", "round", "round at the start of which the crown is given to every seat in turn (the node)"),
    ("crown", "int8", "seat", "seat that was given the crown"),
    ("own", "bool", "", "it is the seat that had the crown in the game itself"),
    (
        "replicate",
        "int16",
        "",
        "number of the continuation, from 0: 0 has the game's own luck, others have other luck from the node on, "
        "the same for all holders of the crown",
    ),
    ("seat", "int8", "seat", "seat of this row"),
    ("distance", "int8", "seats", "seats from the crown's holder clockwise to it: 0 is the holder, who picks first"),
    ("bot", "text", "bot", "the bot that sits there"),
    ("leader", "bool", "", "no city was worth more at the node (ties count)"),
    ("last", "bool", "", "no city was worth less at the node (ties count)"),
    ("win", "float64", "wins", "credit for the win of the seat"),
    ("total", "int16", "points", "final points of the seat"),
    ("rounds", "int16", "rounds", "rounds of the game without forks"),
    ("weight", "int16", "rounds", "number of rounds from which the node was drawn"),
    unread="seed bot",
    unique="crown seat replicate",
)

DESIGN: Final = Design(
    name="crowns",
    home=__name__,
    title="a run of forks of the crown",
    summary="the crown of one round goes to every seat in turn",
    counted="games forked at the crown of a round",
    unit="nodes",
    tables=(CROWNS, nodes_table("rounds", "who has the crown of the round in the game itself")),
    keys=("replicates", "rounds", "where"),
    replicates=4,
    shard_games=100,
    unit_games=8,
    page_seconds=0.2,
    # Of games: the one that is forked, and its continuations, each with a row per seat
    games_played=lambda games, players, rows, repetitions: games + rows // players,
    played="crowns",
    study_share=0.04,
    intervals=(Covered("Places after the crown"),),
    command=("forks", "--what", "crown"),
    answer=("forks",),
    chapter="seats",
    answers="Worth of the crown of a round",
)
