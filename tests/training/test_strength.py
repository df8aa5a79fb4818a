"""How often one bot wins against others: the interval holds the truth as often as it says, also of one that nearly always wins."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.training.learning.strength import over_deals


def test_who_wins_all_games_of_some_deals_is_not_known_to_win_always() -> None:
    share, low, high = over_deals(np.ones(100))
    assert (share, high) == (1.0, 1.0)
    assert 0.95 < low < 0.98


def test_far_from_the_ends_it_is_students_interval() -> None:
    shares = np.random.default_rng(1).binomial(4, 0.4, 2_000) / 4
    share, low, high = over_deals(shares)
    half = 1.961 * shares.std(ddof=1) / np.sqrt(2_000)
    assert share == shares.mean()
    assert (low, high) == (pytest.approx(share - half, abs=2e-4), pytest.approx(share + half, abs=2e-4))


@pytest.mark.parametrize("truth", [0.97, 0.985, 0.995])
def test_the_interval_of_a_bot_that_nearly_always_wins_holds_the_truth_as_often_as_it_says(truth: float) -> None:
    """Student's t held the last one in 88 of 100 runs."""
    random = np.random.default_rng(2)
    held = [low <= truth <= high for _, low, high in (over_deals(random.binomial(4, truth, 100) / 4) for _ in range(1_000))]
    assert 0.935 <= np.mean(held) <= 0.99
