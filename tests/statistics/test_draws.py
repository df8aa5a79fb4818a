"""Effects of what is drawn: those that made the figures, with errors that are right, and those of another program."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm

from citadels_sim.statistics.draws import Design, discoveries, fit, fit_pairs, least_blocks, shrink

GROUPS = (("a1", "a2", "a3"), ("b1", "b2"), ("c1", "c2", "c3", "c4", "c5"))
DRAWN = (1, 1, 2)
TRUTH = np.array([0.5, -0.2, -0.3, 1.0, -1.0, 0.4, -0.4, 0.3, -0.2, -0.1])


def drawn(blocks: int, seed: int = 1) -> Design:
    random = np.random.default_rng(seed)
    columns = []
    for names, count in zip(GROUPS, DRAWN, strict=True):
        part = np.zeros((blocks, len(names)))
        for row in part:
            row[random.choice(len(names), count, replace=False)] = 1
        columns.append(part)
    names = tuple(name for group in GROUPS for name in group)
    groups = tuple(f"group {i}" for i, group in enumerate(GROUPS) for _ in group)
    return Design(names, groups, np.hstack(columns))


def noise(design: Design, seed: int) -> np.ndarray:
    """Noise whose size depends on what was drawn."""
    random = np.random.default_rng(seed)
    return random.normal(size=len(design.present)) * (1 + 2 * design.present[:, 3])


def test_without_noise_the_effects_are_those_that_made_the_figure() -> None:
    design = drawn(200)
    result = fit(design, 7 + design.present @ TRUTH)
    assert result.ratios.value == pytest.approx(TRUTH, abs=1e-10)
    assert result.ratios.se == pytest.approx(np.zeros(10), abs=1e-9)
    assert result.ratios.count.tolist() == design.present.sum(axis=0).tolist()


def test_effects_of_a_group_sum_to_zero_and_an_average_member_has_none() -> None:
    design = drawn(300)
    result = fit(design, design.present @ (TRUTH + 5) + noise(design, 2)).ratios
    for group in design.members():
        assert result.value[group].sum() == pytest.approx(0, abs=1e-9)
        assert np.ones(len(group)) @ result.covariance[np.ix_(group, group)] == pytest.approx(np.zeros(len(group)), abs=1e-9)


def test_a_difference_within_a_group_is_that_of_a_dummy_regression_with_robust_errors() -> None:
    design = drawn(400)
    figure = design.present @ TRUTH + noise(design, 3)
    left_out = [0, 3, 5]  # the first of each group is what the others are compared with
    kept = [j for j in range(10) if j not in left_out]
    other = sm.OLS(figure, sm.add_constant(design.present[:, kept])).fit(cov_type="HC1")
    result = fit(design, figure).ratios
    for place, j in enumerate(kept, 1):
        base = max(k for k in left_out if k < j)
        weights = np.zeros(10)
        weights[[j, base]] = 1, -1
        difference = result.contrast(weights[None, :])
        assert difference.value[0] == pytest.approx(other.params[place], abs=1e-10)
        assert difference.se[0] == pytest.approx(other.bse[place], rel=1e-9)


def test_simultaneous_intervals_hold_as_often_as_they_say_with_uneven_noise() -> None:
    held = 0
    for seed in range(200):
        design = drawn(300, seed)
        low, high = fit(design, design.present @ TRUTH + noise(design, 1000 + seed)).ratios.simultaneous()
        held += bool(((low <= TRUTH) & (high >= TRUTH)).all())
    assert 0.90 <= held / 200 <= 0.99


def test_a_block_without_a_figure_is_left_out() -> None:
    design = drawn(300)
    figure = design.present @ TRUTH + noise(design, 5)
    gone = figure.copy()
    gone[:20] = np.nan
    rest = Design(design.names, design.groups, design.present[20:])
    assert fit(design, gone).ratios.value == pytest.approx(fit(rest, figure[20:]).ratios.value)
    assert fit(design, gone).ratios.blocks == 280


def test_what_is_always_there_has_no_effect_to_be_reported() -> None:
    design = drawn(300)
    fixed = Design((*design.names, "always"), (*design.groups, "alone"), np.hstack([design.present, np.ones((300, 1))]))
    result = fit(fixed, design.present @ TRUTH).ratios
    assert np.isnan(result.value[-1])
    assert result.value[:-1] == pytest.approx(TRUTH, abs=1e-10)


def test_a_pair_is_what_two_change_beyond_the_sum_of_their_effects() -> None:
    design = drawn(2000)
    both = design.present[:, 0] * design.present[:, 3]
    pairs = fit_pairs(design, design.present @ TRUTH + 3 * both, ("group 0", "group 1"))
    shown = {(design.names[a], design.names[b]): v for a, b, v in zip(pairs.first, pairs.second, pairs.value, strict=True)}
    # 3 in one of 3 x 2 cells, less the means of its row and its column, plus the mean of all.
    assert shown["a1", "b1"] == pytest.approx(3 - 3 / 2 - 3 / 3 + 3 / 6)
    assert shown["a2", "b1"] == pytest.approx(-3 / 3 + 3 / 6)
    assert len(shown) == 6
    assert sum(shown.values()) == pytest.approx(0, abs=1e-9)
    assert pairs.count.sum() == 2000


def test_few_pairs_are_discovered_where_none_is_there_and_one_where_it_is() -> None:
    design = drawn(1500)
    quiet = fit_pairs(design, design.present @ TRUTH + noise(design, 8), ("group 0", "group 1", "group 2"))
    assert (quiet.discovery() < 0.01).sum() == 0
    both = design.present[:, 1] * design.present[:, 4]
    loud = fit_pairs(design, 2 * both + noise(design, 8), ("group 0", "group 1", "group 2"))
    best = int(np.argmin(loud.discovery()))
    assert {design.names[loud.first[best]], design.names[loud.second[best]]} <= {"a1", "a2", "a3", "b1", "b2"}
    assert loud.discovery()[best] < 1e-6


def of_groups(blocks: int, sizes: dict[str, tuple[int, int]]) -> Design:
    """Groups by name: how many members each has, and how many of them are drawn in every block."""
    random = np.random.default_rng(7)
    columns = [np.array([random.permutation(size) < count for _ in range(blocks)]).reshape(blocks, size) for size, count in sizes.values()]
    groups = tuple(name for name, (size, _) in sizes.items() for _ in range(size))
    return Design(tuple(f"{name}{i}" for i, name in enumerate(groups)), groups, np.hstack([np.zeros((blocks, 0)), *columns]).astype(float))


@pytest.mark.parametrize(
    ("sizes", "vary", "paired"),
    [
        pytest.param({}, 0, 0, id="nothing is drawn"),
        pytest.param({"a": (1, 1), "b": (1, 1)}, 0, 0, id="groups of one member"),
        pytest.param({"a": (3, 3)}, 0, 0, id="all of a group always"),
        pytest.param({"u": (6, 4)}, 6, 0, id="unique districts alone, as in the Dark City"),
        pytest.param({"a": (3, 1)}, 3, 0, id="one rank alone"),
        pytest.param({"a": (3, 1), "u": (6, 4)}, 9, 0, id="one rank and unique districts"),
        pytest.param({"a": (3, 1), "b": (1, 1), "u": (6, 4)}, 9, 0, id="a rank of one beside them"),
        pytest.param({"a": (3, 1), "b": (2, 1)}, 5, 6, id="two ranks"),
    ],
)
def test_whatever_is_drawn_has_effects_and_pairs_of_what_varies(sizes: dict[str, tuple[int, int]], vary: int, paired: int) -> None:
    design = of_groups(120, sizes)
    figure = np.random.default_rng(3).normal(size=120)
    result = fit(design, figure)
    assert np.isfinite(result.ratios.value).sum() == vary
    assert result.mean == pytest.approx(figure.mean())
    pairs = fit_pairs(design, figure, [name for name in sizes if name != "u"])
    assert [len(part) for part in (pairs.first, pairs.second, pairs.value, pairs.se, pairs.count, pairs.discovery())] == [paired] * 6
    assert np.isfinite(pairs.se).all()


@pytest.mark.parametrize("sizes", [{}, {"u": (6, 4)}, {"a": (3, 1), "b": (2, 1)}])
@pytest.mark.parametrize("blocks", [0, 1, 4])
def test_no_blocks_and_few_are_refused_whatever_is_drawn(blocks: int, sizes: dict[str, tuple[int, int]]) -> None:
    design = of_groups(blocks, sizes)
    for refused in (lambda: fit(design, np.zeros(blocks)), lambda: fit_pairs(design, np.zeros(blocks), tuple(sizes))):
        with pytest.raises(ValueError, match=f"^{blocks} blocks where a fit needs"):
            refused()


def test_too_few_blocks_are_refused() -> None:
    assert least_blocks([3, 2, 5]) == 5 * (1 + 2 + 1 + 4)
    assert least_blocks([3, 2, 5], [3, 2]) == 5 * (1 + 2 + 1 + 4 + 2)
    design = drawn(39)
    with pytest.raises(ValueError, match="39 blocks where a fit needs 40"):
        fit(design, np.zeros(39))
    with pytest.raises(ValueError, match="where a fit needs 50"):
        fit_pairs(drawn(45), np.zeros(45), ("group 0", "group 1"))


def test_shrinking_takes_out_what_is_noise() -> None:
    random = np.random.default_rng(4)
    true, se = random.normal(scale=2.0, size=4000), np.full(4000, 1.0)
    mean, variance = shrink(true + random.normal(size=4000), se)
    assert np.mean((mean - true) ** 2) == pytest.approx(0.8, abs=0.05)
    assert variance.mean() == pytest.approx(0.8, abs=0.05)
    assert shrink(random.normal(size=4000), np.full(4000, 1.1)) == pytest.approx((0.0, 0.0))


def test_without_a_spread_nothing_is_discovered() -> None:
    assert discoveries(np.array([1.0, 5.0]), np.array([0.0, 0.5]), 100).tolist() == [1.0, pytest.approx(0, abs=1e-15)]
