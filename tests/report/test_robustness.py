"""Headlines pooled over families of bots: what is known must come out."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects

from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.report import robustness
from citadels_sim.report.coverage_grid import measured
from citadels_sim.report.robustness import headlines, pooled, ranges
from scripts.research.coverage_draws import Covered, cover
from scripts.research.coverage_studies import families

pytestmark = pytest.mark.long

FAMILIES = ["one", "two", "three"]


def judged(lineup: str, value: float, se: float, players: int = 4, criterion: str = "character") -> Judgement:
    half = 2 * se
    member = Member("king" if criterion == "character" else "0", value, value - half, value + half, value - half, value + half, se)
    return Judgement(criterion, "v", players, lineup, "open", "undecided", 0.01, member, (member,), 100, 100, None, {})


def pool(values: list[float], se: float) -> dict:
    table = headlines([judged(name, value, se) for name, value in zip(FAMILIES, values, strict=False)], [])
    return pooled(table, FAMILIES).row(0, named=True)


def test_what_lies_beyond_the_margin_within_it_or_neither_is_shown() -> None:
    table = headlines([judged("one", 0.05, 0.01), judged("two", -0.05, 0.01), judged("three", 0.0, 0.001), judged("four", 0.01, 0.01)], [])
    assert table["shown"].to_list() == ["above", "below", "within", "open"]
    assert set(table["estimand"]) == {"node-ATE"}


def test_of_seats_the_first_and_the_last_are_headlines() -> None:
    seats = [Member(str(i), 0.0, -0.01, 0.01, -0.01, 0.01, 0.005) for i in range(5)]
    one = Judgement("seat", "v", 5, "one", "holds", "balanced", 0.02, seats[0], tuple(seats), 100, 100, None, {})
    assert headlines([one], [])["headline"].to_list() == ["First crown", "Last after the crown"]


def test_families_that_agree_have_no_spread_and_one_sign() -> None:
    result = pool([0.03, 0.03, 0.03], 0.01)
    assert result["value"] == pytest.approx(0.03)
    assert (result["tau"], result["i2"], result["agree"], result["families"]) == (0, 0, 3, 3)
    assert result["predicted_low"] == result["predicted_high"] == pytest.approx(0.03)


def test_families_that_differ_beyond_chance_have_most_of_their_spread_from_it() -> None:
    result = pool([-0.05, 0.0, 0.08], 0.001)
    assert result["i2"] > 0.99
    assert result["tau"] == pytest.approx(np.std([-0.05, 0.0, 0.08], ddof=1), rel=0.01)
    assert result["agree"] == 1
    assert result["low"] < 0 < result["high"]


@pytest.mark.parametrize("families", [2, 3, 6])
@pytest.mark.parametrize("between", [0.0, 0.01, 0.1])
def test_pooling_is_that_of_statsmodels(families: int, between: float) -> None:
    random = np.random.default_rng(families)
    for _ in range(20):
        errors = random.uniform(0.005, 0.02, families)
        values = 0.03 + random.standard_normal(families) * np.hypot(errors, between)
        ours, theirs = robustness.pool(values, errors), combine_effects(values, errors**2, method_re="iterated", atol=1e-7, maxiter=1000)
        assert ours.value == pytest.approx(theirs.mean_effect_re, abs=1e-7)
        assert ours.tau**2 == pytest.approx(max(0.0, theirs.tau2), rel=1e-5, abs=1e-10)
        half = stats.t.ppf(0.975, families - 1) * theirs.sd_eff_w_re_hksj
        assert (ours.high - ours.low) / 2 == pytest.approx(half, rel=1e-4)
        assert ours.i2 == pytest.approx(max(0.0, theirs.i2), abs=1e-7)


def test_two_families_have_no_interval_for_another_one() -> None:
    result = pool([0.02, 0.03], 0.01)
    assert result["predicted_low"] is None
    assert result["low"] < result["value"] < result["high"]


def test_numbers_of_players_and_line_ups_that_are_no_families_are_not_thrown_together() -> None:
    rows = [judged(name, 0.02, 0.01, players) for name in ("one", "two", "mixed") for players in (4, 5)]
    result = pooled(headlines(rows, []), ["one", "two"])
    assert result.select("players", "families").rows() == [(4, 2), (5, 2)]
    assert pooled(headlines([judged("one", 0.02, 0.01)], []), FAMILIES).is_empty()


def test_the_interval_of_the_pooled_figure_holds_the_truth_as_often_as_it_says() -> None:
    random = np.random.default_rng(5)
    hits = 0
    for _ in range(400):
        truth = 0.01 + 0.02 * random.standard_normal(3)
        result = pool(list(truth + 0.01 * random.standard_normal(3)), 0.01)
        hits += result["low"] <= 0.01 <= result["high"]
    assert hits / 400 > 0.92


RUNS = 2_000
#: Four standard errors of a share of 0.95.
SLACK = 4 * np.sqrt(0.95 * 0.05 / RUNS)


@pytest.mark.parametrize("drawn", list(families()), ids=lambda drawn: drawn.cell[2])
@pytest.mark.parametrize("count", [4, 8])
def test_pooled_and_for_another_bot_the_intervals_hold_in_95_of_100_draws(drawn: Covered, count: int) -> None:
    for row in cover(drawn.analyse, drawn.size, count, RUNS, 5):
        assert row["alone"] == pytest.approx(0.95, abs=0.01 + SLACK), row["metric"]


def test_the_package_has_measured_the_intervals_over_families() -> None:
    here = measured().filter(kind="families")
    assert set(here["metric"]) == {"pooled", "another"}
    assert here["alone"].is_between(0.94 - 2 * here["alone_se"], 0.96 + 2 * here["alone_se"]).all()


def test_the_table_has_its_columns_without_rows() -> None:
    assert headlines([], []).schema["value"] == pl.Float64


def reach(*judgements: Judgement) -> dict:
    return ranges(headlines(judgements, []), FAMILIES).row(0, named=True)


def test_the_range_over_families_names_the_bots_at_its_ends() -> None:
    result = reach(judged("one", 0.024, 0.005), judged("two", 0.076, 0.005), judged("three", 0.039, 0.005))
    assert (result["least"], result["least_lineup"], result["most"], result["most_lineup"]) == (0.024, "one", 0.076, "two")
    assert (result["families"], result["above"], result["below"], result["differs"]) == (3, ["two", "three", "one"], [], False)


def test_a_sign_differs_between_families_only_where_both_signs_are_shown() -> None:
    # The third lies farther out than either, and shows nothing.
    shown = reach(judged("one", 0.02, 0.005), judged("two", -0.02, 0.005), judged("three", 0.05, 0.04))
    assert (shown["above"], shown["below"], shown["differs"]) == (["one"], ["two"], True)
    assert (shown["highest"], shown["lowest"], shown["most_lineup"]) == (0.02, -0.02, "three")
    open_ = reach(judged("one", 0.02, 0.005), judged("two", -0.005, 0.005))
    assert (open_["above"], open_["below"], open_["differs"]) == (["one"], [], False)


def test_a_range_is_of_one_table_and_of_families_alone() -> None:
    rows = [judged("one", 0.02, 0.01), judged("mixed", -0.5, 0.01), judged("two", 0.03, 0.01, players=5)]
    result = ranges(headlines(rows, []), FAMILIES)
    assert result.select("players", "families", "least", "most").rows() == [(4, 1, 0.02, 0.02), (5, 1, 0.03, 0.03)]
    assert ranges(headlines([], []), FAMILIES).columns == result.columns
