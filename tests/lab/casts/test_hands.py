"""What being dealt a district is worth, and its price: right where they are known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm

from citadels_sim.errors import RunError
from citadels_sim.lab.casts.hands import analyse_districts, price
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.variants import load_variant

TYPES = ["noble", "noble", "noble", "trade", "trade", "unique", "unique", "unique"]
COST = np.array([3.0, 4.0, 5.0, 1.0, 5.0, 6.0, 4.0, 5.0])


def known(value: np.ndarray, se: float = 0.01) -> Ratios:
    count = np.array([50.0, 40.0, 30.0, 60.0, 20.0, 10.0, 10.0, 12.0])
    return Ratios(value, np.eye(8) * se**2, 500, value * count, count)


def test_what_cost_and_type_explain_leaves_no_residual() -> None:
    level = {"noble": 0.01, "trade": -0.02, "unique": 0.03}
    worth = 0.002 * COST + np.array([level[kind] for kind in TYPES])
    names, terms, rest = price(known(worth), COST, TYPES)
    assert names == ["per gold", "noble", "trade", "unique"]
    assert terms.value[0] == pytest.approx(0.002)
    assert terms.value[1] - terms.value[2] == pytest.approx(0.03)
    assert rest.value == pytest.approx(np.zeros(8), abs=1e-12)


def test_the_regression_is_that_of_weighted_least_squares() -> None:
    worth = known(np.random.default_rng(1).normal(size=8))
    kinds = np.array([[kind == name for name in ("noble", "trade", "unique")] for kind in TYPES], dtype=float)
    mean = np.average(COST, weights=worth.count)
    other = sm.WLS(worth.value, np.column_stack([COST - mean, kinds]), weights=worth.count).fit()
    _, terms, rest = price(worth, COST, TYPES)
    assert terms.value == pytest.approx(other.params)
    assert rest.value == pytest.approx(other.resid)


def test_the_error_of_a_residual_is_that_of_many_draws() -> None:
    random = np.random.default_rng(2)
    result = np.array([price(known(random.normal(scale=0.01, size=8)), COST, TYPES)[2].value for _ in range(2000)])
    assert price(known(np.zeros(8)), COST, TYPES)[2].se == pytest.approx(result.std(axis=0, ddof=1), rel=0.1)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("districts") / "run"
    keys = {"name": "x", "variants": ["classic-2000"], "players": [4], "games": 800, "lineups": [["builder"]], "kind": "casts"}
    run_experiment(make_experiment(keys, "test"), folder)
    return folder


def test_worth_is_the_wins_of_those_who_were_dealt_it(played: Path) -> None:
    result = analyse_districts(load_run(played, kind="casts"), 0.01).districts
    rows = pl.concat([pl.read_parquet(path) for path in sorted((played / "casts").glob("*.parquet"))])
    hands = rows.select("dealt", "dealt_win").explode("dealt", "dealt_win")
    for row in result.iter_rows(named=True):
        wins = hands.filter(pl.col("dealt").cast(pl.String) == row["district"])["dealt_win"]
        assert row["hands"] == len(wins)
        assert row["value"] == pytest.approx(wins.mean() - 0.25)
    table = load_variant("classic-2000").at(4)
    assert set(result["district"]) == {*table.basic, *table.unique}
    assert result.filter(district="palace")["cost"][0] == 5
    # Seats, of which each is dealt four cards; a second copy in a hand counts once.
    assert 0.9 * 16 * 800 < result["hands"].sum() < 16 * 800


def test_the_command_reports_a_run_and_plays_one(citadels: Callable[..., object], played: Path, tmp_path: Path) -> None:
    result = citadels("districts", played)
    assert (result.code, result.err) == (0, "")
    assert "By cost and type: per gold" in result.out
    assert "palace" in result.out
    assert "what becomes of each district" in result.out
    assert "favour districts of long games" in result.out
    data = json.loads(citadels("districts", played, "--json").out)
    assert list(data) == ["run", "margin", "districts", "prices", "cards"]
    words = ("districts", "--variant", "classic-2000", "--games", "60", "--workers", "1", "--out", tmp_path / "run")
    assert citadels(*words).code == 0
    assert citadels(*words).out == citadels("districts", tmp_path / "run").out


def test_one_deal_shows_nothing(tmp_path: Path) -> None:
    keys = {"name": "x", "variants": ["classic-2000"], "games": 1, "kind": "casts"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    with pytest.raises(RunError, match="too few deals to estimate what a district is worth"):
        analyse_districts(load_run(tmp_path / "run", kind="casts"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play: give a run of drawn casts, or --variant NAME"),
        (("--variant", "classic-2000", "--margin", "0"), "--margin: 0 should be percentage points of win chance per game"),
        (("--variant", "classic-2000", "--games", "0"), "games: 0 should be a whole number"),
        (("nowhere", "--games", "3"), "--games: does not go with nowhere"),
    ],
)
def test_mistakes_are_one_message(
    citadels: Callable[..., object], words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = citadels("districts", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert not any(tmp_path.iterdir())
