"""2016 4.2 Keep and Great Wall against rank 8; D13, A4, A5, A14, A16, A41, A45."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import city, gold, hand, labels, play, player
from tests.rules2016.tables import table

STARRED = {"district": "church", "beautified": True}


def against(character: str, theirs: list[Any], coins: int = 9, own: tuple[Any, ...] = (), **rules: Any) -> cs.Game:
    """Rank 8 (seat 0) with so much gold and this city, before gathering; the other city is that of seat 1."""
    return table(player(character, gold=coins, city=own), player(city=theirs), rules=rules or None)


def paid(game: cs.Game, label: str) -> tuple[int, int]:
    """What seat 0 pays, and what seat 1 gets, when seat 0 plays a label."""
    before = (gold(game, 0), gold(game, 1))
    play(game, label)
    return before[0] - gold(game, 0), gold(game, 1) - before[1]


def price(game: cs.Game, label: str) -> int:
    return paid(game, label)[0]


# ---- Keep


@pytest.mark.parametrize(
    ("character", "kind", "others"),
    [
        ("warlord", "destroy", {"destroy:1:temple"}),
        ("diplomat", "exchange", {"exchange:tavern:1:temple"}),
        ("marshal", "seize", {"seize:1:temple"}),
    ],
)
def test_rank_8_cannot_use_its_ability_on_the_keep(character: str, kind: str, others: set[str]) -> None:
    """2016 4.2 Keep: Warlord, Diplomat and Marshal; the Marshal could pay its three."""
    game = against(character, ["keep", "temple"], own=("tavern",))
    assert {label for label in labels(game, kind) if not label.startswith("destroy:0")} == others


def test_nor_on_the_own_keep() -> None:
    """2016 4.2 Keep: a Warlord spares his own."""
    assert labels(against("warlord", [], own=("keep", "tavern")), "destroy") == ["destroy:0:tavern"]


@pytest.mark.parametrize(("reading", "given"), [(False, {"tavern"}), (True, {"tavern", "keep"})])
def test_whether_the_diplomat_gives_his_own_keep_away(reading: bool, given: set[str]) -> None:
    """2016 A14, `diplomat_may_give_keep`."""
    game = against("diplomat", ["temple"], own=("keep", "tavern"), diplomat_may_give_keep=reading)
    assert {label.split(":")[1] for label in labels(game, "exchange")} == given


def test_a_keep_that_was_given_away_is_a_keep_there() -> None:
    """2016 A14, 4.2 Keep: by the other reading it moves."""
    game = against("diplomat", ["temple"], own=("keep",), diplomat_may_give_keep=True)
    play(game, "exchange:keep:1:temple")
    assert (city(game, 0), city(game, 1)) == (["temple"], ["keep"])


# ---- Great Wall against the Warlord


@pytest.mark.parametrize(("district", "plain", "walled"), [("temple", 0, 1), ("manor", 2, 3), ("cathedral", 4, 5)])
def test_the_warlord_pays_one_more_for_others_behind_the_wall(district: str, plain: int, walled: int) -> None:
    """2016 4.2 Great Wall: cost less one and one; a district of one gold is no longer free."""
    assert price(against("warlord", [district]), f"destroy:1:{district}") == plain
    assert paid(against("warlord", [district, "great-wall"]), f"destroy:1:{district}") == (walled, 0)


def test_he_cannot_destroy_what_he_cannot_pay_with_the_wall() -> None:
    """2016 4.2 Great Wall: with two gold, a district of two behind it and no longer one of three."""
    game = against("warlord", ["temple", "church", "manor", "great-wall"], coins=2)
    assert labels(game, "destroy") == ["destroy:1:temple", "destroy:1:church"]
    game = against("warlord", ["temple", "church", "manor"], coins=2)
    assert set(labels(game, "destroy")) == {"destroy:1:temple", "destroy:1:church", "destroy:1:manor"}


def test_gold_on_a_district_and_the_wall_add_up() -> None:
    """2016 4.2 Great Wall, 3 Artist, Warlord: two printed, one on it, less one, and one."""
    assert price(against("warlord", [STARRED, "great-wall"]), "destroy:1:church") == 3


def test_after_the_wall_is_gone_the_rest_costs_as_usual() -> None:
    """2016 4.2 Great Wall: only while it stands."""
    game = table(player("king", city=["armory"]), player("warlord", gold=9), player(city=["great-wall", "manor"]))
    play(game, "armory:2:great-wall", "gold", "end")
    before = gold(game, 1)
    assert before - gold(play(game, "destroy:2:manor"), 1) == 2


@pytest.mark.parametrize(("reading", "cost"), [(False, 5), (True, 6)])
def test_the_wall_itself(reading: bool, cost: int) -> None:
    """2016 D13, `great_wall_covers_itself`: any other district, or itself too."""
    game = against("warlord", ["great-wall", "temple"], great_wall_covers_itself=reading)
    assert price(game, "destroy:1:great-wall") == cost


@pytest.mark.parametrize(("reading", "cost"), [(False, 5), (True, 6)])
def test_the_wall_itself_against_the_diplomat(reading: bool, cost: int) -> None:
    """2016 D13, `great_wall_covers_itself`: six for one of one gold."""
    game = against("diplomat", ["great-wall", "temple"], own=("tavern",), great_wall_covers_itself=reading)
    assert price(game, "exchange:tavern:1:great-wall") == cost


@pytest.mark.parametrize(("reading", "cost"), [(True, 3), (False, 2)])
def test_the_warlords_own_wall(reading: bool, cost: int) -> None:
    """2016 A45, `own_wall_charges_warlord`: any other district in the city; only the Diplomat is exempted (002:1705-1706)."""
    game = against("warlord", [], own=("great-wall", "manor"), own_wall_charges_warlord=reading)
    assert price(game, "destroy:0:manor") == cost


# ---- against the Diplomat


@pytest.mark.parametrize(
    ("own", "theirs", "surcharge", "increase"),
    [("tavern", "manor", 3, 3), ("manor", "castle", 2, 2), ("manor", "docks", 1, 1), ("castle", "docks", 1, 0), ("palace", "temple", 1, 0)],
)
def test_the_wall_against_the_diplomat(own: str, theirs: str, surcharge: int, increase: int) -> None:
    """2016 A16, `great_wall_diplomat`: one on top of the difference, or a cost one higher before the difference."""
    for reading, cost in (("surcharge", surcharge), ("cost_increase", increase)):
        game = against("diplomat", [theirs, "great-wall"], own=(own,), great_wall_diplomat=reading)
        assert paid(game, f"exchange:{own}:1:{theirs}") == (cost, cost)


def test_without_gold_the_wall_bars_even_an_even_exchange() -> None:
    """2016 4.2 Great Wall, A16."""
    assert labels(against("diplomat", ["docks", "great-wall"], coins=0, own=("manor",)), "exchange") == []
    assert labels(against("diplomat", ["docks"], coins=0, own=("manor",)), "exchange") == ["exchange:manor:1:docks"]


def test_the_diplomats_own_wall_does_not_count() -> None:
    """2016 4.2 Great Wall (002:1705-1706): for what he gives from his own city."""
    game = against("diplomat", ["castle"], own=("great-wall", "manor"))
    assert paid(game, "exchange:manor:1:castle") == (1, 1)


def test_giving_the_own_wall_away_costs_nothing_more() -> None:
    """2016 4.2 Great Wall (002:1705-1706), 3 Diplomat: no payment the other way."""
    game = against("diplomat", ["castle"], own=("great-wall",))
    assert paid(game, "exchange:great-wall:1:castle") == (0, 0)
    assert (city(game, 0), city(game, 1)) == (["castle"], ["great-wall"])


# ---- against the Marshal


@pytest.mark.parametrize(("district", "cost"), [("temple", 2), ("church", 3), ("manor", 4)])
def test_the_marshal_pays_one_more_behind_the_wall(district: str, cost: int) -> None:
    """2016 4.2 Great Wall, 3 Marshal."""
    assert paid(against("marshal", [district, "great-wall"]), f"seize:1:{district}") == (cost, cost)
    assert paid(against("marshal", [district]), f"seize:1:{district}") == (cost - 1, cost - 1)


def test_the_marshal_needs_the_gold_for_the_wall() -> None:
    """2016 4.2 Great Wall."""
    assert labels(against("marshal", ["temple", "church", "manor", "great-wall"], coins=3), "seize") == ["seize:1:temple", "seize:1:church"]


@pytest.mark.parametrize(
    ("counts", "seizable"),
    [(False, ["seize:1:church", "seize:1:manor", "seize:1:church*"]), (True, ["seize:1:church"])],
)
def test_the_wall_and_the_marshals_limit(counts: bool, seizable: list[str]) -> None:
    """2016 A5, `marshal_limit_with_wall`: three is the limit of the building cost, gold on it included, or of the price."""
    game = against("marshal", ["church", "manor", STARRED, "castle", "great-wall"], marshal_limit_with_wall=counts)
    assert sorted(labels(game, "seize")) == sorted(seizable)


# ---- who gets the wall's gold


@pytest.mark.parametrize(("reading", "theirs"), [("owner", 4), ("bank", 3)])
def test_who_gets_the_marshals_extra_gold(reading: str, theirs: int) -> None:
    """2016 A4, `great_wall_extra_to`."""
    game = against("marshal", ["manor", "great-wall"], great_wall_extra_to=reading)
    assert paid(game, "seize:1:manor") == (4, theirs)


@pytest.mark.parametrize(("reading", "theirs"), [("owner", 3), ("bank", 2)])
def test_who_gets_the_diplomats_extra_gold(reading: str, theirs: int) -> None:
    """2016 A4, `great_wall_extra_to`: the difference is the owner's by either reading."""
    game = against("diplomat", ["manor", "great-wall"], own=("tavern",), great_wall_extra_to=reading)
    assert paid(game, "exchange:tavern:1:manor") == (3, theirs)


