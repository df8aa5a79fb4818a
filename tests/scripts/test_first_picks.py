"""First picks by whole games played ahead: what is compared, and how it is averaged."""

from __future__ import annotations

import numpy as np
import pytest

from scripts.research.first_picks import compared, gained


def test_a_game_of_more_first_picks_weighs_more() -> None:
    values = np.array([[10.0, 1.0, 0.5], [30.0, 0.0, 0.0], [20.0, 1.0, -0.25]] * 40)
    assert gained(values, 1)[0] == pytest.approx(50.0)
    value, low, high = gained(values, 2)
    assert value == pytest.approx(0.0)
    assert low < 0.0 < high


@pytest.mark.slow
def test_nothing_is_gained_where_both_pick_the_same() -> None:
    values = compared("classic-2000", "learner", 4)
    assert (values[:, 0] >= 1).all()
    same = values[:, 1] == 0.0
    assert (values[same, 2] == 0.0).all()
    assert (np.abs(values[:, 2]) <= 1.0).all()
    assert np.array_equal(values, compared("classic-2000", "learner", 4))
