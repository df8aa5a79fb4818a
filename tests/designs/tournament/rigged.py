"""A deal that favours one seat: no variant can give a seat gold, so the dealing itself is rigged."""

from __future__ import annotations

from typing import Any

from citadels_sim.compiler.decorators import entry_point
from citadels_sim.engine import setup
from citadels_sim.engine.deck import gain
from citadels_sim.engine.loop import DEAL_SIGNATURE

RICH_SEAT = 2
GIFT = 3


@entry_point(DEAL_SIGNATURE)
def rich_deal(s: Any, r: Any, out: Any, seed: int) -> None:
    """Set up a game as `engine.loop.deal` does, and give one seat gold."""
    setup.new_game(s, r, out, seed)
    gain(s, RICH_SEAT, GIFT)
