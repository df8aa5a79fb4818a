"""Effects from forks: right where the truth is known, where plain win rates are wrong."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.forks.analyse import character_nodes, policy_nodes, spread
from citadels_sim.designs.forks.metrics import FORKS, POLICY
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.estimates import estimate, ratios
from citadels_sim.statistics.ratios import Ratios
from tests.designs.forks.toy_draft import forks, truth

pytestmark = pytest.mark.long

CELL = ("toy", 3, "toy")
EFFECT, LIFT = truth()


@pytest.fixture(scope="module")
def nodes() -> pl.DataFrame:
    return character_nodes(forks(6_000, 2, seed=1))


def figures(nodes: pl.DataFrame, metric: str) -> dict[str, tuple[float, float]]:
    table = estimate(FORKS, row_moments(FORKS, nodes)).filter(metric=metric)
    return {group: (value, se) for group, value, se in table.select("group", "value", "se").iter_rows()}


@pytest.mark.parametrize("metric", ["win_effect", "win_effect_single"])
def test_forks_and_single_random_picks_recover_the_true_effects(nodes: pl.DataFrame, metric: str) -> None:
    result = figures(nodes, metric)
    assert set(result) == set(EFFECT)
    for role, (value, se) in result.items():
        assert abs(value - EFFECT[role]) < 3 * se, role


def test_the_plain_win_rate_has_the_wrong_sign(nodes: pl.DataFrame) -> None:
    value, se = figures(nodes, "win_lift")["robe"]
    assert EFFECT["robe"] < 0 < LIFT["robe"]
    assert abs(value - LIFT["robe"]) < 3 * se
    assert value - 3 * se > 0
    value, se = figures(nodes, "win_effect")["robe"]
    assert value + 3 * se < 0


def test_forks_are_far_tighter_than_single_picks(nodes: pl.DataFrame) -> None:
    forked, single = figures(nodes, "win_effect"), figures(nodes, "win_effect_single")
    assert all(2 * forked[role][1] < single[role][1] for role in EFFECT)


def test_the_effects_of_a_node_add_up_to_nothing(nodes: pl.DataFrame) -> None:
    sums = nodes.group_by("block").agg((pl.col("win") - pl.col("mean")).sum())
    assert sums["win"].abs().max() < 1e-12


def test_weighted_by_their_nodes_all_effects_add_up_to_nothing(nodes: pl.DataFrame) -> None:
    _, result = ratios(FORKS, FORKS.metrics[0], row_moments(FORKS, nodes)[CELL])
    assert abs(float(result.value @ result.count)) < 1e-9


def test_the_regret_without_luck_lies_below_the_regret_with_it(nodes: pl.DataFrame) -> None:
    table = estimate(POLICY, row_moments(POLICY, policy_nodes(nodes)))
    result = {name: (value, se) for name, value, se in table.select("metric", "value", "se").iter_rows()}
    assert result["regret_found"][0] < result["regret"][0]
    assert set(result) == {"edge", "regret", "regret_found"}


def test_without_a_second_replicate_luck_cannot_be_taken_out_of_the_regret() -> None:
    rows = policy_nodes(character_nodes(forks(50, 1, seed=2)))
    assert rows["regret_found"].null_count() == 50


def test_nodes_that_stand_for_more_picks_count_for_more(nodes: pl.DataFrame) -> None:
    heavy = nodes.with_columns(weight=pl.when(pl.col("round") == 1).then(3).otherwise(1))
    first, second, both = (figures(part, "win_effect")["bell"][0] for part in (nodes.filter(round=1), nodes.filter(round=2), heavy))
    n, m = (nodes.filter(round=r, character="bell").height for r in (1, 2))
    assert both == pytest.approx((3 * n * first + m * second) / (3 * n + m), abs=1e-12)


def test_the_spread_is_free_of_noise() -> None:
    random = np.random.default_rng(3)
    se = 0.02
    result = []
    for _ in range(400):
        value = random.normal(0, 0.03, 8) + random.normal(0, se, 8)
        result.append(spread(Ratios(value, np.eye(8) * se**2, 100, value, np.full(8, 100.0))).value ** 2)
    assert np.mean(result) == pytest.approx(0.03**2, rel=0.12)
