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
from citadels_sim.lab.tournament.column_file import TYPES
from citadels_sim.lab.tournament.packing import SETS, SPARE, Offers, find_spans, held_first, pack_column, pack_runs, pack_sets
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.table_writer import cell_types
from citadels_sim.tables.pages import FileForm, Packed, Page, coded, constant, levels, packed_numbers, repeated, spelled
from citadels_sim.tables.parquet import CHARACTER

GATHERED: Final = pl.Enum(["gold", "cards"])
"""Type of the column `gathered`."""
_HOLDERS: Final = frozenset({"seat", "slot", "offered", "leader", "stash", "hand", "city"})
"""Columns that have nothing where nobody held the character."""
_NEVER: Final = -(1 << 15)
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


class TurnFile:
    """Makes the files of turn rows of one experiment; keeps its memory from shard to shard."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        types = cell_types(plan) | {"character": CHARACTER, "gathered": GATHERED, "offered": pl.List(CHARACTER)}
        schema = pl.Schema({column.name: types.get(column.name) or TYPES[column.dtype] for column in TURNS.columns})
        self._form = FileForm(schema)
        words = {"character": CHARACTER, "gathered": GATHERED}
        self._texts = {name: [spelled(text) for text in dtype.categories] for name, dtype in words.items()}
        self._spans = np.zeros((2, len(c.TURN_COLUMNS)), np.int64)
        self._results = np.zeros(4, np.int64)
        self._known = np.zeros((2, SETS), np.int64)
        self._allocate(0)

    def _allocate(self, rows: int) -> None:
        self._order = np.zeros(rows, np.uint32)
        group = min(rows, _GROUP) + SPARE
        self._column = np.zeros(group, np.int16)
        self._packed = np.zeros(9 * group, np.uint8)
        self._present = np.zeros(group // 8 + 1, np.uint8)
        self._packed_sets = np.zeros((3, group * (RANKS - 1) * 5 // 8 + SPARE), np.uint8)

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
            find_spans(turns, n, self._spans)
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
        yield self._blocks(group)
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
            elif column.name != "gathered" and (least := int(self._spans[0, at])) == self._spans[1, at]:
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

    def _blocks(self, group: _Group) -> Page:
        """Give the page of the numbers of blocks: runs, since the rows of a block stand together."""
        rotations, before = group.cell.rotations, group.shard.first
        first, last = (int(group.game[group.order[end]]) // rotations for end in (0, -1))
        width = (last - first).bit_length()
        size = pack_runs(group.game, group.order, rotations, first, width, self._packed)
        words = np.arange(before + first, before + last + 1, dtype="<i8").tobytes()
        return coded(len(group.order), width, self._packed[:size].tobytes(), words, last - first + 1)

    def _pack(self, source: Array, order: Array, none: int) -> tuple[bytes, int, int, int, int]:
        """Pack a column; return the bits, how many rows have a number, the least, the greatest, and bits of each: 0 if all are alike."""
        size = int(pack_column(source, order, none, self._column, self._present, self._packed, self._results))
        present, least, greatest, width = self._results.tolist()
        return self._packed[:size].tobytes(), present, least, greatest, width

    def _truths(self, source: Array, order: Array) -> Page:
        """Give the page of truths: bits."""
        n = len(order)
        bits, _, least, greatest, _ = self._pack(source, order, _NEVER)
        bits = bits or (b"\xff" if least else b"\0") * ((n + 7) // 8)
        if not 0 <= least <= greatest <= 1:
            raise AssertionError(f"a truth is {least if least < 0 else greatest}")
        return Page(n, levels(repeated(1, n, 1)) + bits)

    def _values(self, name: str, source: Array, order: Array) -> Page:
        """Return the page of numbers, or of their words."""
        n = len(order)
        bits, present, least, greatest, width = self._pack(source, order, 0 if name == "gathered" else _NEVER)
        there = None if present == n else packed_numbers(self._present[: (n + 7) // 8].tobytes(), n)
        if not present:
            return self._nothing(name, n)
        numbers = packed_numbers(bits, present) if width else repeated(0, present, 0)
        return coded(n, width, numbers, self._words(name, least, greatest), greatest - least + 1, there)

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
