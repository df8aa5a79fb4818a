"""The numbers of the game as a whole: what their printed values are, and what another value changes."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.variants import Variant
from tests.rules.tables import COLOURS, EIGHT, SEVEN, gold, hand, idle_round, play, player, score, switched, table


def of(variant: str = "classic-2000", **numbers: Any) -> Variant:
    """A packaged variant with other numbers of the game."""
    return cs.load_variant(variant, {f"game.{key}": value for key, value in numbers.items()})


@pytest.mark.parametrize("variant", ["classic-2000", "citadels-2016"])
@pytest.mark.parametrize(("key", "value"), [("start_gold", 0), ("start_gold", 20), ("start_hand", 0), ("start_hand", 10)])
def test_each_player_begins_with_so_much_gold_and_so_many_cards(variant: str, key: str, value: int) -> None:
    """Classic 1.1 hands and gold (S0:107, S0:132): 4 cards, 2 gold."""
    game = cs.Game.start(cs.load_variant(variant, {f"game.{key}": value, "players": [2, 4]}), 4, seed=5)
    expected = {"start_gold": 2, "start_hand": 4, key: value}
    assert [(gold(game, seat), len(hand(game, seat))) for seat in range(4)] == [(expected["start_gold"], expected["start_hand"])] * 4


@pytest.mark.parametrize(("value", "city", "taken"), [(2, [], 2), (0, [], 0), (10, [], 10), (5, ["gold-mine"], 6)])
def test_who_gathers_gold_takes_so_much(value: int, city: list[str], taken: int) -> None:
    """Classic 2.1 item 2 (S0:184): 2 gold; the Gold Mine adds one (2016 4.2)."""
    game = table(player("king", city=city), variant=of("citadels-2016", gather_gold=value), strict=False)
    assert gold(play(game, "gold"), 0) == taken


@pytest.mark.parametrize(
    ("variant", "numbers", "city", "kept"),
    [
        ("classic-2000", {}, [], 1),
        ("classic-2000", {"gather_cards": 5, "keep_cards": 2}, [], 2),
        ("classic-2000", {"keep_cards": 7}, [], 2),
        ("classic-2000", {"keep_cards": 0}, [], 0),
        ("classic-2000", {"gather_cards": 3}, ["library"], 3),
        ("classic-2000", {"gather_cards": 1, "keep_cards": 2}, ["observatory"], 2),
        ("classic-2000", {"gather_cards": 4, "keep_cards": 2}, ["library", "observatory"], 3),
        ("citadels-2016", {"gather_cards": 4, "keep_cards": 2}, ["library", "observatory"], 5),
    ],
)
def test_who_gathers_cards_draws_and_keeps_so_many(variant: str, numbers: dict[str, int], city: list[str], kept: int) -> None:
    """Classic 2.1 item 2 (S0:193): 2 drawn, 1 kept; Library and Observatory (S0:384; 2016 4.2)."""
    game = table(player("king", city=city), variant=of(variant, **numbers), strict=False)
    play(game, "cards")
    while game.legal()[0].startswith("keep:"):
        play(game, game.legal()[0])
    assert len(hand(game, 0)) == kept
    assert "end" in game.legal()


def test_what_is_not_kept_goes_under_the_deck() -> None:
    """Classic 2.1 item 2 (S0:193), with nothing kept."""
    deck = ["manor", "castle", "temple"]
    game = table(player("king"), variant=of(keep_cards=0), deck=deck)
    assert play(game, "cards").position()["deck"][:1] == ["temple"]


def test_without_cards_to_draw_only_gold_is_offered() -> None:
    assert table(player("king"), variant=of(gather_cards=0)).legal() == ("gold",)


@pytest.mark.parametrize(("character", "builds", "built"), [("king", 2, 2), ("king", 0, 0), ("architect", 2, 3), ("architect", 5, 3)])
def test_who_has_no_number_of_builds_on_the_card_builds_so_many(character: str, builds: int, built: int) -> None:
    """Classic 2.1 item 3 (S0:202): one district; the Architect three (S0:468)."""
    game = table(player(character, gold=20, hand=("temple", "tavern", "watchtower", "manor")), variant=of(builds=builds))
    play(game, "gold")
    for _ in range(built):
        play(game, next(label for label in game.legal() if label.startswith("build:")))
    assert not [label for label in game.legal() if label.startswith("build:")]


@pytest.mark.parametrize(("copies", "city", "may"), [(1, ["temple"], False), (2, ["temple"], True), (2, ["temple"] * 2, False)])
def test_a_city_has_so_many_identical_districts(copies: int, city: list[str], may: bool) -> None:
    """Classic 2.1 item 4 (S0:217): none twice."""
    game = table(player("king", gold=9, hand=("temple",), city=city), variant=of(copies_in_city=copies))
    assert ("build:temple" in play(game, "gold").legal()) == may


@pytest.mark.parametrize(
    ("limit", "city", "may"),
    [
        ("two_per_name", ["temple"] * 2, True),
        ("two_per_name", ["temple"] * 3, False),
        ("one_duplicate", ["temple"] * 2, True),
        ("one_duplicate", ["temple"] * 2 + ["tavern"] * 3, False),
        ("unlimited", ["temple"] * 3, True),
    ],
)
def test_the_quarry_adds_one_to_the_identical_districts(limit: str, city: list[str], may: bool) -> None:
    """Classic 4.3 Quarry (S0:405), where any city may have two of a name."""
    variant = cs.load_variant("classic-summary", {"game.copies_in_city": 2, "rules.quarry_limit": limit})
    game = table(player("king", gold=9, hand=("temple",), city=[*city, "quarry"]), variant=variant, strict=False)
    assert ("build:temple" in play(game, "gold").legal()) == may


@pytest.mark.parametrize(("copies", "may"), [(1, False), (2, True)])
def test_the_limit_of_identical_districts_holds_for_exchanges(copies: int, may: bool) -> None:
    """Classic 3.2 Diplomat: neither city may have one twice."""
    variant = cs.load_variant("dark-city", {"game.copies_in_city": copies})
    game = table(player("diplomat", gold=9, city=["temple", "tavern"]), player(city=["temple", "manor"]), variant=variant)
    assert ("exchange:tavern:1:temple" in play(game, "gold").legal()) == may


@pytest.mark.parametrize(("copies", "may"), [(1, False), (2, True)])
def test_the_limit_of_identical_districts_holds_for_seizing(copies: int, may: bool) -> None:
    """2016 3 Marshal: not a district that he has."""
    variant = cs.load_variant("citadels-2016-vicious-nobles", {"game.copies_in_city": copies, "cast": CAST_OF_MARSHAL})
    game = table(player("marshal", gold=9, city=["temple"]), player(city=["temple"]), variant=variant)
    assert ("seize:1:temple" in game.legal()) == may


CAST_OF_MARSHAL = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "marshal"]


@pytest.mark.parametrize(("first", "other"), [(4, 2), (0, 0), (20, 11)])
def test_complete_cities_bring_so_many_points(first: int, other: int) -> None:
    """Classic 5.2 (S0:198): 4 for the first, 2 for others."""
    variant = of(first_bonus=first, complete_bonus=other)
    last = ["manor", "castle", "temple", "church", "tavern", "market", "prison"]
    game = table(
        player("king", gold=9, hand=("watchtower",), city=last), player("warlord", gold=9, hand=("fortress",), city=SEVEN), variant=variant
    )
    play(game, "gold", "build:watchtower", "end", "gold", "build:fortress")
    idle_round(game)
    assert [score(game, seat)["completion"] for seat in (0, 1, 2)] == [first, other, 0]


@pytest.mark.parametrize("value", [3, 0, 20])
def test_a_district_of_each_type_brings_so_many_points(value: int) -> None:
    """Classic 5.2 (S0:198): 3 points."""
    game = table(player("king", city=[*EIGHT[:7], "keep"]), player(city=COLOURS), variant=of(all_types_bonus=value))
    idle_round(game)
    assert [score(game, seat)["types"] for seat in (0, 1)] == [value, 0]


@pytest.mark.parametrize("last", [1, 3])
def test_the_game_ends_after_the_last_round_without_a_bonus_of_the_first(last: int) -> None:
    game = table(player("king", city=SEVEN), player("warlord"), variant=of(most_rounds=last), round=last)
    idle_round(game)
    assert game.over
    assert [score(game, seat)["completion"] for seat in range(4)] == [0] * 4


@pytest.mark.parametrize(("last", "over"), [(1, True), (2, True), (3, False)])
def test_the_last_round_is_counted_from_the_first(last: int, over: bool) -> None:
    game = cs.Game.start(of(most_rounds=last), 4, seed=3)
    for _ in range(2):
        idle_round(game) if not game.over else game
    assert game.over == over


@pytest.mark.parametrize(("last", "wild"), [("none", True), (5, False)])
def test_a_haunted_quarter_of_the_last_round_is_no_other_type(last: Any, wild: bool) -> None:
    """Classic 4.2 (S1:214): not if built during the last round, which the number of rounds may make it."""
    city = [*COLOURS, "library"]
    game = table(
        player("king", gold=9, hand=("haunted-quarter",), city=["castle", "temple", "tavern", "keep"]),
        player("warlord", city=city),
        variant=of(most_rounds=last),
        round=5,
    )
    play(game, "gold", "build:haunted-quarter")
    idle_round(game)
    if wild:
        assert not game.over
    else:
        assert score(game, 0)["types"] == 0


def test_who_completes_a_city_in_the_last_round_is_the_first() -> None:
    game = table(player("king", gold=9, hand=("watchtower",), city=[*EIGHT[:6], "palace"]), variant=of(most_rounds=4), round=4)
    play(game, "gold", "build:watchtower")
    idle_round(game)
    assert score(game, 0)["completion"] == 4


def test_the_bank_needs_the_gold_that_is_dealt() -> None:
    with pytest.raises(cs.VariantError, match="30 gold is too little to deal 8 to each player"):
        cs.load_variant("classic-2000", {"game.start_gold": 8, "rules.bank_limit": 30})
    assert switched(bank_limit=30).at(7).rules["bank_limit"] == 30


def test_the_deck_needs_the_cards_that_are_dealt() -> None:
    with pytest.raises(cs.VariantError, match=r"66 cards are too few: each player is dealt 10.* \(with 7 players\)"):
        of(start_hand=10)
