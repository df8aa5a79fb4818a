"""Classic 4.3: bonus districts that count at the end, and those that a murder or the crown sets off."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import dark, final
from tests.rules.tables import city, crown, gold, hand, idle_round, labels, play, player, score


def bonus(*places: Any, **seat: Any) -> int:
    """Bonus points of a city at the end of the game."""
    return score(final(player(city=places, **seat), completed=[3]), 0)["bonus"]


# ---- at the end of the game


@pytest.mark.parametrize("coins", [0, 1, 7])
def test_the_imperial_treasury_is_worth_its_owners_gold(coins: int) -> None:
    """Classic 4.3 Imperial Treasury (S1:291): on top of its cost of four."""
    game = final(player(gold=coins, city=["imperial-treasury"]), completed=[3])
    assert score(game, 0) == {"total": 4 + coins, "districts": 4, "types": 0, "completion": 0, "bonus": coins}


def test_coins_on_districts_are_no_gold_for_the_treasury() -> None:
    """Classic 4.3 Imperial Treasury."""
    assert bonus("imperial-treasury", {"district": "tavern", "beautified": True}, gold=2) == 2


def test_the_map_room_is_worth_its_owners_hand() -> None:
    """Classic 4.3 Map Room: one per card in hand."""
    assert [bonus("map-room", hand=("manor", "manor", "palace")[:n]) for n in range(4)] == [0, 1, 2, 3]


def test_cards_under_a_museum_are_not_in_the_hand() -> None:
    """Classic 4.3 Map Room, Museum: a tucked card counts once."""
    assert bonus("map-room", {"district": "museum", "tucked": ["manor"]}, hand=("palace",)) == 2


@pytest.mark.parametrize(("others", "points"), [((), 0), (("keep",), 1), (("keep", "park", "manor", "keep"), 3)])
def test_the_wishing_well_counts_the_other_purple_districts(others: tuple[str, ...], points: int) -> None:
    """Classic 4.3 Wishing Well (CSV, PY, JS): not itself, not other colours."""
    assert bonus("wishing-well", *others) == points


def test_a_haunted_city_that_makes_five_colours_does_not_count_for_the_well() -> None:
    """Classic 4.2 Haunted City, 4.3 Wishing Well: one choice for all scoring, and the better one is taken."""
    game = final(player(city=["wishing-well", "haunted-quarter", "keep", "manor", "temple", "tavern"]), completed=[3])
    assert (score(game, 0)["types"], score(game, 0)["bonus"]) == (3, 1)


def test_a_haunted_city_that_makes_no_fifth_colour_stays_purple_for_the_well() -> None:
    """Classic 4.2 Haunted City, 4.3 Wishing Well."""
    game = final(player(city=["wishing-well", "haunted-quarter", "manor", "temple"]), completed=[3])
    assert (score(game, 0)["types"], score(game, 0)["bonus"]) == (0, 1)


# ---- Hospital


def test_the_murdered_owner_of_a_hospital_may_take_an_action() -> None:
    """Classic 4.3 Hospital: when his character is called; no build, no power, no income."""
    victim = player("king", gold=5, hand=("manor",), city=["hospital", "castle"])
    game = play(dark(player("assassin"), victim, player("bishop")), "murder:king", "gold", "end")
    assert (game.actor, game.legal()) == (1, ("gold", "cards"))
    play(game, "gold")
    assert (game.actor, gold(game, 1), city(game, 1)) == (2, 7, ["hospital", "castle"])


def test_a_murdered_king_with_a_hospital_gets_no_crown_at_the_call_but_as_heir() -> None:
    """Classic 4.3 Hospital, 1.9."""
    game = dark(player("assassin"), player("king", city=["hospital"]), player("warlord"), crown=3)
    play(game, "murder:king", "gold", "end", "gold")
    assert (game.actor, crown(game)) == (2, 3)
    assert crown(play(game, "gold", "end")) == 1


@pytest.mark.parametrize(("building", "kept"), [("library", ["manor", "temple"]), ("observatory", ["tavern"])])
def test_library_and_observatory_apply_to_the_hospitals_action(building: str, kept: list[str]) -> None:
    """Classic 4.3 Hospital."""
    game = dark(player("assassin"), player("king", city=["hospital", building]), deck=["manor", "temple", "tavern"])
    play(game, "murder:king", "gold", "end", "cards")
    if game.decision == "keep":
        play(game, "keep:tavern")
    assert hand(game, 1) == kept


@pytest.mark.parametrize("name", ["merchant", "architect"])
def test_the_hospitals_action_brings_no_bonus_of_the_character(name: str) -> None:
    """Classic 4.3 Hospital: no power."""
    game = play(dark(player("assassin"), player(name, city=["hospital"])), f"murder:{name}", "gold", "end", "gold")
    assert (gold(game, 1), hand(game, 1)) == (2, [])


def test_a_murdered_bishop_with_a_hospital_protects_nothing() -> None:
    """Classic 4.3 Hospital, 3.1 Assassin (FF): still murdered."""
    game = dark(player("assassin"), player("bishop", city=["hospital", "temple"]), player("warlord"))
    play(game, "murder:bishop", "gold", "end", "gold", "gold")
    assert "destroy:1:temple" in game.legal()


def test_a_murdered_tax_collector_with_a_hospital_collects_nothing() -> None:
    """Classic 4.3 Hospital, 3.2 Tax Collector: neither back tax at his call nor tax afterwards."""
    builders = [player(name, gold=3, hand=("tavern",)) for name in ("assassin", "king")]
    game = dark(*builders, player("tax-collector", city=["hospital"]))
    play(game, "gold", "build:tavern", "murder:tax-collector", "end", "gold", "gold", "build:tavern", "end")
    assert [gold(game, seat) for seat in range(3)] == [4, 4, 2]


def test_no_poor_house_and_no_park_at_the_end_of_the_hospitals_action() -> None:
    """Classic 4.3 Hospital: the turn itself is lost."""
    game = dark(player("assassin"), player("king", city=["hospital", "poor-house", "park"]), player("warlord"), deck=["palace"] * 6)
    play(game, "murder:king", "gold", "end")
    poor, bare = play(game.copy(), "cards"), play(game, "gold")
    assert (gold(poor, 1), hand(bare, 1)) == (0, [])


def test_the_hospitals_owner_can_use_no_other_district() -> None:
    """Classic 4.3 Hospital: an action, no more."""
    victim = player("king", gold=5, hand=("manor",), city=["hospital", "laboratory", "smithy", "museum", "armory"])
    game = play(dark(player("assassin"), victim, player(city=["tavern"])), "murder:king", "gold", "end")
    assert game.legal() == ("gold", "cards")


@pytest.mark.parametrize("pick", ["uniform", "cost_spread"])
def test_where_the_assassin_is_not_drawn_the_hospital_is_not_either(pick: str) -> None:
    """Classic 4.4, 1.1: beside a Witch it would do nothing."""
    variant = cs.load_variant("dark-city-random", {"rules.unique_pick": pick})
    seen = set()
    for seed in range(60):
        position = cs.Game.start(variant, 4, seed=seed).position()
        cards = position["deck"] + [card for seat in position["players"] for card in seat["hand"]]
        assert len(cards) == 69 - ("diplomat" in position["cast"])
        seen.add(("assassin" in position["cast"], "hospital" in cards))
    assert seen == {(True, True), (True, False), (False, False)}


def test_a_hospital_that_is_declared_is_drawn_though_nobody_can_be_murdered() -> None:
    """Classic 4.4: where the rules have no Assassin at all, the list is the designer's."""
    variant = cs.load_variant("dark-city", {"deck.random_unique": {"count": 1, "from": ["hospital"]}})
    position = cs.Game.start(variant, 4, seed=1).position()
    assert "hospital" in position["deck"] + [card for seat in position["players"] for card in seat["hand"]]


