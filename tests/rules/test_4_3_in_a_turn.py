"""Classic 4.3: bonus districts that act when built and during their owner's turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dark_tables import BASE, dark, final
from tests.rules.tables import EIGHT, city, deck, gold, hand, labels, play, player, score

# ---- Lighthouse


def test_the_lighthouse_fetches_one_card_of_the_deck_into_hand() -> None:
    """Classic 4.3 Lighthouse: on being built its owner looks through the deck."""
    game = dark(player("king", gold=3, hand=("lighthouse",)), deck=["manor", "temple", "manor", "palace"])
    play(game, "gold", "build:lighthouse")
    assert (game.decision, set(game.legal())) == ("lighthouse", {"fetch:manor", "fetch:temple", "fetch:palace", "pass"})
    play(game, "fetch:palace")
    assert (hand(game, 0), sorted(deck(game)), game.decision) == (["palace"], ["manor", "manor", "temple"], "turn")


def test_the_deck_is_shuffled_afterwards() -> None:
    """Classic 4.3 Lighthouse: its order is another one, by the game's own luck."""
    cards = ["manor", "temple", "tavern", "market", "church", "castle", "prison", "docks", "harbor"]
    orders = set()
    for seed in range(5):
        game = dark(player("king", gold=3, hand=("lighthouse",)), deck=[*cards, "palace"], seed=seed)
        play(game, "gold", "build:lighthouse", "fetch:palace")
        assert sorted(deck(game)) == sorted(cards)
        orders.add(tuple(deck(game)))
    assert len(orders) > 1


def test_taking_a_card_is_optional() -> None:
    """Classic 4.3 Lighthouse."""
    game = dark(player("king", gold=3, hand=("lighthouse",)), deck=["manor", "temple"])
    play(game, "gold", "build:lighthouse", "pass")
    assert (hand(game, 0), sorted(deck(game)), game.decision) == ([], ["manor", "temple"], "turn")


def test_with_an_empty_deck_nothing_is_asked() -> None:
    """Classic 4.3 Lighthouse, 2.5."""
    game = play(dark(player("king", gold=3, hand=("lighthouse",)), deck=[]), "gold", "build:lighthouse")
    assert (game.decision, game.legal()) == ("turn", ("end",))


def test_it_works_once() -> None:
    """Classic 4.3 Lighthouse: when built."""
    assert dark(player("king", city=["lighthouse"])).legal() == ("gold", "cards")


def test_the_fetched_card_can_be_built_in_the_same_turn() -> None:
    """Classic 4.3 Lighthouse: it is in hand; an Architect has builds left."""
    game = dark(player("architect", gold=9, hand=("lighthouse",)), deck=["docks", "docks", "palace", "manor"])
    play(game, "gold", "build:lighthouse", "fetch:palace", "build:palace")
    assert city(game, 0) == ["lighthouse", "palace"]


# ---- Armory


def test_the_armory_destroys_itself_and_a_district_of_another_city_without_gold() -> None:
    """Classic 4.3 Armory (BGG-98116): both cards go under the deck."""
    game = dark(player("king", city=["armory", "tavern"]), player(city=["palace", "temple"]), deck=["docks"])
    play(game, "armory:1:palace")
    assert (city(game, 0), city(game, 1), gold(game, 0)) == (["tavern"], ["temple"], 0)
    assert (deck(game)[0], sorted(deck(game)[1:])) == ("docks", ["armory", "palace"])


def test_the_armory_reaches_other_cities_only() -> None:
    """Classic 4.3 Armory: another player's city."""
    game = dark(player("king", city=["armory", "tavern"]), player(city=["temple"]), player(city=["manor"]))
    assert labels(game, "armory") == ["armory:1:temple", "armory:2:manor"]


