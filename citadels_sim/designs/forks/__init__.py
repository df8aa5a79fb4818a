"""Some picks of each game made in every way, and the game played on: a first pick of one of its rounds, a second one, and so on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from citadels_sim.designs.facts import PARTS
from citadels_sim.runs.design import Covered, Design, Searched
from citadels_sim.tables.columns import GAME_KEY, table
from citadels_sim.tables.keys import Cell

FORKS: Final = table(
    "forks",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("round", "int16", "round", "round of the pick that is replayed with every option (the node)"),
    ("slot", "int16", "pick", "number of that pick in its round, from 1"),
    ("seat", "int16", "", "seat that picks"),
    ("bot", "text", "bot", "the bot that sits there"),
    ("rank", "int16", "", "rank of the character picked"),
    ("character", "text", "character", "the character picked; each that could be picked has its rows"),
    ("policy", "bool", "", "the bot's own choice"),
    ("drawn", "bool", "", "one of the characters that could be picked, drawn at random: a single random pick"),
    (
        "replicate",
        "int16",
        "",
        "number of the continuation, from 0: 0 has the game's own luck, others have other luck from the pick on, "
        "the same for all characters",
    ),
    ("win", "float64", "wins", "credit for the win of the seat that picks"),
    ("total", "int16", "points", "final points of the seat that picks"),
    ("leader", "bool", "", "no city was worth more than that of the seat that picks (ties count)"),
    ("last", "bool", "", "no city was worth less than that of the seat that picks (ties count)"),
    ("gold", "int16", "gold", "gold of the seat that picks, at the pick"),
    ("hand", "int16", "cards", "cards in the hand of the seat that picks, at the pick"),
    ("city", "int16", "districts", "districts in the city of the seat that picks, at the pick"),
    ("place", "int8", "place", "place of the seat that picks in the draft: 1 has the crown, 2 picks next, and so on"),
    ("part", "text", "|".join(PARTS), "part of the game, by the largest city"),
    ("rounds", "int16", "rounds", "rounds of the game without forks"),
    ("weight", "int16", "rounds", "number of rounds from which the node was drawn: the number of picks it represents"),
    unread="seed place part rounds",
    unique="slot replicate character",
)

DESIGN: Final = Design(
    name="forks",
    home=__name__,
    title="a run of forks",
    summary="picks of each game are replayed with every character on offer",
    counted="picks forked",
    unit="nodes",
    tables=(FORKS,),
    keys=("replicates", "rounds"),
    margins=("character",),
    searched=Searched(("character",), least=800, most=100_000, reading=0.035),
    replicates=2,
    shard_games=100,
    unit_games=4.5,
    # Of games: the one that is forked, and a row for each of its continuations
    games_played=lambda games, players, rows, repetitions: games + rows,
    played="forks",
    intervals=(
        Covered("Effects of picks, the basis of verdicts on characters", "character_effects", judged=True),
        Covered("Other figures of forked picks", "character_effects"),
        Covered("Pairs of characters, forked picks", "character_contrasts"),
        Covered("The bots' own picks against all others", "policy"),
        Covered("Effects of picks at the end of a study", "study"),
    ),
    command=("forks",),
    answer=("forks",),
    chapter="characters",
    answers="Effect of picking each character",
)


@dataclass(frozen=True)
class Turning:
    """A pick that decided a game.

    Attributes
    ----------
    cell : Cell
        Variant, players, line-up.
    block, rotation : int
        Which game of the cell.
    round, slot, seat : int
        The pick: its round, its number in that round, and who makes it.
    character : str
        The character that the finding is about.
    other : str
        The one that is picked instead.
    win, other_win : float
        Win credit of the seat that picks, mean over the continuations, with one and with the other.
    first, other_first : float
        The same of the continuation with the game's own luck, which is watched.
    """

    cell: Cell
    block: int
    rotation: int
    round: int
    slot: int
    seat: int
    character: str
    other: str
    win: float
    other_win: float
    first: float
    other_first: float

    @property
    def won(self) -> bool:
        """Whether the character won the game, which the other one did not."""
        return self.first > self.other_first
