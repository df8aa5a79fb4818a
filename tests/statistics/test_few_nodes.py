"""Coverage and false verdicts of forked picks at 30 to 100 nodes per character, in a world whose effects are known."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.statistics.ratios import LEAST_COUNT, Ratios
from citadels_sim.statistics.spread import spread
from citadels_sim.statistics.verdicts import judge
from tests.statistics.forked_nodes import ForkedNodes

WORLDS = {
    "equal": ForkedNodes((0.25,) * 8),
    "one is strong": ForkedNodes((0.4,) + (0.25,) * 7),
    "all differ": ForkedNodes((0.45, 0.35, 0.3, 0.25, 0.25, 0.2, 0.15, 0.05)),
}
CHANGE = (-1.0, 1.0)
_RUNS = 80


@pytest.mark.parametrize("nodes", [55, 160])
@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_intervals_of_few_nodes_hold_the_truth_and_stay_within_what_is_possible(world: ForkedNodes, nodes: int) -> None:
    rng, held, alone = np.random.default_rng(nodes), [], []
    for _ in range(_RUNS):
        played = world.played(nodes, rng)
        known = played.effective >= LEAST_COUNT
        together, single = played.simultaneous(within=CHANGE), played.interval(within=CHANGE)
        held.append(np.all(((together[0] <= world.effects) & (world.effects <= together[1]))[known]))
        alone += ((single[0] <= world.effects) & (world.effects <= single[1]))[known].tolist()
        assert np.all(np.array(together) >= -1)
        assert np.all(np.array(together) <= 1)
    assert np.mean(held) >= 0.95 - 2.5 * np.sqrt(0.05 * 0.95 / _RUNS)
    assert 0.93 <= np.mean(alone) <= 0.98


def words(world: ForkedNodes, margin: float, nodes: int, runs: int = 100) -> list[str]:
    rng = np.random.default_rng(11)
    return [judge(world.played(nodes, rng), np.zeros(8), margin, within=CHANGE).state for _ in range(runs)]


def test_all_balanced_is_said_by_mistake_in_one_of_twenty_runs_at_most() -> None:
    """One member lies on the margin, all others far inside: the hardest case of an intersection-union test."""
    world = ForkedNodes((0.75,) + (0.3,) * 7, matters=0.9)
    verdicts = words(world, float(np.abs(world.effects).max()), 150)
    assert verdicts.count("holds") / len(verdicts) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / len(verdicts))
    assert verdicts.count("holds") > 0  # and it is not said much too rarely


def test_some_imbalanced_is_said_by_mistake_in_one_of_twenty_runs_at_most() -> None:
    """Every member lies on the margin: any of their tests could err."""
    world = ForkedNodes((0.45,) * 4 + (0.15,) * 4)
    assert np.abs(world.effects) == pytest.approx(np.full(8, np.abs(world.effects[0])))
    verdicts = words(world, float(np.abs(world.effects).max()), 150)
    assert verdicts.count("fails") / len(verdicts) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / len(verdicts))


def exact(values: list[float], se: float, blocks: int = 10_000) -> Ratios:
    value = np.array(values)
    return Ratios(value, np.eye(len(value)) * se**2, blocks, value, np.full(len(value), float(blocks)))


def test_all_balanced_takes_the_one_sided_test_of_each_and_some_imbalanced_that_of_all_at_once() -> None:
    """1.645 standard errors of each member inside; 2.73 of eight at once outside."""
    assert judge(exact([1 - 1.7 * 0.1] * 8, 0.1), np.zeros(8), 1.0).state == "holds"
    assert judge(exact([1 - 1.6 * 0.1] * 8, 0.1), np.zeros(8), 1.0).state == "open"
    assert judge(exact([1 + 2.6 * 0.1] + [0] * 7, 0.1), np.zeros(8), 1.0).state == "open"
    assert judge(exact([1 + 2.9 * 0.1] + [0] * 7, 0.1), np.zeros(8), 1.0).state == "fails"


def test_weights_are_not_cases() -> None:
    """Five nodes that stand for forty picks each say what five nodes say."""
    rng = np.random.default_rng(1)
    for nodes in (5, 29, 60):
        played = ForkedNodes((0.25,) * 8, choices=8).played(nodes, rng)
        assert np.all(played.count >= 4 * nodes)
        assert np.all(played.effective <= nodes)
        assert set(judge(played, np.zeros(8), 0.001, within=CHANGE).members) == {"open"} or nodes == 60


@pytest.mark.parametrize(("blocks", "word"), [(100, "open"), (500, "holds")])
def test_what_came_out_alike_in_all_deals_is_bounded_by_what_was_never_seen(blocks: int, word: str) -> None:
    """No difference in 100 deals: at most 3.6 % of deals differ, by 1 at most."""
    alike = Ratios(np.zeros(1), np.zeros((1, 1)), blocks, np.zeros(1), np.full(1, float(blocks)), np.full(1, float(blocks)))
    low, high = alike.interval(within=CHANGE)
    assert high[0] == pytest.approx(1 - 0.025 ** (1 / blocks))
    assert low[0] == -high[0]
    assert judge(alike, np.zeros(1), 0.01, within=CHANGE).state == word
    assert not np.isfinite(alike.interval()[0][0])  # where nothing is known of how much a deal may differ


@pytest.mark.parametrize("name", WORLDS)
def test_the_spread_of_true_effects_is_almost_unbiased_and_its_interval_holds_it(name: str) -> None:
    world, rng = WORLDS[name], np.random.default_rng(5)
    truth = float(world.effects.std(ddof=1))
    found = [spread(world.played(160, rng)) for _ in range(60)]
    assert np.mean([one.low <= truth <= one.high for one in found]) >= 0.88
    assert all(0 <= one.low <= one.value <= one.high for one in found)
    if truth > 0.05:
        assert np.mean([one.value**2 for one in found]) == pytest.approx(truth**2, rel=0.15)
    if name == "equal":  # equal characters are not said to differ
        assert np.mean([one.shown for one in found]) <= 0.08


@pytest.mark.parametrize("se", [0.01, 0.05])
@pytest.mark.parametrize("apart", [0.0, 0.1, 0.7])
def test_estimates_that_lie_closer_together_than_chance_brings_them_do_not_show_that_effects_are_alike(se: float, apart: float) -> None:
    """Eight estimates that lie closer together than their errors bring them exclude only spreads of 1.3 errors and more."""
    found = spread(exact([x * apart * se for x in (-1, 1, -1, 1, -1, 1, -1, 1)], se))
    assert found is not None
    assert found.low == 0
    assert 1.2 * se < found.high < 1.4 * se


def test_an_interval_beyond_what_is_possible_does_not_shrink_to_its_end() -> None:
    beyond = Ratios(np.array([1.02, -0.5, 0.99]), np.diag([1e-5, 1e-6, 1e-4]), 100, np.array([102.0, -50, 99]), np.full(3, 100.0))
    for low, high in (beyond.interval(within=(0.0, 1.0)), beyond.simultaneous(within=(0.0, 1.0))):
        assert np.all((low >= 0) & (high <= 1) & (high - low > 0.003))
