"""2016 4.2 Factory, Framework, Necropolis, Stables, and A38: building for less, for nothing, beyond the limit."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, deck, gold, hand, labels, play, player, score
from tests.rules2016.tables import FIRST_GAME, final, table


def builder(character: str = "king", coins: int = 0, city: tuple[Any, ...] = (), cards: tuple[str, ...] = (), **keys: Any) -> cs.Game:
    """Seat 0 after gathering, with so much gold in all."""
    game = table(player(character, gold=max(0, coins - 2), city=city, hand=cards), **keys)
    return play(game, "gold")


def builds(game: cs.Game) -> set[str]:
    return set(labels(game, "build"))


# ---- Factory


@pytest.mark.parametrize(("district", "paid"), [("palace", 5), ("park", 5), ("stables", 1), ("smithy", 4), ("keep", 2)])
def test_the_factory_makes_other_unique_districts_cheaper(district: str, paid: int) -> None:
    """2016 4.2 Factory: one gold less, no basic district."""
    game = play(builder(coins=9, city=("factory",), cards=(district,)), f"build:{district}")
    assert gold(game, 0) == 9 - paid


def test_the_factory_itself_costs_five() -> None:
    """2016 4.2 Factory: any other unique district."""
    assert builds(builder(coins=4, cards=("factory",))) == set()
    game = builder(coins=5, city=("factory", "quarry"), cards=("factory",))
    assert gold(play(game, "build:factory"), 0) == 0


def test_the_discount_lets_build_what_would_be_too_dear() -> None:
    """2016 4.2 Factory."""
    assert builds(builder(coins=4, city=("factory",), cards=("smithy", "park", "palace"))) == {"build:smithy"}


def test_only_its_owner_pays_less() -> None:
    """2016 4.2 Factory: you."""
    game = table(player("king", gold=2, hand=("smithy",)), player(city=["factory"]))
    assert builds(play(game, "gold")) == set()


def test_the_factory_changes_no_cost_but_the_price_of_building() -> None:
    """2016 4.2 Factory: the Warlord's price, the Diplomat's difference and the points are those of the printed cost."""
    game = table(player("warlord", gold=9, city=["factory"]), player(city=["smithy"]))
    assert gold(play(game, "destroy:1:smithy"), 0) == 5
    game = table(player("diplomat", gold=9, city=["factory", "tavern"]), player(city=["smithy"]))
    assert gold(play(game, "exchange:tavern:1:smithy"), 0) == 5
    assert score(final(player(city=["factory", "smithy"]), completed=[3]), 0)["districts"] == 10


def test_the_wizard_builds_a_unique_district_for_less() -> None:
    """2016 4.2 Factory: also in the Wizard's immediate build."""
    game = table(player("wizard", gold=4, city=["factory"]), player(hand=("smithy",)))
    assert gold(play(game, "look:1", "take-build:smithy"), 0) == 0


def test_the_cardinal_borrows_what_is_missing_of_the_lower_price() -> None:
    """2016 4.2 Factory, 3 Cardinal: missing is counted after it."""
    seats = (player("cardinal", gold=1, city=["factory"], hand=("smithy", "manor")), player(gold=5))
    game = play(table(*seats), "gold")
    assert "build:smithy:cardinal:1" in builds(game)
    play(game, "build:smithy:cardinal:1")
    assert (gold(game, 0), gold(game, 1), hand(game, 1), city(game, 0)) == (0, 4, ["manor"], ["factory", "smithy"])


def test_the_alchemist_gets_back_the_lower_price() -> None:
    """2016 4.2 Factory, 3 Alchemist: what was paid."""
    game = builder("alchemist", coins=6, city=("factory",), cards=("park",))
    assert gold(play(game, "build:park", "end"), 0) == 6


# ---- Framework


def test_the_framework_is_destroyed_instead_of_paying() -> None:
    """2016 4.2 Framework: any cost and type; it goes under the deck and uses the turn's build."""
    game = builder(city=("framework", "tavern"), cards=("palace", "thieves-den", "stables"), deck=["docks"])
    assert builds(game) == {"build:palace:framework", "build:thieves-den:framework", "build:stables:framework", "build:stables"}
    play(game, "build:palace:framework")
    assert (city(game, 0), gold(game, 0), deck(game), hand(game, 0)) == (
        ["tavern", "palace"],
        2,
        ["docks", "framework"],
        ["stables", "thieves-den"],
    )


