"""Classic 3.2 Witch: her resumed turn as each of the other characters."""

from __future__ import annotations

import pytest

from tests.rules.dark_tables import BASE, dark, resumed
from tests.rules.tables import city, gold, hand, idle_until, labels, play, player

INCOMES = [
    ("king", ["manor", "castle"]),
    ("bishop", ["temple", "church"]),
    ("abbot", ["temple", "church"]),
    ("warlord", ["prison", "fortress"]),
    ("diplomat", ["prison", "fortress"]),
]


@pytest.mark.parametrize(("character", "districts"), INCOMES)
def test_her_income_is_that_of_the_character_from_her_city(character: str, districts: list[str]) -> None:
    """Classic 3.2 Witch item 3 (S0:529-532), Witch as King, Bishop, Abbot, Warlord, Diplomat: income from her districts."""
    game = resumed(character, player("witch", city=[*districts, "market"]), player(character, city=districts[:1]))
    play(game, "income")
    assert (gold(game, 0), gold(game, 1)) == (4, 2)
    assert "income" not in game.legal()


def test_as_merchant_she_has_his_income_and_his_extra_gold() -> None:
    """Classic 3.2 Witch item 3 (S0:533): one gold more, though her action lies before; his trade income."""
    game = resumed("merchant", player("witch", city=["tavern", "market"]), player("merchant", city=["harbor"]))
    assert (gold(game, 0), gold(game, 1)) == (3, 2)
    assert gold(play(game, "income"), 0) == 5


def test_as_king_she_has_the_income_and_the_kings_player_the_crown() -> None:
    """Classic 3.2 Witch, 1.9 (S0:551): the crown goes to the King's card at its call."""
    game = play(dark(player("witch"), player("king"), crown=3), "gold", "bewitch:king")
    assert (game.actor, game.position()["crown"]) == (1, 1)
    play(game, "gold", "end")
    assert (game.actor, game.decision, game.position()["crown"]) == (1, "pick", 1)


def test_as_emperor_she_moves_the_crown_and_takes_the_gift() -> None:
    """Classic 3.2 Witch, `witch_emperor` (S0:528): the Emperor's player moves nothing before she takes over."""
    game = dark(player("witch"), player("emperor"), player(gold=3), crown=3)
    play(game, "gold", "bewitch:emperor")
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert (game.actor, game.legal()) == (0, ("crown:1", "crown:2"))
    play(game, "crown:2")
    assert game.position()["crown"] == 2
    if game.decision == "gift":
        play(game, "gift:gold")
    assert (game.actor, gold(game, 0), gold(game, 2)) == (0, 3, 2)


def test_as_bishop_she_protects_her_city_and_his_is_bare() -> None:
    """Classic 3.2 Witch, 3.1 Bishop (S0:531-534): protection moves to the Witch's city."""
    game = resumed("bishop", player("witch", city=["tavern"]), player("bishop", city=["temple"]), player("warlord"))
    play(game, "end", "gold")
    assert labels(game, "destroy") == ["destroy:1:temple"]


def test_as_tax_collector_she_collects_for_the_rest_of_the_round_and_pays_nothing() -> None:
    """Classic 3.2 Witch, Tax Collector: the Witch collects, her own build is untaxed, the card's player gets nothing."""
    builder = player("merchant", gold=4, hand=("tavern",))
    game = resumed("tax-collector", player("witch", gold=4, hand=("temple",)), player("tax-collector"), builder)
    play(game, "build:temple", "end")
    assert (gold(game, 0), gold(game, 1)) == (5, 2)
    play(game, "gold", "build:tavern", "end")
    assert (gold(game, 0), gold(game, 1), gold(game, 2)) == (6, 2, 5)


def test_on_resuming_she_pays_the_tax_collector_for_what_she_builds() -> None:
    """Classic 3.2 Tax Collector (S0:535-537): taxes are paid with the Witch's gold, at the end of the resumed turn."""
    witch = player("witch", gold=4, hand=("tavern",))
    game = dark(witch, player("bishop", gold=4), player("tax-collector"))
    play(game, "gold", "bewitch:bishop", "gold", "end", "gold", "build:tavern")
    assert gold(game, 0) == 5
    play(game, "end")
    assert [gold(game, seat) for seat in range(3)] == [4, 6, 3]


def test_as_thief_she_names_and_receives() -> None:
    """Classic 3.2 Witch: the gold of the robbed goes to the Witch."""
    game = resumed("thief", player("witch"), player("thief"), player("king", gold=5))
    play(game, "rob:king", "end")
    assert (gold(game, 0), gold(game, 1), gold(game, 2)) == (7, 2, 0)


def test_as_thief_she_cannot_name_witch_thief_or_the_bewitched() -> None:
    """Classic 3.2 Witch (S0:553-555)."""
    game = resumed("thief", player("witch"), player("thief"))
    assert labels(game, "rob") == [f"rob:{name}" for name in BASE[2:]]


def test_the_thief_can_rob_neither_the_witch_nor_the_bewitched() -> None:
    """Classic 3.2 Witch (S0:553-555): robbery is barred."""
    game = play(dark(player("witch"), player("thief")), "gold", "bewitch:merchant", "gold")
    assert labels(game, "rob") == [f"rob:{name}" for name in ("magician", "king", "bishop", "architect", "warlord")]


