"""Verdict words against a margin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from citadels_sim.designs.tournament.analyse import analyse
from citadels_sim.runs.reading import load_runs
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.statistics.verdicts import judge
from tests.synthetic_run import Toy, write_run


def seats(chances: list[float], games: int, seed: int = 1):
    """Win rates of seats from simulated games, one game a block."""
    winner = np.random.default_rng(seed).choice(len(chances), games, p=chances)
    labels = [*((str(seat), "wins") for seat in range(len(chances))), ("all", "games")]
    moments = Moments.from_values(labels, np.column_stack([np.eye(len(chances))[winner], np.ones(games)]))
    return moments.ratios(
        np.array([moments.weights({(str(seat), "wins"): 1}) for seat in range(len(chances))]),
        np.array([moments.weights({("all", "games"): 1})] * len(chances)),
    )


FAIR = np.full(4, 0.25)


def test_equal_seats_and_many_games_are_balanced():
    verdict = judge(seats([0.25] * 4, 40_000), FAIR, 0.02)
    assert verdict.state == "holds"
    assert verdict.needed is None
    assert set(verdict.members) == {"within"}


def test_a_seat_far_outside_the_margin_fails_the_table():
    verdict = judge(seats([0.31, 0.25, 0.25, 0.19], 40_000), FAIR, 0.02)
    assert verdict.state == "fails"
    assert verdict.largest in (0, 3)
    assert abs(verdict.effect) == pytest.approx(0.06, abs=0.01)


def test_few_games_are_undecided_and_say_how_many_would_settle_it():
    few = judge(seats([0.25] * 4, 3000), FAIR, 0.02)
    assert few.state == "open"
    assert few.needed is not None
    assert 3000 <= few.needed.low <= few.needed.high <= 10 * few.needed.low


def test_significant_but_harmless_is_balanced():
    result = seats([0.255, 0.25, 0.25, 0.245], 400_000)
    assert result.wald(FAIR)[2] < 0.001
    assert judge(result, FAIR, 0.02).state == "holds"


def test_a_single_block_is_undecided_without_a_number():
    verdict = judge(seats([0.25] * 4, 1), FAIR, 0.02)
    assert verdict.state == "open"
    assert verdict.needed is None


def test_an_unfair_verdict_on_fair_seats_is_rare():
    words = [judge(seats([0.27, 0.25, 0.25, 0.23], 2000, seed), FAIR, 0.02).state for seed in range(200)]
    assert words.count("fails") <= 10


def test_a_handful_of_cases_settles_nothing() -> None:
    """One hand that lost has no spread, and says nothing all the same."""
    few = Ratios(np.array([-0.25, 0.0]), np.diag([0.0, 1e-6]), 100, np.array([-0.25, 0.0]), np.array([1.0, 100.0]))
    assert judge(few, np.zeros(2), 0.01).members == ("open", "within")


def test_the_interval_of_a_seats_verdict_is_the_one_in_the_table_of_seats(tmp_path: Path) -> None:
    toy = Toy(players=(4,), blocks=60, seat_strength=(0.6,))
    analysis = analyse(load_runs([write_run(tmp_path / "run", toy)]))
    (verdict,) = analysis.seat_verdicts.iter_rows(named=True)
    table = analysis.tables["seats_from_crown"].filter(metric="win_rate", group=str(verdict["seat"]))
    assert table["family_low"][0] - 0.25 == pytest.approx(verdict["low"], abs=1e-12)
    assert table["family_high"][0] - 0.25 == pytest.approx(verdict["high"], abs=1e-12)
