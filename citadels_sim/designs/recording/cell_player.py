"""Playing the games of one cell, with compiled bots in the kernel and bots in plain Python through the game API."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

import numpy as np

from citadels_sim.bots import Bot
from citadels_sim.designs.player import Player
from citadels_sim.designs.recording.buffers import Buffers, Results
from citadels_sim.designs.recording.game_rows import new_sheet
from citadels_sim.designs.recording.kernel import JOURNAL_FULL, Rows, play_games, record_one
from citadels_sim.engine.journal import CAPACITY
from citadels_sim.engine.loop import Deals, check_choices, run
from citadels_sim.runs.plan import Cell
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import Stopped

_CHUNK: Final = 2_000
"""Games between two looks at whether to stop."""


class CellPlayer(Player):
    """Plays ranges of blocks of one cell.

    Parameters
    ----------
    cell, bots, seed
        As for `Player`.
    buffers : Buffers
        Where results go.
    journal : bool
        Whether journals are kept, for turns or events.
    """

    KERNELS: ClassVar[tuple[Callable[..., Any], ...]] = (play_games,)

    def __init__(self, cell: Cell, bots: dict[str, Bot], buffers: Buffers, seed: int, *, journal: bool) -> None:
        super().__init__(cell, bots, seed)
        self._buffers = buffers
        self._sheet = new_sheet()
        self._capacity = CAPACITY if journal else 0
        self._plain = not all(bot.compiled for bot in self.bots)

    @classmethod
    def entry_points(cls, bots: Iterable[Bot]) -> list[Callable[..., Any]]:
        """Name the compiled entry points that a run with these bots needs, each once."""
        chosen = list(bots)
        compiled = super().entry_points(bot for bot in chosen if bot.compiled)
        return compiled if all(bot.compiled for bot in chosen) else list(dict.fromkeys([*compiled, run, record_one]))

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Results:
        """Play all rotations of some blocks.

        Parameters
        ----------
        first, blocks : int
            Which blocks.
        stop : callable
            Called now and then; when it returns True, `Stopped` is raised.

        Returns
        -------
        Results
            Views into the buffers, good until the next call.

        Raises
        ------
        BotError
            When a compiled bot chose what is no legal action.
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
            g = self._play_some(Deals(seeds, first, rotations, g, min(g + (1 if self._plain else _CHUNK), games)))
            check_choices(self.table.lineup, self.bots)
        return self._buffers.results(np.repeat(seeds, rotations))

    def _play_some(self, deals: Deals) -> int:
        """Play games of the shard as far as there is room; return the first one not played."""
        end = self._play_plain(deals) if self._plain else self._play_compiled(deals, self._buffers.rows())
        if end == JOURNAL_FULL:
            cell = self._cell
            raise RuntimeError(f"the journal overflowed in {cell.variant.name}, {cell.players} players, game {deals.first} or after")
        if end < deals.last:
            self._buffers.grow()
        return end

    def _play_plain(self, deals: Deals) -> int:
        """Play the first game, with bots in plain Python; return as the kernel does."""
        from citadels_sim.game.python_bots import play_with_plain_bots  # brings labels and views, which compiled bots do without

        rotation, table = deals.first % deals.rotations, self.table
        capped = play_with_plain_bots(
            self.bots, table, int(deals.seeds[deals.first // deals.rotations]), rotation, self._cell.variant.cards
        )
        while not self._buffers.has_room():
            self._buffers.grow()
        end = record_one(table.state, table.journal, self._sheet, rotation, capped, deals.first, self._buffers.rows())
        return JOURNAL_FULL if end == JOURNAL_FULL else deals.first + 1

    def _play_compiled(self, deals: Deals, rows: Rows) -> int:
        """Call the kernel; return what it returns."""
        return int(play_games(self.table, self._sheet, deals, rows))
