"""What a study's verdicts still lack."""

from __future__ import annotations

import pytest

from citadels_sim.judge.criteria import Judgement, Member
from citadels_sim.study.growth import Growth
from citadels_sim.study.question import make_question


def judgement(*members: Member) -> Judgement:
    return Judgement("character", "classic-2000", 4, "builder", "open", "undecided", 0.01, members[0], members, 900, 900, None, {})


@pytest.mark.parametrize("wish", [None, (0.0, 0.02), (-0.035, 0.005)])
def test_a_precision_is_compared_with_the_width_of_an_interval_whatever_is_wanted(wish: tuple[float, float] | None) -> None:
    """Two points to either side are twice the one that is asked for, and half a point more than enough; a limit changes neither."""
    growth = Growth(make_question({"variants": ["classic-2000"], "precision": 1.0}, "test"), [])
    wide = Member("king", 0.01, -0.01, 0.03, -0.005, 0.025, wish=wish)
    narrow = Member("king", 0.01, 0.005, 0.015, 0.006, 0.014, wish=(0.0, 0.011))
    for member, lack in ((wide, 2.0), (narrow, 0.0)):
        one = judgement(member)
        assert one.state_of(member) == "open"
        assert growth._lack(one) == pytest.approx(lack)


def test_the_widest_open_interval_counts_not_the_one_that_is_widest_for_its_limit() -> None:
    growth = Growth(make_question({"variants": ["classic-2000"], "precision": 1.0}, "test"), [])
    wide = Member("king", 0.01, -0.01, 0.03, -0.005, 0.025)
    strict = Member("thief", 0.01, -0.005, 0.025, 0.0, 0.02, wish=(0.009, 0.011))
    assert growth._lack(judgement(wide, strict)) == pytest.approx(2.0)
