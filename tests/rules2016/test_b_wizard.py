"""2016 3, rank 3: Wizard."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, hand, labels, play, player
from tests.rules2016.tables import table, warranted

OTHER = player(hand=("palace", "tavern"))


def wizard(*others: dict[str, Any], gold: int = 9, hand: tuple[str, ...] = (), city: list[Any] | None = None, **keys: Any) -> cs.Game:
    """The Wizard (seat 0) before gathering, the others beside him."""
    return table(player("wizard", gold=gold, hand=hand, city=city or []), *others, next_rank=3, **keys)


def test_the_wizard_looks_at_another_hand_and_adds_one_card_to_his_own() -> None:
    """2016 3 Wizard (002:1268-1270)."""
    game = wizard(OTHER, hand=("temple",))
    assert labels(game, "look") == ["look:1", "look:2", "look:3"]
    play(game, "gold", "look:1")
    assert (game.decision, labels(game, "take")) == ("wizard", ["take:palace", "take:tavern"])
    assert labels(play(game, "take:palace"), "look") == []
    assert (hand(game, 0), hand(game, 1), gold(game, 0)) == (["palace", "temple"], ["tavern"], 11)


def test_the_card_taken_may_be_built_at_once_for_its_price_beside_the_limit() -> None:
    """2016 3 Wizard, 2.2 (002:1270-1273)."""
    game = play(wizard(OTHER, hand=("temple", "manor")), "gold", "look:1", "take-build:tavern")
    assert (city(game, 0), gold(game, 0), hand(game, 1)) == (["tavern"], 10, ["palace"])
    play(game, "build:temple")
    assert (city(game, 0), labels(game, "build")) == (["tavern", "temple"], [])


def test_a_card_added_to_the_hand_is_built_within_the_limit() -> None:
    """2016 3 Wizard (002:1270-1273): only the immediate build is beside it."""
    game = play(wizard(OTHER, hand=("temple",)), "gold", "look:1", "take:tavern", "build:tavern")
    assert labels(game, "build") == []


def test_the_price_has_to_be_paid() -> None:
    """2016 3 Wizard (002:1269): pay to build it."""
    game = play(wizard(OTHER, gold=2), "gold", "look:1")
    assert game.legal() == ("take:palace", "take:tavern", "take-build:tavern")


@pytest.mark.parametrize("must", [True, False])
def test_a_wizard_who_has_looked_must_take_a_card(must: bool) -> None:
    """2016 A35, `wizard_must_take` (002:1268)."""
    game = play(wizard(OTHER, rules={"wizard_must_take": must}), "gold", "look:1")
    assert ("pass" in game.legal()) is not must
    if not must:
        play(game, "pass")
        assert (hand(game, 0), hand(game, 1), labels(game, "look")) == ([], ["palace", "tavern"], [])


def test_looking_at_an_empty_hand_brings_nothing() -> None:
    """2016 3 Wizard: he takes one if there is any."""
    game = play(wizard(player(), OTHER), "gold", "look:1")
    assert (game.decision, hand(game, 0), labels(game, "look")) == ("turn", [], [])


def test_the_wizard_need_not_look() -> None:
    """2016 2.1 (002:1014-1016)."""
    assert "end" in play(wizard(OTHER), "gold").legal()


@pytest.mark.parametrize("before", [True, False])
def test_building_at_once_before_gathering(before: bool) -> None:
    """2016 A13, `wizard_build_before_gather` (002:343, 1017-1019); looking and taking are free either way."""
    game = play(wizard(OTHER, rules={"wizard_build_before_gather": before}), "look:1")
    assert ("take-build:tavern" in game.legal()) is before
    assert {"take:palace", "take:tavern"} <= set(game.legal())
    if before:
        play(game, "take-build:tavern")
        assert (city(game, 0), gold(game, 0), labels(game, "build")) == (["tavern"], 8, [])


@pytest.mark.parametrize(
    ("reading", "from_hand", "after_one"),
    [("all_builds", True, True), ("taken_card", False, False), ("one_build", True, False)],
)
def test_how_many_identical_districts_he_may_build(reading: str, from_hand: bool, after_one: bool) -> None:
    """2016 D5, `wizard_duplicates` (002:1275-1276, 003:552; 004:634 has the singular): any number, from his hand too."""
    game = wizard(OTHER, hand=("tavern", "stables"), city=["tavern", "stables"], rules={"wizard_duplicates": reading})
    play(game, "gold")
    assert ("build:tavern" in game.legal(), "build:stables" in game.legal()) == (from_hand, from_hand)
    play(game, "look:1", "take-build:tavern")
    assert ("build:tavern" in game.legal(), "build:stables" in game.legal()) == (after_one, after_one)
    if after_one:
        play(game, "build:stables", "build:tavern")
        assert city(game, 0) == ["tavern", "stables", "tavern", "stables", "tavern"]


def test_identical_districts_are_for_his_turn_and_for_him() -> None:
    """2016 3 Wizard (002:1275): this turn, as with three players his other character learns."""
    rest = [player("thief", "king"), player("assassin", "bishop")]
    game = table(player("wizard", "architect", gold=9, hand=("tavern", "temple"), city=["tavern"]), *rest, seats=3, next_rank=7)
    assert labels(play(game, "gold"), "build") == ["build:temple"]


def test_the_factory_makes_a_unique_card_cheaper() -> None:
    """2016 3 Wizard, 4.2 Factory: normal prices."""
    game = wizard(player(hand=("library", "palace")), gold=3, city=["factory"])
    play(game, "gold", "look:1", "take-build:library")
    assert (city(game, 0), gold(game, 0)) == (["factory", "library"], 0)


def test_the_framework_builds_the_card_taken_instead_of_gold() -> None:
    """2016 3 Wizard, 4.2 Framework: beside the limit as well."""
    game = wizard(OTHER, gold=0, hand=("watchtower",), city=["framework"])
    play(game, "gold", "look:1", "take-build:palace:framework")
    assert (city(game, 0), gold(game, 0)) == (["palace"], 2)
    assert "build:watchtower" in game.legal()


def test_a_sacrifice_builds_the_necropolis_taken() -> None:
    """2016 3 Wizard, 4.2 Necropolis."""
    game = wizard(player(hand=("necropolis", "palace")), gold=0, city=["temple", "manor"])
    play(game, "gold", "look:1", "take-build:necropolis:sacrifice:temple")
    assert (city(game, 0), gold(game, 0), hand(game, 1)) == (["manor", "necropolis"], 2, ["palace"])


def test_the_thieves_den_taken_is_paid_for_in_cards_of_his_own_hand() -> None:
    """2016 3 Wizard, 4.2 Thieves' Den: all he holds may be spent, the Den itself lay in another hand."""
    game = wizard(player(hand=("thieves-den", "palace")), gold=2, hand=("temple", "manor"), deck=["docks"])
    play(game, "gold", "look:1")
    assert [label for label in game.legal() if "cards" in label] == ["take-build:thieves-den:cards:2"]
    play(game, "take-build:thieves-den:cards:2")
    assert (city(game, 0), gold(game, 0), hand(game, 0)) == (["thieves-den"], 0, [])
    assert (deck(game)[0], sorted(deck(game)[1:])) == ("docks", ["manor", "temple"])


