"""Sums of every game, whatever rows are kept: all that an estimate needs, in a few kilobytes per shard.

An estimate is a ratio of sums over blocks, and its error needs the sums of products of two block totals. Both are kept here, for the same
groups and under the same names as the analysis declares them, so that figures from sums and from rows are the same to the last bit.
Sums of different shards add up; everything is a whole number (win credit is counted in 840ths).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.engine.loop import ROUND_CAP
from citadels_sim.tournament import columns as c
from citadels_sim.tournament.columns import TURN_COLUMNS
from citadels_sim.tournament.dictionary import KEY
from citadels_sim.tournament.plan import Cell, Plan, Shard
from citadels_sim.tournament.sums_kernel import PENDING, add_blocks, count_offers
from citadels_sim.tournament.tables import Results

__all__ = ["CREDIT", "SUMS_DICTIONARY", "ShardSums"]

CREDIT: Final = 840
"""A win is counted in 840ths: shared by up to eight it is still a whole number."""

_MOST_POINTS: Final = 200
"""Greatest final score with a group of its own; no city comes near."""

SUMS_DICTIONARY: Final = {
    "sums": {
        **{name: KEY[name] for name in ("variant", "players", "lineup")},
        "first": "first block of the shard",
        "family": "the figures that belong together, as in the report; 'run' has the number of blocks and of games",
        "group": "member of the family: the seat, the character, ...",
        "sum": "what is summed; credit in 840ths of a win",
        "other_group": "the second factor's group, where products are summed; null: the sum itself",
        "other_sum": "the second factor",
        "value": "sum over the shard's blocks of the block's total, or of the product of two totals of one block",
    },
    "blocks": {
        **{name: KEY[name] for name in ("variant", "players", "lineup", "block")},
        "games": "games of the block: its rotations",
        "rounds": "rounds of all its games",
        "turns": "turns of all its games",
        "points": "final scores of all seats of all its games",
        "best": "highest score of each game, summed",
        "margin": "distance from the highest to the second score, summed",
        "first_crown": "win credit, in 840ths, of the seat that had the first crown, summed",
        "first_bot": "win credit, in 840ths, of the bot that the line-up names first, summed",
    },
}
"""What the columns of the tables `sums` and `blocks` mean."""

_DONE: Final = (
    "stolen", "tax_collected", "tithes_taken", "bonus_gold", "beautified", "gifts_taken", "extorted", "spied", "borrowed", "confiscated",
    "seized", "destroyed", "exchanged",
)  # fmt: skip
"""Columns of `turns` that count what a character does with its power,"""
_ONCE_A_TURN: Final = frozenset({"gifts_taken", "confiscated", "seized", "destroyed", "exchanged"})
"""those of them of which only the turns are counted that have any,"""
_SUFFERED: Final = ("gold_lost", "tax_paid", "tithes_given", "gifts_given", "districts_lost")
"""and columns that count what falls on its holder."""

Array = npt.NDArray[Any]
Product = tuple[Array, Array]
Rows = tuple[Array, Array, list[Array | Product | None]]
"""Of each row the game, the group, and what it adds to each sum: numbers, the product of two arrays, or None where every row adds 0."""


@dataclass(frozen=True)
class _Family:
    """Figures over the same groups: names of the groups and sums, and what rows add to them."""

    name: str
    groups: tuple[str, ...]
    sums: tuple[str, ...]
    rows: Callable[[_Figures], Rows]


class _Figures:
    """Figures of some games, as arrays: what the families are counted from.

    Attributes
    ----------
    games, seats, turns : int arrays
        Columns as rows of the arrays, as the kernel fills them.
    seat, seat_game : int64 arrays, shape (games * players,)
        Seat and game of each seat row.
    credit : int32 array, shape (games * players,)
        Credit of each seat row, in 840ths.
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
        self._credits = self.credit.reshape(self.n, cell.players)
        ordered = np.sort(self.seats[c.S_TOTAL].reshape(self.n, cell.players), axis=1).astype(np.int32)
        self.best, self.second, self.worst = ordered[:, -1], ordered[:, -2], ordered[:, 0]

    def credit_of(self, game: Array, seat: Array) -> Array:
        """Credit of one seat of a game for each row; 0 where the seat is negative: nobody's."""
        return np.where(seat >= 0, self._credits[game, seat], 0)

    @cached_property
    def holder_credit(self) -> Array:
        """Credit of who held the character, per turn row."""
        return self.credit_of(self.results.turn_game, self.turns[c.SEAT])

    @cached_property
    def crown_credit(self) -> Array:
        """Credit of the seat with the first crown, per game."""
        return self.credit_of(self.game, self.games[c.G_FIRST_CROWN])

    def seat_sums(self, group: Array) -> Rows:
        """Games, credit and points per group of seats."""
        return self.seat_game, group, [np.ones(len(group)), self.credit, self.seats[c.S_TOTAL]]


