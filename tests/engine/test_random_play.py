"""Random play in which every invariant is checked at every decision."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import citadels_sim as cs
from citadels_sim.engine import actions as a
from tests.engine.draws import overrides, variant_of
from tests.engine.loops import CAPPED, EMPTY_DECKS, KINDS_FROM, TRIED, Checked, checked_play, compiled_only
from tests.spread import EVERY_TABLE

pytestmark = pytest.mark.rotated(8)

BOUNDED = 150
FULL = 100_000


@functools.cache
def bounded(name: str, players: int) -> Checked:
    """A checked run of the everyday size."""
    return checked_play(cs.load_variant(name), players, BOUNDED)


@compiled_only
@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_nothing_breaks_in_random_play(name: str, players: int) -> None:
    seen = bounded(name, players)
    assert seen.fault == ""
    assert seen.games == BOUNDED


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_nothing_breaks_in_a_hundred_thousand_games(name: str, players: int) -> None:
    seen = checked_play(cs.load_variant(name), players, FULL)
    assert seen.fault == ""
    assert seen.games == FULL


@compiled_only
@settings(max_examples=40)
@given(drawn=overrides(), players=st.integers(2, 7))
def test_nothing_breaks_with_any_mixture_of_readings(drawn: dict[str, Any], players: int) -> None:
    assert checked_play(variant_of(drawn), players, 25).fault == ""


@pytest.mark.slow
@settings(max_examples=2000)
@given(drawn=overrides(), players=st.integers(2, 7))
def test_nothing_breaks_with_many_mixtures_of_readings(drawn: dict[str, Any], players: int) -> None:
    assert checked_play(variant_of(drawn), players, 200).fault == ""


@compiled_only
@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_random_play_meets_every_decision_of_the_base_game(players: int) -> None:
    seen = bounded("classic-2000", players)
    met = {kind for kind in a.DECISIONS if seen.report[KINDS_FROM + kind]}
    assert met == {a.PICK, a.TURN, a.KEEP, a.REDRAW, a.GRAVEYARD} | ({a.DISCARD_CHARACTER} if players == 2 else set())


@compiled_only
def test_the_random_play_tries_actions_and_meets_empty_decks() -> None:
    seen = bounded("classic-2000", 6)
    assert seen.report[TRIED] > 10 * BOUNDED
    assert seen.report[EMPTY_DECKS] > BOUNDED


@compiled_only
@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_random_play_always_comes_to_an_end(name: str, players: int) -> None:
    assert bounded(name, players).report[CAPPED] == 0
