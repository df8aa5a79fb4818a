"""Files of weights: a line of JSON that says what the numbers are for, then the numbers, compressed. Reading one runs nothing."""

from __future__ import annotations

import hashlib
import json
import math
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citadels_sim.bots.interface import Weights
from citadels_sim.bots.learner.layout import LAYOUT, PRINTED_LAYOUT
from citadels_sim.bots.learner.net import PRINTED_SIZE, SIZE, extended
from citadels_sim.errors import BotError
from citadels_sim.foreign import Unreadable, json_of, read_bytes, shown

__all__ = ["GREATEST", "MOST", "packed", "read_weights", "trained_seconds", "unpacked", "weights_bytes"]

MOST: Final = 4 << 20
"""Largest file of weights, in bytes."""
GREATEST: Final = float(np.finfo(np.float16).max)
"""Greatest weight that a file keeps."""
_MAGIC: Final = "citadels-weights"
_FORMAT: Final = 1


def packed(header: Mapping[str, Any], numbers: npt.NDArray[Any]) -> bytes:
    """Write a header and an array as bytes; the header gets the number of bytes and their SHA-256.

    Parameters
    ----------
    header : mapping
        Anything that JSON can say.
    numbers : array
    """
    body = numbers.tobytes()
    whole = {_MAGIC: _FORMAT, **header, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
    return json.dumps(whole).encode() + b"\n" + zlib.compress(body, 6)


def unpacked(data: bytes, size: int, others: Mapping[object, int] | None = None) -> tuple[dict[str, Any], bytes]:
    """Read what `packed` wrote.

    Parameters
    ----------
    data : bytes
    size : int
        Bytes that the array should have; no more are ever unpacked.
    others : mapping, optional
        Bytes that it should have by the layout of the header, where that is another one.

    Raises
    ------
    Unreadable
    """
    line, newline, body = data.partition(b"\n")
    if not newline or not line.startswith(b'{"' + _MAGIC.encode()):
        raise Unreadable("is not a file that `citadels train` wrote")
    header = json_of(line)
    if header.get(_MAGIC) != _FORMAT:
        raise Unreadable(f"has format {shown(header.get(_MAGIC))}; this version reads {_FORMAT}")
    layout = header.get("layout")
    size = (others or {}).get(layout if isinstance(layout, int) else None, size)
    unpacker = zlib.decompressobj()
    try:
        numbers = unpacker.decompress(body, size + 1)
    except zlib.error:
        raise Unreadable("is damaged: its numbers cannot be unpacked") from None
    if len(numbers) != size or not unpacker.eof:
        raise Unreadable(f"is damaged, or of another version: it should hold {size:,} bytes of numbers")
    if hashlib.sha256(numbers).hexdigest() != header.get("sha256"):
        raise Unreadable("is damaged: its numbers do not agree with their checksum")
    return header, numbers


def weights_bytes(memory: npt.NDArray[np.float32], rules: Mapping[str, tuple[str, tuple[int, ...]]], about: Mapping[str, Any]) -> bytes:
    """Write weights as a file.

    Parameters
    ----------
    memory : float32 array, shape (SIZE,)
        Kept as float16.
    rules : mapping
        Name and numbers of players of each variant that they were trained on, by the variant's digest.
    about : mapping
        ``values`` of parameters that belong to the weights, and how they were made.
    """
    listed = [{"variant": name, "digest": digest, "players": list(players)} for digest, (name, players) in rules.items()]
    return packed({"bot": "learner", "layout": LAYOUT, "rules": listed, **about}, memory.astype("<f2"))


def read_weights(path: Path, where: str = "") -> Weights:
    """Read a file of weights; once per content.

    Parameters
    ----------
    path : pathlib.Path
    where : str
        What names the file, for the message; left out, the bot `learner` does.

    Raises
    ------
    BotError
    """
    try:
        return _parsed(str(path), read_bytes(path, MOST))
    except Unreadable as error:
        raise BotError(f"{where or f'bots.learner: @{path}'}: {error}; write the path of a file that `citadels train` wrote.") from None


def trained_seconds(data: bytes) -> float:
    """Return for how long the weights of a file were learned, as its header says; 0 where it does not.

    Parameters
    ----------
    data : bytes
        Content of a file that `read_weights` reads.
    """
    training = json_of(data.partition(b"\n")[0]).get("training")
    seconds = training.get("seconds") if isinstance(training, dict) else None
    return float(seconds) if isinstance(seconds, int | float) and 0 <= seconds < math.inf else 0.0


@lru_cache(maxsize=64)
def _parsed(source: str, data: bytes) -> Weights:
    header, body = unpacked(data, 2 * SIZE, {PRINTED_LAYOUT: 2 * PRINTED_SIZE})
    if header.get("bot") != "learner" or header.get("layout") not in (LAYOUT, PRINTED_LAYOUT):
        raise Unreadable(
            f"holds weights of layout {shown(header.get('layout'))} for {shown(header.get('bot'))}; this version's is {LAYOUT}"
        )
    memory = extended(np.frombuffer(body, "<f2").astype(np.float32))
    if not np.isfinite(memory).all():
        raise Unreadable("is damaged: not all of its weights are numbers")
    rules = {}
    for entry in _list(header, "rules"):
        digest, players = entry.get("digest"), entry.get("players")
        if not isinstance(digest, str) or not isinstance(players, list) or not all(type(n) is int and 2 <= n <= 8 for n in players):
            raise Unreadable("does not say for which rules and numbers of players it was trained")
        rules[digest] = tuple(players)
    values = header.get("values", {})
    if not isinstance(values, dict) or not all(type(value) in (int, float) for value in values.values()):
        raise Unreadable("has values that are not numbers")
    first = _list(header, "rules")[0]
    name = first.get("variant")
    if not isinstance(name, str):
        raise Unreadable("does not name the variant that it was trained on")
    return Weights(
        name,
        min(first["players"], default=0),
        {key: float(value) for key, value in values.items()},
        source,
        hashlib.sha256(data).hexdigest(),
        memory,
        rules,
    )


def _list(header: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """Return a list of tables of the header that is not empty."""
    entries = header.get(key)
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise Unreadable(f"lacks the list '{key}'")
    return entries
