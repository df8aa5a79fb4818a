"""Editing keys of a variant file keeps all else of its text."""

from __future__ import annotations

import difflib
import time
import tomllib
from pathlib import Path

import pytest

from citadels_sim.errors import VariantError
from citadels_sim.foreign import Unreadable
from citadels_sim.variants import load_variant
from citadels_sim.variants.editing import Edit, edited
from citadels_sim.variants.reader import variant_of
from citadels_sim.variants.template import toml_value, variant_template

PARENT = load_variant("classic-2000")
BEGUN = variant_template("my-city", "classic-2000", PARENT)
WRITTEN = """# My notes on top.
name = "my-city"   # its name
extends = "classic-2000"

city_size = 7      # shorter

[costs]
keep = 4 # dear

[rules]
murdered_king_crown = "stays"
great_wall_covers_itself = true

[characters.merchant]
bonus.gold = 2

[by_players."3"]
city_size = 9  # slow
"""
ALL = {
    "title": "Mine",
    "players": [3, 6],
    "city_size": 6,
    "game.start_gold": 3,
    "characters.thief.share": 0.5,
    "characters.merchant.bonus.gold": 4,
    "characters.architect.discount.type": "noble",
    "characters.architect.discount.gold": 2,
    "districts.keep.cost": 5,
    "districts.manor.copies": 7,
    "districts.laboratory.gold": 2,
    "districts.keep.points": 9,
    "rules.bank_limit": 30,
    "rules.great_wall_self": True,
    "rules.merchant_bonus_time": "any",
}


