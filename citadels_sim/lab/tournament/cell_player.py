"""Playing the games of one cell, with compiled bots in the kernel and bots in plain Python through the game API."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from citadels_sim.bots import Bot
from citadels_sim.bots.random_bot import RANDOM
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import deal, new_bot_states, run, run_table, seat_at
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import SEATS
from citadels_sim.game.python_bots import play_with_plain_bots
from citadels_sim.lab.tournament.buffers import Buffers, Scratch
from citadels_sim.lab.tournament.kernel import JOURNAL_FULL, play_games, record_one
from citadels_sim.lab.tournament.sums_kernel import add_blocks
from citadels_sim.lab.tournament.tables import Results
from citadels_sim.lab.tournament.turn_order import held_first
from citadels_sim.lab.tournament.turn_sums import add_turns
from citadels_sim.runs.plan import Cell
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import Stopped

__all__ = ["CellPlayer", "entry_points"]

_CHUNK: Final = 2_000
"""Games between two looks at whether to stop."""


def entry_points(bots: Iterable[Bot]) -> list[Callable[..., Any]]:
    """Name the compiled entry points that a run with these bots needs, each once."""
    chosen = list(bots)
    found: list[Callable[..., Any]] = [deal, apply, run, play_games, add_blocks, add_turns, held_first]
    if not all(bot.compiled for bot in chosen):
        # a table wants a compiled function for every seat, also where it is never asked
        found += [seat_at, run_table, record_one, RANDOM.choose]
    return list(dict.fromkeys([*found, *(bot.choose for bot in chosen if bot.compiled)]))


class CellPlayer:
    """Plays ranges of blocks of one cell.

    Parameters
    ----------
    cell : Cell
        Variant, players, line-up.
    bots : mapping of str to Bot
        The bots by name.
    buffers : Buffers
        Where results go.
    seed : int
        Seed of the experiment.
    journal : bool
        Whether journals are kept, for turns or events.
    """

    def __init__(self, cell: Cell, bots: dict[str, Bot], buffers: Buffers, seed: int, *, journal: bool) -> None:
        self._cell = cell
        self._seed = seed
        self._buffers = buffers
        self._scratch = Scratch(journal)
        self._rules = rules_record(cell.variant.at(cell.players))
        self.table = tuple(at_table(bots[name], cell.variant, cell.players) for name in cell.seats)
        self._plain = not all(bot.compiled for bot in self.table)
        chooses = [bot.choose for bot in self.table]
        self._chooses = (*chooses, *[chooses[0]] * (SEATS - len(chooses)))
        self._minds = new_bot_states()
        for position, bot in enumerate(self.table):
            self._minds.seat[position].parameters[:] = bot.vector()

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Results:
        """Play all rotations of some blocks.

        Parameters
        ----------
        first, blocks : int
            Which blocks.
        stop : callable
            Asked now and then; when it says True, `Stopped` is raised.

        Returns
        -------
        Results
            Views into the buffers, good until the next call.

        Raises
        ------
        Stopped
            When `stop` said so.
        RuntimeError
            When a game broke a limit of the recording: a fault of ours; the message has the seed.
        """
        rotations = self._cell.rotations
        games = blocks * rotations
        seeds = block_seeds(self._seed, first, blocks)
        self._buffers.begin(games, self._cell.players)
        g = 0
        while g < games:
            if stop():
                raise Stopped
            g = self._play_some(seeds, g, min(g + (1 if self._plain else _CHUNK), games))
        return self._buffers.results(np.repeat(seeds, rotations))

    def _play_some(self, seeds: Any, g: int, last: int) -> int:
        """Play games g..last-1 of the shard as far as there is room; return the first one not played."""
        scratch, rotations = self._scratch, self._cell.rotations
        results = self._buffers.arguments()
        if self._plain:
            capped = play_with_plain_bots(self.table, self._rules, scratch, int(seeds[g // rotations]), g % rotations)
            while not self._buffers.has_room():
                self._buffers.grow()
                results = self._buffers.arguments()
            told = int(record_one(scratch.state, scratch.journal, scratch.sheet, g % rotations, capped, g, *results))
            end = JOURNAL_FULL if told == JOURNAL_FULL else g + 1
        else:
            end = self._play_compiled(seeds, g, last, results)
        if end == JOURNAL_FULL:
            raise RuntimeError(f"the journal overflowed in {self._cell.variant.name}, {self._cell.players} players, game {g} or after")
        if end < last and not self._plain:
            self._buffers.grow()
        return end

    def _play_compiled(self, seeds: Any, g: int, last: int, results: tuple[Any, ...]) -> int:
        """Call the kernel; return what it returns."""
        s = self._scratch
        return int(
            play_games(
                deal, apply, run, self._chooses, self._minds, s.bot_states, s.state, s.raw, self._rules, s.journal, s.legal, s.sheet,
                seeds, self._cell.rotations, g, last, *results,
            )
        )  # fmt: skip

    def ready(self) -> None:
        """Compile, or load from the cache, what this cell needs."""
        for entry_point in entry_points(self.table):
            ready(entry_point)
