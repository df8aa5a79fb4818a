"""2016 3, rank 5: Cardinal."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, hand, labels, play, player
from tests.rules2016.tables import table, warranted


def cardinal(*others: dict[str, Any], gold: int = 0, hand: tuple[str, ...] = (), city: list[str] | None = None, **keys: Any) -> cs.Game:
    """The Cardinal (seat 0) after taking two gold, the others beside him."""
    return play(table(player("cardinal", gold=gold, hand=hand, city=city or []), *others, next_rank=5, **keys), "gold")


def loans(game: cs.Game) -> list[str]:
    return [label for label in game.legal() if ":cardinal:" in label]


def test_he_gains_a_card_for_each_religious_district() -> None:
    """2016 3 Cardinal (002:1410-1411), 4.2 School of Magic."""
    game = table(player("cardinal", city=["temple", "church", "school-of-magic", "manor"]), next_rank=5)
    play(game, "income")
    assert (hand(game, 0), gold(game, 0), labels(game, "income")) == (["docks", "harbor", "town-hall"], 0, [])


def test_he_takes_the_missing_gold_for_as_many_cards_and_builds() -> None:
    """2016 3 Cardinal (002:1413-1417): exactly what is missing, a card of his choice for each gold; the other is not asked."""
    game = cardinal(player(gold=5, hand=("castle",)), hand=("palace", "temple", "manor", "tavern", "market"))
    assert loans(game) == ["build:manor:cardinal:1", "build:palace:cardinal:1"]
    play(game, "build:palace:cardinal:1")
    assert (game.decision, game.actor) == ("give", 0)
    assert set(game.legal()) == {"give:manor", "give:temple", "give:tavern", "give:market"}
    play(game, "give:temple", "give:tavern", "give:manor")
    assert (game.decision, city(game, 0), gold(game, 0), gold(game, 1)) == ("turn", ["palace"], 0, 2)
    assert (hand(game, 0), hand(game, 1)) == (["market"], ["castle", "manor", "tavern", "temple"])


def test_it_is_for_who_lacks_gold() -> None:
    """2016 3 Cardinal (002:1413): a district he can pay himself he pays himself."""
    game = cardinal(player(gold=5), hand=("market", "temple", "manor"))
    assert loans(game) == ["build:manor:cardinal:1"]


@pytest.mark.parametrize(("rich", "lenders"), [((2, 1, 4), ["1", "3"]), ((1, 1, 1), [])], ids=["two could", "together they could"])
def test_one_player_has_to_have_all_that_is_missing(rich: tuple[int, ...], lenders: list[str]) -> None:
    """2016 3 Cardinal (002:1414-1415): from one player; no part of it from another."""
    game = cardinal(*[player(gold=each) for each in rich], hand=("castle", "temple", "tavern"))
    assert [label.split(":")[-1] for label in loans(game)] == lenders


@pytest.mark.parametrize(("cards", "can"), [(("castle", "temple"), False), (("castle", "temple", "castle"), True)])
def test_he_needs_a_card_for_each_gold_beside_the_district(cards: tuple[str, ...], can: bool) -> None:
    """2016 3 Cardinal (002:1415-1416): two are missing for the Castle; a second copy of it can be given."""
    game = cardinal(player(gold=5), hand=cards)
    assert ("build:castle:cardinal:1" in game.legal()) is can
    if can:
        play(game, "build:castle:cardinal:1")
        assert (city(game, 0), hand(game, 0), hand(game, 1)) == (["castle"], [], ["castle", "temple"])


@pytest.mark.parametrize(
    ("own", "label", "again"), [(1, "build:stables:cardinal:1", []), (2, "build:stables", ["build:tavern:cardinal:1"])]
)
def test_it_is_once_a_turn(own: int, label: str, again: list[str]) -> None:
    """2016 3 Cardinal, 2.1, 2.2 (002:1016-1017): after Stables on loan the build is left, but no second loan."""
    game = table(player("cardinal", gold=own, hand=("stables", "tavern", "temple")), player(gold=9), next_rank=5, deck=["docks"])
    play(game, "cards", label, *(["give:temple"] if own == 1 else []))
    assert (city(game, 0), gold(game, 0)) == (["stables"], 0)
    assert [each for each in loans(game) if "tavern" in each] == again


def test_he_builds_after_gathering_and_within_the_limit() -> None:
    """2016 2.1, 2.3 (002:343-350)."""
    start = table(player("cardinal", hand=("manor", "temple")), player(gold=9), next_rank=5)
    assert loans(start) == []
    game = cardinal(player(gold=9), hand=("temple", "castle", "tavern", "market"))
    assert loans(game) == ["build:castle:cardinal:1"]
    assert loans(play(game, "build:temple")) == []


def test_the_factorys_price_is_what_is_missing() -> None:
    """2016 3 Cardinal, 4.2 Factory."""
    game = cardinal(player(gold=2), hand=("smithy", "temple", "tavern"), city=["factory"])
    play(game, "build:smithy:cardinal:1")
    assert (city(game, 0), gold(game, 1), hand(game, 1)) == (["factory", "smithy"], 0, ["tavern", "temple"])


def test_what_he_may_not_build_he_may_not_borrow_for() -> None:
    """2016 2.3, 4.2 Monument, Secret Vault: identical districts, a Monument too late, the Vault."""
    cards = ("manor", "monument", "secret-vault", "temple", "tavern")
    game = cardinal(player(gold=9), hand=cards, city=["manor", "church", "market", "prison", "docks"])
    assert loans(game) == []


def test_the_thieves_den_may_be_paid_for_in_cards_and_borrowed_gold() -> None:
    """2016 A40, 3 Cardinal: what is missing after the cards used as payment; those go under the deck, the others to the lender."""
    cards = ("thieves-den", "temple", "tavern", "manor", "castle")
    game = cardinal(player(gold=5), hand=cards, deck=["docks"])
    assert {label.split(":cardinal")[0] for label in loans(game) if "den" in label} == {
        "build:thieves-den",
        *(f"build:thieves-den:cards:{n}" for n in (1, 2, 3)),
    }
    play(game, "build:thieves-den:cards:3:cardinal:1", "discard:temple", "discard:tavern", "discard:manor")
    assert (city(game, 0), gold(game, 0), gold(game, 1)) == (["thieves-den"], 0, 4)
    assert (hand(game, 0), hand(game, 1), sorted(deck(game))) == ([], ["castle"], ["docks", "manor", "tavern", "temple"])


def test_no_gold_is_left_to_be_taxed() -> None:
    """2016 3 Cardinal, Tax Collector (002:1645-1647)."""
    game = play(cardinal(player(gold=5), hand=("manor", "temple"), others=("tax-collector",)), "build:manor:cardinal:1")
    assert (city(game, 0), gold(game, 0), gold(game, 1), game.position()["tax"]) == (["manor"], 0, 4, 0)


@pytest.mark.parametrize(("undo", "cardinals", "lenders", "given"), [(False, 3, 4, ["temple"]), (True, 2, 5, [])])
def test_a_confiscated_district_leaves_him_the_gold(undo: bool, cardinals: int, lenders: int, given: list[str]) -> None:
    """2016 A18, `magistrate_undo_cardinal`: he keeps all that he paid and the cards stay given, or the exchange is undone."""
    rules = {"magistrate_undo_cardinal": undo}
    seat = player("cardinal", hand=("manor", "temple"))
    game = warranted("cardinal", player("magistrate"), seat, player(gold=5), rules=rules)
    play(game, "gold", "build:manor:cardinal:2")
    assert (game.decision, game.actor) == ("warrant", 0)
    play(game, "confiscate")
    assert (city(game, 0), city(game, 1), gold(game, 1), gold(game, 2), hand(game, 2)) == (["manor"], [], cardinals, lenders, given)


def test_he_need_not_borrow() -> None:
    """2016 2.1 (002:1014-1016)."""
    assert "end" in cardinal(player(gold=5), hand=("manor", "temple")).legal()
