"""Sums of every game, whatever rows are kept: all that an estimate needs, in a few kilobytes per shard.

An estimate is a ratio of sums over blocks, and its error needs the sums of products of two block totals. Both are kept here, for the same
groups and under the same names as the analysis declares them, so that figures from sums and from rows are the same to the last bit.
Sums of different shards add up; everything is a whole number (win credit is counted in 840ths).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.catalogue import CHARACTERS
from citadels_sim.engine.state import RANKS
from citadels_sim.lab.recording.buffers import Results
from citadels_sim.lab.recording.game_rows import TURNS_PER_GAME
from citadels_sim.lab.tournament import SUMS
from citadels_sim.lab.tournament.column_file import ColumnFile
from citadels_sim.lab.tournament.sums_families import CREDIT, Array, Family, Figures, TurnFamily, block_totals, families
from citadels_sim.lab.tournament.sums_kernel import PENDING, add_blocks
from citadels_sim.lab.tournament.turn_sums import SCRATCH, add_turns
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.table_writer import cell_keys, cell_types
from citadels_sim.tables.pages import Packed

__all__ = ["CREDIT", "ShardSums"]

_RUN, _ALL, _COUNTS = "run", "all", ("blocks", "games")
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
        start = np.zeros(len(CHARACTERS) + 1, np.int64)
        if family.by_character:
            start[1:] = starts
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

    def take(self) -> Array:
        """Give the sums: of every group that occurred all sums, and every product that is not 0; in order of groups.

        Returns
        -------
        int64 array, shape (5, sums and products)
            Numbers of the group and the sum, of the second factor's group and sum (-1: the sum itself), and the value.
        """
        sums = len(self.family.sums)
        known, occurring = np.flatnonzero(self._group_place >= 0), np.flatnonzero(self._sum_place >= 0)
        # Where what occurs stands among all sums of the known groups, and where in the arrays here.
        number = (np.arange(len(known))[:, None] * sums + occurring).reshape(-1)
        order = (self._group_place[known][:, None] * len(occurring) + self._sum_place[occurring]).reshape(-1)
        totals = np.zeros(len(known) * sums)
        totals[number] = self._totals[order]
        cross = np.triu(self._cross)
        cross = (cross + np.triu(cross, 1).T)[np.ix_(order, order)]
        single = np.flatnonzero(np.repeat(totals.reshape(-1, sums).any(axis=1), sums))
        a, b = np.nonzero(np.triu(cross))
        taken = np.full((5, len(single) + len(a)), -1)
        first, second = np.concatenate([single, number[a]]), number[b]
        taken[0], taken[1] = known[first // sums], first % sums
        taken[2, len(single) :], taken[3, len(single) :] = known[second // sums], second % sums
        taken[4] = np.concatenate([totals[single], cross[a, b]])
        return taken

    def clear(self) -> None:
        """Begin again."""
        for array in (self._vectors, self._totals, self._cross):
            array[:] = 0


class _Texts:
    """Texts of groups and sums, which all families number together.

    Attributes
    ----------
    texts : list of str
        Each once.
    number : int64 array
        Where each of `first` and of the families' texts stands there; the last entry, which number -1 takes, is -1.
    start : int64 array
        Where those of each family begin in `number`.
    """

    def __init__(self, first: Sequence[str], families: Sequence[Sequence[str]]) -> None:
        every = [*first, *(text for family in families for text in family)]
        self.texts = list(dict.fromkeys(every))
        place = {text: k for k, text in enumerate(self.texts)}
        self.number = np.array([*(place[text] for text in every), -1])
        self.start = np.cumsum([len(first), *(len(family) for family in families)])


class _SumsFile:
    """Makes the files of sums of one cell."""

    def __init__(self, plan: Plan, cell: Cell, families: Sequence[Family | TurnFamily]) -> None:
        self._cell = cell
        self._families = [_RUN, *(family.name for family in families)]
        self._groups = _Texts([_ALL], [family.groups for family in families])
        self._sums = _Texts(_COUNTS, [family.sums for family in families])
        self._file = ColumnFile(SUMS, cell_types(plan), spans=False)

    def make(self, taken: Sequence[Array], shard: Shard) -> Packed:
        """Make the file of what the families' accumulators gave, the numbers of blocks and games before it."""
        numbers = [np.array([[0, 0], [0, 1], [-1, -1], [-1, -1], [shard.blocks, shard.games]])]
        for part, group, total in zip(taken, self._groups.start, self._sums.start, strict=False):
            part[:4] += np.where(part[:4] < 0, 0, np.array([group, total, group, total])[:, None])
            numbers.append(part)
        family = np.repeat(np.arange(len(numbers), dtype=np.int16), [part.shape[1] for part in numbers])
        first_group, first_sum, second_group, second_sum, value = np.concatenate(numbers, axis=1)
        file, cell, n = self._file, self._cell, len(family)
        pages = {
            "variant": file.text(cell.variant.name, n), "players": file.numbers(np.full(n, cell.players, np.int16)),
            "lineup": file.text(cell.lineup, n), "first": file.plain(np.full(n, shard.first)),
            "family": file.texts(family, self._families), "value": file.plain(value),
        }  # fmt: skip
        for name, codes, texts in (
            ("group", first_group, self._groups), ("sum", first_sum, self._sums), ("other_group", second_group, self._groups),
            ("other_sum", second_sum, self._sums),
        ):  # fmt: skip
            pages[name] = file.texts(texts.number[codes], texts.texts, none=-1)
        return file.file(pages)


class ShardSums:
    """Collects the sums of the shards of one cell, one shard after another; `clear` stands between them."""

    def __init__(self, plan: Plan, cell: Cell) -> None:
        self._cell = cell
        self._keys = cell_keys(plan, cell)
        turns = plan.experiment.detail != "games"
        self.families = [_Accumulator(family) for family in families(cell, tuple(plan.bots), turns=turns)]
        self._file = _SumsFile(plan, cell, [accumulator.family for accumulator in self.families])
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

    def take(self, shard: Shard) -> dict[str, pl.DataFrame | Packed]:
        """Give the tables of a shard whose games have been added."""
        tables: dict[str, pl.DataFrame | Packed] = {"sums": self._file.make([family.take() for family in self.families], shard)}
        if self._blocks is not None:
            columns = {name: np.concatenate([part[name] for part in self._blocks]) for name in self._blocks[0]}
            blocks = pl.DataFrame({"block": np.arange(shard.first, shard.end)} | columns)
            tables["blocks"] = blocks.with_columns(*self._keys)
        return tables
