from __future__ import annotations

import pytest

from citadels_sim.catalogue import CHARACTERS, DISTRICTS
from citadels_sim.errors import VariantError
from citadels_sim.variants import SWITCHES, load_variant, reading
from citadels_sim.variants.switch import NUMBER as TEMPLATE
from citadels_sim.variants.switch import TOPICS, IntRange, Switch, flag, number, words
from citadels_sim.variants.switches import ALIASES, NOT_SWITCHES, defaults

# The switch tables of the two rule references, with the readings that they name: classic 6 (default first, both columns)
# and 2016 6. `None` where the reference names no reading but a truth or a number.
CLASSIC_SIX = {
    "murdered_king_crown": ("heir", "stays"),
    "removal_order": ("down_first", "up_first"),
    "first_crown": None,
    "three_player_rule": ("two_chars", "one_char_no_assassin_10"),
    "two_player_rule": ("S0", "none"),
    "turn_order_model": ("s0_strict", "s1_free"),
    "warlord_timing": ("end_of_turn", "any"),
    "discard_model": ("deck_bottom", "pile"),
    "magician_exchange": ("bottom_then_draw",),
    "graveyard_scope": ("any_city", "own_city"),
    "great_wall_self": None,
    "lab_smithy_limit": ("turn", "round"),
    "merchant_bonus_time": ("after_action", "start_of_turn"),
    "tie_break": ("s0", "none"),
    "warlord_complete_city": ("forbidden",),
    "tax_witch_back": ("assassin_only",),
    "thief_vs_witch": ("forbidden",),
    "witch_mandatory": None,
    "witch_emperor": ("witch",),
    "witch_bishop": ("witch_only",),
    "witch_part1_purples": ("gather_only",),
    "tax_collector_dead": ("no_tax",),
    "alchemist_refund": ("end_of_turn",),
    "alchemist_vs_tax": ("tax_first",),
    "poorhouse_vs_tax": ("tax_first",),
    "wizard_duplicates": ("all_builds",),
    "wizard_build_needs_action": None,
    "emperor_gift_choice": ("recipient",),
    "emperor_recipient": ("not_holder",),
    "emperor_murdered": ("stays",),
    "queen_murdered_rank4": ("both",),
    "queen_anchor": ("card",),
    "diplomat_payee": ("player",),
    "diplomat_complete_city": ("forbidden",),
    "diplomat_give_keep": ("allow",),
    "diplomat_duplicates": ("forbid",),
    "diplomat_great_wall": None,
    "navigator_nobuild": ("turn", "round"),
    "quarry_limit": ("two_per_name",),
    "wishing_well_self": None,
    "bell_tower": ("optional_announce", "automatic"),
    "bell_tower_lost_after_trigger": ("frozen",),
    "armory_complete_city": ("allowed", "forbidden"),
    "first_bonus_latched": None,
    "on_call_order": ("robbery_first", "crown_first"),
    "destroyed_to": ("deck_bottom", "out_of_game", "pile"),
    "deck_empty": ("draw_available", "reshuffle_pile"),
    "bank_limit": None,
    "ballroom": ("excluded", "vanilla"),
    "hospital_eot": None,
}
# 2016 6.1 and 6.2: name and default, as printed there.
NEW_SIX: dict[str, object] = {
    "emperor_may_decline": False,
    "basilica_counts": "all",
    "great_wall_covers_itself": False,
    "abilities_before_gather": True,
    "abbot_richest": "choice",
    "great_wall_extra_to": "owner",
    "marshal_limit_with_wall": False,
    "completion_bonus_latched": True,
    "monument_limit": 5,
    "monument_check": "before_sacrifice",
    "vault_counts_for_map_room": True,
    "witch_emperor_may_crown_emperor_player": True,
    "artist_split": True,
    "wizard_build_before_gather": True,
    "diplomat_may_give_keep": False,
    "completed_city_blocks_sacrifice": False,
    "great_wall_diplomat": "surcharge",
    "beautify_gold_on_destroy": "bank",
    "magistrate_undo_cardinal": False,
    "den_all_cards_is_paid": True,
    "confiscate_respects_monument_limit": True,
    "confiscated_uncounted_stay_uncounted": True,
    "magistrate_self_confiscate": False,
    "zero_gold_bribe": True,
    "remove_threat_after_flower": False,
    "bishop_protects_whole_round": True,
    "bishop_blocks_self": True,
    "witch_tie_rank": 1,
    "killed_counts_in_tie": "rank4_only",
    "empty_deck_gather": "allowed",
    "bottom_order": "random",
    "basilica_uses_beautified": True,
    "wizard_must_take": True,
    "sacrifice_build_counts": True,
    "first_crown": "random",
    "own_wall_charges_warlord": True,
    "unique_pick": "uniform",
}
# 2016 7 (and 3, 4): what the editions do differently, classic first.
EDITION_DIFFERENCES: dict[str, tuple[object, object]] = {
    "removal_order": ("down_first", "up_first"),
    "three_player_rule": ("two_chars", "two_chars_of_nine"),
    "tie_break": ("s0", "highest_rank"),
    "warlord_timing": ("end_of_turn", "any"),
    "merchant_bonus_time": ("after_action", "any"),
    "architect_bonus_time": ("after_action", "any"),
    "navigator_bonus_time": ("after_action", "any"),
    "navigator_must_take": (True, False),
    "emperor_time": ("on_call", "any"),
    "emperor_gift_choice": ("recipient", "emperor"),
    "emperor_murdered": ("stays", "moves"),
    "abbot_income": ("gold", "mix"),
    "abbot_tie": ("nothing", "choice"),
    "tax_collector_rank": (2, 9),
    "tax_base": ("turn", "district"),
    "tax_time": ("end_of_turn", "at_once"),
    "tax_to": ("collector", "token"),
    "tax_collector_dead": ("no_tax", "tax_always"),
    "tax_other_character": ("exempt", "pays"),
    "thief_targets": ("not_assassin", "not_rank_1"),
    "library_with_observatory": (2, 3),
    "quarry_limit": ("two_per_name", "unlimited"),
    "laboratory_gold": (1, 2),
    "wishing_well_self": (False, True),
    "haunted_quarter_last_round": ("excluded", "counts"),
    "armory_targets": ("other_cities", "any_city"),
    "armory_complete_city": ("allowed", "forbidden"),
    "completion_bonus_latched": (False, True),
    "empty_deck_gather": ("barred", "allowed"),
    "wizard_build_needs_action": (True, False),
    "diplomat_give_keep": ("allow", "forbid"),
    "great_wall_diplomat": ("cost_increase", "surcharge"),
}


