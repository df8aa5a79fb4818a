"""2016 7: one position by the classic rules and by those of 2016, and each edition's readings at the other's table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import DISTRICTS
from tests.rules import dark_tables
from tests.rules.tables import EIGHT, city, gold, hand, idle_round, labels, play, player, score
from tests.rules2016 import tables

SEVEN = EIGHT[:7]
TABLES: dict[str, Callable[..., cs.Game]] = {"classic": dark_tables.dark, "2016": tables.table}
FINALS: dict[str, Callable[..., cs.Game]] = {"classic": dark_tables.final, "2016": tables.final}


@dataclass(frozen=True)
class Row:
    """A row of the comparison: what a position comes to in each edition, and the switches that say so."""

    topic: str
    scene: Callable[[Callable[..., cs.Game], Callable[..., cs.Game]], Any]
    classic: Any
    of_2016: Any
    switches: dict[str, tuple[Any, Any]]


def laboratory(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> int:
    return gold(play(at(player("king", city=["laboratory"], hand=("manor",))), "lab:manor"), 0)


def library_and_observatory(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> int:
    game = play(at(player("king", city=["library", "observatory"])), "cards")
    while game.decision == "keep":
        play(game, game.legal()[0])
    return len(hand(game, 0))


def third_manor(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> list[str]:
    return labels(play(at(player("king", gold=9, city=["quarry", "manor", "manor"], hand=("manor",))), "gold"), "build")


def wishing_well(_: Callable[..., cs.Game], final: Callable[..., cs.Game]) -> int:
    return score(final(player(city=["wishing-well", "keep", "manor"]), completed=[3]), 0)["bonus"]


def late_haunted_quarter(_: Callable[..., cs.Game], final: Callable[..., cs.Game]) -> int:
    built = {"district": "haunted-quarter", "round": 5}
    game = final(player(city=["manor", "temple", "tavern", "keep", built]), player(city=EIGHT), completed=[1], round=5)
    return score(game, 0)["types"]


def armory_at_home(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> list[str]:
    return labels(at(player("king", city=["armory", "tavern"]), player(city=["temple"])), "armory")


def armory_against_a_completed_city(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> int:
    return len(labels(at(player("king", city=["armory"]), player(city=EIGHT)), "armory"))


def wall_against_the_diplomat(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> int:
    game = play(at(player("diplomat", gold=5, city=["castle"]), player(city=["great-wall", "docks"])), "gold")
    return 7 - gold(play(game, "exchange:castle:1:docks"), 0)


def own_keep_given_away(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> list[str]:
    return labels(play(at(player("diplomat", city=["keep"]), player(city=["docks"])), "gold"), "exchange")


def empty_deck(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> tuple[str, ...]:
    return tuple(label for label in at(player("king"), deck=[]).legal() if label in ("gold", "cards"))


def shrunken_city(_: Callable[..., cs.Game], final: Callable[..., cs.Game]) -> list[int]:
    game = final(player(city=["manor"]), player(city=["manor"]), completed=[1, 0])
    return [score(game, seat)["completion"] for seat in (0, 1)]


def tie(_: Callable[..., cs.Game], final: Callable[..., cs.Game]) -> tuple[list[int], str]:
    dear = player(city=["palace", "cathedral", "market"])
    many = player("warlord", city=["manor", "temple", "tavern", "watchtower", "keep"])
    result = final(dear, many, completed=[3], first=[]).result()
    return result["winners"], result["tie_break"]


def warlord_before_building(at: Callable[..., cs.Game], _: Callable[..., cs.Game]) -> list[str]:
    game = at(player("warlord", gold=9, hand=("docks",)), player(city=["temple", "keep"]))
    return labels(play(game, "gold", "destroy:1:temple"), "build")


ROWS = [
    Row("Laboratory", laboratory, 1, 2, {"laboratory_gold": (1, 2)}),
    Row("Library + Observatory", library_and_observatory, 2, 3, {"library_with_observatory": (2, 3)}),
    Row("Quarry", third_manor, [], ["build:manor"], {"quarry_limit": ("two_per_name", "unlimited")}),
    Row("Wishing Well", wishing_well, 1, 2, {"wishing_well_self": (False, True)}),
    Row("Haunted Quarter", late_haunted_quarter, 0, 3, {"haunted_quarter_last_round": ("excluded", "counts")}),
    Row(
        "Armory",
        armory_at_home,
        ["armory:1:temple"],
        ["armory:0:tavern", "armory:1:temple"],
        {"armory_targets": ("other_cities", "any_city")},
    ),
    Row("Armory", armory_against_a_completed_city, 8, 0, {"armory_complete_city": ("allowed", "forbidden")}),
    Row("Great Wall", wall_against_the_diplomat, 0, 1, {"great_wall_diplomat": ("cost_increase", "surcharge")}),
    Row("Keep", own_keep_given_away, ["exchange:keep:1:docks"], [], {"diplomat_give_keep": ("allow", "forbid")}),
    Row("empty deck", empty_deck, ("gold",), ("gold", "cards"), {"empty_deck_gather": ("barred", "allowed")}),
    Row("points for completed cities", shrunken_city, [0, 4], [2, 4], {"completion_bonus_latched": (False, True)}),
    Row("tie-break", tie, ([0], "districts"), ([1], "highest-rank"), {"tie_break": ("s0", "highest_rank")}),
    Row("Abilities' time", warlord_before_building, [], ["build:docks"], {"warlord_timing": ("end_of_turn", "any")}),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.scene.__name__)
@pytest.mark.parametrize("edition", ["classic", "2016"])
@pytest.mark.parametrize("reading", ["classic", "2016"])
def test_a_position_by_the_readings_of_both_editions(row: Row, edition: str, reading: str) -> None:
    """2016 7, each row: an edition's own readings stand without saying, and the other's can be had by the switches."""
    which = int(reading == "2016")
    rules = {} if edition == reading else {key: values[which] for key, values in row.switches.items()}

    def at(*players: dict[str, Any], **keys: Any) -> cs.Game:
        return TABLES[edition](*players, rules=rules, **keys)

    def final(*players: dict[str, Any], **keys: Any) -> cs.Game:
        return FINALS[edition](*players, rules=rules, **keys)

    assert row.scene(at, final) == (row.of_2016 if which else row.classic), row.topic


# ---- what districts cost

COSTS = [
    ("observatory", 5, 4),
    ("imperial-treasury", 4, 5),
    ("poor-house", 5, 4),
    ("factory", 6, 5),
    ("dragon-gate", 6, 6),
    ("smithy", 5, 5),
    ("laboratory", 5, 5),
    ("museum", 4, 4),
    ("map-room", 5, 5),
    ("park", 6, 6),
    ("school-of-magic", 6, 6),
    ("great-wall", 6, 6),
]


@pytest.mark.parametrize(("district", "classic", "of_2016"), COSTS)
@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_what_a_district_costs_to_build_to_destroy_and_at_the_end(edition: str, district: str, classic: int, of_2016: int) -> None:
    """2016 7 Observatory, Imperial Treasury, Poor House, Factory; the others cost the same."""
    cost = of_2016 if edition == "2016" else classic
    game = TABLES[edition](player("king", gold=7, hand=(district,)))
    assert gold(play(game, "gold", f"build:{district}"), 0) == 9 - cost
    game = TABLES[edition](player("warlord", gold=7), player(city=[district]))
    before = gold(play(game, "gold"), 0)
    assert before - gold(play(game, f"destroy:1:{district}"), 0) == cost - 1
    assert score(FINALS[edition](player(city=[district]), completed=[3]), 0)["districts"] == cost


def test_no_other_shared_district_has_two_costs() -> None:
    """2016 7: basic districts alike, and of the unique ones these four."""
    shared = [d for d in DISTRICTS if d.editions != ("2016",) and "2016" in d.editions]
    assert sorted(d.id for d in shared if d.cost_classic != d.cost_2016) == ["factory", "imperial-treasury", "observatory", "poor-house"]


# ---- the same in both


@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_what_counts_alike(edition: str) -> None:
    """2016 7 Points, Dragon Gate, Museum, Map Room, School of Magic: three for the types, four and two, two for the gate."""
    final = FINALS[edition]
    game = final(
        player(city=["manor", "temple", "tavern", "watchtower", "dragon-gate"]), player(city=EIGHT), player(city=EIGHT), completed=[2, 1]
    )
    assert [score(game, seat)["completion"] for seat in range(3)] == [0, 2, 4]
    assert (score(game, 0)["types"], score(game, 0)["bonus"]) == (3, 2)
    museum = {"district": "museum", "tucked": ["palace"]}
    assert score(final(player(city=["map-room", museum], hand=("manor", "manor")), completed=[3]), 0)["bonus"] == 3
    assert score(final(player(city=["manor", "temple", "tavern", "school-of-magic"]), completed=[3]), 0)["types"] == 0


@pytest.mark.parametrize("edition", ["classic", "2016"])
def test_what_plays_alike(edition: str) -> None:
    """2016 7 Park, Museum, School of Magic, Smithy, Great Wall, Keep; Poor House before the refund."""
    at = TABLES[edition]
    assert len(hand(play(at(player("king", city=["park"])), "gold", "end"), 0)) == 2
    assert gold(play(at(player("king", city=["school-of-magic"])), "gold", "income"), 0) == 3
    assert gold(play(at(player("king", gold=2, city=["smithy"])), "smithy"), 0) == 0
    assert gold(play(at(player("alchemist", gold=1, city=["poor-house"], hand=("manor",))), "gold", "build:manor", "end"), 0) == 4
    game = at(player("warlord", gold=2), player(city=["keep", "great-wall", "manor", "tavern"]))
    assert labels(play(game, "gold"), "destroy") == ["destroy:1:manor", "destroy:1:tavern"]


def test_the_smithy_of_the_old_french_deck_takes_three() -> None:
    """2016 7 Smithy: 3 gold in one classic deck, 2 in the other and in 2016."""
    names = ["classic-2000-french", "classic-2000", "citadels-2016"]
    assert [cs.load_variant(name).at(4).rules["smithy_price"] for name in names] == [3, 2, 2]


# ---- the table


@pytest.mark.parametrize(("edition", "ends"), [("classic", False), ("2016", True)])
def test_how_many_districts_complete_a_city(edition: str, ends: bool) -> None:
    """2016 7 City size: eight, or seven; seven in the short game of classic too."""
    game = TABLES[edition](player("king", gold=9, city=SEVEN[:6], hand=("docks",)))
    play(game, "gold", "build:docks")
    assert (len(city(game, 0)), idle_round(game).over) == (7, ends)
    sizes = [cs.load_variant(name).at(4).city_size for name in ("classic-2000", "classic-2000-short", "citadels-2016")]
    assert sizes == [8, 7, 7]
    assert [cs.load_variant("citadels-2016").at(n).city_size for n in (2, 3, 4, 8)] == [8, 8, 7, 7]


def test_unique_districts_by_edition() -> None:
    """2016 7 Uniques, Keep, Only in classic: twelve with two Keeps and two or three bonus ones, or 14 of 30 with one Keep."""
    classic, dark, of_2016 = (cs.load_variant(name).at(4) for name in ("classic-2000", "dark-city", "citadels-2016"))
    assert (sum(classic.unique.values()), classic.unique["keep"], dark.random_count) == (12, 2, 3)
    assert (sum(of_2016.unique.values()), of_2016.unique["keep"]) == (14, 1)
    only = {d.id for d in DISTRICTS if "2016" not in d.editions}
    assert only == {"graveyard", "university", "lighthouse", "bell-tower", "hospital", "throne-room", "ballroom"}
    assert classic.basic == of_2016.basic
