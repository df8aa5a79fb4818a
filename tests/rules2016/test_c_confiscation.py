"""2016 4.2 with 3 Magistrate: which districts he can take, and what their builders keep; A19, A20, A21."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, hand, labels, play, player
from tests.rules2016.tables import SIX, warranted

DEN = "build:thieves-den"


def signed_on(character: str, builder: dict[str, Any], own: Any = (), *rest: dict[str, Any], **keys: Any) -> cs.Game:
    """The signed warrant lies on the builder's character (seat 1), who has gathered gold; `own` is the Magistrate's city (seat 0)."""
    return play(warranted(character, player("magistrate", city=own), {**builder, "characters": [character]}, *rest, **keys), "gold")


def may_confiscate(game: cs.Game) -> bool:
    """Whether the Magistrate is asked, in which case it is he who decides."""
    result = set(game.legal()) == {"confiscate", "pass"}
    assert result is (game.decision == "warrant")
    assert not result or game.actor == 0
    return result


# ---- Thieves' Den


def test_only_gold_comes_back_for_a_confiscated_den() -> None:
    """2016 4.2 Thieves' Den (002:1690-1692): not the cards."""
    game = signed_on("merchant", player(gold=2, hand=("thieves-den", "palace", "manor", "tavern")), deck=["docks"])
    play(game, f"{DEN}:cards:2", "discard:palace", "discard:manor")
    assert (may_confiscate(game), gold(game, 1)) == (True, 0)
    play(game, "confiscate")
    assert (city(game, 0), city(game, 1), gold(game, 1), hand(game, 1)) == (["thieves-den"], [], 4, ["tavern"])
    assert set(deck(game)[1:]) == {"palace", "manor"}


@pytest.mark.parametrize("paid", [True, False])
def test_a_den_paid_in_cards_alone(paid: bool) -> None:
    """2016 A19, `den_all_cards_is_paid`: can be taken and is the first one paid for; or neither, and the next build is the first."""
    cards = ("thieves-den", *["palace"] * 6, "tavern")
    game = signed_on("architect", player(hand=cards), rules={"den_all_cards_is_paid": paid})
    play(game, f"{DEN}:cards:6", *["discard:palace"] * 6)
    assert may_confiscate(game) is paid
    if paid:
        play(game, "pass")
    play(game, "build:tavern")
    assert may_confiscate(game) is not paid


def test_a_den_paid_with_one_gold_is_paid_by_either_reading() -> None:
    """2016 A19: it concerns a den paid in cards only."""
    cards = ("thieves-den", *["palace"] * 5)
    game = signed_on("merchant", player(hand=cards), rules={"den_all_cards_is_paid": False})
    assert may_confiscate(play(game, f"{DEN}:cards:5"))


# ---- built for nothing


@pytest.mark.parametrize(("label", "own"), [("build:palace:framework", "framework"), ("build:necropolis:sacrifice:keep", "keep")])
def test_what_was_built_for_nothing_cannot_be_taken_but_the_next_can(label: str, own: str) -> None:
    """2016 4.2 Framework, Necropolis (002:1700-1703, 1714-1717): nor does it count as the first district paid for."""
    game = signed_on("architect", player(gold=9, hand=("palace", "necropolis", "tavern", "temple"), city=[own]))
    play(game, label)
    assert (may_confiscate(game), len(city(game, 1))) == (False, 1)
    play(game, "build:tavern")
    assert may_confiscate(game)
    play(game, "confiscate", "build:temple")
    assert (may_confiscate(game), city(game, 0), city(game, 1)[1:]) == (False, ["tavern"], ["temple"])


def test_a_necropolis_paid_in_gold_can_be_taken() -> None:
    """2016 4.2 Necropolis (002:1714): only without paying its cost it cannot."""
    game = play(signed_on("merchant", player(gold=3, hand=("necropolis",), city=["keep"])), "build:necropolis")
    assert may_confiscate(game)
    play(game, "confiscate")
    assert (city(game, 0), city(game, 1), gold(game, 1)) == (["necropolis"], ["keep"], 5)


def test_what_the_factory_saves_is_not_paid_back() -> None:
    """2016 4.2 Factory, 3 Magistrate: the gold paid."""
    game = play(signed_on("merchant", player(gold=3, hand=("smithy",), city=["factory"])), "build:smithy")
    coins = gold(game, 1)
    assert gold(play(game, "confiscate"), 1) == coins + 4


# ---- what he cannot have


def test_his_quarry_does_not_help_the_magistrate() -> None:
    """2016 4.2 Quarry (002:1723-1726): and the next district is safe then."""
    game = signed_on("architect", player(gold=9, hand=("tavern", "temple")), ["tavern", "quarry"])
    assert not may_confiscate(play(game, "build:tavern"))
    assert not may_confiscate(play(game, "build:temple"))


