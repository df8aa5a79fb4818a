"""Deals replayed with parts of their luck new."""

from __future__ import annotations

from typing import Final

from citadels_sim.runs.design import Covered, Design
from citadels_sim.tables.columns import BLOCK_KEY, table

LUCK: Final = table(
    "luck",
    BLOCK_KEY,
    ("seed", "int64", "", "seed of the deal: of its block"),
    (
        "held",
        "text",
        "",
        "the sources of luck that all replays of the deal share; the others are drawn anew for each. deal: "
        "cast, deck, hands, first crown, cards drawn by lot; removal: the characters removed from the draft of each "
        "round; choices: the bots' random numbers",
    ),
    ("seat", "int8", "seat", "seat, from 0, clockwise"),
    ("replays", "int16", "games", "games played this way; the first is the game of the seed itself"),
    ("win", "float64", "wins", "credit for the win of the seat, summed over them"),
    ("win_squares", "float64", "wins^2", "its squares, summed over them: less than the credit where wins are shared"),
    unread="seed",
    unique="seat held",
)

DESIGN: Final = Design(
    name="luck",
    home=__name__,
    title="a run of replayed deals",
    summary="every deal is replayed with parts of its luck drawn anew",
    counted="deals replayed with parts of their luck drawn anew",
    unit="deals",
    tables=(LUCK,),
    keys=("replicates",),
    replicates=8,
    fewest_replicates=2,
    shard_games=50,
    unit_games=40,
    page_seconds=0.2,
    # Of games: each way of holding luck has a row per seat, of all its replays
    games_played=lambda games, players, rows, repetitions: rows // players * repetitions,
    played="luck",
    equal_bots="between equal bots, only luck decides",
    study_share=0.04,
    intervals=(Covered("What decides who wins: luck"),),
    command=("luck",),
    answer=("luck",),
    chapter="skill",
    answers="Sources of luck between equal bots",
)
