"""Parquet files made of columns that are encoded already: their pages, compressed, and the footer that says where each lies.

Polars builds a dictionary for every column and looks at each value several times. Where a table's numbers are known to be small, as codes,
seats and counts are, the dictionary is the range of numbers and packing them takes a twelfth of the time. What is written is plain
Parquet, with the schema as Polars states it, so that every reader gets the same types.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import polars as pl

_MAGIC: Final = b"PAR1"
_VERSION: Final = 1
_I32, _I64, _TEXT, _LIST, _STRUCT = 5, 6, 8, 9, 12
"""Kinds of values in the compact protocol of Thrift."""
_PLAIN, _LEVELS, _DICTIONARY = 0, 3, 8
"""Encodings."""
_UNCOMPRESSED, _ZSTD = 0, 6
_WORTH_COMPRESSING: Final = 128
"""Bytes of a column below which it is kept as it is."""
_OPTIONAL, _REPEATED = 1, 2
_INT32, _INT64, _BOOLEAN, _DOUBLE, _BYTES = 1, 2, 0, 5, 6
_UTF8, _A_LIST = 0, 3

_PHYSICAL: Final[dict[Any, tuple[int, int | None]]] = {
    pl.Boolean: (_BOOLEAN, None),
    pl.Int8: (_INT32, 15),
    pl.Int16: (_INT32, 16),
    pl.Int32: (_INT32, None),
    pl.Int64: (_INT64, 18),
    pl.Float64: (_DOUBLE, None),
    pl.Enum: (_BYTES, _UTF8),
    pl.String: (_BYTES, _UTF8),
}
"""Of each type of a column how Parquet keeps it, and the number of that type."""


class Packed(NamedTuple):
    """A table as the bytes of its file.

    Attributes
    ----------
    height : int
        Rows.
    """

    height: int
    data: bytes


class Span(NamedTuple):
    """Statistics of a column in a group of rows, by which a reader passes over groups: the least and the greatest value, and the nulls."""

    least: bytes
    greatest: bytes
    nulls: int = 0


class Page(NamedTuple):
    """What a group of rows has in one column, encoded.

    Attributes
    ----------
    entries : int
        Values, nulls among them: as many as rows, but for lists.
    data : bytes
        Levels, if it may have nulls, and values.
    dictionary : bytes
        The values of the page's numbers; empty: there is none.
    words : int
        How many they are.
    span : Span or None
        Statistics; None: none are kept.
    """

    entries: int
    data: bytes
    dictionary: bytes = b""
    words: int = 0
    span: Span | None = None


_SMALL: Final = [bytes([number]) for number in range(128)]


def _unsigned(number: int) -> bytes:
    if number < len(_SMALL):
        return _SMALL[number]
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _structure(*fields: tuple[int, int, Any]) -> bytes:
    """Write a structure: of each field, in order, number, kind and value; structures and lists in it are written already."""
    out, last = bytearray(), 0
    for number, kind, value in fields:
        out.append((number - last) << 4 | kind)
        last = number
        if kind in (_I32, _I64):
            out += _unsigned(value << 1)  # none of ours is negative
        elif kind == _TEXT:
            out += _unsigned(len(value)) + value
        else:
            out += value
    out.append(0)
    return bytes(out)


def _list(kind: int, values: Sequence[bytes]) -> bytes:
    """Write a list of values that are written already."""
    n = len(values)
    return bytes([n << 4 | kind] if n < 15 else [0xF0 | kind]) + (b"" if n < 15 else _unsigned(n)) + b"".join(values)


_ENCODINGS: Final = _list(_I32, [bytes([each << 1]) for each in (_PLAIN, _LEVELS, _DICTIONARY)])


_USUAL_ORDER: Final = _structure((1, _STRUCT, b"\0"))
"""Says that a column's values are ordered as its type is: readers do not trust statistics that do not say by what order."""


