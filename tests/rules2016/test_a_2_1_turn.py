"""2016 2.1: the order inside a turn, the rulebook's worked turn, and when powers may be used."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, crown, deck, gold, hand, idle_until, labels, play, player
from tests.rules2016.tables import resumed, table, threatened


def amanda() -> cs.Game:
    """The table of the worked turn (002:431-461), up to Amanda's call: Ana (0) was the Thief, Carlos (1) has been the Architect."""
    game = table(
        player("thief"),
        player("architect", city=["market", "manor"]),
        player("warlord", gold=5, hand=("barracks",), city=["prison", "school-of-magic"]),
        deck=["docks", "harbor", "temple"],
    )
    play(game, "rob:warlord", "gold", "end", "gold", "end")
    return game


def test_the_worked_turn() -> None:
    """2016 2.1 items 1 to 4 (002:437-461): robbed, two gold, one to destroy the Market, two of income, three for the Barracks."""
    game = amanda()
    assert (game.actor, gold(game, 2), gold(game, 0)) == (2, 0, 7)
    play(game, "gold", "destroy:1:market")
    assert (gold(game, 2), city(game, 1), deck(game)[-1]) == (1, ["manor"], "market")
    play(game, "income")
    assert gold(game, 2) == 3
    play(game, "build:barracks")
    assert (gold(game, 2), city(game, 2)) == (0, ["prison", "school-of-magic", "barracks"])
    assert game.legal() == ("end",)  # powers and the one build are used; no income for the Barracks
    play(game, "end")
    assert (game.position()["round"], game.decision) == (2, "pick")


def test_the_robbery_comes_before_everything() -> None:
    """2016 2.1 item 1 (002:1138-1140): all gold of the stash, and nothing of what comes after."""
    game = amanda()
    play(game, "income", "gold")
    assert (gold(game, 2), gold(game, 0)) == (4, 7)


# ---- gathering


def test_gathering_is_compulsory_and_done_once() -> None:
    """2016 2.1 item 2 (002:338-341)."""
    game = table(player("thief"))
    assert "end" not in game.legal()
    play(game, "gold")
    assert (gold(game, 0), {"gold", "cards"} & set(game.legal()), "end" in game.legal()) == (2, set(), True)


def test_of_two_cards_one_is_kept_and_the_other_goes_under_the_deck() -> None:
    """2016 2.1 item 2 (002:339-341)."""
    game = play(table(player("thief"), deck=["palace", "temple", "market"]), "cards")
    assert (game.decision, game.legal()) == ("keep", ("keep:palace", "keep:temple"))
    play(game, "keep:palace")
    assert (hand(game, 0), deck(game)) == (["palace"], ["market", "temple"])


# ---- building


def test_building_needs_gathering_a_card_its_price_and_another_name() -> None:
    """2016 2.1 item 3 (002:343-354)."""
    game = table(player("thief", gold=2, hand=("castle", "palace", "tavern", "docks"), city=["tavern"]))
    assert labels(game, "build") == []
    play(game, "gold")
    assert labels(game, "build") == ["build:castle", "build:docks"]
    play(game, "build:castle")
    assert (gold(game, 0), city(game, 0), sorted(hand(game, 0))) == (0, ["tavern", "castle"], ["docks", "palace", "tavern"])


def test_building_before_gathering_is_a_reading_of_the_classic_summary() -> None:
    """2016 2.1 item 3, `turn_order_model` (002:343): after gathering, unless everything may be in any order."""
    held = player("thief", gold=9, hand=("castle",))
    assert [labels(table(held, rules={"turn_order_model": model}), "build") for model in ("s0_strict", "s1_free")] == [
        [],
        ["build:castle"],
    ]


# ---- powers and districts at any time, before gathering too

TARGET = player(gold=9, hand=("market",), city=["tavern", "docks"])
BEFORE = [
    (player("assassin"), "murder:king"),
    (player("magistrate"), "warrants:king:bishop:merchant"),
    (player("thief"), "rob:king"),
    (player("spy"), "spy:1:trade"),
    (player("blackmailer"), "threats:king:bishop"),
    (player("magician", hand=("manor",)), "swap:1"),
    (player("wizard"), "look:1"),
    (player("seer"), "seer"),
    (player("emperor"), "crown:1:gold"),
    (player("abbot", city=["temple"]), "income:1"),
    (player("abbot"), "tithe:1"),
    (player("cardinal", city=["temple"]), "income"),
    (player("merchant"), "bonus"),
    (player("trader", city=["harbor"]), "income"),
    (player("architect"), "bonus"),
    (player("navigator"), "bonus:gold"),
    (player("scholar"), "bonus"),
    (player("warlord", gold=9), "destroy:1:tavern"),
    (player("diplomat", city=["castle"]), "exchange:castle:1:docks"),
    (player("marshal", gold=9), "seize:1:docks"),
    (player("artist", gold=9, city=["manor", "temple"]), "beautify:manor"),
    (player("king", city=["manor"]), "income"),
    (player("thief", hand=("manor", "castle"), city=["laboratory"]), "lab:manor"),
    (player("thief", gold=9, city=["smithy"]), "smithy"),
    (player("thief", hand=("manor", "castle"), city=["museum"]), "museum:manor"),
    (player("thief", city=["armory"]), "armory:1:tavern"),
]


