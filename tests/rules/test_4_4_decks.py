"""Classic 4.1 and 4.4: the decks."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import district

TYPES = ("noble", "religious", "trade", "military", "unique")


@pytest.mark.parametrize(
    ("name", "cards", "by_type", "costs"),
    [
        ("classic-2000", 66, (12, 11, 20, 11, 12), 210),
        ("classic-2000-short", 66, (12, 11, 20, 11, 12), 210),
        ("classic-2000-french", 65, (11, 12, 20, 11, 11), 201),
        ("classic-summary", 71, (12, 12, 21, 12, 14), 230),
    ],
)
def test_the_decks_add_up(name: str, cards: int, by_type: tuple[int, ...], costs: int) -> None:
    """Classic 4.1, 4.4, 6 rows 13 and 14: number of cards, of each type, and the sum of their costs."""
    table = cs.load_variant(name).at(4)
    copies = {**table.basic, **table.unique}
    counted = tuple(sum(n for id, n in copies.items() if district(id).type.id == kind) for kind in TYPES)
    assert (table.deck_size, counted) == (cards, by_type)
    assert sum(n * (table.costs[id] or 0) for id, n in copies.items()) == costs


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("classic-2000-french", {"palace": 2, "church": 4, "great-wall": 0}),
        (
            "classic-summary",
            {
                "castle": 5,
                "palace": 2,
                "monastery": 4,
                "trading-post": 4,
                "fortress": 3,
                "keep": 1,
                "imperial-treasury": 1,
                "wishing-well": 1,
                "quarry": 1,
            },
        ),
    ],
)
def test_how_the_other_decks_differ_from_the_sixty_six(name: str, changes: dict[str, int]) -> None:
    """Classic 4.1 table, 4.4."""
    decks = [{**cs.load_variant(variant).at(4).basic, **cs.load_variant(variant).at(4).unique} for variant in ("classic-2000", name)]
    ids = set(decks[0]) | set(decks[1])
    assert {id: decks[1].get(id, 0) for id in ids if decks[0].get(id, 0) != decks[1].get(id, 0)} == changes


def test_the_two_keeps_are_one_in_the_summary() -> None:
    """Classic 6 row 14, `keep_count`."""
    assert [cs.load_variant(name).at(4).unique["keep"] for name in ("classic-2000", "classic-summary")] == [2, 1]


@pytest.mark.parametrize(
    ("id", "cost"),
    [
        ("manor", 3),
        ("castle", 4),
        ("palace", 5),
        ("temple", 1),
        ("church", 2),
        ("monastery", 3),
        ("cathedral", 5),
        ("tavern", 1),
        ("market", 2),
        ("trading-post", 2),
        ("docks", 3),
        ("harbor", 4),
        ("town-hall", 5),
        ("watchtower", 1),
        ("prison", 2),
        ("barracks", 3),
        ("fortress", 5),
        ("haunted-quarter", 2),
        ("keep", 3),
        ("laboratory", 5),
        ("smithy", 5),
        ("observatory", 5),
        ("graveyard", 5),
        ("library", 6),
        ("school-of-magic", 6),
        ("great-wall", 6),
        ("university", 6),
        ("dragon-gate", 6),
        ("imperial-treasury", 4),
        ("wishing-well", 5),
        ("quarry", 5),
    ],
)
def test_what_districts_cost(id: str, cost: int) -> None:
    """Classic 4.1, 4.2, 4.3."""
    assert cs.load_variant("classic-summary").at(4).costs[id] == cost


@pytest.mark.parametrize(
    ("name", "price"), [("classic-2000", 2), ("classic-2000-short", 2), ("classic-2000-french", 3), ("classic-summary", 3)]
)
def test_what_the_smithys_cards_cost_in_each_deck(name: str, price: int) -> None:
    """Classic 6 row 11, `smithy_cost`: two with the 66, three with the 65 and the 71."""
    assert cs.load_variant(name).at(4).rules["smithy_price"] == price
