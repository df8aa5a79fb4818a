"""2016 4.2 Park and Poor House, School of Magic; A32: what is asked and what comes by itself."""

from __future__ import annotations

import pytest

from tests.rules.tables import city, gold, hand, idle_until, labels, play, player
from tests.rules2016.tables import resumed, table

# ---- Park


@pytest.mark.parametrize(("cards", "held"), [((), 2), (("manor",), 1), (("manor", "temple"), 2)])
def test_the_park_gives_two_cards_to_an_empty_hand(cards: tuple[str, ...], held: int) -> None:
    """2016 4.2 Park: only to a hand without any card."""
    game = play(table(player("king", city=["park"], hand=cards), deck=["docks", "harbor", "palace"]), "gold")
    assert len(hand(game, 0)) == len(cards)
    assert len(hand(play(game, "end"), 0)) == held


def test_the_hand_is_looked_at_when_the_turn_ends() -> None:
    """2016 4.2 Park: after building, not before."""
    game = play(table(player("king", gold=2, city=["park"], hand=("manor",))), "gold", "build:manor")
    assert hand(game, 0) == []
    assert sorted(hand(play(game, "end"), 0)) == ["docks", "harbor"]


def test_the_park_works_in_each_of_two_turns() -> None:
    """2016 4.2 Park: each turn, so twice a round with two players."""
    seat = player("assassin", "thief", city=["park", "laboratory"], hand=("temple",))
    game = table(seat, player("king", "bishop"), seats=2, deck=["tavern", "market", "palace", "castle"])
    play(game, "gold", "build:temple", "end")
    assert hand(game, 0) == ["market", "tavern"]
    play(game, "gold", "build:tavern", "lab:market")
    assert hand(game, 0) == []
    assert hand(play(game, "end"), 0) == ["castle", "palace"]


def test_the_poor_house_pays_again_in_the_second_turn() -> None:
    """2016 4.2 Poor House: for each turn that ends without gold."""
    seat = player("assassin", "thief", city=["poor-house"], hand=("tavern",))
    game = play(table(seat, player("king", "bishop"), seats=2, deck=["palace"] * 6), "cards", "end")
    assert gold(game, 0) == 1
    play(game, "cards", "build:tavern")
    assert gold(game, 0) == 0
    assert gold(play(game, "end"), 0) == 1


# ---- Poor House


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (2, 2)])
def test_the_poor_house_gives_one_gold_to_who_has_none(before: int, after: int) -> None:
    """2016 4.2 Poor House."""
    game = play(table(player("king", gold=before, city=["poor-house"])), "cards", "keep:docks", "end")
    assert gold(game, 0) == after


def test_gold_on_districts_is_not_the_stash() -> None:
    """2016 4.2 Poor House, 0.4 Stash (002:1973-1975)."""
    game = table(player("artist", gold=2, city=["poor-house", "manor"]))
    play(game, "cards", "keep:docks", "beautify:manor", "beautify:poor-house")
    assert gold(game, 0) == 0
    assert gold(play(game, "end"), 0) == 1


def test_the_poor_house_comes_after_the_tax() -> None:
    """2016 4.2 Poor House, 3 Tax Collector: the tax is paid right after the build, so it may leave nothing."""
    seats = (player("king", gold=2, city=["poor-house"], hand=("manor",)), player("tax-collector"))
    game = play(table(*seats), "gold", "build:manor")
    assert (gold(game, 0), game.position()["tax"]) == (0, 1)
    assert gold(play(game, "end"), 0) == 1


@pytest.mark.parametrize(("order", "left"), [("tax_poor_house_park_refund", 4), ("tax_refund_poor_house_park", 3)])
def test_the_poor_house_comes_before_the_alchemists_refund(order: str, left: int) -> None:
    """2016 4.2 Poor House, 2.1 step 6 (002:1674-1677), `eot_order`: an Alchemist who has spent all gets both."""
    seat = player("alchemist", gold=1, city=["poor-house"], hand=("manor",))
    game = play(table(seat, rules={"eot_order": order}), "gold", "build:manor")
    assert gold(game, 0) == 0
    assert gold(play(game, "end"), 0) == left


# ---- who has no end of turn


def test_a_witch_who_does_not_resume_has_neither() -> None:
    """2016 4.2 Park, Poor House (002:1672-1674, 1719-1721): nobody holds the bewitched character."""
    game = table(player("witch", city=["park", "poor-house"]), player("bishop"), deck=["palace"] * 4)
    play(game, "gold", "bewitch:king")
    assert (game.actor, hand(game, 0), gold(game, 0)) == (1, [], 2)
    play(game, "gold", "end")
    assert (game.position()["round"], hand(game, 0), gold(game, 0)) == (2, [], 2)
    game = table(player("witch", city=["poor-house"]), player("bishop"), deck=["palace"] * 4)
    play(game, "cards", "bewitch:king", "gold", "end")
    assert (game.position()["round"], gold(game, 0)) == (2, 0)


