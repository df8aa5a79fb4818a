"""Citadels by the million: rules, bots, tournaments and balance reports.

This module holds the public names of the package and nothing else. They are looked up when they are
first used (PEP 562), so that ``import citadels_sim`` and ``citadels --help`` cost milliseconds and
not the seconds of the compiler and the table library behind them.

Examples
--------
>>> import citadels_sim as cs
>>> variant = cs.load_variant("classic-2000")
>>> game = cs.Game.start(variant, players=4, seed=7)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_sim.errors import IllegalAction, PositionError, RunError, VariantError
    from citadels_sim.game import Game
    from citadels_sim.runs.run_api import Run
    from citadels_sim.runs.together import read
    from citadels_sim.variants import Variant, load_variant

__version__ = "0.1.0"

__all__ = ["Game", "IllegalAction", "PositionError", "Run", "RunError", "Variant", "VariantError", "__version__", "load_variant", "read"]

_HOME = {
    "Game": "citadels_sim.game",
    "IllegalAction": "citadels_sim.errors",
    "PositionError": "citadels_sim.errors",
    "Run": "citadels_sim.runs.run_api",
    "RunError": "citadels_sim.errors",
    "Variant": "citadels_sim.variants",
    "VariantError": "citadels_sim.errors",
    "load_variant": "citadels_sim.variants",
    "read": "citadels_sim.runs.together",
}


def __getattr__(name: str) -> object:
    """Fetch a public name from its module, once; it is an ordinary attribute afterwards."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names too, whether or not they were used already."""
    return sorted({*globals(), *__all__})
