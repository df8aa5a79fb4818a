"""Bots that installed packages offer, in the entry-point group ``citadels_sim.bots``.

A package offers one with a line in its ``pyproject.toml``, and it can then be named like those that come with this package::

    [project.entry-points."citadels_sim.bots"]
    greedy = "my_package.bots:greedy"
"""

from __future__ import annotations

import functools
import sys
from importlib.metadata import EntryPoint
from typing import Any

from citadels_sim.errors import BotError
from citadels_sim.names import name_fault
from citadels_sim.offers import offers

__all__ = ["GROUP", "installed_bots", "load_installed", "origin"]

GROUP = "citadels_sim.bots"
"""The entry-point group."""


def installed_bots() -> dict[str, tuple[EntryPoint, ...]]:
    """Return what installed packages offer, by name; nothing is loaded. The caller reports a name with more than one offer."""
    return _offers_on(tuple(sys.path))


@functools.lru_cache(maxsize=8)
def _offers_on(path: tuple[str, ...]) -> dict[str, tuple[EntryPoint, ...]]:
    """Look through the packages on a path, once: that reads a file of each of them."""
    by_name: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(offers(GROUP), key=lambda point: (point.name, point.value)):
        known = by_name.get(point.name, ())
        if all(point.value != other.value for other in known):  # listed twice on the path, it is still one offer
            by_name[point.name] = (*known, point)
    return by_name


def origin(point: EntryPoint) -> str:
    """State where an offer comes from: the package, its version, and the object."""
    package = f"package {point.dist.name} {point.dist.version}" if point.dist is not None else "an installed package"
    return f"{package} ({point.value})"


def load_installed(point: EntryPoint) -> Any:
    """Load the object that a package offers as a bot.

    Raises
    ------
    BotError
        When its name is not possible in a line-up, or it cannot be loaded.
    """
    if fault := name_fault(point.name):
        raise BotError(f"bots: {origin(point)} offers a bot with an invalid name: {fault}")
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise BotError(f"bots.{point.name}: {origin(point)} cannot be loaded: {type(error).__name__}: {error}") from error
