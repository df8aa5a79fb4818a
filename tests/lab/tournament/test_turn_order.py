"""The order in which turn rows are kept."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.lab.tournament import columns as c
from citadels_sim.lab.tournament.turn_order import RowOrder


@pytest.mark.parametrize("sizes", [[0], [1], [40, 8, 300, 0, 301], [300, 300]])
def test_rows_that_somebody_held_stand_before_the_others_in_the_order_they_had(sizes: list[int]) -> None:
    rng = np.random.default_rng(sum(sizes))
    order = RowOrder()
    for n in sizes:  # its memory grows where it must
        turns = rng.integers(-300, 300, (len(c.TURN_COLUMNS), n + 3)).astype(np.int16)
        turns[c.SEAT] = rng.integers(-1, 3, n + 3)
        game = np.sort(rng.integers(0, 9, n)).astype(np.int32)
        wanted = np.argsort(turns[c.SEAT, :n] < 0, kind="stable")
        before = turns.copy()
        got_game, got, held = order.ordered(game, turns)
        assert np.array_equal(got, turns[:, wanted])
        assert np.array_equal(got_game, game[wanted])
        assert held == int((turns[c.SEAT, :n] >= 0).sum())
        assert np.array_equal(turns, before)


def test_rows_of_which_nobody_held_any_and_of_which_all_were_held_stay_as_they_are() -> None:
    order = RowOrder()
    turns = np.arange(len(c.TURN_COLUMNS) * 5, dtype=np.int16).reshape(-1, 5)
    for seat in (-1, 2):
        turns[c.SEAT] = seat
        game, got, held = order.ordered(np.arange(5, dtype=np.int32), turns)
        assert np.array_equal(got, turns)
        assert list(game) == [0, 1, 2, 3, 4]
        assert held == (0 if seat < 0 else 5)
