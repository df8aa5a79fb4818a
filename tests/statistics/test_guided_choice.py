"""Effects of few choices, guided by effects found elsewhere: against a sampler, the prior itself, and known truths."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from citadels_sim.arrays import Floats
from citadels_sim.statistics.guided_choice import APART, SCALES, Guide, fit_free, fit_guided, standardised

SEATS, CARDS = 4, 6
SIZE = SEATS + CARDS
APART_HERE = np.r_[np.full(SEATS, 0.03), np.full(CARDS, 0.15)]


def tables(rng: np.random.Generator, games: int) -> Floats:
    """Seats at tables, each with a card of its own."""
    design = np.zeros((games, SEATS, SIZE))
    for one in design:
        one[np.arange(SEATS), np.arange(SEATS)] = 1
        one[np.arange(SEATS), SEATS + rng.permutation(CARDS)[:SEATS]] = 1
    return design


def won(rng: np.random.Generator, design: Floats, effects: Floats) -> Floats:
    worth = design @ effects + rng.gumbel(size=design.shape[:2])
    return np.asarray(worth == worth.max(axis=1, keepdims=True), np.float64)


def centred(effects: Floats) -> Floats:
    return np.asarray(effects - np.r_[np.full(SEATS, effects[:SEATS].mean()), np.full(CARDS, effects[SEATS:].mean())])


def levels(rng: np.random.Generator, number: int) -> list[Floats]:
    """Effects that have much in common; their own parts lie `APART_HERE` apart."""
    common = rng.normal(0, 0.35, SIZE) * np.r_[np.full(SEATS, 0.2), np.ones(CARDS)]
    return [centred(common + rng.normal(0, 1, SIZE) * APART_HERE) for _ in range(number)]


def measured(rng: np.random.Generator, effects: Floats) -> Guide:
    return Guide("", effects + rng.normal(0, 0.03, SIZE), 0.03**2 * np.eye(SIZE))


def rates(reference: Floats, effects: Floats) -> Floats:
    return standardised(reference, np.moveaxis(reference, 2, 0), np.atleast_2d(effects))


def test_without_choices_the_posterior_is_the_prior() -> None:
    rng = np.random.default_rng(1)
    guides = [measured(rng, effects) for effects in levels(rng, 3)]
    posterior = fit_guided(np.zeros((0, SEATS, SIZE)), np.zeros((0, SEATS)), guides, APART_HERE, draws=40_000)
    assert posterior.shares == pytest.approx([1 / 3] * 3)
    mean = sum(weight * about for about, _, weight in SCALES)
    assert posterior.scales.mean() == pytest.approx(mean, abs=0.01)
    assert posterior.effects.mean(axis=0) == pytest.approx(mean * np.mean([one.effects for one in guides], axis=0), abs=0.01)
    spread = sum(weight * (loose**2 + about**2) for about, loose, weight in SCALES) - mean**2
    assert posterior.scales.std() == pytest.approx(spread**0.5, abs=0.01)


def log_posterior(design: Floats, chosen: Floats, guides: list[Guide]) -> Callable[[Floats], Floats]:
    """The mixture of all priors times the likelihood, straight from its definition, at several points, shape (W, P)."""
    priors = []
    for guide, (about, loose, likely), (multiple, usual) in product(guides, SCALES, APART):
        prior = guide.covariance + loose**2 * np.outer(guide.effects, guide.effects) + np.diag((multiple * APART_HERE) ** 2)
        constant = np.log(likely * usual) - 0.5 * np.linalg.slogdet(prior)[1]
        priors.append((about * guide.effects, np.linalg.inv(prior), constant))

    def value(points: Floats) -> Floats:
        worth = design @ points.T
        found = (chosen[:, :, None] * (worth - np.log(np.exp(worth).sum(axis=1, keepdims=True)))).sum(axis=(0, 1))
        offs = [(points - mean, precision, constant) for mean, precision, constant in priors]
        logs = [constant - 0.5 * ((off @ precision) * off).sum(axis=1) for off, precision, constant in offs]
        return np.asarray(found + np.logaddexp.reduce(logs))

    return value


def test_a_sampler_finds_the_same() -> None:
    rng = np.random.default_rng(2)
    known = levels(rng, 2)
    guides = [measured(rng, effects) for effects in known]
    design = tables(rng, 60)
    chosen = won(rng, design, known[0])
    posterior = fit_guided(design, chosen, guides, APART_HERE)
    # Random-walk Metropolis with steps as wide as the posterior, many chains from its draws.
    walkers = posterior.effects[:: len(posterior.effects) // 16][:16].copy()
    root = np.linalg.cholesky(np.cov(posterior.effects.T) + 1e-9 * np.eye(SIZE)) * 2.0 / SIZE**0.5
    kept: list[Floats] = []
    height = log_posterior(design, chosen, guides)
    heights = height(walkers)
    for step in range(1_500):
        moved = walkers + rng.standard_normal(walkers.shape) @ root.T
        reached = height(moved)
        taken = np.log(rng.random(len(walkers))) < reached - heights
        walkers[taken], heights[taken] = moved[taken], reached[taken]
        if step >= 300:
            kept.append(walkers.copy())
    sampled = np.concatenate(kept)
    reference = tables(rng, 100)
    found, expected = rates(reference, posterior.effects), rates(reference, sampled[::10])
    assert found.mean(axis=0) == pytest.approx(expected.mean(axis=0), abs=0.012)
    assert found.std(axis=0) == pytest.approx(expected.std(axis=0), rel=0.2)


def held(rng: np.random.Generator, games: int, repetitions: int, turned: float) -> tuple[float, float, float]:
    """How often intervals of people who play as an unknown mixture hold, and how wide they are, with a guide and without."""
    reference, hits, width, free = tables(rng, 150), [], [], []
    for _ in range(repetitions):
        known = levels(rng, 6)
        people = turned * centred(rng.dirichlet(np.ones(3)) @ np.stack(known[3:]))
        design = tables(rng, games)
        chosen = won(rng, design, people)
        posterior = fit_guided(design, chosen, [measured(rng, effects) for effects in known[:3]], APART_HERE, draws=800)
        low, high = np.quantile(rates(reference, posterior.effects), [0.025, 0.975], axis=0)
        truth = rates(reference, people)[0]
        hits.append(np.mean((low <= truth) & (truth <= high)))
        width.append(np.mean(high - low))
        low, high = np.quantile(rates(reference, fit_free(design, chosen, 1.0, 800).effects), [0.025, 0.975], axis=0)
        free.append(np.mean(high - low))
    return float(np.mean(hits)), float(np.mean(width)), float(np.mean(free))


@pytest.mark.long
def test_intervals_of_people_who_play_about_as_bots_hold_and_are_narrower_than_without_bots() -> None:
    hold, width, free = held(np.random.default_rng(3), 100, 60, 1.0)
    assert hold > 0.93
    assert width < 0.6 * free


@pytest.mark.long
def test_bots_that_are_wrong_on_purpose_do_not_mislead() -> None:
    hold, width, free = held(np.random.default_rng(4), 100, 60, -1.0)
    assert hold > 0.93
    assert width < free


def test_the_scale_and_the_level_are_found() -> None:
    rng = np.random.default_rng(5)
    good, other = (centred(rng.normal(0, 0.6, SIZE)) for _ in range(2))
    guides = [Guide("one", good, 1e-4 * np.eye(SIZE)), Guide("other", other, 1e-4 * np.eye(SIZE))]
    design = tables(rng, 600)
    posterior = fit_guided(design, won(rng, design, good), guides, APART_HERE)
    assert posterior.shares[0] > 0.95
    assert np.quantile(posterior.scales, 0.5) == pytest.approx(1, abs=0.15)
    turned = fit_guided(design, won(rng, design, -good), guides, APART_HERE)
    assert np.quantile(turned.scales[: int(turned.shares[0] * len(turned.scales))], 0.5) < -0.5


def test_standardised_rates_are_means_of_chances() -> None:
    design = np.array([[[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 1.0]]])
    found = standardised(design, np.moveaxis(design, 2, 0), np.array([[np.log(3), 0.0], [0.0, np.log(2)]]))
    assert found[0] == pytest.approx([0.75, (0.25 + 0.5) / 2])
    assert found[1] == pytest.approx([1 / 3, (2 / 3 + 2 / 3) / 2])