def test_a_witch_who_resumes_has_both_at_the_end_of_that_turn() -> None:
    """2016 4.2 Park, Poor House, 3 Witch: of her own city, once."""
    witch = player("witch", city=["park", "poor-house"], hand=("market",))
    game = resumed("king", witch, player("king"), deck=["palace"] * 4)
    assert hand(game, 0) == ["market"]
    play(game, "build:market")
    assert (hand(game, 0), gold(game, 0)) == ([], 0)
    play(game, "end")
    assert (hand(game, 0), gold(game, 0)) == (["palace"] * 2, 1)


def test_the_bewitched_and_the_killed_have_neither() -> None:
    """2016 4.2 Park, Poor House, 3 Witch, Assassin."""
    victim = player("king", city=["park", "poor-house"])
    for label, before in (("bewitch:king", player("witch")), ("murder:king", player("assassin"))):
        game = table(before, victim, player("bishop"), deck=["palace"] * 6)
        play(game, "gold", label)
        if label.startswith("murder"):
            play(game, "end")
            assert (game.actor, gold(game, 1), hand(game, 1)) == (2, 0, [])
        else:
            play(game, "gold")
            assert (game.actor, gold(game, 1), hand(game, 1)) == (0, 2, [])


def test_a_killed_owner_stays_poor() -> None:
    """2016 4.2 Poor House, 3 Assassin: to the end of the round."""
    game = table(player("assassin"), player("bishop", city=["poor-house", "park"]), deck=["palace"] * 6)
    play(game, "gold", "murder:bishop", "end")
    assert (game.position()["round"], gold(game, 1), hand(game, 1)) == (2, 0, [])


# ---- School of Magic


@pytest.mark.parametrize(
    ("character", "own", "coins", "cards"),
    [
        ("king", "manor", 2, 0),
        ("emperor", "manor", 2, 0),
        ("patrician", "manor", 0, 2),
        ("bishop", "temple", 2, 0),
        ("cardinal", "temple", 0, 2),
        ("merchant", "tavern", 2, 0),
        ("trader", "tavern", 2, 0),
        ("warlord", "prison", 2, 0),
        ("diplomat", "prison", 2, 0),
        ("marshal", "prison", 2, 0),
    ],
)
def test_the_school_of_magic_counts_for_every_income(character: str, own: str, coins: int, cards: int) -> None:
    """2016 4.2 School of Magic: as the type that its owner chooses, beside a district of that type."""
    game = play(table(player(character, city=["school-of-magic", own])), "income")
    assert (gold(game, 0), len(hand(game, 0))) == (coins, cards)
    assert "income" not in game.legal()


def test_the_abbot_takes_either_resource_for_it() -> None:
    """2016 4.2 School of Magic (002:1694): one of either."""
    game = table(player("abbot", city=["school-of-magic"]))
    assert labels(game, "income") == ["income:0", "income:1"]
    learned, rich = play(game.copy(), "income:0"), play(game, "income:1")
    assert (gold(learned, 0), len(hand(learned, 0)), gold(rich, 0), len(hand(rich, 0))) == (0, 1, 1, 0)


@pytest.mark.parametrize("character", ["assassin", "thief", "spy", "magician", "alchemist", "architect", "scholar", "queen", "artist"])
def test_it_is_no_income_of_its_own(character: str) -> None:
    """2016 4.2 School of Magic: only for abilities that gain resources for districts."""
    seats = 5 if character == "queen" else 4
    assert "income" not in table(player(character, city=["school-of-magic"]), seats=seats).legal()


def test_it_is_no_trade_district_for_the_traders_builds() -> None:
    """2016 4.2 School of Magic, 3 Trader: building it uses the limit."""
    game = table(player("trader", gold=9, hand=("school-of-magic", "manor", "tavern")))
    play(game, "gold", "build:school-of-magic")
    assert labels(game, "build") == ["build:tavern"]


def test_it_counts_in_the_turn_it_was_built() -> None:
    """2016 4.2 School of Magic, A33."""
    game = play(table(player("king", gold=4, hand=("school-of-magic",))), "gold", "build:school-of-magic", "income")
    assert (gold(game, 0), city(game, 0)) == (1, ["school-of-magic"])


# ---- A32


def test_park_and_poor_house_are_not_asked_about() -> None:
    """2016 A32: automatic at the last useful moment."""
    game = play(table(player("king", city=["park", "poor-house"]), player("bishop"), deck=["palace"] * 4), "cards")
    assert not [label for label in game.legal() if label.startswith(("park", "poor-house"))]
    play(game, "end")
    assert (game.actor, gold(game, 0)) == (1, 1)


def test_income_is_a_choice() -> None:
    """2016 A32, 2.1: a turn may end without it."""
    game = play(table(player("king", city=["manor"]), player("bishop")), "gold")
    assert {"income", "end"} <= set(game.legal())
    assert gold(play(game, "end"), 0) == 2


def test_the_queens_gold_and_the_tax_come_by_themselves() -> None:
    """2016 A32: automatic."""
    seats = (player("king"), player("queen"), player("bishop"))
    game = idle_until(table(*seats, seats=5), 1)
    assert gold(game, 1) == 3
    game = idle_until(table(player("king"), player("tax-collector"), tax=4), 1)
    assert (gold(game, 1), game.position()["tax"]) == (4, 0)
