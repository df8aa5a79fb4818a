"""Games whose truth is known: places drawn from the Plackett-Luce model, as a ladder reads them."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from citadels_sim.ladder.games import Games, condense

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def games_of(tables: Ints, places: Ints, block: Ints, variant: str = "classic-2000") -> Games:
    """Condense games given one by one: bot and place of each seat from the first crown, shapes (games, n), and the block of each."""
    seats = np.arange(tables.shape[1], dtype=np.uint64)
    coded = pl.DataFrame(
        {
            "variant": [variant] * len(tables),
            "players": [tables.shape[1]] * len(tables),
            "seed": [1] * len(tables),
            "block": block,
            "bots": (tables.astype(np.uint64) << (8 * seats)).sum(axis=1),
            "places": (places.astype(np.uint64) << (4 * seats)).sum(axis=1),
        }
    )
    (result,) = condense(coded)
    return result


def places_of(appeal: Floats) -> Ints:
    """Place of each seat, the greatest appeal first, shape (games, n)."""
    return np.argsort(np.argsort(-appeal, axis=1), axis=1) + 1


def play(
    random: np.random.Generator,
    strengths: Floats,
    lineup: list[int],
    blocks: int,
    *,
    seats: Floats | None = None,
    alike: float = 0.0,
    variant: str = "classic-2000",
) -> Games:
    """Play blocks of all rotations of a line-up; each game by itself follows the model exactly.

    ``alike`` (0 to 1) is how much a seat's luck is the same in all games of a block, as it is where they share a deal.
    """
    n = len(lineup)
    block, rotation = np.repeat(np.arange(blocks), n), np.tile(np.arange(n), blocks)
    crown = random.integers(0, n, blocks)[block]
    tables = np.array(lineup)[(np.arange(n) + crown[:, None] - rotation[:, None]) % n]
    shared = random.normal(size=(blocks, n))[block]
    luck = np.sqrt(alike) * shared + np.sqrt(1 - alike) * random.normal(size=shared.shape)
    gumbel = -np.log(-stats.norm.logcdf(luck))  # Gumbel on its own, whatever is shared
    return games_of(tables, places_of(strengths[tables] + (0 if seats is None else seats) + gumbel), block, variant)
