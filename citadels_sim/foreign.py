"""Files that others wrote: read so that they can do no harm, and their values shown so that they can do none either.

Everything here that refuses a file raises `Unreadable`, whose text says in a few words why. Who reads a file names it, and says what
would be right.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, Final

from citadels_sim.errors import CitadelsError, nearest
from citadels_sim.text import cut

__all__ = [
    "MOST_DATA",
    "Unreadable",
    "inside",
    "is_file",
    "json_of",
    "nearest_file",
    "open_regular",
    "read_bytes",
    "read_json",
    "read_text",
    "read_toml",
    "reason_of",
    "shown",
    "toml_of",
]

MOST_TYPED: Final = 128 << 10
"""Bytes of a file that a person writes: more is something else, and takes Python's reader of TOML half a minute for each MiB."""
MOST_DATA: Final = 1 << 30
"""Bytes of a file of data."""
_MOST_FILES: Final = 1000
_MOST_DIGITS: Final = 100
_MOST_DEPTH: Final = 50
_LONGEST_KEY: Final = 200
"""Characters of a dotted key in a message; one of a million would be kept for each entry of a list below it."""

_LONG_KEY: Final = re.compile(r"""(?<![\w"'-])(?:(?:"(?:[^"\\\n]|\\.){0,40}"|'[^'\n]{0,40}'|[\w-]+)[ \t]*\.[ \t]*){50}""")
"""A dotted key of many parts: Python's reader takes time that grows with the square of them.

A quoted part counts up to a length: longer ones are few in a file, and whether a quote is ever closed would be searched anew from each."""

_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_REASONS: Final = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "there is no such file",
    errno.ENAMETOOLONG: "its name is too long for the file system",
    errno.ELOOP: "symbolic links form a loop",
}


class Unreadable(CitadelsError):
    """A file that cannot be read, or is not what it should be.

    Attributes
    ----------
    missing : bool
        Whether there is none.
    folder : bool
        Whether a folder is in its place.
    """

    def __init__(self, reason: str, *, missing: bool = False, folder: bool = False) -> None:
        super().__init__(reason)
        self.missing = missing
        self.folder = folder


def reason_of(error: OSError) -> str:
    """Explain in a few words why the system cannot open a file."""
    return _REASONS.get(error.errno or 0, f"cannot be read: {error.strerror or error}")


def is_file(path: str | os.PathLike[str]) -> bool:
    """Return whether there is a regular file; never raises, whatever the path is."""
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


def nearest_file(path: str | os.PathLike[str], known: Iterable[str] = ()) -> str:
    """Say which TOML file beside a missing one, or which known name, was probably meant; as `errors.nearest`."""
    with contextlib.suppress(OSError, ValueError):
        known = [*known, *(file.name for file in itertools.islice(Path(path).parent.glob("*.toml"), _MOST_FILES) if is_file(file))]
    return nearest(Path(path).name, known)


def inside(folder: str | os.PathLike[str], name: str) -> Path:
    """Return the path of a file of a folder that somebody handed over; once all links are followed it must lie in there.

    Raises
    ------
    Unreadable
    """
    root, path = os.path.realpath(folder), Path(folder) / name
    if os.path.commonpath([root, os.path.realpath(path)]) != root:
        raise Unreadable("a link points outside the folder")
    return path


def open_regular(path: str | os.PathLike[str], within: str | os.PathLike[str] | None = None) -> BufferedReader:
    """Open a regular file once, and look at what was opened: nothing can have been put in its place in between.

    Parameters
    ----------
    path : str or path
    within : str or path, optional
        A folder that somebody handed over: what was opened must lie in there, whatever links led to it.

    Raises
    ------
    Unreadable
        If it is something else; a pipe is not waited on.
    """
    try:
        mode = Path(path).stat().st_mode
    except OSError as error:
        raise Unreadable(reason_of(error), missing=error.errno in (errno.ENOENT, errno.ENOTDIR)) from None
    except ValueError:  # which Python's versions word differently
        raise Unreadable("cannot be read: its name has a character that no file system allows") from None
    if stat.S_ISDIR(mode):
        raise Unreadable("is a folder, not a file", folder=True)
    if not stat.S_ISREG(mode):  # to open a device may do something
        raise Unreadable("is not a regular file, but a pipe or a device")
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | _NO_WAIT), "rb")
    except OSError as error:
        raise Unreadable(reason_of(error), missing=error.errno in (errno.ENOENT, errno.ENOTDIR)) from None
    try:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("is not a regular file, but a pipe or a device")
        if within is not None:
            place = os.path.realpath(inside(within, os.path.relpath(path, within)))
            if not os.path.samestat(status, os.stat(place)):  # noqa: PTH116
                raise Unreadable("was replaced by another file while it was read")
    except OSError as error:
        file.close()
        raise Unreadable(reason_of(error)) from None
    except Unreadable:
        file.close()
        raise
    return file


