"""2016 3 Witch: the table of what she does as each bewitched character, and what its player keeps."""

from __future__ import annotations

import pytest

from tests.rules.tables import city, crown, gold, hand, idle_until, labels, play, player
from tests.rules2016.tables import BASE, resumed, table


def test_as_thief_she_names_ranks_3_and_up_and_gets_the_gold() -> None:
    """2016 3 Witch, row Thief: not the Thief, who is the bewitched one; the Thief's player gets nothing."""
    game = resumed("thief", player("witch"), player("thief", gold=1), player("king", gold=5))
    assert labels(game, "rob") == [f"rob:{name}" for name in BASE[2:]]
    play(game, "rob:king", "end")
    assert [gold(game, seat) for seat in range(3)] == [2 + 5, 1 + 2, 0]


def test_as_spy_she_spies_on_anybody_else_the_bewitched_included() -> None:
    """2016 3 Witch, row Spy."""
    game = resumed("spy", player("witch"), player("spy", hand=("manor",)), deck=["docks"])
    assert {label.split(":")[1] for label in labels(game, "spy")} == {"1", "2", "3"}
    play(game, "spy:1:noble")
    assert (gold(game, 0), gold(game, 1), hand(game, 0)) == (3, 1, ["docks"])


def test_as_blackmailer_she_assigns_is_bribed_and_takes_on_later_turns() -> None:
    """2016 3 Witch, row Blackmailer (002:1073-1075), D9: a bribe on one turn, the flower's gold on another; her player gets nothing."""
    game = resumed("blackmailer", player("witch"), player("blackmailer"), player("king", gold=3), player("merchant", gold=4))
    named = {name for label in labels(game, "threats") for name in label.split(":")[1:]}
    assert named == set(BASE[2:])
    play(game, "threats:merchant:king", "end", "gold", "bribe")
    assert [gold(game, seat) for seat in range(3)] == [2 + 2, 2, 3]
    play(game, "end", "gold", "refuse")
    assert (game.actor, game.decision) == (0, "threat")
    play(game, "reveal")
    assert (game.actor, [gold(game, seat) for seat in range(4)]) == (3, [4 + 6, 2, 3, 0])


def test_as_blackmailer_she_may_reveal_any_threat_not_only_the_flower() -> None:
    """2016 3 Witch, D9: asked whenever a threatened player does not pay, with the blank as with the flower (002:1073-1075, 1180)."""
    game = resumed("blackmailer", player("witch"), player("blackmailer"), player("king", gold=3))
    play(game, "threats:merchant:king", "end", "gold", "refuse")
    assert (game.actor, game.legal()) == (0, ("reveal", "pass"))
    play(game, "reveal")
    assert (game.actor, gold(game, 2)) == (2, 5)


def test_as_magician_she_swaps_or_redraws_her_own_hand() -> None:
    """2016 3 Witch, row Magician: the bewitched player is another player."""
    game = resumed("magician", player("witch", hand=("docks",)), player("magician", hand=("castle", "manor")))
    assert labels(game, "swap") == ["swap:1", "swap:2", "swap:3"]
    play(game, "swap:1")
    assert (sorted(hand(game, 0)), hand(game, 1)) == (["castle", "manor"], ["docks"])


def test_as_wizard_she_takes_a_card_of_the_bewitched_and_builds_it() -> None:
    """2016 3 Witch, row Wizard: from any other hand, paid with her gold, beside the limit of one; she has gathered."""
    game = resumed("wizard", player("witch", gold=5, hand=("temple",), city=["castle"]), player("wizard", hand=("castle",)))
    play(game, "look:1", "take-build:castle", "build:temple")
    assert (city(game, 0), gold(game, 0), hand(game, 1)) == (["castle", "castle", "temple"], 2, [])


