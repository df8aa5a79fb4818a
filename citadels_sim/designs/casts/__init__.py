"""Games of drawn casts, and what was drawn for them."""

from __future__ import annotations

from typing import Final

from citadels_sim.runs.design import Covered, Design
from citadels_sim.tables.columns import CELL_KEY, GAME_KEY, table

LAST_CARD_ROUND: Final = 40
"""Last round that the table `cards` counts by itself; later ones are counted as this one."""

CASTS: Final = table(
    "casts",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("cast", "texts", "character", "the game's characters, by rank"),
    ("uniques", "texts", "district", "the unique districts in the game's deck"),
    ("rounds", "int32", "rounds", "rounds played"),
    ("turns", "int32", "turns", "turns begun; murdered characters have none"),
    ("picks", "int32", "picks", "characters that players held, over all rounds"),
    ("lost", "int32", "turns", "those of them whose turn the Assassin or the Witch took"),
    ("hits", "int32", "hits", "characters that players held and that were murdered, bewitched or robbed"),
    ("taken", "int32", "gold", "gold that other players, or the tax token, took from its owners"),
    ("destroyed", "int32", "districts", "districts that other players destroyed, took in exchange, seized or confiscated"),
    ("margin", "int32", "points", "distance from the highest to the second score"),
    ("crown", "float64", "wins", "credit for the win of the seat that had the first crown"),
    ("completer", "float64", "wins", "credit for the win of the seat that first completed its city; null: nobody did"),
    ("dealt", "texts", "district", "the districts in the opening hands, seat after seat; copies in one hand count once"),
    ("dealt_win", "float64s", "wins", "credit for the win of the seat that was dealt each of them"),
    unread="turns",
    null="completer",
    unique="",
)

CARDS: Final = table(
    "cards",
    CELL_KEY,
    (
        "block",
        "int64",
        "",
        "the first of the blocks in this sum; the cell's next group of blocks begins at the next number in this column",
    ),
    ("district", "text", "district", "the district; only games whose deck has it are counted, and copies of it in one hand count once"),
    (
        "round",
        "int16",
        "round",
        "the round of the game, 0 for counts without a round; for built and unbuilt a number of rounds, see there. Values above 40 count "
        "as 40",
    ),
    ("draws", "int64", "draws", "choices among drawn cards in the round: a seat drew different cards and could not keep them all"),
    ("draws_win", "int64", "wins/840", "credit for the wins of the seats that drew, in 840ths"),
    ("offered", "int64", "draws", "those of the draws that had the district among the cards drawn"),
    ("offered_win", "int64", "wins/840", "credit for the wins of the seats that drew it, in 840ths"),
    ("kept", "int64", "draws", "draws that offered it and in which it was kept"),
    ("opening", "int64", "seats", "seats that had it in the opening hand; they count in round 1"),
    ("opening_win", "int64", "wins/840", "credit for their wins, in 840ths"),
    ("drawn", "int64", "seats", "seats that got it into hand later, from the deck or another player, and in this round for the first time"),
    ("drawn_win", "int64", "wins/840", "credit for their wins, in 840ths"),
    ("never", "int64", "seats", "seats that never had it in hand; they count in round 0"),
    ("never_win", "int64", "wins/840", "credit for their wins, in 840ths"),
    ("built", "int64", "seats", "seats that built it this number of rounds after they first had it in hand"),
    (
        "unbuilt",
        "int64",
        "seats",
        "seats that had it in hand and did not build it in this number of rounds, from then to the end of the game",
    ),
    ("placed", "int64", "districts", "districts of this name that came into a city, built or confiscated"),
    ("destroyed", "int64", "districts", "districts of this name that another player destroyed"),
    ("exchanged", "int64", "districts", "districts of this name that went from one city to another: exchanged or seized"),
    unique="round district",
)

DESIGN: Final = Design(
    name="casts",
    home=__name__,
    title="a run of drawn casts",
    summary="the cards drawn for each game are recorded with its result",
    counted="games with drawn casts and opening hands",
    tables=(CASTS, CARDS),
    shard_games=2_000,
    unit_games=2,
    page_seconds=0.6,
    played="casts",
    study_share=0.08,
    intervals=(
        Covered("Effects of drawn characters and districts"),
        Covered("Opening hands: worth and price of districts", "hands"),
        Covered("Districts kept, built, lost (groups of deals)", "districts"),
    ),
    command=("districts",),
    answer=("casts",),
    chapter="districts",
    answers="Worth of each district, and whether its cost is fair",
)
