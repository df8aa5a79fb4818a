"""2016 3, rank 8: what Warlord, Diplomat and Marshal have in common."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.rules.tables import gold, labels, play, player
from tests.rules2016.tables import SIX, table

RANK_8 = ["warlord", "diplomat", "marshal"]
POWERS = ("destroy", "exchange", "seize")


def rank_8(name: str, *theirs: list[Any], gold: int = 9, mine: tuple[Any, ...] = ("watchtower",), **keys: Any) -> cs.Game:
    """A character of rank 8 (seat 0, its city a Watchtower) before gathering, and the others' cities."""
    return table(player(name, gold=gold, city=mine), *[player(city=each) for each in theirs], **{"next_rank": 8, **keys})


def targets(game: cs.Game, seat: int = 1) -> set[str]:
    """Districts of a city on which the power can be used now."""
    result = set()
    for label in game.legal():
        power, *rest = label.split(":")
        if power in POWERS and rest[-2] == str(seat):
            result.add(rest[-1])
    return result


def using(game: cs.Game, district: str, seat: int = 1) -> cs.Game:
    """Use the power on a district, the Diplomat for the first of his own."""
    label = next(label for label in game.legal() if label.split(":")[0] in POWERS and label.endswith(f":{seat}:{district}"))
    return play(game, label)


@pytest.mark.parametrize("name", RANK_8)
def test_income_is_military(name: str) -> None:
    """2016 3 rank 8 (002:1524, 1558, 1602), 4.2 School of Magic: once, at any moment."""
    game = rank_8(name, mine=("watchtower", "prison", "manor", "school-of-magic"), gold=0)
    play(game, "income")
    assert (gold(game, 0), labels(game, "income")) == (3, [])


@pytest.mark.parametrize("name", RANK_8)
@pytest.mark.parametrize("before", [(), ("gold",), ("gold", "build:temple")], ids=["before gathering", "after it", "after building"])
def test_the_power_is_for_any_moment_of_the_turn_and_does_not_end_it(name: str, before: tuple[str, ...]) -> None:
    """2016 3 rank 8, 2.1 (002:1017-1019, example 002:446-461); once."""
    game = table(player(name, gold=9, hand=("temple", "market"), city=["watchtower"]), player(city=["manor", "church"]), next_rank=8)
    using(play(game, *before), "manor")
    assert [label for label in game.legal() if label.split(":")[0] in POWERS] == []
    assert "income" in game.legal() or name == "diplomat"
    if not before:
        assert {"gold", "cards"} <= set(game.legal())
        play(game, "gold")
    if "build:temple" not in before:
        assert "build:market" in game.legal()


@pytest.mark.parametrize("name", RANK_8)
def test_the_power_is_optional(name: str) -> None:
    """2016 2.1 (002:1014-1016)."""
    assert "end" in play(rank_8(name, ["manor"]), "gold").legal()


@pytest.mark.parametrize("name", RANK_8)
def test_the_keep_cannot_be_touched(name: str) -> None:
    """2016 3 rank 8, 4.2 Keep."""
    assert targets(rank_8(name, ["keep", "manor"])) == {"manor"}


@pytest.mark.parametrize("name", RANK_8)
@pytest.mark.parametrize(
    ("theirs", "free"),
    [(SIX, True), ([*SIX, "prison"], False), ([*SIX[:5], "monument"], False), ([*SIX[:4], "monument"], True)],
    ids=["six", "seven", "five and a Monument", "four and a Monument"],
)
def test_a_completed_city_cannot_be_touched(name: str, theirs: list[str], free: bool) -> None:
    """2016 3 rank 8 (002:1532, 1567-1568, 1609-1610), 0.4, 4.2 Monument: seven districts, the Monument two of them."""
    assert (targets(rank_8(name, list(theirs))) != set()) is free


@pytest.mark.parametrize("name", RANK_8)
@pytest.mark.parametrize(("extra", "free"), [([], True), (["docks"], False)], ids=["seven", "eight"])
def test_with_two_or_three_players_a_completed_city_has_eight(name: str, extra: list[str], free: bool) -> None:
    """2016 0.4 (002:717-718)."""
    rest = [player("thief", "king", city=[*SIX, "prison", *extra]), player("assassin", "merchant")]
    game = table(player("magician", name, gold=9, city=["watchtower"]), *rest, seats=3, next_rank=8)
    assert (targets(game) != set()) is free


