"""What a bot costs: microseconds per game when it sits at every seat."""

from __future__ import annotations

import time
from typing import Final

from citadels_sim.bots import Bot
from citadels_sim.lab.recording.buffers import Buffers
from citadels_sim.lab.recording.cell_player import CellPlayer
from citadels_sim.runs.plan import Cell
from citadels_sim.variants import load_variant

_MOST_AT_ONCE: Final = 100
"""Games between two looks at the clock; fewer at first, since a bot may think for a second at each decision."""


def bot_cost(bot: Bot, variant: str = "classic-2000", players: int = 4, seconds: float = 0.3) -> float:
    """Measure a bot: microseconds per game when it sits at every seat, one core, nothing recorded.

    Parameters
    ----------
    bot : Bot
    variant : str
    players : int
    seconds : float
        About how long it may take.
    """
    cell = Cell(0, load_variant(variant), players, bot.name, (bot.name,) * players, 1, 1, 1, 1, 0)
    player = CellPlayer(cell, {bot.name: bot}, Buffers("games"), 1, journal=False)
    player.ready()
    games, batch = 0, 1
    player.play(0, batch)
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        player.play(games, batch)
        games += batch
        batch = min(2 * batch, _MOST_AT_ONCE)
    return 1e6 * (time.perf_counter() - begun) / games
