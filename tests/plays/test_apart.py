"""How far the effects of bots lie apart is found from their games, however many of them are alike."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.plays.analyse import apart_of, guide_of
from citadels_sim.statistics.guided_choice import Guide

SEATS, CARDS, GAMES = 4, 8, 1_500


def bots(rng: np.random.Generator, number: int, apart: float) -> list[Guide]:
    """Fit bots whose effects of characters differ by this standard deviation, and those of seats not at all."""
    common, guides = rng.normal(0, 0.3, SEATS + CARDS), []
    for _ in range(number):
        cards = rng.permuted(np.tile(np.arange(CARDS), (GAMES, 1)), axis=1)[:, :SEATS]
        design = np.zeros((GAMES, SEATS, SEATS + CARDS))
        design[:, range(SEATS), range(SEATS)] = 1
        design[np.arange(GAMES)[:, None], np.arange(SEATS), SEATS + cards] = 1
        worth = design @ (common + np.r_[np.zeros(SEATS), rng.normal(0, apart, CARDS)]) + rng.gumbel(size=(GAMES, SEATS))
        guides.append(guide_of("", design, np.asarray(worth == worth.max(axis=1, keepdims=True), np.float64)))
    return guides


@pytest.mark.parametrize("number", [3, 6])
@pytest.mark.parametrize("apart", [0.1, 0.2, 0.4])
def test_the_distance_between_bots_is_found(number: int, apart: float) -> None:
    rng = np.random.default_rng(number)
    found = np.array([apart_of(bots(rng, number, apart), SEATS) for _ in range(6)])
    # What all characters have in common changes no choice, so of eight directions seven are left.
    expected = apart * (1 - 1 / CARDS) ** 0.5
    assert np.mean(found[:, SEATS:] ** 2) ** 0.5 == pytest.approx(expected, rel=0.2)
    assert (found[:, :SEATS] < 0.07).all()


def test_bots_that_play_alike_are_not_apart() -> None:
    rng = np.random.default_rng(1)
    found = np.array([apart_of(bots(rng, 3, 0.0), SEATS) for _ in range(6)])
    assert np.mean(found**2) ** 0.5 < 0.05


def test_a_character_that_nobody_had_leaves_the_distance_of_the_others() -> None:
    rng = np.random.default_rng(2)
    whole = bots(rng, 3, 0.3)
    wider = []
    for guide in whole:
        covariance = np.eye(SEATS + CARDS + 1)
        covariance[:-1, :-1] = guide.covariance
        wider.append(Guide("", np.r_[guide.effects, 0.0], covariance))
    squares = [apart_of(guides, SEATS)[SEATS] ** 2 for guides in (whole, wider)]
    assert squares[1] == pytest.approx(squares[0] * CARDS / (CARDS + 1))
