from __future__ import annotations

import pytest

from citadels_sim.variants import SWITCHES, Comparison, compare, diff, load_variant, variant_names
from citadels_sim.variants.switch import TOPICS

pytestmark = pytest.mark.rotated(6)

BASE = load_variant("classic-2000")


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_does_not_differ_from_itself(name: str) -> None:
    assert diff(load_variant(name), load_variant(name)) == []


def test_each_key_that_differs_is_reported_from_what_to_what_in_the_files_order() -> None:
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


def test_people_are_shown_what_a_switch_decides() -> None:
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
    [change] = diff(BASE, load_variant("classic-2000", overrides))
    assert (change.key, change.before, change.after, change.words) == (key, before, after, words)


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


# ---- in words

FIRST_2016 = load_variant("citadels-2016")


def sentences_of(comparison: Comparison) -> dict[str, tuple[str, str]]:
    """All lines of the tables compared, by key."""
    return {line.key: (line.before, line.after) for lines in comparison.topics.values() for line in lines}


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_compared_with_itself_has_no_line(name: str) -> None:
    same = compare(load_variant(name), load_variant(name))
    assert (dict(same.topics), same.elsewhere, same.idle) == ({}, [], [])


@pytest.mark.parametrize("number", range(len(variant_names())))
def test_whatever_differs_as_data_is_reported_in_words(number: int) -> None:
    """Each variant against a few that come later, near and far in the list."""
    a = load_variant(variant_names()[number])
    for b in (load_variant(other) for other in variant_names()[number + 1 :: 5]):
        result = compare(a, b)
        lines = [*(line for lines in result.topics.values() for line in lines), *result.elsewhere, *result.idle]
        keys = {change.key.split(".", 2)[2] if change.key.startswith("by_players.") else change.key for change in diff(a, b)}
        assert {line.key for line in lines} - {""} == keys
        assert all(line.before and line.after for line in lines)


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_every_change_of_a_rule_is_reported_in_its_sentences(switch: object) -> None:
    classic = {key: s.sentence(s.default["classic"]) for key, s in SWITCHES.items()}
    new = {key: s.sentence(s.default["2016"]) for key, s in SWITCHES.items()}
    changes = {change.key: change for change in diff(BASE, FIRST_2016)}
    key = switch.key  # type: ignore[attr-defined]
    if classic[key] == new[key]:
        assert f"rules.{key}" not in changes
    else:
        change = changes[f"rules.{key}"]
        assert (change.before_words, change.after_words) == (classic[key], new[key])


def test_the_first_games_of_2000_and_2016_are_compared_at_four_players_by_topic() -> None:
    result = compare(BASE, FIRST_2016)
    assert result.players == (4, 4)
    assert list(result.topics) == [topic for topic in TOPICS if topic in result.topics]
    lines = sentences_of(result)
    assert lines["city_size"] == ("8 districts complete a city.", "7 districts complete a city.")
    assert lines["deck.unique.keep"] == ("2 × Keep, 3 gold each.", "1 × Keep, 3 gold.")
    assert lines["deck.unique.statue"] == ("No Statue.", "1 × Statue, 3 gold.")
    assert lines["rules.laboratory_gold"] == ("The Laboratory gives 1 gold for a card.", "The Laboratory gives 2 gold for a card.")
    assert result.topics["District deck"][0].before == "66 cards, 12 of them unique districts."


def test_what_other_numbers_of_players_have_of_their_own_is_distinguished() -> None:
    elsewhere = {(line.players, line.key): (line.before, line.after) for line in compare(BASE, FIRST_2016).elsewhere}
    assert elsewhere[(2, 3), "city_size"] == ("8 districts complete a city.", "8 districts complete a city.")
    assert elsewhere[(3,), "cast.9"] == ("Nobody has rank 9.", "Rank 9: Artist.")
    assert "of eight" in elsewhere[(3,), "rules.three_player_rule"][0]
    assert "of nine" in elsewhere[(3,), "rules.three_player_rule"][1]
    assert set(elsewhere) == {((2, 3), "city_size"), ((3,), ""), ((3,), "cast.9"), ((3,), "rules.three_player_rule")}


