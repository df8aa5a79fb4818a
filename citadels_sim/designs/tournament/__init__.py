"""Games of bots against each other, recorded and summed."""

from __future__ import annotations

from typing import Final

from citadels_sim.designs.recording import EVENTS, GAMES, SEATS, TURNS
from citadels_sim.runs.design import Covered, Design, Searched
from citadels_sim.tables.columns import BLOCK_KEY, CELL_KEY, table

SUMS: Final = table(
    "sums",
    CELL_KEY,
    ("first", "int64", "", "first block of the shard"),
    ("family", "text", "", "the family of figures, as in the report; 'run' has the numbers of blocks and games"),
    ("group", "text", "", "member of the family: the seat, the character, ..."),
    ("sum", "text", "", "what is summed; credit in 840ths of a win"),
    ("other_group", "text", "", "the second factor's group, where products are summed; null: the sum itself"),
    ("other_sum", "text", "", "the second factor"),
    ("value", "int64", "", "sum over the shard's blocks of the block's total, or of the product of two totals of one block"),
    unread="first",
    null="group other_group other_sum",
)

BLOCKS: Final = table(
    "blocks",
    BLOCK_KEY,
    ("games", "int32", "games", "games of the block: its rotations"),
    ("rounds", "int32", "rounds", "rounds of all its games"),
    ("turns", "int32", "turns", "turns of all its games"),
    ("points", "int32", "points", "final scores of all seats of all its games"),
    ("best", "int32", "points", "highest score of each game, summed"),
    ("margin", "int32", "points", "distance from the highest to the second score, summed"),
    ("first_crown", "int32", "wins/840", "win credit, in 840ths, of the seat that had the first crown, summed"),
    ("first_bot", "int32", "wins/840", "win credit, in 840ths, of the first bot of the line-up, summed"),
    unread="first_bot",
    kept="cells",
    unique="",
)

DESIGN: Final = Design(
    name="games",
    home=__name__,
    title="a run of games",
    summary="played and recorded",
    counted="games played",
    tables=(GAMES, SEATS, TURNS, EVENTS, SUMS, BLOCKS),
    keys=("rows", "precision"),
    margins=("seat", "rounds", "dead_turns", "skill"),
    searched=Searched(("seat", "rounds"), least=2_000, most=50_000, reading=0.025),
    compiled_only=False,
    pooled=True,
    intervals=(
        Covered("Games: characters, seats, scores, length, naming"),
        Covered("Distribution of scores, value by value", "score_distribution"),
        Covered("Distribution of rounds, value by value", "round_distribution"),
        Covered("Quantiles of the number of rounds", "round_quantiles"),
        Covered("One variant against another on the same deals", "compare"),
    ),
    command=("run",),
    answer=("report", "--out", "DIR"),
    chapter="seats",
)
