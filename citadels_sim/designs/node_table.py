"""The table of nodes: a row for every game that was forked, with all facts that a condition can ask for."""

from __future__ import annotations

from citadels_sim.designs.facts import FACT_COLUMNS
from citadels_sim.tables.columns import GAME_KEY, Table, table


def nodes_table(what: str, who: str) -> Table:
    """Return the table of a design.

    Parameters
    ----------
    what : str
        What is forked, in the plural, such as ``decisions``.
    who : str
        Whose facts they are: who decides, or who has the crown.
    """
    return table(
        "nodes",
        GAME_KEY,
        ("seed", "int64", "", "seed of the game: of its block"),
        ("seat", "int8", "", who),
        ("bot", "text", "bot", "the bot that sits there"),
        ("rounds", "int16", "rounds", "rounds of the game without forks"),
        ("weight", "int16", what, f"{what} of the game that qualified; the node was drawn from them and represents that many"),
        ("looked", "int32", what, f"{what} that were examined until the node was found"),
        ("games", "int32", "games", "games that were played until the node was found"),
        *FACT_COLUMNS,
        unread=" ".join(["seed", "seat", "bot", "rounds", "games", *(column[0] for column in FACT_COLUMNS)]),
        unique="",
    )
