"""Win chances: the likelihood against another implementation, and nothing learnt from the game that is judged."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from statsmodels.discrete.conditional_models import ConditionalLogit

from citadels_sim.errors import RunError
from citadels_sim.lab.flow import win_model
from citadels_sim.lab.flow.metrics import CALIBRATION, WIN_MODEL
from citadels_sim.lab.flow.states import make_course
from citadels_sim.lab.flow.tables import FlowTables
from citadels_sim.statistics import conditional_logit
from citadels_sim.statistics.blocks import row_moments
from citadels_sim.statistics.conditional_logit import chances, fit_choices, fit_folds
from citadels_sim.statistics.estimates import estimate
from tests.lab.flow.flow_games import course, game, random_course

one_at_a_time = conditional_logit._one_by_one


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
    assert after[here & ~c.last] == pytest.approx(before[here & ~c.last], abs=1e-9)  # to where a fit ends
    assert not np.allclose(after[~here & ~c.last], before[~here & ~c.last])


def test_one_deal_is_too_few() -> None:
    with pytest.raises(
        RunError,
        match=r"fitted on other deals, and there is only one. Play more: citadels flow --variant toy --players 2 --bots builder --games",
    ):
        win_model.win_chances(course(game([[0, 0], [1, 0]], [1, 0])))


def test_the_model_beats_the_leader_and_the_leader_beats_equal_chances() -> None:
    tables = FlowTables.of(random_course(150, seed=5))
    result = estimate(WIN_MODEL, row_moments(WIN_MODEL, tables.states()))
    at = {(metric, group): value for metric, group, value in result.select("metric", "group", "value").iter_rows()}
    assert at["brier", "late"] < at["brier_leader", "late"] < at["brier_equal", "late"]
    assert at["brier_equal", "early"] < 2 / 3 + 1e-9
    assert at["log_loss_equal", "middle"] == pytest.approx(np.log(3))
    assert at["skill", "late"] == pytest.approx(1 - at["brier", "late"] / at["brier_equal", "late"])
    assert at["log_loss", "late"] < at["log_loss_leader", "late"] < np.log(3)


def test_a_tenth_of_chances_is_won_as_often_as_predicted() -> None:
    tables = FlowTables.of(random_course(300, seed=6))
    result = estimate(CALIBRATION, row_moments(CALIBRATION, tables.bins()))
    predicted, observed = (result.filter(metric=name) for name in ("predicted", "observed"))
    assert predicted["group"].to_list() == observed["group"].to_list()
    assert predicted["count"].sum() == 300 * 6 * 3
    off = (predicted["value"] - observed["value"]).abs() / observed["se"].clip(0.02)
    assert (off < 4).all()


def test_what_is_known_beforehand_is_taken_as_it_is() -> None:
    design, chosen, beta = some_choices(5_000, seed=7)
    known = design[:, :, :2] @ beta[:2]
    rest = fit_choices(design[:, :, 2:], chosen, offset=known)
    assert rest is not None
    assert rest == pytest.approx(beta[2:], abs=0.06)
    assert chances(design[:, :, 2:], beta[2:], known) == pytest.approx(chances(design, beta))


@pytest.mark.parametrize(("choices", "one_by_one"), [(2_000, False), (24, True)])
def test_folds_that_are_fitted_at_once_are_those_that_are_fitted_alone(
    choices: int, one_by_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = []
    monkeypatch.setattr(conditional_logit, "_one_by_one", lambda *args: alone.append(1) or one_at_a_time(*args))
    design, chosen, _ = some_choices(choices, seed=8)
    used = np.arange(choices)[:, None] % 5 != np.arange(5)
    if one_by_one:  # of what is rare, one fold knows nothing, and another one nearly all
        design[:, :, 2] = np.where(used[:, [0]], 0.0, 20 * design[:, :, 2])
    result = fit_folds(np.ascontiguousarray(design.transpose(2, 1, 0)), chosen.T, used, np.full((3, 5), 1.0))
    assert result is not None
    for k in range(5):
        assert result[:, k] == pytest.approx(fit_choices(design[used[:, k]], chosen[used[:, k]], 1.0), abs=1e-9)
    assert bool(alone) == one_by_one