def read_bytes(path: str | os.PathLike[str], most: int = MOST_TYPED, within: str | os.PathLike[str] | None = None) -> bytes:
    """Read a regular file that is not too large; as `open_regular`.

    Raises
    ------
    Unreadable
    """
    with open_regular(path, within) as file:
        try:
            data = file.read(min(most, os.fstat(file.fileno()).st_size) + 1)
        except OSError as error:
            raise Unreadable(reason_of(error)) from None
    if len(data) > most:
        raise Unreadable(f"is larger than {most >> 20:,} MiB" if most >> 20 else f"is larger than {most >> 10} KiB")
    return data


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a text file in UTF-8; as `read_bytes`."""
    return _text(read_bytes(path))


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a TOML file; as `read_bytes` and `toml_of`."""
    return toml_of(read_bytes(path))


def read_json(path: str | os.PathLike[str], most: int = MOST_DATA, within: str | os.PathLike[str] | None = None) -> Any:
    """Read a JSON file; as `read_bytes` and `json_of`."""
    return json_of(read_bytes(path, most, within))


def toml_of(data: bytes) -> dict[str, Any]:
    """Read the content of a TOML file.

    Raises
    ------
    Unreadable
        If it is none, or has what no file of ours has: numbers of hundreds of digits, or tables far too deep in each other.
    """
    text = _text(data)
    if _LONG_KEY.search(text):
        raise Unreadable(f"has a key of more than {_MOST_DEPTH} parts with dots between them")
    keys: dict[str, Any] = _parsed(tomllib.loads, text, "TOML")
    return keys


def json_of(data: bytes) -> Any:
    """Read the content of a JSON file; raises `Unreadable` as `toml_of`."""
    return _parsed(json.loads, _text(data), "JSON")


def _parsed(parse: Callable[[str], Any], text: str, form: str) -> Any:
    """Parse a text, and refuse what Python's parsers, or we, cannot make anything of."""
    try:
        value = parse(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        raise Unreadable(f"is not valid {form}: {error}") from None
    except RecursionError:
        raise Unreadable(f"is nested more than {_MOST_DEPTH} deep") from None
    except ValueError:  # Python refuses to read so many digits
        raise Unreadable(f"has a whole number of more than {_MOST_DIGITS} digits") from None
    _check(value)
    return value


def shown(value: object) -> str:
    """Write a value as a file would (``true``, not ``True``), cut short where it is long."""
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except ValueError:
        text = "a number of thousands of digits" if isinstance(value, int) else "a value with a number of thousands of digits"
    except RecursionError:
        text = "a value nested too deep to show"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")  # Notepad writes a byte order mark
    except UnicodeDecodeError:
        raise Unreadable("is not a text file in UTF-8") from None


def _check(value: object) -> None:
    """Refuse values that nothing of ours has, and that Python itself could not show; names their place."""
    for key, depth, entry in _leaves(value):
        if depth > _MOST_DEPTH:
            raise Unreadable(f"is nested more than {_MOST_DEPTH} deep")
        if isinstance(entry, int) and entry.bit_length() > 4 * _MOST_DIGITS:
            raise Unreadable(f"{key}: is a whole number of more than {_MOST_DIGITS} digits")
        if isinstance(entry, str) and not entry.isascii() and any("\ud800" <= letter <= "\udfff" for letter in entry):
            raise Unreadable(f"{key}: is not text: it has half a character")


def _leaves(value: object) -> Iterator[tuple[str, int, object]]:
    """Yield every value that is inside another, and how deep, without going deep itself, or listing them all."""
    yield "", 0, value
    open_: list[Iterator[tuple[str, object]]] = [_entries("", value)]
    while open_:
        leaf = next(open_[-1], None)
        if leaf is None:
            open_.pop()
            continue
        key, entry = leaf
        yield key, len(open_), entry
        if isinstance(entry, dict | list) and len(open_) <= _MOST_DEPTH:
            open_.append(_entries(key, entry))


def _entries(key: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield what is in a table or a list, each with its key; a table's own keys, too."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield key, name
            yield cut(f"{key}.{name}" if key else str(name), _LONGEST_KEY), inner
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield f"{key}[{i}]", inner
