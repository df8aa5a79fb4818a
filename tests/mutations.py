"""Files spoiled in every way that comes to mind: the structure of a file changed value by value, or its bytes.

What tests require of each is the same: it is taken, or it is refused with a message; soon, and with nothing written anywhere else.
"""

from __future__ import annotations

import copy
import datetime
import json
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from citadels_sim.errors import CitadelsError

__all__ = [
    "LIMIT",
    "ODD",
    "Raw",
    "Slowest",
    "bytes_of",
    "json_text",
    "lay_traps",
    "mutated",
    "nothing_else_written",
    "soon",
    "spoiled",
    "toml_text",
]

LIMIT = 2.0
"""Seconds of processor time that one file may take to be refused or taken."""


class Raw(str):
    """Text that goes into a file as it is."""

    __slots__ = ()


TRAPS = ("pipe.toml", "loop.toml", "folder.toml", "x" * 300 + ".toml", "./pipe.toml", "./loop.toml", "../../x", "/dev/zero.toml")
"""Names of files that `lay_traps` lays, and of some that are not there."""

ODD: tuple[Any, ...] = (
    *(0, 1, -1, 2, 8, 9, 41, 61, 300, 10**6, 10**12, 2**63, 10**30, 1.5, -0.0, 1e308, math.inf, -math.inf, math.nan, True, False),
    *("", " ", "a", "king", "none", "x" * 90, "x" * 5000, "\x1b[31m", "a\nb", "\u202e", "‘", "\x00", "%s", "{0}", "\\1", "=1+1"),
    *('x"><img src=x onerror=alert(1)>', "a/../../../ESCAPED", "/etc/passwd", "../../x", "..", "builder:noise=1e999", "mine.py:greedy"),
    *(f"builder:@{name}" for name in TRAPS),
    *TRAPS,
    *([], [[]], [["king"]], [{}], [{"a": 1}], [1, "a"], [1] * 50, ["king", "king"], [[["a"]]], {}, {"a": 1}, {"": ""}, {"a": {"b": [[]]}}),
    *(datetime.date(2000, 1, 1), datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC), datetime.time(12)),
    *(Raw("9" * 5000), Raw("0x" + "f" * 5000), Raw("-" + "9" * 200), Raw("1e999"), Raw("[" * 3000), Raw("[" * 60 + "]" * 60)),
    *(Raw("{a=" * 900 + "1" + "}" * 900), Raw('{"a":' * 3000), Raw('"\\ud800"'), Raw("null"), Raw("nan")),
)
"""Values of other types, and of sizes and kinds that nobody means."""

Path_ = tuple[Any, ...]


def places(data: Any, here: Path_ = ()) -> Iterator[Path_]:
    """Give the place of every value in nested tables and lists; of a long list the first entries."""
    entries = data.items() if isinstance(data, Mapping) else enumerate(data[:12]) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*here, key)
        yield from places(value, (*here, key))


def _parent(data: Any, place: Path_) -> Any:
    for key in place[:-1]:
        data = data[key]
    return data


def _change(data: Any, kind: str, place: Path_, other: Path_, odd: Any) -> None:
    """Make one change, where the place is still there."""
    try:
        here, there = _parent(data, place), _parent(data, other)
        key = place[-1]
        if kind == "replace":
            here[key] = odd
        elif kind == "delete":
            del here[key]
        elif kind == "swap":
            # Copies: a table must not come to lie within itself.
            here[key], there[other[-1]] = copy.deepcopy(there[other[-1]]), copy.deepcopy(here[key])
        elif kind == "copy":
            there[other[-1]] = copy.deepcopy(here[key])
        elif kind == "insert" and isinstance(here, list):
            here.insert(key, odd)
        elif kind == "insert":
            here[str(odd)[:400]] = copy.deepcopy(here[key])
        elif kind == "rename" and isinstance(here, dict):
            here[f"{key}s" if odd else str(other[-1])] = here.pop(key)
        elif kind == "step" and isinstance(here[key], int | float):
            here[key] += 1 if odd else -1
        elif kind == "repeat" and isinstance(here[key], list):
            here[key] = here[key] + copy.deepcopy(here[key])
    except (KeyError, IndexError, TypeError, AttributeError):
        pass


KINDS = ("replace", "replace", "replace", "delete", "swap", "copy", "insert", "rename", "step", "repeat")


@st.composite
def mutated(draw: st.DrawFn, data: Mapping[str, Any], extra: tuple[Any, ...] = ()) -> dict[str, Any]:
    """Draw a file's data with one to three changes; `extra` are values that are right somewhere."""
    changed = copy.deepcopy(dict(data))
    for _ in range(draw(st.integers(1, 3))):
        there = list(places(changed))
        if not there:
            break
        place, other = (there[draw(st.integers(0, len(there) - 1))] for _ in range(2))
        odd = copy.deepcopy(draw(st.sampled_from((*ODD, *extra))))
        _change(changed, draw(st.sampled_from(KINDS)), place, other, odd)
    return changed


