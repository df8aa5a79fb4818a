"""A new variant file plays as its parent, and so does each of its commented lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.variants import SWITCHES, Variant, load_variant, variant_names
from citadels_sim.variants.template import variant_template


def loaded(folder: Path, lines: list[str]) -> Variant:
    file = folder / "mine.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return load_variant(file)


def keys_of(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if line.startswith("#") and line[1:2] not in ("", " ")]


@pytest.mark.parametrize("name", variant_names())
def test_it_plays_as_its_parent_as_it_stands_and_with_every_line_uncommented(tmp_path: Path, name: str) -> None:
    parent = load_variant(name)
    lines = variant_template("mine", name, parent).splitlines()
    keys = keys_of(lines)
    for whole in (lines, [line[i in keys :] for i, line in enumerate(lines)]):
        made = loaded(tmp_path, whole)
        assert (made.name, made.tables, made.players) == ("mine", parent.tables, parent.players)


@pytest.mark.rotated(3)
@pytest.mark.parametrize("name", ["dark-city-random", "citadels-2016-cunning-agents"])
def test_any_one_line_can_be_uncommented(tmp_path: Path, name: str) -> None:
    parent = load_variant(name)
    lines = variant_template("mine", name, parent).splitlines()
    for i in keys_of(lines):
        assert loaded(tmp_path, [*lines[:i], lines[i][1:], *lines[i + 1 :]]).tables == parent.tables, lines[i]


def test_every_switch_is_there_with_its_sentence_its_readings_and_the_parents_value() -> None:
    parent = load_variant("citadels-2016")
    lines = variant_template("mine", "citadels-2016", parent).splitlines()
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


def test_a_change_of_a_line_is_a_change_of_the_rules(tmp_path: Path) -> None:
    lines = variant_template("mine", "classic-2000", load_variant("classic-2000")).splitlines()
    changed = ["city_size = 7" if line == "#city_size = 8" else line for line in lines]
    assert loaded(tmp_path, changed).usual.city_size == 7


def test_a_title_with_quotes_stays_a_title(tmp_path: Path) -> None:
    base = tmp_path / "base.toml"
    base.write_text('name = "base"\ntitle = "a \\"quoted\\" one \\\\ é"\nextends = "classic-2000"\n', encoding="utf-8")
    made = loaded(tmp_path, variant_template("mine", "base.toml", load_variant(base)).splitlines())
    assert made.title == 'mine: a change of a "quoted" one \\ é'
