"""Parts of a difference: they add up in every block, and are what their definition says."""

from __future__ import annotations

import itertools
import json
import shutil
from math import factorial
from pathlib import Path

import numpy as np
import pytest
import shapiq

from citadels_sim.designs.attribution.analyse import ALONE_DEALS, Attribution, _parts, attribute
from citadels_sim.designs.between_two import experiment_between
from citadels_sim.designs.tournament.comparison import GAME
from citadels_sim.errors import RunError
from citadels_sim.runs.plan import make_plan
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_plan
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.shapley import block_means, first_in, interactions, last_in, shapley


def values(k: int, blocks: int = 5) -> np.ndarray:
    return np.random.default_rng(k).normal(size=(blocks, 1 << k))


@pytest.mark.parametrize("k", range(1, 9))
def test_the_parts_add_up_to_the_whole_difference_in_every_block(k: int) -> None:
    v = values(k)
    assert np.allclose((v @ shapley(k)).sum(axis=1), v[:, -1] - v[:, 0], atol=1e-9, rtol=0)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_a_part_is_the_mean_effect_over_all_orders(k: int) -> None:
    v = values(k, 1)[0]
    mean = np.zeros(k)
    for order in itertools.permutations(range(k)):
        s = 0
        for j in order:
            mean[j] += v[s | 1 << j] - v[s]
            s |= 1 << j
    assert np.allclose(v @ shapley(k), mean / factorial(k), atol=1e-12)


@pytest.mark.parametrize("k", [2, 4, 6])
def test_parts_and_interactions_are_those_of_shapiq(k: int) -> None:
    v = values(k, 1)[0]
    exact = shapiq.ExactComputer(
        n_players=k, game=lambda message: np.array([v[sum(1 << j for j in np.flatnonzero(row))] for row in message])
    )
    parts = exact(index="SV", order=1)
    assert np.allclose(v @ shapley(k), [parts[(j,)] for j in range(k)], atol=1e-9)
    weights, pairs = interactions(k)
    together = exact(index="SII", order=2)
    assert np.allclose(v @ weights, [together[pair] for pair in pairs], atol=1e-9)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_in_plus_minus_coding_a_part_is_made_of_the_odd_coefficients(k: int) -> None:
    """With v = sum of beta_T times the product of x_i over T: the part of j is the sum of 2 beta_T / size(T) over odd T with j."""
    beta = np.random.default_rng(k).normal(size=1 << k)
    v = np.array([sum(b * (-1) ** (t & ~s).bit_count() for t, b in enumerate(beta)) for s in range(1 << k)])
    parts = [sum(2 * b / t.bit_count() for t, b in enumerate(beta) if t >> j & 1 and t.bit_count() % 2) for j in range(k)]
    assert np.allclose(v @ shapley(k), parts, atol=1e-12)


def test_without_interaction_first_in_last_in_and_part_are_one() -> None:
    alone = np.array([0.5, -1.0, 2.0])
    v = np.array([sum(alone[j] for j in range(3) if s >> j & 1) for s in range(8)])
    for weights in (shapley, first_in, last_in):
        assert np.allclose(v @ weights(3), alone)
    assert np.allclose(v @ interactions(3)[0], 0)


def test_two_rules_that_work_only_together_share_their_effect_and_interact_by_it() -> None:
    v = np.array([1.0 if s & 0b011 == 0b011 else 0.0 for s in range(8)])
    assert np.allclose(v @ shapley(3), [0.5, 0.5, 0.0])
    assert np.allclose(v @ first_in(3), 0)
    weights, pairs = interactions(3)
    assert dict(zip(pairs, v @ weights, strict=True)) == pytest.approx({(0, 1): 1.0, (0, 2): 0.0, (1, 2): 0.0})


def test_means_over_blocks_have_the_error_of_the_block_estimator() -> None:
    v = values(2, 40)
    ones = Moments.from_values([*((str(i), "x") for i in range(4)), ("9", "one")], np.column_stack([v, np.ones(40)]))
    top = np.eye(5)[:4]
    want = ones.ratios(top, np.tile(np.eye(5)[4], (4, 1)))
    result = block_means(v)
    assert np.allclose(result.value, want.value)
    assert np.allclose(result.covariance, want.covariance)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attribution") / "run"
    plan = make_plan(experiment_between("attribution", "classic-2000", "dark-city", {"games": 60, "seed": 4, "most_groups": 3}))
    run_plan(plan, folder, ["citadels", "attribute"])
    return folder


@pytest.fixture(scope="module")
def attribution(run: Path) -> Attribution:
    return attribute(load_run(run, kind="attribution"))


def test_the_parts_of_a_run_add_up(attribution: Attribution) -> None:
    assert (attribution.a, attribution.b, attribution.players, attribution.lineup, attribution.blocks) == (
        "classic-2000",
        "dark-city",
        4,
        "builder",
        60,
    )
    assert len(attribution.groups) == 3
    for whole in attribution.wholes.iter_rows(named=True):
        assert attribution.parts.filter(metric=whole["metric"])["part"].sum() == pytest.approx(whole["difference"], abs=1e-9)
        assert whole["b"] - whole["a"] == pytest.approx(whole["difference"], abs=1e-9)
    assert attribution.wholes.height == 5
    assert attribution.pairs.height == 15


def test_the_ends_are_the_two_variants_as_any_run_plays_them(attribution: Attribution, tmp_path: Path) -> None:
    from citadels_sim.designs.tournament.comparison import compare_variants
    from citadels_sim.runs.experiment import make_experiment
    from citadels_sim.runs.runner import run_experiment

    keys = {"name": "ends", "variants": ["classic-2000", "dark-city"], "games": 60, "seed": 4, "detail": "games"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "ends")
    table = compare_variants(load_run(tmp_path / "ends"), "classic-2000", "dark-city").table
    for whole in attribution.wholes.iter_rows(named=True):
        row = table.filter(metric=whole["metric"]).row(0, named=True)
        assert (row["a"], row["b"], row["se"]) == pytest.approx((whole["a"], whole["b"], whole["se"]), rel=1e-9)


def test_a_run_of_something_else_or_without_groups_is_reported(run: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="the run of an attribution, not a run of games"):
        load_run(run)
    data = json.loads((run / "manifest.json").read_text())
    del data["experiment"]["groups"], data["sha256"]
    (tmp_path / "bad").mkdir()
    for table in ("sums", "blocks"):
        shutil.copytree(run / table, tmp_path / "bad" / table)
    (tmp_path / "bad" / "manifest.json").write_text(json.dumps(data))
    with pytest.raises(RunError, match=r"experiment\.groups: does not list the groups"):
        attribute(load_run(tmp_path / "bad", kind="attribution"))


@pytest.mark.parametrize(("deals", "has_error"), [(ALONE_DEALS - 1, False), (ALONE_DEALS, True)])
def test_the_effect_of_a_group_alone_has_an_error_only_with_deals_enough(deals: int, has_error: bool) -> None:
    for row in _parts(GAME.metrics[0], values(2, deals), ["one", "other"], 0.01):
        assert row["se"] is not None
        assert (row["first_in_se"] is not None) == (row["last_in_se"] is not None) == has_error