@pytest.mark.parametrize("target", ["keep", "great-wall", "temple"])
def test_keep_great_wall_and_bishop_do_not_help_against_it(target: str) -> None:
    """Classic 4.3 Armory: those name the Warlord; a Keep can be destroyed by it (4.2 Keep), a Bishop's city too (3.1 Bishop)."""
    owner = player("bishop", city=["keep", "great-wall", "temple"])
    game = play(dark(owner, player("architect", city=["armory"])), "gold", "end", f"armory:0:{target}")
    assert (target in city(game, 0), gold(game, 1)) == (False, 0)


def test_a_graveyard_rescues_nothing_from_it() -> None:
    """Classic 4.2 Graveyard, 4.3 Armory: not for the Armory."""
    game = play(dark(player("king", city=["armory"]), player(gold=5, city=["tavern", "graveyard"])), "armory:1:tavern")
    assert (game.decision, game.actor, gold(game, 1)) == ("turn", 0, 5)


def test_it_reaches_a_completed_city_and_the_end_stays_triggered() -> None:
    """Classic 4.3 Armory, 5.1, 5.2 (designer): the first keeps his four points (`first_bonus_latched`)."""
    game = dark(player(city=EIGHT), player("warlord", city=["armory"]), completed=[0])
    play(game, "armory:0:castle", "gold", "end")
    assert (game.over, score(game, 0)["completion"]) == (True, 4)


def test_it_may_be_used_in_the_turn_it_was_built() -> None:
    """Classic 2.2: the effects of purple districts any time in the turn."""
    game = play(dark(player("king", gold=3, hand=("armory",)), player(city=["manor"])), "gold", "build:armory", "armory:1:manor")
    assert (city(game, 0), city(game, 1)) == ([], [])


def test_of_two_copies_the_armory_may_choose_the_beautified_one() -> None:
    """Game API: `<d>*` where the plain one could be meant too; classic 4.3 Armory."""
    both = ["manor", {"district": "manor", "beautified": True}]
    game = dark(player("king", city=["armory"]), player(city=both))
    assert labels(game, "armory") == ["armory:1:manor", "armory:1:manor*"]
    play(game, "armory:1:manor*")
    assert [place["beautified"] for place in game.position()["players"][1]["city"]] == [False]


# ---- Museum


def test_a_card_is_tucked_under_the_museum_once_a_turn() -> None:
    """Classic 4.3 Museum: a hand card, face down, in the own turn; each is a point at the end."""
    game = dark(player("king", hand=("manor", "palace"), city=["museum"]), player("thief"))
    play(game, "gold", "end")
    assert set(labels(game, "museum")) == {"museum:manor", "museum:palace"}
    play(game, "museum:palace")
    assert (hand(game, 0), labels(game, "museum")) == (["manor"], [])
    assert game.position()["players"][0]["city"][0]["tucked"] == ["palace"]
    assert game.view(1)["players"][0]["city"][0]["tucked"] == [None]


def test_the_whole_deck_has_room_under_the_museum() -> None:
    """Classic 4.3 Museum: nothing limits the number of cards."""
    under = ["manor", "temple", "tavern", "market"] * 16
    game = dark(player("king", hand=("docks", "manor"), city=[{"district": "museum", "tucked": under}]), player("thief"))
    play(game, "gold", "end", "museum:docks")
    first, other = game.position()["players"][:2]
    assert first["city"][0]["tucked"] == [*under, "docks"]
    assert (first["hand"], other["city"]) == (["manor"], [])


@pytest.mark.parametrize("tucked", [[], ["manor"], ["manor", "castle", "palace"]])
def test_each_card_under_the_museum_is_a_point(tucked: list[str]) -> None:
    """Classic 4.3 Museum."""
    game = final(player(city=[{"district": "museum", "tucked": tucked}]), completed=[3])
    assert score(game, 0) == {"total": 4 + len(tucked), "districts": 4, "types": 0, "completion": 0, "bonus": len(tucked)}


def test_the_museums_limit_is_a_turn_and_not_a_round() -> None:
    """Classic 4.3 Museum, 1.6: once per own turn."""
    game = dark(player("thief", "king", hand=("manor", "palace"), city=["museum"]), player("magician"), seats=2)
    play(game, "museum:manor", "gold", "end", "gold", "end", "museum:palace")
    assert hand(game, 0) == []


