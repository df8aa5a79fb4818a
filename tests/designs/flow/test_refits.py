"""Intervals of figures of W hold the error of the win model: held against the spread over many runs, which knows nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from citadels_sim.designs.flow import refits as refits_module
from citadels_sim.designs.flow import win_model
from citadels_sim.designs.flow.analyse import analyse_flow, family_moments
from citadels_sim.designs.flow.character_metrics import SWINGS
from citadels_sim.designs.flow.curve_metrics import DECIDED_BY, DECIDED_CURVE, TRAJECTORY
from citadels_sim.designs.flow.game_metrics import FLOW
from citadels_sim.designs.flow.judge import judge
from citadels_sim.designs.flow.model_metrics import CALIBRATION, WIN_MODEL
from citadels_sim.designs.flow.refits import LEAST_DEALS, fitted_sums, flow_moments, known, refits
from citadels_sim.designs.flow.states import Course, courses, make_course
from citadels_sim.designs.flow.tables import FlowTables
from citadels_sim.designs.flow.turn_metrics import AIMS, TEMPO
from citadels_sim.designs.flow.win_model import GROUPS, HALVES, win_chances
from citadels_sim.errors import RunError
from citadels_sim.judge.declared_limits import declared_limits
from citadels_sim.report import make_report
from citadels_sim.runs.experiment import make_experiment
from citadels_sim.runs.reading import Run, load_run
from citadels_sim.runs.runner import run_experiment
from citadels_sim.statistics import conditional_logit
from citadels_sim.statistics.blocks import block_matrices, row_moments, row_totals
from citadels_sim.statistics.estimates import ratios
from citadels_sim.statistics.estimator import Moments
from citadels_sim.statistics.jackknife import refitted
from citadels_sim.statistics.metric_types import Family
from tests.designs.flow.flow_games import BOT, FATE

pytestmark = pytest.mark.long

REFITTED = (FLOW, DECIDED_CURVE, DECIDED_BY, TRAJECTORY)
OF_MODEL = ("lead_changes", "drama", "decided_at", "uncertainty", "biggest_rise")


def simulated(games: int, seed: int, rounds: int = 6, players: int = 3, told: float = 1.0) -> Course:
    """Games whose scores grow by lot and by a strength that nobody sees; `told`: how far the score at the end says who wins."""
    random = np.random.default_rng(seed)
    strength = random.normal(0, 0.7, (games, 1, players))
    gains = np.maximum(0, np.rint(2 + strength + random.normal(0, 1.5, (games, rounds, players)))).astype(np.int64)
    score = np.concatenate([np.zeros((games, 1, players), np.int64), gains.cumsum(axis=1)], axis=1)
    end = told * score[:, -1] + random.normal(0, 2.0, (games, players))
    win = np.eye(players)[end.argmax(axis=1)]
    place = 1 + (end[:, None, :] > end[:, :, None]).sum(axis=2)
    shape = (games, rounds + 1, players)

    def wide(values: np.ndarray, axis: tuple[int, ...]) -> np.ndarray:
        return np.broadcast_to(np.expand_dims(values, axis), shape).ravel()

    columns = {
        "block": wide(np.arange(games), (1, 2)),
        "round": wide(np.arange(rounds + 1), (0, 2)),
        "seat": wide(np.arange(players), (0, 1)),
        "score": score.ravel(),
        "missing": np.maximum(0, 8 - score // 2).ravel(),
        "gold": random.integers(0, 5, shape).ravel(),
        "hand": random.integers(0, 5, shape).ravel(),
        "types": np.minimum(5, score // 4).ravel(),
        "crown": (random.integers(0, players, shape[:2])[:, :, None] == np.arange(players)).ravel(),
        "win": wide(win, (1,)),
        "place": wide(place, (1,)),
    }
    nothing = (
        "rotation",
        "idle",
        "lost",
        "taken",
        "hits",
        "dealt",
        "on_leader",
        "leaders",
        "on_last",
        "lasts",
        "decisions",
        "choices",
        "options",
        "built",
        "bare_win",
        "completer",
    )
    rows = pl.DataFrame(columns | {name: np.zeros(len(columns["block"]), np.int64) for name in nothing}).with_columns(
        variant=pl.lit("toy"),
        players=pl.lit(players),
        lineup=pl.lit("builder"),
        rounds=pl.lit(rounds),
        bot=pl.lit("builder", BOT),
        character=pl.lit(None, pl.String),
        second=pl.lit(None, pl.String),
        fate=pl.lit(None, FATE),
        second_fate=pl.lit(None, FATE),
    )
    return make_course(("toy", players, "builder"), rows)


def part(course: Course, first: int, last: int) -> Course:
    """The games of some blocks as a run of their own."""
    rows = course.rows.filter(pl.col("block").is_between(first, last - 1))
    return make_course(course.cell, rows, course.ranks)


def moments(course: Course) -> tuple[Moments, Moments]:
    """Moments of `FLOW` as if the win model were known, and with its error."""
    tables = FlowTables.from_course(course)
    rows = tables.rows(FLOW)
    return row_moments(FLOW, rows)[course.cell], flow_moments(FLOW, tables, rows)[course.cell]


def spread_and_errors(runs: Iterator[Course]) -> dict[str, tuple[float, float, float, float]]:
    """Of each figure: its spread over runs, the error of fixed win chances, that with the model fitted again, the share of intervals that
    hold the mean over runs."""
    found: dict[str, list[tuple[float, ...]]] = {metric.name: [] for metric in FLOW.metrics}
    for course in runs:
        fixed, again = moments(course)
        for metric in FLOW.metrics:
            figures = ratios(FLOW, metric, again)[1]
            (low,), (high,) = figures.interval(share=metric.share, least=metric.least)
            found[metric.name].append((figures.value[0], ratios(FLOW, metric, fixed)[1].se[0], figures.se[0], low, high))
    result = {}
    for name, rows in found.items():
        value, fixed_se, se, lows, highs = np.array(rows).T
        held = np.mean((lows <= value.mean()) & (value.mean() <= highs))
        result[name] = (float(value.std(ddof=1)), _root_mean(fixed_se), _root_mean(se), float(held))
    return result


def _root_mean(errors: np.ndarray) -> float:
    return float(np.sqrt(np.mean(errors**2)))


def test_the_errors_of_figures_of_the_win_chances_are_the_spread_over_runs() -> None:
    result = spread_and_errors(simulated(200, seed, rounds=4) for seed in range(24))
    spread, fixed, again, _ = result["uncertainty"]
    assert fixed < 0.55 * spread  # what was printed when the model was taken for known
    for name in OF_MODEL:
        spread, _, again, held = result[name]
        assert 0.7 * spread < again < 1.45 * spread, name  # 24 runs know a spread to 15 per cent
        assert held >= 0.85, name
    spread, fixed, again, _ = result["score_lead_changes"]
    assert again == fixed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "players", "games"),
    [("classic-2000", 4, 200), ("classic-2000", 4, 1000), ("classic-2000", 2, 200), ("dark-city", 4, 200), ("citadels-2016", 7, 200)],
)
def test_the_errors_of_real_games_are_the_spread_over_runs(tmp_path: Path, variant: str, players: int, games: int) -> None:
    runs = 30
    keys = {"name": "many", "variants": [variant], "players": [players], "games": games * runs, "seed": 77, "kind": "flow"}
    run_experiment(make_experiment(keys, "test"), tmp_path / "run")
    (whole,) = courses(load_run(tmp_path / "run", kind="flow"))
    result = spread_and_errors(part(whole, games * i, games * (i + 1)) for i in range(runs))
    for name in (metric.name for metric in FLOW.metrics if metric.name in OF_MODEL and metric.deals <= games):
        spread, _, again, held = result[name]
        assert 0.7 * spread < again < 1.45 * spread, name  # 30 runs know a spread to 13 per cent
        assert held >= 0.8, name


def test_a_model_of_few_games_in_which_nothing_tells_who_wins_is_not_sure_of_anything() -> None:
    lost = []
    for seed in (1, 2):
        course = simulated(60, seed, told=0.0)
        chance, win = win_chances(course)[~course.last], course.column("win")[~course.last]
        lost.append(-(win * np.log(chance)).sum(axis=1).mean() - np.log(3))
    assert np.mean(lost) < 0.045  # 0.067 with a penalty of one state


def test_a_game_is_crossed_by_models_that_have_seen_nothing_of_its_half() -> None:
    course = simulated(64, 2)
    half = (course.block % GROUPS) % 2 == 0  # the first split of a Hadamard matrix: even and odd groups
    before = FlowTables.from_course(course).models.table.crossed[0]
    rows = course.rows.with_columns(win=pl.when(pl.col("block") % 2 == 0).then(pl.col("seat") == 0).otherwise(pl.col("win")).cast(float))
    after = FlowTables.from_course(make_course(course.cell, rows)).models.table.crossed[0]
    mine = half[course.game] & ~course.last
    assert after[mine] == pytest.approx(before[mine], abs=1e-9)  # to where a fit ends
    assert not np.allclose(after[~half[course.game] & ~course.last], before[~half[course.game] & ~course.last])


def each_alone(design: list, chosen: list, sets: np.ndarray, ridge: np.ndarray, error: np.ndarray) -> np.ndarray:
    """Coefficients of every set from choices of its own, one model after the other."""
    fitted = [conditional_logit._alone(design, chosen, groups, ridge[:, k]) for k, groups in enumerate(sets)]
    return np.stack(fitted, axis=1)


def plain_moments(family: Family, tables: FlowTables) -> Moments:
    """Moments with the error of the models, from block totals of one split after the other."""
    ((_, labels, parts),) = block_matrices(family, row_totals(family, tables.rows(family)))
    totals = np.concatenate(list(parts))
    sides = np.where(HALVES[:, np.arange(len(totals)) % GROUPS], 1.0, -1.0)
    halves = []
    for split, side in enumerate(sides):
        ((_, names, of_split),) = block_matrices(family, row_totals(family, tables.rows(family, [split]).drop("split")))
        assert names == labels
        halves.append(side @ np.concatenate(list(of_split)))
    return refitted(Moments.from_values(labels, totals, third=True), labels, sides @ totals, np.stack(halves))


@pytest.mark.parametrize("rows", [1, 500_000])
def test_all_splits_at_once_give_what_one_after_the_other_gives(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    course = simulated(LEAST_DEALS, 5, rounds=4)
    monkeypatch.setattr(refits_module, "_ROWS", rows)
    tables, plain = FlowTables.from_course(course), FlowTables.from_course(course)
    at_once = {family.name: flow_moments(family, tables, tables.rows(family))[course.cell] for family in REFITTED}
    monkeypatch.setattr(win_model, "fit_sets", each_alone)
    assert tables.chances.table == pytest.approx(plain.chances.table, abs=1e-5)
    for family in REFITTED:
        expected, found = plain_moments(family, plain), at_once[family.name]
        assert found.labels == expected.labels
        assert found.totals == pytest.approx(expected.totals, rel=1e-5)
        for metric in family.metrics:
            errors = [ratios(family, metric, one)[1].se for one in (found, expected)]
            assert errors[0] == pytest.approx(errors[1], rel=0.01), metric.name


def test_which_figures_come_from_a_model_is_known() -> None:
    assert fitted_sums(FLOW) == {"lead_changes", "drama", "behind", "decided_at", "uncertainty", "biggest_rise"}
    assert fitted_sums(TEMPO) == fitted_sums(AIMS) == set()
    assert fitted_sums(CALIBRATION) == {"seats", "chance", "win"}  # the model says which tenth a seat is in
    assert [refits(family) for family in (FLOW, SWINGS, DECIDED_CURVE, TRAJECTORY)] == [True] * 4
    assert not refits(TEMPO)
    assert not refits(WIN_MODEL)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Run:
    keys = {"name": "few", "variants": ["classic-2000"], "players": [4], "games": LEAST_DEALS - 1, "seed": 3, "kind": "flow"}
    folder = tmp_path_factory.mktemp("few") / "run"
    run_experiment(make_experiment(keys, "test"), folder)
    return load_run(folder, kind="flow")


def test_too_few_deals_have_no_figures_of_win_chances(few: Run) -> None:
    flow = analyse_flow(few)
    assert set(flow.estimates["table"]) == {"flow", "completion", "tempo", "aims"}
    shown = flow.estimates.filter(table="flow")["metric"].to_list()
    assert shown == ["score_lead_changes", "comeback_last", "comeback_lower_half"]
    assert set(flow.curves["curve"]) == {"leader.wins", "leader.auc", "leader.skill"}
    assert flow.calibration.is_empty()
    assert [one.criterion for one in judge(flow, declared_limits([few]))] == ["dead_turns", "interaction"]
    with pytest.raises(RunError, match="199 deals are too few for win chances and figures computed from them: 200 are needed"):
        family_moments(FLOW, few)
    assert set(family_moments(TEMPO, few)) == {("classic-2000", 4, "builder")}


def test_as_many_deals_as_are_needed_have_them() -> None:
    assert known(FLOW, simulated(LEAST_DEALS, 4)).metrics == FLOW.metrics
    assert len(known(FLOW, simulated(LEAST_DEALS - 1, 4)).metrics) == 3


def test_a_report_of_too_few_deals_is_written_and_says_so(few: Run, tmp_path: Path) -> None:
    page = make_report([few.folder], tmp_path / "report", []).details.read_text(encoding="utf-8")
    assert f"Win chances, and figures computed from them, need {LEAST_DEALS} deals" in page