def test_the_framework_builds_no_secret_vault() -> None:
    """2016 4.2 Framework, Secret Vault: it cannot be built, by any means."""
    assert builds(builder(coins=30, city=("framework", "factory"), cards=("secret-vault",))) == set()


def test_the_framework_waits_for_gathering_like_any_build() -> None:
    """2016 4.2 Framework, 2.1 step 3: it is a build."""
    assert builds(table(player("king", city=["framework"], hand=("palace",)))) == set()


def test_the_navigator_cannot_use_framework_necropolis_or_stables() -> None:
    """2016 4.2 Framework, Stables, 2.2, 3 Navigator: he builds nothing, even without his four."""
    seat = player("navigator", gold=9, city=["framework"], hand=("palace", "necropolis", "stables", "thieves-den"))
    for counts in (True, False):
        game = play(table(seat, rules={"sacrifice_build_counts": counts}), "gold")
        assert builds(game) == set()
        assert builds(play(game, "bonus:gold")) == set()


def test_other_effects_remain_the_navigators() -> None:
    """2016 3 Navigator: Smithy, Laboratory, Armory, Museum."""
    seat = player("navigator", gold=2, city=["smithy", "laboratory", "armory", "museum"], hand=("manor",))
    effects = {"smithy", "lab:manor", "museum:manor", "armory:1:temple"}
    assert effects <= set(table(seat, player(city=["temple"])).legal())


def test_the_framework_respects_identical_districts() -> None:
    """2016 4.2 Framework, 2.3: a build like any other; a Quarry helps."""
    assert builds(builder(city=("framework", "manor"), cards=("manor",))) == set()
    assert builds(builder(city=("framework", "manor", "quarry"), cards=("manor",))) == {"build:manor:framework"}


@pytest.mark.parametrize(("label", "own"), [("build:palace:framework", "framework"), ("build:necropolis:sacrifice:manor", "manor")])
def test_a_build_for_nothing_is_taxed(label: str, own: str) -> None:
    """2016 4.2 Framework, Necropolis, 3 Tax Collector: one gold of those at hand."""
    game = builder(city=(own,), cards=("palace", "necropolis"), others=("tax-collector",))
    play(game, label)
    assert (gold(game, 0), game.position()["tax"]) == (1, 1)


@pytest.mark.parametrize(("label", "own"), [("build:palace:framework", "framework"), ("build:necropolis:sacrifice:manor", "manor")])
def test_there_is_nothing_to_return_to_the_alchemist(label: str, own: str) -> None:
    """2016 4.2 Framework, 3 Alchemist."""
    game = builder("alchemist", coins=3, city=(own,), cards=("palace", "necropolis"))
    assert gold(play(game, label, "end"), 0) == 3


def test_the_wizard_may_destroy_the_framework_for_the_card_he_takes() -> None:
    """2016 4.2 Framework, 3 Wizard: normal price rules; not counted, so that he builds once more."""
    seats = (player("wizard", city=["framework"], hand=("tavern",)), player(hand=("palace", "temple")))
    game = play(table(*seats), "gold", "look:1")
    assert set(labels(game, "take-build")) == {"take-build:palace:framework", "take-build:temple", "take-build:temple:framework"}
    play(game, "take-build:palace:framework", "build:tavern")
    assert (city(game, 0), gold(game, 0), hand(game, 1)) == (["palace", "tavern"], 1, ["temple"])


# ---- Necropolis


def test_the_necropolis_may_be_built_for_any_own_district() -> None:
    """2016 4.2 Necropolis: Keep, Framework and Monument too, or another's in no case."""
    own = ("keep", "framework", "monument", "palace")
    game = builder(city=own, cards=("necropolis",), deck=["docks"])
    assert builds(game) == {*(f"build:necropolis:sacrifice:{id}" for id in own), "build:necropolis:framework"}
    play(game, "build:necropolis:sacrifice:keep")
    assert (city(game, 0), gold(game, 0), deck(game)) == (["framework", "monument", "palace", "necropolis"], 2, ["docks", "keep"])