def test_as_seer_she_takes_from_all_others_and_gives_back() -> None:
    """2016 3 Witch, row Seer: from the bewitched player, too; her limit is two."""
    game = resumed("seer", player("witch", gold=9, hand=("temple",)), player("seer", hand=("castle",)), player(hand=("docks",)))
    play(game, "seer", "give:1:docks", "give:2:castle")
    assert (hand(game, 1), hand(game, 2), hand(game, 0)) == (["docks"], ["castle"], ["temple"])


@pytest.mark.parametrize(("name", "gained"), [("king", (4, 0)), ("patrician", (2, 2))])
def test_as_king_or_patrician_she_has_the_income_and_its_player_the_crown(name: str, gained: tuple[int, int]) -> None:
    """2016 3 Witch, rows King, Patrician (002:1077, 1291, 1342): her noble districts; no crown for her."""
    game = resumed(name, player("witch", city=["manor", "castle", "tavern"]), player(name, city=["palace"]), crown=3)
    assert crown(game) == 1
    play(game, "income")
    assert (gold(game, 0), len(hand(game, 0))) == gained
    play(game, "end")
    assert (crown(game), gold(game, 1), hand(game, 1), game.actor) == (1, 2, [], 1)


def test_as_emperor_she_crowns_and_takes() -> None:
    """2016 3 Witch, row Emperor (002:1078-1079): neither herself nor the holder; the resource is hers; she must."""
    game = resumed("emperor", player("witch", city=["manor"]), player("emperor"), player(gold=3, hand=("docks",)), crown=3)
    assert [*labels(game, "crown"), *labels(game, "income")] == ["crown:1:gold", "crown:2:gold", "crown:2:card", "income"]
    assert "end" not in game.legal()
    play(game, "crown:2:card", "income", "end")
    assert (hand(game, 0), gold(game, 0), gold(game, 1), hand(game, 2)) == (["docks"], 3, 2, [])
    assert game.position()["crown"] == 2


@pytest.mark.parametrize(("allowed", "receivers"), [(True, {"1", "2"}), (False, {"2"})])
def test_as_emperor_she_may_crown_the_emperors_player(allowed: bool, receivers: set[str]) -> None:
    """2016 3 Witch, A10, `witch_emperor_may_crown_emperor_player`."""
    rules = {"witch_emperor_may_crown_emperor_player": allowed}
    game = resumed("emperor", player("witch"), player("emperor"), crown=3, rules=rules)
    assert {label.split(":")[1] for label in labels(game, "crown")} == receivers


def test_as_emperor_with_nobody_left_to_crown_she_ends_her_turn() -> None:
    """2016 A10: of three players one is she, one the Emperor's, one the holder; by the strict reading the crown stays."""
    rules = {"witch_emperor_may_crown_emperor_player": False}
    game = resumed("emperor", player("witch"), player("emperor"), player(), seats=3, crown=2, rules=rules)
    assert game.legal() == ("end",)
    play(game, "end")
    assert game.position()["crown"] == 2


@pytest.mark.parametrize(("reading", "actor"), [("witch", 0), ("emperor_player", 1)])
def test_who_moves_the_bewitched_emperors_crown(reading: str, actor: int) -> None:
    """2016 3 Witch, row Emperor, `witch_emperor`."""
    game = table(player("witch"), player("emperor"), player(gold=1), crown=3, rules={"witch_emperor": reading, "emperor_time": "on_call"})
    play(game, "gold", "bewitch:emperor")
    if reading == "witch":
        play(game, "gold")
    assert (game.actor, [label[:7] for label in game.legal()][-1]) == (actor, "crown:2")


@pytest.mark.parametrize(("reading", "targets"), [("witch_only", ["destroy:1:temple"]), ("both", [])])
def test_as_bishop_her_city_is_protected_and_not_the_bishops(reading: str, targets: list[str]) -> None:
    """2016 3 Witch, row Bishop (002:1381-1385), `witch_bishop`."""
    seats = (player("witch", city=["church"]), player("bishop", city=["temple"]), player("warlord", gold=9))
    game = resumed("bishop", *seats, rules={"witch_bishop": reading})
    assert gold(play(game, "income"), 0) == 3
    play(game, "end", "gold")
    assert (game.actor, labels(game, "destroy")) == (2, targets)


