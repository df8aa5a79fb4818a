"""Short measurements: how fast a cell plays and how much disk a game takes. What is said before a run, and about a bot."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from citadels_sim.bots import Bot
from citadels_sim.tournament.buffers import Buffers
from citadels_sim.tournament.plan import Cell, Plan, Shard
from citadels_sim.tournament.play import CellPlayer
from citadels_sim.tournament.shards import ShardWriter
from citadels_sim.variants import load_variant

__all__ = ["CellCost", "CellEstimate", "bot_cost", "cell_cost", "estimate"]

_LEAST_BLOCKS: Final = 4


@dataclass(frozen=True)
class CellCost:
    """What a game of a cell costs on one core.

    Attributes
    ----------
    seconds : float
        Wall time per game, writing included.
    bytes : float
        Disk per game.
    """

    seconds: float
    bytes: float


@dataclass(frozen=True)
class CellEstimate:
    """What a cell of a run will take.

    Attributes
    ----------
    cell : Cell
    seconds : float
        Wall time with all workers.
    bytes : int
        Disk.
    """

    cell: Cell
    seconds: float
    bytes: int

    def as_data(self) -> dict[str, Any]:
        """Give it as JSON-able data."""
        data = {key: getattr(self.cell, key) for key in ("players", "lineup", "games", "blocks", "rotations")}
        return {"variant": self.cell.variant.name, **data, "seconds": self.seconds, "bytes": self.bytes}


def estimate(plan: Plan, workers: int) -> tuple[CellEstimate, ...]:
    """Estimate every cell of a plan from a short measurement; the rules must be compiled already."""
    costs = [cell_cost(plan, cell.index) for cell in plan.cells]
    return tuple(
        CellEstimate(cell, round(cost.seconds * cell.games / workers, 3), round(cost.bytes * cell.games))
        for cell, cost in zip(plan.cells, costs, strict=True)
    )


def cell_cost(plan: Plan, cell: int, seconds: float = 0.3) -> CellCost:
    """Measure one cell of a plan by playing a little of it into a temporary folder.

    Parameters
    ----------
    plan : Plan
    cell : int
        Index of the cell.
    seconds : float
        About how long it may take.
    """
    chosen = plan.cells[cell]
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        writer = ShardWriter(plan, Path(folder))
        blocks = _LEAST_BLOCKS
        while True:
            shard = Shard(0, cell, 0, blocks, blocks * chosen.rotations)
            begun = time.perf_counter()
            files = writer.write(shard)
            took = time.perf_counter() - begun
            if took > seconds / 4 or blocks >= chosen.shard_blocks:
                size = sum((Path(folder) / file.path).stat().st_size for file in files)
                return CellCost(took / shard.games, size / shard.games)
            # A first shot of a few blocks, then four times as many until it takes long enough to be measured.
            blocks = min(blocks * 4, chosen.shard_blocks)


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
    cell = Cell(0, load_variant(variant), players, bot.name, (bot.name,) * players, 1, 1, 1)
    player = CellPlayer(cell, {bot.name: bot}, Buffers("games"), 1, journal=False)
    player.ready()
    games = 0
    batch = 1 if not bot.compiled else 100
    player.play(0, batch)
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        player.play(games, batch)
        games += batch
    return 1e6 * (time.perf_counter() - begun) / games
