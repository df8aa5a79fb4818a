"""How the blocks of a cell are cut into shards, and after which of them the intervals of a run with a precision are examined.

All of it follows from the experiment alone, so that a run has the same files whoever plays it, however often it is stopped.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_FIRST_LOOK: Final = 1_000
"""Games of a cell before the first look: the intervals are asymptotic."""
_GROWTH: Final = 1.2
"""Blocks from one look to the next, as a factor: few looks, and at most a fifth too many games."""
PIECES: Final = 8
"""Shards between two looks, at least: whoever has none waits for the look, so that there must be some for several workers."""
_STEP: Final = 1.2
"""The factor where looks are the steps of a study, which passes over those that settle nothing."""
STEP_PIECES: Final = 2
"""Shards of such a step, at least: those of many cells, and of several steps, are played side by side."""


def rotations_of(lineup: tuple[str, ...]) -> int:
    """Count the distinct rotations of a table: 1 when all bots are equal, else up to the number of seats.

    Parameters
    ----------
    lineup : tuple of str
        The bot of each seat.

    Returns
    -------
    int
        The least k > 0 for which moving the bots k seats on gives the same table.
    """
    return next(k for k in range(1, len(lineup) + 1) if lineup[-k:] + lineup[:-k] == lineup)


def steps_of(blocks: int, per_block: int, first: int) -> tuple[int, ...]:
    """Return after how many blocks a cell of a study may end for now, ascending; as `looks_of`, with `first` games before the first."""
    return _series(blocks, -(-min(first, _FIRST_LOOK) // per_block), _STEP)


def looks_of(blocks: int, per_block: int) -> tuple[int, ...]:
    """Return after how many blocks the intervals of a cell are examined, ascending; the last time after all of them.

    Parameters
    ----------
    blocks : int
        Blocks of the cell, at most.
    per_block : int
        Games in each.
    """
    return _series(blocks, -(-_FIRST_LOOK // per_block), _GROWTH)


def _series(blocks: int, look: int, growth: float) -> tuple[int, ...]:
    looks = []
    while look < blocks:
        looks.append(look)
        look = max(look + 1, int(look * growth))
    return (*looks, blocks)


@dataclass(frozen=True)
class Stage:
    """Blocks first to end - 1 of a cell, cut into shards of one size, of which the last may be smaller.

    Attributes
    ----------
    first, end : int
        Its blocks.
    size : int
        Blocks in a shard.
    rows : bool
        Whether rows of its games are kept, or only sums.
    """

    first: int
    end: int
    size: int
    rows: bool

    @property
    def shards(self) -> int:
        """Number of its shards."""
        return -(-(self.end - self.first) // self.size)

    def ranges(self) -> Iterator[tuple[int, int, bool]]:
        """Yield the first block and the blocks of each shard, and whether rows are kept of it."""
        for first in range(self.first, self.end, self.size):
            yield first, min(self.size, self.end - first), self.rows


def stages(
    blocks: int, row_blocks: int, shard_blocks: int, sums_blocks: int, looks: Sequence[int] = (), pieces: int = PIECES
) -> Iterator[Stage]:
    """Cut the blocks of a cell where rows end and where its intervals are examined.

    Parameters
    ----------
    blocks, row_blocks : int
        Blocks in all, and those at the beginning that have rows.
    shard_blocks, sums_blocks : int
        Blocks in a shard at most: where rows are kept, and where only sums are.
    looks : sequence of int
        See `looks_of`; empty where the cell is played to its end in any case.
    pieces : int
        Shards between two looks, at least.
    """
    for first, end in itertools.pairwise(sorted({0, row_blocks, blocks, *looks})):
        rows = first < row_blocks
        size = shard_blocks if rows else sums_blocks
        yield Stage(first, end, min(size, -(-(end - first) // pieces)) if looks else size, rows)
