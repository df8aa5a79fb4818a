"""What a bot costs: microseconds per game when it sits at every seat."""

from __future__ import annotations

import time
from typing import Final

from citadels_sim.bots import Bot
from citadels_sim.designs.recording.buffers import Buffers
from citadels_sim.designs.recording.cell_player import CellPlayer
from citadels_sim.runs.plan import Cell
from citadels_sim.variants import load_variant

_PLAYERS: Final = 4
_SECONDS: Final = 0.3
"""About how long a measurement takes."""
_MOST_AT_ONCE: Final = 100
"""Games between two looks at the clock; fewer at first, since a bot may think for a second at each decision."""


def bot_cost(bot: Bot, variant: str) -> float:
    """Measure a bot at tables of four: microseconds per game when it sits at every seat, one core, nothing recorded."""
    cell = Cell(0, load_variant(variant), _PLAYERS, bot.name, (bot.name,) * _PLAYERS, 1, 1, 1, 1, 0)
    player = CellPlayer(cell, {bot.name: bot}, Buffers("games"), 1, journal=False)
    player.ready()
    games, batch = 0, 1
    player.play(0, batch)
    begun = time.perf_counter()
    while time.perf_counter() - begun < _SECONDS:
        player.play(games, batch)
        games += batch
        batch = min(2 * batch, _MOST_AT_ONCE)
    return 1e6 * (time.perf_counter() - begun) / games
