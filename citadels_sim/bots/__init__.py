"""The bots that come with the package, and the interface for bots of one's own."""

from citadels_sim.bots.interface import EDITIONS, Bot, Parameter, compiled_bot
from citadels_sim.bots.registry import all_bots, as_bot, parse_bot, parse_lineup
from citadels_sim.lineups import split_lineup

__all__ = [
    "EDITIONS",
    "Bot",
    "Parameter",
    "all_bots",
    "as_bot",
    "compiled_bot",
    "parse_bot",
    "parse_lineup",
    "split_lineup",
]
