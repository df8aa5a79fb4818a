"""The packaged tables of 2016 and 2021 against lists typed from the rulebooks, not from the files."""

from __future__ import annotations

import pytest

from citadels_sim.catalogue import DISTRICTS, UNIQUES
from citadels_sim.errors import VariantError
from citadels_sim.variants import SWITCHES, load_variant, variant_names
from citadels_sim.variants.switches import defaults

# Ranks 1 to 8 and, after the stroke, the one in brackets; the districts in alphabetical order, as printed (002:825-1005, 003:355-413).
FIRST_GAME = (
    "assassin thief magician king bishop merchant architect warlord",
    "dragon-gate factory haunted-quarter imperial-treasury keep laboratory library map-room quarry school-of-magic smithy statue"
    " thieves-den wishing-well",
)
PRESETS = {
    "citadels-2016-ambitious-aristocrats": (
        "magistrate thief wizard patrician bishop trader architect marshal / queen",
        "capitol factory framework great-wall haunted-quarter keep necropolis park poor-house quarry school-of-magic stables statue"
        " thieves-den",
    ),
    "citadels-2016-cunning-agents": (
        "witch blackmailer magician emperor abbot alchemist architect warlord / tax-collector",
        "armory basilica dragon-gate gold-mine keep monument museum necropolis park poor-house quarry secret-vault smithy theater",
    ),
    "citadels-2016-illustrious-emissaries": (
        "witch spy seer emperor bishop merchant scholar diplomat / artist",
        "factory framework great-wall haunted-quarter ivory-tower keep library museum observatory park poor-house quarry school-of-magic"
        " smithy",
    ),
    "citadels-2016-devious-dignitaries": (
        "magistrate blackmailer wizard king abbot alchemist navigator marshal / queen",
        "dragon-gate factory framework haunted-quarter laboratory necropolis park poor-house secret-vault smithy stables theater"
        " thieves-den wishing-well",
    ),
    "citadels-2016-tenacious-delegates": (
        "assassin spy seer king cardinal trader scholar diplomat / artist",
        "basilica capitol haunted-quarter imperial-treasury laboratory library map-room observatory school-of-magic secret-vault smithy"
        " stables statue wishing-well",
    ),
    "citadels-2016-vicious-nobles": (
        "assassin thief magician patrician cardinal merchant navigator warlord / tax-collector",
        "armory basilica dragon-gate gold-mine imperial-treasury ivory-tower laboratory map-room monument museum school-of-magic statue"
        " thieves-den wishing-well",
    ),
    "citadels-2021-devious-dignitaries": (
        "magistrate blackmailer wizard king abbot alchemist navigator marshal / queen",
        "dragon-gate framework gold-mine haunted-quarter laboratory necropolis park poor-house secret-vault smithy stables theater"
        " thieves-den wishing-well",
    ),
    "citadels-2021-illustrious-emissaries": (
        "witch spy seer emperor bishop merchant scholar diplomat / artist",
        "capitol factory framework great-wall haunted-quarter ivory-tower keep library observatory park poor-house quarry school-of-magic"
        " smithy",
    ),
    "citadels-2021-vicious-nobles": (
        "assassin thief magician patrician cardinal trader architect warlord / tax-collector",
        "armory basilica dragon-gate gold-mine imperial-treasury ivory-tower map-room monument museum school-of-magic stables statue"
        " thieves-den wishing-well",
    ),
}
FAMILY = {
    "citadels-2016",
    "citadels-2016-base",
    "citadels-2016-nine",
    "citadels-2016-random",
    "citadels-2016-spanish",
    *PRESETS,
    *(f"{name}-nine" for name in PRESETS),
}
FIXED = sorted(FAMILY - {"citadels-2016-random"})
# What each table of 14 costs, added up by hand from the printed costs (2016 4.2).
COSTS_OF_14 = {
    "citadels-2016": 67,
    "citadels-2016-ambitious-aristocrats": 61,
    "citadels-2016-cunning-agents": 61,
    "citadels-2016-illustrious-emissaries": 64,
    "citadels-2016-devious-dignitaries": 60,
    "citadels-2016-tenacious-delegates": 57,
    "citadels-2016-vicious-nobles": 67,
    "citadels-2021-devious-dignitaries": 61,
    "citadels-2021-illustrious-emissaries": 65,
    "citadels-2021-vicious-nobles": 64,
}


def cast_of(name: str, players: int) -> list[str]:
    return [" ".join(ids) for ids in load_variant(name).at(players).cast.values()]


