"""What a person types becomes the text of a file, or a word at the field where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.studio.changes import draft
from citadels_sim.studio.rule_cards import fields_of, rule_cards
from citadels_sim.variants import load_variant
from citadels_sim.variants.compare import compare
from citadels_sim.variants.template import variant_template

CLASSIC = load_variant("classic-2000")
BEGUN = variant_template("my-city", "classic-2000", CLASSIC)
FILE = Path("my-city.toml")


def test_the_text_plays_what_was_typed_and_says_it_in_sentences() -> None:
    typed = {"game.start_gold": "3", "rules.murdered_king_crown": "stays", "players.most": "6", "cast.4": "patrician"}
    drafted = draft(FILE, BEGUN, typed, CLASSIC)
    assert drafted.faults == {}
    assert drafted.variant is not None
    assert (drafted.variant.players, drafted.variant.usual.cast[4]) == ((2, 6), ("patrician",))
    assert "Starting gold of each player: 3 instead of 2." in compare(CLASSIC, drafted.variant).sentences
    assert "start_gold = 3 " in drafted.text


def test_what_the_parent_plays_is_taken_out_again_to_the_byte() -> None:
    typed = {"game.start_gold": "3", "characters.merchant.bonus.gold": "4", "city_size": "6", "cast.4": "patrician", "players.most": "5"}
    changed = draft(FILE, BEGUN, typed, CLASSIC)
    usual = {key: field.value for key, field in fields_of(rule_cards(CLASSIC, None)).items() if key in typed}
    assert draft(FILE, changed.text, usual, CLASSIC).text == BEGUN


def test_nothing_typed_changes_nothing() -> None:
    values = {key: field.value for key, field in fields_of(rule_cards(CLASSIC, CLASSIC, every=True)).items() if key != "title"}
    assert draft(FILE, BEGUN, values, CLASSIC).text == BEGUN


def test_a_value_of_the_parent_that_another_key_would_change_is_written() -> None:
    now = draft(FILE, BEGUN, {"rules.edition": "2016", "players.least": "4"}, CLASSIC)
    assert now.variant is not None
    assert now.variant.usual.rules["tie_break"] != CLASSIC.usual.rules["tie_break"]
    both = draft(FILE, now.text, {"rules.tie_break": str(CLASSIC.usual.rules["tie_break"])}, CLASSIC)
    assert both.variant is not None
    assert both.variant.usual.rules["tie_break"] == CLASSIC.usual.rules["tie_break"]


@pytest.mark.parametrize(
    ("typed", "key", "words"),
    [
        ({"game.start_gold": "99"}, "game.start_gold", "99 is not allowed here; allowed: 0 to 20."),
        ({"districts.keep.cost": "61"}, "districts.keep.cost", "61 is not allowed here"),
        ({"players.most": "8"}, "", "8 players"),
        ({"players.least": "6", "players.most": "3"}, "players.most", "must be [least, most]"),
        ({"no.such.key": "3"}, "", "Load the page again."),
        ({"districts.manor.copies": "40", "districts.tavern.copies": "40", "districts.market.copies": "40"}, "", "128"),
    ],
)
def test_what_cannot_be_played_is_explained_at_its_field_and_nothing_is_written(typed: dict[str, str], key: str, words: str) -> None:
    drafted = draft(FILE, BEGUN, typed, CLASSIC)
    assert drafted.variant is None
    assert drafted.text == BEGUN
    assert words in drafted.faults[key]


def test_a_field_that_is_not_there_is_named() -> None:
    drafted = draft(Path("x.toml"), 'name = "x"\nextends = "classic-2000"\n', {"characters.pope.builds": "1"}, None)
    assert drafted.faults == {"": "These rules have no field characters.pope.builds. Load the page again."}
