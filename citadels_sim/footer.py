"""The footer of a Parquet file: how many rows it has and how large they are, told without reading any of them.

A file of a few kilobytes can unpack to gigabytes. No library of ours tells beforehand, so the footer is read here: a Thrift structure in
the compact protocol, of which three numbers are of interest.
"""

from __future__ import annotations

import os
import stat
import struct
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from citadels_sim.foreign import Unreadable, reason_of

__all__ = ["Footer", "check_rows", "read_footer"]

_MOST_FOOTER: Final = 64 << 20
_MOST_DEPTH: Final = 16
_BASE: Final = 64 << 20
_PER_ROW: Final = 4096
_MOST_UNPACKED: Final = 4 << 30
"""Bytes that a file may unpack to: so much in any case, so much per row, and so much at the most."""

# Fields of the structures `FileMetaData`, `RowGroup`, `ColumnChunk` and `ColumnMetaData` of the format.
_ROWS, _GROUPS = 3, 4
_COLUMNS, _GROUP_ROWS = 1, 3
_META = 3
_UNPACKED = 6


class Footer(NamedTuple):
    """What a file says about itself.

    Attributes
    ----------
    rows : int
    unpacked : int
        Bytes of all columns once they are unpacked.
    """

    rows: int
    unpacked: int


def read_footer(source: str | os.PathLike[str] | bytes) -> Footer:
    """Read the footer of a file, or of a file's bytes.

    Raises
    ------
    Unreadable
        If it is no Parquet file, or not a regular file at all.
    """
    try:
        if isinstance(source, bytes):
            return _footer(BytesIO(source), len(source))
        found = Path(source).stat()
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable("is no regular file")
        with Path(source).open("rb") as file:
            return _footer(file, found.st_size)
    except OSError as error:
        raise Unreadable(reason_of(error)) from None
    except Unreadable:
        raise
    except (IndexError, KeyError, TypeError, ValueError, struct.error):
        raise Unreadable("it is no whole Parquet file") from None


def check_rows(footer: Footer, rows: int) -> None:
    """Refuse a file that has not the rows it should have, or unpacks to more than such rows can be.

    Raises
    ------
    Unreadable
    """
    if footer.rows != rows:
        raise Unreadable(f"it has {footer.rows} rows where manifest.json says {rows}")
    if footer.unpacked > min(_BASE + _PER_ROW * rows, _MOST_UNPACKED):
        raise Unreadable(f"it would unpack to {footer.unpacked:,} bytes, far more than {rows:,} rows are")


def _footer(file: BinaryIO, size: int) -> Footer:
    if size < 12:
        raise ValueError(size)
    file.seek(size - 8)
    length, magic = struct.unpack("<I4s", file.read(8))
    if magic != b"PAR1" or not 0 < length <= min(size - 12, _MOST_FOOTER):
        raise ValueError(magic)
    file.seek(size - 8 - length)
    found = _Thrift(file.read(length)).structure(0)
    groups = found.get(_GROUPS, [])
    if found[_ROWS] < 0 or found[_ROWS] != sum(group[_GROUP_ROWS] for group in groups):
        raise ValueError("rows")
    sizes = [column[_META][_UNPACKED] for group in groups for column in group[_COLUMNS]]
    if any(size < 0 for size in sizes):
        raise ValueError("sizes")
    return Footer(found[_ROWS], sum(sizes))


class _Thrift:
    """Reads structures of the compact protocol as mappings of field number to value."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def structure(self, depth: int) -> dict[int, Any]:
        if depth > _MOST_DEPTH:
            raise ValueError("depth")
        found: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            kind, step = head & 15, head >> 4
            field = field + step if step else self._signed()
            found[field] = kind == 1 if kind in (1, 2) else self._value(kind, depth)  # a truth stands in the head itself
        return found

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
            if count > len(self._data) - self._at:  # each entry takes a byte at least
                raise ValueError("length")
            return [self.structure(depth + 1) if head & 15 == 12 else self._value(head & 15, depth + 1) for _ in range(count)]
        if kind == 12:
            return self.structure(depth + 1)
        raise ValueError(kind)

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _unsigned(self) -> int:
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
        self._at += count
        if self._at > len(self._data):
            raise ValueError("end")