def test_the_warlords_extra_gold_goes_to_the_bank() -> None:
    """2016 A4, 3 Warlord: he pays the bank by either reading."""
    for reading in ("owner", "bank"):
        assert paid(against("warlord", ["manor", "great-wall"], great_wall_extra_to=reading), "destroy:1:manor") == (3, 0)


# ---- identical districts


def test_the_diplomat_does_not_swap_two_of_a_name() -> None:
    """2016 A41, 3 Diplomat (002:1567-1572): neither may be identical to one in the city that gets it."""
    game = against("diplomat", ["tavern", "manor"], own=("tavern", "temple"))
    assert labels(game, "exchange") == ["exchange:temple:1:manor"]
    assert labels(against("diplomat", ["tavern"], own=("tavern",)), "exchange") == []


def test_a_beautified_one_of_the_name_is_identical_too() -> None:
    """2016 A41, 0.4: identical is the same name."""
    assert labels(against("diplomat", [STARRED], own=("church",)), "exchange") == []


@pytest.mark.parametrize("character", ["diplomat", "marshal"])
def test_a_quarry_does_not_help_to_acquire_identical_districts(character: str) -> None:
    """2016 4.2 Quarry (002:1723-1726)."""
    game = against(character, ["church", "temple"], own=("quarry", "church"))
    kind = "exchange" if character == "diplomat" else "seize"
    assert {label.split(":")[-1] for label in labels(game, kind)} == {"temple"}


