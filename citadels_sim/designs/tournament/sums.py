"""Sums of every game, whatever rows are kept: all that an estimate needs, in a few kilobytes per shard.

An estimate is a ratio of sums over blocks, and its error needs the sums of products of two block totals. Both are kept here, for the same
groups and under the same names as the analysis declares them, so that figures from sums and from rows are the same to the last bit.
Sums of different shards add up; everything is a whole number (win credit is counted in 840ths).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl

from citadels_sim.catalogue import CHARACTER_CODES
from citadels_sim.designs.recording.buffers import Results
from citadels_sim.designs.recording.game_rows import TURNS_PER_GAME
from citadels_sim.designs.tournament.sums_families import CREDIT, Array, Family, Figures, TurnFamily, block_totals, families
from citadels_sim.designs.tournament.sums_kernel import PENDING, add_blocks
from citadels_sim.designs.tournament.turn_sums import SCRATCH, add_turns
from citadels_sim.engine.state import RANKS
from citadels_sim.runs.plan import Cell, Plan, Shard

__all__ = ["CREDIT", "ShardSums"]

_TOGETHER: Final = 1024
"""Blocks with turn rows whose products are added by one product of matrices: its library takes a fifth of the time of a loop of ours, and
with so many at once two thirds of what it takes with 128 where all 27 characters occur."""


class _Accumulator:
    """Sums of one family over the blocks of a shard.

    Groups and sums have a place each from when they first occur, so that the matrix of products is as small as it can be: 8 characters,
    not 27, and no deeds that none of them can do.
    """

    def __init__(self, family: Family | TurnFamily) -> None:
        self.family = family
        self._group_place = np.full(len(family.groups), -1)
        self._sum_place = np.full(len(family.sums), -1)
        turns = isinstance(family, TurnFamily)
        self._waiting = _TOGETHER if turns else PENDING
        self._scratch = np.empty((SCRATCH, TURNS_PER_GAME if turns else 0), np.int16)
        self._lines = np.empty((2, RANKS), np.int32)
        self._allocate(0, 0)

    def _allocate(self, groups: int, sums: int) -> None:
        size = groups * sums
        self._vectors = np.zeros((self._waiting, size))
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

    def add(self, figures: Figures) -> None:
        """Add some games, in whole blocks."""
        if isinstance(self.family, TurnFamily):
            self._add_turns(self.family, figures)
        else:
            self._add_rows(self.family, figures)

    def _add_rows(self, family: Family, figures: Figures) -> None:
        game, group, values = family.rows(figures)
        table = np.empty((len(values), len(game)), np.int32)
        for row, value in zip(table, values, strict=True):
            row[:] = value
        start = self._starts(group, np.arange(len(values)))
        block = game.astype(np.int64) // figures.cell.rotations
        add_blocks(block, start, table, self._sum_place, self._vectors, self._places, self._totals, self._cross)

    def _add_turns(self, family: TurnFamily, figures: Figures) -> None:
        game = figures.results.turn_game
        if not len(game):
            return
        occurring = family.occurring(figures)
        numbers = np.array([family.sums.index(term.name) for term in occurring])
        self._make_room(family.present(figures), np.array(sorted({*numbers.tolist()})))  # np.unique imports masked arrays
        starts = self._group_place * (int(self._sum_place.max()) + 1)
        start = np.zeros(CHARACTER_CODES, np.int64)
        if family.by_character:
            start[1 : len(starts) + 1] = starts
        places = [self._sum_place[k] + (starts[term.group] if term.group >= 0 else 0) for k, term in zip(numbers, occurring, strict=True)]
        terms = np.array([[*term.coded(), place] for term, place in zip(occurring, places, strict=True)])
        turns, rotations = figures.results.turn_rows, figures.cell.rotations
        first = 0
        while first < len(game):
            begun = first
            first = add_turns(game, first, rotations, start, turns, figures.credits, terms, self._scratch, self._lines, self._vectors)
            vectors = self._vectors[: int(game[first - 1] // rotations - game[begun] // rotations) + 1]
            self._add_products(vectors)
            vectors[:] = 0

    def _add_products(self, vectors: Array) -> None:
        """Add the totals of blocks, and their products: whole numbers below 2**53, exact in whatever order they are added."""
        sums = vectors.sum(axis=0)
        self._totals += sums
        occurring = np.flatnonzero(sums)  # no total is negative; a third of them is 0 throughout: deeds of other characters
        if len(occurring) < len(sums):
            vectors = vectors.take(occurring, axis=1)
            self._cross[np.ix_(occurring, occurring)] += vectors.T @ vectors
        else:
            self._cross += vectors.T @ vectors

    def _starts(self, group: Array, sums: Array) -> Array:
        """Where the sums of each row's group begin, from the groups' numbers; makes room for groups and sums that are new."""
        code = group.astype(np.int64)
        occurs = np.bincount(code, minlength=len(self._group_place)) > 0
        if len(occurs) > len(self._group_place):
            raise AssertionError(f"{self.family.name}: group {len(occurs) - 1} is out of bounds")
        self._make_room(np.flatnonzero(occurs), sums)
        width = int(self._sum_place.max()) + 1
        starts: Array = (self._group_place * width)[code]
        return starts

    @property
    def names(self) -> pl.DataFrame:
        """Names of what it can give: of each group in turn all sums."""
        groups, sums = self.family.groups, self.family.sums
        return pl.DataFrame(
            {"family": self.family.name, "group": np.repeat(groups, len(sums)), "sum": np.tile(sums, len(groups))},
            {"family": pl.String, "group": pl.String, "sum": pl.String},
        )

    def take(self) -> Array:
        """Give the sums: of every group that occurred all sums, and every product that is not 0; in order of groups.

        Returns
        -------
        int64 array, shape (3, sums and products)
            Number of the sum among `names`, that of the second factor (-1: the sum itself), and the value.
        """
        sums = len(self.family.sums)
        known, occurring = np.flatnonzero(self._group_place >= 0), np.flatnonzero(self._sum_place >= 0)
        # Where what occurs stands among all names, and where in the arrays here.
        number = (known[:, None] * sums + occurring).reshape(-1)
        order = (self._group_place[known][:, None] * len(occurring) + self._sum_place[occurring]).reshape(-1)
        totals = np.zeros((len(self.family.groups), sums))
        totals.reshape(-1)[number] = self._totals[order]
        cross = np.triu(self._cross)
        cross = (cross + np.triu(cross, 1).T)[np.ix_(order, order)]
        single = np.flatnonzero(np.repeat(totals.any(axis=1), sums))
        a, b = np.nonzero(np.triu(cross))
        taken = np.full((3, len(single) + len(a)), -1)
        taken[0] = np.concatenate([single, number[a]])
        taken[1, len(single) :] = number[b]
        taken[2] = np.concatenate([totals.reshape(-1)[single], cross[a, b]])
        return taken

    def clear(self) -> None:
        """Begin again."""
        for array in (self._vectors, self._totals, self._cross):
            array[:] = 0


class ShardSums:
    """Collects the sums of the shards of one cell, one shard after another; `clear` stands between them."""

    def __init__(self, plan: Plan, cell: Cell) -> None:
        self._cell = cell
        turns = plan.experiment.detail != "games"
        self.families = [_Accumulator(family) for family in families(cell, tuple(plan.bots), turns=turns)]
        names = [pl.DataFrame({"family": "run", "group": "all", "sum": ["blocks", "games"]}), *(family.names for family in self.families)]
        self._names = pl.concat(names)
        self._first = np.cumsum([len(part) for part in names])
        self._blocks: list[dict[str, Array]] | None = [] if len(plan.cells) > 1 else None

    def clear(self) -> None:
        """Forget all games."""
        for family in self.families:
            family.clear()
        if self._blocks is not None:
            self._blocks = []

    def add(self, results: Results) -> None:
        """Add some games, in whole blocks."""
        figures = Figures(self._cell, results)
        for family in self.families:
            family.add(figures)
        if self._blocks is not None:
            self._blocks.append(block_totals(figures))

    def take(self, shard: Shard) -> dict[str, pl.DataFrame]:
        """Give the tables of a shard whose games have been added."""
        parts = [np.array([[0, 1], [-1, -1], [shard.blocks, shard.games]])]
        for family, first in zip(self.families, self._first, strict=False):
            part = family.take()
            part[:2] += np.where(part[:2] < 0, 0, first)
            parts.append(part)
        names, second = self._names, pl.when(pl.col("second") >= 0).then("second")
        tables = {
            "sums": pl.DataFrame(np.concatenate(parts, axis=1), ["number", "second", "value"], orient="col").select(
                pl.lit(shard.first).alias("first"),
                *(pl.lit(names[name]).gather("number").alias(name) for name in names.columns),
                *(pl.lit(names[name]).gather(second).alias(f"other_{name}") for name in ("group", "sum")),
                "value",
            )
        }
        if self._blocks is not None:
            columns = {name: np.concatenate([part[name] for part in self._blocks]) for name in self._blocks[0]}
            tables["blocks"] = pl.DataFrame({"block": np.arange(shard.first, shard.end)} | columns)
        return tables
