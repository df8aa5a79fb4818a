from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from citadels_sim.resources import configs_dir
from citadels_sim.variants import load_variant, variant_names

BASE_EIGHT = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")


def test_the_packaged_variants_of_the_base_game_are_there() -> None:
    assert {"classic-2000", "classic-2000-french", "classic-2000-short", "classic-summary"} <= set(variant_names())


@pytest.mark.parametrize("name", variant_names())
def test_every_packaged_variant_can_be_read_and_bears_its_files_name(name: str) -> None:
    assert load_variant(name).name == name
    assert load_variant(name).title


@pytest.mark.parametrize("name", variant_names())
def test_every_packaged_file_speaks_to_its_reader(name: str) -> None:
    assert (configs_dir() / "variants" / f"{name}.toml").read_text(encoding="utf-8").startswith("#")


@pytest.mark.parametrize("players", range(2, 8))
def test_classic_2000_has_66_cards_eight_characters_and_a_city_of_eight(players: int) -> None:
    table = load_variant("classic-2000").at(players)
    assert (table.deck_size, table.city_size, sum(table.basic.values())) == (66, 8, 54)
    assert table.cast == {rank: (id,) for rank, id in enumerate(BASE_EIGHT, start=1)}
    assert table.unique["keep"] == 2
    assert table.random_count == 0


def test_classic_2000_costs_210_gold() -> None:
    table = load_variant("classic-2000").at(4)
    assert sum(n * (table.costs[id] or 0) for id, n in {**table.basic, **table.unique}.items()) == 210


def test_the_french_deck_has_65_cards_of_201_gold_and_a_smithy_for_three() -> None:
    table = load_variant("classic-2000-french").at(4)
    assert table.deck_size == 65
    assert sum(n * (table.costs[id] or 0) for id, n in {**table.basic, **table.unique}.items()) == 201
    assert (table.basic["church"], table.basic["palace"]) == (4, 2)
    assert "great-wall" not in table.unique
    assert table.rules["smithy_price"] == 3


def test_the_short_game_differs_in_nothing_but_the_size_of_a_city() -> None:
    long, short = load_variant("classic-2000").at(5), load_variant("classic-2000-short").at(5)
    assert short.city_size == 7
    assert (short.basic, short.unique, short.rules, short.cast) == (long.basic, long.unique, long.rules, long.cast)


def test_the_summarys_deck_has_71_cards_of_230_gold() -> None:
    table = load_variant("classic-summary").at(4)
    assert (sum(table.basic.values()), sum(table.unique.values())) == (57, 14)
    assert sum(n * (table.costs[id] or 0) for id, n in {**table.basic, **table.unique}.items()) == 230


def test_the_summary_begins_at_three_players_without_the_assassin_and_to_ten_districts() -> None:
    variant = load_variant("classic-summary")
    assert variant.players == (3, 7)
    assert variant.at(3).city_size == 10
    assert tuple(variant.at(3).cast) == (2, 3, 4, 5, 6, 7, 8)
    assert (variant.at(4).city_size, tuple(variant.at(4).cast)) == (8, (1, 2, 3, 4, 5, 6, 7, 8))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("murdered_king_crown", "stays"),
        ("removal_order", "up_first"),
        ("turn_order_model", "s1_free"),
        ("warlord_timing", "any"),
        ("discard_model", "pile"),
        ("deck_empty", "reshuffle_pile"),
        ("graveyard_scope", "own_city"),
        ("smithy_price", 3),
        ("great_wall_self", True),
        ("lab_smithy_limit", "round"),
        ("merchant_bonus_time", "start_of_turn"),
        ("tie_break", "none"),
        ("quarry_limit", "unlimited"),
        ("wishing_well_self", True),
    ],
)
def test_the_summary_reads_its_rulebook_to_the_letter(key: str, value: object) -> None:
    assert load_variant("classic-summary").at(5).rules[key] == value


def test_packaged_variants_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_variant("classic-2000").at(4).deck_size == 66


def test_no_two_packaged_variants_play_the_same() -> None:
    digests = [load_variant(name).digest for name in variant_names()]
    assert len(set(digests)) == len(digests)


def test_digests_are_the_same_in_every_process() -> None:
    code = "import json; from citadels_sim.variants import *; print(json.dumps({n: load_variant(n).digest for n in variant_names()}))"
    for seed in ("0", "1"):
        done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True)
        assert json.loads(done.stdout) == {name: load_variant(name).digest for name in variant_names()}


@pytest.mark.parametrize("name", variant_names())
def test_a_digest_does_not_see_the_name_the_order_or_what_is_reported_twice(name: str, tmp_path: Path) -> None:
    again = tmp_path / "another.toml"
    again.write_text(f'# a comment\ntitle = "Another"\nextends = "{name}"\n[rules]\nbank_limit = "none"\n', encoding="utf-8")
    assert load_variant(again).digest == load_variant(name).digest
    assert load_variant(name, {"rules.bank_limit": 40}).digest != load_variant(name).digest
