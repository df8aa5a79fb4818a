"""Forked games that a pick decided: those to watch, found in the table of a run of forks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import polars as pl

from citadels_sim.designs.forks import Turning
from citadels_sim.designs.forks.analyse import NODE, nodes_of
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import CELL, Cell, key_of

_NODE: Final = [column for column in NODE if column not in CELL]


def turning_points(run: Run, cell: Cell, character: str, *, strong: bool, most: int) -> list[Turning]:
    """Find the picks of a character that decided a game most clearly.

    Parameters
    ----------
    run : Run
        A run of forks.
    cell : Cell
    character : str
    strong : bool
        Whether picking it is to win a game that another pick does not; else the other way round.
    most : int
        How many, each of another deal.

    Returns
    -------
    list of Turning
        Those first whose continuations differ most. The other pick is the bot's own, where that is another character and does as badly (or
        well) as any; both as they end with the game's own luck. Nothing where no pick decided a game.
    """
    nodes = nodes_of(run).filter(**key_of(cell)).with_columns(pl.col("character").cast(pl.String))
    own = nodes.filter(pl.col("character") == character)
    rest = nodes.filter(pl.col("character") != character)
    sign = 1 if strong else -1
    pairs = own.select(*_NODE, "round", "seat", "win", "first_win").join(
        rest.select(*_NODE, other="character", other_win="win", other_first="first_win", policy="policy"), on=_NODE, how="inner"
    )
    decided = pairs.filter(sign * (pl.col("first_win") - pl.col("other_first")) == 1)
    apart = sign * (pl.col("win") - pl.col("other_win"))
    order = decided.sort(apart, "policy", pl.col("round") > 1, *_NODE, "other", descending=[True, True, True, *[False] * 4])
    chosen = order.unique("block", keep="first", maintain_order=True).head(most)
    return [_turning(cell, character, row) for row in chosen.iter_rows(named=True)]


def _turning(cell: Cell, character: str, row: Mapping[str, Any]) -> Turning:
    block, rotation, round_no, slot, seat = (int(row[name]) for name in ("block", "rotation", "round", "slot", "seat"))
    ends = row["win"], row["other_win"], row["first_win"], row["other_first"]
    return Turning(cell, block, rotation, round_no, slot, seat, character, row["other"], *ends)
