"""Every bot that comes with the package, for tests that call them often: the searcher with a budget that is soon spent.

The learner has weights that no training made, so that it plays at every table, and by all that it notes.
"""

from __future__ import annotations

import dataclasses

from citadels_sim.bots import Bot, all_bots, parse_bot
from citadels_sim.training.learning.start import first_weights

__all__ = ["quick_bots", "with_weights"]


def with_weights(bot: Bot) -> Bot:
    """Return a bot that learns with weights, any other as it is."""
    return dataclasses.replace(bot, memory=first_weights(1), weights=()) if bot.learns else bot


def quick_bots() -> tuple[Bot, ...]:
    """Return all bots under their own names, and `unlearned`: the searcher at a table whose rules nobody has learned."""
    searcher = parse_bot("searcher:playouts=4")
    searchers = (dataclasses.replace(with_weights(searcher), name="searcher"), dataclasses.replace(searcher, name="unlearned", weights=()))
    return *(with_weights(bot) for bot in all_bots() if bot.name != "searcher"), *searchers