def test_without_a_murder_the_hospital_does_nothing() -> None:
    """Classic 4.3 Hospital, 1.1: beside a Witch it is a plain district."""
    game = play(dark(player("witch"), player("king", city=["hospital"]), player("bishop")), "gold", "bewitch:bishop")
    assert (game.actor, "income" in game.legal(), labels(game, "bewitch")) == (1, False, [])
    play(game, "gold")
    assert game.legal() == ("end",)


# ---- Throne Room


def test_the_throne_room_pays_its_owner_when_the_crown_changes_hands() -> None:
    """Classic 4.3 Throne Room: whoever gets it, whoever had it."""
    game = dark(player("king"), player(city=["throne-room"]), crown=2)
    assert (crown(game), gold(game, 1), gold(game, 0)) == (0, 1, 0)


def test_the_throne_room_pays_a_king_who_owns_it() -> None:
    """Classic 4.3 Throne Room: before his action."""
    assert gold(dark(player("king", city=["throne-room"]), crown=2), 0) == 1


def test_a_king_who_has_the_crown_already_moves_nothing() -> None:
    """Classic 3.1 King, 4.3 Throne Room: a different player."""
    assert gold(dark(player("king"), player(city=["throne-room"]), crown=0), 1) == 0


def test_the_throne_room_pays_for_the_emperors_crowning() -> None:
    """Classic 4.3 Throne Room: also when he passes on his own crown; once."""
    for holder, receiver in ((3, 2), (0, 2), (3, 1)):
        game = play(dark(player("emperor"), player(city=["throne-room"]), crown=holder), f"crown:{receiver}")
        gifts = int(receiver == 1)  # the Throne Room's gold is there to be given
        assert gold(game, 1) == 1 - gifts


def test_the_throne_room_pays_for_the_heir_at_the_end_of_the_round() -> None:
    """Classic 4.3 Throne Room, 1.2 (3), 1.9."""
    game = dark(player("assassin"), player("king"), player(city=["throne-room"]), crown=3)
    play(game, "murder:king", "gold")
    assert gold(game, 2) == 0
    assert gold(play(game, "end"), 2) == 1


def test_the_throne_room_pays_nothing_for_a_murdered_emperor() -> None:
    """Classic 4.3 Throne Room, 1.9: the crown stays."""
    game = dark(player("assassin"), player("emperor"), player(city=["throne-room"]), crown=3)
    assert gold(idle_round(play(game, "murder:emperor")), 2) == 0


def test_the_throne_room_pays_for_a_bewitched_king() -> None:
    """Classic 3.2 Witch, 4.3 Throne Room: the King's player takes the crown at the call."""
    game = play(dark(player("witch", city=["throne-room"]), player("king"), crown=3), "gold", "bewitch:king")
    assert gold(game, 0) == 3


# ---- Ballroom


def test_the_ballroom_is_drawn_in_no_packaged_variant() -> None:
    """Classic 4.3 Ballroom, 4.4: default dark-city is 66 and three others."""
    for name in ("dark-city", "dark-city-nine", "dark-city-random", "classic-2000-nine"):
        variant = cs.load_variant(name)
        for seed in range(10):
            position = cs.Game.start(variant, 5, seed=seed).position()
            cards = position["deck"] + [card for seat in position["players"] for card in seat["hand"]]
            assert "ballroom" not in cards