def test_the_secret_vault_can_only_be_added_to_the_hand() -> None:
    """2016 3 Wizard, 4.2 Secret Vault: not with the Framework either."""
    game = play(wizard(player(hand=("secret-vault", "palace")), gold=0, city=["framework"]), "gold", "look:1")
    assert [label for label in game.legal() if "secret-vault" in label] == ["take:secret-vault"]


@pytest.mark.parametrize(("size", "fits"), [(4, True), (5, False)])
def test_the_monument_is_bound_to_its_limit(size: int, fits: bool) -> None:
    """2016 3 Wizard, 4.2 Monument."""
    mine: list[Any] = ["manor", "temple", "tavern", "watchtower", "market"][:size]
    game = play(wizard(player(hand=("monument", "palace")), city=mine), "gold", "look:1")
    assert ("take-build:monument" in game.legal()) is fits


def test_each_of_his_two_builds_is_taxed() -> None:
    """2016 3 Wizard, Tax Collector (002:1644-1645)."""
    game = wizard(OTHER, hand=("temple",), others=("tax-collector",))
    play(game, "gold", "look:1", "take-build:tavern")
    assert (gold(game, 0), game.position()["tax"]) == (9, 1)
    play(game, "build:temple")
    assert (gold(game, 0), game.position()["tax"]) == (7, 2)


def test_the_immediate_build_is_the_first_one_paid_for() -> None:
    """2016 3 Wizard, Magistrate (002:1126-1130): passed over, the next one is safe."""
    game = warranted("wizard", player("magistrate"), player("wizard", gold=9, hand=("temple",)), OTHER, blanks="king:bishop")
    play(game, "gold", "look:2", "take-build:tavern")
    assert (game.decision, game.actor) == ("warrant", 0)
    play(game, "pass", "build:temple")
    assert (game.decision, city(game, 1), city(game, 0)) == ("turn", ["tavern", "temple"], [])


@pytest.mark.parametrize("stays", [True, False])
def test_a_confiscated_immediate_build_does_not_use_the_limit(stays: bool) -> None:
    """2016 A21, `confiscated_uncounted_stay_uncounted`: by analogy with the Stables (002:1696-1698)."""
    rules = {"confiscated_uncounted_stay_uncounted": stays}
    wizard_seat = player("wizard", gold=9, hand=("temple",))
    game = warranted("wizard", player("magistrate"), wizard_seat, OTHER, blanks="king:bishop", rules=rules)
    play(game, "gold", "look:2", "take-build:tavern", "confiscate")
    assert (city(game, 0), city(game, 1), gold(game, 1), hand(game, 2)) == (["tavern"], [], 11, ["palace"])
    assert (labels(game, "build") == ["build:temple"]) is stays
