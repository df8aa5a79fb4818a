"""The seeds of blocks: numbers that depend on the experiment's seed and the block alone.

Neither variant nor players nor line-up enter, so block 17 has the same seed in every cell of an experiment: two variants played on it
share their luck wherever their rules let them (common random numbers), and nothing depends on the order in which blocks are played.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_U = np.uint64
_BLOCK = 12
"""As `citadels_sim.engine.rng.BLOCK`, which readers of tables cannot import; a test holds the two together."""


def _mix(x: npt.NDArray[np.uint64], y: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    # The same finaliser as `citadels_sim.engine.rng.mix`, over arrays; a test holds the two together.
    z = x * _U(0x9E3779B97F4A7C15) + y + _U(0x632BE59BD9B4E019)
    z = (z ^ (z >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    mixed: npt.NDArray[np.uint64] = (z ^ (z >> _U(31))) >> _U(1)
    return mixed


def block_seeds(seed: int, first: int, count: int) -> npt.NDArray[np.int64]:
    """Return the seeds of consecutive blocks.

    Parameters
    ----------
    seed : int
        Seed of the experiment, 0 to `limits.MAX_SEED`.
    first : int
        The first block.
    count : int
        How many blocks.

    Returns
    -------
    ndarray of int64, shape (count,)
        Numbers in [0, 2**63): the engine's stream for purpose ``BLOCK`` at coordinates (0, block).
    """
    return seeds_of(seed, np.arange(first, first + count))


def seeds_of(seed: int, blocks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the seeds of any blocks; as `block_seeds`."""
    key = _mix(np.array([seed], _U), np.array([_BLOCK], _U))
    return _mix(key, blocks.astype(_U)).astype(np.int64)
