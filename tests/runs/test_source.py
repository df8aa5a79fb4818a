"""How messages name what is wrong with an experiment: by the key in a file, by the option on a command line."""

from __future__ import annotations

import pytest

from citadels_sim.runs.source import Source, of_options

SMALL = "games: 0 should be larger"
BOT = "lineups[0][1]: there is no bot 'bilder'"


def test_a_fault_of_a_file_is_reported_by_file_and_place() -> None:
    assert Source.parse("my.toml").format_faults([BOT]) == f"my.toml: {BOT}"


def test_a_fault_of_an_option_is_reported_by_the_option_alone() -> None:
    source = of_options(["lineups", "games"], calls={"games": "--deals"})
    assert source.format_faults([BOT]) == "--bots: there is no bot 'bilder'"
    assert source.format_faults([SMALL]) == "--deals: 0 should be larger"


def test_an_option_beside_a_file_is_not_blamed_on_the_file_nor_the_other_way_round() -> None:
    source = of_options(["games"], "my.toml")
    assert source.format_faults([SMALL]) == "--games: 0 should be larger"
    assert source.format_faults([BOT]) == f"my.toml: {BOT}"
    assert source.format_faults([SMALL, BOT]).splitlines() == [
        "my.toml, with the given options, has 2 faults:",
        "  --games: 0 should be larger",
        f"  {BOT}",
    ]


def test_one_place_of_a_key_may_have_a_name_of_its_own() -> None:
    source = of_options(["variants", "variants[1]"], calls={"variants[1]": "B"})
    assert source.format_faults(["variants[1]: there is no such variant"]) == "B: there is no such variant"
    assert source.format_faults(["variants[0]: there is no such variant"]) == "--variant: there is no such variant"


@pytest.mark.parametrize("fault", ["my.toml has 2 faults:\n  a", "my.toml: city_size: must be a number"])
def test_a_file_that_is_an_argument_is_named_once(fault: str) -> None:
    source = of_options(["variants", "variants[0]"], calls={"variants[0]": "my.toml"})
    assert source.format_faults([f"variants[0]: {fault}"]) == fault


@pytest.mark.parametrize(
    ("key", "fault", "said"),
    [
        ("margins", "margins.seet: there is no such limit", "--margin: seet: there is no such limit"),
        ("margins", "margins.character.asassin: there is no such character", "--margin: character.asassin: there is no such character"),
        ("margins", "margins.a b: there is no such limit", "--margin: a b: there is no such limit"),
        ("games", "margins.seet: there is no such limit", "margins.seet: there is no such limit"),
        ("games", "learner.think: 'x' should be a number", "learner.think: 'x' should be a number"),
    ],
)
def test_an_entry_of_a_table_that_an_option_gave_is_reported_by_the_option_and_its_name(key: str, fault: str, said: str) -> None:
    assert of_options([key]).format_faults([fault]) == said


def test_several_faults_of_options_are_reported_together_each_once() -> None:
    source = of_options(["lineups"])
    again = "lineups[1][0]: there is no bot 'bilder'"
    assert source.format_faults([BOT, again]) == "--bots: there is no bot 'bilder'"
    assert source.format_faults([BOT, "lineups: 2 should be one"]).splitlines()[0] == "the command line has 2 faults:"


def test_what_names_no_key_is_reported_as_it_is() -> None:
    assert of_options(["games"]).format_faults(["the sky is too low"]) == "the sky is too low"
