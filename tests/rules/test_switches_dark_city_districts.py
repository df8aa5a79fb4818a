"""Classic 6 rows 36 to 46, 48, 52 to 54: switches of Diplomat, Navigator, of districts and of the order on being called."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.dark_tables import dark, final
from tests.rules.tables import EIGHT, SEVEN, gold, hand, idle_round, labels, play, player, score

# ---- Diplomat


def exchange(mine: list[str], theirs: list[str], other: list[str] | None = None, **rules: Any) -> cs.Game:
    """The Diplomat (seat 0) after his action, with ten gold."""
    return play(dark(player("diplomat", gold=8, city=mine), player(city=theirs), player(city=other or []), rules=rules), "gold")


@pytest.mark.parametrize(("reading", "theirs"), [("player", 3), ("bank", 0)])
def test_who_gets_the_difference(reading: str, theirs: int) -> None:
    """Classic 6 row 36, `diplomat_payee` (S0:615, S1:130)."""
    game = play(exchange(["tavern"], ["castle"], diplomat_payee=reading), "exchange:tavern:1:castle")
    assert (gold(game, 0), gold(game, 1)) == (7, theirs)


@pytest.mark.parametrize(("reading", "n"), [("forbidden", 0), ("allowed", 8)])
def test_exchanging_with_a_complete_city(reading: str, n: int) -> None:
    """Classic 6 row 37, `diplomat_complete_city` (S0:618-620)."""
    assert len(labels(exchange(["docks"], EIGHT, diplomat_complete_city=reading), "exchange")) == n


@pytest.mark.parametrize(("reading", "given"), [("allow", {"keep", "tavern"}), ("forbid", {"tavern"})])
def test_giving_the_own_keep_away(reading: str, given: set[str]) -> None:
    """Classic 6 row 38, `diplomat_give_keep` (S0:617)."""
    game = exchange(["keep", "tavern"], ["manor"], diplomat_give_keep=reading)
    assert {label.split(":")[1] for label in labels(game, "exchange")} == given


@pytest.mark.parametrize(
    ("reading", "expected"),
    [("forbid", {"tavern:1:tavern", "manor:1:manor"}), ("allow", {"tavern:1:tavern", "tavern:1:manor", "manor:1:tavern", "manor:1:manor"})],
)
def test_exchanges_that_leave_two_of_a_name(reading: str, expected: set[str]) -> None:
    """Classic 6 row 39, `diplomat_duplicates` (JS, 2016): on either side."""
    game = exchange(["tavern", "manor"], ["tavern", "manor"], diplomat_duplicates=reading)
    assert {label.removeprefix("exchange:") for label in labels(game, "exchange")} == expected


@pytest.mark.parametrize(("reading", "paid"), [(True, 3), (False, 2)])
def test_the_great_wall_against_the_diplomat(reading: bool, paid: int) -> None:
    """Classic 6 row 40, `diplomat_great_wall` (S1:130)."""
    game = play(exchange(["tavern"], ["great-wall", "manor"], diplomat_great_wall=reading), "exchange:tavern:1:manor")
    assert gold(game, 1) == paid


# ---- Navigator and Quarry


@pytest.mark.parametrize(("reading", "builds"), [("turn", ["build:tavern"]), ("round", [])])
def test_how_long_the_navigator_cannot_build(reading: str, builds: list[str]) -> None:
    """Classic 6 row 41, `navigator_nobuild` (S1:126, S0:594): his player's other character, with two players."""
    seat = player("navigator", "warlord", gold=9, hand=("tavern",))
    game = dark(seat, player("thief", "king"), seats=2, next_rank=7, rules={"navigator_nobuild": reading})
    play(game, "gold", "bonus:gold", "end", "gold")
    assert labels(game, "build") == builds
    game = idle_round(game)
    assert game.position()["round"] == 2


QUARRIES = [
    ("two_per_name", ["quarry", "manor", "manor", "tavern"], {"tavern"}),
    ("one_duplicate", ["quarry", "manor", "manor", "tavern"], set()),
    ("unlimited", ["quarry", "manor", "manor", "tavern"], {"manor", "tavern"}),
    ("two_per_name", ["quarry", "manor", "tavern"], {"manor", "tavern"}),
    ("one_duplicate", ["quarry", "manor", "tavern"], {"manor", "tavern"}),
]


