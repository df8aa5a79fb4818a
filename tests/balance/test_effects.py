"""What a proposal says of its target, and which side effects it names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from citadels_sim.balance.candidates import Candidate
from citadels_sim.balance.effects import make_proposal, state_of
from citadels_sim.balance.shifts import Shift, helps, least_noticed, shifts_of
from citadels_sim.balance.target import Target
from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.report.study_facts import Proposal
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.variants import load_variant

WIZARD = Target("character", "wizard")
CHANGE = Candidate("city_size", "7 districts complete a city.", "city_size = 7\n", load_variant("dark-city"), restores=False)
SE = 0.002


def judged(criterion: str = "character", limit: Any = 0.01, se: float | None = SE, **values: float) -> Judgement:
    wide = 0.005 if se else 0.0
    members = tuple(Member(name, value, value - wide, value + wide, value - wide, value + wide, se) for name, value in values.items())
    return Judgement(criterion, "dark-city", 5, "builder", "open", "", limit, members[0], members, 900, 800, None, {})


def proposal(before: list[Judgement], after: list[Judgement]) -> Proposal | None:
    return make_proposal(WIZARD, CHANGE, before, after, Shift(-0.03, -0.034, -0.026, SE))


def test_a_proposal_has_the_figure_before_and_after_with_its_interval() -> None:
    made = proposal([judged(wizard=0.03)], [judged(wizard=0.001)])
    assert made is not None
    assert made.before == pytest.approx((0.03, 0.025, 0.035))
    assert made.after == pytest.approx((0.001, -0.004, 0.006))
    assert made.difference == (-0.03, -0.034, -0.026)
    assert (made.state, made.blocks, made.toml, made.side_effects) == ("holds", 800, "city_size = 7\n", ())


def test_what_moves_across_its_limit_is_a_side_effect() -> None:
    made = proposal([judged(wizard=0.03, witch=0.0, abbot=0.02)], [judged(wizard=0.0, witch=-0.03, abbot=0.001)])
    assert made is not None
    assert [effect.partition(":")[0] for effect in made.side_effects] == ["Witch", "Abbot"]
    assert "now beyond ±\u00a01\u00a0pp" in made.side_effects[0]
    assert "now within" in made.side_effects[1]


def test_what_chance_may_have_moved_is_none() -> None:
    made = proposal([judged(wizard=0.03, witch=0.009)], [judged(wizard=0.0, witch=0.011)])
    assert made is not None
    assert made.side_effects == ()


def test_what_stays_on_its_side_of_the_limit_is_none() -> None:
    made = proposal([judged(wizard=0.03, witch=0.02)], [judged(wizard=0.0, witch=0.05)])
    assert made is not None
    assert made.side_effects == ()


def test_other_criteria_have_side_effects_too() -> None:
    before, after = (judged("rounds", 20.0, None, all=rounds) for rounds in (15.0, 22.0))
    made = proposal([judged(wizard=0.03), before], [judged(wizard=0.0), after])
    assert made is not None
    assert [effect.partition(":")[0] for effect in made.side_effects] == ["Length"]


def test_a_character_that_a_change_takes_out_of_the_game_has_no_figure() -> None:
    assert proposal([judged(wizard=0.03)], [judged(witch=0.0)]) is None


def test_what_is_not_shown_to_lie_beyond_its_limit_is_none() -> None:
    """A point value beyond the limit whose interval reaches within it says nothing."""
    made = proposal([judged(wizard=0.03, witch=0.0)], [judged(wizard=0.0, witch=0.012)])
    assert made is not None
    assert made.side_effects == ()


def test_a_figure_without_an_interval_is_no_proposal() -> None:
    assert make_proposal(WIZARD, CHANGE, [judged(wizard=0.03)], [judged(wizard=0.0)], Shift(-0.03, np.nan, np.nan)) is None


@pytest.mark.parametrize(
    ("figure", "shift", "shown"),
    [
        (0.036, Shift(-0.03, -0.04, -0.02), True),
        (0.036, Shift(-0.03, -0.061, 0.001), False),  # chance explains it
        (0.036, Shift(-0.01, -0.015, -0.005), True),  # still beyond, but nearer
        (0.036, Shift(0.02, 0.01, 0.03), False),  # the other way
        (0.036, Shift(-0.08, -0.09, -0.07), False),  # as far beyond the other end
        (-0.036, Shift(0.03, 0.02, 0.04), True),
        (-0.036, Shift(-0.03, -0.04, -0.02), False),
        (0.036, Shift(-0.03, np.nan, np.nan), False),
    ],
)
def test_a_change_helps_only_if_chance_does_not_explain_it(figure: float, shift: Shift, shown: bool) -> None:
    assert helps(WIZARD, 0.01, figure, shift) is shown


@pytest.mark.parametrize(
    ("criterion", "limit", "figure", "better"),
    [
        ("rounds", 20.0, 25.0, -3.0),
        ("dead_turns", 0.15, 0.2, -0.04),
        ("interaction", (0.1, 0.5), 0.6, -0.2),
        ("interaction", (0.1, 0.5), 0.05, 0.2),
        ("decisiveness", (0.6, 0.99), 0.5, 0.2),
        ("seat", 0.02, -0.03, 0.02),
    ],
)
def test_towards_the_limit_is_another_way_for_every_form_of_limit(criterion: str, limit: Any, figure: float, better: float) -> None:
    target = Target(criterion, "all")
    assert helps(target, limit, figure, Shift(better, better - abs(better) / 2, better + abs(better) / 2))
    assert not helps(target, limit, figure, Shift(-better, -better - abs(better) / 2, -better + abs(better) / 2))


@pytest.mark.parametrize(("value", "state"), [(0.002, "holds"), (0.008, "open"), (0.012, "open"), (0.017, "fails")])
def test_a_figure_is_within_its_limit_only_with_its_whole_interval(value: float, state: str) -> None:
    made = proposal([judged(wizard=0.03)], [judged(wizard=value)])
    assert made is not None
    assert made.state == state == state_of([judged(wizard=value)], WIZARD)


def test_shifts_are_paired_and_hold_for_all_changes_at_once() -> None:
    """What deals share cancels out; more changes at once need wider intervals."""
    covariance = 1e-4 * (0.9 * np.ones((4, 4)) + 0.1 * np.eye(4))
    values = np.array([0.03, 0.03, 0.01, 0.0])
    made = shifts_of(Ratios(values, covariance, 1000, values, np.full(4, 1000.0)))
    assert [one.value for one in made] == pytest.approx([0.0, -0.02, -0.03])
    assert made[0].se == pytest.approx(np.sqrt(2e-5))
    (alone,) = shifts_of(Ratios(values[:2], covariance[:2, :2], 1000, values[:2], np.full(2, 1000.0)))
    assert alone.high == pytest.approx(1.96 * alone.se, rel=0.01)
    assert 1.1 * alone.high < made[0].high < 1.4 * alone.high


def test_the_least_shift_that_is_noticed_shrinks_with_the_root_of_the_deals() -> None:
    errors = [Shift(0.0, -0.0196, 0.0196, 0.01)]
    assert least_noticed(errors, 1.0) == pytest.approx(2.8 * 0.01, rel=0.01)
    assert least_noticed(errors, 4.0) == pytest.approx(1.4 * 0.01, rel=0.01)
    assert np.isnan(least_noticed([Shift(1.0, 0.0, 2.0)], 1.0))
