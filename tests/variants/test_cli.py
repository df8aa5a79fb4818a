from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.variants import SWITCHES, from_resolved, load_variant, rules_version, variant_names

Write = Callable[..., Path]
Speak = Callable[..., tuple[int, str, str]]


def test_variants_alone_lists_the_packaged_ones(citadels: Speak) -> None:
    code, out, err = citadels("variants")
    assert (code, err) == (0, "")
    assert all(name in out for name in variant_names())
    assert citadels("variants", "list") == (code, out, err)


@pytest.mark.parametrize("words", [("variants", "--json"), ("variants", "list", "--json")])
def test_the_list_is_given_as_data(citadels: Speak, words: tuple[str, ...]) -> None:
    listed = json.loads(citadels(*words)[1])
    assert [entry["name"] for entry in listed] == list(variant_names())
    assert listed[variant_names().index("classic-2000")] == {
        "name": "classic-2000",
        "title": "Citadels (2000), base game",
        "players": [2, 7],
        "digest": load_variant("classic-2000").digest,
    }


def test_json_before_another_command_is_reported_where_it_belongs(citadels: Speak) -> None:
    code, out, err = citadels("variants", "--json", "switches")
    assert (code, out) == (2, "")
    assert "write --json behind 'switches'" in err


def test_show_reports_cast_deck_and_the_switches_that_differ(citadels: Speak) -> None:
    code, out, _ = citadels("variants", "show", "classic-summary")
    assert code == 0
    assert "71 cards" in out
    assert "one_char_no_assassin_10" in out
    assert "wishing-well" in out
    assert "allow_dead_targets" not in out


def test_show_reports_what_other_numbers_of_players_have_of_their_own(citadels: Speak) -> None:
    _, _, end = citadels("variants", "show", "classic-summary")[1].partition("With other numbers of players")
    assert [line.split() for line in end.splitlines() if line.strip().startswith("3")] == [["3", "cast.1", "-"], ["3", "city_size", "10"]]


def test_show_as_data_is_the_resolved_variant(citadels: Speak) -> None:
    shown = json.loads(citadels("variants", "show", "classic-summary", "--json")[1])
    digest, version, _ = shown.pop("digest"), shown.pop("rules_version"), shown.pop("source")
    assert version == rules_version(load_variant("classic-summary"))
    assert from_resolved(shown).digest == digest == load_variant("classic-summary").digest


def test_show_reports_random_parts(citadels: Speak, write: Write) -> None:
    path = write('[deck.random_unique]\ncount = 2\nfrom = ["park", "armory", "secret-vault"]\n[random_cast]\n"5" = ["bishop", "abbot"]')
    out = citadels("variants", "show", str(path))[1]
    assert "bishop or abbot" in out
    assert out.count("2 of these") == 3


def test_an_unknown_variant_is_one_message_and_exit_code_two(citadels: Speak) -> None:
    code, out, err = citadels("variants", "show", "clasic-2000")
    assert (code, out) == (2, "")
    assert err.startswith("citadels: there is no packaged variant 'clasic-2000'. Did you mean 'classic-2000'?")


def test_check_reports_that_files_can_be_played(citadels: Speak, write: Write) -> None:
    code, out, err = citadels("variants", "check", str(write("city_size = 7")), "classic-2000")
    assert (code, err) == (0, "")
    assert "mine" in out
    assert "classic-2000" in out


def test_check_reports_every_fault_of_every_file(citadels: Speak, write: Write) -> None:
    bad, worse = write("city_size = 0\ncity = 1", name="bad"), write("[rules]\nx = 1", name="worse")
    code, out, err = citadels("variants", "check", str(bad), "classic-2000", str(worse))
    assert code == 2
    assert "classic-2000" in out
    assert f"{bad} has 2 faults:" in err
    assert f"{worse}: rules.x: is not a known key." in err
    assert "Traceback" not in err