def test_the_necropolis_may_be_paid_for_too() -> None:
    """2016 4.2 Necropolis: it can be built by destroying; five gold otherwise."""
    game = builder(coins=5, city=("manor",), cards=("necropolis",))
    assert builds(game) == {"build:necropolis", "build:necropolis:sacrifice:manor"}
    assert (gold(play(game, "build:necropolis"), 0), city(game, 0)) == (0, ["manor", "necropolis"])


def test_without_a_district_there_is_nothing_to_sacrifice() -> None:
    """2016 4.2 Necropolis: own districts only."""
    assert builds(builder(cards=("necropolis",))) == set()


def test_a_sacrifice_for_the_seventh_district_completes_nothing() -> None:
    """2016 4.2 Necropolis, 5: one goes, one comes."""
    own = ("manor", "castle", "temple", "church", "tavern", "market")
    game = play(builder(city=own, cards=("necropolis",)), "build:necropolis:sacrifice:market")
    assert (len(city(game, 0)), game.position()["completed"]) == (6, [])


def test_the_wizard_may_sacrifice_for_the_necropolis_he_takes() -> None:
    """2016 4.2 Necropolis, 3 Wizard."""
    game = table(player("wizard", city=["tavern"]), player(hand=("necropolis",)))
    play(game, "gold", "look:1", "take-build:necropolis:sacrifice:tavern")
    assert (city(game, 0), gold(game, 0), hand(game, 1)) == (["necropolis"], 2, [])


# ---- Stables, and what the limit counts


def test_the_stables_do_not_count_toward_the_limit() -> None:
    """2016 4.2 Stables, 2.2: before the turn's one build or after it."""
    before = play(builder(coins=9, cards=("stables", "manor", "tavern")), "build:stables")
    assert builds(before) == {"build:manor", "build:tavern"}
    after = play(builder(coins=9, cards=("stables", "manor", "tavern")), "build:tavern")
    assert builds(after) == {"build:stables"}
    assert builds(play(before, "build:manor")) == set()


@pytest.mark.parametrize(("character", "limit"), [("king", 1), ("seer", 2), ("scholar", 2), ("architect", 3)])
def test_the_stables_come_on_top_of_every_limit(character: str, limit: int) -> None:
    """2016 4.2 Stables, 2.2."""
    cards = ("temple", "tavern", "watchtower", "prison")
    game = builder(character, coins=20, cards=(*cards, "stables"))
    play(game, *(f"build:{id}" for id in cards[:limit]))
    assert builds(game) == {"build:stables"}


def test_the_stables_are_paid_and_taxed() -> None:
    """2016 4.2 Stables: only the limit is spared."""
    game = play(builder(coins=5, cards=("stables",), others=("tax-collector",)), "build:stables")
    assert (gold(game, 0), game.position()["tax"]) == (2, 1)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize(("label", "own"), [("build:palace:framework", "framework"), ("build:necropolis:sacrifice:manor", "manor")])
def test_whether_a_build_for_nothing_uses_the_limit(label: str, own: str, counts: bool) -> None:
    """2016 A38, `sacrifice_build_counts`: they replace only the payment, or are builds beyond the limit."""
    game = builder(coins=3, city=(own,), cards=("palace", "necropolis", "tavern"), rules={"sacrifice_build_counts": counts})
    assert ("build:tavern" in builds(play(game, label))) is not counts


@pytest.mark.parametrize(("counts", "legal"), [(True, False), (False, True)])
def test_a_build_for_nothing_after_the_limit(counts: bool, legal: bool) -> None:
    """2016 A38, `sacrifice_build_counts`: needs the limit, or does not."""
    cards = ("palace", "necropolis", "tavern")
    game = builder(coins=3, city=("framework",), cards=cards, rules={"sacrifice_build_counts": counts})
    play(game, "build:tavern")
    assert ({"build:palace:framework", "build:necropolis:sacrifice:framework"} <= builds(game)) is legal


def test_a_variant_may_say_other_costs() -> None:
    """2016 7 Poor House, Factory: what a printing costs stands in `costs`."""
    variant = cs.load_variant("citadels-2016", {"costs.factory": 6})
    assert (FIRST_GAME.at(4).costs["factory"], variant.at(4).costs["factory"]) == (5, 6)
    seat = {"characters": ["king"], "gold": 6, "hand": ["factory"]}
    game = cs.Game.from_position(variant, {"players": [seat, {}, {}, {}]})
    assert gold(play(game, "gold", "build:factory"), 0) == 2
