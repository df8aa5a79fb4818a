"""What being dealt a district is worth, and its price: right where they are known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm

from citadels_sim import Run
from citadels_sim.catalogue import BASICS as BASIC_DISTRICTS
from citadels_sim.designs.casts.analyse import dealt_rows, draw_moments
from citadels_sim.designs.casts.hands import analyse_districts, price
from citadels_sim.designs.casts.metrics import DEALT
from citadels_sim.errors import RunError
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.variants import load_variant

TYPES = ["noble", "noble", "noble", "trade", "trade", "unique", "unique", "unique"]
BASICS = {district.id for district in BASIC_DISTRICTS}
COST = np.array([3.0, 4.0, 5.0, 1.0, 5.0, 6.0, 4.0, 5.0])


def known(value: np.ndarray, se: float = 0.01) -> Ratios:
    count = np.array([50.0, 40.0, 30.0, 60.0, 20.0, 10.0, 10.0, 12.0])
    return Ratios(value, np.eye(8) * se**2, 500, value * count, count)


def test_what_cost_explains_leaves_no_residual_and_what_a_type_brings_is_shown_as_its_own() -> None:
    level = {"noble": 0.01, "trade": -0.02, "unique": 0.03}
    worth = 0.002 * COST + np.array([level[kind] for kind in TYPES])
    names, terms, rest = price(known(worth), COST, TYPES)
    assert names == ["per gold", "noble", "trade", "unique"]
    assert terms.value[0] == pytest.approx(0.002)
    mean = np.average([level[kind] for kind in TYPES], weights=known(worth).count)
    assert terms.value[1:] == pytest.approx([level[kind] - mean for kind in names[1:]])
    assert rest.value == pytest.approx([level[kind] - mean for kind in TYPES])
    assert price(known(0.002 * COST), COST, TYPES)[2].value == pytest.approx(np.zeros(8), abs=1e-12)


def test_the_regression_is_that_of_weighted_least_squares() -> None:
    worth = known(np.random.default_rng(1).normal(size=8))
    kinds = np.array([[kind == name for name in ("noble", "trade", "unique")] for kind in TYPES], dtype=float)
    mean = np.average(COST, weights=worth.count)
    other = sm.WLS(worth.value, np.column_stack([COST - mean, kinds]), weights=worth.count).fit()
    level = np.average(worth.value, weights=worth.count)
    _, terms, rest = price(worth, COST, TYPES)
    assert terms.value == pytest.approx([other.params[0], *(other.params[1:] - level)])
    assert rest.value == pytest.approx(other.resid + kinds @ (other.params[1:] - level))
    assert np.average(rest.value, weights=worth.count) == pytest.approx(0, abs=1e-12)


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


def recomputed(rows: pl.DataFrame, district: str, players: int) -> tuple[int, float]:
    """Hands that have a district, and the wins of who is dealt it less those of who is not, in games whose deck has it, game by game."""
    having, wins, lacking, others = 0, 0.0, 0, 0.0
    for game in rows.iter_rows(named=True):
        if district in game["uniques"] or district in BASICS:
            credit = [win for name, win in zip(game["dealt"], game["dealt_win"], strict=True) if name == district]
            having, wins = having + len(credit), wins + sum(credit)
            lacking, others = lacking + players - len(credit), others + 1 - sum(credit)  # every game is won by somebody
    return having, wins / having - others / lacking


@pytest.mark.parametrize(("variant", "players"), [("classic-2000", 4), ("dark-city-random", 6), ("citadels-2016-random", 3)])
def test_worth_is_the_wins_of_who_is_dealt_it_less_those_of_who_is_not(variant: str, players: int, tmp_path: Path) -> None:
    keys = {"name": "x", "variants": [variant], "players": [players], "games": 120, "lineups": [["builder"]], "kind": "casts"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    run = load_run(tmp_path / "run", kind="casts")
    result = analyse_districts(run, 0.01).districts
    rows = pl.concat([pl.read_parquet(path) for path in sorted((tmp_path / "run" / "casts").glob("*.parquet"))])
    assert result.height > 20
    for row in result.iter_rows(named=True):
        assert (row["hands"], row["value"]) == pytest.approx(recomputed(rows, row["district"], players))
    shown = dict(Run(tmp_path / "run").metric("dealt.worth").select("group", "value").iter_rows())
    assert shown == pytest.approx(dict(result.select("district", "value").iter_rows()))


def test_the_error_of_a_worth_is_that_of_leaving_out_one_deal_at_a_time(played: Path) -> None:
    """The share of hands that lack a district is estimated, too, and its error is as nothing."""
    rows = load_run(played, kind="casts").own_rows().collect()
    names = ("barracks", "tavern", "palace")
    one = rows.with_columns(pl.col("dealt").cast(pl.List(pl.String)), block=pl.col("block") // 20)
    values = []
    for left_out in range(one["block"].max() + 1):
        rest = one.filter(pl.col("block") != left_out)
        values.append([recomputed(rest, name, 4)[1] for name in names])
    n = len(values)
    jackknife = np.sqrt((n - 1) / n * ((np.array(values) - np.mean(values, axis=0)) ** 2).sum(axis=0))
    (moments,) = draw_moments(DEALT, one).values()
    groups, worth = ratios(DEALT, DEALT.metrics[0], moments)
    assert worth.se[[groups.index(name) for name in names]] == pytest.approx(jackknife, rel=0.03)


def test_a_district_in_every_hand_has_no_worth_for_nobody_lacks_it() -> None:
    rows = pl.DataFrame(
        {
            "variant": "v",
            "players": 2,
            "lineup": "b",
            "block": [0, 1],
            "uniques": [[], []],
            "dealt": [["manor", "tavern", "manor"]] * 2,
            "dealt_win": [[1.0, 1.0, 0.0]] * 2,
        }
    )
    assert dealt_rows(rows).select("dealt", "dealt_win", "lacking").unique().rows() == [("tavern", 1.0, 0.5)]


def test_every_district_of_the_table_has_a_row(played: Path) -> None:
    result = analyse_districts(load_run(played, kind="casts"), 0.01).districts
    table = load_variant("classic-2000").at(4)
    assert set(result["district"]) == {*table.basic, *table.unique}
    assert result.filter(district="palace")["cost"][0] == 5
    # Seats, of which each is dealt four cards; a second copy in a hand counts once.
    assert 0.9 * 16 * 800 < result["hands"].sum() < 16 * 800


def test_of_many_districts_a_late_one_alone_may_need_a_number_of_deals(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polars reads types off the first hundred rows where it is not told to read all."""
    rows = [{"district": f"d{i}", "needed_deals": None} for i in range(150)] + [{"district": "last", "needed_deals": 30_000}]
    monkeypatch.setattr("citadels_sim.designs.casts.hands._cell_rows", lambda *_: (rows, rows))
    result = analyse_districts(load_run(played, kind="casts"))
    assert result.districts["needed_deals"].to_list() == result.prices["needed_deals"].to_list() == [None] * 150 + [30_000]


def test_the_command_reports_a_run_and_plays_one(citadels: Callable[..., object], played: Path, tmp_path: Path) -> None:
    result = citadels("districts", played)
    assert (result.code, result.err) == (0, "")
    assert "A gold more of cost changes the worth of a district by" in result.out
    assert "Noble, beyond cost" in result.out
    assert "Palace (noble, 5)" in result.out
    assert "use of each district" in result.out
    assert "favour districts of long games" in result.out
    data = json.loads(citadels("districts", played, "--json").out)
    assert list(data) == ["run", "margin", "districts", "prices", "cards"]
    words = ("districts", "--variant", "classic-2000", "--games", "60", "--workers", "1", "--out", tmp_path / "run")
    assert citadels(*words).code == 0
    assert citadels(*words).out == citadels("districts", tmp_path / "run").out


def test_one_deal_shows_nothing(tmp_path: Path) -> None:
    keys = {"name": "x", "variants": ["classic-2000"], "games": 1, "kind": "casts"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    with pytest.raises(RunError, match="too few deals to estimate the worth of a district"):
        analyse_districts(load_run(tmp_path / "run", kind="casts"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to play. Give a run of drawn casts, or --variant NAME"),
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
