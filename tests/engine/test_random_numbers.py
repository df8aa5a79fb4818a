"""Every number of a variant file changes what is played, and breaks nothing; with many of them drawn at random nothing breaks either."""

from __future__ import annotations

import random
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, character
from citadels_sim.variants import NUMBERS, Switch, Variant
from citadels_sim.variants.switch import IntRange
from tests.engine.digests import digest
from tests.engine.draws import BASE, SOME, numbers_drawn, values_of, with_card
from tests.engine.loops import checked_play, compiled_only

RANK_OF_THIEF = character("thief").rank
RICH: dict[str, Any] = {"game.gather_gold": 10, "game.start_hand": 7}
"""With gold and cards for several districts a turn."""
USEFUL: dict[str, dict[str, Any]] = {
    **{
        f"characters.{who.id}.{key}": {f"characters.{who.id}.income": "trade"} for who in CHARACTERS for key in ("income_each", "income_in")
    },
    **{f"characters.{who.id}.bonus.when": {f"characters.{who.id}.bonus.gold": 2} for who in CHARACTERS},
    **{f"characters.{who.id}.discount.type": {f"characters.{who.id}.discount.gold": 2} for who in CHARACTERS},
    **{f"characters.{who.id}.discount.gold": {f"characters.{who.id}.discount.type": "trade"} for who in CHARACTERS},
    **{f"characters.{who.id}.builds": RICH for who in CHARACTERS},
    "characters.seer.back": {"characters.seer.cards": 3},
    # What nobody can build is of a type for the Spy alone.
    "districts.secret-vault.type": {"cast": ["assassin", "spy", "magician", "king", "bishop", "merchant", "architect", "warlord"]},
}
"""What makes a number matter."""
for key in NUMBERS:
    if key.startswith("characters.navigator.discount"):
        USEFUL[key] = USEFUL[key] | {"characters.navigator.builds": 1}
    if key.startswith("characters.witch."):  # who bewitches has no turn of her own: there she need not name anybody
        USEFUL[key] = USEFUL.get(key, {}) | {"rules.witch_mandatory": False}


def without_effect(key: str, value: object, edition: str) -> bool:
    """Whether a value of a number can change nothing at its table: who takes the place of the Assassin, or the Thief, needs no immunity."""
    if not key.endswith(".immune"):
        return False
    rank = character(key.split(".")[1]).ranks[edition]
    return rank == 1 or (value == "theft" and rank == RANK_OF_THIEF)


def table_for(number: Switch, value: object, edition: str) -> Variant:
    """A table at which a number has a value, with the card that it is about."""
    return cs.load_variant(BASE[edition], with_card(number, edition) | USEFUL.get(number.key, {}) | {number.path: value})


@compiled_only
@pytest.mark.rotated(20)
@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_every_number_changes_what_is_played_and_breaks_nothing(number: Switch) -> None:
    """At the ends of its range (of words: all) some game is another one; at all values that are tried all invariants hold."""
    for edition in BASE:
        usual = table_for(number, number.default[edition], edition)
        for value in values_of(number):
            variant = table_for(number, value, edition)
            assert checked_play(variant, 5, 12).fault == "", (value, edition)
            near = isinstance(number.readings, IntRange) and value not in (number.readings.low, number.readings.high)
            if variant.digest != usual.digest and (not near or number.key in SOME) and not without_effect(number.key, value, edition):
                assert any(digest(variant, 5, seed) != digest(usual, 5, seed) for seed in range(40)), (value, edition)


@compiled_only
def test_nothing_breaks_with_many_numbers_drawn_at_random() -> None:
    for seed in range(40):
        variant = numbers_drawn(random.Random(seed))
        players = variant.players[0] + seed % (variant.players[1] - variant.players[0] + 1)
        assert checked_play(variant, players, 10, first_seed=10 * seed).fault == "", seed