@pytest.mark.parametrize(("switch", "name"), [("warlord_complete_city", "warlord"), ("diplomat_complete_city", "diplomat")])
@pytest.mark.parametrize("reading", ["forbidden", "allowed"])
def test_completed_cities_may_be_opened(switch: str, name: str, reading: str) -> None:
    """2016 3 Warlord, Diplomat, `warlord_complete_city`, `diplomat_complete_city`."""
    game = rank_8(name, [*SIX, "prison"], rules={switch: reading})
    assert (targets(game) != set()) is (reading == "allowed")


PRICES = [("warlord", 2), ("diplomat", 2), ("marshal", 3)]
"""What a Manor costs each of them; the Diplomat gives a Watchtower for it."""


@pytest.mark.parametrize(("name", "cost"), PRICES)
@pytest.mark.parametrize(("wall", "extra"), [([], 0), (["great-wall"], 1)])
def test_behind_a_great_wall_it_costs_one_more(name: str, cost: int, wall: list[str], extra: int) -> None:
    """2016 3 rank 8, 4.2 Great Wall: for every other district of that city; what he lacks he cannot spend."""
    due = cost + extra
    game = rank_8(name, [*wall, "manor"], gold=due)
    assert gold(using(game, "manor"), 0) == 0
    assert "manor" not in targets(rank_8(name, [*wall, "manor"], gold=due - 1))


@pytest.mark.parametrize(("covered", "warlord_pays", "diplomat_pays"), [(False, 5, 5), (True, 6, 6)])
def test_the_great_wall_does_not_cover_itself(covered: bool, warlord_pays: int, diplomat_pays: int) -> None:
    """2016 D13, `great_wall_covers_itself`: it costs six; the Marshal never reaches it."""
    rules = {"great_wall_covers_itself": covered}
    assert gold(using(rank_8("warlord", ["great-wall"], rules=rules), "great-wall"), 0) == 9 - warlord_pays
    assert gold(using(rank_8("diplomat", ["great-wall"], rules=rules), "great-wall"), 0) == 9 - diplomat_pays
    assert targets(rank_8("marshal", ["great-wall"], rules=rules)) == set()


@pytest.mark.parametrize(("name", "cost"), PRICES)
def test_a_beautified_district_costs_one_more(name: str, cost: int) -> None:
    """2016 3 Artist (002:1622-1626): a Market here, which beautified costs what a Manor does."""
    game = rank_8(name, [{"district": "market", "beautified": True}], gold=cost)
    assert gold(using(game, "market"), 0) == 0
    assert targets(rank_8(name, [{"district": "market", "beautified": True}], gold=cost - 1)) == set()


@pytest.mark.parametrize("name", ["diplomat", "marshal"])
@pytest.mark.parametrize(("reading", "owner"), [("owner", 1), ("bank", 0)])
def test_who_gets_the_walls_extra_gold(name: str, reading: str, owner: int) -> None:
    """2016 A4, `great_wall_extra_to`: the district's owner, or the bank; the rest is the owner's either way."""
    game = using(rank_8(name, ["great-wall", "manor"], rules={"great_wall_extra_to": reading}), "manor")
    cost = dict(PRICES)[name]
    assert (gold(game, 0), gold(game, 1)) == (9 - cost - 1, cost + owner)


@pytest.mark.parametrize("name", ["diplomat", "marshal"])
def test_who_lacks_the_price_in_part_only_reaches_the_cheaper_ones(name: str) -> None:
    """2016 3 Diplomat, Marshal: paid in full, from the stash."""
    assert targets(rank_8(name, ["manor", "market", "tavern"], gold=1)) == ({"market", "tavern"} if name == "diplomat" else {"tavern"})


@pytest.mark.parametrize("name", ["diplomat", "marshal"])
def test_a_district_changing_hands_is_not_built(name: str) -> None:
    """2016 2.3, 3 (002:1640-1641): no tax, no build used, and the Monument has no limit here."""
    mine = ("watchtower", "prison", "manor", "temple", "docks")
    game = using(rank_8(name, ["market"], mine=mine, others=("tax-collector",)), "market")
    assert (game.position()["tax"], game.position()["builders"]) == (0, [])
    diplomat = rank_8("diplomat", ["monument"], mine=(*mine, "church"))
    assert targets(diplomat) == {"monument"}