def printed(name: str) -> tuple[list[str], str]:
    """The eight characters and the ninth in brackets."""
    eight, _, ninth = PRESETS[name][0].partition(" / ")
    return eight.split(), ninth


def test_the_packaged_tables_of_2016_and_2021_are_these() -> None:
    assert {name for name in variant_names() if name.startswith("citadels-")} == FAMILY


@pytest.mark.parametrize("name", sorted(FAMILY))
def test_they_seat_two_to_eight_and_refuse_others(name: str) -> None:
    variant = load_variant(name)
    least = 3 if name.endswith("-nine") else 2
    assert (variant.players, list(variant.tables)) == ((least, 8), list(range(least, 9)))
    for players in (least - 1, 9):
        with pytest.raises(VariantError, match=f"variant '{name}' seats {least} to 8 players, not {players}"):
            variant.at(players)


@pytest.mark.parametrize("name", sorted(FAMILY))
def test_a_city_is_complete_at_seven_and_at_eight_with_two_or_three_players(name: str) -> None:
    variant = load_variant(name)
    assert [table.city_size for n, table in variant.tables.items() if n >= 4] == [7] * 5
    assert {table.city_size for n, table in variant.tables.items() if n < 4} == {8}


@pytest.mark.parametrize("name", sorted(FAMILY - {"citadels-2016-base"}))
def test_every_deck_has_54_basic_and_14_unique_districts(name: str) -> None:
    for table in load_variant(name).tables.values():
        assert (sum(table.basic.values()), sum(table.unique.values()) + table.random_count, table.deck_size) == (54, 14, 68)
        assert sum(n * (table.costs[id] or 0) for id, n in table.basic.items()) == 152


@pytest.mark.parametrize("name", sorted(FAMILY))
def test_every_district_has_its_cost_of_2016(name: str) -> None:
    assert load_variant(name).at(4).costs == {d.id: d.cost_2016 for d in DISTRICTS}


@pytest.mark.parametrize("name", sorted(FAMILY - {"citadels-2016-spanish"}))
def test_every_switch_has_its_reading_of_2016(name: str) -> None:
    for table in load_variant(name).tables.values():
        assert table.rules == defaults("2016")


def test_the_base_has_the_first_games_characters_and_no_unique_district() -> None:
    assert load_variant("citadels-2016-base").at(4).unique == {}
    assert cast_of("citadels-2016-base", 4) == FIRST_GAME[0].split()


def test_the_first_game_has_the_characters_and_districts_of_the_rulebook() -> None:
    for players in (2, 4, 5, 6, 7):
        assert cast_of("citadels-2016", players) == FIRST_GAME[0].split()
    assert list(load_variant("citadels-2016").at(6).unique) == FIRST_GAME[1].split()


@pytest.mark.parametrize("name", PRESETS)
def test_a_presets_districts_are_the_printed_fourteen(name: str) -> None:
    for table in load_variant(name).tables.values():
        assert table.unique == dict.fromkeys(PRESETS[name][1].split(), 1)
        assert table.random_count == 0


@pytest.mark.parametrize(("name", "gold"), COSTS_OF_14.items())
def test_the_fourteen_cost_so_much_gold_together(name: str, gold: int) -> None:
    table = load_variant(name).at(4)
    assert sum(table.costs[id] or 0 for id in table.unique) == gold


@pytest.mark.parametrize("name", PRESETS)
def test_a_presets_characters_are_the_printed_eight_with_four_to_seven_players(name: str) -> None:
    for players in (4, 5, 6, 7):
        assert cast_of(name, players) == printed(name)[0]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_for_eight_has_the_ninth_in_brackets(name: str) -> None:
    eight, ninth = printed(name)
    assert cast_of(name, 8) == [*eight, ninth]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_for_three_has_the_ninth_in_brackets_or_the_artist_for_the_queen(name: str) -> None:
    eight, ninth = printed(name)
    assert cast_of(name, 3) == [*eight, "artist" if ninth == "queen" else ninth]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_for_two_has_eight_ranks_and_the_king_for_the_emperor(name: str) -> None:
    assert cast_of(name, 2) == ["king" if id == "emperor" else id for id in printed(name)[0]]


@pytest.mark.parametrize("name", ["citadels-2016", "citadels-2016-base", "citadels-2016-spanish"])
def test_where_no_ninth_is_printed_three_and_eight_have_one_and_no_others(name: str) -> None:
    ninth = "tax-collector" if name.endswith("spanish") else "artist"
    assert [load_variant(name).at(n).cast.get(9) for n in range(2, 9)] == [None, (ninth,), None, None, None, None, (ninth,)]


