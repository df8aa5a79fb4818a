"""Spread of power: unbiased where it is known, predicted for casts that nobody played, and what each character does to it."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.designs.casts.power import CastPower, every_cast, spread_effects, spread_of
from citadels_sim.statistics.ratios import Ratios

RANKS = np.array([1, 1, 2, 2, 2, 3, 3])
NAMES = tuple(f"{rank}{letter}" for rank, letter in zip(RANKS, "abcdefg", strict=True))
POWER = np.array([0.02, -0.03, 0.0, 0.01, 0.05, -0.01, -0.02])


def known(power: np.ndarray, covariance: np.ndarray | None = None, blocks: int = 1000) -> Ratios:
    size = len(power)
    return Ratios(power, np.zeros((size, size)) if covariance is None else covariance, blocks, power, np.full(size, 100.0))


def powers(beside: np.ndarray | None = None, alone: Ratios | None = None) -> CastPower:
    none = np.zeros((7, 7))
    return CastPower(NAMES, RANKS, alone or known(POWER), none if beside is None else beside, none, none + 1, 500)


def test_every_cast_has_one_of_each_rank_and_stands_once() -> None:
    casts = every_cast(RANKS)
    assert len({tuple(cast) for cast in casts}) == len(casts) == 2 * 3 * 2
    assert (RANKS[casts] == [1, 2, 3]).all()


def test_what_is_known_for_sure_is_predicted_as_it_is() -> None:
    casts = every_cast(RANKS)
    assert powers().predict(casts) == pytest.approx(POWER[casts].std(axis=1, ddof=1))
    beside = np.zeros((7, 7))
    beside[0, 4], beside[0, 2], beside[0, 3] = 0.04, -0.02, -0.02
    with_company = powers(beside).predict(casts)
    for cast, spread in zip(casts, with_company, strict=True):
        true = POWER[cast].copy()
        true[0] += beside[cast[0], cast[1]]
        assert spread == pytest.approx(true.std(ddof=1))


def test_a_prediction_holds_for_the_cast_that_looks_best_though_it_was_chosen() -> None:
    """Plain estimates promise too little spread for the best of many casts; shrunk ones, with what is not known, do not."""
    random = np.random.default_rng(3)
    ranks = np.repeat(np.arange(8), 3)
    casts = every_cast(ranks)
    promised, plain, true = [], [], []
    for _ in range(60):
        power, se = random.normal(scale=0.02, size=24), 0.015
        seen = power + random.normal(scale=se, size=24)
        none = np.zeros((24, 24))
        result = CastPower(tuple(map(str, range(24))), ranks, known(seen, np.eye(24) * se**2), none, none, none + 1, 1)
        predicted = result.predict(casts)
        best = casts[int(np.argmin(predicted))]
        promised.append(predicted.min() ** 2)
        plain.append(seen[best].var(ddof=1))
        true.append(power[best].var(ddof=1))
    assert np.mean(plain) < 0.5 * np.mean(true)
    assert np.mean(promised) == pytest.approx(np.mean(true), rel=0.2)


def test_the_spread_is_without_bias_and_its_interval_holds_the_truth() -> None:
    random = np.random.default_rng(5)
    power = np.array([0.03, -0.01, 0.0, -0.02, 0.01, 0.02, -0.03, 0.0])
    root = random.normal(size=(8, 8)) * 0.004
    covariance = root @ root.T + np.eye(8) * 1e-5
    draws = random.multivariate_normal(power, covariance, size=3000)
    result = [spread_of(known(draw, covariance), 0.95) for draw in draws]
    true = power.std(ddof=1)
    assert np.mean([value**2 for value, _, _ in result]) == pytest.approx(true**2, rel=0.05)
    assert np.mean([low <= true <= high for _, low, high in result]) == pytest.approx(0.95, abs=0.03)


def test_no_spread_is_found_where_there_is_only_noise() -> None:
    random = np.random.default_rng(6)
    result = [spread_of(known(draw, np.eye(8)), 0.95) for draw in random.normal(size=(500, 8))]
    assert np.mean([low == 0 for _, low, _ in result]) > 0.95


def test_what_a_character_does_to_the_spread_is_what_all_casts_say() -> None:
    casts = every_cast(RANKS)
    squared = POWER[casts].var(axis=1, ddof=1)
    mean, effects = spread_effects(powers())
    assert mean == pytest.approx(np.sqrt(squared.mean()))
    assert effects is not None
    for j, rank in enumerate(RANKS):
        with_it = squared[(casts == j).any(axis=1)].mean()
        others = [squared[(casts == k).any(axis=1)].mean() for k in np.flatnonzero(rank == RANKS)]
        assert effects.value[j] == pytest.approx((with_it - np.mean(others)) / (2 * mean))


def test_its_error_is_that_of_many_draws() -> None:
    random = np.random.default_rng(7)
    covariance = np.eye(7) * 0.003**2
    result = [spread_effects(powers(alone=known(draw, covariance)))[1] for draw in random.multivariate_normal(POWER, covariance, size=1500)]
    values = np.array([one.value for one in result if one is not None])
    truth = spread_effects(powers())[1]
    shown = spread_effects(powers(alone=known(POWER, covariance)))[1]
    assert truth is not None
    assert shown is not None
    assert values.mean(axis=0) == pytest.approx(truth.value, abs=4e-4)
    assert shown.se == pytest.approx(values.std(axis=0, ddof=1), rel=0.25)


def test_without_a_spread_beyond_noise_nothing_is_reported_of_it() -> None:
    assert spread_effects(powers(alone=known(POWER * 0.01, np.eye(7)))) == (0.0, None)
