"""What lies between two variants: groups of differences, and every combination of them."""

from __future__ import annotations

import pytest

from citadels_sim.designs.attribution.naming import rules_words
from citadels_sim.errors import VariantError
from citadels_sim.variants import load_variant
from citadels_sim.variants.combine import between
from citadels_sim.variants.compare import keys_of

pytestmark = pytest.mark.rotated(4)


@pytest.mark.parametrize("second", ["classic-summary", "dark-city", "citadels-2016", "citadels-2016-nine", "citadels-2016-random"])
def test_the_first_combination_is_the_first_variant_and_the_last_plays_as_the_second(second: str) -> None:
    a, b = load_variant("classic-2000"), load_variant(second)
    result = between(a, b, 4)
    assert result.variants[0].at(4) == a.at(4)
    last, whole = result.variants[-1].at(4), b.at(4)
    # A switch about a character that neither has may keep either reading.
    assert {key for key, value in keys_of(last).items() if value != keys_of(whole)[key]} <= {f"rules.{key}" for key in whole.rules}
    assert (last.cast, last.unique, last.basic, last.city_size) == (whole.cast, whole.unique, whole.basic, whole.city_size)


def test_every_combination_is_a_variant_of_its_own_named_by_its_groups() -> None:
    result = between(load_variant("classic-2000"), load_variant("citadels-2016"), 4)
    assert len(result.groups) == 8
    assert [variant.name for variant in result.variants[:3]] == ["00000000", "10000000", "01000000"]
    assert len({variant.digest for variant in result.variants}) == 256
    assert result.variants[2].title == "classic-2000 with the other's District deck"


def test_a_combination_has_the_keys_of_its_groups_and_no_others() -> None:
    a, b = load_variant("classic-2000"), load_variant("dark-city")
    result = between(a, b, 4)
    one, other = keys_of(a.at(4)), keys_of(b.at(4))
    for i, keys in enumerate(result.groups.values()):
        here = keys_of(result.variants[1 << i].at(4))
        assert {key for key in here if here[key] != one[key]} == set(keys)
        assert all(here[key] == other[key] for key in keys)


def test_the_groups_share_no_key() -> None:
    keys = [key for group in between(load_variant("classic-2000"), load_variant("citadels-2016"), 5).groups.values() for key in group]
    assert len(keys) == len(set(keys))


def test_what_cannot_be_played_apart_stands_together() -> None:
    # The Graveyard leaves the deck where the Diplomat plays (classic 1.1).
    assert "District deck + Rank 8" in between(load_variant("classic-2000"), load_variant("dark-city"), 4).groups


NUMBERS_OF_ALL = {
    "characters.merchant.bonus.gold": 3,
    "characters.merchant.income_each": 2,
    "characters.architect.bonus.cards": 1,
    "districts.dragon-gate.bonus": 4,
    "districts.dragon-gate.points": 9,
    "districts.university.bonus": 0,
    "game.start_gold": 5,
    "game.first_bonus": 1,
    "rules.merchant_bonus_time": "any",
    "city_size": 7,
}


def test_numbers_are_grouped_by_character_district_and_game() -> None:
    before = load_variant("classic-2000")
    result = between(before, load_variant("classic-2000", NUMBERS_OF_ALL), 4)
    assert result.groups == {
        "Numbers of the game": ("game.start_gold", "game.first_bonus"),
        "Rank 6": ("rules.merchant_bonus_time",),
        "The Merchant's numbers": ("characters.merchant.income_each", "characters.merchant.bonus.gold"),
        "The Architect's numbers": ("characters.architect.bonus.cards",),
        "The Dragon Gate's numbers": ("districts.dragon-gate.points", "districts.dragon-gate.bonus"),
        "The University's numbers": ("districts.university.bonus",),
        "End of the game": ("city_size",),
    }
    changed = result.variants[4].at(4)
    assert changed.numbers == {"characters.merchant.income_each": 2, "characters.merchant.bonus.gold": 3}
    assert [rules_words(group) for group in result.groups][:3] == ["numbers of the game", "rank 6", "the Merchant's numbers"]


def test_numbers_of_characters_are_put_together_with_ranks_before_anything_else() -> None:
    groups = between(load_variant("classic-2000"), load_variant("classic-2000", NUMBERS_OF_ALL), 4, 5).groups
    assert list(groups) == [
        "Numbers of the game",
        "Rank 6 + The Merchant's numbers + The Architect's numbers",
        "The Dragon Gate's numbers",
        "The University's numbers",
        "End of the game",
    ]
    assert (
        rules_words("Rank 6 + The Merchant's numbers + The Architect's numbers")
        == "the Merchant's numbers, the Architect's numbers and rank 6"
    )


@pytest.mark.parametrize("most", [1, 2, 5])
def test_there_are_no_more_groups_than_requested(most: int) -> None:
    result = between(load_variant("classic-2000"), load_variant("dark-city"), 4, most)
    assert len(result.groups) <= most
    assert len(result.variants) == 2 ** len(result.groups)


def test_variants_that_play_the_same_have_nothing_between_them() -> None:
    one = load_variant("classic-2000")
    with pytest.raises(VariantError, match="play the same with 4 players: there is nothing to attribute"):
        between(one, one, 4)