def test_as_architect_she_draws_two_and_builds_three() -> None:
    """Classic 3.2 Witch item 3 (S0:533): bonus cards and the limit of three."""
    game = resumed(
        "architect", player("witch", gold=9, hand=("tavern", "temple", "market", "church")), player("architect"), deck=["prison"] * 3
    )
    assert hand(game, 0).count("prison") == 2
    play(game, "build:tavern", "build:temple", "build:market")
    assert game.legal() == ("end",)


def test_as_navigator_she_takes_the_four_and_builds_nothing() -> None:
    """Classic 3.2 Witch item 3, Navigator: his bonus and his bar on building."""
    game = resumed("navigator", player("witch", gold=9, hand=("tavern",)), player("navigator"))
    assert game.legal() == ("bonus:gold", "bonus:cards")
    play(game, "bonus:gold")
    assert (gold(game, 0), game.legal()) == (15, ("end",))


def test_as_alchemist_she_gets_back_what_she_built_for() -> None:
    """Classic 3.2 Witch item 3, Alchemist."""
    game = resumed("alchemist", player("witch", gold=3, hand=("castle",)), player("alchemist"))
    play(game, "build:castle", "end")
    assert gold(game, 0) == 5


def test_as_magician_she_swaps_her_own_hand() -> None:
    """Classic 3.2 Witch item 3, Magician."""
    game = resumed("magician", player("witch", hand=("tavern",)), player("magician"), player(hand=("castle", "manor")))
    play(game, "swap:2")
    assert (sorted(hand(game, 0)), hand(game, 2)) == (["castle", "manor"], ["tavern"])


def test_as_wizard_she_may_build_the_taken_card_and_another() -> None:
    """Classic 3.2 Witch item 3, Wizard: her action lies behind her, so the card may be built at once."""
    game = resumed("wizard", player("witch", gold=9, hand=("temple",)), player("wizard"), player(hand=("tavern", "palace")))
    play(game, "look:2", "take-build:tavern", "build:temple")
    assert (city(game, 0), gold(game, 0)) == (["tavern", "temple"], 9)


def test_as_warlord_she_destroys_and_is_the_warlord_for_the_graveyard() -> None:
    """Classic 3.2 Witch, 4.2 Graveyard: the clause "not the Warlord" bars the Witch, not the Warlord card's player."""
    witch, owner = player("witch", gold=3, city=["graveyard"]), player("warlord", city=["graveyard"])
    game = resumed("warlord", witch, owner, player(city=["market"]))
    play(game, "destroy:2:market")
    assert (game.actor, game.decision) == (1, "graveyard")
    play(game, "graveyard")
    assert (hand(game, 1), gold(game, 1), game.actor, game.legal()) == (["market"], 1, 0, ("end",))


def test_as_diplomat_she_exchanges_her_own_district() -> None:
    """Classic 3.2 Witch item 3, Diplomat: her district, her gold."""
    game = resumed("diplomat", player("witch", city=["tavern"]), player("diplomat", city=["temple"]), player(city=["manor"]))
    play(game, "exchange:tavern:2:manor")
    assert (city(game, 0), city(game, 2), gold(game, 0), gold(game, 2)) == (["manor"], ["tavern"], 0, 2)


def test_as_abbot_she_is_paid_by_the_richest() -> None:
    """Classic 3.2 Witch item 3, Abbot: she is the one whose gold is compared."""
    game = resumed("abbot", player("witch"), player("abbot", gold=1), player(gold=8))
    play(game, "tithe:2")
    assert (gold(game, 0), gold(game, 2)) == (3, 7)


def test_as_artist_she_beautifies_her_own_districts() -> None:
    """Classic 3.2 Witch item 3, Artist."""
    game = resumed("artist", player("witch", city=["tavern"]), player("artist", city=["temple"]))
    assert labels(game, "beautify") == ["beautify:tavern"]
    play(game, "beautify:tavern")
    assert (gold(game, 0), game.position()["players"][0]["city"][0]["beautified"]) == (1, True)


@pytest.mark.parametrize(("king", "paid"), [(2, 0), (4, 3)])
def test_as_queen_neighbours_are_counted_from_the_witchs_seat(king: int, paid: int) -> None:
    """Classic 3.2 Witch: as Queen it is the Witch who sits next to the King; seat 1, the Queen's, beside seat 2 gets nothing."""
    places = [player("witch"), player("queen"), *[player() for _ in range(3)]]
    places[king] = player("king")
    game = play(dark(*places, seats=5), "gold", "bewitch:queen")
    play(idle_until(game, 1), "gold")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (0, 2 + paid, 2)


@pytest.mark.parametrize("players", [2, 3])
def test_she_may_name_her_own_second_character(players: int) -> None:
    """Classic 3.2 Witch, 1.6: its call gives an action, then she resumes as it."""
    game = dark(player("witch", "merchant"), player("thief", "king"), seats=players)
    play(game, "gold", "bewitch:merchant")
    idle_until(game, 0)
    assert game.legal() == ("gold", "cards")
    play(game, "gold")
    assert (game.actor, gold(game, 0), "end" in game.legal(), "gold" in game.legal()) == (0, 5, True, False)
