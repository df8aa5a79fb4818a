"""A new variant file plays as its parent, and so does each of its commented lines."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_sim.variants import NUMBERS, SWITCHES, Variant, load_variant, variant_names
from citadels_sim.variants.numbers import on_card
from citadels_sim.variants.template import variant_template


def loaded(folder: Path, lines: list[str]) -> Variant:
    file = folder / "mine.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return load_variant(file)


def keys_of(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if line.startswith("#") and line[1:2] not in ("", " ")]


@pytest.mark.rotated(6)
@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("name", variant_names())
def test_it_plays_as_its_parent_as_it_stands_and_with_every_line_uncommented(tmp_path: Path, name: str, every: bool) -> None:
    parent = load_variant(name)
    lines = variant_template("mine", name, parent, every=every).splitlines()
    keys = keys_of(lines)
    for whole in (lines, [line[i in keys :] for i, line in enumerate(lines)]):
        made = loaded(tmp_path, whole)
        assert (made.name, made.tables, made.players) == ("mine", parent.tables, parent.players)


@pytest.mark.rotated(6)
@pytest.mark.parametrize("name", ["dark-city-random", "citadels-2016-cunning-agents"])
def test_any_one_line_can_be_uncommented(tmp_path: Path, name: str) -> None:
    parent = load_variant(name)
    lines = variant_template("mine", name, parent).splitlines()
    for i in keys_of(lines):
        assert loaded(tmp_path, [*lines[:i], lines[i][1:], *lines[i + 1 :]]).tables == parent.tables, lines[i]


def test_all_has_every_switch_with_its_sentence_its_readings_and_the_parents_value() -> None:
    parent = load_variant("citadels-2016")
    lines = variant_template("mine", "citadels-2016", parent, every=True).splitlines()
    text = " ".join(line.lstrip("# ") for line in lines)
    for key, switch in SWITCHES.items():
        value = parent.usual.rules[key]
        shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
        assert lines.count(f"#{key} = {shown}") == 1
        assert switch.doc in text
        assert all(sentence.replace("{n}", "N") in text for sentence in switch.says.values())
    headings = [line for line in lines if line.startswith("# ----")]
    assert len(headings) == len(set(headings))
    assert max(map(len, (line for line in lines if line.startswith("# ")))) <= 100


def dotted(lines: list[str]) -> set[str]:
    """The keys of a file with every line uncommented."""

    def flat(table: dict[str, object], start: str = "") -> Iterator[str]:
        for key, value in table.items():
            yield from flat(value, f"{start}{key}.") if isinstance(value, dict) else [f"{start}{key}"]

    keys = keys_of(lines)
    return {*flat(tomllib.loads("\n".join(line[i in keys :] for i, line in enumerate(lines))))}


def test_all_has_every_number_but_those_that_stand_elsewhere() -> None:
    lines = variant_template("mine", "citadels-2016", load_variant("citadels-2016"), every=True).splitlines()
    assert set(NUMBERS) <= dotted(lines)


@pytest.mark.parametrize("name", variant_names())
def test_what_is_written_is_of_the_cast_and_the_deck_and_of_each_character_what_its_card_prints(name: str) -> None:
    parent = load_variant(name)
    tables = parent.tables.values()
    here = {id for table in tables for ids in table.cast.values() for id in ids}
    deck = {id for table in tables for id in (*table.basic, *table.unique, *(table.random_from if table.random_count else ()))}
    keys = dotted(variant_template("mine", name, parent).splitlines())
    assert {key.split(".")[1] for key in keys if key.startswith("characters.")} == here
    assert {key.split(".")[1] for key in keys if key.startswith("districts.")} == deck
    assert {key for key in NUMBERS if key.startswith("game.")} <= keys
    printed = [key for key in NUMBERS if on_card(key) and key.split(".")[1] in here | deck]
    assert set(printed) <= keys
    for id in here:
        assert {f"characters.{id}.{lever}" for lever in ("income", "builds", "bonus.gold", "bonus.cards")} <= keys
    assert {switch.path for switch in SWITCHES.values() if switch.matters(here | deck)} == {key for key in keys if key.startswith("rules.")}
    assert not any(key.startswith(("costs.", "deck.basic", "deck.unique")) for key in keys)


def test_a_designer_finds_the_size_of_a_city_the_game_and_the_characters_first_and_what_each_card_does() -> None:
    parent = load_variant("classic-2000")
    lines = variant_template("mine", "classic-2000", parent, lines={"merchant": "Has 1 gold more.", "smithy": "Draws cards."}).splitlines()
    places = [lines.index(line) for line in ("#city_size = 8", "[game]", "[characters.assassin]", "[districts]", "[rules]")]
    assert places == sorted(places)
    assert places[2] < 40
    assert len(lines) < 300
    at = lines.index("[characters.merchant]")
    assert lines[at - 1] == "# Merchant, rank 6. Has 1 gold more."
    keys = [line.partition(" #")[0].strip() for line in lines[at + 1 : at + 6]]
    assert keys == ['#income = "trade"', "#income_each = 1", "#bonus.gold = 1", "#builds = 1", "#bonus.cards = 0"]
    assert any(
        line.startswith("#smithy = { cost = 5, copies = 1, price = 2, cards = 3 }") and line.endswith("# Draws cards.") for line in lines
    )


def test_what_the_parent_changes_of_a_card_is_there(tmp_path: Path) -> None:
    base = tmp_path / "base.toml"
    base.write_text('name = "base"\nextends = "classic-2000"\n[characters.king]\nprotected = true\n[districts.manor]\npoints = 9\n')
    lines = variant_template("mine", "base.toml", load_variant(base)).splitlines()
    assert {"characters.king.protected", "districts.manor.points"} <= dotted(lines)
    assert loaded(tmp_path, lines).tables == load_variant(base).tables


def test_a_change_of_a_line_is_a_change_of_the_rules(tmp_path: Path) -> None:
    lines = variant_template("mine", "classic-2000", load_variant("classic-2000")).splitlines()
    changed = ["city_size = 7" if line == "#city_size = 8" else line for line in lines]
    assert loaded(tmp_path, changed).usual.city_size == 7


def test_a_title_with_quotes_stays_a_title(tmp_path: Path) -> None:
    base = tmp_path / "base.toml"
    base.write_text('name = "base"\ntitle = "a \\"quoted\\" one \\\\ é"\nextends = "classic-2000"\n', encoding="utf-8")
    made = loaded(tmp_path, variant_template("mine", "base.toml", load_variant(base)).splitlines())
    assert made.title == 'Mine, changed from a "quoted" one \\ é'