def test_the_other_players_quarry_does_not_help_either() -> None:
    """2016 4.2 Quarry: the district given away must not be there already."""
    assert labels(against("diplomat", ["quarry", "church"], own=("church",)), "exchange") == []


def test_rank_8_may_take_stables_framework_and_statue() -> None:
    """2016 3 Marshal, 4.2: unique districts of three gold or less, the Keep excepted; what they can do moves with them."""
    game = against("marshal", ["stables", "framework", "statue", "haunted-quarter", "keep", "museum"])
    assert {label.split(":")[-1] for label in labels(game, "seize")} == {"stables", "framework", "statue", "haunted-quarter"}
    play(game, "seize:1:framework")
    assert city(game, 0) == ["framework"]


def test_what_was_seized_or_exchanged_can_be_used_at_once() -> None:
    """2016 A33, 3 Marshal, Diplomat: it stands in the city now."""
    game = table(player("marshal", gold=3, hand=("palace",)), player(city=["framework"]))
    play(game, "gold", "seize:1:framework", "build:palace:framework")
    assert (city(game, 0), gold(game, 0), gold(game, 1)) == (["palace"], 2, 3)
    game = table(player("diplomat", gold=4, city=["tavern"], hand=("manor",)), player(city=["laboratory"]))
    play(game, "exchange:tavern:1:laboratory", "lab:manor")
    assert (gold(game, 0), hand(game, 0)) == (2, [])