def changed_lines(before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def test_the_comment_of_a_key_becomes_the_key_and_back() -> None:
    text = edited(BEGUN, {"game.start_gold": Edit(3, False)}, PARENT.cards)
    assert changed_lines(BEGUN, text) == [
        "-#start_gold = 2           # Starting gold of each player: 0 to 20.",
        "+start_gold = 3            # Starting gold of each player: 0 to 20.",
    ]
    back = edited(text, {"game.start_gold": Edit(2, True)}, PARENT.cards)
    assert back == BEGUN
    assert variant_of(back, "my-city.toml").digest == PARENT.digest


def test_what_a_person_wrote_stays_but_for_the_value() -> None:
    edits = {"city_size": Edit(6, False), "districts.keep.cost": Edit(5, False), "characters.merchant.bonus.gold": Edit(3, False)}
    assert changed_lines(WRITTEN, edited(WRITTEN, edits, PARENT.cards)) == [
        "-city_size = 7      # shorter",
        "+city_size = 6      # shorter",
        "-keep = 4 # dear",
        "+keep = 5 # dear",
        "-bonus.gold = 2",
        "+bonus.gold = 3",
    ]


def test_another_name_of_a_switch_gives_way_to_its_own() -> None:
    text = edited(WRITTEN, {"rules.great_wall_self": Edit(True, False)}, PARENT.cards)
    rules = tomllib.loads(text)["rules"]
    assert rules == {"murdered_king_crown": "stays", "great_wall_self": True}
    assert "rules" in tomllib.loads(edited(WRITTEN, {"rules.great_wall_self": Edit(False, True)}, PARENT.cards))


@pytest.mark.parametrize("text", [BEGUN, WRITTEN, 'name = "x"\nextends = "classic-2000"\n', BEGUN.replace("\n", "\r\n")])
def test_every_kind_of_key_is_set_and_taken_back(text: str) -> None:
    now = edited(text, {key: Edit(value, False) for key, value in ALL.items()}, PARENT.cards)
    table = variant_of(now, "x.toml").at(4)
    assert (variant_of(now, "x.toml").title, variant_of(now, "x.toml").players, table.city_size) == ("Mine", (3, 6), 6)
    for key, value in ALL.items():
        if key.startswith("rules."):
            assert table.rules[key.removeprefix("rules.")] == value, key
        elif "." in key:
            assert table.number(key) == value, key
    comments = [line.rpartition("# ")[2].strip() for line in text.splitlines() if "# " in line]
    assert [one for one in comments if one not in now] == []
    usual = PARENT.usual
    plays = {key: usual.rules[key[6:]] if key.startswith("rules.") else usual.number(key) for key in ALL if "." in key}
    plays |= {"title": PARENT.title, "players": list(PARENT.players), "city_size": usual.city_size}
    back = edited(now, {key: Edit(value, True) for key, value in plays.items()}, PARENT.cards)
    left = variant_of(back, "x.toml")
    assert (left.at(4).rules["murdered_king_crown"] == "stays") == (text is WRITTEN)
    for key, value in plays.items():
        if key.startswith(("game.", "characters.", "districts.")):
            assert left.at(4).number(key) == value, key


def test_an_inline_table_and_texts_of_many_lines_are_not_mistaken() -> None:
    head = 'name = "x"\nextends = "classic-2000"\ntitle = """\\\n[game]\n"""\n'
    text = f"{head}[districts]\nkeep = {{ cost = 4, copies = 1 }}  # both\n[game]\n"
    now = edited(text, {"districts.keep.cost": Edit(5, False), "game.start_gold": Edit(3, False)}, PARENT.cards)
    assert "keep = { cost = 5, copies = 1 }  # both" in now
    assert tomllib.loads(now)["game"] == {"start_gold": 3}
    back = edited(text, {"districts.keep.cost": Edit(3, True)}, PARENT.cards)
    assert tomllib.loads(back)["districts"] == {"keep": {"copies": 1}}
    assert "# both" in back


def test_odd_texts_are_written_as_they_are(tmp_path: Path) -> None:
    for title in ('"; x = 1 #', "\\", "é 字", "a\tb"):
        assert tomllib.loads(edited(BEGUN, {"title": Edit(title, False)}, PARENT.cards))["title"] == title
        assert tomllib.loads(f"x = {toml_value(title)}")["x"] == title


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(Unreadable, match="is not valid TOML"):
        edited("x = ", {"city_size": Edit(3, False)}, PARENT.cards)


def test_a_line_of_a_hundred_thousand_blanks_takes_no_time() -> None:
    text = WRITTEN + f"\n[game]\nstart_gold = 2{' ' * 100_000}\n"
    begun = time.monotonic()
    assert tomllib.loads(edited(text, {"game.start_gold": Edit(3, False)}, PARENT.cards))["game"] == {"start_gold": 3}
    assert tomllib.loads(edited(text, {"game.start_gold": Edit(2, True)}, PARENT.cards)).get("game", {}) == {}
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_tables_that_stand_apart_get_another_one_behind_them(ending: str) -> None:
    text = 'name = "x"\nextends = "classic-2000"\n[characters.king]\nbuilds = 2\n[game]\nstart_gold = 3\n[characters.bishop]\nbuilds = 2'
    text = text.replace("\n", ending)
    now = edited(text, {"characters.thief.builds": Edit(3, False)}, PARENT.cards)
    assert now == ending.join([text, "", "[characters.thief]", "builds = 3", ""])
    again = edited(now, {"characters.thief.builds": Edit(1, False), "characters.king.builds": Edit(3, False)}, PARENT.cards)
    king = f"[characters.king]{ending}builds = "
    assert again == now.replace("builds = 3", "builds = 1").replace(f"{king}2", f"{king}3")


def test_what_cannot_be_written_into_an_inline_table_is_refused() -> None:
    text = 'name = "x"\nextends = "classic-2000"\ncharacters = { king = { builds = 2 } }\n'
    with pytest.raises(
        VariantError, match=r"characters\.thief\.builds: should be 3, but the tables of this file .* Edit the file in an editor\."
    ):
        edited(text, {"characters.thief.builds": Edit(3, False)}, PARENT.cards)
    assert "king = { builds = 3 }" in edited(text, {"characters.king.builds": Edit(3, False)}, PARENT.cards)
