"""Reading games that people played from files that others wrote: sheets (CSV, XLSX), BG Stats, BoardGameGeek, and transcripts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from citadels_sim.foreign import Unreadable, json_of, read_bytes
from citadels_sim.plays.reading.entry import Entry, Read, Refused, Stamp

__all__ = ["Entry", "Read", "Refused", "Stamp", "read_plays"]

_MOST: Final = 32 << 20
"""Bytes of such a file."""


def read_plays(file: Path, characters: frozenset[str] = frozenset()) -> Read:
    """Read the games of a file, whose content says which format it has.

    Parameters
    ----------
    file : pathlib.Path
    characters : frozenset of str
        Those of the rules: free text of a log is taken where it names them.

    Raises
    ------
    Refused
        With the file, the place in it, and what is wrong.
    UnavailableError
        If it is a workbook, and the extra `xlsx` is missing.
    """
    try:
        return _read(read_bytes(file, _MOST), characters)
    except Refused as error:
        raise Refused(str(file), str(error)) from None
    except Unreadable as error:
        raise Refused(str(file), f"{error}.") from None


def _read(data: bytes, characters: frozenset[str]) -> Read:
    head = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"PK"):
        from citadels_sim.plays.reading.rows import read_rows
        from citadels_sim.plays.xlsx import xlsx_rows

        return read_rows(xlsx_rows(data))
    if head.startswith(b"<"):
        from citadels_sim.plays.reading.bgg import read_bgg

        return read_bgg(data)
    if head.startswith((b"{", b"[")):
        return _read_json(json_of(data), characters)
    from citadels_sim.plays.reading.rows import csv_rows, read_rows

    return read_rows(csv_rows(data))


def _read_json(data: object, characters: frozenset[str]) -> Read:
    from citadels_sim.plays.reading.bgstats import is_bgstats, read_bgstats

    if is_bgstats(data):
        return read_bgstats(data, characters)  # type: ignore[arg-type]
    from citadels_sim.plays.reading.transcripts import is_transcript, read_transcript

    if is_transcript(data):
        return read_transcript(data)  # type: ignore[arg-type]
    raise Refused("", "is JSON, but neither an export of BG Stats nor a transcript of `citadels play`.")
