"""The memory that the kernel writes to: allocated once per worker, grown when a shard needs more, so that it stays flat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.designs.recording.columns import GAME_COLUMNS, SEAT_COLUMNS, TURN_COLUMNS
from citadels_sim.designs.recording.game_rows import ALWAYS, TURNS_PER_GAME
from citadels_sim.designs.recording.kernel import EVENTS, TURNS, Rows
from citadels_sim.engine.journal import CAPACITY, EVENT
from citadels_sim.engine.state import RANKS

_ROWS_PER_GAME: Final = 150
"""Turn rows of a usual game, with some to spare; where games are longer the arrays grow."""
_EVENTS_PER_GAME: Final = 500


@dataclass
class Results:
    """What was kept of the games of one shard, cut to length.

    Attributes
    ----------
    seeds : int64 array, shape (games,)
        The seed of each game.
    games, seats, wins, casts, turn_game, event_game, events
        As `kernel.play_games` fills them.
    turn_rows : int16 array, shape (len(TURN_COLUMNS), turns or more)
        The whole array that it fills with turn rows.
    """

    seeds: Array
    games: Array
    seats: Array
    wins: Array
    casts: Array
    turn_game: Array
    turn_rows: Array
    event_game: Array
    events: Array

    @property
    def turns(self) -> Array:
        """The turn rows, as many as `turn_game` has."""
        return self.turn_rows[:, : len(self.turn_game)]


class Buffers:
    """Arrays for the results of one shard.

    Parameters
    ----------
    detail : {"games", "turns", "events"}
        What is kept; "games" needs no journal.
    """

    def __init__(self, detail: str) -> None:
        self._turns = detail in ("turns", "events")
        self._events = detail == "events"
        self.filled = np.array([0, 0, ALWAYS])
        self._shape = (0, 0)
        self._allocate_rows(0, 0)

    def begin(self, games: int, players: int) -> None:
        """Make room for a shard's games and forget the last one's."""
        if self._shape != (games, players):
            self._shape = (games, players)
            self.games = np.zeros((len(GAME_COLUMNS), games), np.int32)
            self.seats = np.zeros((len(SEAT_COLUMNS), games * players), np.int16)
            self.wins = np.zeros(games * players)
            self.casts = np.zeros((games, RANKS), np.int16)
        if self._turns and not self.turn_game.size:
            self._allocate_rows(games * _ROWS_PER_GAME + TURNS_PER_GAME, self.event_game.size)
        if self._events and not self.event_game.size:
            self._allocate_rows(self.turn_game.size, games * _EVENTS_PER_GAME + CAPACITY)
        self.filled[[TURNS, EVENTS]] = 0

    def _allocate_rows(self, turns: int, events: int) -> None:
        self.turn_game = np.zeros(turns, np.int32)
        self.turns = np.zeros((len(TURN_COLUMNS), turns), np.int16)
        self.event_game = np.zeros(events, np.int32)
        self.events = np.zeros(events, EVENT)

    def has_room(self) -> bool:
        """Return whether another game's rows fit in, however long it is."""
        turns = not self._turns or self.turn_game.size - self.filled[TURNS] >= TURNS_PER_GAME
        events = not self._events or self.event_game.size - self.filled[EVENTS] >= CAPACITY
        return bool(turns and events)

    def grow(self) -> None:
        """Make half as much room again for rows, keeping those that are there."""
        turns, events = int(self.filled[TURNS]), int(self.filled[EVENTS])
        old = (self.turn_game, self.turns, self.event_game, self.events)
        self._allocate_rows(*(size + size // 2 for size in (self.turn_game.size, self.event_game.size)))
        self.turn_game[:turns] = old[0][:turns]
        self.turns[:, :turns] = old[1][:, :turns]
        self.event_game[:events] = old[2][:events]
        self.events[:events] = old[3][:events]

    def rows(self) -> Rows:
        """Return the arrays for the kernel."""
        kept = (self.turn_game, self.turns, self.event_game, self.events)
        return Rows(self.games, self.seats, self.wins, self.casts, *kept, self.filled)

    def results(self, seeds: Any) -> Results:
        """Return what was filled; views into the buffers, good until the next shard."""
        turns, events = int(self.filled[TURNS]), int(self.filled[EVENTS])
        return Results(
            seeds=seeds,
            games=self.games,
            seats=self.seats,
            wins=self.wins,
            casts=self.casts,
            turn_game=self.turn_game[:turns],
            turn_rows=self.turns,
            event_game=self.event_game[:events],
            events=self.events[:events],
        )