def test_the_cards_of_a_destroyed_museum_go_under_the_deck() -> None:
    """Classic 4.3 Museum."""
    owner = player(city=["tavern", {"district": "museum", "tucked": ["palace", "castle"]}])
    game = dark(player("warlord", gold=5), owner, deck=["docks"])
    play(game, "gold", "destroy:1:museum")
    assert (deck(game)[0], sorted(deck(game)[1:])) == ("docks", ["castle", "museum", "palace"])
    assert (city(game, 1), hand(game, 1)) == (["tavern"], [])


# ---- Quarry


def test_with_a_quarry_a_name_may_be_built_twice_and_several_names_so() -> None:
    """Classic 4.3 Quarry (S0:401-408)."""
    hands = ("manor", "tavern", "temple", "temple")
    game = dark(player("architect", gold=9, hand=hands, city=["quarry", "manor", "tavern", "tavern"]), deck=["docks"] * 2)
    play(game, "gold")
    assert set(labels(game, "build")) == {"build:manor", "build:temple", "build:docks"}
    play(game, "build:manor", "build:temple", "build:temple")
    assert city(game, 0) == ["quarry", "manor", "tavern", "tavern", "manor", "temple", "temple"]


def test_the_quarry_has_to_stand_first() -> None:
    """Classic 4.3 Quarry: it works when a district is built, from then on."""
    game = play(dark(player("architect", gold=9, hand=("quarry", "manor"), city=["manor"])), "gold")
    assert "build:manor" not in game.legal()
    assert "build:manor" in play(game, "build:quarry").legal()


def test_without_the_quarry_the_duplicates_stay() -> None:
    """Classic 4.3 Quarry (S0:402-405, S1:305)."""
    game = dark(player("warlord", gold=9), player("king", city=["quarry", "manor", "manor"], hand=("tavern",), gold=3))
    play(game, "gold", "end", "gold", "destroy:1:quarry")
    assert city(game, 1) == ["manor", "manor"]


# ---- Factory


@pytest.mark.parametrize(("district", "price"), [("library", 5), ("keep", 2), ("haunted-quarter", 1), ("palace", 5), ("tavern", 1)])
def test_the_factory_makes_other_purple_districts_cheaper(district: str, price: int) -> None:
    """Classic 4.3 Factory: one less to build, purple ones only; worth what they are printed with."""
    game = play(dark(player("king", gold=6, hand=(district,), city=["factory"])), "gold", f"build:{district}")
    assert gold(game, 0) == 8 - price


def test_with_the_exact_lower_price_it_can_be_built() -> None:
    """Classic 4.3 Factory."""
    game = dark(player("king", gold=3, hand=("library", "palace"), city=["factory"]))
    assert set(labels(play(game, "gold"), "build")) == {"build:library", "build:palace"}
    poorer = dark(player("king", gold=2, hand=("library", "palace"), city=["factory"]))
    assert labels(play(poorer, "gold"), "build") == []


def test_the_factory_itself_costs_six_and_nothing_comes_back() -> None:
    """Classic 4.3 Factory: not itself, not retroactive; what follows is cheaper."""
    game = dark(player("architect", gold=15, hand=("factory", "library", "keep")), deck=["docks"] * 2)
    play(game, "gold", "build:library")
    assert gold(game, 0) == 11
    play(game, "build:factory")
    assert gold(game, 0) == 5
    assert gold(play(game, "build:keep"), 0) == 3


def test_a_second_factory_is_no_other_district() -> None:
    """Classic 4.3 Factory: other purple districts; a Wizard's second Factory costs six."""
    game = play(dark(player("wizard", gold=5, hand=("factory",), city=["factory"])), "gold", "build:factory")
    assert gold(game, 0) == 1


def test_the_factory_changes_no_price_of_the_warlord_and_no_points() -> None:
    """Classic 4.3 Factory, 3.1 Warlord."""
    game = play(dark(player("warlord", gold=9), player(city=["factory", "library"])), "gold", "destroy:1:library")
    assert gold(game, 0) == 6
    assert score(final(player(city=["factory", "library"]), completed=[3]), 0)["districts"] == 12