def repeated(value: int, times: int, width: int) -> bytes:
    """Encode a number of so many bits that is repeated."""
    return _unsigned(times << 1) + value.to_bytes((width + 7) // 8, "little")


def packed_numbers(data: bytes, numbers: int) -> bytes:
    """Encode numbers whose bits stand behind each other, eight numbers at a time."""
    return _unsigned(((numbers + 7) // 8) << 1 | 1) + data


def levels(encoded: bytes) -> bytes:
    """Put the length of encoded levels before them, as a page has it."""
    return len(encoded).to_bytes(4, "little") + encoded


def coded(n: int, width: int, numbers: bytes, words: bytes, count: int, there: bytes | None = None, span: Span | None = None) -> Page:
    """Return a page of numbers of words; all rows have one, unless `there` says which do."""
    return Page(n, levels(there or repeated(1, n, 1)) + bytes([width]) + numbers, words, count, span)


def constant(word: bytes, n: int, span: Span | None = None) -> Page:
    """Return a page of which all n rows have the same value."""
    return coded(n, 0, repeated(0, n, 0), word, 1, span=span)


def spelled(text: str) -> bytes:
    """Spell out a text as a dictionary has it."""
    encoded = text.encode()
    return len(encoded).to_bytes(4, "little") + encoded


class FileForm:
    """The schema of files, for which it is worked out once.

    Parameters
    ----------
    schema : pl.Schema
        Types are Int8, Int16, Int32, Int64, Float64, Boolean, String, Enum, and lists of Enum.
    """

    def __init__(self, schema: pl.Schema) -> None:
        self._kept = [_PHYSICAL[(dtype.inner if isinstance(dtype, pl.List) else dtype).base_type()] for dtype in schema.values()]
        elements = [_structure((4, _TEXT, b"root"), (5, _I32, len(schema)))]
        self._paths = []
        for (name, dtype), (physical, meant) in zip(schema.items(), self._kept, strict=True):
            last, path = name.encode(), [name.encode()]
            if isinstance(dtype, pl.List):
                last, path = b"item", [*path, b"list", b"item"]
                elements.append(_structure((3, _I32, _OPTIONAL), (4, _TEXT, path[0]), (5, _I32, 1), (6, _I32, _A_LIST)))
                elements.append(_structure((3, _I32, _REPEATED), (4, _TEXT, b"list"), (5, _I32, 1)))
            more = () if meant is None else ((6, _I32, meant),)
            elements.append(_structure((1, _I32, physical), (3, _I32, _OPTIONAL), (4, _TEXT, last), *more))
            self._paths.append(_list(_TEXT, [_unsigned(len(word)) + word for word in path]))
        self._schema = _list(_STRUCT, elements)
        fields = (_structure((1, _TEXT, key.encode()), (2, _TEXT, text.encode())) for key, text in _metadata(schema).items())
        self._types = _list(_STRUCT, list(fields))
        import zstandard  # when something is written

        self._compressor = zstandard.ZstdCompressor(level=1)

    def file(self, groups: Sequence[tuple[int, Sequence[Page]]]) -> Packed:
        """Make a file of groups of rows, each with its number of rows and a page per column."""
        parts, at, described = [_MAGIC], len(_MAGIC), []
        for rows, pages in groups:
            chunks, begun = [], at
            for (physical, _), path, page in zip(self._kept, self._paths, pages, strict=True):
                chunk, entry = self._chunk(physical, path, page, at)
                parts += chunk
                at += sum(map(len, chunk))
                chunks.append(entry)
            described.append(_structure((1, _LIST, _list(_STRUCT, chunks)), (2, _I64, at - begun), (3, _I64, rows)))
        height = sum(rows for rows, _ in groups)
        has_spans = any(page.span for _, pages in groups for page in pages)
        footer = _structure(
            (1, _I32, _VERSION),
            (2, _LIST, self._schema),
            (3, _I64, height),
            (4, _LIST, _list(_STRUCT, described)),
            (5, _LIST, self._types),
            (6, _TEXT, b"citadels_sim"),
            *(((7, _LIST, _list(_STRUCT, [_USUAL_ORDER] * len(self._kept))),) if has_spans else ()),
        )
        return Packed(height, b"".join([*parts, footer, len(footer).to_bytes(4, "little"), _MAGIC]))

    def _chunk(self, physical: int, path: bytes, page: Page, at: int) -> tuple[list[bytes], bytes]:
        """Return the bytes of a page in the file, from a place on, and its entry in the footer."""
        small = len(page.data) + len(page.dictionary) < _WORTH_COMPRESSING
        parts: list[bytes] = []
        unpacked = 0
        if page.words:
            head = (7, _STRUCT, _structure((1, _I32, page.words), (2, _I32, _PLAIN)))
            unpacked += self._add(parts, 2, page.dictionary, head, small=small)
        begun = at + sum(map(len, parts))
        encoding = _DICTIONARY if page.words else _PLAIN
        head = (5, _STRUCT, _structure((1, _I32, page.entries), (2, _I32, encoding), (3, _I32, _LEVELS), (4, _I32, _LEVELS)))
        unpacked += self._add(parts, 0, page.data, head, small=small)
        about = _structure(
            (1, _I32, physical),
            (2, _LIST, _ENCODINGS),
            (3, _LIST, path),
            (4, _I32, _UNCOMPRESSED if small else _ZSTD),
            (5, _I64, page.entries),
            (6, _I64, unpacked),
            (7, _I64, sum(map(len, parts))),
            (9, _I64, begun),
            *(((11, _I64, at),) if page.words else ()),
            *(((12, _STRUCT, _statistics(page.span)),) if page.span else ()),
        )
        return parts, _structure((2, _I64, at), (3, _STRUCT, about))

    def _add(self, parts: list[bytes], kind: int, data: bytes, head: tuple[int, int, bytes], *, small: bool) -> int:
        """Append a page and its head to the file; return the bytes that both unpack to."""
        kept = data if small else self._compressor.compress(data)
        parts += [_structure((1, _I32, kind), (2, _I32, len(data)), (3, _I32, len(kept)), head), kept]
        return len(parts[-2]) + len(data)


def _statistics(span: Span) -> bytes:
    return _structure((3, _I64, span.nulls), (5, _TEXT, span.greatest), (6, _TEXT, span.least))


def _metadata(schema: pl.Schema) -> dict[str, str]:
    """Return what Polars notes in a file about its types."""
    file = io.BytesIO()
    pl.DataFrame(schema=schema).write_parquet(file)
    file.seek(0)
    return pl.read_parquet_metadata(file)
