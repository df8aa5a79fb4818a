"""Intervals hold the truth as often as they claim, also those of a whole table, of rare groups and of shares near their ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.forks.analyse import character_nodes
from citadels_sim.designs.forks.metrics import CONTRASTS, FORKS
from citadels_sim.report.coverage_grid import SCHEMA
from citadels_sim.statistics.blocks import row_totals
from citadels_sim.statistics.metric_types import Family, Metric, Sum
from citadels_sim.statistics.shapley import block_means
from scripts.research.coverage_draws import Estimates, Pool, cover, pools
from tests.rotation import rotated, rotated_rows

pytestmark = pytest.mark.long

CHARACTERS = 8
RUNS = 300
#: Share of 300 runs that hold at the least, were it 0.95 of all: four standard errors below.
LEAST = 0.95 - 4 * np.sqrt(0.95 * 0.05 / RUNS)


@cache
def forked() -> pl.DataFrame:
    """Nodes of 6,000 games of four players: three or four of eight characters can be picked, the stronger ones win more often."""
    random = np.random.default_rng(21)
    rows = []
    for block in range(6_000):
        can = random.choice(CHARACTERS, random.integers(3, 5), replace=False)
        policy, drawn = random.choice(len(can), 2)
        for i, character in enumerate(can):
            for replicate, u in enumerate(random.random(4)):
                win = float(u < 0.15 + 0.03 * character)
                rows.append((block, f"c{character}", replicate, bool(i == policy), bool(i == drawn), win, 20.0 + win))
    columns = ["block", "character", "replicate", "policy", "drawn", "win", "total"]
    table = pl.DataFrame(rows, schema=columns, orient="row").with_columns(
        variant=pl.lit("toy"),
        players=pl.lit(4),
        lineup=pl.lit("toy"),
        rotation=pl.lit(0),
        weight=pl.lit(1.0),
        **{name: pl.lit(0) for name in ("round", "slot", "seat", "bot", "leader", "last", "gold", "hand", "city")},
    )
    return character_nodes(table.lazy())


def fork_pool(*metrics: str) -> Pool:
    family = replace(FORKS, metrics=tuple(metric for metric in FORKS.metrics if metric.name in metrics))
    (pool,) = pools(family, row_totals(family, forked()))
    return pool


def held(pool: Pool, blocks: int, runs: int, seed: int) -> list[dict[str, object]]:
    return list(cover(pool.analyse, len(pool.totals), blocks, runs, seed))


def only(rows: Sequence[dict[str, object]], name: str) -> float:
    (row,) = rows
    return float(str(row[name]))


@pytest.mark.parametrize(
    ("metric", "blocks"), rotated_rows([("win_effect", 100), ("win_lift", 400), ("chosen_effect", 400), ("pick_share", 100)], 2)
)
def test_the_intervals_of_all_characters_of_a_small_run_of_forks_hold_at_once_in_95_of_100_runs(metric: str, blocks: int) -> None:
    """As small as each character has the nodes that an interval takes: of picks as they are made that is one in eight nodes."""
    result = held(fork_pool(metric), blocks, RUNS, 1)
    assert only(result, "family") >= LEAST
    assert 0.93 <= only(result, "alone") <= 0.98


def test_the_intervals_of_all_pairs_of_characters_hold_at_once_in_95_of_100_small_runs_of_forks() -> None:
    both = forked().join(forked(), on="block", suffix="_b").filter(pl.col("character") < pl.col("character_b"))
    both = both.with_columns(pair=pl.format("{} - {}", "character", "character_b"), other_win=pl.col("win_b"))
    (pool,) = pools(CONTRASTS, row_totals(CONTRASTS, both))
    assert only(held(pool, 100, RUNS, 2), "family") >= LEAST


@pytest.mark.parametrize("truths", rotated([(0.02, 0.03, 0.04, 0.05, 0.06), (0.4, 0.45, 0.5), (0.94, 0.95, 0.96, 0.97, 0.98)], 1))
def test_the_intervals_of_a_share_hold_it_at_its_ends_as_in_the_middle(truths: tuple[float, ...]) -> None:
    """On average over shares: how often one is held goes up and down with what whole numbers of hits there can be."""
    shares = []
    for truth in truths:
        hits = np.random.default_rng(3).random(50_000) < truth
        family = Family(
            "hits",
            None,
            "",
            (Sum("n", pl.lit(1), "games"), Sum("hits", pl.col("hits"), "games")),
            (Metric("share", "", "", "", "hits", "n", "descriptive", "", share=True),),
        )
        pool = Pool(family, ("toy", 4, "toy"), (("all", "n"), ("all", "hits")), np.column_stack([np.ones(len(hits)), hits]))
        shares.append(only(held(pool, 100, RUNS, 4), "alone"))
    assert 0.935 <= np.mean(shares) <= 0.975


def test_the_intervals_of_rare_counts_hold_for_all_members_of_a_small_run_at_once() -> None:
    events = np.random.default_rng(7).poisson([0.02, 0.05, 0.2, 1.0], (20_000, 4))
    family = Family(
        "events",
        pl.col("kind"),
        "kind",
        (Sum("n", pl.lit(1), "games"), Sum("events", pl.col("events"), "games")),
        (Metric("events", "", "", "", "events", "n", "descriptive", "", least=0.0),),
    )
    labels = tuple((kind, column) for kind in "abcd" for column in ("n", "events"))
    totals = np.stack([np.ones(events.shape), events], axis=2).reshape(len(events), -1)
    (row,) = held(Pool(family, ("toy", 4, "toy"), labels, totals), 100, RUNS, 8)
    assert float(str(row["family"])) >= LEAST


def test_the_intervals_of_all_values_of_a_distribution_with_a_long_tail_hold_at_once_in_95_of_100_small_runs() -> None:
    """What was seen once or twice was seen too often: normal approximations have lower bounds far above its share."""
    values = np.random.default_rng(10).geometric(0.15, (20_000, 4))
    seen = np.unique(values)
    family = Family(
        "lengths",
        pl.col("length"),
        "length",
        (Sum("n", pl.lit(1), "games"),),
        (Metric("share", "", "", "", "n", "n", "descriptive", "", share=True, of_all=True),),
    )
    totals = (values[:, :, None] == seen).sum(axis=1).astype(float)
    (row,) = held(Pool(family, ("toy", 4, "toy"), tuple((str(value), "n") for value in seen), totals), 100, RUNS, 11)
    assert float(str(row["family"])) >= LEAST
    assert 0.93 <= float(str(row["alone"])) <= 0.975


def family_of(values: np.ndarray) -> Pool:
    """Means of eight groups, one value of each in every block."""
    family = Family(
        "means",
        pl.col("group"),
        "group",
        (Sum("n", pl.lit(1), "games"), Sum("sum", pl.col("sum"), "games")),
        (Metric("mean", "", "", "", "sum", "n", "descriptive", ""),),
    )
    labels = tuple((group, column) for group in "abcdefgh" for column in ("n", "sum"))
    totals = np.stack([np.ones(values.shape), values], axis=2).reshape(len(values), -1)
    return Pool(family, ("toy", 4, "toy"), labels, totals, third=True)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_intervals_of_skewed_means_hold_for_all_of_a_small_run_at_once(sign: float) -> None:
    """Costs of a lost turn and one random pick per game: few large blocks decide, and many runs lack them. Student's t alone held 0.82."""
    pool = family_of(sign * np.random.default_rng(12).exponential(size=(20_000, 8)))
    (row,) = held(pool, 30, RUNS, 13)
    assert float(str(row["family"])) >= LEAST
    assert float(str(row["alone"])) >= 0.93


