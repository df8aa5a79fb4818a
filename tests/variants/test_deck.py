"""The district deck of a variant: what is in it, and which decks cannot be played."""

from __future__ import annotations

import pytest

from citadels_sim.catalogue import UNIQUES
from citadels_sim.errors import VariantError
from citadels_sim.variants import load_variant

BONUS = ["armory", "museum", "map-room", "park", "throne-room"]
EIGHT = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
BASE = load_variant("classic-2000").at(4)
EMPTY: dict[str, object] = {f"deck.basic.{id}": 0 for id in BASE.basic}
EMPTY |= {f"deck.unique.{id}": 0 for id in BASE.unique}


def refusal(overrides: dict[str, object]) -> str:
    with pytest.raises(VariantError) as caught:
        load_variant("classic-2000", overrides)
    return str(caught.value)


def test_random_uniques_come_on_top_of_the_fixed_deck() -> None:
    table = load_variant("classic-2000", {"deck.random_unique": {"count": 3, "from": BONUS[::-1]}}).at(4)
    assert (table.random_count, table.random_from, table.deck_size) == (3, ("armory", "map-room", "museum", "park", "throne-room"), 69)


def test_what_is_always_in_the_deck_is_not_drawn_once_more() -> None:
    shown = {"deck.random_unique": {"count": 3, "from": BONUS}, "deck.unique.park": 1}
    assert "park" not in load_variant("classic-2000", shown).at(4).random_from


def test_more_random_uniques_than_there_are_to_draw_from_are_refused() -> None:
    changes: dict[str, object] = {"deck.random_unique": {"count": 5, "from": BONUS}, "deck.unique.park": 1}
    assert "deck.random_unique.count: 5 cannot be drawn: 4 districts are left to draw from" in refusal(changes)


def test_what_nothing_is_drawn_from_does_not_matter() -> None:
    shown = {"deck.random_unique": {"count": 0, "from": BONUS}}
    assert load_variant("classic-2000", shown).digest == load_variant("classic-2000").digest


def test_the_ballroom_leaves_every_deck_unless_the_rules_let_it_stay() -> None:
    shown = {"deck.unique.ballroom": 1, "deck.random_unique": {"count": 1, "from": ["ballroom", "park"]}}
    without = load_variant("classic-2000", shown).at(4)
    assert (without.unique.get("ballroom"), without.random_from) == (None, ("park",))
    assert load_variant("classic-2000", {**shown, "rules.ballroom": "vanilla"}).at(4).unique["ballroom"] == 1


def test_the_graveyard_with_the_diplomat_is_refused() -> None:
    changes: dict[str, object] = {"cast": [*EIGHT[:-1], "diplomat"]}
    assert refusal(changes) == (
        "classic-2000.toml: deck.unique.graveyard: the Graveyard cannot be in a game with the Diplomat; set deck.unique.graveyard = 0."
    )
    assert load_variant("classic-2000", {**changes, "deck.unique.graveyard": 0}).at(4).deck_size == 65


def test_a_graveyard_that_may_be_drawn_is_refused_with_the_diplomat() -> None:
    changes: dict[str, object] = {"cast": [*EIGHT[:-1], "diplomat"], "deck.unique.graveyard": 0}
    changes["deck.random_unique"] = {"count": 1, "from": ["graveyard", "park"]}
    assert "deck.random_unique.from: the Graveyard cannot be in a game with the Diplomat" in refusal(changes)


def test_the_graveyard_may_stay_where_the_diplomat_is_only_drawn() -> None:
    assert load_variant("classic-2000", {"random_cast.8": ["warlord", "diplomat"]}).at(4).unique["graveyard"] == 1


def test_a_deck_too_small_to_deal_is_refused_at_the_counts_that_it_is_too_small_for() -> None:
    small = EMPTY | {f"deck.basic.{id}": 3 for id in ("manor", "castle", "palace", "temple", "church", "monastery", "tavern", "market")}
    assert load_variant("classic-2000", {**small, "players": [2, 5]}).at(5).deck_size == 24
    text = refusal({**small, "players": [2, 6]})
    assert text.startswith("classic-2000.toml: deck: 24 cards are too few: each player is dealt 4, and one must be left to draw")
    assert text.endswith("so at least 25 are needed (with 6 players).")


def test_a_deck_larger_than_the_engine_holds_is_refused() -> None:
    assert "cards are too many; the maximum is 128" in refusal({"deck.basic": {"manor": 40, "castle": 40, "palace": 40}})


def test_a_city_that_no_deck_can_complete_is_refused() -> None:
    few = EMPTY | {"deck.basic.manor": 20, "deck.basic.castle": 20}
    assert "city_size: no city can ever be complete: with this deck, a city has at most 2 districts" in refusal(few)
    assert load_variant("classic-2000", {**few, "city_size": 2}).at(4).city_size == 2


def test_with_the_quarry_duplicates_complete_a_city() -> None:
    few = EMPTY | {"deck.basic.manor": 20, "deck.basic.castle": 20, "deck.unique.quarry": 1}
    assert load_variant("classic-2000", few).at(4).deck_size == 41


def test_the_monument_counts_twice_towards_a_complete_city() -> None:
    few = EMPTY | {"deck.basic.manor": 20, "deck.basic.castle": 20, "deck.unique.monument": 1, "city_size": 4}
    assert load_variant("classic-2000", few).at(4).city_size == 4


def test_a_district_that_cannot_be_built_completes_no_city() -> None:
    few = EMPTY | {"deck.basic.manor": 20, "deck.unique.secret-vault": 1, "city_size": 2}
    assert "a city has at most 1 districts" in refusal(few)


def test_a_first_crown_for_a_seat_that_is_not_there_is_refused() -> None:
    assert refusal({"rules.first_crown": 3}).endswith(
        "rules.first_crown: there is no seat 3; files count seats from 0 (with 2 and 3 players)."
    )
    assert load_variant("classic-2000", {"rules.first_crown": 1}).at(2).rules["first_crown"] == 1


def test_a_bank_that_cannot_deal_the_first_gold_is_refused() -> None:
    assert "rules.bank_limit: 9 gold is too little to deal 2 to each player (with 5, 6 and 7 players)" in refusal({"rules.bank_limit": 9})
    assert load_variant("classic-2000", {"rules.bank_limit": 30}).at(7).rules["bank_limit"] == 30


@pytest.mark.parametrize("id", [d.id for d in UNIQUES if d.id != "ballroom"])
def test_every_unique_district_of_every_edition_can_be_in_a_deck(id: str) -> None:
    assert load_variant("classic-2000", {f"deck.unique.{id}": 1}).at(4).unique[id] == 1
