"""2016 3, rank 6: Merchant, Alchemist, Trader."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, hand, labels, play, player
from tests.rules2016.tables import resumed, table, warranted


def turn_of(
    name: str, *others: dict[str, Any], gold: int = 0, hand: tuple[str, ...] = (), city: list[Any] | None = None, **keys: Any
) -> cs.Game:
    """Somebody of rank 6 (seat 0) before gathering."""
    return table(player(name, gold=gold, hand=hand, city=city or []), *others, **{"next_rank": 6, **keys})


@pytest.mark.parametrize("name", ["merchant", "trader"])
def test_merchant_and_trader_gain_a_gold_for_each_trade_district(name: str) -> None:
    """2016 3 Merchant, Trader (002:1464, 1476), 4.2 School of Magic: at a moment of their choice."""
    game = turn_of(name, hand=("market",), city=["tavern", "school-of-magic", "manor"])
    assert gold(play(game.copy(), "income"), 0) == 2
    play(game, "gold", "build:market", "income")
    assert (gold(game, 0), labels(game, "income")) == (3, [])


# ---- Merchant


@pytest.mark.parametrize("before", [(), ("gold",), ("cards", "keep:docks")], ids=["before gathering", "after gold", "after cards"])
def test_the_merchants_extra_gold_is_a_power_of_its_own(before: tuple[str, ...]) -> None:
    """2016 3 Merchant (002:1467-1468): whatever was gathered, at any moment, once, and apart from the income."""
    game = play(turn_of("merchant", city=["tavern"]), *before)
    had = gold(game, 0)
    play(game, "bonus")
    assert (gold(game, 0), labels(game, "bonus"), labels(game, "income")) == (had + 1, [], ["income"])


def test_the_extra_gold_is_optional() -> None:
    """2016 2.1 (002:1014-1016)."""
    game = play(turn_of("merchant"), "gold")
    assert game.legal() == ("bonus", "end")
    assert gold(play(game, "end"), 0) == 2


def test_a_bewitched_merchant_has_no_extra_gold_and_the_witch_has_it() -> None:
    """2016 D10 (002:1056-1057, 003:443; 004:553 has the Trader's name)."""
    game = resumed("merchant", player("witch", city=["tavern"]), player("merchant", city=["market"]))
    assert (game.actor, gold(game, 1)) == (0, 2)
    play(game, "bonus", "income")
    assert gold(game, 0) == 4


def test_the_trader_has_no_extra_gold() -> None:
    """2016 D10: bewitched or not, it is the Merchant's."""
    assert labels(turn_of("trader"), "bonus") == []
    assert labels(resumed("trader", player("witch"), player("trader")), "bonus") == []


# ---- Alchemist


def test_the_alchemist_gets_back_what_he_paid_to_build() -> None:
    """2016 3 Alchemist (002:1470-1474): at the end of his turn; he must have had it."""
    game = play(turn_of("alchemist", gold=2, hand=("castle", "palace")), "gold")
    assert labels(game, "build") == ["build:castle"]
    play(game, "build:castle")
    assert gold(game, 0) == 0
    assert gold(play(game, "end"), 0) == 4


@pytest.mark.parametrize(("reading", "at_once"), [("end_of_turn", 0), ("at_once", 4)])
def test_the_refund_may_come_at_once(reading: str, at_once: int) -> None:
    """2016 3 Alchemist, `alchemist_refund` (002:1470): at the end of the turn, and never twice."""
    game = turn_of("alchemist", gold=2, hand=("castle",), rules={"alchemist_refund": reading})
    assert gold(play(game, "gold", "build:castle"), 0) == at_once
    assert gold(play(game, "end"), 0) == 4


def test_he_gets_back_what_he_paid_and_not_what_it_costs() -> None:
    """2016 3 Alchemist, 4.2 Factory: one less."""
    game = play(turn_of("alchemist", gold=3, hand=("smithy",), city=["factory"]), "gold", "build:smithy", "end")
    assert gold(game, 0) == 5


def test_he_has_no_income() -> None:
    """2016 3 Alchemist: his card has no district's colour."""
    game = turn_of("alchemist", city=["manor", "temple", "tavern", "watchtower", "school-of-magic"])
    assert labels(game, "income") == []


def test_the_smithys_gold_is_gone() -> None:
    """2016 3 Alchemist (002:1471-1472)."""
    game = play(turn_of("alchemist", gold=4, hand=("tavern",), city=["smithy"]), "gold", "smithy", "build:tavern", "end")
    assert gold(game, 0) == 4


@pytest.mark.parametrize(("start", "taxed"), [(3, 1), (2, 0)], ids=["gold left", "no gold left"])
def test_tax_is_taken_before_the_refund_and_is_gone(start: int, taxed: int) -> None:
    """2016 3 Alchemist, Tax Collector (002:1472-1473): on what he holds right after building."""
    game = play(turn_of("alchemist", gold=start, hand=("castle",), others=("tax-collector",)), "gold", "build:castle", "end")
    assert (gold(game, 0), game.position()["tax"]) == (start + 2 - taxed, taxed)


def test_the_poor_house_comes_before_the_refund() -> None:
    """2016 3 Alchemist, 4.2 Poor House, 2.1 (002:1674-1677): with nothing left he gains one, then his gold."""
    game = play(turn_of("alchemist", gold=2, hand=("castle",), city=["poor-house"]), "gold", "build:castle", "end")
    assert gold(game, 0) == 5


@pytest.mark.parametrize(("order", "left"), [("tax_poor_house_park_refund", 5), ("tax_refund_poor_house_park", 4)])
def test_the_order_of_refund_and_poor_house_is_a_switch(order: str, left: int) -> None:
    """2016 2.1 item 6, `eot_order` (002:1674-1677)."""
    game = turn_of("alchemist", gold=2, hand=("castle",), city=["poor-house"], rules={"eot_order": order})
    assert gold(play(game, "gold", "build:castle", "end"), 0) == left


def test_cards_paid_for_the_thieves_den_do_not_come_back() -> None:
    """2016 3 Alchemist, 4.2 Thieves' Den: the gold does."""
    game = turn_of("alchemist", gold=2, hand=("thieves-den", "temple", "tavern"))
    play(game, "gold", "build:thieves-den:cards:2")
    assert (city(game, 0), gold(game, 0), hand(game, 0)) == (["thieves-den"], 0, [])
    play(game, "end")
    assert (gold(game, 0), hand(game, 0)) == (4, [])


def test_for_the_framework_there_is_nothing_to_return() -> None:
    """2016 4.2 Framework."""
    game = play(turn_of("alchemist", hand=("palace",), city=["framework"]), "gold", "build:palace:framework", "end")
    assert (city(game, 0), gold(game, 0)) == (["palace"], 2)


def test_a_confiscated_district_is_refunded_once() -> None:
    """2016 3 Magistrate, Alchemist: its gold comes back at once, and not again at the end of the turn."""
    game = warranted("alchemist", player("magistrate"), player("alchemist", gold=4, hand=("castle",)))
    play(game, "gold", "build:castle", "confiscate")
    assert (gold(game, 1), city(game, 0)) == (6, ["castle"])
    assert gold(play(game, "end"), 1) == 6


# ---- Trader


def test_the_trader_builds_any_number_of_trade_districts_beside_his_one() -> None:
    """2016 3 Trader, 2.2 (002:1479-1482): each for its card and its gold."""
    cards = ("tavern", "market", "docks", "harbor", "manor", "temple")
    game = play(
        turn_of("trader", gold=11, hand=cards), "gold", "build:tavern", "build:manor", "build:market", "build:docks", "build:harbor"
    )
    assert (len(city(game, 0)), gold(game, 0), labels(game, "build")) == (5, 0, [])
    assert "build:temple" not in play(turn_of("trader", gold=20, hand=cards), "gold", "build:manor").legal()


def test_only_trade_districts_are_free_of_the_limit() -> None:
    """2016 3 Trader: a School of Magic or a Haunted Quarter is a unique district when it is built."""
    game = turn_of("trader", gold=20, hand=("temple", "school-of-magic", "haunted-quarter", "tavern"))
    assert labels(play(game, "gold", "build:temple"), "build") == ["build:tavern"]


@pytest.mark.parametrize(("own", "again"), [(["tavern"], False), (["tavern", "quarry"], True)])
def test_trade_districts_have_to_differ_without_a_quarry(own: list[str], again: bool) -> None:
    """2016 3 Trader, 4.2 Quarry (002:351-354)."""
    game = play(turn_of("trader", gold=9, hand=("tavern", "market"), city=own), "gold", "build:market")
    assert ("build:tavern" in game.legal()) is again


def test_each_trade_district_is_taxed() -> None:
    """2016 3 Trader, Tax Collector (002:1644-1645)."""
    game = turn_of("trader", gold=9, hand=("tavern", "market"), others=("tax-collector",))
    play(game, "gold", "build:tavern", "build:market")
    assert (gold(game, 0), game.position()["tax"]) == (6, 2)


@pytest.mark.parametrize("stays", [True, False])
def test_a_confiscated_trade_district_does_not_use_the_limit(stays: bool) -> None:
    """2016 A21, `confiscated_uncounted_stay_uncounted` (002:1696-1698)."""
    rules = {"confiscated_uncounted_stay_uncounted": stays}
    game = warranted("trader", player("magistrate"), player("trader", gold=9, hand=("tavern", "temple")), rules=rules)
    play(game, "gold", "build:tavern", "confiscate")
    assert (city(game, 0), gold(game, 1)) == (["tavern"], 11)
    assert (labels(game, "build") == ["build:temple"]) is stays