def test_the_builders_quarry_builds_what_the_magistrate_takes() -> None:
    """2016 4.2 Quarry: a duplicate of the builder's is none of the Magistrate's."""
    game = play(signed_on("merchant", player(gold=9, hand=("tavern",), city=["tavern", "quarry"])), "build:tavern", "confiscate")
    assert (city(game, 0), city(game, 1)) == (["tavern"], ["tavern", "quarry"])


@pytest.mark.parametrize("respects", [True, False])
@pytest.mark.parametrize(("size", "late"), [(4, False), (5, True)])
def test_confiscating_the_monument(size: int, late: bool, respects: bool) -> None:
    """2016 A20, `confiscate_respects_monument_limit`: he builds it, so that five districts of his are too many; or not."""
    rules = {"confiscate_respects_monument_limit": respects}
    game = play(signed_on("merchant", player(gold=3, hand=("monument",)), SIX[:size], rules=rules), "build:monument")
    assert may_confiscate(game) is not (late and respects)


def test_a_confiscated_monument_counts_as_two_there() -> None:
    """2016 4.2 Monument, A20, 5 Trigger: by the other reading it may complete the Magistrate's city."""
    rules = {"confiscate_respects_monument_limit": False}
    game = signed_on("merchant", player(gold=3, hand=("monument",)), SIX[:5], rules=rules)
    play(game, "build:monument", "confiscate")
    assert (len(city(game, 0)), game.position()["completed"]) == (6, [0])


# ---- whether a confiscated district has used the limit


def test_confiscated_stables_leave_the_build() -> None:
    """2016 4.2 Stables (002:1696-1698)."""
    game = play(signed_on("bishop", player(gold=9, hand=("stables", "tavern"))), "build:stables", "confiscate")
    assert (city(game, 0), labels(game, "build")) == (["stables"], ["build:tavern"])


def test_another_confiscated_district_has_used_the_build() -> None:
    """2016 3 Magistrate: it still uses up one of the builder's builds."""
    game = play(signed_on("bishop", player(gold=9, hand=("manor", "tavern"))), "build:manor", "confiscate")
    assert (city(game, 0), gold(game, 1), labels(game, "build")) == (["manor"], 11, [])


@pytest.mark.parametrize(("stay", "builds"), [(True, ["build:manor", "build:temple"]), (False, [])])
def test_a_confiscated_trade_district_of_the_trader(stay: bool, builds: list[str]) -> None:
    """2016 A21, `confiscated_uncounted_stay_uncounted`: as with Stables, or it uses the limit after all."""
    rules = {"confiscated_uncounted_stay_uncounted": stay}
    game = signed_on("trader", player(gold=9, hand=("tavern", "manor", "temple")), rules=rules)
    play(game, "build:tavern", "confiscate")
    assert (city(game, 0), labels(game, "build")) == (["tavern"], builds)


@pytest.mark.parametrize(("stay", "builds"), [(True, ["build:manor"]), (False, [])])
def test_a_confiscated_immediate_build_of_the_wizard(stay: bool, builds: list[str]) -> None:
    """2016 A21, `confiscated_uncounted_stay_uncounted`."""
    rules = {"confiscated_uncounted_stay_uncounted": stay}
    game = signed_on("wizard", player(gold=9, hand=("manor",)), (), player(hand=("temple",)), rules=rules, blanks="bishop:merchant")
    play(game, "look:2", "take-build:temple", "confiscate")
    assert (city(game, 0), city(game, 1), labels(game, "build")) == (["temple"], [], builds)


@pytest.mark.parametrize("stay", [True, False])
def test_confiscated_stables_by_either_reading(stay: bool) -> None:
    """2016 A21: their own ruling is printed (002:1696-1698)."""
    rules = {"confiscated_uncounted_stay_uncounted": stay}
    game = play(signed_on("bishop", player(gold=9, hand=("stables", "tavern")), rules=rules), "build:stables", "confiscate")
    assert labels(game, "build") == ["build:tavern"]


# ---- tax, and what a confiscated district does


def test_the_magistrate_pays_the_tax_of_the_stables_he_takes() -> None:
    """2016 3 Tax Collector (002:1664-1665), 4.2 Stables: if he has gold; the builder does not."""
    game = signed_on("bishop", player(gold=9, hand=("stables",)), others=("tax-collector",))
    before = (gold(game, 0), gold(game, 1))
    play(game, "build:stables", "confiscate")
    assert (gold(game, 0), gold(game, 1), game.position()["tax"]) == (before[0] - 1, before[1], 1)


def test_a_confiscated_museum_or_quarry_serves_the_magistrate() -> None:
    """2016 3 Magistrate: it is in his city, never in the builder's."""
    game = play(signed_on("architect", player(gold=20, hand=("quarry", "tavern"), city=["tavern"])), "build:quarry", "confiscate")
    assert (city(game, 0), labels(game, "build")) == (["quarry"], [])
