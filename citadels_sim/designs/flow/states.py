"""The states of a run of flow, laid out by cell: one row per game and round, one column per seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from citadels_sim.arrays import Floats, Ints
from citadels_sim.designs.draft import character_ranks, turn_takers
from citadels_sim.designs.flow.kill_habits import NAMERS
from citadels_sim.errors import RunError
from citadels_sim.runs.reading import Run
from citadels_sim.tables.keys import Cell, key_of

_ORDER = ("block", "rotation", "round", "seat")


@dataclass(frozen=True)
class Course:
    """The games of one cell, state by state: G games, S states, n seats.

    Attributes
    ----------
    cell : (str, int, str)
        Variant, players, line-up.
    rows : polars.DataFrame
        The table `states` of the cell, ordered by block, rotation, round and seat: S * n rows.
    start, rounds, block, rotation : numpy.ndarray
        Of each game: its first state, its rounds, and what names it, shape (G,).
    game, round : numpy.ndarray
        Of each state: its game, and its round from 0, shape (S,).
    ranks : int
        Ranks in the cast.
    takers : tuple of str
        Characters that take a turn from another by its name.
    """

    cell: Cell
    rows: pl.DataFrame
    start: Ints
    rounds: Ints
    block: Ints
    rotation: Ints
    game: Ints
    round: Ints
    ranks: int
    takers: tuple[str, ...]

    @property
    def players(self) -> int:
        """Number of seats n."""
        return self.cell[1]

    @cached_property
    def last(self) -> NDArray[np.bool_]:
        """Which states are the ends of games, shape (S,)."""
        return np.asarray(self.round == self.rounds[self.game])

    def column(self, name: str) -> Floats:
        """Lay out a column by state and seat, shape (S, n)."""
        return self.shaped(self.rows[name])

    def shaped(self, values: pl.Series) -> Floats:
        """Lay out what each row has by state and seat, shape (S, n)."""
        return values.cast(pl.Float64).to_numpy().reshape(-1, self.players)

    @cached_property
    def winner(self) -> Ints:
        """The seat that wins the game of each state, shape (S,); -1 where the win is shared."""
        won = self.column("win")[self.start] == 1.0
        return np.where(won.any(axis=1), won.argmax(axis=1), -1)[self.game]

    def at(self, progress: float) -> Ints:
        """State of each game when so much of its rounds is over (0 to 1, rounded down to whole rounds), shape (G,)."""
        # Of exact parts such as 3/10 of 10 rounds not one round less.
        return np.asarray(self.start + np.floor(progress * self.rounds + 1e-9).astype(np.int64))

    def by_game(self, values: Floats, axis: int = 0) -> Floats:
        """Sum what each state has over the states of a game; states are along `axis`, of which games are left."""
        return np.asarray(np.add.reduceat(values, self.start, axis=axis))

    def key(self, games: Ints) -> dict[str, object]:
        """Return the columns that name some games, for a table with a row for each."""
        columns = {name: pl.Series([value]).new_from_index(0, len(games)) for name, value in key_of(self.cell).items()}
        return {**columns, "block": self.block[games], "rotation": self.rotation[games]}


def make_course(cell: Cell, rows: pl.DataFrame, ranks: int = 8, takers: tuple[str, ...] = NAMERS) -> Course:
    """Lay out the states of one cell.

    Parameters
    ----------
    cell : (str, int, str)
        Variant, players, line-up.
    rows : polars.DataFrame
        Its rows of the table `states`, in any order.
    ranks : int
        Ranks in the cast.
    takers : tuple of str
        Characters that take a turn from another by its name.

    Raises
    ------
    RunError
        If a game lacks a row.
    """
    rows = rows.sort(_ORDER)
    first = rows[:: cell[1]]
    ends = first["round"].to_numpy().astype(np.int64)
    start = np.flatnonzero(ends == 0)
    game = np.cumsum(ends == 0) - 1
    rounds = first["rounds"].to_numpy().astype(np.int64)[start] if len(start) else start
    lengths = np.diff(np.append(start, len(first)))
    whole = len(start) > 0 and rows.height == len(first) * cell[1] and np.array_equal(lengths, rounds + 1)
    whole = whole and np.array_equal(ends, np.arange(len(first)) - start[game])
    whole = whole and bool((rows["seat"].to_numpy().reshape(-1, cell[1]) == np.arange(cell[1])).all())
    if not whole:
        raise RunError(f"states: {cell[0]}, {cell[1]} players, {cell[2]}: a game lacks rows. Play it again into a new folder.")
    block, rotation = (first[name].to_numpy().astype(np.int64)[start] for name in ("block", "rotation"))
    return Course(cell, rows, start, rounds, block, rotation, game, ends, ranks, takers)


def courses(run: Run) -> Iterator[Course]:
    """Read a run of flow or of kingmaking, cell by cell, in the order of the manifest.

    Raises
    ------
    RunError
        If the table has not the form that its dictionary describes.
    """
    table = run.own_rows("states")
    for entry in run.manifest.cells:
        chosen = (pl.col("variant") == entry.variant) & (pl.col("players") == entry.players) & (pl.col("lineup") == entry.lineup)
        rows = table.filter(chosen).collect()
        held = rows["character"].cast(pl.String).drop_nulls().unique().to_list()
        rules = run.manifest.variants[entry.variant].resolved
        ranks = character_ranks(rules, held).values()
        yield make_course((entry.variant, entry.players, entry.lineup), rows, max(ranks, default=8), turn_takers(rules))
