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
_NEVER: Final = -(1 << 15)


class ColumnFile:
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
        self._spans = spans
        self._results = np.zeros(4, np.int64)
        self._allocate(0)

    def _allocate(self, rows: int) -> None:
        self._order = np.arange(rows, dtype=np.uint32)
        self._column = np.zeros(rows + SPARE, np.int16)
        self._packed = np.zeros(9 * (rows + SPARE), np.uint8)
        self._present = np.zeros(rows // 8 + 2, np.uint8)

    def _span(self, least: bytes, greatest: bytes, nulls: int = 0) -> Span | None:
        return Span(least, greatest, nulls) if self._spans else None

    def text(self, text: str, n: int) -> Page:
        """Return the page of one text for n rows."""
        word = text.encode()
        return constant(spelled(text), n, self._span(word, word))

    def texts(self, codes: Array, texts: Sequence[str], none: int = _NEVER) -> Page:
        """Return the page of texts, each row's given by its place among all; the place `none` stands for nothing."""
        return self._coded(codes, [text.encode() for text in texts], none, lengths=True)

    def wins(self, wins: Array, players: int) -> Page:
        """Return the page of credits for wins: 1/m for each of m winners."""
        winners = np.rint(1 / np.where(wins > 0, wins, np.inf))
        return self._coded(winners, [np.float64(1 / m if m else 0).tobytes() for m in range(players + 1)], _NEVER)

    def numbers(self, numbers: Array, none: int = _NEVER) -> Page:
        """Return the page of numbers of 32 bits or less, of which `none` stands for nothing."""
        n = len(numbers)
        if numbers.dtype != np.int16 and n and (numbers.min() <= _NEVER or numbers.max() >= -_NEVER):
            return self.plain(numbers.astype(np.int32))
        bits, present, least, greatest, width = self._pack(numbers, none)
        if not present:
            return Page(n, levels(repeated(0, n, 1)))
        words = np.arange(least, greatest + 1, dtype="<i4").tobytes()
        return self._page(n, bits, present, width, words, greatest - least + 1, self._span(words[:4], words[-4:], n - present))

    def truths(self, truths: Array) -> Page:
        """Return the page of truths, given as 0 and 1."""
        n = len(truths)
        bits, _, least, greatest, _ = self._pack(truths, _NEVER)
        if not 0 <= least <= greatest <= 1:
            raise AssertionError(f"a truth is {least if least < 0 else greatest}")
        span = self._span(bytes([least]), bytes([greatest]))
        return Page(n, levels(repeated(1, n, 1)) + (bits or (b"\xff" if least else b"\0") * ((n + 7) // 8)), span=span)

    def plain(self, numbers: Array) -> Page:
        """Return the page of numbers as they are."""
        span = self._span(numbers.min().tobytes(), numbers.max().tobytes()) if len(numbers) else None
        return Page(len(numbers), levels(repeated(1, len(numbers), 1)) + numbers.tobytes(), span=span)

    def blocks(self, game: Array, rotations: int, first: int) -> Page:
        """Return the page of the blocks of rows, of which those of a block stand together, by their games; `first`: the shard's first."""
        self._make_room(len(game))
        last = int(game[-1]) // rotations
        size = pack_runs(game, self._order[: len(game)], rotations, 0, last.bit_length(), self._packed)
        words = np.arange(first, first + last + 1, dtype="<i8").tobytes()
        return coded(len(game), last.bit_length(), self._packed[:size].tobytes(), words, last + 1, span=self._span(words[:8], words[-8:]))

    def file(self, pages: Mapping[str, Page]) -> Packed:
        """Return the file of the pages of all columns."""
        if sorted(pages) != sorted(self._names):
            raise AssertionError(f"columns are {', '.join(pages)}")
        return self._form.file([(pages[self._names[0]].entries, [pages[name] for name in self._names])])

    def _make_room(self, rows: int) -> None:
        if rows > len(self._order):
            self._allocate(rows + rows // 8)

    def _pack(self, numbers: Array, none: int) -> tuple[bytes, int, int, int, int]:
        """Pack a column; as `TurnFile._pack`."""
        n = len(numbers)
        self._make_room(n)
        source, order = np.ascontiguousarray(numbers, np.int16), self._order[:n]
        size = int(pack_column(source, order, none, self._column, self._present, self._packed, self._results))
        present, least, greatest, width = self._results.tolist()
        return self._packed[:size].tobytes(), present, least, greatest, width

    def _coded(self, codes: Array, words: Sequence[bytes], none: int, *, lengths: bool = False) -> Page:
        """Return the page of words that are given by their numbers; `lengths`: a dictionary has the length of each before it."""
        n = len(codes)
        bits, present, least, greatest, width = self._pack(codes, none)
        if not present:
            return Page(n, levels(repeated(0, n, 1)) + bytes([0]), bytes(4), 1)  # readers of texts need a word there too
        used = words[least : greatest + 1]
        dictionary = b"".join(len(word).to_bytes(4, "little") + word if lengths else word for word in used)
        span = self._span(min(used), max(used), n - present) if lengths else None
        return self._page(n, bits, present, width, dictionary, len(used), span)

    def _page(self, n: int, bits: bytes, present: int, width: int, words: bytes, count: int, span: Span | None) -> Page:
        """Return the page of numbers that are packed."""
        there = None if present == n else packed_numbers(self._present[: (n + 7) // 8].tobytes(), n)
        return coded(n, width, packed_numbers(bits, present) if width else repeated(0, present, 0), words, count, there, span)