@st.composite
def spoiled(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw a file's bytes with some flipped, cut off, doubled, taken away or put in."""
    kind = draw(st.sampled_from(("flip", "cut", "double", "drop", "lines", "put", "empty")))
    if not data or kind == "empty":
        return b""
    at, end = sorted(draw(st.integers(0, len(data) - 1)) for _ in range(2))
    if kind == "flip":
        some = bytearray(data)
        for _ in range(draw(st.integers(1, 4))):
            some[draw(st.integers(0, len(data) - 1))] ^= 1 << draw(st.integers(0, 7))
        return bytes(some)
    if kind == "lines":
        lines = data.splitlines(keepends=True)
        here, there = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[here], lines[there] = lines[there], lines[here] * draw(st.integers(0, 2))
        return b"".join(lines)
    odd = draw(st.sampled_from((b"\x00", b"\xff\xfe", b"[" * 3000, b"9" * 5000, b"'''", b"a." * 2000 + b"b=1\n", b"\r", b"[[a]]\n" * 3)))
    return {"cut": data[:at], "double": data[:end] + data[at:], "drop": data[:at] + data[end:], "put": data[:at] + odd + data[at:]}[kind]


def toml_text(data: Mapping[str, Any]) -> str:
    """Write data as TOML: a line for each key, tables in braces."""
    return "".join(f"{_quoted(str(key))} = {_toml(value)}\n" for key, value in data.items())


def _toml(value: Any) -> str:
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(str(key))} = {_toml(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _quoted(text: str) -> str:
    return json.dumps(text).replace("\x7f", "\\u007f")


def json_text(data: Any) -> str:
    """Write data as JSON, what JSON has not as text."""
    if isinstance(data, Raw):
        return str(data)
    if isinstance(data, Mapping):
        return "{" + ",".join(f"{json.dumps(str(key))}:{json_text(entry)}" for key, entry in data.items()) + "}"
    if isinstance(data, list | tuple):
        return "[" + ",".join(map(json_text, data)) + "]"
    return json.dumps(data, default=str)


def bytes_of(data: Mapping[str, Any]) -> st.SearchStrategy[bytes]:
    """Draw a TOML file whose data, or whose bytes, are changed."""
    return st.one_of(mutated(data).map(lambda changed: toml_text(changed).encode()), spoiled(toml_text(data).encode()))


def lay_traps(folder: Path) -> None:
    """Make a pipe that nobody writes into, links that lead round in a circle, and a folder, where files should be."""
    os.mkfifo(folder / "pipe.toml")
    (folder / "loop.toml").symlink_to(folder / "pool.toml")
    (folder / "pool.toml").symlink_to(folder / "loop.toml")
    (folder / "folder.toml").mkdir()


def tree(folder: Path) -> dict[str, tuple[int, int, int]]:
    """What lies in a folder: each thing with its size and the times of its last changes."""
    result = {path.relative_to(folder).as_posix(): path.lstat() for path in sorted(folder.rglob("*"))}
    return {name: (entry.st_size, entry.st_mtime_ns, entry.st_ino) for name, entry in result.items()}


@contextmanager
def nothing_else_written(folder: Path) -> Iterator[None]:
    """Assert that a folder is afterwards as it was before."""
    before = tree(folder)
    yield
    assert tree(folder) == before


class Slowest:
    """The file that took longest, and how many were taken and refused."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.what = ""
        self.taken = 0
        self.refused = 0

    def __str__(self) -> str:
        """Tell it in a line."""
        return f"{self.taken} taken, {self.refused} refused, slowest {self.seconds:.3f} s of processor time: {self.what[:300]!r}"


def soon(action: Callable[[], Any], what: str, slowest: Slowest) -> Any:
    """Do something with a spoiled file: give what comes of it, or None where it is refused; anything but a message fails.

    It is timed by the processor's time, which does not count what else the machine does.
    """
    begun, result, message = time.process_time(), None, "taken"
    try:
        result = action()
        slowest.taken += 1
    except CitadelsError as error:
        message = str(error)
        slowest.refused += 1
    seconds = time.process_time() - begun
    assert message.strip()
    assert message.encode(), "it can be printed"
    if seconds > slowest.seconds:
        slowest.seconds, slowest.what = seconds, what
    assert seconds < LIMIT, f"{seconds:.1f} s: {what[:2000]}"
    return result