@pytest.mark.parametrize(("key", "readings"), CLASSIC_SIX.items())
def test_every_switch_of_the_classic_reference_exists_with_its_readings(key: str, readings: tuple[str, ...] | None) -> None:
    switch = SWITCHES[key]
    if readings is not None:
        assert isinstance(switch.readings, tuple)
        assert set(readings) <= set(switch.readings)
        assert switch.default["classic"] == readings[0]


@pytest.mark.parametrize(("key", "default"), NEW_SIX.items())
def test_every_switch_of_the_2016_reference_exists_with_its_default(key: str, default: object) -> None:
    alias = ALIASES.get(key)
    switch = SWITCHES[alias.target if alias else key]
    meant = alias.values[default] if alias and alias.values else default  # type: ignore[index]
    assert switch.default["2016"] == meant


@pytest.mark.parametrize(("key", "values"), EDITION_DIFFERENCES.items())
def test_every_difference_of_the_editions_is_a_switch_of_its_own(key: str, values: tuple[object, object]) -> None:
    assert (SWITCHES[key].default["classic"], SWITCHES[key].default["2016"]) == values


def test_the_editions_differ_in_nothing_else() -> None:
    differ = {key for key, switch in SWITCHES.items() if switch.default["classic"] != switch.default["2016"]}
    assert differ == {*EDITION_DIFFERENCES, "edition"}


