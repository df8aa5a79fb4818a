"""Rules as cards: every key of a variant is on one of them, with the value that is played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from citadels_sim.studio.rule_cards import RuleCard, fields_of, rule_cards
from citadels_sim.variants import SWITCHES, load_variant, variant_names
from citadels_sim.variants.numbers import elsewhere
from citadels_sim.variants.own_template import with_own_character, with_own_district
from citadels_sim.variants.template import variant_template

CLASSIC = load_variant("classic-2000")


def card(cards: dict[str, list[RuleCard]], id: str) -> RuleCard:
    return next(one for deck in cards.values() for one in deck if one.id == id)


@pytest.mark.parametrize("name", variant_names())
@pytest.mark.parametrize("every", [False, True])
def test_each_field_stands_once_and_its_value_is_one_that_it_takes(name: str, every: bool) -> None:
    variant = load_variant(name)
    cards = rule_cards(variant, CLASSIC, every=every)
    keys = Counter(field.key for deck in cards.values() for one in deck for field in one.fields)
    assert [key for key, times in keys.items() if times > 1] == []
    for key, field in fields_of(cards).items():
        _, fault = field.read(field.value)
        assert fault == "", key
        assert field.label.endswith((".", "?")), key
    if every:
        others = {".".join(path) for path in elsewhere(variant.cards).values()}
        assert {f"rules.{key}" for key in SWITCHES} - keys.keys() <= others
        assert {key for key in variant.usual.declared if key.startswith(("game.", "characters."))} - keys.keys() == set()


def test_a_card_has_its_sentence_its_numbers_and_below_them_its_rules() -> None:
    merchant = card(rule_cards(CLASSIC, None), "merchant")
    assert merchant.lines == ("Gets 1 gold for each trade district, and 1 extra gold.",)
    gold = next(field for field in merchant.fields if field.key == "characters.merchant.bonus.gold")
    assert (gold.value, gold.printed, gold.span, gold.label) == ("1", "1", (0, 10, 1), "Extra gold of the Merchant in a turn.")
    assert gold.facts == "printed: 1; 0 to 10"
    assert gold.more == ("Source: classic 3.1 Merchant, 2016 3.",)
    assert [field.key for field in merchant.fields if field.is_switch] == ["rules.merchant_bonus_time"]


def test_what_differs_from_the_parent_is_marked_with_both_values(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('name = "x"\nextends = "classic-2000-short"\ncity_size = 5\n[game]\nstart_gold = 5\n')
    fields = fields_of(rule_cards(load_variant(file), load_variant("classic-2000-short")))
    assert {key for key, field in fields.items() if field.is_changed} == {"city_size", "game.start_gold"}
    assert fields["game.start_gold"].facts == "printed: 2; 0 to 20"
    assert (fields["city_size"].value, fields["city_size"].parent) == ("5", str(load_variant("classic-2000-short").usual.city_size))


def test_cards_of_ones_own_have_a_name_a_rank_a_power_and_an_effect(tmp_path: Path) -> None:
    text = with_own_district(with_own_character(variant_template("x", "classic-2000", CLASSIC), "smuggler", CLASSIC), "lamp", CLASSIC)
    (tmp_path / "x.toml").write_text(text)
    fields = fields_of(rule_cards(load_variant(tmp_path / "x.toml"), CLASSIC))
    assert {"characters.smuggler.title", "characters.smuggler.rank", "characters.smuggler.power"} <= fields.keys()
    assert {"districts.lamp.title", "districts.lamp.type", "districts.lamp.effect", "districts.lamp.cost"} <= fields.keys()
    assert ("smuggler", "Smuggler") in fields["cast.6"].options
    assert fields["cast.6"].value == "smuggler"


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("game.start_gold", "21", "21 is not allowed here; allowed: 0 to 20."),
        ("game.start_gold", "x", "'x' is not allowed here; allowed: 0 to 20."),
        ("game.start_gold", "9" * 4000, "is not allowed here; allowed: 0 to 20."),
        ("game.start_gold", "2.5", "'2.5' is not allowed here"),
        ("game.start_gold", "", "'' is not allowed here"),
        ("game.start_gold", "²", "'²' is not allowed here"),
        ("characters.thief.share", "1.5", "1.5 is not allowed here; allowed: 0 to 1."),
        ("characters.thief.share", "nan", "nan is not allowed here"),
        ("rules.murdered_king_crown", "stay", "Did you mean 'stays'?"),
        ("rules.great_wall_self", "yes", "is not allowed here; allowed: true, false."),
        ("city_size", "0", "should be a whole number from 1 to 20."),
        ("players.least", "-3", "should be a whole number from 2 to 8."),
        ("cast.1", "king", "'king' is not among"),
        ("title", "a\x1bb", "has invisible characters"),
        ("title", "  ", "should be 1 to"),
        ("title", "x" * 5000, "characters, of"),
    ],
)
def test_what_a_field_does_not_take_is_explained(key: str, text: str, words: str) -> None:
    _, fault = fields_of(rule_cards(CLASSIC, None, every=True))[key].read(text)
    assert words in fault


@pytest.mark.parametrize(("name", "players", "size"), [("classic-2000", ("2", "7"), "8"), ("citadels-2016", ("2", "8"), "7")])
def test_numbers_of_players_and_districts_have_a_printed_value(name: str, players: tuple[str, str], size: str, tmp_path: Path) -> None:
    mine, own = tmp_path / "mine.toml", tmp_path / "own.toml"
    mine.write_text(f'name = "mine"\nextends = "{name}"\nplayers = [4, 5]\ncity_size = 5\n')
    own.write_text('name = "own"\nextends = "mine.toml"\ncity_size = 6\n')
    for variant, parent in ((load_variant(mine), load_variant(name)), (load_variant(own), load_variant(mine))):
        fields = fields_of(rule_cards(variant, parent))
        assert [fields[key].printed for key in ("players.least", "players.most", "city_size")] == [*players, size]


@pytest.mark.parametrize("name", ["classic-2000", "dark-city", "citadels-2016"])
def test_a_field_has_a_short_name_and_its_whole_sentence_with_the_source_behind_it(name: str) -> None:
    fields = fields_of(rule_cards(load_variant(name), None, every=True))
    for key, field in fields.items():
        assert 1 <= len(field.name) <= 105, key
        assert field.label.startswith(field.name), key  # one wording: the name is the beginning of the declared sentence
        assert field.name == field.label.rstrip(".") or field.label in field.more, key
        assert not field.source or (field.source not in field.facts and field.more[-1] == f"Source: {field.source}."), key
    assert fields["game.draft_when_crown_stays"].name == "Direction of the draft from the crown"
    assert fields["rules.tax_time"].name == "When the tax is paid"
    assert "Merchant" not in " ".join(fields["characters.assassin.bonus.gold"].more)