def _from_crown(f: _Figures) -> Rows:
    return f.seat_sums((f.seat - np.repeat(f.games[c.G_FIRST_CROWN], f.cell.players)) % f.cell.players)


def _scores(f: _Figures) -> Rows:
    margin = f.best - f.second
    return f.game, np.zeros(f.n), [np.ones(f.n), f.best, margin, f.best - f.worst, margin <= 3, margin == 0]


def _score_parts(f: _Figures) -> Rows:
    parts = [f.seats[row] for row in (c.S_TOTAL, c.S_DISTRICTS, c.S_TYPES, c.S_COMPLETION, c.S_BONUS)]
    return f.seat_game, f.seats[c.S_PLACE] != 1, [np.ones(len(f.seat)), *parts]


def _totals(f: _Figures) -> Rows:
    return f.seat_game, f.seats[c.S_TOTAL], [np.ones(len(f.seat)), f.seats[c.S_PLACE] == 1]


def _length(f: _Figures) -> Rows:
    first = f.games[c.G_FIRST_COMPLETE]
    counts = [f.games[row] for row in (c.G_ROUNDS, c.G_TURNS, c.G_DECISIONS, c.G_CAPPED)]
    return f.game, np.zeros(f.n), [np.ones(f.n), *counts, first >= 0, f.credit_of(f.game, first), f.crown_credit]


def _rounds(f: _Figures) -> Rows:
    return f.game, f.games[c.G_ROUNDS], [np.ones(f.n)]


def _characters(f: _Figures) -> Rows:
    t, game = f.turns, f.results.turn_game
    held = t[c.SEAT] >= 0
    played = held & (t[c.MURDERED] == 0)
    offers = np.zeros(len(game), np.int32)
    count_offers(game, t, offers)
    deeds = {name: t[TURN_COLUMNS.index(name)] for name in (*_DONE, *_SUFFERED)}
    some = {name: deed for name, deed in deeds.items() if deed.any()}  # most of them no character of the cast can do
    own = played & (t[c.BEWITCHED] == 0)
    sums: list[Array | Product | None] = [
        np.ones(len(game), np.int8), held, f.holder_credit, (held, t[c.SLOT]), t[c.FACE_UP] != 0,
        ~held & (t[c.FACE_UP] == 0), held & (t[c.MURDERED] != 0), held & (t[c.ROBBED] != 0), held & (t[c.BEWITCHED] != 0),
        held & (t[c.LEADER] != 0), played, played & (t[c.GATHERED] == 1), (played, t[c.GOLD_GAINED]), (played, t[c.BUILT]), offers, own,
    ]  # fmt: skip
    sums += [own & (some[name] > 0) if name in some else None for name in _DONE]
    sums += [(own, some[name]) if name in some else None for name in _DONE if name not in _ONCE_A_TURN]
    sums += [some.get(name) for name in _SUFFERED]
    return game, t[c.CHARACTER] - 1, sums


def _crown(f: _Figures) -> Rows:
    t, game = f.turns, f.results.turn_game
    return game, t[c.CROWN] == 0, [t[c.SEAT] >= 0, f.holder_credit]


_CHARACTER_SUMS: Final = (
    "rounds", "picks", "credit", "slots", "face_up", "hidden", "murders", "thefts", "bewitchments",
    "led", "turns", "took_gold", "gold", "built", "offers",
    "own_turns", *(f"{name}_turns" for name in _DONE), *(name for name in _DONE if name not in _ONCE_A_TURN), *_SUFFERED,
)  # fmt: skip