def test_as_abbot_she_mixes_and_is_compared_with_the_richest() -> None:
    """2016 3 Witch, row Abbot: income from her city, the test on her stash."""
    witch, abbot = player("witch", city=["temple", "church"]), player("abbot", gold=1, city=["cathedral"])
    game = resumed("abbot", witch, abbot, player(gold=8), deck=["docks"])
    play(game, "income:1", "tithe:2")
    assert (gold(game, 0), hand(game, 0), gold(game, 2)) == (4, ["docks"], 7)
    rich = resumed("abbot", player("witch", gold=9), player("abbot"), player(gold=8))
    assert labels(rich, "tithe") == []


def test_as_cardinal_she_borrows_from_anybody_else() -> None:
    """2016 3 Witch, row Cardinal: the bewitched player, too; income in cards from her religious districts."""
    witch = player("witch", hand=("palace", "docks", "harbor", "manor"), city=["temple"])
    game = resumed("cardinal", witch, player("cardinal", gold=2), player(gold=3), deck=["market"])
    assert [label for label in labels(game, "build") if "palace" in label] == ["build:palace:cardinal:1", "build:palace:cardinal:2"]
    play(game, "income", "build:palace:cardinal:1")
    while game.decision == "give":
        play(game, game.legal()[0])
    assert (city(game, 0), gold(game, 0), gold(game, 1), len(hand(game, 1)), len(hand(game, 0))) == (["temple", "palace"], 0, 1, 3, 1)


def test_as_merchant_she_has_income_and_the_extra_gold() -> None:
    """2016 3 Witch, row Merchant, D10 (002:1056-1057): the extra gold is the Merchant's, and hers now."""
    game = resumed("merchant", player("witch", city=["tavern", "market"]), player("merchant", city=["harbor"]))
    play(game, "income", "bonus")
    assert (gold(game, 0), gold(game, 1)) == (2 + 2 + 1, 2)


def test_as_trader_she_has_income_and_builds_trade_districts_without_limit() -> None:
    """2016 3 Witch, row Trader, D10: no extra gold for the Trader."""
    game = resumed("trader", player("witch", gold=9, hand=("tavern", "docks", "temple", "church"), city=["market"]), player("trader"))
    assert ("bonus" in game.legal(), "income" in game.legal()) == (False, True)
    play(game, "income", "build:tavern", "build:temple", "build:docks")
    assert (gold(game, 0), labels(game, "build")) == (12 - 5, [])


def test_as_alchemist_she_has_back_what_she_paid_in_the_resumed_turn() -> None:
    """2016 3 Witch, row Alchemist: her building, not her Smithy; its player nothing."""
    witch = player("witch", gold=4, hand=("castle",), city=["smithy"])
    game = play(resumed("alchemist", witch, player("alchemist", gold=1)), "build:castle", "smithy", "end")
    assert (gold(game, 0), gold(game, 1)) == (4, 3)


def test_as_architect_or_scholar_she_draws_and_builds_more() -> None:
    """2016 3 Witch, rows Architect, Scholar: two cards and three builds; seven cards, one kept, and two builds."""
    cheap = ("tavern", "temple", "market", "church")
    game = play(resumed("architect", player("witch", gold=20, hand=cheap), player("architect"), deck=["prison"] * 3), "bonus")
    assert (len(hand(game, 0)), len(hand(game, 1))) == (6, 0)
    play(game, "build:tavern", "build:temple", "build:market")
    assert labels(game, "build") == []
    scholar = play(resumed("scholar", player("witch", gold=20, hand=cheap), player("scholar")), "bonus")
    assert (scholar.decision, len(scholar.legal())) == ("keep", 7)
    play(scholar, scholar.legal()[0], "build:tavern", "build:temple")
    assert (len(hand(scholar, 0)), labels(scholar, "build")) == (3, [])


