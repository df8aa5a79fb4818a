"""What common random numbers bring: pairs of cells on the same seeds, and how much of the noise of their difference is gone.

Block b has the same seed in every cell of a run, and the engine draws by purpose, so that cells share their luck wherever their rules let
them. The variance ratio ``Var(a - b) / (Var(a) + Var(b))`` over blocks says how far they do: 1 for independent deals, 0.25 where a
comparison needs a quarter of the games. Source: docs/reference/estimators.md, A0, "CRN".
"""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import polars as pl

from citadels_sim.arrays import Array
from citadels_sim.designs.tournament.sums import CREDIT
from citadels_sim.runs.manifest import ShardFile
from citadels_sim.runs.plan import Cell, Plan, Shard
from citadels_sim.runs.store import Store

FIGURES: Final = {
    "rounds": ("rounds", 1),
    "turns": ("turns", 1),
    "winner_total": ("best", 1),
    "margin": ("margin", 1),
    "points": ("points", 1),
    "first_crown_wins": ("first_crown", CREDIT),
    "first_bot_wins": ("first_bot", CREDIT),
}
"""Figure, a mean per game, to column of the table `blocks` and what a unit of it is a part of. Points are those of all seats."""

_COLUMNS: Final = [column for column, _ in FIGURES.values()]
_WINDOW: Final = 20_000
"""Blocks looked at together."""


def compare_cells(plan: Plan, store: Store, played: Sequence[Sequence[Shard]]) -> list[dict[str, Any]]:
    """Compare every two cells that differ in one thing only: the variant, the number of players, or the line-up.

    Parameters
    ----------
    plan : Plan
    store : Store
        The run folder.
    played : sequence of sequence of Shard
        The shards of each cell.

    Returns
    -------
    list of dict
        Per pair: ``by`` (what they differ in), ``a`` and ``b``, ``blocks`` (common seeds), and per figure the ``difference`` a - b per
        game, its standard error ``se`` over blocks, and the ``variance_ratio`` (None where nothing varies).
    """
    pairs = [(a, b, by) for a, b in itertools.combinations(plan.cells, 2) if (by := _differ(a, b))]
    if not pairs:
        return []
    readers = [_BlockReader(store, shards) for shards in played]
    ends = [shards[-1].end for shards in played]
    n = len(plan.cells)
    blocks = np.zeros((n, n), np.int64)
    # Of the first cell over the blocks that it shares with the second: sums, sums of squares; and sums of products of the two.
    sums, squares, products = np.zeros((3, len(FIGURES), n, n), np.int64)
    for first, end in _windows(ends):
        here = np.array([i for i in range(n) if ends[i] >= end])
        values = np.stack([readers[i].read(first, end) for i in here])
        both = np.ix_(here, here)
        blocks[both] += end - first
        for k in range(len(FIGURES)):
            figure = values[:, :, k]
            sums[k][both] += figure.sum(axis=1).astype(np.int64)[:, None]
            squares[k][both] += (figure * figure).sum(axis=1).astype(np.int64)[:, None]
            products[k][both] += (figure @ figure.T).astype(np.int64)  # whole numbers below 2**53: exact
    return [_pair(a, b, by, int(blocks[a.index, b.index]), sums, squares, products) for a, b, by in pairs]


def _differ(a: Cell, b: Cell) -> str | None:
    """Name the one thing in which two cells differ, if it is one."""
    differ = [
        name
        for name, same in (
            ("variant", a.variant.name == b.variant.name),
            ("players", a.players == b.players),
            ("lineup", a.lineup == b.lineup),
        )
        if not same
    ]
    return differ[0] if len(differ) == 1 else None


def _windows(ends: Sequence[int]) -> list[tuple[int, int]]:
    """Cut the blocks into windows in which every cell has all blocks or none."""
    cuts = sorted({*range(0, max(ends), _WINDOW), *ends})
    return list(itertools.pairwise([0, *[cut for cut in cuts if cut > 0]]))


class _BlockReader:
    """Reads ranges of blocks of one cell, in ascending order."""

    def __init__(self, store: Store, shards: Sequence[Shard]) -> None:
        self._store = store
        self._shards = list(reversed(shards))
        self._rest = np.zeros((0, len(_COLUMNS)))
        self._first = 0

    def read(self, first: int, end: int) -> Array:
        """Return the figures of some blocks, shape (blocks, figures)."""
        parts = [self._rest[first - self._first :]]
        have = self._first + len(self._rest)
        while have < end:
            shard = self._shards.pop()
            data = self._store.read(ShardFile.path_of("blocks", shard.number))
            parts.append(pl.read_parquet(io.BytesIO(data), columns=_COLUMNS).select(_COLUMNS).to_numpy().astype(np.float64))
            have = shard.end
        self._rest, self._first = np.concatenate(parts), first
        return self._rest[: end - first]


def _pair(a: Cell, b: Cell, by: str, blocks: int, sums: Array, squares: Array, products: Array) -> dict[str, Any]:
    i, j = a.index, b.index
    figures = {}
    for k, (name, (_, unit)) in enumerate(FIGURES.items()):
        x, y = 1 / (unit * a.rotations), 1 / (unit * b.rotations)
        total_a, total_b = x * int(sums[k, i, j]), y * int(sums[k, j, i])
        within_a = x * x * int(squares[k, i, j]) - total_a * total_a / blocks
        within_b = y * y * int(squares[k, j, i]) - total_b * total_b / blocks
        together = within_a + within_b
        of_difference = together - 2 * (x * y * int(products[k, i, j]) - total_a * total_b / blocks)
        varies = together > 1e-9 * blocks  # what exact arithmetic would make zero comes out as a tiny number
        figures[name] = {
            "difference": (total_a - total_b) / blocks,
            "se": math.sqrt(max(0.0, of_difference) / (blocks - 1) / blocks) if blocks > 1 else None,
            "variance_ratio": max(0.0, of_difference) / together if varies else None,
        }
    return {"by": by, "a": _name(a), "b": _name(b), "blocks": blocks, "figures": figures}


def _name(cell: Cell) -> dict[str, Any]:
    return {"variant": cell.variant.name, "players": cell.players, "lineup": cell.lineup}