def test_the_effect_of_one_random_pick_per_game_holds_for_all_characters_at_once_from_as_many_nodes_as_it_needs() -> None:
    family = replace(FORKS, metrics=tuple(metric for metric in FORKS.metrics if metric.name == "win_effect_single"))
    (pool,) = pools(family, row_totals(family, forked()), third=True)
    enough = family.metrics[0].deals
    assert held(pool, enough - 1, 1, 14) == []
    (row,) = held(pool, enough, 2 * RUNS, 14)
    assert float(str(row["family"])) >= 0.93
    assert float(str(row["alone"])) >= 0.94


def test_a_rule_that_seldom_comes_into_play_has_parts_whose_intervals_hold() -> None:
    random = np.random.default_rng(15)
    values = np.where(random.random((20_000, 1)) < 0.03, random.exponential(5, (20_000, 1)), 0.0)

    def analyse(blocks: np.ndarray) -> dict[str, Estimates]:
        return {"part": Estimates.from_rows(["part"], block_means(values[blocks]))}

    (row,) = cover(analyse, len(values), 100, RUNS, 16)
    result = block_means(values[:100])
    plain = result.value + np.array([-1, 1]) * result.critical_single() * result.se
    assert result.interval()[0][0] == pytest.approx(plain[0])
    assert result.interval()[1][0] > plain[1]
    assert float(str(row["alone"])) >= 0.86  # 0.77 without


def test_what_coverage_is_measured_with_finds_intervals_that_are_too_narrow() -> None:
    """Games that share a block taken for independent ones: the intervals are half as wide as they should be."""
    random = np.random.default_rng(5)
    values = np.repeat(random.normal(size=5_000), 4)
    family = Family(
        "mean",
        None,
        "",
        (Sum("n", pl.lit(1), "games"), Sum("sum", pl.col("sum"), "games")),
        (Metric("mean", "", "", "", "sum", "n", "descriptive", ""),),
    )
    labels = (("all", "n"), ("all", "sum"))
    right = Pool(family, ("toy", 4, "toy"), labels, np.column_stack([np.full(5_000, 4.0), values.reshape(-1, 4).sum(axis=1)]))
    (row,) = held(right, 100, 1_000, 6)
    assert set(row) < set(SCHEMA)
    assert abs(float(str(row["alone"])) - 0.95) < 4 * 0.007

    class Wrong(Pool):
        def moments(self, blocks: np.ndarray):  # the four games of each block as four blocks
            whole = super().moments(blocks)
            return replace(whole, blocks=4 * len(blocks), cross=whole.cross / 4)

    (row,) = held(Wrong(family, right.cell, labels, right.totals), 100, 1_000, 6)
    assert float(str(row["alone"])) < 0.75