def test_check_notes_a_name_that_a_packaged_variant_with_other_rules_has(citadels: Speak, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('name = "classic-2000"\nextends = "citadels-2016"\n')
    (tmp_path / "b.toml").write_text('name = "classic-2000"\nextends = "classic-2000"\n')
    code, _, err = citadels("variants", "check", str(tmp_path / "a.toml"), str(tmp_path / "b.toml"))
    assert code == 0
    assert err.count("a packaged variant with other rules has the name 'classic-2000', too") == 1
    assert "a.toml: a packaged" in err


def test_check_gives_the_faults_as_data(citadels: Speak, write: Write, tmp_path: Path) -> None:
    bad, missing = write("city_size = 0"), str(tmp_path / "none.toml")
    code, out, _ = citadels("variants", "check", str(bad), missing, "classic-2000", "--json")
    first, second, third = json.loads(out)
    assert code == 2
    assert (first["ok"], first["faults"][0]["key"], first["faults"][0]["where"]) == (False, "city_size", str(bad))
    assert (second["ok"], second["faults"][0]["where"]) == (False, missing)
    assert (third["ok"], third["name"], third["faults"]) == (True, "classic-2000", [])


def test_check_of_good_files_as_data_is_exit_code_zero(citadels: Speak) -> None:
    assert citadels("variants", "check", "classic-2000", "--json")[0] == 0


def test_diff_reports_what_differs(citadels: Speak) -> None:
    code, out, _ = citadels("variants", "diff", "classic-2000", "classic-2000-french")
    assert code == 0
    assert "rules.smithy_price" in out


def test_diff_gives_the_changes_as_data(citadels: Speak) -> None:
    changes = json.loads(citadels("variants", "diff", "classic-2000", "classic-2000-short", "--json")[1])
    assert changes == [
        {
            "key": "city_size",
            "topic": "End of the game",
            "from": 8,
            "to": 7,
            "from_words": "8 districts complete a city.",
            "to_words": "7 districts complete a city.",
            "words": "Districts that complete a city.",
            "matters": True,
        }
    ]


def test_diff_distinguishes_the_editions_in_words(citadels: Speak) -> None:
    code, out, err = citadels("variants", "diff", "classic-2000", "citadels-2016")
    assert (code, err) == (0, "")
    for words in ("What differs with 4 players:", "1 × Thieves' Den, 6 gold.", "Draft and crown", "rules.removal_order"):
        assert words in out
    assert out.count("classic-2000  ") == 1  # one table for all topics
    assert "rules.tax_time" not in out
    assert out.endswith("--all also shows 4 with other numbers of players and 26 of cards that only one variant has.\n")
    assert max(map(len, out.splitlines())) <= 100


def test_diff_reports_everything_if_requested(citadels: Speak) -> None:
    out = citadels("variants", "diff", "classic-2000", "citadels-2016", "--all")[1]
    for words in ("With other numbers of players", "2 and 3 players: ", "Rules and costs of cards", "rules.tax_time"):
        assert words in out
    assert "--all" not in out
    assert max(map(len, out.splitlines())) <= 100
    alike = citadels("variants", "diff", "classic-2000", "dark-city", "--all")[1]
    assert re.search(r"2 players: Rank 4: King\. +The same\. +cast\.4", alike)


def test_diff_of_two_files_of_one_name_distinguishes_them_by_their_paths(citadels: Speak, write: Write) -> None:
    path = write("city_size = 7", name="classic-2000")
    assert f"{path}: " in citadels("variants", "diff", "classic-2000", str(path))[1]


def test_diff_of_variants_that_share_no_number_of_players_says_so(citadels: Speak, write: Write) -> None:
    few = write("players = [2, 2]", name="few")
    out = citadels("variants", "diff", str(few), "dark-city-nine")[1]
    assert "No number of players is common to both: 2 players here, 4 there." in out


def test_show_reports_the_usual_table_and_the_substitutions_of_others(citadels: Speak) -> None:
    out = citadels("variants", "show", "citadels-2016-cunning-agents")[1]
    assert "This table applies with 4, 5, 6 and 7 players; other numbers of players are at the end." in out
    _, _, end = out.partition("With other numbers of players")
    assert [line.split() for line in end.splitlines() if "cast." in line or "city" in line] == [
        ["2", "cast.4", "king"],
        ["2,", "3", "city_size", "8"],
        ["3,", "8", "cast.9", "tax-collector"],
    ]


def test_show_of_a_variant_that_is_the_same_for_all_has_no_other_numbers(citadels: Speak) -> None:
    out = citadels("variants", "show", "classic-2000")[1]
    assert "This table applies with 2, 3, 4, 5, 6 and 7 players." in out
    assert "other numbers" not in out


def test_show_reports_in_words_what_its_rules_mean(citadels: Speak) -> None:
    assert "The Patrician gets 1 gold for each noble district." in citadels("variants", "show", "citadels-2016-spanish")[1]


def test_diff_of_variants_that_play_the_same_says_so(citadels: Speak) -> None:
    assert citadels("variants", "diff", "classic-2000", "classic-2000")[1] == "'classic-2000' and 'classic-2000' have the same rules.\n"


def test_switches_lists_each_with_its_readings(citadels: Speak) -> None:
    code, out, _ = citadels("variants", "switches")
    assert code == 0
    assert all(key in out for key in SWITCHES)
    assert all(sentence.replace("{n}", "N") in out for switch in SWITCHES.values() for sentence in switch.says.values())
    assert all(switch.doc in out and switch.rule in out for switch in SWITCHES.values())


def test_switches_as_data_have_readings_numbers_and_defaults(citadels: Speak) -> None:
    data = {entry["key"]: entry for entry in json.loads(citadels("variants", "switches", "--json")[1])}
    assert list(data) == list(SWITCHES)
    assert (data["bank_limit"]["readings"], data["bank_limit"]["numbers"]) == (["none"], [1, 1000])
    assert (data["great_wall_self"]["readings"], data["great_wall_self"]["also"]) == ([False, True], ["great_wall_covers_itself"])
    assert data["laboratory_gold"]["says"] == {"{n}": "The Laboratory gives {n} gold for a card."}
    assert data["great_wall_extra_to"]["needs"] == [["great-wall"], ["diplomat", "marshal"]]
    assert (data["lab_smithy_limit"]["players"], data["lab_smithy_limit"]["topic"]) == ([2, 3], "Districts")
    assert data["removal_order"]["default"] == {"classic": "down_first", "2016": "up_first"}


@pytest.mark.parametrize("command", [(), ("list",), ("show",), ("check",), ("diff",), ("switches",)])
def test_every_examples_command_line_runs(citadels: Speak, command: tuple[str, ...]) -> None:
    help_text = citadels("variants", *command, "-h")[1]
    lines = [line.split()[1:] for line in help_text.partition("Examples:")[2].splitlines() if line.strip().startswith("citadels ")]
    assert lines
    assert all(citadels(*words)[0] == 0 for words in lines)
