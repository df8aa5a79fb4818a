"""The study of people's games: simulated people, whose truth is known, and what the model says of them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from citadels_sim.plays.tables import Tables
from scripts.research import people


def test_drawn_people_win_as_often_as_their_truth_says() -> None:
    for kind in ("bots", "others", "turned", "assumed"):
        rng = np.random.default_rng(1)
        group = people.drawn(kind, rng)
        design, won = group.play(40_000)
        rates = np.einsum("gnp,gn->p", design, won) / design.sum(axis=(0, 1))
        assert rates == pytest.approx(group.truth, abs=0.02)


def test_people_who_play_games_of_bots_win_as_often_as_their_truth_says() -> None:
    rng = np.random.default_rng(2)
    bots = {}
    for name in (*people.KNOWN, *people.OTHERS):
        design, won = people.drawn("bots", rng).play(people._PLAYED)
        nothing = np.zeros(people._PLAYED)
        bots[name] = Tables(design, won, np.zeros((people._PLAYED, people.SEATS, people.CARDS), np.bool_), nothing, nothing, nothing)
    group = people.played(bots, people.KNOWN)(rng)
    design, won = group.play(30_000)
    rates = np.einsum("gnp,gn->p", design, won) / design.sum(axis=(0, 1))
    assert rates == pytest.approx(group.truth, abs=0.02)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["bots", "others", "turned"])
def test_intervals_hold_and_are_narrower_than_without_bots(kind: str) -> None:
    rng = np.random.default_rng(3)
    row, free = people.held(100, 40, lambda: people.drawn(kind, rng), {"usual": people._PRIORS[people._USUAL]}).values()
    assert row.share > 0.92
    assert row.width < 0.7 * free.width
    assert row.off < free.off


@pytest.mark.long
def test_intervals_of_people_as_they_are_assumed_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(4)
    row, _ = people.held(30, 150, lambda: people.drawn("assumed", rng), {"usual": people._PRIORS[people._USUAL]}).values()
    assert row.share == pytest.approx(0.95, abs=3 * row.error)
    assert row.error < 0.015


def test_a_penalised_prior_goes_beyond_its_limit_as_often_as_it_says() -> None:
    multiples, weights = np.array(people.penalised(1.0).multiples).T
    assert weights.sum() == pytest.approx(1)
    # The step of 1 reaches from below 1 to above it.
    assert weights[multiples > 1].sum() < 0.05 < weights[multiples >= 1].sum()
    assert weights[multiples > 1].sum() < np.array(people.penalised(2.0).multiples)[multiples > 1, 1].sum()


def test_a_mixture_of_levels_is_as_wide_as_its_shares_make_it() -> None:
    rng = np.random.default_rng(5)
    guides = people.drawn("bots", rng).guides
    mixed = people.mixture(guides)
    effects = np.stack([guide.effects for guide in guides])
    drawn = rng.dirichlet(np.ones(3), 200_000) @ effects
    assert mixed.effects == pytest.approx(drawn.mean(axis=0), abs=0.005)
    assert mixed.covariance - guides[0].covariance / 3 == pytest.approx(np.cov(drawn.T), abs=0.001)


def test_the_page_says_what_was_measured() -> None:
    free = people.Held(0.96, 0.005, 0.3, 0.08, (0.96,) * people.SIZE)
    each = (0.95,) * people.SEATS + (0.8,) + (0.95,) * (people.CARDS - 1)
    found = {}
    for cell in product(people._WORDS, people.GAMES):
        rows = {name: people.Held(0.95 - 0.01 * k, 0.005, 0.12 - 0.01 * k, 0.02, each) for k, name in enumerate(people._PRIORS)}
        found[cell] = {**rows, people._FREELY: free}
    cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
    page = "\n".join(people.report(found, cast, 500))
    measured = "95.0 % ± 1.0 | 12.0 pp | 30.0 pp | 96.0 % | 2.0 pp | 8.0 pp"
    assert f"| played: a mixture of learner, planner, builder, raider, banker, richard | 30 | {measured} |" in page
    compared = " | ".join(["94.0 % ± 1.0, 11.0 pp"] * len(people._COMPARED))
    assert f"| exponential, 5 % beyond 2 | {compared} |" in page
    assert "the interval of the Assassin holds 80 % of the time" in page
