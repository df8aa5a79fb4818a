"""Which verdict a search is for, and what a target cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from citadels_sim.balance.question import Question
from citadels_sim.balance.target import Target, parse_target, parse_targets
from citadels_sim.errors import CitadelsError
from citadels_sim.limits import MAX_SEED
from citadels_sim.variants import load_variant

TABLE = load_variant("dark-city").at(5)


@pytest.mark.parametrize(
    ("text", "criterion", "group"),
    [
        ("character=wizard", "character", "wizard"),
        ("character", "character", ""),
        ("seat=first-crown", "seat", "0"),
        ("seat=4-after", "seat", "4"),
        ("rounds", "rounds", "all"),
        ("interaction", "interaction", "all"),
    ],
)
def test_a_target_is_a_criterion_and_whose_figure(text: str, criterion: str, group: str) -> None:
    target = parse_target(text, TABLE)
    assert target == Target(criterion, group)
    assert str(target) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wizard", "Did you mean 'character=wizard'?"),
        ("round", "Did you mean 'rounds'?"),
        ("skill", "should be one of seat=NAME, character=NAME, rounds"),
        ("character=wizrd", "there is no character 'wizrd'.*Did you mean 'wizard'?"),
        ("character=king", "there is no character 'king' at this table"),
        ("seat=5-after", "there is no seat '5-after' at this table; there are first-crown, 1-after, 2-after, 3-after, 4-after"),
        ("seat=0", "seats are counted from the first crown; write 'seat=first-crown'"),
        ("seat=4", "seats are counted from the first crown; write 'seat=4-after'"),
        ("rounds=9", "rounds has one figure; write 'rounds'"),
        ("", "should be one of"),
    ],
)
def test_what_is_no_target_is_named_with_what_would_be(text: str, message: str) -> None:
    with pytest.raises(CitadelsError, match=message):
        parse_target(text, TABLE)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (("character=wizard", "rounds"), "character=wizard and rounds need different games; give targets of one criterion"),
        (("character=wizard", "character"), "each of several targets should name a member"),
        (("seat=1-after", "seat=1-after"), "seat=1-after is given twice"),
    ],
)
def test_several_targets_are_of_one_criterion(texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(CitadelsError, match=message):
        parse_targets(texts, TABLE)
    assert parse_targets(("seat=1-after", "seat=first-crown"), TABLE) == (Target("seat", "1"), Target("seat", "0"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 8}, "seats 2 to 7 players"),
        ({"variant": "dark-sity"}, "Did you mean 'dark-city'"),
        ({"lineup": "bilder"}, "--bots: there is no bot 'bilder'"),
        ({"seed": MAX_SEED}, "--seed: .* should be smaller"),
        ({"seed": -1}, "--seed: "),
        ({"margins": {"rund": 3.0}}, "--margin: there is no limit 'rund'.*'rounds'"),
        ({"margins": {"rounds": -3.0}}, "--margin: rounds should be rounds, above 0"),
        ({"margins": {"interaction": 0.3}}, "--margin: interaction should be two numbers"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CitadelsError, match=message):
        Question(**{"variant": "dark-city", "players": 5, **changes}).check()


def test_limits_are_in_the_unit_of_their_figures() -> None:
    limits = Question("dark-city", margins={"seat": 3.0, "decisiveness": (50.0, 90.0)}).limits
    assert limits["seat"] == pytest.approx(0.03)
    assert limits["decisiveness"] == pytest.approx((0.5, 0.9))
    assert limits["character"] == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("criterion", "value", "limit", "distance"),
    [
        ("character", -0.03, 0.01, 0.02),
        ("character", 0.005, 0.01, -0.005),
        ("rounds", 25.0, 20.0, 5.0),
        ("interaction", 0.05, (0.1, 0.5), 0.05),
        ("interaction", 0.6, (0.1, 0.5), 0.1),
    ],
)
def test_the_distance_is_that_beyond_the_nearer_end_of_a_limit(criterion: str, value: float, limit: Any, distance: float) -> None:
    assert Target(criterion, "all").distance(value, limit) == pytest.approx(distance)
