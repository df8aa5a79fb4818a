"""What a proposal says of its target, and which side effects it names."""

from __future__ import annotations

from typing import Any

import pytest

from citadels_sim.balance.candidates import Candidate
from citadels_sim.balance.effects import helps, make_proposal, repairs
from citadels_sim.balance.question import Question
from citadels_sim.balance.target import Target
from citadels_sim.lab.criteria import Judgement, Member
from citadels_sim.report.study_facts import Proposal
from citadels_sim.variants import load_variant

WIZARD = Target("character", "wizard")
CHANGE = Candidate("city_size", "7 districts complete a city.", "city_size = 7\n", load_variant("dark-city"), related=False, restores=False)
SE = 0.002


def judged(criterion: str = "character", limit: Any = 0.01, se: float | None = SE, **values: float) -> Judgement:
    wide = 0.005 if se else 0.0
    members = tuple(Member(name, value, value - wide, value + wide, None, None, se) for name, value in values.items())
    return Judgement(criterion, "dark-city", 5, "builder", "open", "", limit, members[0], members, 900, 800, None, {})


def proposal(before: list[Judgement], after: list[Judgement]) -> Proposal | None:
    return make_proposal(WIZARD, CHANGE, before, after)


def test_a_proposal_has_the_figure_before_and_after_with_its_interval() -> None:
    made = proposal([judged(wizard=0.03)], [judged(wizard=0.001)])
    assert made is not None
    assert made.before == pytest.approx((0.03, 0.025, 0.035))
    assert made.after == pytest.approx((0.001, -0.004, 0.006))
    assert (made.group, made.blocks, made.toml, made.side_effects) == ("wizard", 800, "city_size = 7\n", ())


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


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [(0.036, 0.035, False), (0.036, 0.02, True), (0.036, 0.005, True), (0.036, 0.05, False), (0.005, 0.001, False), (0.036, -0.05, False)],
)
def test_a_change_helps_only_if_chance_does_not_explain_it_or_the_target_comes_within_its_limit(
    before: float, after: float, shown: bool
) -> None:
    assert helps(WIZARD, [judged(wizard=before)], [judged(wizard=after)]) is shown


def test_a_change_that_takes_the_target_out_of_the_game_does_not_help() -> None:
    assert not helps(WIZARD, [judged(wizard=0.03)], [judged(witch=0.0)])


@pytest.mark.parametrize(("value", "words"), [(0.002, "within"), (0.008, "within, the interval reaches beyond"), (0.012, "still beyond")])
def test_it_says_whether_the_target_is_within_its_limit(value: float, words: str) -> None:
    made = proposal([judged(wizard=0.03)], [judged(wizard=value)])
    assert made is not None
    assert repairs(made, Question("dark-city", 5).limits) == words