@pytest.mark.parametrize("key", ["eot_order", "allow_dead_targets", "smithy_price", "smithy_cards", "edition"])
def test_the_switches_that_only_the_text_names_exist(key: str) -> None:
    assert key in SWITCHES


@pytest.mark.parametrize("key", NOT_SWITCHES)
def test_keys_of_the_tables_that_say_something_else_are_no_switches(key: str) -> None:
    assert key not in SWITCHES


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_a_switchs_defaults_are_readings_of_it(switch: Switch) -> None:
    assert set(switch.default) == {"classic", "2016"}
    assert not any(switch.fault(value) for value in switch.default.values())


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_a_switch_says_in_one_line_what_it_decides_and_where_it_belongs(switch: Switch) -> None:
    assert switch.doc.endswith(".")
    assert "\n" not in switch.doc
    assert switch.rule.startswith(("classic ", "2016 "))


# ---- in words


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_every_reading_has_a_sentence_of_its_own(switch: Switch) -> None:
    shown = [switch.sentence(value) for value in _readings(switch)]  # type: ignore[arg-type]
    assert len(set(shown)) == len(set(map(str, _readings(switch))))
    for sentence in shown:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert "{" not in sentence
        assert len(sentence) <= 125


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_no_sentence_is_left_over(switch: Switch) -> None:
    assert set(switch.says) == {*switch.words, *([TEMPLATE] if isinstance(switch.readings, IntRange) else [])}


def test_a_number_stands_in_its_sentence() -> None:
    assert SWITCHES["laboratory_gold"].sentence(2) == "The Laboratory gives 2 gold for a card."
    assert SWITCHES["first_crown"].sentence(0) == "The first crown is at the seat that files count as 0 (0 is seat 1)."
    assert SWITCHES["bank_limit"].sentence("none") == "The bank never runs out of gold."


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_a_switch_has_a_topic_and_needs_cards_that_exist(switch: Switch) -> None:
    cards = {d.id for d in DISTRICTS} | {c.id for c in CHARACTERS}
    assert switch.topic in TOPICS
    assert {id for group in switch.needs for id in group} <= cards
    assert set(switch.players) <= set(range(2, 9))


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=SWITCHES.keys())
def test_a_switch_named_after_a_card_needs_that_card(switch: Switch) -> None:
    cards = [c.id.replace("-", "_") for c in (*DISTRICTS, *CHARACTERS) if c.id != "king"]  # the heir may be the Patrician
    named = {card.replace("_", "-") for card in cards if switch.key.startswith(f"{card}_")}
    named -= {"warlord"} if switch.key == "warlord_timing" else set()  # it speaks of all of rank 8
    assert named <= {id for group in switch.needs for id in group}


def test_a_switch_matters_where_all_its_cards_are() -> None:
    switch = SWITCHES["great_wall_extra_to"]
    assert switch.matters({"great-wall", "diplomat"})
    assert switch.matters({"great-wall", "marshal"})
    assert not switch.matters({"great-wall", "warlord"})
    assert SWITCHES["turn_order_model"].matters(set())


def test_defaults_are_complete_and_in_the_fixed_order() -> None:
    assert list(defaults("classic")) == list(SWITCHES) == list(defaults("2016"))


def test_a_word_is_its_place_among_the_readings() -> None:
    assert [reading("destroyed_to", word) for word in ("deck_bottom", "out_of_game", "pile")] == [0, 1, 2]


def test_a_truth_is_zero_or_one() -> None:
    assert (reading("great_wall_self", False), reading("great_wall_self", True)) == (0, 1)