@pytest.mark.parametrize(("reading", "stands", "builds"), QUARRIES)
def test_how_many_duplicates_a_quarry_allows(reading: str, stands: list[str], builds: set[str]) -> None:
    """Classic 6 row 42, `quarry_limit` (S0:405-408, FA, S1:305)."""
    game = dark(player("king", gold=9, hand=("manor", "tavern"), city=stands), rules={"quarry_limit": reading})
    assert {label.removeprefix("build:") for label in labels(play(game, "gold"), "build")} == builds


# ---- at the end of the game


@pytest.mark.parametrize(("reading", "points"), [(False, 1), (True, 2)])
def test_whether_the_wishing_well_counts_itself(reading: bool, points: int) -> None:
    """Classic 6 row 43, `wishing_well_self` (CSV, S1:298)."""
    game = final(player(city=["wishing-well", "keep", "manor"]), completed=[3], rules={"wishing_well_self": reading})
    assert score(game, 0)["bonus"] == points


@pytest.mark.parametrize(("reading", "decides"), [("optional_announce", True), ("automatic", False)])
def test_whether_the_bell_tower_is_announced_or_rings_by_itself(reading: str, decides: bool) -> None:
    """Classic 6 row 44, `bell_tower` (card, S0:354-365)."""
    game = dark(player("king", gold=5, hand=("bell-tower",)), player(city=SEVEN), rules={"bell_tower": reading})
    play(game, "gold", "build:bell-tower")
    assert (game.decision == "bell-tower") is decides
    assert game.position()["completed"] == ([] if decides else [1])


@pytest.mark.parametrize(("reading", "points"), [("frozen", [0, 0, 4, 2]), ("full_size", [0, 0, 0, 0])])
def test_the_bonuses_after_the_bell_tower_was_lost(reading: str, points: list[int]) -> None:
    """Classic 6 row 45, `bell_tower_lost_after_trigger`: the game ends by either reading."""
    seats = (player("warlord", gold=9), player(city=["bell-tower"]), player(city=SEVEN), player(city=SEVEN))
    game = dark(*seats, bell_tower=True, completed=[2, 3], rules={"bell_tower_lost_after_trigger": reading})
    play(game, "gold", "destroy:1:bell-tower", "end")
    assert (game.over, [score(game, seat)["completion"] for seat in range(4)]) == (True, points)


@pytest.mark.parametrize(("reading", "kept"), [("frozen", 4), ("full_size", 4)])
def test_a_city_of_eight_keeps_its_bonus_by_either_reading(reading: str, kept: int) -> None:
    """Classic 6 row 45: judged at eight, eight are enough."""
    seats = (player("warlord", gold=9), player(city=["bell-tower"]), player(city=EIGHT))
    game = dark(*seats, bell_tower=True, completed=[2], rules={"bell_tower_lost_after_trigger": reading})
    assert score(play(game, "gold", "destroy:1:bell-tower", "end"), 2)["completion"] == kept


@pytest.mark.parametrize(("reading", "n"), [("allowed", 8), ("forbidden", 0)])
def test_the_armory_against_a_complete_city(reading: str, n: int) -> None:
    """Classic 6 row 46, `armory_complete_city` (designer, 002:1679)."""
    game = dark(player("king", city=["armory"]), player(city=EIGHT), rules={"armory_complete_city": reading})
    assert len(labels(game, "armory")) == n


# ---- the order on being called


@pytest.mark.parametrize(("order", "purse", "loot"), [("robbery_first", 1, 4), ("crown_first", 0, 5)])
def test_a_robbed_king_with_a_throne_room(order: str, purse: int, loot: int) -> None:
    """Classic 6 row 48, `on_call_order`: the Throne Room's gold comes after the robbery, or is stolen with the rest."""
    seats = (player("thief"), player("king", gold=4, city=["throne-room"]))
    game = play(dark(*seats, crown=3, rules={"on_call_order": order}), "gold", "rob:king", "end")
    assert (gold(game, 1), gold(game, 0)) == (purse, 2 + loot)


