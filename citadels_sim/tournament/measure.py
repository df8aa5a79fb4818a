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
from citadels_sim.tournament.store import LocalStore
from citadels_sim.tournament.writers import make_writer
from citadels_sim.variants import load_variant

__all__ = ["CellCost", "CellEstimate", "bot_cost", "cell_cost", "estimate"]

_LEAST_BLOCKS: Final = 4
_MOST_AT_ONCE: Final = 100
"""Games between two looks at the clock; fewer at first, since a bot may think for a second at each decision."""


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
    return tuple(_cell_estimate(plan, cell, workers) for cell in plan.cells)


def _cell_estimate(plan: Plan, cell: Cell, workers: int) -> CellEstimate:
    seconds = size = 0.0
    for rows, blocks in ((True, cell.row_blocks), (False, cell.blocks - cell.row_blocks)):
        if blocks:
            cost = cell_cost(plan, cell.index, rows=rows)
            seconds += cost.seconds * blocks * cell.rotations / workers
            size += cost.bytes * blocks * cell.rotations
    return CellEstimate(cell, round(seconds, 3), round(size))


def cell_cost(plan: Plan, cell: int, seconds: float = 0.3, *, rows: bool = True) -> CellCost:
    """Measure one cell of a plan by playing a little of it into a temporary folder.

    Parameters
    ----------
    plan : Plan
    cell : int
        Index of the cell.
    seconds : float
        About how long it may take.
    rows : bool
        Whether rows are kept, or only sums.
    """
    chosen = plan.cells[cell]
    most = chosen.shard_blocks if rows else chosen.sums_blocks
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        writer = make_writer(plan, LocalStore(Path(folder)))
        blocks = _LEAST_BLOCKS
        fixed = 0.0  # bytes of a file that do not grow with its games
        while True:
            shard = Shard(0, cell, 0, min(blocks, most), min(blocks, most) * chosen.rotations, rows)
            begun = time.perf_counter()
            files = writer.write(shard)
            took = time.perf_counter() - begun
            size = sum((Path(folder) / file.path).stat().st_size for file in files)
            if took > seconds / 4 or blocks >= most:
                per_game = max(0.0, size - fixed) / shard.games
                return CellCost(took / shard.games, per_game + fixed / (most * chosen.rotations))
            if blocks == _LEAST_BLOCKS:
                fixed = float(size)
            # A first shot of a few blocks, then four times as many until it takes long enough to be measured.
            blocks *= 4


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