def test_rules_of_cards_that_are_not_at_both_tables_stand_last() -> None:
    result = compare(BASE, FIRST_2016)
    idle = {line.key for line in result.idle}
    assert {"rules.abbot_income", "rules.emperor_murdered", "rules.wishing_well_self", "costs.observatory", "costs.poor-house"} <= idle
    assert not idle & set(sentences_of(result))
    assert {change.key for change in diff(BASE, FIRST_2016) if not change.matters} == idle


def test_a_rule_matters_once_its_cards_are_at_both_tables() -> None:
    other = load_variant("dark-city", {"rules.abbot_tie": "choice", "costs.park": 5, "rules.artist_split": False})
    result = compare(load_variant("dark-city"), other)
    assert set(sentences_of(result)) == {"rules.abbot_tie", "costs.park"}
    assert [line.key for line in result.idle] == ["rules.artist_split"]


OWN = {"districts.cafe": {"title": "Café", "type": "trade", "cost": 2, "copies": 2}}
IDLE = "It has no effect in play: these cards are not in the game."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (OWN, "2 × Café, 2 gold each."),
        ({"deck.unique.factory": 1, "costs.factory": 4}, "1 × Factory, 4 gold. (Before: No Factory.)"),
        ({"deck.unique.quarry": 1, "rules.quarry_limit": "unlimited"}, "With the Quarry a city may have any number"),
    ],
)
def test_a_card_that_was_added_is_in_the_game_and_one_that_was_taken_out_is_not(changes: dict[str, object], said: str) -> None:
    other = load_variant("classic-2000", changes)
    there = compare(BASE, other).sentences
    assert any(one.startswith(said) for one in there)
    assert not any(IDLE in one for one in there)
    without = compare(other, BASE).sentences
    assert not any("Café" in one and IDLE in one for one in without)
    assert sum(IDLE in one for one in without) == (changes is not OWN)


def test_what_is_drawn_is_reported_as_such() -> None:
    lines = sentences_of(compare(FIRST_2016, load_variant("citadels-2016-random")))
    assert lines["cast.5"] == ("Rank 5: Bishop.", "Rank 5: Bishop, Abbot or Cardinal, drawn for each game.")
    assert lines["deck.unique.smithy"] == ("1 × Smithy, 5 gold.", "Smithy, 5 gold, if drawn.")
    assert lines["deck.random_unique.count"][1] == "14 unique districts are drawn for each game."


def test_a_draft_of_nine_is_reported() -> None:
    result = compare(FIRST_2016, load_variant("citadels-2016-nine"))
    assert [(line.before, line.after) for line in result.topics["Draft and crown"]] == [
        ("8 characters, 2 of them removed face up.", "9 characters, 3 of them removed face up.")
    ]
    at_seven = [line for line in result.elsewhere if line.players == (7,)]
    assert at_seven[0].before == "8 characters, none of them removed face up; the last player may take the face-down one."
    assert at_seven[0].after == "9 characters, none of them removed face up."


def test_variants_without_a_common_number_are_placed_side_by_side_at_the_least_of_each() -> None:
    few, many = load_variant("classic-2000", {"players": [2, 3]}), load_variant("classic-2000", {"players": [5, 7], "city_size": 7})
    result = compare(few, many)
    assert (result.players, result.elsewhere) == ((2, 5), [])
    assert sentences_of(result)["city_size"] == ("8 districts complete a city.", "7 districts complete a city.")


@pytest.mark.parametrize("name", ["classic-2000", "classic-2000-nine", "classic-summary", "citadels-2016", "citadels-2016-random"])
def test_the_characters_removed_face_up_are_those_of_the_engine(name: str) -> None:
    from citadels_sim.engine.rules import rules_record

    for table in load_variant(name).tables.values():
        assert table.face_up == rules_record(table).n_up
