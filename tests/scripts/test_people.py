"""The study of people's games: simulated people, whose truth is known, and what the model says of them."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.plays.tables import Tables
from scripts.research import people


def test_drawn_people_win_as_often_as_their_truth_says() -> None:
    for kind in ("bots", "others", "turned"):
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
    group = people.played(bots, rng)
    design, won = group.play(30_000)
    rates = np.einsum("gnp,gn->p", design, won) / design.sum(axis=(0, 1))
    assert rates == pytest.approx(group.truth, abs=0.02)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["bots", "others", "turned"])
def test_intervals_hold_and_are_narrower_than_without_bots(kind: str) -> None:
    rng = np.random.default_rng(3)
    row = people.held(kind, 100, 40, lambda: people.drawn(kind, rng))
    assert row.share > 0.92
    assert row.width < 0.7 * row.free_width
    assert row.off < row.free_off


def test_the_page_says_what_was_measured() -> None:
    rows = [people.Held(*cell, 0.95, 0.005, 0.12, 0.96, 0.3, 0.02, 0.08) for cell in people._COMPARED]
    narrower = {
        words: [row._replace(share=row.share - 0.01 * number, width=0.1) for row in rows]
        for number, words in enumerate(people._NARROWER, 1)
    }
    page = "\n".join(people.report(rows, narrower, 500))
    measured = "95.0 % ± 1.0 | 12.0 pp | 30.0 pp | 96.0 % | 2.0 pp | 8.0 pp"
    assert f"| played: a mixture of learner, planner, builder, raider, banker, richard | 30 | {measured} |" in page
    compared = "95.0 % ± 1.0 | 12.0 pp | 94.0 % ± 1.0 | 10.0 pp | 93.0 % ± 1.0 | 10.0 pp"
    assert f"| drawn: a mixture of bots that it does not know | 300 | {compared} |" in page
