from __future__ import annotations

import numpy as np

from citadels_sim.engine import rng
from citadels_sim.limits import MAX_SEED
from citadels_sim.runs.seeds import block_seeds


def test_a_block_has_the_seed_that_the_engines_stream_gives_it() -> None:
    seeds = block_seeds(12345, 0, 50)
    assert [int(seed) for seed in seeds] == [rng.stream(12345, rng.BLOCK, 0, block) for block in range(50)]


def test_a_blocks_seed_does_not_depend_on_where_the_range_begins() -> None:
    assert np.array_equal(block_seeds(7, 40, 10), block_seeds(7, 0, 50)[40:])


def test_the_seeds_of_an_experiment_stay_what_they_are() -> None:
    assert block_seeds(1, 0, 2).tolist() == [3930795183298161375, 6402728999783210618]


def test_seeds_are_not_negative_and_differ_between_blocks_and_experiments() -> None:
    many = np.concatenate([block_seeds(seed, 0, 1000) for seed in (0, 1, 2, MAX_SEED)])
    assert many.min() >= 0
    assert len(np.unique(many)) == 4000
