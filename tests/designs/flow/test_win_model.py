"""Win chances: the likelihood against another implementation, and nothing learnt from the game that is judged."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from statsmodels.discrete.conditional_models import ConditionalLogit

from citadels_sim.designs.flow import win_model
from citadels_sim.designs.flow.model_metrics import CALIBRATION, WIN_MODEL
from citadels_sim.designs.flow.states import make_course
from citadels_sim.designs.flow.tables import FlowTables
from citadels_sim.errors import RunError
from citadels_sim.statistics import conditional_logit
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.conditional_logit import chances, fit_choices, fit_sets
from citadels_sim.statistics.estimates import estimate
from tests.designs.flow.flow_games import course, game, random_course

one_alone = conditional_logit._alone


def some_choices(n: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    design = random.normal(size=(n, 4, 3))
    beta = np.array([1.0, -0.5, 0.25])
    chance = chances(design, beta)
    picked = (random.random((n, 1)) > chance.cumsum(axis=1)).sum(axis=1)
    return design, np.eye(4)[picked], beta


def test_the_coefficients_are_those_of_another_implementation() -> None:
    design, chosen, _ = some_choices(150, seed=1)
    result = fit_choices(design, chosen)
    groups = np.repeat(np.arange(150), 4)
    other = ConditionalLogit(chosen.ravel(), pd.DataFrame(design.reshape(-1, 3), columns=list("abc")), groups=groups).fit(disp=False)
    assert result == pytest.approx(other.params.to_numpy(), abs=1e-4)


def test_the_coefficients_are_the_true_ones() -> None:
    design, chosen, beta = some_choices(20_000, seed=2)
    assert fit_choices(design, chosen) == pytest.approx(beta, abs=0.04)


def test_without_a_highest_point_there_is_no_answer_and_with_a_penalty_there_is() -> None:
    design, chosen = np.array([[[1.0], [0.0]]] * 3), np.array([[1.0, 0.0]] * 3)
    assert fit_choices(design, chosen) is None
    beta = fit_choices(design, chosen, ridge=1.0)
    assert beta is not None
    # The slope at the answer: three times what was not expected, less the penalty.
    assert 3 * (1 - 1 / (1 + np.exp(-beta[0]))) == pytest.approx(beta[0])


def test_the_chances_of_a_state_add_up_to_one_and_the_end_is_known() -> None:
    c = random_course(30, seed=3)
    w = win_model.win_chances(c)
    assert w.sum(axis=1) == pytest.approx(1)
    assert (w[c.last] == c.column("win")[c.last]).all()
    assert ((w[~c.last] > 0) & (w[~c.last] < 1)).all()
    assert w[c.start] == pytest.approx(1 / 3, abs=0.2)
    lead = c.column("score")[c.at(0.8)]
    best = np.take_along_axis(w[c.at(0.8)], lead.argmax(axis=1)[:, None], axis=1)
    assert best.mean() > 0.5


def test_no_game_is_judged_by_a_model_that_has_seen_it() -> None:
    c = random_course(20, seed=4)
    before = win_model.win_chances(c)
    here = (c.block % win_model.GROUPS == 2)[c.game]
    rows = c.rows.to_dicts()
    for row in rows:  # another winner in all games of the fold, and in these only
        if row["block"] % win_model.GROUPS == 2:
            row["win"] = float(row["seat"] == 2)
    after = win_model.win_chances(make_course(c.cell, c.rows.with_columns(win=np.array([row["win"] for row in rows]))))
    assert after[here & ~c.last] == pytest.approx(before[here & ~c.last], abs=1e-5)  # to where a fit ends
    assert not np.allclose(after[~here & ~c.last], before[~here & ~c.last])


def test_one_deal_is_too_few() -> None:
    with pytest.raises(
        RunError,
        match=r"fitted on other deals, and there is only one. Play more: citadels flow --variant toy --players 2 --bots builder --games",
    ):
        win_model.win_chances(course(game([[0, 0], [1, 0]], [1, 0])))


def test_the_model_beats_the_leader_and_the_leader_beats_equal_chances() -> None:
    tables = FlowTables.from_course(random_course(150, seed=5))
    result = estimate(WIN_MODEL, row_moments(WIN_MODEL, tables.states()))
    at = {(metric, group): value for metric, group, value in result.select("metric", "group", "value").iter_rows()}
    assert at["brier", "late"] < at["brier_leader", "late"] < at["brier_equal", "late"]
    assert at["brier_equal", "early"] < 2 / 3 + 1e-9
    assert at["log_loss_equal", "middle"] == pytest.approx(np.log(3))
    assert at["skill", "late"] == pytest.approx(1 - at["brier", "late"] / at["brier_equal", "late"])
    assert at["log_loss", "late"] < at["log_loss_leader", "late"] < np.log(3)


def test_a_tenth_of_chances_is_won_as_often_as_predicted() -> None:
    tables = FlowTables.from_course(random_course(300, seed=6))
    result = estimate(CALIBRATION, row_moments(CALIBRATION, tables.bins()))
    predicted, observed = (result.filter(metric=name) for name in ("predicted", "observed"))
    assert predicted["group"].to_list() == observed["group"].to_list()
    assert predicted["count"].sum() == 300 * 6 * 3
    off = (predicted["value"] - observed["value"]).abs() / observed["se"].clip(0.02)
    assert (off < 4).all()


@pytest.mark.parametrize(("choices", "strength", "alone"), [(2_000, 1.0, False), (48, 60.0, True)])
def test_sets_that_are_fitted_at_once_are_those_that_are_fitted_alone(
    choices: int, strength: float, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_itself = []
    monkeypatch.setattr(conditional_logit, "_alone", lambda *args: by_itself.append(1) or one_alone(*args))
    design, chosen, _ = some_choices(choices, seed=8)
    group = np.arange(choices) % 8
    if alone:  # of what is rare, some sets know nothing, and others nearly all
        design[:, :, 2] = np.where((group == 3)[:, None], strength * design[:, :, 2], 0.0)
    sets = np.concatenate([~np.eye(8, dtype=np.bool_), np.arange(8) % 2 == [[0], [1]], np.arange(8) < [[4], [3]]])
    parts = [np.ascontiguousarray(design[group == g].transpose(2, 1, 0)) for g in range(8)]
    result = fit_sets(parts, [chosen[group == g].T for g in range(8)], sets, np.full((3, 12), 1.0), np.full(12, 1e-9))
    assert result is not None
    for k, groups in enumerate(sets):
        mine = groups[group]
        assert result[:, k] == pytest.approx(fit_choices(design[mine], chosen[mine], 1.0), abs=1e-8)
    assert bool(by_itself) == alone


def test_what_may_be_off_is_off_by_no_more() -> None:
    design, chosen, _ = some_choices(2_000, seed=9)
    parts = [np.ascontiguousarray(design[g::8].transpose(2, 1, 0)) for g in range(8)]
    taken, sets = [chosen[g::8].T for g in range(8)], np.arange(8) < [[4], [6]]
    exact, rough = (fit_sets(parts, taken, sets, np.full((3, 2), 1.0), np.full(2, error)) for error in (1e-9, 1e-3))
    assert rough == pytest.approx(exact, abs=1e-3)