def test_a_number_is_itself() -> None:
    assert (reading("smithy_price", 3), reading("first_crown", 0)) == (3, 0)


def test_words_beside_a_number_count_down_from_minus_one() -> None:
    assert (reading("bank_limit", "none"), reading("first_crown", "random"), reading("first_crown", "oldest")) == (-1, -1, -2)


def test_an_unknown_switch_has_no_reading() -> None:
    with pytest.raises(VariantError, match=r"rules\.smithy_prise: there is no such switch\. Did you mean 'smithy_price'"):
        reading("smithy_prise", 3)


def test_an_unknown_reading_is_refused_with_those_allowed() -> None:
    with pytest.raises(VariantError, match=r"'heirs' is not allowed here; allowed: 'heir', 'stays'\. Did you mean 'heir'"):
        reading("murdered_king_crown", "heirs")


NUMBER = number("n", IntRange(0, 9, ("none",)), 1, "classic 0", "A number.", "It is {n}.", in_2016="none", none="It is none.")
ENDS = number("e", IntRange(2, 9, ends_only=True), 2, "classic 0", "Two or nine.", "It is {n}.", in_2016=9)
TRUTH = flag("t", True, "classic 0", "A truth.", "It is so.", "It is not so.", in_2016=False)
WORD = words("w", {"one": "It is one.", "two": "It is two."}, "one", "classic 0", "A word.", in_2016="two")


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        *((NUMBER, value) for value in (-1, 10, True, "nine", "", 1.0, None, [1])),
        *((ENDS, value) for value in (3, 8, 1, "2")),
        *((TRUTH, value) for value in (0, 1, "true", "yes", None)),
        *((WORD, value) for value in ("three", "ONE", 0, True, None)),
    ],
)
def test_what_is_no_reading_is_refused(switch: Switch, value: object) -> None:
    assert switch.fault(value)


@pytest.mark.parametrize(
    ("switch", "text"),
    [(NUMBER, "0 to 9 or 'none'"), (ENDS, "2 or 9"), (TRUTH, "true, false"), (WORD, "'one', 'two'")],
)
def test_the_readings_are_reported_as_a_variant_file_writes_them(switch: Switch, text: str) -> None:
    assert switch.allowed == text


@pytest.mark.parametrize(
    ("alias", "value", "key", "meant"),
    [
        ("great_wall_covers_itself", True, "great_wall_self", True),
        ("diplomat_may_give_keep", False, "diplomat_give_keep", "forbid"),
        ("wizard_build_before_gather", True, "wizard_build_needs_action", False),
    ],
)
def test_both_references_names_of_one_switch_mean_the_same(alias: str, value: object, key: str, meant: object) -> None:
    assert set(ALIASES) == {"great_wall_covers_itself", "diplomat_may_give_keep", "wizard_build_before_gather"}
    assert load_variant("classic-2000", {f"rules.{alias}": value}).at(4).rules[key] == meant
    assert alias not in load_variant("classic-2000").at(4).rules


def _readings(switch: Switch) -> list[object]:
    if isinstance(switch.readings, IntRange):
        return [switch.readings.low, switch.readings.high, *switch.readings.words]
    return [True, False] if switch.readings == "bool" else list(switch.readings)


@pytest.mark.parametrize(
    ("key", "value"),
    # The bank must hold the deal, and the edition's own three-player rule needs a ninth character.
    [(s.key, value) for s in SWITCHES.values() for value in _readings(s) if (s.key, value) not in {("bank_limit", 1)}],
)
def test_every_reading_can_be_requested_at_a_table_of_eight_with_nine_characters(key: str, value: object) -> None:
    nine = ["witch", "thief", "wizard", "emperor", "abbot", "alchemist", "navigator", "marshal", "artist"]
    shown = {"players": [8, 8], "cast": nine, f"rules.{key}": value}
    assert load_variant("classic-2000", shown).at(8).rules[key] == value