# ---- Poor House and Park


@pytest.mark.parametrize(("coins", "after"), [(0, 1), (1, 1), (3, 3)])
def test_the_poor_house_pays_who_has_nothing_at_the_end_of_his_turn(coins: int, after: int) -> None:
    """Classic 4.3 Poor House."""
    game = play(dark(player("king", gold=coins, city=["poor-house"]), deck=["palace"] * 3), "cards", "end")
    assert gold(game, 0) == after


def test_coins_on_districts_do_not_keep_the_poor_house_shut() -> None:
    """Classic 4.3 Poor House: they are ignored."""
    owner = player("king", city=["poor-house", {"district": "tavern", "beautified": True}])
    assert gold(play(dark(owner, deck=["palace"] * 3), "cards", "end"), 0) == 1


def test_the_poor_house_pays_at_the_end_of_the_owners_turn_only() -> None:
    """Classic 4.3 Poor House."""
    game = play(dark(player("king"), player("bishop"), player(city=["poor-house"])), "gold", "end", "gold", "end")
    assert gold(game, 2) == 0


def test_the_tax_comes_before_the_poor_house() -> None:
    """Classic 2.3 (2), (3): the last gold goes as tax, then the Poor House pays."""
    game = dark(player("tax-collector"), player("king", hand=("tavern",), city=["poor-house"]), next_rank=4)
    play(game, "gold", "build:tavern", "end")
    assert (gold(game, 0), gold(game, 1)) == (1, 1)


@pytest.mark.parametrize(("cards", "after"), [((), 2), (("palace",), 1)])
def test_the_park_draws_two_for_an_empty_hand(cards: tuple[str, ...], after: int) -> None:
    """Classic 4.3 Park: at the end of the own turn."""
    game = play(dark(player("king", hand=cards, city=["park"])), "gold", "end")
    assert len(hand(game, 0)) == after


def test_the_park_draws_what_exists() -> None:
    """Classic 4.3 Park, 2.5."""
    assert hand(play(dark(player("king", city=["park"]), deck=["manor"]), "gold", "end"), 0) == ["manor"]


def test_a_murdered_owner_has_no_turn_and_gets_nothing_of_park_and_poor_house() -> None:
    """Classic 3.1 Assassin, 4.3: the entire turn is lost."""
    game = dark(player("assassin"), player("king", city=["park", "poor-house"]))
    play(game, "murder:king", "gold", "end")
    assert (gold(game, 1), hand(game, 1)) == (0, [])


# ---- what they cost

COSTS: dict[str, Any] = {
    "lighthouse": 3,
    "armory": 3,
    "museum": 4,
    "imperial-treasury": 4,
    "map-room": 5,
    "wishing-well": 5,
    "quarry": 5,
    "poor-house": 5,
    "bell-tower": 5,
    "factory": 6,
    "park": 6,
    "hospital": 6,
    "throne-room": 6,
    "ballroom": 6,
}


def test_the_fourteen_bonus_districts_cost_sixty_nine() -> None:
    """Classic 4.3: the sum of the table."""
    assert (len(COSTS), sum(COSTS.values())) == (14, 69)


@pytest.mark.parametrize("district", COSTS)
def test_a_bonus_district_costs_what_the_table_says(district: str) -> None:
    """Classic 4.3, column "cost"."""
    game = play(dark(player("king", gold=COSTS[district] - 2, hand=(district,))), "gold", f"build:{district}")
    assert gold(game, 0) == 0


def test_every_character_can_use_the_effects_in_his_turn() -> None:
    """Classic 2.2: the effects belong to the city, also before the action; the Witch's first part apart (3.2)."""
    for name in BASE:
        game = dark(player(name, hand=("manor",), city=["museum", "armory"]), player(city=["tavern"]))
        assert {"museum:manor", "armory:1:tavern"} <= set(game.legal())
