"""How often each branch of a rule or a bot is taken. By this LLVM puts the usual way in one line of code, and the rest elsewhere.

``branches-3.11.json`` beside this module, and a file for each other version of Python, are made by ``scripts/branches``, which counts
branches while games are played. A function is known by its name and a checksum of the places of its branches, which depend on the version
of Python, too. One that was written anew is compiled without counts until the script runs again, and so is all code where the file of a
version is missing.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name(f"branches-{sys.version_info.major}.{sys.version_info.minor}.json")
"""By function, how many times of `TIMES` each of its branches is taken, in their order; ``-`` for one that was never reached."""

TIMES: Final = 1_000_000

_MANGLED: Final = re.compile(r"_ZN12citadels_sim(.+?)B\d+v\d+")
"""How LLVM names a function of this package: the parts of its name, each after its length, then Numba's number of what it compiled."""
_PART: Final = re.compile(r"\d+")
_TWO_WAYS: Final = 3
"""Operands of a branch that is not always taken: its condition and both ways."""


def branches_of(module: Any) -> Iterator[tuple[str, list[Any]]]:
    """List the functions of this package in a module of `llvmlite.ir` that have branches: how `FILE` names each, and its branches."""
    for function in module.functions:
        if mangled := _MANGLED.match(function.name):
            blocks = [block for block in function.blocks if block.terminator.opname == "br" and len(block.terminator.operands) == _TWO_WAYS]
            if blocks:
                places = " ".join(block.name for block in blocks)
                yield f"{_python_name(mangled[1])} {zlib.crc32(places.encode()):08x}", [block.terminator for block in blocks]


def _python_name(mangled: str) -> str:
    """Return the name of a function below the package: `engine.turn.play` for ``6engine4turn4play``."""
    parts = []
    while length := _PART.match(mangled):
        end = length.end() + int(length[0])
        parts.append(mangled[length.end() : end])
        mangled = mangled[end:]
    return ".".join(parts)


def weigh(module: Any) -> None:
    """Note at each branch of a module of `llvmlite.ir` how often it is taken, as far as that was counted."""
    for name, branches in branches_of(module):
        if counted := _counted().get(name):
            for branch, taken in zip(branches, counted.split(), strict=True):
                if taken != "-":
                    branch.set_weights([int(taken), TIMES - int(taken)])


@functools.cache
def _counted() -> dict[str, str]:
    return dict(json.loads(_text()))


def digest() -> str:
    """Return a digest of what was counted, on which all compiled code depends."""
    return hashlib.sha256(_text()).hexdigest()[:16]


def _text() -> bytes:
    try:
        return FILE.read_bytes()
    except FileNotFoundError:
        return b"{}"
