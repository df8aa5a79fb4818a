"""2016 4.1, 4.2 and A44: what the deck of 68 is made of."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import UNIQUES, district
from citadels_sim.variants import variant_names

GAMES = 150
"""How many fresh games the random table is looked at in."""
TYPES = ("noble", "religious", "trade", "military", "unique")

# Title, type, cost, copies (2016 4.1).
BASICS = """
manor noble 3 5, castle noble 4 4, palace noble 5 3,
temple religious 1 3, church religious 2 3, monastery religious 3 3, cathedral religious 5 2,
tavern trade 1 5, market trade 2 4, trading-post trade 2 3, docks trade 3 3, harbor trade 4 3, town-hall trade 5 2,
watchtower military 1 3, prison military 2 3, barracks military 3 3, fortress military 5 2
"""
# Title, cost (none: it cannot be built), origin: Original game, Dark City, New (2016 4.2).
UNIQUE = """
armory 3 D, basilica 4 N, capitol 5 N, dragon-gate 6 O, factory 5 D, framework 3 N, gold-mine 6 N, great-wall 6 O, haunted-quarter 2 O,
imperial-treasury 5 D, ivory-tower 5 N, keep 3 O, laboratory 5 O, library 6 O, map-room 5 D, monument 4 N, museum 4 D, necropolis 5 N,
observatory 4 O, park 6 D, poor-house 4 D, quarry 5 D, school-of-magic 6 O, secret-vault - N, smithy 5 O, stables 2 N, statue 3 N,
theater 6 N, thieves-den 6 N, wishing-well 5 D
"""
BASIC_ROWS = [row.split() for row in BASICS.split(",")]
UNIQUE_ROWS = [row.split() for row in UNIQUE.split(",")]
SIXTY_EIGHT = sorted(name for name in variant_names() if name.startswith(("citadels-2016", "citadels-2021")) and not name.endswith("-base"))
EDITIONS = {"O": ("classic", "2016"), "D": ("dark-city", "2016"), "N": ("2016",)}


def dealt(variant: str, players: int, seed: int) -> Counter[str]:
    """Every card of a fresh game, from the deck and the hands."""
    position = cs.Game.start(cs.load_variant(variant), players, seed=seed).position()
    return Counter([*position["deck"], *(card for seat in position["players"] for card in seat["hand"])])


@cache
def drawn_uniques(reading: str) -> list[frozenset[str]]:
    """The unique districts of fresh games of the random table, by seed."""
    variant = cs.load_variant("citadels-2016-random", {"rules.unique_pick": reading})
    result = []
    for seed in range(GAMES):
        position = cs.Game.start(variant, 4, seed=seed).position()
        cards = [*position["deck"], *(card for seat in position["players"] for card in seat["hand"])]
        uniques = [card for card in cards if district(card).type.id == "unique"]
        assert (len(cards), len(uniques), len(set(uniques))) == (68, 14, 14)
        result.append(frozenset(uniques))
    return result


@pytest.mark.parametrize(("id", "kind", "cost", "copies"), BASIC_ROWS)
def test_a_basic_district_has_this_type_cost_and_number(id: str, kind: str, cost: str, copies: str) -> None:
    """2016 4.1, each row of the table."""
    here = cs.load_variant("citadels-2016").at(4)
    assert (district(id).type.id, here.costs[id], here.basic[id]) == (kind, int(cost), int(copies))


@pytest.mark.parametrize("name", SIXTY_EIGHT)
def test_every_packaged_deck_has_the_same_54_basic_districts(name: str) -> None:
    """2016 4.1, 1.1 step 2 (002:17-27): 12 noble, 11 religious, 20 trade, 11 military; 46, 28, 50 and 28 gold."""
    here = cs.load_variant(name).at(4)
    assert here.basic == {id: int(copies) for id, _, _, copies in BASIC_ROWS}
    cards: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for id, copies in here.basic.items():
        cards[district(id).type.id] += copies
        gold[district(id).type.id] += copies * (here.costs[id] or 0)
    assert ([cards[kind] for kind in TYPES], cards.total()) == ([12, 11, 20, 11, 0], 54)
    assert ([gold[kind] for kind in TYPES], gold.total()) == ([46, 28, 50, 28, 0], 152)


@pytest.mark.parametrize(("id", "cost", "origin"), UNIQUE_ROWS)
def test_a_unique_district_has_this_cost_and_origin(id: str, cost: str, origin: str) -> None:
    """2016 4.2, each row of the table: one copy of each."""
    printed = None if cost == "-" else int(cost)
    assert (district(id).type.id, district(id).cost_2016, district(id).count) == ("unique", printed, 1)
    assert district(id).editions == EDITIONS[origin]


def test_there_are_30_unique_districts_of_134_gold() -> None:
    """2016 4.2: nine of the original game, nine of the Dark City, twelve new ones; so many of each cost."""
    of_2016 = [d for d in UNIQUES if "2016" in d.editions]
    assert sorted(d.id for d in of_2016) == sorted(id for id, _, _ in UNIQUE_ROWS)
    assert Counter(d.cost_2016 for d in of_2016) == {2: 2, 3: 4, 4: 5, 5: 10, 6: 8, None: 1}
    assert sum(d.cost_2016 or 0 for d in of_2016) == 134
    assert Counter(origin for _, _, origin in UNIQUE_ROWS) == {"O": 9, "D": 9, "N": 12}


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_the_cards_of_a_fresh_game_are_these_68(players: int) -> None:
    """2016 1.1 steps 2 and 3, 4.1: nothing is left out and nothing is twice, whatever the number of players."""
    expected = Counter({id: int(copies) for id, _, _, copies in BASIC_ROWS})
    expected.update(cs.load_variant("citadels-2016").at(players).unique)
    assert dealt("citadels-2016", players, seed=players) == expected
    assert expected.total() == 68


@pytest.mark.parametrize("reading", ["uniform", "cost_spread"])
def test_outside_the_presets_14_of_the_30_are_drawn_all_alike(reading: str) -> None:
    """2016 A44, `unique_pick` (002:770): each of the thirty is in 14 games of 30, by either reading."""
    games = drawn_uniques(reading)
    counts = Counter(id for uniques in games for id in uniques)
    assert len(counts) == 30
    expected, spread = GAMES * 14 / 30, (GAMES * 14 / 30 * 16 / 30) ** 0.5
    assert all(abs(n - expected) < 4 * spread for n in counts.values()), counts


def test_a_uniform_draw_does_not_look_at_the_costs() -> None:
    """2016 A44, `unique_pick = "uniform"`: some games have none of the four districts of three gold, one in fifteen."""
    cheap = {"armory", "framework", "keep", "statue"}
    without = sum(not uniques & cheap for uniques in drawn_uniques("uniform"))
    chance = (16 * 15 * 14 * 13) / (30 * 29 * 28 * 27)
    assert without > 0  # of a spread draw there is no such game
    assert abs(without - GAMES * chance) < 4 * (GAMES * chance * (1 - chance)) ** 0.5


def by_cost(uniques: frozenset[str]) -> Counter[int | None]:
    """How many of these districts have each cost."""
    return Counter(district(id).cost_2016 for id in uniques)


def test_a_spread_draw_has_its_share_of_every_cost() -> None:
    """2016 A44, `unique_pick = "cost_spread"`: so many of each cost as 14 of 30 are, rounded down or up; a uniform draw often has not."""

    def is_spread(uniques: frozenset[str]) -> bool:
        of_each = by_cost(uniques)
        return all(n * 14 // 30 <= of_each[cost] <= -(-n * 14 // 30) for cost, n in {2: 2, 3: 4, 4: 5, 5: 10, 6: 8, None: 1}.items())

    assert all(is_spread(uniques) for uniques in drawn_uniques("cost_spread"))
    assert sum(is_spread(uniques) for uniques in drawn_uniques("uniform")) < GAMES / 2


def test_a_spread_draw_is_a_draw() -> None:
    """2016 A44, `unique_pick = "cost_spread"`: no two games need have the same fourteen."""
    assert len(set(drawn_uniques("cost_spread"))) > GAMES / 2


def test_a_fixed_table_plays_its_own_fourteen_every_time() -> None:
    """2016 1.7: a preset's fourteen are no draw."""
    cards = cs.load_variant("citadels-2016-cunning-agents").at(4).unique
    for seed in range(3):
        assert {id: n for id, n in dealt("citadels-2016-cunning-agents", 4, seed).items() if district(id).type.id == "unique"} == cards
