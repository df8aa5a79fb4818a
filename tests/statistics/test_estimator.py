"""The block estimator against statsmodels, against an explicit bootstrap, and against itself in pieces."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.ratios import Ratios

PICKS, WINS = ("king", "picks"), ("king", "wins")


def block_totals(seed: int, blocks: int = 400, groups: int = 1) -> np.ndarray:
    """Denominators and correlated whole-numbered numerators, two columns per group."""
    random = np.random.default_rng(seed)
    luck = random.random(blocks)
    columns = []
    for group in range(groups):
        picks = random.poisson(6 + group, blocks) + 1
        columns += [picks, random.binomial(picks, 0.1 + 0.5 * luck)]
    return np.column_stack(columns).astype(float)


def one(values: np.ndarray) -> Moments:
    return Moments.from_values([PICKS, WINS], values)


def ratio(moments: Moments):
    return moments.ratios(moments.weights({WINS: 1.0})[None], moments.weights({PICKS: 1.0})[None])


def test_value_and_error_equal_weighted_least_squares_with_cluster_robust_covariance():
    values = block_totals(1)
    # One row per pick, so that a block has many dependent rows, as a game has.
    picks, wins = values.astype(int).T
    outcome = np.concatenate([np.arange(p) < w for p, w in zip(picks, wins, strict=True)]).astype(float)
    cluster = np.repeat(np.arange(len(picks)), picks)
    oracle = sm.WLS(outcome, np.ones_like(outcome)).fit(cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": False})
    result = ratio(one(values))
    blocks = len(values)
    assert result.value[0] == pytest.approx(oracle.params[0], abs=1e-12)
    assert result.se[0] == pytest.approx(oracle.bse[0] * np.sqrt(blocks / (blocks - 1)), rel=1e-10)


def test_error_equals_statsmodels_own_small_sample_correction_on_block_means():
    values = block_totals(2)
    mean, weight = values[:, 1] / values[:, 0], values[:, 0]
    oracle = sm.WLS(mean, np.ones(len(mean)), weights=weight).fit(cov_type="cluster", cov_kwds={"groups": np.arange(len(mean))})
    assert ratio(one(values)).se[0] == pytest.approx(oracle.bse[0], rel=1e-10)


def test_a_paired_difference_is_the_mean_of_the_blocks_differences_with_its_error():
    random = np.random.default_rng(3)
    luck = random.normal(size=500)
    first, second = luck + 0.1 * random.normal(size=500), luck + 0.1 * random.normal(size=500) + 0.2
    labels = [("a", "y"), ("b", "y"), ("all", "n")]
    moments = Moments.from_values(labels, np.column_stack([first, second, np.ones(500)]))
    top = np.array([moments.weights({("a", "y"): 1}), moments.weights({("b", "y"): 1})])
    whole = np.array([moments.weights({("all", "n"): 1})] * 2)
    arms = moments.ratios(top, whole)
    difference = arms.contrast(np.array([[-1.0, 1.0]]))
    paired = second - first
    assert difference.value[0] == pytest.approx(paired.mean(), rel=1e-12)
    assert difference.se[0] == pytest.approx(paired.std(ddof=1) / np.sqrt(500), rel=1e-9)
    assert difference.se[0] < 0.2 * np.hypot(*arms.se)


@given(cuts=st.lists(st.integers(0, 400), max_size=6), seed=st.integers(0, 50))
@settings(max_examples=30, deadline=None)
def test_merged_pieces_equal_a_single_pass_to_the_bit(cuts, seed):
    values = block_totals(seed, groups=3)
    labels = [(f"g{i // 2}", "picks" if i % 2 == 0 else "wins") for i in range(6)]
    whole = Moments.from_values(labels, values)
    parts = [Moments.from_values(labels, piece) for piece in np.split(values, sorted(cuts))]
    merged = parts[0]
    for part in parts[1:]:
        merged = part + merged
    assert merged.blocks == whole.blocks
    np.testing.assert_array_equal(merged.totals, whole.totals)
    np.testing.assert_array_equal(merged.cross, whole.cross)


def test_a_group_that_a_piece_lacks_counts_as_zero_there():
    left = Moments.from_values([("9", "games"), ("10", "games")], np.array([[1.0, 0.0], [0.0, 1.0]]))
    right = Moments.from_values([("11", "games"), ("10", "games")], np.array([[1.0, 0.0]]))
    merged = left + right
    assert merged.groups() == ("9", "10", "11")
    assert merged.blocks == 3
    assert dict(zip(merged.labels, merged.totals, strict=True)) == {
        ("9", "games"): 1,
        ("10", "games"): 1,
        ("11", "games"): 1,
    }


def test_the_simultaneous_critical_value_equals_an_explicit_multiplier_bootstrap():
    values = block_totals(4, blocks=600, groups=5)
    labels = [(f"g{i // 2}", "picks" if i % 2 == 0 else "wins") for i in range(10)]
    moments = Moments.from_values(labels, values)
    top = np.array([moments.weights({(f"g{j}", "wins"): 1}) for j in range(5)])
    bottom = np.array([moments.weights({(f"g{j}", "picks"): 1}) for j in range(5)])
    result = moments.ratios(top, bottom)
    z = values[:, 1::2] - result.value * values[:, 0::2]
    scale = np.sqrt((z**2).sum(axis=0))
    multipliers = np.random.default_rng(5).standard_normal((20_000, len(z)))
    explicit = np.quantile(np.abs(multipliers @ z / scale).max(axis=1), 0.95)
    assert result.critical() == pytest.approx(explicit, rel=0.015)


def test_what_rounds_to_more_than_a_full_correlation_is_taken_for_one():
    """With the error of fitted models a covariance may be none: its level of all at once is then between 1 and 3 figures alone."""
    covariance = np.array([[1.0, 40.0, 0.0], [40.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    result = Ratios(np.zeros(3), covariance, 1000, np.zeros(3), np.full(3, 1000.0))
    assert result.critical_single(0.95)[0] < result.critical(0.95)[0] < result.critical_single(1 - 0.05 / 3)[0]
    low, high = result.simultaneous()
    assert np.isfinite(low).all()
    assert np.isfinite(high).all()


def test_simultaneous_intervals_hold_the_interval_of_each_figure():
    values = block_totals(6, groups=4)
    labels = [(f"g{i // 2}", "picks" if i % 2 == 0 else "wins") for i in range(8)]
    moments = Moments.from_values(labels, values)
    result = moments.ratios(
        np.array([moments.weights({(f"g{j}", "wins"): 1}) for j in range(4)]),
        np.array([moments.weights({(f"g{j}", "picks"): 1}) for j in range(4)]),
    )
    (low, high), (wide_low, wide_high) = result.interval(), result.simultaneous()
    assert (wide_low < low).all()
    assert (wide_high > high).all()


def test_about_95_of_100_intervals_hold_the_truth():
    random = np.random.default_rng(7)
    hits = 0
    for _ in range(1000):
        games = random.integers(1, 5, 60)
        wins = random.binomial(games, 0.25)
        low, high = ratio(one(np.column_stack([games, wins]).astype(float))).interval()
        hits += low[0] <= 0.25 <= high[0]
    assert 920 <= hits <= 975


def test_one_block_has_a_value_but_no_interval():
    result = ratio(one(np.array([[4.0, 1.0]])))
    assert result.value[0] == 0.25
    assert np.isnan(result.se[0])
    assert np.isnan(result.interval(share=True)[0][0])


def test_nothing_to_divide_by_has_no_value():
    result = ratio(one(np.zeros((5, 2))))
    assert np.isnan(result.value[0])


def test_a_share_never_seen_gets_the_exact_binomial_bound():
    result = ratio(one(np.column_stack([np.full(100, 4.0), np.zeros(100)])))
    low, high = result.interval(share=True)
    assert low[0] == 0
    assert high[0] == pytest.approx(1 - 0.025 ** (1 / 100))


def test_shares_never_seen_are_bounded_for_all_members_of_a_family_at_once():
    values = np.column_stack([np.full(100, 4.0), np.zeros((100, 3)), np.arange(100) % 5])
    moments = Moments.from_values([("all", "games"), *((str(i), "wins") for i in range(4))], values)
    top = np.array([moments.weights({(str(i), "wins"): 1.0}) for i in range(4)])
    result = moments.ratios(top, np.array([moments.weights({("all", "games"): 1.0})] * 4))
    assert result.interval(share=True)[1][:3] == pytest.approx(1 - 0.025 ** (1 / 100))
    assert result.simultaneous(share=True)[1][:3] == pytest.approx(1 - (0.025 / 4) ** (1 / 100))


def test_cases_of_one_block_alone_have_no_interval_and_a_share_of_them_is_one_trial():
    blocks = np.zeros((60, 2))
    blocks[7] = (3, 1)
    result = ratio(one(blocks))
    assert result.value[0] == pytest.approx(1 / 3)
    assert all(np.isnan(bound[0]) for bound in (*result.interval(share=True), *result.simultaneous()))
    blocks[7] = (3, 3)
    low, high = ratio(one(blocks)).interval(share=True)
    assert (low[0], high[0]) == (pytest.approx(0.025), 1)
    blocks[7] = (3, 0)
    low, high = ratio(one(blocks)).interval(share=True)
    assert (low[0], high[0]) == (0, pytest.approx(0.975))
    blocks[8] = (3, 1)
    assert np.isfinite(ratio(one(blocks)).interval()[0][0])


@pytest.mark.parametrize("cases", [2, 29, 30, 60])
def test_what_came_out_alike_in_all_blocks_has_no_interval_unless_it_is_known_how_far_another_could_lie_off(cases: int):
    """A zero-width interval would say that it is constant by rule, which no number of blocks shows."""
    blocks, alike = np.zeros((60, 2)), 0.025 ** (1 / cases)
    blocks[:cases] = (1, 3)
    assert np.isnan(ratio(one(blocks)).interval()[0][0])
    low, high = ratio(one(blocks)).interval(least=0.0)
    assert (low[0], high[0]) == (pytest.approx((3 * alike, 6 - 3 * alike)) if cases >= 30 else pytest.approx((np.nan, np.nan), nan_ok=True))
    for share in (0.0, 0.3, 1.0):
        blocks[:cases] = (1, share)
        low, high = ratio(one(blocks)).interval(share=True)
        assert (low[0], high[0]) == pytest.approx((share * alike, 1 - (1 - share) * alike))


def skewed(values: np.ndarray):
    blocks = np.column_stack([np.ones(len(values)), values])
    return tuple(ratio(Moments.from_values([PICKS, WINS], blocks, third=third)) for third in (False, True))


def test_the_skewness_of_an_estimate_is_that_of_its_blocks_also_of_a_ratio_merged_from_pieces():
    values = block_totals(3)
    picks, wins = values.T
    apart = wins - wins.sum() / picks.sum() * picks
    whole = ratio(Moments.from_values([PICKS, WINS], values, third=True))
    assert whole.skew[0] == pytest.approx((apart**3).sum() / (apart**2).sum() ** 1.5)
    pieces = [Moments.from_values([PICKS, WINS], values[i::3], third=True) for i in range(3)]
    assert ratio(pieces[0] + pieces[1] + pieces[2]).skew[0] == pytest.approx(whole.skew[0])
    assert ratio(pieces[0] + one(values[1::3])).skew is None


def test_a_contrast_of_independent_estimates_is_as_skewed_as_the_sum_of_their_blocks():
    _, known = skewed(np.random.default_rng(4).exponential(size=60))
    assert known.contrast(np.array([[-2.0]])).skew == pytest.approx(-known.skew)
    n, cube = 60, known.skew[0] * known.se[0] ** 3
    both = Ratios(np.zeros(2), np.diag([known.se[0] ** 2] * 2), n, np.zeros(2), np.full(2, 60.0), None, np.array([known.skew[0]] * 2))
    assert both.contrast(np.array([[1.0, 1.0], [1.0, -1.0]])).skew == pytest.approx([2 * cube / (2 * known.se[0] ** 2) ** 1.5, 0])


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_interval_of_a_mean_that_few_blocks_decide_is_longer_at_its_long_tail(sign: float):
    plain, known = skewed(sign * np.random.default_rng(4).exponential(size=60))
    (low, high), (long_low, long_high) = plain.interval(), known.interval()
    same, longer = ((low, long_low), (high, long_high)) if sign > 0 else ((high, long_high), (low, long_low))
    assert same[1] == pytest.approx(same[0])
    z = stats.norm.ppf(0.975)
    factor = (longer[1] - known.value) / (longer[0] - known.value)
    assert factor == pytest.approx(1 + known.skew**2 * (z**4 + 2 * z**2 - 3) / 9)


def test_a_share_of_trials_of_one_unit_keeps_its_interval_and_one_of_few_large_clusters_gets_a_longer_one():
    hits = (np.arange(400) % 20 == 0).astype(float)
    plain, known = skewed(hits)
    assert np.array(known.interval(share=True)) == pytest.approx(np.array(plain.interval(share=True)))
    sizes = np.where(np.arange(400) % 100 == 0, 12.0, 1.0)
    blocks = np.column_stack([sizes, sizes * hits])
    plain, known = (ratio(Moments.from_values([PICKS, WINS], blocks, third=third)) for third in (False, True))
    assert known.interval(share=True)[1][0] > plain.interval(share=True)[1][0] + 0.01


def test_a_share_never_seen_in_few_cases_has_as_many_trials():
    blocks = np.zeros((60, 2))
    blocks[:4, 0] = 1
    assert ratio(one(blocks)).interval(share=True)[1][0] == pytest.approx(1 - 0.025 ** (1 / 4))


def test_cases_that_weigh_much_are_no_more_trials_of_what_was_never_seen():
    """Ten picks that stand for six each are ten trials; where their weights differ, fewer."""
    blocks = np.zeros((60, 2))
    blocks[:10, 0] = 6
    assert ratio(one(blocks)).interval(share=True)[1][0] == pytest.approx(1 - 0.025 ** (1 / 10))
    blocks[:5, 0] = 2
    few = (5 * 2 + 5 * 6) ** 2 / (5 * 4 + 5 * 36)
    assert ratio(one(blocks)).interval(share=True)[1][0] == pytest.approx(1 - 0.025 ** (1 / few))


@pytest.mark.parametrize("seen", [1, 3, 400, 1_999])
def test_the_interval_of_a_share_is_the_mid_p_interval_of_independent_trials(seen: int):
    trials = 2_000
    result = ratio(one(np.column_stack([np.ones(trials), np.arange(trials) < seen]).astype(float)))
    low, high = (float(bound[0]) for bound in result.interval(share=True))
    assert stats.binom.sf(seen - 1, trials, low) - stats.binom.pmf(seen, trials, low) / 2 == pytest.approx(0.025, rel=0.01)
    assert stats.binom.cdf(seen, trials, high) - stats.binom.pmf(seen, trials, high) / 2 == pytest.approx(0.025, rel=0.01)


def test_a_share_of_clustered_trials_has_as_many_of_them_as_give_its_error():
    """Four games of a block that all go alike are one trial."""
    once = np.column_stack([np.ones(500), np.arange(500) < 2]).astype(float)
    for apart, together in zip(ratio(one(once)).interval(share=True), ratio(one(4 * once)).interval(share=True), strict=True):
        assert together == pytest.approx(apart)


def test_no_interval_of_a_count_reaches_below_its_least_value():
    blocks = np.zeros((60, 2))
    blocks[:, 0] = 1
    blocks[0, 1] = 4
    result = ratio(one(blocks))
    assert result.interval()[0][0] < 0
    low, high = result.interval(least=0.0)
    assert 0 <= low[0] < result.value[0]
    assert high[0] > result.interval()[1][0]


def test_a_count_never_seen_is_not_known_to_be_nothing():
    result = ratio(one(np.column_stack([np.full(100, 1.0), np.zeros(100)])))
    assert result.interval(least=0.0) == (0, pytest.approx(1 - 0.025 ** (1 / 100)))


def test_the_interval_of_a_rare_count_is_the_score_interval_of_a_poisson_mean():
    random = np.random.default_rng(9)
    events = random.poisson(0.05, 2_000)
    result = ratio(one(np.column_stack([np.ones(2_000), events]).astype(float)))
    low, high = (float(bound[0]) for bound in result.interval(least=0.0))
    critical = float(result.critical_single()[0])
    for bound in (low, high):
        spread = result.se[0] ** 2 / result.value[0]  # of one event: about 1 over the blocks
        assert (result.value[0] - bound) ** 2 == pytest.approx(critical**2 * spread * bound, rel=1e-9)


def test_the_wald_test_of_equal_seats_has_one_degree_of_freedom_less_than_seats():
    random = np.random.default_rng(8)
    winner = random.integers(0, 4, 5000)
    wins = np.eye(4)[winner]
    labels = [*((str(seat), "wins") for seat in range(4)), ("all", "games")]
    moments = Moments.from_values(labels, np.column_stack([wins, np.ones(5000)]))
    result = moments.ratios(
        np.array([moments.weights({(str(seat), "wins"): 1}) for seat in range(4)]),
        np.array([moments.weights({("all", "games"): 1})] * 4),
    )
    chi2, df, p = result.wald(np.full(4, 0.25))
    counts = np.bincount(winner)
    pearson = ((counts - 1250) ** 2 / 1250).sum()
    assert df == 3
    assert chi2 == pytest.approx(pearson, rel=0.02)
    assert 0 < p < 1


@pytest.mark.parametrize(
    ("labels", "values"),
    [([PICKS], np.ones((3, 2))), ([PICKS, PICKS], np.ones((3, 2))), ([PICKS], np.ones(3))],
)
def test_labels_that_do_not_fit_the_columns_are_refused(labels, values):
    with pytest.raises(ValueError, match="label"):
        Moments.from_values(labels, values)
