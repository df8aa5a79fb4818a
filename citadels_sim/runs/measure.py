"""Short measurements: how fast a cell plays and how much disk a game takes, for the estimate before a run."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from citadels_sim.runs.manifest import ShardFile
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.store import LocalStore
from citadels_sim.runs.table_writer import Writer

_LEAST_BLOCKS: Final = 4


@dataclass(frozen=True)
class CellCost:
    """What a game of a cell, or whatever else its kind of experiment counts, costs on one core.

    Attributes
    ----------
    seconds : float
        Wall time per game, writing included.
    bytes : float
        Disk per game.
    played : float
        Games that are played for one that is counted: 1, but more for a node that is forked, or for a deal that is played with bans.
    """

    seconds: float
    bytes: float
    played: float


@dataclass(frozen=True)
class CellEstimate:
    """What a cell of a run will take.

    Attributes
    ----------
    seconds : float
        Wall time with all workers; this and the next two are NaN where nothing was measured.
    bytes : float
        Disk.
    played : float
        Games that are played for it, see `CellCost`.
    """

    cell: Cell
    seconds: float
    bytes: float
    played: float

    def as_data(self, unit: str = "games") -> dict[str, Any]:
        """Return it as JSON-able data: what is counted by its name, and the games played for it; None where nothing was measured."""
        cell = self.cell
        counted = {"players": cell.players, "lineup": cell.lineup, unit: cell.games} | {"games": known(self.played)}
        return {
            "variant": cell.variant.name,
            **counted,
            "blocks": cell.blocks,
            "rotations": cell.rotations,
            "seconds": known(self.seconds),
            "bytes": known(self.bytes),
        }


def known(number: float) -> float | None:
    """Return a number, or None for NaN."""
    return None if math.isnan(number) else number


def unmeasured(plan: Plan) -> tuple[CellEstimate, ...]:
    """Describe every cell of a plan without playing: NaN in the place of what only a measurement gives."""
    one_each = plan.design.games_played is None
    return tuple(CellEstimate(cell, math.nan, math.nan, cell.games if one_each else math.nan) for cell in plan.cells)


def estimate(plan: Plan, workers: int) -> tuple[CellEstimate, ...]:
    """Estimate every cell of a plan from a short measurement; the rules must be compiled already."""
    if plan.design.between_two:
        return _between(plan, workers)
    return tuple(_cell_estimate(plan, cell, workers) for cell in plan.cells)


def _between(plan: Plan, workers: int) -> tuple[CellEstimate, ...]:
    """Estimate the cells of a design whose cells cost about what the first and the last one do on average."""
    ends = [_cell_estimate(plan, plan.cells[i], workers) for i in (0, -1)]
    seconds, size, played = (sum(getattr(end, name) for end in ends) / 2 for name in ("seconds", "bytes", "played"))
    return tuple(CellEstimate(cell, round(seconds, 3), round(size), round(played)) for cell in plan.cells)


def _cell_estimate(plan: Plan, cell: Cell, workers: int) -> CellEstimate:
    seconds = size = played = 0.0
    for rows, blocks in ((True, cell.row_blocks), (False, cell.blocks - cell.row_blocks)):
        if blocks:
            cost = cell_cost(plan, cell.index, rows=rows)
            seconds += cost.seconds * blocks * cell.per_block / workers
            size += cost.bytes * blocks * cell.per_block
            played += cost.played * blocks * cell.per_block
    return CellEstimate(cell, round(seconds, 3), round(size), round(played))


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
        writer = Writer(plan, LocalStore(Path(folder)))
        writer.write(Shard(0, cell, 0, 1, chosen.per_block, rows))  # the first one loads what is compiled, and much else
        blocks = _LEAST_BLOCKS
        fixed = 0.0  # bytes of a file that do not grow with its games
        while True:
            shard = Shard(0, cell, 0, min(blocks, most), min(blocks, most) * chosen.per_block, rows)
            begun = time.perf_counter()
            files = writer.write(shard)
            took = time.perf_counter() - begun
            size = sum((Path(folder) / file.path).stat().st_size for file in files)
            if took > seconds / 4 or blocks >= most:
                per_game = max(0.0, size - fixed) / shard.games
                played = _played(plan, shard, files) / shard.games
                return CellCost(took / shard.games, per_game + fixed / (most * chosen.per_block), played)
            if blocks == _LEAST_BLOCKS:
                fixed = float(size)
            # A first shot of a few blocks, then four times as many until it takes long enough to be measured.
            blocks *= 4


def _played(plan: Plan, shard: Shard, files: Sequence[ShardFile]) -> int:
    """Count the games that were played for a shard, from the rows of its main table."""
    count = plan.design.games_played
    cell = plan.cells[shard.cell]
    games = shard.games // cell.per_game
    return games if count is None else count(games, cell.players, files[0].rows, plan.experiment.repetitions)
