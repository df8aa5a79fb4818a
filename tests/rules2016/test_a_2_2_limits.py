"""2016 2.1 (must and may), 2.2 and 2.3: what is compulsory, how much is built, and what counts as building."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS
from tests.rules.tables import city, gold, idle_until, labels, play, player
from tests.rules2016.tables import resumed, table, warranted

CHEAP = ("watchtower", "temple", "prison", "church", "manor")
"""Five districts that no character builds beside the limit."""
LIMITS = {"seer": 2, "scholar": 2, "architect": 3, "navigator": 0}
"""All others build one (2016 2.2)."""


def build_all(game: cs.Game) -> list[str]:
    """Build the first legal district again and again; what was built."""
    built = []
    while labels(game, "build"):
        built.append(labels(game, "build")[0])
        play(game, built[-1])
    return built


@pytest.mark.parametrize("name", [c.id for c in CHARACTERS if c.id != "witch"])
def test_the_building_limit_of_each_character(name: str) -> None:
    """2016 2.2 (002:349-351): one; Seer and Scholar two, Architect three, Navigator none; the other ability was not used."""
    game = play(table(player(name, gold=60, hand=CHEAP), seats=5, crown=3), "gold")
    assert len(build_all(game)) == LIMITS.get(name, 1)


@pytest.mark.parametrize(("name", "power"), [("seer", "seer"), ("scholar", "bonus"), ("architect", "bonus"), ("navigator", "bonus:gold")])
def test_the_limit_is_the_same_after_the_other_ability(name: str, power: str) -> None:
    """2016 2.2, second sentence."""
    game = play(table(player(name, gold=60, hand=CHEAP), player(hand=("castle",))), "gold", power)
    while game.decision in ("keep", "give"):
        play(game, game.legal()[0])
    assert len(build_all(game)) == LIMITS[name]


@pytest.mark.parametrize("name", ["scholar", "navigator"])
def test_the_witch_builds_by_the_limit_of_the_bewitched(name: str) -> None:
    """2016 2.2, 3 Witch (002:1064-1067)."""
    game = resumed(name, player("witch", gold=60, hand=CHEAP), player(name))
    assert len(build_all(game)) == LIMITS[name]


# ---- beside the limit


def test_stables_do_not_count() -> None:
    """2016 2.2, 4.2 Stables: before the counted one or after it."""
    hand = (*CHEAP, "stables")
    before = play(table(player("thief", gold=20, hand=hand)), "gold", "build:stables", "build:temple")
    after = play(table(player("thief", gold=20, hand=hand)), "gold", "build:temple")
    assert (labels(before, "build"), labels(after, "build")) == ([], ["build:stables"])
    assert city(play(after, "build:stables"), 0) == ["temple", "stables"]


def test_the_traders_trade_districts_do_not_count_each_is_paid_and_of_another_name() -> None:
    """2016 2.2, 3 Trader (002:1476-1482)."""
    trader = player("trader", gold=7, hand=("tavern", "tavern", "market", "docks", "temple", "prison"))
    game = play(table(trader), "gold", "build:tavern", "build:market", "build:temple")
    assert labels(game, "build") == ["build:docks"]
    play(game, "build:docks")
    assert (gold(game, 0), city(game, 0), labels(game, "build")) == (2, ["tavern", "market", "temple", "docks"], [])


def test_the_wizards_immediate_build_does_not_count() -> None:
    """2016 2.2, 3 Wizard (002:1268-1276)."""
    game = table(player("wizard", gold=20, hand=CHEAP), player(hand=("castle",)))
    play(game, "gold", "look:1", "take-build:castle", "build:temple")
    assert (labels(game, "build"), city(game, 0)) == ([], ["castle", "temple"])


@pytest.mark.parametrize(
    ("hand", "built", "label"),
    [
        (("palace", "temple"), ["framework"], "build:palace:framework"),
        (("necropolis", "temple"), ["tavern"], "build:necropolis:sacrifice:tavern"),
    ],
)
def test_framework_and_necropolis_builds_count(hand: tuple[str, ...], built: list[str], label: str) -> None:
    """2016 2.2, A38, `sacrifice_build_counts`: they replace the payment only; the other reading leaves the one build."""
    counted, free = (
        play(table(player("thief", gold=9, hand=hand, city=built), rules={"sacrifice_build_counts": counts}), "gold", label)
        for counts in (True, False)
    )
    assert (labels(counted, "build"), labels(free, "build")) == ([], ["build:temple"])


def test_a_confiscated_district_counts_for_its_builder() -> None:
    """2016 2.2 (002:1129-1130)."""
    game = warranted("merchant", player("magistrate"), player("merchant", gold=9, hand=("temple", "castle")))
    play(game, "gold", "build:temple", "confiscate")
    assert (game.actor, labels(game, "build"), city(game, 1)) == (1, [], [])


@pytest.mark.parametrize(("hand", "built"), [(("stables", "tavern"), []), (("palace",), ["framework"]), (("necropolis",), ["tavern"])])
def test_the_navigator_builds_nothing_at_all(hand: tuple[str, ...], built: list[str]) -> None:
    """2016 2.2 "absolute", 3 Navigator (002:1504-1509): not even what does not count or is not paid in gold."""
    game = play(table(player("navigator", gold=20, hand=hand, city=built)), "gold")
    assert labels(game, "build") == []


# ---- what "build" covers: tax follows it, and only it

TAXED: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    ("normal", player("thief", gold=9, hand=("castle",)), player(), ["build:castle"]),
    ("wizard", player("wizard", gold=9), player(hand=("castle",)), ["look:1", "take-build:castle"]),
    ("framework", player("thief", gold=9, hand=("castle",), city=["framework"]), player(), ["build:castle:framework"]),
    ("necropolis", player("thief", gold=9, hand=("necropolis",), city=["tavern"]), player(), ["build:necropolis:sacrifice:tavern"]),
    ("den", player("thief", gold=9, hand=("thieves-den", "manor"), city=[]), player(), ["build:thieves-den:cards:1"]),
    ("diplomat", player("diplomat", gold=9, city=["tavern"]), player(city=["docks"]), ["exchange:tavern:1:docks"]),
    ("marshal", player("marshal", gold=9), player(city=["docks"]), ["seize:1:docks"]),
]


@pytest.mark.parametrize(("way", "mine", "other", "path"), TAXED, ids=[row[0] for row in TAXED])
def test_tax_is_paid_for_building_and_not_for_exchange_or_seizure(
    way: str, mine: dict[str, Any], other: dict[str, Any], path: list[str]
) -> None:
    """2016 2.3 (002:1638-1648)."""
    taxed, free = (play(table(mine, other, seats=5, others=others), "gold", *path) for others in (("tax-collector",), ("artist",)))
    due = int(way not in ("diplomat", "marshal"))
    assert (gold(free, 0) - gold(taxed, 0), taxed.position()["tax"]) == (due, due)


def test_a_confiscation_is_a_build_of_the_magistrates() -> None:
    """2016 2.3 (002:1126-1127, 1664-1665): he is taxed for it, the builder is not."""
    seats = (player("magistrate"), player("merchant", gold=9, hand=("castle",)))
    game = warranted("merchant", *seats, others=("tax-collector",))
    play(game, "gold", "build:castle", "confiscate")
    assert (gold(game, 0), gold(game, 1), game.position()["tax"]) == (2 - 1, 11, 1)


def test_a_cardinals_build_is_taxed_only_of_what_is_left() -> None:
    """2016 2.3, 3 Cardinal: his stash is empty after it, so that there is nothing to pay with."""
    seats = (player("cardinal", gold=1, hand=("castle", "docks")), player(gold=5))
    game = play(table(*seats, others=("tax-collector",)), "gold", "build:castle:cardinal:1")
    assert (city(game, 0), gold(game, 0), gold(game, 1), game.position()["tax"]) == (["castle"], 0, 4, 0)


NO_MONUMENT: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    ("normal", player("thief", gold=20, hand=("monument",)), player(), []),
    ("wizard", player("wizard", gold=20), player(hand=("monument",)), ["look:1"]),
    ("cardinal", player("cardinal", gold=0, hand=("monument", "docks", "harbor")), player(gold=9), []),
]


@pytest.mark.parametrize(("way", "mine", "other", "path"), NO_MONUMENT, ids=[row[0] for row in NO_MONUMENT])
@pytest.mark.parametrize("districts", [4, 5])
def test_the_monuments_restriction_holds_for_all_builds(
    way: str, mine: dict[str, Any], other: dict[str, Any], path: list[str], districts: int
) -> None:
    """2016 2.3, 4.2 Monument: not with five districts in the city, however it is paid for."""
    built = ["manor", "castle", "temple", "church", "tavern"][:districts]
    game = play(table({**mine, "city": built}, other), "gold", *path)
    builds = [label for label in game.legal() if label.startswith(("build:monument", "take-build:monument"))]
    assert len(builds) == int(districts == 4)


@pytest.mark.parametrize(("way", "mine", "other", "path"), NO_MONUMENT, ids=[row[0] for row in NO_MONUMENT])
def test_no_identical_district_is_built_in_any_way(way: str, mine: dict[str, Any], other: dict[str, Any], path: list[str]) -> None:
    """2016 2.3 (002:351-354): but the Wizard, who may in his turn."""
    game = play(table({**mine, "city": ["monument"]}, other), "gold", *path)
    builds = [label for label in game.legal() if label.startswith(("build:monument", "take-build:monument"))]
    assert len(builds) == int(way == "wizard")


# ---- must and may

MAY_END = [c.id for c in CHARACTERS if c.id not in ("witch", "emperor")]


@pytest.mark.parametrize("name", MAY_END)
def test_who_has_gathered_may_end_the_turn_with_no_power_used(name: str) -> None:
    """2016 2.1, must and may (002:1014-1016): killing, robbing, warrants, threats, income and all others are optional."""
    rich = player(name, gold=9, hand=CHEAP, city=["manor", "temple", "tavern", "watchtower"])
    game = table(rich, player(gold=9, hand=("docks",), city=["docks"]), seats=5, crown=3)
    assert "end" not in game.legal()
    play(game, "gold", "end")
    assert game.actor != 0 or game.decision == "pick"


def test_the_witch_must_name_and_the_emperor_must_crown() -> None:
    """2016 2.1, must and may (002:1046-1048, 1307)."""
    witch = play(table(player("witch", gold=9, hand=CHEAP)), "gold")
    assert {label.split(":")[0] for label in witch.legal()} == {"bewitch"}
    emperor = play(table(player("emperor"), player(gold=1), crown=2), "gold")
    assert "end" not in emperor.legal()
    assert "end" in play(emperor, "crown:1:gold").legal()


def test_the_seer_who_took_must_give_back() -> None:
    """2016 2.1, must and may (002:1225-1229)."""
    game = play(table(player("seer", hand=("manor",)), player(hand=("docks",))), "seer")
    assert (game.decision, game.legal()) == ("give", ("give:1:manor", "give:1:docks"))


def test_the_cardinal_who_took_must_build() -> None:
    """2016 2.1, must and may (002:1410-1421): with the loan the district is paid for and built in one go."""
    seats = (player("cardinal", gold=1, hand=("castle", "docks", "harbor")), player(gold=5))
    game = play(table(*seats), "gold", "build:castle:cardinal:1")
    assert (game.decision, game.legal()) == ("give", ("give:docks", "give:harbor"))
    play(game, "give:docks")
    assert (city(game, 0), game.decision) == (["castle"], "turn")


def test_the_richest_must_pay_the_abbot() -> None:
    """2016 2.1, must and may (002:1404-1406): he is not asked."""
    game = play(table(player("abbot"), player(gold=5)), "tithe:1")
    assert (game.actor, gold(game, 0), gold(game, 1)) == (0, 1, 4)


def test_the_bewitched_players_turn_ends_by_itself() -> None:
    """2016 2.1, must and may (002:1053-1054)."""
    game = play(table(player("witch"), player("king", gold=9, hand=CHEAP)), "gold", "bewitch:king")
    play(idle_until(game, 1), "gold")
    assert (game.actor, city(game, 1)) == (0, [])