@pytest.mark.parametrize(("bonus", "gained"), [("bonus:gold", (4, 0)), ("bonus:cards", (0, 4))])
def test_as_navigator_she_takes_four_and_cannot_build(bonus: str, gained: tuple[int, int]) -> None:
    """2016 3 Witch, row Navigator (002:1066-1067): no district at all, Stables neither."""
    game = resumed("navigator", player("witch", gold=9, hand=("tavern", "stables")), player("navigator"))
    assert labels(game, "build") == []
    play(game, bonus)
    assert (gold(game, 0) - 11, len(hand(game, 0)) - 2, game.legal()) == (*gained, ("end",))


def test_as_warlord_she_pays_and_may_destroy_the_bewitched_players_district() -> None:
    """2016 3 Witch, row Warlord: income from her city, her gold."""
    game = resumed("warlord", player("witch", city=["prison"]), player("warlord", city=["castle"]))
    play(game, "income", "destroy:1:castle")
    assert (gold(game, 0), city(game, 1)) == (0, [])


def test_as_diplomat_she_exchanges_a_district_of_hers() -> None:
    """2016 3 Witch, row Diplomat: her district, her gold to the owner."""
    game = resumed("diplomat", player("witch", city=["tavern"]), player("diplomat", city=["manor"]))
    play(game, "exchange:tavern:1:manor")
    assert (city(game, 0), city(game, 1), gold(game, 0), gold(game, 1)) == (["manor"], ["tavern"], 0, 4)


def test_as_marshal_she_seizes_for_her_city() -> None:
    """2016 3 Witch, row Marshal: three gold to the owner."""
    game = resumed("marshal", player("witch", gold=1, city=["prison"]), player("marshal", city=["manor", "castle"]))
    assert labels(game, "seize") == ["seize:1:manor"]
    play(game, "income", "seize:1:manor")
    assert (city(game, 0), gold(game, 0), gold(game, 1)) == (["prison", "manor"], 1, 5)


@pytest.mark.parametrize(("king", "paid"), [(2, 0), (4, 3)])
def test_as_queen_she_is_paid_by_her_own_seat(king: int, paid: int) -> None:
    """2016 3 Witch, row Queen, A26: seat 1, the Queen's, is next to seat 2; seat 0, the Witch's, to seat 4."""
    seats = [player("witch"), player("queen"), player(), player(), player()]
    seats[king] = player("king")
    game = play(table(*seats, seats=5), "gold", "bewitch:queen")
    play(idle_until(game, 1), "gold")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (0, 2 + paid, 2)


def test_rank_4_bewitched_still_counts_for_the_queen() -> None:
    """2016 3 Queen: its player has revealed it; the Witch sits elsewhere."""
    seats = [player("king"), player("queen"), player(), player("witch"), player()]
    game = play(table(*seats, seats=5), "gold", "bewitch:king", "gold", "end")
    assert (game.actor, gold(game, 1)) == (1, 3)


def test_as_artist_she_beautifies_her_own_districts() -> None:
    """2016 3 Witch, row Artist."""
    game = resumed("artist", player("witch", city=["tavern", "temple"]), player("artist", city=["castle"]))
    assert labels(game, "beautify") == ["beautify:tavern", "beautify:temple"]
    play(game, "beautify:tavern", "beautify:temple")
    assert (gold(game, 0), [place["beautified"] for place in game.position()["players"][0]["city"]]) == (0, [True, True])


def test_as_tax_collector_she_takes_the_token_and_pays_nothing() -> None:
    """2016 3 Witch, row Tax Collector, A27: no tax in the resumed turn; the bewitched player gets nothing."""
    game = resumed("tax-collector", player("witch", gold=1, hand=("tavern",)), player("tax-collector"), tax=5)
    assert (gold(game, 0), game.position()["tax"]) == (1 + 2 + 5, 0)
    play(game, "build:tavern")
    assert (gold(game, 0), gold(game, 1), game.position()["tax"]) == (7, 2, 0)
