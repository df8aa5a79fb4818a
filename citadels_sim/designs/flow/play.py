"""The course of games: playing them, and their table with one row per game, round and seat. What is noted of a round, see `rows`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.designs.flow.kernel import STATES_PER_GAME, FlowRows, flow_games
from citadels_sim.designs.flow.rows import FATES, STATE_COLUMNS, TRACKED
from citadels_sim.designs.player import Player
from citadels_sim.designs.recording.columns import G_FIRST_COMPLETE, G_ROUNDS, GAME_COLUMNS, S_BOT, S_PLACE, S_TOTAL, SEAT_COLUMNS
from citadels_sim.designs.recording.game_rows import new_sheet
from citadels_sim.designs.recording.kernel import JOURNAL_FULL
from citadels_sim.engine.journal import CAPACITY
from citadels_sim.engine.loop import Deals, check_choices
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Shard
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import Stopped

FATE: Final = pl.Enum(FATES)
"""Type of the columns `fate` and `second_fate`."""

_CHUNK: Final = 500
"""Games between two looks at whether to stop."""
_ROWS_PER_GAME: Final = 120
"""Rows of a usual game, with some to spare; where games are longer the array grows."""

_FATES: Final = pl.Series(FATES, dtype=FATE)
_HELD: Final = (("character", "slot", "fate"), ("second", "second_slot", "second_fate"))


class FlowPlayer(Player):
    """Plays the games of one cell, with compiled bots, and keeps their course; parameters as for `Player`."""

    KERNELS = (flow_games,)
    _capacity = CAPACITY

    def __init__(self, *seated: Any) -> None:
        super().__init__(*seated)
        self._sheet = new_sheet()
        self._track = np.zeros((TRACKED, RANKS), np.int64)
        self._states = np.zeros((len(STATE_COLUMNS), 0), np.int32)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> FlowRows:
        """Play all rotations of some blocks; the states are a view, good until the next call.

        Raises
        ------
        BotError
            When a compiled bot chose what is no legal action.
        RuntimeError
            When a game broke a limit of the recording: a fault of ours.
        """
        players, rotations = self._cell.players, self._cell.rotations
        n = blocks * rotations
        seeds = block_seeds(self._seed, first, blocks)
        games, seats = np.zeros((len(GAME_COLUMNS), n), np.int32), np.zeros((len(SEAT_COLUMNS), n * players), np.int16)
        wins, bare = np.zeros(n * players), np.zeros(n * players)
        filled = np.zeros(2, np.int64)
        rows = FlowRows(games, seats, wins, bare, self._states, filled)
        self._grow(n * _ROWS_PER_GAME + STATES_PER_GAME, 0)
        g = 0
        while g < n:
            if stop():
                raise Stopped
            deals, rows = Deals(seeds, first, rotations, g, min(g + _CHUNK, n)), rows._replace(states=self._states)
            end = int(flow_games(self.table, self._sheet, self._track, deals, rows))
            check_choices(self.table.lineup, self.bots)
            if end == JOURNAL_FULL:
                raise RuntimeError(f"the journal overflowed in {self._cell.variant.name}, {players} players, game {g} or after")
            if end < deals.last:
                self._grow(self._states.shape[1] * 3 // 2, int(filled[0]))
            g = end
        return rows._replace(states=self._states[:, : int(filled[0])])

    def tables(self, shard: Shard, stop: Callable[[], bool]) -> dict[str, pl.DataFrame]:
        """Play a shard; see `Player.tables`."""
        return {"states": self.states(shard.first, self.play(shard.first, shard.blocks, stop))}

    def states(self, first: int, flows: FlowRows) -> pl.DataFrame:
        """Make the table of states of some blocks, one row per game, round and seat, without the names of the cell.

        Parameters
        ----------
        first : int
            The first block.
        flows : FlowRows
            What was noted of their games.
        """
        columns: dict[str, Any] = dict(zip(STATE_COLUMNS, flows.states, strict=True))
        game, seat, began = columns.pop("game"), columns["seat"], columns["round"] > 0
        at = game * self._cell.players + seat
        columns |= self._keys(first, game) | {
            "rounds": flows.games[G_ROUNDS][game],
            "bot": self._bot_names(flows.seats[S_BOT][at]),
            "completer": flows.games[G_FIRST_COMPLETE][game] == seat,
            "win": flows.wins[at],
            "bare_win": flows.bare[at],
            "place": flows.seats[S_PLACE][at],
            "total": flows.seats[S_TOTAL][at],
        }
        for character, slot, fate in _HELD:
            held = pl.Series(columns[character] > 0)
            columns[fate] = pl.select(pl.when(held).then(_FATES.gather(columns[fate].astype(np.uint32)))).to_series()
            columns[slot] = pl.select(pl.when(held).then(pl.Series(columns[slot]))).to_series()
            columns[character] = self._names.characters.gather(columns[character].astype(np.uint32))
        return pl.DataFrame(columns).with_columns(pl.when(pl.Series(began)).then("led").alias("led"))

    def _grow(self, size: int, used: int) -> None:
        """Make room for so many rows, keeping those that are used."""
        if self._states.shape[1] < size:
            old = self._states
            self._states = np.zeros((len(STATE_COLUMNS), size), np.int32)
            self._states[:, :used] = old[:, :used]


PLAYER = FlowPlayer