def _families(cell: Cell, bots: tuple[str, ...], *, turns: bool) -> Iterator[_Family]:
    """Declare what is summed: the groups, sums and names of `citadels_sim.analysis`, each counted from the kernel's arrays."""
    seats, by_seat = tuple(map(str, range(cell.players))), ("games", "credit", "total")
    position = np.array([bots.index(name) for name in cell.seats])
    yield _Family("seats_from_crown", seats, by_seat, _from_crown)
    yield _Family("seats", seats, by_seat, lambda f: f.seat_sums(f.seat))
    yield _Family("bots", bots, by_seat, lambda f: f.seat_sums(position[f.seats[c.S_BOT]]))
    yield _Family("scores", ("all",), ("games", "best", "margin", "spread", "close", "tied"), _scores)
    yield _Family("score_parts", ("winner", "others"), ("seats", "total", "districts", "types", "completion", "bonus"), _score_parts)
    yield _Family("score_distribution", tuple(map(str, range(_MOST_POINTS + 1))), ("seats", "winners"), _totals)
    length = ("games", "rounds", "turns", "decisions", "capped", "completed", "completer_credit", "crown_credit")
    yield _Family("length", ("all",), length, _length)
    yield _Family("round_distribution", tuple(map(str, range(ROUND_CAP + 2))), ("games",), _rounds)
    if turns:
        yield _Family("characters", tuple(character.id for character in CHARACTERS), _CHARACTER_SUMS, _characters)
        yield _Family("crown", ("crown holder", "others"), ("picks", "credit"), _crown)


