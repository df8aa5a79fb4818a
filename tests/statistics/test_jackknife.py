"""A difference within strata and a median time with censoring: right where they are known, and with the error of many draws."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.linalg import hadamard
from statsmodels.duration.survfunc import SurvfuncRight

from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.jackknife import Estimate, jackknife, median_wait, refitted, survival, within_strata


def test_the_error_of_a_mean_is_the_usual_one() -> None:
    random = np.random.default_rng(1)
    tables = np.column_stack([random.normal(size=40), np.ones(40)])
    value, se = jackknife(tables, lambda t: t[:, 0] / t[:, 1])
    assert value == pytest.approx(tables[:, 0].mean())
    assert se == pytest.approx(tables[:, 0].std(ddof=1) / np.sqrt(40))


def test_a_difference_is_taken_within_each_round() -> None:
    # Round 1: 2 of 4 with it won, 1 of 4 without. Round 2: 1 of 1 with it, 2 of 4 without. Round 3: only with it, which explains nothing.
    draws, draws_win = np.array([[8.0, 5.0, 3.0]]), np.array([[3.0, 3.0, 3.0]])
    offered, offered_win = np.array([[4.0, 1.0, 3.0]]), np.array([[2.0, 1.0, 3.0]])
    result = within_strata(draws, draws_win, offered, offered_win)
    assert result == Estimate(pytest.approx((4 * 0.25 + 1 * 0.5) / 5), None, None)
    nobody = within_strata(draws, draws_win, 0 * offered, 0 * offered_win)
    assert nobody == Estimate(None, None, None)


def test_what_grows_with_the_rounds_is_no_effect_of_the_district() -> None:
    """Late draws win more often, and this district is drawn late: compared without rounds it would seem worth a lot."""
    random = np.random.default_rng(2)
    chance = np.array([0.1, 0.3, 0.6])
    draws = np.full((400, 3), 30.0)
    offered = random.binomial(30, [0.1, 0.3, 0.7], (400, 3)).astype(float)
    won = random.binomial(offered.astype(int), chance)
    without = random.binomial((draws - offered).astype(int), chance)
    result = within_strata(draws, won + without, offered, won.astype(float))
    assert result.low is not None
    assert result.high is not None
    assert result.low < 0 < result.high
    assert result.high - result.low < 0.04
    assert won.sum() / offered.sum() - without.sum() / (draws - offered).sum() > 0.15


def test_intervals_of_a_difference_hold_the_truth_as_often_as_they_say() -> None:
    random = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        offered = random.binomial(20, 0.3, (30, 4)).astype(float)
        won = random.binomial(offered.astype(int), 0.35)
        without = random.binomial((20 - offered).astype(int), 0.25)
        result = within_strata(np.full((30, 4), 20.0), won + without, offered, won.astype(float))
        assert result.low is not None
        assert result.high is not None
        held += result.low < 0.1 < result.high
    assert 0.92 < held / 400 < 0.98


def test_the_survival_curve_is_that_of_statsmodels() -> None:
    random = np.random.default_rng(4)
    wait, end = random.geometric(0.2, 500) - 1, random.integers(0, 12, 500)
    seen, time = wait <= end, np.minimum(wait, end)
    built, unbuilt = (np.bincount(time[chosen], minlength=12).astype(float) for chosen in (seen, ~seen))
    other = SurvfuncRight(time, seen.astype(int))
    left = survival(np.stack([built, unbuilt])[None])[0]
    assert left[other.surv_times.astype(int)] == pytest.approx(other.surv_prob)
    assert median_wait(built[None], unbuilt[None]).value == other.quantile(0.5)


def test_a_median_counted_by_hand() -> None:
    # Ten seats: 3 build at once, 1 game ends then; of 6 left 2 build after a round, of 4 one after two: 0.7, 0.7 * 2/3, ...
    built, unbuilt = np.array([[3.0, 2.0, 1.0, 0.0]]), np.array([[1.0, 0.0, 0.0, 3.0]])
    assert survival(np.stack([built, unbuilt], axis=1))[0] == pytest.approx([0.7, 0.7 * 2 / 3, 0.35, 0.35])
    assert median_wait(built, unbuilt) == Estimate(1.0, None, None)
    never = median_wait(np.array([[1.0, 0.0]]), np.array([[0.0, 9.0]]))
    assert never.value is None


def test_the_interval_of_a_median_holds_it_and_closes_with_more_games() -> None:
    random = np.random.default_rng(5)

    def drawn(groups: int) -> Estimate:
        wait, end = random.geometric(0.15, (groups, 40)) - 1, random.integers(0, 15, (groups, 40))
        time, seen = np.minimum(wait, end), wait <= end
        built, unbuilt = (
            np.stack([np.bincount(t[c], minlength=40) for t, c in zip(time, chosen, strict=True)]) for chosen in (seen, ~seen)
        )
        return median_wait(built.astype(float), unbuilt.astype(float))

    few, many = drawn(5), drawn(500)
    assert many.value == 4.0  # 0.85 ** 4 > 0.5 >= 0.85 ** 5, of whom the first build after no round
    assert (many.low, many.high) == (4.0, 4.0)
    assert few.low is not None
    assert few.low <= 4.0
    assert few.high is None or few.high >= 4.0


def test_the_error_of_what_a_model_leaves_is_the_spread_over_runs() -> None:
    """Means of residuals: a slope that was fitted on the same blocks takes away most of what they vary by, but never all."""
    random, blocks = np.random.default_rng(4), 160
    group = np.arange(blocks) % 16
    sides = hadamard(16)[1:][:, group].astype(float)
    labels = [("all", "left"), ("all", "deals")]
    means, errors = [], []
    for _ in range(300):
        w = random.exponential(size=blocks)
        y = 2 * w + random.normal(size=blocks)

        def without(
            used: NDArray[np.bool_], w: NDArray[np.float64] = w, y: NDArray[np.float64] = y
        ) -> float:  # through the origin, from some of the blocks
            return float(w[used] @ y[used] / (w[used] @ w[used]))

        left = y - w * np.array([without(group != k) for k in range(16)])[group]
        halves = [y - w * np.where(side > 0, without(side < 0), without(side > 0)) for side in sides]
        totals = np.column_stack([left, np.ones(blocks)])
        crossed = np.stack([side @ np.column_stack([half, np.ones(blocks)]) for side, half in zip(sides, halves, strict=True)])
        moments = refitted(Moments.from_values(labels, totals), labels, sides @ totals, crossed)
        figure = moments.ratios(np.array([[0.0, 1.0]]), np.array([[1.0, 0.0]]))
        means.append(figure.value[0])
        errors.append(figure.se[0])
    assert min(errors) > 0
    assert float(np.sqrt(np.mean(np.square(errors)))) == pytest.approx(float(np.std(means)), rel=0.2)


def test_moments_of_two_models_cannot_be_merged() -> None:
    labels = [("a", "wins"), ("a", "games")]
    totals = np.arange(8.0).reshape(4, 2)
    plain = Moments.from_values(labels, totals)
    fitted = refitted(plain, labels, totals[:2], totals[2:])
    for here, there in ((fitted, plain), (plain, fitted), (fitted, fitted)):
        with pytest.raises(ValueError, match="fit the model on all blocks"):
            here + there
