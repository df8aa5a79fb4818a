"""From turn rows to their file: which rows stand first, what each column's numbers mean, and which rows have nothing there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.engine.state import RANKS
from citadels_sim.lab.recording import TURNS
from citadels_sim.lab.recording import columns as c
from citadels_sim.lab.tournament.column_file import NEVER, TYPES, Pages
from citadels_sim.lab.tournament.packing import SETS, SPARE, Offers, find_spans, held_first, pack_sets
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.table_writer import cell_types
from citadels_sim.tables.pages import FileForm, Packed, Page, constant, levels, packed_numbers, repeated, spelled
from citadels_sim.tables.parquet import CHARACTER

GATHERED: Final = pl.Enum(["gold", "cards"])
"""Type of the column `gathered`."""
_HOLDERS: Final = frozenset({"seat", "slot", "offered", "leader", "stash", "hand", "city"})
"""Columns that have nothing where nobody held the character."""
_GROUP: Final = 1 << 18
"""Most rows of a group in a file."""


class _Group(NamedTuple):
    """Rows that stand together: all rows of the shard, and the numbers of those of the group."""

    shard: Shard
    cell: Cell
    game: Array
    turns: Array
    casts: Array
    order: Array


class TurnFile(Pages):
    """Makes the files of turn rows of one experiment; keeps its memory from shard to shard."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        types = cell_types(plan) | {"character": CHARACTER, "gathered": GATHERED, "offered": pl.List(CHARACTER)}
        schema = pl.Schema({column.name: types.get(column.name) or TYPES[column.dtype] for column in TURNS.columns})
        self._form = FileForm(schema)
        words = {"character": CHARACTER, "gathered": GATHERED}
        self._texts = {name: [spelled(text) for text in dtype.categories] for name, dtype in words.items()}
        self._ends = np.zeros((2, len(c.TURN_COLUMNS)), np.int64)
        self._known = np.zeros((2, SETS), np.int64)
        super().__init__(spans=False)

    def _allocate(self, rows: int) -> None:
        self._order = np.zeros(rows, np.uint32)
        group = min(rows, _GROUP)
        self._packed_sets = np.zeros((3, (group + SPARE) * (RANKS - 1) * 5 // 8 + SPARE), np.uint8)
        super()._allocate(group)

    def make(self, shard: Shard, game: Array, turns: Array, casts: Array) -> Packed:
        """Make the file of a shard.

        Parameters
        ----------
        shard : Shard
        game : int32 array, shape (n,)
            The game of each row.
        turns : int16 array, shape (len(TURN_COLUMNS), n or more)
        casts : int16 array, shape (games, RANKS)
            Character codes by rank.

        Returns
        -------
        Packed
            First the rows that somebody held, in order of play, behind them the others.
        """
        n = len(game)
        if n > len(self._order):
            self._allocate(n + n // 8)
        held = int(held_first(turns[c.SEAT], n, self._order))
        if n:
            find_spans(turns, n, self._ends)
        groups = []
        for start, end in pairwise([*range(0, held, _GROUP), *range(held, n, _GROUP), n]):
            group = _Group(shard, self._plan.cells[shard.cell], game, turns, casts, self._order[start:end])
            groups.append((end - start, list(self._pages(group, held=start < held))))
        return self._form.file(groups)

    def _pages(self, group: _Group, *, held: bool) -> Iterator[Page]:
        """Give the pages of a group of rows, all of which somebody held or none."""
        cell, n = group.cell, len(group.order)
        yield constant(spelled(cell.variant.name), n)
        yield constant(_numbers(cell.players, cell.players), n)
        yield constant(spelled(cell.lineup), n)
        yield self._blocks(group.game, group.order, cell.rotations, group.shard.first)
        if cell.rotations == 1:
            yield constant(_numbers(0, 0), n)
        else:
            yield self._values("rotation", (group.game % cell.rotations).astype(np.int16), group.order)
        for at, column in enumerate(TURNS.columns[-len(c.TURN_COLUMNS) :]):
            if column.name in _HOLDERS and not held:
                yield self._nothing(column.name, n)
            elif column.name == "offered":
                yield self._offers(group)
            elif column.dtype == "bool":
                yield self._truths(group.turns[at], group.order)
            elif column.name != "gathered" and (least := int(self._ends[0, at])) == self._ends[1, at]:
                yield constant(self._words(column.name, least, least), n)
            else:
                yield self._values(column.name, group.turns[at], group.order)

    def _words(self, name: str, least: int, greatest: int) -> bytes:
        """Return the words of a column's numbers."""
        if name in self._texts:
            return b"".join(self._texts[name][least - 1 : greatest])  # from 1 on in the kernel
        return _numbers(least, greatest)

    def _nothing(self, name: str, n: int) -> Page:
        """Give a page of which no row has a value; readers of texts need a word there too."""
        there = levels(repeated(0, n, 1))
        if name == "offered":
            return Page(n, there + levels(repeated(0, n, 2)) + bytes([0]), self._texts["character"][0], 1)
        if name in self._texts:
            return Page(n, there + bytes([0]), self._texts[name][0], 1)
        return Page(n, there)

    def _values(self, name: str, source: Array, order: Array) -> Page:
        """Return the page of numbers, or of their words."""
        n = len(order)
        bits, present, least, greatest, width = self._pack(source, order, 0 if name == "gathered" else NEVER)
        if not present:
            return self._nothing(name, n)
        return self._page(n, bits, present, width, self._words(name, least, greatest), greatest - least + 1)

    def _offers(self, group: _Group) -> Page:
        """Give the page of the characters that each pick was made from."""
        codes = np.flatnonzero(np.bincount(group.casts.reshape(-1)))
        codes = codes[codes > 0]
        keys = np.zeros(len(CHARACTER.categories) + 1, np.int64)
        keys[codes] = np.arange(len(codes))
        width = (len(codes) - 1).bit_length()
        offers = Offers(group.turns[c.OFFERED], group.game, group.casts, group.order)
        size = pack_sets(offers, keys, width, self._known, self._packed_sets, self._results)
        entries, characters, empty, _ = self._results.tolist()
        begins = levels(packed_numbers(self._packed_sets[0, : (entries + 7) // 8].tobytes(), entries))
        there = packed_numbers(self._packed_sets[1, : (entries + 7) // 8 * 2].tobytes(), entries) if empty else repeated(3, entries, 2)
        numbers = packed_numbers(self._packed_sets[2, :size].tobytes(), characters)
        words = b"".join(self._texts["character"][code - 1] for code in codes)
        return Page(entries, begins + levels(there) + bytes([width]) + numbers, words, len(codes))


def _numbers(least: int, greatest: int) -> bytes:
    """Spell out numbers as a dictionary has them."""
    return np.arange(least, greatest + 1, dtype="<i4").tobytes()
