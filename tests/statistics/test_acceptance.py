"""Estimators against truths that are known from elsewhere: solved games, simulated worlds."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.designs.flow.kill_game import exploitability, solve_kill_game
from citadels_sim.designs.luck.shares import settled


def test_the_solved_kill_game_has_its_value_and_chances() -> None:
    result = solve_kill_game([3, 1])
    assert result.value == pytest.approx(3 / 4)
    assert result.picks == pytest.approx([1 / 4, 3 / 4])
    assert result.kills == pytest.approx([3 / 4, 1 / 4])


@pytest.mark.parametrize("worth", [[1, 1, 1], [2, 3, 4], [5, 4, 4, 5], [1.7, 2.0, 2.3, 1.8, 2.1]])
def test_with_more_characters_it_is_the_closed_form(worth: list[float]) -> None:
    values = np.array(worth)
    value = (len(values) - 1) / np.sum(1 / values)
    assert (values >= value).all()
    result = solve_kill_game(worth)
    assert result.value == pytest.approx(value)
    assert result.picks == pytest.approx((1 / values) / np.sum(1 / values))
    assert result.kills == pytest.approx(1 - value / values)


def test_the_published_guess_of_three_to_one_for_both_can_be_exploited_down_to_a_quarter() -> None:
    assert 3 / 4 - exploitability([3 / 4, 1 / 4], [3, 1]) == pytest.approx(1 / 4)
    assert exploitability([1 / 4, 3 / 4], [3, 1]) == pytest.approx(0)


@pytest.mark.parametrize("worth", [[1.0], [1.0, -1.0]])
def test_a_kill_game_needs_two_characters_worth_something(worth: list[float]) -> None:
    with pytest.raises(ValueError, match="the worth of at least two characters"):
        solve_kill_game(worth)


def shares_of(wins: np.ndarray) -> np.ndarray:
    """What each deal contributes to the share of the luck that it settles, of whether one seat wins its replays, shape (deals, replays)."""
    won = wins.sum(axis=1, keepdims=True).astype(np.float64)
    return settled(won, won, wins.shape[1])


def test_the_deals_share_of_luck_is_unbiased_on_a_beta_binomial_world() -> None:
    """A win chance of Beta(a, b) over deals has the share 1 / (a + b + 1) of the variance of a win: here 1/7."""
    random = np.random.default_rng(14)
    result = [shares_of(random.random((150, 8)) < random.beta(1.5, 4.5, 150)[:, None]) for _ in range(300)]
    shares = np.array([each.mean() for each in result])
    assert shares.mean() == pytest.approx(1 / 7, abs=3 * shares.std() / np.sqrt(300) + 0.002)
    assert np.mean([each.std(ddof=1) / np.sqrt(len(each)) for each in result]) == pytest.approx(shares.std(), rel=0.15)


def test_without_a_share_of_the_deal_it_is_nothing_and_with_all_of_it_one() -> None:
    random = np.random.default_rng(15)
    none = shares_of(random.random((400, 10)) < 0.25)
    assert abs(none.mean()) < 3 * none.std(ddof=1) / np.sqrt(400)
    assert shares_of(np.repeat(random.random((400, 1)) < 0.25, 10, axis=1)).mean() == pytest.approx(1, abs=0.01)
