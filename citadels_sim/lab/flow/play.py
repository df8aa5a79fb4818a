"""The course of games: playing them, and their table with one row per game, round and seat. What is noted of a round, see `flow_rows`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.bots import Bot
from citadels_sim.engine.journal import CAPACITY
from citadels_sim.engine.loop import Deals
from citadels_sim.engine.state import RANKS
from citadels_sim.lab.flow.kernel import STATES_PER_GAME, FlowRows, flow_games
from citadels_sim.lab.flow.rows import FATES, STATE_COLUMNS, TRACKED
from citadels_sim.lab.player import Player
from citadels_sim.lab.tournament.columns import G_FIRST_COMPLETE, G_ROUNDS, GAME_COLUMNS, S_BOT, S_PLACE, S_TOTAL, SEAT_COLUMNS
from citadels_sim.lab.tournament.game_rows import new_sheet
from citadels_sim.lab.tournament.kernel import JOURNAL_FULL
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.seeds import block_seeds
from citadels_sim.runs.table_writer import Stopped, TableWriter, cell_keys
from citadels_sim.tables.parquet import CHARACTER

FATE: Final = pl.Enum(FATES)
"""Type of the columns `fate` and `second_fate`."""

_CHUNK: Final = 500
"""Games between two looks at whether to stop."""
_ROWS_PER_GAME: Final = 120
"""Rows of a usual game, with some to spare; where games are longer the array grows."""

_CHARACTERS: Final = pl.Series([None, *CHARACTER.categories], dtype=CHARACTER)
_FATES: Final = pl.Series(FATES, dtype=FATE)
_FLAGS: Final = ("crown", "led", "completer")
_TINY: Final = ("seat", "types", "slot", "second_slot", "place", "lost", "taken")
_HELD: Final = (("character", "slot", "fate"), ("second", "second_slot", "second_fate"))


@dataclass
class Flows:
    """What was noted of the games of some blocks.

    Attributes
    ----------
    seeds : int64 array, shape (games,)
        The seed of each game.
    games, seats, wins, bare, states
        As `flow_kernel.flow_games` fills them, cut to length.
    """

    seeds: Array
    games: Array
    seats: Array
    wins: Array
    bare: Array
    states: Array


class FlowPlayer(Player):
    """Plays the games of one cell, with compiled bots, and keeps their course; parameters as for `Player`."""

    KERNELS = (flow_games,)
    _capacity = CAPACITY

    def __init__(self, cell: Cell, bots: dict[str, Bot], seed: int) -> None:
        super().__init__(cell, bots, seed)
        self._sheet = new_sheet()
        self._track = np.zeros((TRACKED, RANKS), np.int64)
        self._states = np.zeros((len(STATE_COLUMNS), 0), np.int32)

    def play(self, first: int, blocks: int, stop: Callable[[], bool] = lambda: False) -> Flows:
        """Play all rotations of some blocks.

        Parameters
        ----------
        first, blocks : int
            Which blocks.
        stop : callable
            Called now and then; when it returns True, `Stopped` is raised.

        Returns
        -------
        Flows
            The states are a view, good until the next call.

        Raises
        ------
        Stopped
            When `stop` returned True.
        RuntimeError
            When a game broke a limit of the recording: a fault of ours.
        """
        players, rotations = self._cell.players, self._cell.rotations
        n = blocks * rotations
        seeds = block_seeds(self._seed, first, blocks)
        games, seats = np.zeros((len(GAME_COLUMNS), n), np.int32), np.zeros((len(SEAT_COLUMNS), n * players), np.int16)
        wins, bare = np.zeros(n * players), np.zeros(n * players)
        filled = np.zeros(2, np.int64)
        self._grow(n * _ROWS_PER_GAME + STATES_PER_GAME, 0)
        g = 0
        while g < n:
            if stop():
                raise Stopped
            deals, rows = Deals(seeds, first, rotations, g, min(g + _CHUNK, n)), FlowRows(games, seats, wins, bare, self._states, filled)
            end = int(flow_games(self.table, self._sheet, self._track, deals, rows))
            if end == JOURNAL_FULL:
                raise RuntimeError(f"the journal overflowed in {self._cell.variant.name}, {players} players, game {g} or after")
            if end < deals.last:
                self._grow(self._states.shape[1] * 3 // 2, int(filled[0]))
            g = end
        return Flows(np.repeat(seeds, rotations), games, seats, wins, bare, self._states[:, : int(filled[0])])

    def _grow(self, size: int, used: int) -> None:
        """Make room for so many rows, keeping those that are used."""
        if self._states.shape[1] < size:
            old = self._states
            self._states = np.zeros((len(STATE_COLUMNS), size), np.int32)
            self._states[:, :used] = old[:, :used]


entry_points = FlowPlayer.entry_points


def flow_table(plan: Plan, shard: Shard, flows: Flows) -> pl.DataFrame:
    """Make the table of states, one row per game, round and seat.

    Parameters
    ----------
    plan : Plan
    shard : Shard
        The blocks.
    flows : Flows
        What was noted of their games.
    """
    cell = plan.cells[shard.cell]
    columns: dict[str, Any] = dict(zip(STATE_COLUMNS, flows.states, strict=True))
    game, seat, began = columns.pop("game"), columns["seat"], columns["round"] > 0
    at = game * cell.players + seat
    columns |= {
        "block": shard.first + game.astype(np.int64) // cell.rotations,
        "rotation": game % cell.rotations,
        "seed": flows.seeds[game],
        "rounds": flows.games[G_ROUNDS][game],
        "bot": pl.Series(cell.seats, dtype=pl.Enum(list(plan.bots))).gather(flows.seats[S_BOT][at].astype(np.uint32)),
        "completer": flows.games[G_FIRST_COMPLETE][game] == seat,
        "win": flows.wins[at], "bare_win": flows.bare[at], "place": flows.seats[S_PLACE][at], "total": flows.seats[S_TOTAL][at],
    }  # fmt: skip
    for character, slot, fate in _HELD:
        held = pl.Series(columns[character] > 0)
        columns[fate] = pl.select(pl.when(held).then(_FATES.gather(columns[fate].astype(np.uint32)))).to_series()
        columns[slot] = pl.select(pl.when(held).then(pl.Series(columns[slot]))).to_series()
        columns[character] = _CHARACTERS.gather(columns[character].astype(np.uint32))
    frame = pl.DataFrame(columns).with_columns(pl.col(_FLAGS).cast(pl.Boolean), pl.col("rotation", *_TINY).cast(pl.Int8))
    whole = [name for name, dtype in frame.schema.items() if dtype == pl.Int32]
    return frame.with_columns(
        *cell_keys(plan, cell),
        pl.col([name for name in whole if name != "options"]).cast(pl.Int16),
        pl.when(pl.Series(began)).then("led").alias("led"),
    )  # fmt: skip


class Writer(TableWriter[FlowPlayer]):
    """Plays the games of a plan's shards, keeping their course."""

    def _new_player(self, cell: Cell) -> FlowPlayer:
        return FlowPlayer(cell, self._plan.bots, self._plan.experiment.seed)

    def _tables(self, shard: Shard, player: FlowPlayer) -> dict[str, pl.DataFrame]:
        return {"states": flow_table(self._plan, shard, player.play(shard.first, shard.blocks, self._stop))}
