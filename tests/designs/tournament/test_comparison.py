"""Two variants on the same deals: paired, covering the truth, honest about what is only chance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

from citadels_sim.designs.tournament.comparison import GAME, MARGINS, VariantComparison, compare_variants, compare_with_first, margins_from
from citadels_sim.designs.tournament.deals import prepare
from citadels_sim.designs.tournament.game_metrics import TOTALS
from citadels_sim.errors import RunError
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.blocks import block_totals
from citadels_sim.statistics.metric_types import Family
from citadels_sim.statistics.paired import differences, distance, paired_moments

SHORT = ("classic-2000", "classic-2000-short")


def play(folder: Path, **changes: object) -> Path:
    keys = {"name": "pair", "variants": list(SHORT), "players": [4], "games": 400, "lineups": [["builder"]], "seed": 3, "detail": "turns"}
    run_experiment(make_experiment(keys | changes, "test"), folder)
    return folder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("compare") / "run")


@pytest.fixture(scope="module")
def result(run: Path) -> VariantComparison:
    return compare_variants(load_run(run), *SHORT)


def figure(result: VariantComparison, metric: str, group: str = "all") -> dict[str, object]:
    return result.table.row(by_predicate=(pl.col("metric") == metric) & (pl.col("group") == group), named=True)


def test_a_difference_is_the_mean_of_the_blocks_differences_with_their_error(run: Path, result: VariantComparison) -> None:
    games = pl.read_parquet(run / "games").with_columns(pl.col("variant").cast(pl.String))
    a, b = (games.filter(variant=name).sort("block")["rounds"].to_numpy().astype(float) for name in SHORT)
    row = figure(result, "mean_rounds")
    assert row["difference"] == pytest.approx((b - a).mean(), abs=1e-12)
    assert row["se"] == pytest.approx((b - a).std(ddof=1) / np.sqrt(len(a)), rel=1e-9)
    assert row["variance_ratio"] == pytest.approx((b - a).var() / (a.var() + b.var()), rel=1e-9)
    assert row["low"] == pytest.approx(stats.ttest_rel(b, a).confidence_interval().low, rel=1e-9)


def test_a_smaller_city_makes_a_shorter_game(result: VariantComparison) -> None:
    row = figure(result, "mean_rounds")
    assert row["verdict"] == "beyond limits"
    assert row["family_high"] < 0
    assert row["variance_ratio"] < 0.7
    assert row["estimand"] == "rule"


def test_the_rules_that_differ_are_listed_in_words(result: VariantComparison) -> None:
    assert any("7" in line.after and "8" in line.before for lines in result.rules.topics.values() for line in lines)


def test_seats_and_characters_are_compared_member_by_member(result: VariantComparison) -> None:
    groups = result.table.group_by("metric").agg(pl.col("group")).rows_by_key("metric", named=True)
    assert groups["win_rate"][0]["group"] == ["0", "1", "2", "3"]
    assert len(groups["pick_rate"][0]["group"]) == 8


def test_the_other_way_about_every_difference_has_the_other_sign(run: Path, result: VariantComparison) -> None:
    back = compare_variants(load_run(run), *reversed(SHORT)).table
    assert np.allclose(back["difference"], -result.table["difference"])
    assert np.allclose(back["se"], result.table["se"])


def test_without_rows_length_and_scores_are_compared_from_blocks(result: VariantComparison, tmp_path: Path) -> None:
    bare = compare_variants(load_run(play(tmp_path / "bare", rows=0)), *SHORT)
    assert bare.notes
    assert bare.distances.height == 0
    for metric in ("mean_rounds", "mean_turns", "winner_total", "margin", "first_crown_wins"):
        for column in ("a", "b", "difference", "se"):
            assert figure(bare, metric)[column] == pytest.approx(figure(result, metric)[column], rel=1e-9), metric


def test_the_distance_of_distributions_is_the_one_of_scipy_and_beyond_chance(run: Path, result: VariantComparison) -> None:
    games = pl.read_parquet(run / "games").with_columns(pl.col("variant").cast(pl.String))
    a, b = (games.filter(variant=name)["rounds"].to_numpy() for name in SHORT)
    row = result.distances.row(by_predicate=pl.col("what") == "length", named=True)
    assert row["distance"] == pytest.approx(stats.wasserstein_distance(a, b), abs=1e-9)
    assert row["distance"] > 5 * row["noise"]


@pytest.fixture(scope="module")
def same(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    """Block totals of one variant alone, to be cut into arms that are truly the same."""
    run = load_run(play(tmp_path_factory.mktemp("aa") / "run", variants=["classic-2000"], games=16_000, detail="games"))
    (batch,) = run.batches()
    return {entry.name: block_totals(entry, prepare(batch)) for entry in (GAME, TOTALS)}


def arms(totals: pl.DataFrame, i: int, size: int) -> pl.DataFrame:
    """The i-th pair of arms: the next `size` blocks called A, and the `size` behind them B."""
    block = pl.col("block") - 2 * size * i
    here = totals.filter(block.is_between(0, 2 * size - 1))
    return here.with_columns(variant=pl.when(block < size).then(pl.lit("A")).otherwise(pl.lit("B")), block=block % size)


def test_comparisons_of_a_variant_with_itself_cover_nothing_at_the_stated_rate(same: dict[str, pl.DataFrame]) -> None:
    names = ("mean_rounds", "winner_total", "margin", "first_crown_wins")
    family = Family(GAME.name, None, "", GAME.sums, tuple(metric for metric in GAME.metrics if metric.name in names))
    rows = [row for i in range(200) for row in differences(family, paired_moments(family, arms(same["game"], i, 40), ("A", "B")), MARGINS)]
    table = pl.DataFrame(rows)
    for metric in names:
        here = table.filter(metric=metric)
        covered = ((here["low"] <= 0) & (here["high"] >= 0)).mean()
        assert 0.92 <= covered <= 0.985, (metric, covered)
        p = 2 * stats.t.sf(np.abs(here["difference"] / here["se"]), 39)
        assert stats.kstest(p, "uniform").pvalue > 0.001, metric
    together = table.with_columns(hit=(pl.col("family_low") <= 0) & (pl.col("family_high") >= 0)).to_dicts()
    by_pair = [all(row["hit"] for row in together[i : i + len(names)]) for i in range(0, len(together), len(names))]
    assert 0.92 <= np.mean(by_pair) <= 0.99
    assert (table["verdict"] == "beyond limits").mean() <= 0.05


def test_the_noise_of_a_distance_is_what_equal_distributions_show(same: dict[str, pl.DataFrame]) -> None:
    pairs = [distance(TOTALS, paired_moments(TOTALS, arms(same["score_distribution"], i, 100), ("A", "B"))) for i in range(80)]
    beyond = np.mean([pair.value > pair.noise for pair in pairs])
    assert beyond <= 0.12


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("clasic-2000", "classic-2000-short", "has no variant 'clasic-2000'; it has .* Did you mean 'classic-2000'?"),
        ("classic-2000", "classic-2000", "is compared with itself"),
    ],
)
def test_variants_that_cannot_be_compared_are_reported(run: Path, a: str, b: str, message: str) -> None:
    with pytest.raises(RunError, match=message):
        compare_variants(load_run(run), a, b)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mean_round=0.1", "Did you mean 'mean_rounds'?"),
        ("rounds=0", "should be above 0"),
        ("rounds=nan", "above 0"),
        ("rounds", "should read NAME=VALUE"),
    ],
)
def test_margins_have_names_and_are_not_nothing(text: str, message: str) -> None:
    with pytest.raises(RunError, match=message.replace("?", r"\?")):
        margins_from([text])


def test_a_margin_of_one_figure_goes_before_that_of_its_unit(run: Path) -> None:
    wide = compare_variants(load_run(run), *SHORT, margins_from(["mean_rounds=9", "rounds=0.1"]))
    assert figure(wide, "mean_rounds")["verdict"] == "within limits"


def test_all_variants_of_a_run_are_compared_with_the_first_as_they_are_one_by_one(tmp_path: Path) -> None:
    run = load_run(play(tmp_path / "three", variants=["classic-2000", "classic-2000-short", "classic-summary"], players=[4, 5]))
    together = compare_with_first(run)
    assert [(each.a, each.b) for each in together] == [("classic-2000", "classic-2000-short"), ("classic-2000", "classic-summary")]
    for each in together:
        alone = compare_variants(run, each.a, each.b)
        assert_frame_equal(each.table, alone.table, check_exact=True)
        assert_frame_equal(each.distances, alone.distances, check_exact=True)
        assert each.rules == alone.rules
