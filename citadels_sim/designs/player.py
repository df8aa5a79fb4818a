"""Playing the games of one cell: what the players of all designs share: the bots at a table, the deals of some blocks, their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.bots import Bot
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import ROUND_CAP, TABLE_ENTRY_POINTS, Deals, Table, check_choices, new_table
from citadels_sim.engine.rules import rules_record
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import Stopped

if TYPE_CHECKING:
    import polars as pl

    from citadels_sim.tables.parquet import CardNames
    from citadels_sim.variants.model import Table as Rules


class Player:
    """Plays blocks of one cell. A design derives its own from it, ``PLAYER`` of its module ``play``, with `play` and `tables`.

    Parameters
    ----------
    cell : Cell
        Variant, players, line-up.
    bots : mapping of str to Bot
        The bots by name.
    seed : int
        Seed of the experiment.
    replicates : int
        How often each continuation of a game is played, where games are copied and played on.
    rounds : int
        Games are copied in the first so many rounds.

    Attributes
    ----------
    KERNELS : tuple of callable
        The design's own entry points.
    bots : tuple of Bot
        The bot of each seat.
    """

    KERNELS: ClassVar[tuple[Callable[..., Any], ...]] = ()
    _capacity: int = 0  # events that the journal of a game has room for; 0: none is kept

    def __init__(self, cell: Cell, bots: dict[str, Bot], seed: int, replicates: int = 1, rounds: int = ROUND_CAP) -> None:
        self._cell = cell
        self._seed = seed
        self._replicates = replicates
        self._rounds = rounds
        self._named = bots
        self.bots = tuple(at_table(bots[name], cell.variant, cell.players) for name in cell.seats)

    @classmethod
    def for_cell(cls, plan: Plan, cell: Cell, memory: dict[str, Any]) -> Self:
        """Make the player of a cell of a plan; `memory` is what the players of all its cells share, empty at first."""
        experiment = plan.experiment
        return cls(cell, plan.bots, experiment.seed, experiment.repetitions, experiment.rounds or ROUND_CAP)

    @staticmethod
    def per_game(rules: Rules) -> int:
        """Return what each game counts for by some rules at a table: 1, or the nodes that it gives."""
        return 1

    @classmethod
    def entry_points(cls, bots: Iterable[Bot]) -> list[Callable[..., Any]]:
        """Name the compiled entry points that its games with these bots need, each once."""
        return list(dict.fromkeys([*TABLE_ENTRY_POINTS, *cls.KERNELS, *(bot.choose for bot in bots)]))

    def ready(self) -> None:
        """Compile, or load from the cache, what this cell needs."""
        for entry_point in self.entry_points(self.bots):
            ready(entry_point)

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> Mapping[str, pl.DataFrame]:
        """Play a shard and make its tables by name; the names of the cell, which every frame begins with, are left out.

        Raises
        ------
        Stopped
            When `stop`, which is called between games, returned True.
        """
        raise NotImplementedError

    @cached_property
    def table(self) -> Table:
        """The bots at a table, with a game to play on."""
        return new_table(self.bots, rules_record(self._cell.variant.at(self._cell.players)), self._capacity)

    @cached_property
    def _names(self) -> CardNames:
        """Ids of characters and districts by code, for the columns of its tables."""
        from citadels_sim.tables.parquet import card_names

        return card_names(self._cell.variant.cards, self._cell.every)

    @cached_property
    def _saved(self) -> np.ndarray:
        """Memory for the copy of a game."""
        return np.zeros_like(self.table.raw)

    def _deals(self, first: int, blocks: int, chunk: int, stop: Callable[[], bool], rotations: int | None = None) -> Iterator[Deals]:
        """Yield the games of some blocks, a chunk at a time.

        Parameters
        ----------
        first, blocks : int
            Which blocks.
        chunk : int
            Games between two calls of `stop`.
        stop : callable
            When it returns True, `Stopped` is raised. Before the next chunk a `BotError` is where a bot chose no legal action.
        rotations : int, optional
            Games of a block; left out: those of the cell.
        """
        rotations = rotations or self._cell.rotations
        seeds, games = block_seeds(self._seed, first, blocks), blocks * rotations
        for game in range(0, games, chunk):
            if stop():
                raise Stopped
            yield Deals(seeds, first, rotations, game, min(game + chunk, games))
            check_choices(self.table.lineup, self.bots)

    def _keys(self, first: int, game: Array) -> dict[str, Array]:
        """Name games, counted from the first one of a block: their columns ``block``, ``rotation`` and ``seed``."""
        block, rotation = np.divmod(game.astype(np.int64), self._cell.rotations)
        seeds = block_seeds(self._seed, first, int(block.max(initial=0)) + 1)
        return {"block": first + block, "rotation": rotation.astype(np.int8), "seed": seeds[block]}

    def _bot_names(self, place: Array) -> pl.Series:
        """Name the bots at some places of the line-up."""
        import polars as pl

        return pl.Series(self._cell.seats, dtype=pl.Enum(list(self._named))).gather(place.astype(np.uint32))
