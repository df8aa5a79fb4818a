"""2016 4.2 Thieves' Den, Monument, Quarry and Secret Vault; A7, A40."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, hand, labels, play, player
from tests.rules2016.tables import SIX, resumed, table

DEN = "build:thieves-den"


def builder(character: str = "king", coins: int = 2, city: tuple[Any, ...] = (), cards: tuple[str, ...] = (), **keys: Any) -> cs.Game:
    """Seat 0 after gathering, with so much gold in all."""
    return play(table(player(character, gold=coins - 2, city=city, hand=cards), **keys), "gold")


def builds(game: cs.Game) -> set[str]:
    return set(labels(game, "build"))


# ---- Thieves' Den

WAYS = [
    (2, 3, set()),
    (2, 4, {4}),
    (2, 6, {4, 5, 6}),
    (4, 3, {2, 3}),
    (6, 2, {None, 1, 2}),
    (6, 0, {None}),
    (9, 8, {None, 1, 2, 3, 4, 5, 6}),
]


@pytest.mark.parametrize(("coins", "spare", "ways"), WAYS)
def test_how_much_of_the_den_may_be_paid_in_cards(coins: int, spare: int, ways: set[int | None]) -> None:
    """2016 4.2 Thieves' Den: part or all of six, a card for a gold, and never with itself."""
    game = builder(coins=coins, cards=("thieves-den", *["palace"] * spare))
    result = {label for label in builds(game) if label.startswith(DEN)}
    assert result == {DEN if n is None else f"{DEN}:cards:{n}" for n in ways}


def test_the_cards_are_chosen_and_go_under_the_deck() -> None:
    """2016 4.2 Thieves' Den: the rest is paid in gold; the Secret Vault is a card too."""
    game = builder(coins=5, cards=("thieves-den", "palace", "manor", "secret-vault"), deck=["docks"])
    play(game, f"{DEN}:cards:2")
    assert (game.decision, set(game.legal())) == ("give", {"discard:palace", "discard:manor", "discard:secret-vault"})
    play(game, "discard:secret-vault", "discard:manor")
    assert (city(game, 0), hand(game, 0), gold(game, 0)) == (["thieves-den"], ["palace"], 1)
    assert (deck(game)[0], set(deck(game)[1:])) == ("docks", {"secret-vault", "manor"})


def test_all_six_may_be_cards() -> None:
    """2016 4.2 Thieves' Den: all of its cost; what is no choice is not asked."""
    game = play(builder(cards=("thieves-den", *["manor"] * 6)), f"{DEN}:cards:6")
    assert (game.decision, city(game, 0), hand(game, 0), gold(game, 0)) == ("turn", ["thieves-den"], [], 2)


def test_with_a_factory_it_costs_five() -> None:
    """2016 4.2 Thieves' Den, Factory: total 5, in gold and cards."""
    game = builder(coins=3, city=("factory",), cards=("thieves-den", *["palace"] * 7))
    assert {label for label in builds(game) if label.startswith(DEN)} == {f"{DEN}:cards:{n}" for n in (2, 3, 4, 5)}
    assert gold(play(game, f"{DEN}:cards:2"), 0) == 0


def test_no_other_district_is_paid_in_cards() -> None:
    """2016 4.2 Thieves' Den: its cost only."""
    game = builder(coins=2, city=("thieves-den",), cards=("palace", *["manor"] * 6))
    assert builds(game) == set()


def test_the_den_waits_for_gathering_and_uses_the_limit() -> None:
    """2016 4.2 Thieves' Den, 2.1: a normal build."""
    seat = player("king", gold=6, hand=("thieves-den", "tavern", "market"))
    assert builds(table(seat)) == set()
    assert builds(play(table(seat), "gold", f"{DEN}:cards:1", "discard:market")) == set()


def test_the_alchemist_gets_no_card_back() -> None:
    """2016 4.2 Thieves' Den, 3 Alchemist: only the gold."""
    game = builder("alchemist", coins=5, cards=("thieves-den", "palace", "palace"))
    play(game, f"{DEN}:cards:2")
    assert gold(game, 0) == 1
    play(game, "end")
    assert (gold(game, 0), hand(game, 0)) == (5, [])


def test_the_wizard_pays_the_den_with_cards_of_his_own_hand() -> None:
    """2016 4.2 Thieves' Den, 3 Wizard: the den itself is not in his hand, so that each of his cards may pay."""
    seats = (player("wizard", gold=4, hand=("palace", "manor")), player(hand=("thieves-den", "temple")))
    game = play(table(*seats), "look:1")
    assert {label for label in game.legal() if "thieves-den" in label} == {"take:thieves-den", "take-build:thieves-den:cards:2"}
    play(game, "take-build:thieves-den:cards:2")
    assert (city(game, 0), gold(game, 0), hand(game, 0), hand(game, 1)) == (["thieves-den"], 0, [], ["temple"])


