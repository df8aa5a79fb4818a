"""Fitting what the searcher thinks of a table: the games are noted round by round, and what is fitted explains who won."""

from __future__ import annotations

import numpy as np

from scripts.research.searcher_fit import explained, fit, gathered


def test_the_table_is_noted_between_rounds_and_the_fit_explains_who_won() -> None:
    noted = gathered("classic-2000", 3, 60)
    assert len(noted.x) > 60 * 4  # several rounds a game
    assert np.allclose(noted.won.sum(1), 1.0)
    assert set(np.unique(noted.phase)) >= {0, 1, 2, 3}
    assert 0.02 < explained([noted], fit([noted])) < 1.0