@pytest.mark.parametrize(("mine", "label"), BEFORE, ids=[f"{mine['characters'][0]}-{label}" for mine, label in BEFORE])
def test_powers_and_districts_without_a_moment_before_gathering_and_after_but_once(mine: dict[str, Any], label: str) -> None:
    """2016 2.1 items 4, 5, "before gathering?", A1 (002:364-368, 1015-1019), `abilities_before_gather`: any time, once a turn."""
    game = table(mine, TARGET, crown=3)
    assert label in game.legal()
    assert "gold" in game.legal()
    later = play(game.copy(), "gold")
    assert label in later.legal()
    kind = label.split(":")[0]
    assert labels(play(later, label), kind) == ["beautify:temple"] * (kind == "beautify")  # the Artist has two
    barred = table(mine, TARGET, crown=3, rules={"abilities_before_gather": False})
    assert set(barred.legal()) <= {"gold", "cards"}
    assert label in play(barred, "gold").legal()


def test_gathering_is_still_compulsory_after_a_power() -> None:
    """2016 2.1 item 2: a power does not stand for it."""
    game = play(table(player("warlord"), TARGET), "destroy:1:tavern")
    assert ("end" in game.legal(), {"gold", "cards"} <= set(game.legal())) == (False, True)


def test_three_must_gather_first() -> None:
    """2016 2.1 exceptions (002:1046, 1053, 1174): the Witch, the bewitched, the threatened."""
    gather = ("gold", "cards")
    districts = ["smithy", "laboratory", "museum", "armory"]
    rich: dict[str, Any] = {"gold": 9, "hand": ("manor",), "city": districts}
    witch = table(player("witch", **rich), player("king", **rich))
    assert witch.legal() == gather
    assert play(witch, "gold", "bewitch:king").legal() == gather
    game = threatened("king", "bishop", player("blackmailer"), player("king", **rich))
    assert (game.actor, game.legal()) == (1, gather)


def test_the_two_abilities_of_a_card_are_used_at_different_times() -> None:
    """2016 2.1 item 4, worked turn (002:446-460): destroy before gathering, income after building."""
    game = table(player("warlord", hand=("watchtower",), city=["prison"]), TARGET)
    play(game, "destroy:1:tavern", "gold", "build:watchtower", "income", "end")
    assert (gold(game, 0), city(game, 1)) == (3, ["docks"])


@pytest.mark.parametrize(("order", "left"), [(("income", "build:prison"), 2), (("build:prison", "income"), 3)])
def test_income_counts_the_city_at_its_moment_all_of_it_and_once(order: tuple[str, str], left: int) -> None:
    """2016 2.1 item 4 (002:1019-1024, 456-460): before the build or with it."""
    game = play(table(player("warlord", gold=1, hand=("prison",), city=["watchtower"]), TARGET), "gold", *order)
    assert (gold(game, 0), "income" in game.legal()) == (left, False)


def test_a_district_works_in_ones_own_turn_only() -> None:
    """2016 2.1 item 5 (002:1669-1670): its owner decides nothing in another's turn."""
    game = table(player("thief"), player("king", gold=9, hand=("manor",), city=["smithy", "laboratory", "armory"]))
    play(game, "gold")
    assert (game.actor, game.legal()) == (0, (*labels(game, "rob"), "end"))
    play(idle_until(game, 1), "smithy", "gold")
    assert "smithy" not in game.legal()


def test_poor_house_and_park_come_before_the_alchemists_refund() -> None:
    """2016 2.1 item 6 (002:1674-1677)."""
    alchemist = player("alchemist", gold=2, hand=("castle",), city=["poor-house", "park"])
    game = play(table(alchemist, deck=["docks", "harbor"]), "gold", "build:castle")
    assert (gold(game, 0), hand(game, 0)) == (0, [])
    play(game, "end")
    assert (gold(game, 0), sorted(hand(game, 0))) == (1 + 4, ["docks", "harbor"])


def test_the_refund_before_the_poor_house_is_another_reading() -> None:
    """2016 2.1 item 6, `eot_order`."""
    alchemist = player("alchemist", gold=2, hand=("castle",), city=["poor-house"])
    game = play(table(alchemist, rules={"eot_order": "tax_refund_poor_house_park"}), "gold", "build:castle", "end")
    assert gold(game, 0) == 4


def test_what_is_asked_and_what_happens_by_itself() -> None:
    """2016 A32: income is the player's choice; Poor House, Park, the Queen's gold and the tax on the token come unasked."""
    end = play(
        table(player("king", city=["poor-house", "park", "manor"]), deck=["docks", "harbor", "temple"]), "cards", "keep:docks", "end"
    )
    assert (gold(end, 0), hand(end, 0)) == (1, ["docks"])
    queen = table(player("queen"), player("king"), seats=5)
    assert gold(idle_until(queen, 0), 0) == 3
    collector = table(player("tax-collector"), tax=4)
    assert (gold(collector, 0), collector.position()["tax"]) == (4, 0)
    assert {"gold", "cards"} == set(queen.legal()) == set(collector.legal())


def test_the_crown_is_taken_in_the_turn_whenever() -> None:
    """2016 2.1 item 4, A2 (002:1280): at some point of the turn; here at its beginning, which nobody can distinguish."""
    assert crown(table(player("king"), crown=2)) == 0


def test_income_before_the_resumed_turn_is_none() -> None:
    """2016 2.1 pseudocode: the Witch's on-hold part has no income, no build and no end of turn; her resumed turn has all of them."""
    game = resumed("king", player("witch", gold=9, hand=("castle",), city=["manor", "park"]), player("king", city=["manor"]))
    assert {"income", "build:castle", "end"} == set(game.legal())
