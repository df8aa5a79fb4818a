"""What is summed over the games of a shard, as data: families of figures, their groups, and what each game or row adds to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from citadels_sim.arrays import Array
from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.recording.buffers import Results
from citadels_sim.designs.recording.columns import TURN_COLUMNS
from citadels_sim.designs.tournament.terms import CHARACTER_TERMS, CROWN_TERMS, DONE, SUFFERED, Term
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.runs.plan import Cell
from citadels_sim.statistics.metric_types import CREDIT

__all__ = ["CREDIT", "Array", "Family", "Figures", "TurnFamily", "block_totals", "families"]

_MOST_POINTS: Final = 200
"""Greatest final score with a group of its own; no city comes near."""

Rows = tuple[Array, Array, list[Array]]
"""Of each row the game, the group, and what it adds to each sum."""


@dataclass(frozen=True)
class Family:
    """Figures over the same groups: names of the groups and sums, and what rows add to them."""

    name: str
    groups: tuple[str, ...]
    sums: tuple[str, ...]
    rows: Callable[[Figures], Rows]


@dataclass(frozen=True)
class TurnFamily:
    """Figures over turn rows: names of the groups, and what is summed for each.

    The groups are the characters, in order of code, or each term names the one that it is summed for.
    """

    name: str
    groups: tuple[str, ...]
    terms: tuple[Term, ...]

    @property
    def sums(self) -> tuple[str, ...]:
        """Names of what is summed."""
        return tuple(dict.fromkeys(term.name for term in self.terms))

    @property
    def by_character(self) -> bool:
        """Whether the groups are the characters."""
        return all(term.group < 0 for term in self.terms)

    def present(self, figures: Figures) -> Array:
        """Numbers of the groups: of characters, those in the casts of the games."""
        if not self.by_character:
            return np.arange(len(self.groups))
        codes = np.bincount(figures.results.casts.reshape(-1), minlength=len(self.groups) + 1)
        return np.flatnonzero(codes[1:])

    def occurring(self, figures: Figures) -> list[Term]:
        """Return the terms that some row may add to."""
        seldom = _SELDOM & {term.column for term in self.terms}
        zero = {name for name in seldom if figures.turns[TURN_COLUMNS.index(name)].max() == 0}  # counts
        return [term for term in self.terms if term.column not in zero]


class Figures:
    """Figures of some games, as arrays: what the families are counted from.

    Attributes
    ----------
    games, seats, turns : int arrays
        Columns as rows of the arrays, as the kernel fills them.
    seat, seat_game : int64 arrays, shape (games * players,)
        Seat and game of each seat row.
    credit : int32 array, shape (games * players,)
        Credit of each seat row, in 840ths;
    credits : int32 array, shape (games, players)
        the same by game and seat.
    """

    def __init__(self, cell: Cell, results: Results) -> None:
        self.cell = cell
        self.results = results
        self.n = results.games.shape[1]
        self.games, self.seats, self.turns = results.games, results.seats, results.turns
        self.game = np.arange(self.n)
        self.seat = np.tile(np.arange(cell.players), self.n)
        self.seat_game = np.repeat(self.game, cell.players)
        self.credit = np.rint(results.wins * CREDIT).astype(np.int32)
        self.credits = self.credit.reshape(self.n, cell.players)
        ordered = np.sort(self.seats[c.S_TOTAL].reshape(self.n, cell.players), axis=1).astype(np.int32)
        self.best, self.second, self.worst = ordered[:, -1], ordered[:, -2], ordered[:, 0]

    def credit_of(self, game: Array, seat: Array) -> Array:
        """Credit of one seat of a game for each row; 0 where the seat is negative: nobody's."""
        return np.where(seat >= 0, self.credits[game, seat], 0)

    @cached_property
    def crown_credit(self) -> Array:
        """Credit of the seat with the first crown, per game."""
        return self.credit_of(self.game, self.games[c.G_FIRST_CROWN])

    def seat_sums(self, group: Array) -> Rows:
        """Games, credit and points per group of seats."""
        return self.seat_game, group, [np.ones(len(group)), self.credit, self.seats[c.S_TOTAL]]


