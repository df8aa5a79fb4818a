"""Warns of rules under which games may never end, once for each command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from citadels_sim.cli.console import note

if TYPE_CHECKING:
    from citadels_sim.variants import Variant

_SAID: set[str] = set()


def warn_of_endless(tables: Iterable[tuple[Variant, int]]) -> None:
    """Print what makes games endless at some tables, each a variant at a number of players."""
    from citadels_sim.variants.endless import warnings

    players: dict[str, tuple[Variant, list[int]]] = {}
    for variant, n in tables:
        players.setdefault(variant.name, (variant, []))[1].append(n)
    for variant, counts in players.values():
        for line in map(str, warnings(variant, counts)):
            if line not in _SAID:
                _SAID.add(line)
                note(f"Warning: {line}")