@pytest.mark.parametrize(("order", "purse", "loot"), [("robbery_first", 1, 4), ("crown_first", 0, 5)])
def test_a_robbed_emperor_and_his_gift(order: str, purse: int, loot: int) -> None:
    """Classic 6 row 48, `on_call_order`: the gift comes after the robbery, or is stolen with the rest."""
    seats = (player("thief"), player("emperor", gold=4), player(gold=1))
    game = play(dark(*seats, crown=3, rules={"on_call_order": order}), "gold", "rob:emperor", "end", "crown:2")
    assert (gold(game, 1), gold(game, 0)) == (purse, 2 + loot)


@pytest.mark.parametrize(("order", "purse", "loot"), [("robbery_first", 1, 4), ("crown_first", 0, 5)])
def test_a_robbed_emperor_with_a_throne_room(order: str, purse: int, loot: int) -> None:
    """Classic 6 row 48, `on_call_order`: crowning somebody without a gift moves the crown before or after the robbery."""
    seats = (player("thief"), player("emperor", gold=4, city=["throne-room"]), player())
    game = play(dark(*seats, crown=3, rules={"on_call_order": order}), "gold", "rob:emperor", "end", "crown:2")
    assert (gold(game, 1), gold(game, 0)) == (purse, 2 + loot)


@pytest.mark.parametrize(("order", "purse", "loot"), [("robbery_first", 1, 4), ("crown_first", 0, 5)])
def test_a_robbed_and_bewitched_king_with_a_throne_room(order: str, purse: int, loot: int) -> None:
    """Classic 6 row 48, `on_call_order`, with row 20 `allowed`: the bewitched King is called like any other."""
    rules = {"on_call_order": order, "thief_vs_witch": "allowed"}
    game = dark(player("thief"), player("king", gold=4, city=["throne-room"]), player("witch"), crown=3, rules=rules)
    play(game, "gold", "bewitch:king", "gold", "rob:king", "end")
    assert (gold(game, 1), gold(game, 0)) == (purse, 2 + loot)


# ---- cards


@pytest.mark.parametrize(("costs", "price"), [({}, 5), ({"costs.poor-house": 4}, 4)])
def test_what_the_poor_house_costs(costs: dict[str, int], price: int) -> None:
    """Classic 6 row 52, `costs.poor-house` (CSV, JS)."""
    assert built("poor-house", costs) == 10 - price


@pytest.mark.parametrize(("costs", "price"), [({}, 6), ({"costs.factory": 5}, 5)])
def test_what_the_factory_costs(costs: dict[str, int], price: int) -> None:
    """Classic 6 row 52, `costs.factory` (CSV, JS)."""
    assert built("factory", costs) == 10 - price


def built(district: str, costs: dict[str, int]) -> int:
    """Gold that is left of ten when the district has been built."""
    variant = cs.load_variant("classic-2000", costs)
    seats = [player("king", gold=8, hand=(district,)), player(), player(), player()]
    game = cs.Game.from_position(variant, {"players": seats, "strict": False})
    return gold(play(game, "gold", f"build:{district}"), 0)


@pytest.mark.parametrize(("reading", "copies"), [("excluded", 0), ("vanilla", 1), ("social", 1)])
def test_whether_the_ballroom_is_in_the_deck(reading: str, copies: int) -> None:
    """Classic 6 row 53, `ballroom`: excluded, or a plain district of six gold."""
    variant = cs.load_variant("classic-2000", {"rules.ballroom": reading, "deck.unique.ballroom": 1})
    position = cs.Game.start(variant, 4, seed=3).position()
    cards = position["deck"] + [card for seat in position["players"] for card in seat["hand"]]
    assert (cards.count("ballroom"), len(cards)) == (copies, 66 + copies)


@pytest.mark.parametrize(("reading", "coins", "cards"), [(False, 0, 0), (True, 1, 2)])
def test_poor_house_and_park_after_the_hospitals_action(reading: bool, coins: int, cards: int) -> None:
    """Classic 6 row 54, `hospital_eot`."""
    victim = player("king", city=["hospital", "poor-house", "park"])
    game = dark(player("assassin"), victim, player("bishop"), rules={"hospital_eot": reading}, deck=["palace"] * 6)
    play(game, "murder:king", "gold", "end")
    bare, poor = play(game.copy(), "gold"), play(game, "cards")
    assert (gold(poor, 1), len(hand(bare, 1))) == (coins, cards)