def _from_crown(f: Figures) -> Rows:
    return f.seat_sums((f.seat - np.repeat(f.games[c.G_FIRST_CROWN], f.cell.players)) % f.cell.players)


def _scores(f: Figures) -> Rows:
    margin = f.best - f.second
    return f.game, np.zeros(f.n), [np.ones(f.n), f.best, margin, f.best - f.worst, margin <= 3, margin == 0]


def _score_parts(f: Figures) -> Rows:
    parts = [f.seats[row] for row in (c.S_TOTAL, c.S_DISTRICTS, c.S_TYPES, c.S_COMPLETION, c.S_BONUS)]
    return f.seat_game, f.seats[c.S_PLACE] != 1, [np.ones(len(f.seat)), *parts]


def _totals(f: Figures) -> Rows:
    return f.seat_game, f.seats[c.S_TOTAL], [np.ones(len(f.seat)), f.seats[c.S_PLACE] == 1]


def _length(f: Figures) -> Rows:
    first = f.games[c.G_FIRST_COMPLETE]
    counts = [f.games[row] for row in (c.G_ROUNDS, c.G_TURNS, c.G_DECISIONS, c.G_CAPPED)]
    return f.game, np.zeros(f.n), [np.ones(f.n), *counts, first >= 0, f.credit_of(f.game, first), f.crown_credit]


def _rounds(f: Figures) -> Rows:
    return f.game, f.games[c.G_ROUNDS], [np.ones(f.n)]


_SELDOM: Final = frozenset((*DONE, *SUFFERED))
"""Columns that are zero throughout where no character of the cast can do the like: left out of the sums until one is not."""


def families(cell: Cell, bots: tuple[str, ...], *, turns: bool) -> Iterator[Family | TurnFamily]:
    """Declare what is summed: groups, sums and names of `citadels_sim.designs.tournament.metrics`, counted from the kernel's arrays."""
    seats, by_seat = tuple(map(str, range(cell.players))), ("games", "credit", "total")
    position = np.array([bots.index(name) for name in cell.seats])
    yield Family("seats_from_crown", seats, by_seat, _from_crown)
    yield Family("seats", seats, by_seat, lambda f: f.seat_sums(f.seat))
    yield Family("bots", bots, by_seat, lambda f: f.seat_sums(position[f.seats[c.S_BOT]]))
    yield Family("scores", ("all",), ("games", "best", "margin", "spread", "close", "tied"), _scores)
    yield Family("score_parts", ("winner", "others"), ("seats", "total", "districts", "types", "completion", "bonus"), _score_parts)
    yield Family("score_distribution", tuple(map(str, range(_MOST_POINTS + 1))), ("seats", "winners"), _totals)
    length = ("games", "rounds", "turns", "decisions", "capped", "completed", "completer_credit", "crown_credit")
    yield Family("length", ("all",), length, _length)
    yield Family("round_distribution", tuple(map(str, range(ROUND_CAP + 2))), ("games",), _rounds)
    if turns:
        characters = tuple(character.id for character in cell.variant.cards.characters)
        yield TurnFamily("characters", characters, CHARACTER_TERMS)
        yield TurnFamily("crown", ("crown holder", "others"), CROWN_TERMS)


def block_totals(f: Figures) -> dict[str, Array]:
    """Sum what variants are compared by over the games of each block."""
    points = f.seats[c.S_TOTAL].reshape(f.n, -1).sum(axis=1)
    named_first = np.array([name == f.cell.seats[0] for name in f.cell.seats])
    first_bot = (f.credit * named_first[f.seats[c.S_BOT]]).reshape(f.n, -1).sum(axis=1)
    per_game = {
        "games": np.ones(f.n, np.int64),
        "rounds": f.games[c.G_ROUNDS],
        "turns": f.games[c.G_TURNS],
        "points": points,
        "best": f.best,
        "margin": f.best - f.second,
        "first_crown": f.crown_credit,
        "first_bot": first_bot,
    }
    return {name: value.reshape(-1, f.cell.rotations).sum(axis=1).astype(np.int32) for name, value in per_game.items()}
