"""A bot whose best values are known: the further its two dials are off, the more often it plays at random instead of building."""

from __future__ import annotations

from typing import Any

from citadels_sim.bots import Bot, Parameter, compiled_bot
from citadels_sim.engine.actions import A_BUILD, A_GOLD
from citadels_sim.engine.rng import next_below, next_unit

BEST = {"left": 0.7, "right": 6.0}


@compiled_bot
def turn_dials(public: Any, me: Any, rules: Any, legal: Any, n: int, bot_state: Any) -> int:
    """Build what can be built, else gather gold; at random as often as the dials are off."""
    start = next_below(bot_state, n)
    off = abs(bot_state.parameters[0] - 0.7) + abs(bot_state.parameters[1] - 6.0) / 10.0
    if next_unit(bot_state) < off:
        return start
    for step in range(n):
        index = (start + step) % n
        if legal.code[index] & 0xFF == A_BUILD:
            return index
    for index in range(n):
        if legal.code[index] & 0xFF == A_GOLD:
            return index
    return start


dials = Bot(
    name="dials",
    doc="builds, unless its dials are off",
    choose=turn_dials,
    parameters=(
        Parameter("left", 0.2, 0.0, 1.0, "best at 0.7"),
        Parameter("right", 2.0, 0.0, 10.0, "best at 6"),
        Parameter("stuck", 1.0, 1.0, 1.0, "cannot be turned"),
    ),
)

still = Bot(name="still", doc="has nothing to turn", choose=turn_dials)
