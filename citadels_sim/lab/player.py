"""Playing the games of one cell: what the players of all designs share, which are the bots at a table and the deals of some blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import ROUND_CAP, TABLE_ENTRY_POINTS, Deals, Table, new_table
from citadels_sim.engine.rules import rules_record
from citadels_sim.runs.plan import Cell
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import Stopped


class Player:
    """Plays blocks of one cell.

    Parameters
    ----------
    cell : Cell
        Variant, players, line-up.
    bots : mapping of str to Bot
        The bots by name.
    seed : int
        Seed of the experiment.

    Attributes
    ----------
    KERNELS : tuple of callable
        The design's own entry points.
    bots : tuple of Bot
        The bot of each seat.
    """

    KERNELS: ClassVar[tuple[Callable[..., Any], ...]] = ()
    _capacity: int = 0  # events that the journal of a game has room for; 0: none is kept

    def __init__(self, cell: Cell, bots: dict[str, Bot], seed: int) -> None:
        self._cell = cell
        self._seed = seed
        self.bots = tuple(at_table(bots[name], cell.variant, cell.players) for name in cell.seats)

    @classmethod
    def entry_points(cls, bots: Iterable[Bot]) -> list[Callable[..., Any]]:
        """Name the compiled entry points that its games with these bots need, each once."""
        return list(dict.fromkeys([*TABLE_ENTRY_POINTS, *cls.KERNELS, *(bot.choose for bot in bots)]))

    def ready(self) -> None:
        """Compile, or load from the cache, what this cell needs."""
        for entry_point in self.entry_points(self.bots):
            ready(entry_point)

    @cached_property
    def table(self) -> Table:
        """The bots at a table, with a game to play on."""
        return new_table(self.bots, rules_record(self._cell.variant.at(self._cell.players)), self._capacity)

    def _deals(self, first: int, blocks: int, chunk: int, stop: Callable[[], bool], rotations: int | None = None) -> Iterator[Deals]:
        """Yield the games of some blocks, a chunk at a time.

        Parameters
        ----------
        first, blocks : int
            Which blocks.
        chunk : int
            Games between two calls of `stop`.
        stop : callable
            When it returns True, `Stopped` is raised.
        rotations : int, optional
            Games of a block; left out: those of the cell.
        """
        rotations = rotations or self._cell.rotations
        seeds, games = block_seeds(self._seed, first, blocks), blocks * rotations
        for game in range(0, games, chunk):
            if stop():
                raise Stopped
            yield Deals(seeds, first, rotations, game, min(game + chunk, games))


class NodePlayer(Player):
    """Plays blocks of one cell and goes on from nodes of their games.

    Parameters
    ----------
    cell, bots, seed
        As for `Player`; all bots are compiled.
    replicates : int
        How often each continuation is played.
    rounds : int
        Nodes are drawn from the first so many rounds.
    """

    def __init__(self, cell: Cell, bots: dict[str, Bot], seed: int, replicates: int = 1, rounds: int = ROUND_CAP) -> None:
        super().__init__(cell, bots, seed)
        self._replicates = replicates
        self._rounds = rounds

    @cached_property
    def _saved(self) -> np.ndarray:
        return np.zeros_like(self.table.raw)
