"""One decision of each game, of a kind that is asked for and under a condition, made in every way."""

from __future__ import annotations

from typing import Final, NamedTuple

from citadels_sim.designs.node_table import nodes_table
from citadels_sim.runs.design import Covered, Design
from citadels_sim.tables.columns import GAME_KEY, table


class Kind(NamedTuple):
    """A kind of decision.

    Attributes
    ----------
    title : str
        What is decided, for the head of a table.
    what : str
        Its decisions, in the plural.
    groupings : tuple of str
        By what its options are grouped, see `GROUPINGS`; the first one first.
    power : str
        The packaged character whose power it takes; empty: anybody decides so.
    nothing : str
        The option of doing none of the others, in words; empty: there is none.
    """

    title: str
    what: str
    groupings: tuple[str, ...]
    power: str = ""
    nothing: str = ""


KINDS: Final = {
    "pick": Kind("What to pick", "picks", ("character",)),
    "murder": Kind("Whom to murder", "murders", ("character", "target"), "assassin", "nobody"),
    "rob": Kind("Whom to rob", "thefts", ("character", "target"), "thief", "nobody"),
    "bewitch": Kind("Whom to bewitch", "bewitchings", ("character", "target"), "witch"),
    "destroy": Kind("What to destroy", "uses of the Warlord's power", ("target", "cost", "type"), "warlord", "nothing"),
    "swap": Kind("With whom to exchange cards", "exchanges of cards", ("target",), "magician", "no exchange"),
    "gather": Kind("Gold or cards", "choices between gold and cards", ("act", "hand")),
    "build": Kind("What to build", "decisions about building", ("cost", "type"), "", "nothing"),
}
"""Every kind of decision by the word for it."""

GROUPINGS: Final = {
    "character": "character",
    "target": "standing of the target",
    "cost": "cost of the district",
    "type": "type of the district",
    "act": "gold or cards",
    "hand": "cards in hand",
}
"""By what options are grouped, and words for it."""

OPTIONS: Final = table(
    "options",
    GAME_KEY,
    ("seed", "int64", "", "seed of the game: of its block"),
    ("option", "int16", "", "number of the option at its node, from 0"),
    ("act", "text", "pick|murder|rob|bewitch|destroy|swap|redraw|gold|cards|build|nothing", "action of this option"),
    ("character", "text", "character", "the character that is picked or named"),
    ("district", "text", "district", "the district that is built or destroyed"),
    ("cost", "int16", "gold", "its cost"),
    ("type", "text", "noble|religious|trade|military|unique", "its type"),
    ("target", "int8", "seat", "seat that the option hits, or that holds the character named; null: none"),
    ("target_leader", "bool", "", "no city was worth more than the target's, at the node (ties count)"),
    ("target_last", "bool", "", "no city was worth less than the target's (ties count)"),
    ("target_richest", "bool", "", "nobody had more gold than the target (ties count)"),
    ("target_fullest", "bool", "", "nobody had more cards in hand than the target (ties count)"),
    ("policy", "bool", "", "the bot's own choice"),
    ("drawn", "bool", "", "one of the options, drawn at random: a single random choice"),
    (
        "replicate",
        "int16",
        "",
        "number of the continuation, from 0: 0 has the game's own luck, others have other luck from the node on, the same for all options",
    ),
    ("win", "float64", "wins", "credit for the win of the seat that decides"),
    ("total", "int16", "points", "final points of the seat that decides"),
    ("target_win", "float64", "wins", "credit for the win of the target"),
    ("target_mean", "float64", "wins", "its mean over all options of the node, with the same luck"),
    unread="seed drawn district",
    null="character district cost type target target_leader target_last target_richest target_fullest target_win target_mean",
    unique="replicate option",
)

DESIGN: Final = Design(
    name="decisions",
    home=__name__,
    title="a run of forked decisions",
    summary="one decision of each game, of one kind and under a condition, is replayed with every option",
    counted="games forked at a decision",
    unit="nodes",
    tables=(OPTIONS, nodes_table("decisions", "seat that decides")),
    keys=("replicates", "rounds", "what", "where"),
    replicates=4,
    shard_games=100,
    unit_games=8,
    # Of games: the one that is forked, and its continuations; those without such a decision are not counted
    games_played=lambda games, players, rows, repetitions: games + rows,
    played="forks",
    intervals=(Covered("Options of a decision"),),
    command=("forks",),
    answer=("forks",),
    chapter="characters",
)
