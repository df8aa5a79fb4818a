"""The bots that come with the package, and the interface for bots of one's own.

What needs the compiler is imported when it is first used (PEP 562): finding out whether a bot is known does not.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from citadels_sim.bots.registry import all_bots, as_bot, check_bot_name, parse_bot, parse_lineup
from citadels_sim.lineups import split_lineup

if TYPE_CHECKING:
    from citadels_sim.bots.interface import EDITIONS, Bot, Parameter, compiled_bot

__all__ = [
    "EDITIONS",
    "Bot",
    "Parameter",
    "all_bots",
    "as_bot",
    "check_bot_name",
    "compiled_bot",
    "parse_bot",
    "parse_lineup",
    "split_lineup",
]


def __getattr__(name: str) -> object:
    """Take a name of the interface from its module."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module("citadels_sim.bots.interface"), name)
    globals()[name] = value
    return value