def test_the_game_of_nine_is_the_first_game_and_the_artist_at_every_table() -> None:
    for players in range(3, 9):
        assert cast_of("citadels-2016-nine", players) == [*FIRST_GAME[0].split(), "artist"]
        assert load_variant("citadels-2016-nine").at(players).unique == load_variant("citadels-2016").at(players).unique


@pytest.mark.parametrize("name", PRESETS)
def test_the_nine_of_a_preset_is_the_preset_with_the_ninth_in_brackets_at_every_table(name: str) -> None:
    """2016 1.5 (002:780-783): optional with four to seven; below five players the Artist sits where the Queen is printed."""
    eight, ninth = printed(name)
    for players in range(3, 9):
        assert cast_of(f"{name}-nine", players) == [*eight, "artist" if ninth == "queen" and players < 5 else ninth]
        assert load_variant(f"{name}-nine").at(players).unique == load_variant(name).at(players).unique
    assert [load_variant(f"{name}-nine").at(players) == load_variant(name).at(players) for players in (3, 4, 8)] == [True, False, True]


# ---- the translation


def test_the_spanish_table_differs_from_the_edition_in_four_readings() -> None:
    rules = load_variant("citadels-2016-spanish").at(3).rules
    assert {key: value for key, value in rules.items() if value != SWITCHES[key].default["2016"]} == {
        "patrician_income": "gold",
        "abbot_income": "gold",
        "wizard_duplicates": "one_build",
        "tax_other_character": "collects",
    }


def test_the_spanish_table_seats_everybody_whom_the_slips_concern() -> None:
    assert {"wizard", "patrician", "abbot"} <= set(cast_of("citadels-2016-spanish", 5))
    assert "tax-collector" in cast_of("citadels-2016-spanish", 3)


# ---- what is drawn


@pytest.mark.parametrize("players", range(2, 9))
def test_the_random_table_draws_every_rank_from_all_that_may_sit_there(players: int) -> None:
    cast = load_variant("citadels-2016-random").at(players).cast
    assert [len(cast[rank]) for rank in (1, 2, 3, 5, 6, 7, 8)] == [3] * 7
    assert cast[4] == ("king", "emperor", "patrician") if players > 2 else cast[4] == ("king", "patrician")
    assert cast.get(9) == {2: None, 3: ("artist", "tax-collector"), 4: ("artist", "tax-collector")}.get(
        players, ("queen", "artist", "tax-collector")
    )


def test_the_random_tables_together_draw_all_27_characters_from_five_players_on() -> None:
    for players in range(5, 9):
        cast = load_variant("citadels-2016-random").at(players).cast
        assert len({id for ids in cast.values() for id in ids}) == 27


@pytest.mark.parametrize("players", range(2, 9))
def test_the_random_table_draws_14_of_the_30_unique_districts_of_2016(players: int) -> None:
    table = load_variant("citadels-2016-random").at(players)
    assert (table.unique, table.random_count) == ({}, 14)
    assert list(table.random_from) == [d.id for d in UNIQUES if "2016" in d.editions]
    assert len(table.random_from) == 30


@pytest.mark.parametrize(
    ("players", "rank", "who", "message"),
    [
        (2, 4, "emperor", "the Emperor cannot be played with two players"),
        (2, 9, "artist", "two players play with ranks 1 to 8"),
        (3, 9, "queen", "the Queen needs at least five players"),
        (4, 9, "queen", "the Queen needs at least five players"),
    ],
)
def test_whom_the_number_of_players_forbids_is_refused_even_where_he_is_only_drawn(players: int, rank: int, who: str, message: str) -> None:
    table = load_variant("citadels-2016-random").at(players)
    shown = {f"by_players.{players}.random_cast.{rank}": [*table.cast.get(rank, ()), who]}
    with pytest.raises(VariantError, match=message):
        load_variant("citadels-2016-random", shown)


def test_the_random_table_for_four_can_be_played_with_eight_ranks_as_its_comment_says() -> None:
    variant = load_variant("citadels-2016-random", {"by_players.4.random_cast.9": []})
    assert [variant.at(n).ranks for n in (2, 3, 4, 5)] == [8, 9, 8, 9]


@pytest.mark.parametrize("name", FIXED)
def test_nobody_is_drawn_at_the_other_tables(name: str) -> None:
    for table in load_variant(name).tables.values():
        assert all(len(ids) == 1 for ids in table.cast.values())
        assert table.random_count == 0
