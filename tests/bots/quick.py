"""Every bot that comes with the package, for tests that ask them often: the searcher with a budget that is soon spent."""

from __future__ import annotations

import dataclasses

from citadels_sim.bots import Bot, all_bots, parse_bot

__all__ = ["quick_bots"]


def quick_bots() -> tuple[Bot, ...]:
    """Return all bots under their own names."""
    searcher = dataclasses.replace(parse_bot("searcher:playouts=4"), name="searcher")
    return tuple(searcher if bot.name == "searcher" else bot for bot in all_bots())
