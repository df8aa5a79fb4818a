"""The random picker against the table D1 of docs/reference/estimators.md, and against simulated drafts."""

from __future__ import annotations

import pytest

from citadels_sim.designs.draft import random_pick_rate

# ranks, players, rank 4 and others with the face-up cards first, the same with the face-down card first
D1 = (
    (8, 4, 2 / 3, 10 / 21, 0.70000, 0.47143),
    (8, 5, 5 / 7, 30 / 49, 0.72917, 0.61012),
    (8, 6, 3 / 4, 3 / 4, 3 / 4, 3 / 4),
    (8, 7, 7 / 8, 7 / 8, 7 / 8, 7 / 8),
    (9, 4, 2 / 3, 5 / 12, 0.71111, 0.41111),
    (9, 5, 5 / 7, 15 / 28, 0.74074, 0.53241),
    (9, 6, 3 / 4, 21 / 32, 0.76190, 0.65476),
    (9, 7, 7 / 9, 7 / 9, 7 / 9, 7 / 9),
    (9, 8, 8 / 9, 8 / 9, 8 / 9, 8 / 9),
)


@pytest.mark.parametrize(("ranks", "players", "up_four", "up_other", "down_four", "down_other"), D1)
def test_the_rates_are_those_of_the_table(ranks, players, up_four, up_other, down_four, down_other):
    result = [random_pick_rate(ranks, players, rank == 4, order) for order in ("up_first", "down_first") for rank in (4, 5)]
    assert result == pytest.approx([up_four, up_other, down_four, down_other], abs=6e-6)


@pytest.mark.parametrize(("ranks", "players", "up_four", "up_other", "down_four", "down_other"), D1)
@pytest.mark.parametrize("order", ("up_first", "down_first"))
def test_one_character_per_player_is_picked(ranks, players, up_four, up_other, down_four, down_other, order):
    rates = [random_pick_rate(ranks, players, rank == 4, order) for rank in range(1, ranks + 1)]
    assert sum(rates) == pytest.approx(players)


@pytest.mark.parametrize("players", (2, 3))
def test_two_and_three_players_have_no_closed_form(players):
    assert random_pick_rate(8, players, False, "down_first") is None


def test_an_order_of_removal_that_is_not_known_gives_nothing():
    assert random_pick_rate(8, 4, False, "sideways") is None