class _Accumulator:
    """Sums of one family over the blocks of a shard.

    Groups and sums have a place each from when they first occur, so that the matrix of products is as small as it can be: 8 characters,
    not 27, and no deeds that none of them can do.
    """

    def __init__(self, family: _Family) -> None:
        self.family = family
        self._group_place = np.full(len(family.groups), -1)
        self._sum_place = np.full(len(family.sums), -1)
        self._allocate(0, 0)

    def _allocate(self, groups: int, sums: int) -> None:
        size = groups * sums
        self._vectors = np.zeros((PENDING, size))
        self._places = np.zeros(size, np.int64)
        self._totals = np.zeros(size)
        self._cross = np.zeros((size, size))

    def _make_room(self, groups: Array, sums: Array) -> None:
        """Give groups and sums that occur for the first time a place behind the others; both are given by their numbers."""
        group_place, sum_place = self._group_place, self._sum_place
        new_groups, new_sums = groups[group_place[groups] < 0], sums[sum_place[sums] < 0]
        if len(new_groups) == len(new_sums) == 0:
            return
        n_groups, n_sums = int(group_place.max()) + 1, int(sum_place.max()) + 1
        group_place[new_groups] = n_groups + np.arange(len(new_groups))
        sum_place[new_sums] = n_sums + np.arange(len(new_sums))
        totals, cross = self._totals, self._cross
        wide = n_sums + len(new_sums)
        self._allocate(n_groups + len(new_groups), wide)
        kept = (np.arange(n_groups)[:, None] * wide + np.arange(n_sums)).reshape(-1)
        self._totals[kept] = totals
        self._cross[np.ix_(kept, kept)] = cross

    def add(self, figures: _Figures) -> None:
        """Add some games, in whole blocks."""
        game, group, values = self.family.rows(figures)
        if not len(game):
            return
        which = np.array([k for k, value in enumerate(values) if value is not None])
        table = np.empty((len(which), len(game)), np.int32)
        for row, k in zip(table, which, strict=True):
            value = values[k]
            if isinstance(value, tuple):
                np.multiply(value[0], value[1], out=row)
            elif value is not None:
                row[:] = value
        code = group.astype(np.int64)
        occurs = np.bincount(code, minlength=len(self._group_place)) > 0
        if len(occurs) > len(self._group_place):
            raise AssertionError(f"{self.family.name}: group {len(occurs) - 1} is out of bounds")
        self._make_room(np.flatnonzero(occurs), which)
        block = game.astype(np.int64) // figures.cell.rotations
        sums = int(self._sum_place.max()) + 1
        start = (self._group_place * sums)[code]
        add_blocks(block, start, table, self._sum_place[which], self._vectors, self._places, self._totals, self._cross)

    def take(self) -> dict[str, Any]:
        """Give the sums as columns: of every group that occurred all sums, and every product that is not 0; in order of groups."""
        sums = len(self.family.sums)
        groups = pl.Series(self.family.groups, dtype=pl.String)
        names = pl.Series(self.family.sums, dtype=pl.String)
        known, occurring = np.flatnonzero(self._group_place >= 0), np.flatnonzero(self._sum_place >= 0)
        # Where what occurs stands among all sums of the known groups, and where in the arrays here.
        number = (np.arange(len(known))[:, None] * sums + occurring).reshape(-1)
        order = (self._group_place[known][:, None] * len(occurring) + self._sum_place[occurring]).reshape(-1)
        totals = np.zeros(len(known) * sums)
        totals[number] = self._totals[order]
        cross = (self._cross + np.triu(self._cross, 1).T)[np.ix_(order, order)]
        single = np.flatnonzero(np.repeat(totals.reshape(-1, sums).any(axis=1), sums))
        a, b = np.nonzero(np.triu(cross))
        first = np.concatenate([single, number[a]])
        other = pl.Series(np.concatenate([np.full(len(single), -1), number[b]]))
        second = other.set(other < 0, None)
        code = pl.Series(known.astype(np.uint32), dtype=pl.UInt32)
        return {
            "family": pl.repeat(self.family.name, len(first), dtype=pl.String, eager=True),
            "group": groups.gather(code.gather(first // sums)),
            "sum": names.gather(first % sums),
            "other_group": groups.gather(code.gather(second // sums)),
            "other_sum": names.gather(second % sums),
            "value": np.concatenate([totals[single], cross[a, b]]).astype(np.int64),
        }

    def clear(self) -> None:
        """Begin again."""
        for array in (self._vectors, self._totals, self._cross):
            array[:] = 0


class ShardSums:
    """Collects the sums of the shards of one cell, one shard after another; `clear` stands between them.

    Parameters
    ----------
    plan : Plan
    cell : Cell
    """

    def __init__(self, plan: Plan, cell: Cell) -> None:
        self._cell = cell
        self._key: dict[str, tuple[Any, Any]] = {
            "variant": (cell.variant.name, pl.Enum([variant.name for variant in plan.variants])),
            "players": (cell.players, pl.Int8),
            "lineup": (cell.lineup, pl.Enum([",".join(lineup) for lineup in plan.experiment.lineups])),
        }
        turns = plan.experiment.detail != "games"
        self._families = [_Accumulator(family) for family in _families(cell, tuple(plan.bots), turns=turns)]
        self._blocks: list[dict[str, Array]] | None = [] if len(plan.cells) > 1 else None

    def clear(self) -> None:
        """Forget all games."""
        for family in self._families:
            family.clear()
        if self._blocks is not None:
            self._blocks = []

    def add(self, results: Results) -> None:
        """Add some games, in whole blocks."""
        figures = _Figures(self._cell, results)
        for family in self._families:
            family.add(figures)
        if self._blocks is not None:
            self._blocks.append(_block_totals(figures))

    def take(self, shard: Shard) -> dict[str, pl.DataFrame]:
        """Give the tables of a shard whose games have been added."""
        run = {"family": ["run"] * 2, "group": ["all"] * 2, "sum": ["blocks", "games"], "value": [shard.blocks, shard.games]}
        parts = [pl.DataFrame(run), *(pl.DataFrame(family.take()) for family in self._families)]
        sums = pl.concat(parts, how="diagonal")
        order = list(SUMS_DICTIONARY["sums"])
        tables = {"sums": sums.with_columns(*self._keys(), pl.lit(shard.first, dtype=pl.Int64).alias("first")).select(order)}
        if self._blocks is not None:
            columns = {name: np.concatenate([part[name] for part in self._blocks]) for name in self._blocks[0]}
            blocks = pl.DataFrame({"block": np.arange(shard.first, shard.end)} | columns)
            tables["blocks"] = blocks.with_columns(*self._keys()).select(list(SUMS_DICTIONARY["blocks"]))
        return tables

    def _keys(self) -> list[pl.Expr]:
        return [pl.lit(value, dtype=dtype).alias(name) for name, (value, dtype) in self._key.items()]


def _block_totals(f: _Figures) -> dict[str, Array]:
    """Sum what variants are compared by over the games of each block."""
    points = f.seats[c.S_TOTAL].reshape(f.n, -1).sum(axis=1)
    named_first = np.array([name == f.cell.seats[0] for name in f.cell.seats])
    first_bot = (f.credit * named_first[f.seats[c.S_BOT]]).reshape(f.n, -1).sum(axis=1)
    per_game = {
        "games": np.ones(f.n, np.int64), "rounds": f.games[c.G_ROUNDS], "turns": f.games[c.G_TURNS], "points": points, "best": f.best,
        "margin": f.best - f.second, "first_crown": f.crown_credit, "first_bot": first_bot,
    }  # fmt: skip
    return {name: value.reshape(-1, f.cell.rotations).sum(axis=1).astype(np.int32) for name, value in per_game.items()}
