from __future__ import annotations

import pytest

from citadels_sim.variants import SWITCHES, diff, load_variant, variant_names

BASE = load_variant("classic-2000")


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_does_not_differ_from_itself(name: str) -> None:
    assert diff(load_variant(name), load_variant(name)) == []


def test_each_key_that_differs_is_told_from_what_to_what_in_the_files_order() -> None:
    changes = diff(BASE, load_variant("classic-2000-french"))
    assert [(c.key, c.before, c.after) for c in changes] == [
        ("deck.basic.palace", 3, 2),
        ("deck.basic.church", 3, 4),
        ("deck.unique.great-wall", 1, 0),
        ("rules.smithy_price", 2, 3),
    ]


def test_a_difference_backwards_is_turned_round() -> None:
    summary = load_variant("classic-summary")
    forth = {(c.key, str(c.before), str(c.after)) for c in diff(BASE, summary)}
    back = {(c.key, str(c.after), str(c.before)) for c in diff(summary, BASE)}
    assert forth == back


def test_people_are_told_what_a_switch_decides() -> None:
    [change] = diff(BASE, load_variant("classic-2000", {"rules.smithy_price": 3}))
    assert change.words == SWITCHES["smithy_price"].doc


@pytest.mark.parametrize(
    ("overrides", "key", "before", "after", "words"),
    [
        ({"city_size": 7}, "city_size", 8, 7, "Districts that complete a city."),
        ({"players": [2, 6]}, "players", [2, 7], [2, 6], "Least and most players."),
        ({"costs.smithy": 4}, "costs.smithy", 5, 4, "Cost of the Smithy in gold."),
        ({"deck.unique.keep": 1}, "deck.unique.keep", 2, 1, "Copies of the Keep in the deck."),
        ({"rules.great_wall_self": True}, "rules.great_wall_self", False, True, SWITCHES["great_wall_self"].doc),
    ],
)
def test_one_change_is_one_difference(overrides: dict[str, object], key: str, before: object, after: object, words: str) -> None:
    assert diff(BASE, load_variant("classic-2000", overrides)) == [(key, before, after, words)]


def test_a_difference_at_some_numbers_of_players_stands_under_by_players() -> None:
    changed = load_variant("classic-2000", {"by_players.3.city_size": 9, "by_players.5.city_size": 6})
    assert [(c.key, c.before, c.after) for c in diff(BASE, changed)] == [("by_players.3.city_size", 8, 9), ("by_players.5.city_size", 8, 6)]


def test_a_difference_of_several_sizes_stands_under_each_number_of_players() -> None:
    changed = load_variant("classic-2000", {"city_size": 7, "by_players.2.city_size": 6})
    assert {c.key: c.after for c in diff(BASE, changed)} == {f"by_players.{n}.city_size": 6 if n == 2 else 7 for n in range(2, 8)}


def test_a_cast_is_compared_rank_by_rank() -> None:
    other = load_variant("classic-2000", {"random_cast.5": ["abbot", "bishop"], "random_cast.9": ["artist"], "players": [4, 7]})
    assert [(c.key, c.before, c.after) for c in diff(load_variant("classic-2000", {"players": [4, 7]}), other)] == [
        ("cast.5", "bishop", "bishop | abbot"),
        ("cast.9", None, "artist"),
    ]


def test_random_uniques_are_compared() -> None:
    other = load_variant("classic-2000", {"deck.random_unique": {"count": 1, "from": ["park", "armory"]}})
    assert [(c.key, c.before, c.after) for c in diff(BASE, other)] == [
        ("deck.random_unique.count", 0, 1),
        ("deck.random_unique.from", [], ["armory", "park"]),
    ]


def test_variants_without_a_common_number_of_players_are_compared_at_the_least_of_each() -> None:
    few = load_variant("classic-2000", {"players": [2, 3]})
    many = load_variant("classic-2000", {"players": [5, 7], "city_size": 7})
    assert [(c.key, c.after) for c in diff(few, many)] == [("players", [5, 7]), ("city_size", 7)]
