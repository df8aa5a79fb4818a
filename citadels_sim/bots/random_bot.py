"""`random`: plays any legal action with equal chance. The null against which everything else is measured."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots.interface import Bot, compiled_bot
from citadels_sim.engine.rng import next_below


@compiled_bot
def choose_random(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Choose uniformly among the legal actions."""
    return next_below(bot_state, n)


RANDOM = Bot(name="random", doc="plays any legal action with equal chance", choose=choose_random)
