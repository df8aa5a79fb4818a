"""The code that decides the bytes of a run: digests of what plays, and the versions of the libraries."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from citadels_sim import __version__
from citadels_sim.bots.registry import bot_files
from citadels_sim.compiler.cache_key import source_digest
from citadels_sim.resources import configs_dir
from citadels_sim.runs.design import Design
from citadels_sim.runs.designs import DESIGNS

if TYPE_CHECKING:
    from citadels_sim.bots import Bot

_LIBRARIES: Final = ("numba", "numpy", "polars")


def playing_files(design: Design) -> list[Path]:
    """Return the files that, with all that they import, decide what a design plays: its own, and the bots, which are loaded when used."""
    play = importlib.util.find_spec(f"{design.home}.play")
    return [Path(str(play.origin if play else "")), *bot_files()]


def rules_digest(*designs: Design) -> str:
    """Return the digest of the sources and shipped weights that decide what designs play, all of this package where none is named.

    A run is continued by the same code only.
    """
    digest = hashlib.sha256()
    for design in designs or DESIGNS.values():
        for file in playing_files(design):
            digest.update(source_digest(file).encode())
    for path in sorted(path for path in (configs_dir() / "weights").rglob("*") if path.suffix in (".toml", ".weights")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@functools.cache
def libraries() -> Mapping[str, str]:
    """Versions of Python and of the libraries that decide the bytes of a run."""
    return {name: importlib.metadata.version(name) for name in _LIBRARIES} | {"python": platform.python_version()}


@functools.cache
def identity() -> Mapping[str, str]:
    """Return all versions that decide the bytes of a run."""
    return {"citadels_sim": __version__, "rules": rules_digest(), **libraries()}


def bot_digest(bot: Bot) -> str | None:
    """Return the SHA-256 of a bot's file and the files of its fitted values; None where it has neither."""
    path = Path(bot.source)
    content = [path.read_bytes()] if path.is_file() else []
    content += [weights.sha256.encode() for weights in bot.weights]
    return hashlib.sha256(b"".join(content)).hexdigest() if content else None