def test_the_tax_comes_after_the_cards() -> None:
    """2016 4.2 Thieves' Den, 3 Tax Collector: gold kept by paying with cards is there to be taxed."""
    game = builder(coins=2, cards=("thieves-den", *["manor"] * 6), others=("tax-collector",))
    play(game, f"{DEN}:cards:6")
    assert (gold(game, 0), game.position()["tax"]) == (1, 1)


# ---- with the Cardinal


def test_cards_for_the_den_and_a_loan_together() -> None:
    """2016 A40, 3 Cardinal: missing is counted after the cards used as payment; both sets of cards are chosen."""
    seats = (player("cardinal", hand=("thieves-den", "palace", "manor", "temple", "tavern")), player(gold=3))
    game = play(table(*seats, deck=["docks"]), "gold")
    assert {label for label in builds(game) if label.startswith(DEN)} == {
        f"{DEN}:cards:4",
        *(f"{DEN}:cards:{n}:cardinal:1" for n in (1, 2, 3)),
    }
    play(game, f"{DEN}:cards:2:cardinal:1")
    assert (game.decision, set(game.legal())) == ("give", {f"discard:{id}" for id in ("palace", "manor", "temple", "tavern")})
    play(game, "discard:palace", "discard:manor")
    assert (city(game, 0), gold(game, 0), gold(game, 1)) == (["thieves-den"], 0, 1)
    assert (hand(game, 0), hand(game, 1), sorted(deck(game)[1:])) == ([], ["tavern", "temple"], ["manor", "palace"])


# Gold, the lender's gold, cards beside the den; how many cards may pay where the rest is a loan (0: the loan alone).
MIXES = [(2, 3, 4, {1, 2, 3}), (2, 1, 4, {3}), (2, 9, 4, {0, 1, 2, 3}), (2, 9, 3, set()), (5, 9, 1, {0}), (5, 9, 2, {0}), (6, 9, 4, set())]


@pytest.mark.parametrize(("coins", "lender", "spare", "ways"), MIXES)
def test_which_mixes_of_cards_and_loan_there_are(coins: int, lender: int, spare: int, ways: set[int]) -> None:
    """2016 A40, 3 Cardinal: exactly the missing gold of one player, a card for each, besides the den and the cards that pay."""
    seats = (player("cardinal", gold=coins - 2, hand=("thieves-den", *["palace"] * spare)), player(gold=lender))
    result = {label for label in builds(play(table(*seats), "gold")) if label.startswith(DEN) and "cardinal" in label}
    assert result == {f"{DEN}:cards:{n}:cardinal:1" if n else f"{DEN}:cardinal:1" for n in ways}


# ---- Monument


@pytest.mark.parametrize(("size", "legal"), [(4, True), (5, False), (6, False)])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_monument_cannot_be_built_into_a_city_of_five(size: int, legal: bool, seats: int) -> None:
    """2016 4.2 Monument, A7: five is printed, also where eight districts complete a city."""
    characters = ("king", "warlord") if seats == 2 else ("king",)
    seat = player(*characters, gold=2, city=SIX[:size], hand=("monument",))
    game = table(seat, player("bishop"), seats=seats)
    assert ("build:monument" in play(game, "gold").legal()) is legal


@pytest.mark.parametrize(("limit", "legal"), [(5, False), (6, True)])
def test_the_monuments_limit_is_a_switch(limit: int, legal: bool) -> None:
    """2016 A7, `monument_limit`."""
    game = builder(coins=4, city=SIX[:5], cards=("monument",), rules={"monument_limit": limit})
    assert ("build:monument" in builds(game)) is legal


@pytest.mark.parametrize(("reading", "legal"), [("before_sacrifice", False), ("after_sacrifice", True)])
def test_when_the_monuments_limit_is_counted(reading: str, legal: bool) -> None:
    """2016 A7, `monument_check`: the Framework is one of the five, or is gone already."""
    game = builder(city=(*SIX[:4], "framework"), cards=("monument",), rules={"monument_check": reading})
    assert ("build:monument:framework" in builds(game)) is legal


def test_the_monument_counts_itself_once_for_other_buildings() -> None:
    """2016 4.2 Monument: as two only toward completion; it may be beside four, and further districts beside it."""
    game = builder("architect", coins=9, city=SIX[:4], cards=("monument", "prison"))
    play(game, "build:monument")
    assert game.position()["completed"] == []
    play(game, "build:prison")
    assert (len(city(game, 0)), game.position()["completed"]) == (6, [0])


