"""What `learner` notes of cards that are not as printed, and how weights that know no more than printed ones are read."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import citadels_sim as cs
from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import PRINTED_SIZE, SIZE, U, V, W, extended
from citadels_sim.bots.learner.thought import HIDDEN
from citadels_sim.bots.weights import shipped_weights
from citadels_sim.catalogue import DISTRICTS, D
from citadels_sim.engine.state import KINDS
from citadels_sim.training.learning.course import Course, Lesson, Tables, Worker
from citadels_sim.training.learning.start import first_weights
from citadels_sim.variants import Variant
from tests.own_cards import own_variant
from tests.own_places import with_places

NAMED = 2
"""The group of features of a character that is murdered or bewitched."""
TWINS: dict[str, Any] = {"characters.smuggler.power": "magician", "characters.broker.power": "magician"}
"""Both are most like the Magician."""


def rows_noted(variant: Variant, games: int = 4) -> set[int]:
    """Features of the decisions of some games, by row."""
    weights = first_weights(1)
    log = Worker(Tables(Course(((variant, 4),)))).play(Lesson(0, "itself", 0, 4, 100, games), weights, (weights,) * 4)
    return {*log.row[: int(log.size[2])].tolist()}


def within(rows: set[int], first: int, n: int) -> set[int]:
    return {row - first for row in rows if first <= row < first + n}


@pytest.mark.parametrize(("name", "bewitches"), [("dark-city", True), ("classic-2000", False)])
def test_of_whom_to_bewitch_is_noted_what_the_character_would_bring(name: str, bewitches: bool) -> None:
    """Not of whom to murder, who is named by the same group of features: nobody plays the murdered character."""
    noted = rows_noted(cs.load_variant(name))
    assert f.PERSON_HELD + NAMED in noted
    assert ({f.PERSON_SERVES + NAMED, f.PERSON_WORTH + NAMED} <= noted) is bewitches


def test_of_printed_cards_nothing_more_is_noted() -> None:
    assert max(rows_noted(cs.load_variant("dark-city"))) < f.PRINTED_ROWS


def test_characters_of_ones_own_are_told_apart_and_noted_by_their_keys() -> None:
    noted = rows_noted(own_variant(**{key.replace(".", "__"): value for key, value in TWINS.items()}))
    assert within(noted, f.OWN_PERSON, 8) == {0, 1}  # picked
    assert within(noted, f.OWN_TURN, 8) == {0, 1}
    keys = within(noted, f.PERSON_KEYS, f.KEYS)
    assert {f.KEY_INCOME, f.KEY_GOLD, f.KEY_CARDS, f.KEY_BUILDS, f.KEY_DISCOUNT, f.KEY_CROWN} <= keys
    assert {f.KEY_INCOME_TYPE + 2, f.KEY_INCOME_TYPE + 3} <= keys
    assert within(noted, f.TURN_KEYS, f.KEYS) == keys


def test_a_printed_character_with_another_number_is_noted_by_its_keys() -> None:
    noted = rows_noted(cs.load_variant("classic-2000", {"characters.merchant.bonus.gold": 3}))
    assert f.KEY_GOLD in within(noted, f.TURN_KEYS, f.KEYS)
    assert within(noted, f.OWN_TURN, 8) == set()


def test_a_district_of_ones_own_is_noted_by_its_keys_and_by_what_it_does() -> None:
    noted = rows_noted(with_places(), games=8)
    built = within(noted, f.CARD, KINDS)
    assert {len(DISTRICTS), D.LIBRARY} <= built
    assert within(noted, f.CARD_KEYS, f.CARD_KEYS_EACH) >= {f.CARD_POINTS, f.CARD_AMOUNTS}


def test_weights_of_printed_cards_are_extended_by_nothing() -> None:
    old: npt.NDArray[np.float32] = np.arange(1, PRINTED_SIZE + 1, dtype=np.float32)
    new = extended(old)
    assert (new.size, extended(new) is new) == (SIZE, True)
    known = f.PRINTED_ROWS * HIDDEN
    assert not new[W + known : U].any()
    assert not new[U + f.PRINTED_ROWS : V].any()
    assert np.array_equal(np.concatenate([new[W : W + known], new[U : U + f.PRINTED_ROWS], new[V:]]), old)


@pytest.mark.parametrize("number", range(len(shipped_weights(LEARNER))))
def test_packaged_weights_know_nothing_of_cards_that_are_not_printed(number: int) -> None:
    weights = shipped_weights(LEARNER)[number].memory
    assert weights.size == SIZE
    assert not weights[W + f.PRINTED_ROWS * HIDDEN : U].any()
    assert weights[V:].all()
