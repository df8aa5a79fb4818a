"""`random`: plays any legal action with equal chance. The null against which everything else is measured."""

from __future__ import annotations

from citadels_sim.bots.interface import Bot, compiled_bot
from citadels_sim.engine.record_types import BotState, Legal, Public, Rules, Seat
from citadels_sim.engine.rng import next_below


@compiled_bot
def choose_random(public: Public, me: Seat, rules: Rules, legal: Legal, n: int, bot_state: BotState) -> int:
    """Choose uniformly among the legal actions."""
    return next_below(bot_state, n)


RANDOM = Bot(name="random", doc="plays any legal action with equal chance", choose=choose_random)
