"""Files of tables whose columns are arrays of numbers: games, seats and sums. Most columns are small numbers or number a few texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.lab.tournament.packing import SPARE, pack_column, pack_runs
from citadels_sim.tables.columns import Table
from citadels_sim.tables.pages import FileForm, Packed, Page, Span, coded, constant, levels, packed_numbers, repeated, spelled

TYPES: Final = {
    "int8": pl.Int8(), "int16": pl.Int16(), "int32": pl.Int32(), "int64": pl.Int64(), "float64": pl.Float64(), "bool": pl.Boolean(),
    "text": pl.String(),
}  # fmt: skip
"""Polars' type of each kind of column."""
NEVER: Final = -(1 << 15)
"""A number that no column has."""


class Pages:
    """Makes the pages of packed columns; keeps its memory from shard to shard.

    Parameters
    ----------
    spans : bool
        Whether pages have the least and the greatest value of a column.
    """

    def __init__(self, *, spans: bool) -> None:
        self._spans = spans
        self._results = np.zeros(4, np.int64)
        self._allocate(0)

    def _allocate(self, rows: int) -> None:
        self._column = np.zeros(rows + SPARE, np.int16)
        self._packed = np.zeros(9 * (rows + SPARE), np.uint8)
        self._present = np.zeros(rows // 8 + 3, np.uint8)

    def _span(self, least: bytes, greatest: bytes, nulls: int = 0) -> Span | None:
        return Span(least, greatest, nulls) if self._spans else None

    def _pack(self, source: Array, order: Array, none: int) -> tuple[bytes, int, int, int, int]:
        """Pack a column; return the bits, how many rows have a number, the least, the greatest, and bits of each: 0 if all are alike."""
        size = int(pack_column(source, order, none, self._column, self._present, self._packed, self._results))
        present, least, greatest, width = self._results.tolist()
        return self._packed[:size].tobytes(), present, least, greatest, width

    def _page(self, n: int, bits: bytes, present: int, width: int, words: bytes, count: int, span: Span | None = None) -> Page:
        """Return the page of numbers that are packed, of n rows, and of their words."""
        there = None if present == n else packed_numbers(self._present[: (n + 7) // 8].tobytes(), n)
        return coded(n, width, packed_numbers(bits, present) if width else repeated(0, present, 0), words, count, there, span)

    def _truths(self, source: Array, order: Array) -> Page:
        """Return the page of truths, given as 0 and 1: bits."""
        n = len(order)
        bits, _, least, greatest, _ = self._pack(source, order, NEVER)
        if not 0 <= least <= greatest <= 1:
            raise AssertionError(f"a truth is {least if least < 0 else greatest}")
        span = self._span(bytes([least]), bytes([greatest]))
        return Page(n, levels(repeated(1, n, 1)) + (bits or (b"\xff" if least else b"\0") * ((n + 7) // 8)), span=span)

    def _blocks(self, game: Array, order: Array, rotations: int, before: int) -> Page:
        """Return the page of the blocks of rows, of which those of a block stand together, by their games; `before`: the shard's first."""
        first, last = (int(game[order[end]]) // rotations for end in (0, -1))
        width = (last - first).bit_length()
        size = pack_runs(game, order, rotations, first, width, self._packed)
        words = np.arange(before + first, before + last + 1, dtype="<i8").tobytes()
        span = self._span(words[:8], words[-8:])
        return coded(len(order), width, self._packed[:size].tobytes(), words, last - first + 1, span=span)


class ColumnFile(Pages):
    """Makes the files of one table; keeps its memory from shard to shard. All columns of a file have as many rows.

    Parameters
    ----------
    table : Table
    texts : mapping of str to DataType
        Types of its columns of texts; String where none is given.
    spans : bool
        Whether its files have the least and the greatest value of each column.
    """

    def __init__(self, table: Table, texts: Mapping[str, pl.DataType], *, spans: bool) -> None:
        self._form = FileForm(pl.Schema({column.name: texts.get(column.name) or TYPES[column.dtype] for column in table.columns}))
        self._names = table.names
        super().__init__(spans=spans)

    def _allocate(self, rows: int) -> None:
        self._order = np.arange(rows, dtype=np.uint32)
        super()._allocate(rows)

    def text(self, text: str, n: int) -> Page:
        """Return the page of one text for n rows."""
        word = text.encode()
        return constant(spelled(text), n, self._span(word, word))

    def texts(self, codes: Array, texts: Sequence[str], none: int = NEVER) -> Page:
        """Return the page of texts, each row's given by its place among all; the place `none` stands for nothing."""
        return self._coded(codes, [text.encode() for text in texts], none, lengths=True)

    def wins(self, wins: Array, players: int) -> Page:
        """Return the page of credits for wins: 1/m for each of m winners."""
        winners = np.rint(1 / np.where(wins > 0, wins, np.inf))
        return self._coded(winners, [np.float64(1 / m if m else 0).tobytes() for m in range(players + 1)], NEVER)

    def numbers(self, numbers: Array, none: int = NEVER) -> Page:
        """Return the page of numbers of 32 bits or less, of which `none` stands for nothing."""
        n = len(numbers)
        if numbers.dtype != np.int16 and n and (numbers.min() <= NEVER or numbers.max() >= -NEVER):
            return self.plain(numbers.astype(np.int32))
        bits, present, least, greatest, width = self._pack(*self._ordered(numbers), none)
        if not present:
            return Page(n, levels(repeated(0, n, 1)))
        words = np.arange(least, greatest + 1, dtype="<i4").tobytes()
        return self._page(n, bits, present, width, words, greatest - least + 1, self._span(words[:4], words[-4:], n - present))

    def truths(self, truths: Array) -> Page:
        """Return the page of truths, given as 0 and 1."""
        return self._truths(*self._ordered(truths))

    def plain(self, numbers: Array) -> Page:
        """Return the page of numbers as they are."""
        span = self._span(numbers.min().tobytes(), numbers.max().tobytes()) if len(numbers) else None
        return Page(len(numbers), levels(repeated(1, len(numbers), 1)) + numbers.tobytes(), span=span)

    def blocks(self, game: Array, rotations: int, first: int) -> Page:
        """Return the page of the blocks of rows, of which those of a block stand together, by their games; `first`: the shard's first."""
        self._make_room(len(game))
        return self._blocks(game, self._order[: len(game)], rotations, first)

    def file(self, pages: Mapping[str, Page]) -> Packed:
        """Return the file of the pages of all columns."""
        if sorted(pages) != sorted(self._names):
            raise AssertionError(f"columns are {', '.join(pages)}")
        return self._form.file([(pages[self._names[0]].entries, [pages[name] for name in self._names])])

    def _make_room(self, rows: int) -> None:
        if rows > len(self._order):
            self._allocate(rows + rows // 8)

    def _ordered(self, numbers: Array) -> tuple[Array, Array]:
        """Return a column as it is packed, and the order of its rows, with room for them."""
        self._make_room(len(numbers))
        return np.ascontiguousarray(numbers, np.int16), self._order[: len(numbers)]

    def _coded(self, codes: Array, words: Sequence[bytes], none: int, *, lengths: bool = False) -> Page:
        """Return the page of words that are given by their numbers; `lengths`: a dictionary has the length of each before it."""
        n = len(codes)
        bits, present, least, greatest, width = self._pack(*self._ordered(codes), none)
        if not present:
            return Page(n, levels(repeated(0, n, 1)) + bytes([0]), bytes(4), 1)  # readers of texts need a word there too
        used = words[least : greatest + 1]
        dictionary = b"".join(len(word).to_bytes(4, "little") + word if lengths else word for word in used)
        span = self._span(min(used), max(used), n - present) if lengths else None
        return self._page(n, bits, present, width, dictionary, len(used), span)