@pytest.mark.parametrize(("seats", "cards", "complete"), [(4, 5, False), (4, 6, True), (3, 6, False), (3, 7, True), (2, 7, True)])
def test_the_monument_counts_as_two_toward_completion(seats: int, cards: int, complete: bool) -> None:
    """2016 4.2 Monument, 0.4: seven districts, or eight with two or three players."""
    own = ("monument", *SIX, "watchtower", "prison")[: cards - 1]
    characters = ("king", "warlord") if seats < 4 else ("king",)
    game = play(table(player(*characters, gold=9, city=own, hand=("barracks",)), player("bishop"), seats=seats), "gold", "build:barracks")
    assert game.position()["completed"] == ([0] if complete else [])


@pytest.mark.parametrize("character", ["warlord", "diplomat", "marshal"])
@pytest.mark.parametrize(("size", "safe"), [(4, False), (5, True)])
def test_a_city_that_a_monument_completes_is_safe_from_rank_8(character: str, size: int, safe: bool) -> None:
    """2016 4.2 Monument, 3 Rank 8: six districts are a completed city."""
    game = table(player(character, gold=20, city=["watchtower"]), player(city=["monument", *SIX[:size]]))
    result = [label for label in game.legal() if label.split(":")[0] in ("destroy", "exchange", "seize") and ":1:" in label]
    assert (result == []) is safe


def test_an_immediate_or_borrowed_build_has_the_limit_too() -> None:
    """2016 4.2 Monument: the Wizard may only take it; the Cardinal may not borrow for it."""
    game = play(table(player("wizard", gold=9, city=SIX[:5]), player(hand=("monument", "manor", "docks"))), "look:1")
    assert [label for label in game.legal() if "monument" in label] == ["take:monument"]
    seats = (player("cardinal", city=SIX[:5], hand=("monument", "palace", "palace")), player(gold=9))
    assert builds(play(table(*seats), "gold")) == set()
    seats = (player("cardinal", city=SIX[:4], hand=("monument", "palace", "palace")), player(gold=9))
    assert builds(play(table(*seats), "gold")) == {"build:monument:cardinal:1"}


def test_the_witch_has_the_limit_too() -> None:
    """2016 4.2 Monument: whoever builds."""
    witch = player("witch", gold=5, city=SIX[:5], hand=("monument",))
    assert builds(resumed("king", witch, player("king"))) == set()


# ---- Quarry


def test_with_a_quarry_any_number_of_identical_districts() -> None:
    """2016 4.2 Quarry (002:1723-1726)."""
    own = ("quarry", "manor", "manor", "manor")
    assert builds(builder(coins=9, city=own, cards=("manor", "quarry"))) == {"build:manor", "build:quarry"}
    assert builds(builder(coins=9, city=own[1:], cards=("manor",))) == set()


def test_two_of_a_name_in_one_turn() -> None:
    """2016 4.2 Quarry: an Architect with it builds both, without it one."""
    for own, n in ((("quarry",), 2), ((), 1)):
        game = builder("architect", coins=9, city=own, cards=("docks", "docks"))
        play(game, *["build:docks"] * n)
        assert (builds(game), city(game, 0).count("docks")) == (set(), n)


def test_duplicates_stay_when_the_quarry_leaves() -> None:
    """2016 4.2 Quarry: but no more can be built."""
    own = ["quarry", "manor", "manor"]
    game = table(player("warlord", gold=9), player("artist", gold=9, city=own, hand=("manor",)), others=("queen", "artist"))
    play(game, "destroy:1:quarry", "gold", "end", "gold")
    assert (city(game, 1), builds(game)) == (["manor", "manor"], set())


# ---- Secret Vault


@pytest.mark.parametrize("character", ["king", "architect", "wizard", "cardinal"])
def test_the_secret_vault_cannot_be_built(character: str) -> None:
    """2016 4.2 Secret Vault: by nobody, whatever he has."""
    seats = (player(character, gold=28, city=["framework", "factory", "quarry"], hand=("secret-vault",)), player(gold=9))
    assert builds(play(table(*seats), "gold")) == set()


def test_the_wizard_only_takes_the_secret_vault() -> None:
    """2016 4.2 Secret Vault, 3 Wizard."""
    game = play(table(player("wizard", gold=28, city=["framework"]), player(hand=("secret-vault", "manor"))), "gold", "look:1")
    assert [label for label in game.legal() if "secret-vault" in label] == ["take:secret-vault"]
    assert hand(play(game, "take:secret-vault"), 0) == ["secret-vault"]


def test_the_secret_vault_is_unique_for_the_spy() -> None:
    """2016 4.2 Secret Vault, 3 Spy."""
    game = table(player("spy"), player(gold=5, hand=("secret-vault", "keep", "manor")))
    play(game, "spy:1:unique")
    assert (gold(game, 0), gold(game, 1), len(hand(game, 0)), len(hand(game, 1))) == (2, 3, 2, 3)
