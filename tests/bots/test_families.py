"""The families are sensible, and differ in play from builder in what they are for: figures from games."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import journal as j
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.loop import RUN_OVER, WHOLE_GAME, deal, run
from citadels_sim.engine.rules import rules_record
from tests.engine.loops import compiled_only, seated, wins

FAMILIES = ("richard", "banker", "raider")
EDITIONS = ("classic-2000", "dark-city", "citadels-2016")
GAMES = 1500
RANDOM = parse_bot("random")
Count = Callable[[npt.NDArray[Any], Any], npt.NDArray[np.float64]]
"""From the events of a game and its rules: numerator and denominator of each seat, shape (2, players)."""


@compiled_only
@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_beats_three_random_players_in_nine_games_of_ten(name: str, variant: str) -> None:
    shares, capped = wins(cs.load_variant(variant), 4, 4000, [parse_bot(name), RANDOM, RANDOM, RANDOM])
    assert capped == 0
    assert shares[0] >= 0.9 * 4000, shares


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_wins_far_more_than_its_share_against_chance_at_any_number_of_players(name: str, players: int) -> None:
    variant = cs.load_variant("citadels-2016-random" if players == 8 else "classic-2000")
    shares, capped = wins(variant, players, 4000, [parse_bot(name), *[RANDOM] * (players - 1)])
    assert capped == 0
    assert shares[0] >= 0.8 * 4000, shares


@functools.lru_cache(maxsize=9)
def games_against_builders(name: str, variant: str) -> tuple[Any, tuple[npt.NDArray[Any], ...]]:
    """Rules, and the events of games in which the bot sits at seat 0 among three builders."""
    rules = rules_record(cs.load_variant(variant).at(4))
    table = seated([parse_bot(name), *[parse_bot("builder")] * 3], rules, j.CAPACITY)
    _, state, raw, _, journal, out = table
    games = []
    for seed in range(GAMES):
        raw[:] = 0
        journal.n = 0
        ready(deal)(state, rules, out, seed)
        ready(apply)(state, rules, journal, out, A_BEGIN_ROUND)
        assert ready(run)(table, WHOLE_GAME) == RUN_OVER
        games.append(j.events_of(journal))
    return rules, tuple(games)


def by_seat(events: npt.NDArray[Any], weights: Any = None) -> npt.NDArray[np.float64]:
    """Events of each of the four seats, or the sum of their weights."""
    return np.bincount(events["seat"], weights, minlength=4)[:4].astype(float)


def cost_of_built(events: npt.NDArray[Any], rules: Any) -> npt.NDArray[np.float64]:
    """Printed cost of the districts built, and their number."""
    built = events[events["kind"] == j.BUILD]
    return np.array([by_seat(built, rules.cost[built["district"]]), by_seat(built)])


def destroyed(events: npt.NDArray[Any], rules: Any) -> npt.NDArray[np.float64]:
    """Districts destroyed, exchanged for others or seized; per game."""
    forced = events[np.isin(events["kind"], (j.DESTROY, j.EXCHANGE, j.SEIZE, j.ARMORY))]
    return np.array([by_seat(forced), np.ones(4)])


def murders_of_leaders(events: npt.NDArray[Any], rules: Any) -> npt.NDArray[np.float64]:
    """Murders and bewitchings that hit a (joint) leader at the selection, and all of them."""
    leading = {(int(e["round_no"]), int(e["character"])): int(e["seat"]) for e in events if e["kind"] == j.PICK and e["district"]}
    named = events[np.isin(events["kind"], (j.MURDER, j.BEWITCH))]
    hit = [leading.get((int(e["round_no"]), int(e["target_character"])), int(e["seat"])) != e["seat"] for e in named]
    return np.array([by_seat(named, np.array(hit, float)), by_seat(named)])


def thieves_at_first(events: npt.NDArray[Any], rules: Any) -> npt.NDArray[np.float64]:
    """How often rank 2 was picked in the first three rounds, of the times it was offered."""
    offered = events[(events["kind"] == j.PICK) & (events["round_no"] <= 3) & (events["extra"] >> 2 & 1 == 1)]
    return np.array([by_seat(offered, np.isin(offered["character"], rules.cast_from[2, : rules.cast_n[2]])), by_seat(offered)])


def gold_of_characters(events: npt.NDArray[Any], rules: Any) -> npt.NDArray[np.float64]:
    """Gold that characters brought by their districts and powers, but for what they took from others; per game."""
    paid = events[np.isin(events["kind"], (j.INCOME, j.BONUS, j.REFUND))]
    return np.array([by_seat(paid, paid["gold"]), np.ones(4)])


def compare(name: str, variant: str, count: Count) -> tuple[float, float, float]:
    """A ratio for the bot at seat 0, the same for the builders, and the standard error of their difference over games."""
    rules, games = games_against_builders(name, variant)
    sums = np.array([count(events, rules) for events in games])
    own, others = sums[:, :, 0], sums[:, :, 1:].sum(axis=2)
    ratios = [part[:, 0].sum() / part[:, 1].sum() for part in (own, others)]
    influence = [(part[:, 0] - ratio * part[:, 1]) / part[:, 1].sum() for part, ratio in zip((own, others), ratios, strict=True)]
    return ratios[0], ratios[1], float(np.sqrt(((influence[0] - influence[1]) ** 2).sum()))


def assert_more(name: str, variant: str, count: Count, times: float) -> None:
    """The bot's figure is at least so many times builder's, and the difference no accident."""
    own, builder, error = compare(name, variant, count)
    assert own - builder > 4 * error, (own, builder, error)
    assert own > times * builder, (own, builder, error)


@compiled_only
@pytest.mark.parametrize("variant", EDITIONS)
def test_banker_builds_dearer_districts_than_builder(variant: str) -> None:
    assert_more("banker", variant, cost_of_built, 1.015)


@compiled_only
@pytest.mark.parametrize("variant", EDITIONS)
def test_the_characters_of_banker_bring_more_gold_than_those_of_builder(variant: str) -> None:
    assert_more("banker", variant, gold_of_characters, 1.05)


@compiled_only
@pytest.mark.parametrize("variant", EDITIONS)
def test_raider_takes_or_destroys_more_districts_than_builder(variant: str) -> None:
    assert_more("raider", variant, destroyed, 1.2)


@compiled_only
@pytest.mark.parametrize("variant", EDITIONS)
def test_the_murders_of_raider_hit_the_leader_more_often_than_those_of_builder(variant: str) -> None:
    assert_more("raider", variant, murders_of_leaders, 1.1)


@compiled_only
@pytest.mark.parametrize("variant", EDITIONS)
def test_richard_builds_cheaper_districts_than_builder(variant: str) -> None:
    own, builder, error = compare("richard", variant, cost_of_built)
    assert builder - own > 4 * error, (own, builder, error)


@compiled_only
@pytest.mark.parametrize("variant", EDITIONS)
def test_richard_is_the_thief_of_the_first_rounds_more_often_than_builder(variant: str) -> None:
    assert_more("richard", variant, thieves_at_first, 1.1)
