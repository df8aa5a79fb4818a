"""The footer of a Parquet file: how many rows it has and how large they are, without reading any of them.

A file of a few kilobytes can unpack to gigabytes. No library that we use reports that beforehand, so the footer is read here: a Thrift
structure in the compact protocol. A footer can give less than the pages unpack to, so the sizes are those of the heads of the pages, which
readers use.
"""

from __future__ import annotations

import os
import struct
from io import BytesIO
from typing import Any, BinaryIO, Final, NamedTuple

from citadels_sim.foreign import Unreadable, open_regular, reason_of

_MOST_FOOTER: Final = 4 << 20
_MOST_HEAD: Final = 64 << 10
"""Bytes of a footer, and of the head of a page."""
_MOST_DEPTH: Final = 16
_BASE: Final = 64 << 20
_PER_ROW: Final = 1024
_MOST_UNPACKED: Final = 1 << 30
"""Bytes that a file may unpack to: so much in any case, so much per row, and so much at the most."""
_ROWS_PER_BYTE: Final = 100
"""Most rows per byte of a file; no two rows of ours are the same, and a thousandth of it is what they have."""
_VALUES_PER_ROW: Final = 128
"""Values that a list may have on average, and a few more in any case."""

# Fields of the structures `FileMetaData`, `RowGroup`, `ColumnChunk`, `ColumnMetaData` and `PageHeader` of the format.
_ROWS, _GROUPS = 3, 4
_COLUMNS, _GROUP_ROWS = 1, 3
_META = 3
_PACKED, _PAGES, _DICTIONARY = 7, 9, 11
_PAGE_UNPACKED, _PAGE_PACKED, _PAGE_HEADS = 2, 3, (5, 7, 8)
_DICTIONARY_HEAD = 7
_VALUES = 1


class Footer(NamedTuple):
    """What a file says about itself.

    Attributes
    ----------
    unpacked : int
        Bytes of all columns once they are unpacked.
    """

    rows: int
    unpacked: int


def read_footer(source: str | os.PathLike[str] | BinaryIO | bytes) -> Footer:
    """Read the footer of a file, which may be open, or of a file's bytes.

    Raises
    ------
    Unreadable
        If it is no Parquet file, or not a regular file at all.
    """
    try:
        if isinstance(source, bytes):
            return _footer(BytesIO(source), len(source))
        if isinstance(source, str | os.PathLike):
            with open_regular(source) as file:
                return read_footer(file)
        return _footer(source, os.fstat(source.fileno()).st_size)
    except OSError as error:
        raise Unreadable(reason_of(error)) from None
    except Unreadable:
        raise
    except (IndexError, KeyError, OverflowError, TypeError, ValueError, struct.error):
        raise Unreadable("it is not a complete Parquet file") from None


def check_rows(footer: Footer, rows: int) -> None:
    """Refuse a file that has not the rows it should have, or unpacks to more than such rows can be.

    Raises
    ------
    Unreadable
    """
    if footer.rows != rows:
        raise Unreadable(f"it has {footer.rows} rows where manifest.json says {rows}")
    if footer.unpacked > min(_BASE + _PER_ROW * rows, _MOST_UNPACKED):
        raise Unreadable(f"it would unpack to {footer.unpacked:,} bytes, far too many for {rows:,} rows")


def _footer(file: BinaryIO, size: int) -> Footer:
    if size < 12:
        raise ValueError(size)
    file.seek(size - 8)
    length, magic = struct.unpack("<I4s", file.read(8))
    if magic != b"PAR1" or not 0 < length <= min(size - 12, _MOST_FOOTER):
        raise ValueError(magic)
    file.seek(size - 8 - length)
    footer = _Thrift(file.read(length)).structure(0)
    groups = footer.get(_GROUPS, [])
    rows = footer[_ROWS]
    if rows < 0 or rows != sum(group[_GROUP_ROWS] for group in groups):
        raise ValueError("rows")
    if rows > _ROWS_PER_BYTE * size:
        raise Unreadable(f"it says that it has {rows:,} rows, in {size:,} bytes")
    chunks = [(column[_META], group[_GROUP_ROWS]) for group in groups for column in group[_COLUMNS]]
    if any(meta[_PACKED] < 0 for meta, _ in chunks) or sum(meta[_PACKED] for meta, _ in chunks) > size:  # else one may be many columns
        raise ValueError("chunks")
    return Footer(rows, sum(_unpacked(file, meta, rows) for meta, rows in chunks))


def _unpacked(file: BinaryIO, meta: dict[int, Any], rows: int) -> int:
    """Add up what the pages of a column of a group of rows unpack to, by their heads."""
    at = min(meta[_PAGES], meta.get(_DICTIONARY) or meta[_PAGES])
    end = at + meta[_PACKED]
    unpacked = values = 0
    while at < end:
        file.seek(at)
        head = _Thrift(file.read(min(_MOST_HEAD, end - at)))
        page = head.structure(0)
        length, packed = page[_PAGE_UNPACKED], page[_PAGE_PACKED]
        count = max(page[field][_VALUES] for field in _PAGE_HEADS if field in page)
        if min(length, packed, count) < 0:
            raise ValueError("page")
        if _DICTIONARY_HEAD in page and count > length:  # each is a byte at least, and room is made for as many as it says
            raise ValueError("dictionary")
        values += count
        unpacked += length
        at += head.at + packed
    if values > _VALUES_PER_ROW * (rows + 1_000) + unpacked:
        raise Unreadable(f"it says that a column of {rows:,} rows has {values:,} values")
    return unpacked


class _Thrift:
    """Reads structures of the compact protocol as mappings of field number to value."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def structure(self, depth: int) -> dict[int, Any]:
        if depth > _MOST_DEPTH:
            raise ValueError("depth")
        fields: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            kind, step = head & 15, head >> 4
            field = field + step if step else self._signed()
            fields[field] = kind == 1 if kind in (1, 2) else self._value(kind, depth)  # a boolean is in the head itself
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (1, 2, 3):
            return self._byte()
        if kind in (4, 5, 6):
            return self._signed()
        if kind == 7:
            return self._skip(8)
        if kind == 8:
            return self._skip(self._unsigned())
        if kind in (9, 10):
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self._unsigned()
            if count > len(self._data) - self.at:  # each entry takes a byte at least
                raise ValueError("length")
            return [self.structure(depth + 1) if head & 15 == 12 else self._value(head & 15, depth + 1) for _ in range(count)]
        if kind == 12:
            return self.structure(depth + 1)
        raise ValueError(kind)

    def _byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def _unsigned(self) -> int:
        if (byte := self._byte()) < 128:  # as most are
            return byte
        self.at -= 1
        value = shift = 0
        while (byte := self._byte()) & 128:
            value |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise ValueError("number")
        return value | byte << shift

    def _signed(self) -> int:
        value = self._unsigned()
        return value >> 1 ^ -(value & 1)

    def _skip(self, count: int) -> None:
        self.at += count
        if self.at > len(self._data):
            raise ValueError("end")
