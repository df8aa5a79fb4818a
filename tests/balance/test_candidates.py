"""Every single change of a variant that can be written, and none that plays the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from citadels_sim.balance.candidates import (
    CARD_OF_TARGET,
    NUMBER_OF_TARGET,
    OTHER,
    RULE_OF_TARGET,
    Candidate,
    against,
    another_step,
    candidates,
)
from citadels_sim.balance.numbers import place_of, ways
from citadels_sim.errors import CitadelsError, RunError, VariantError
from citadels_sim.variants import NUMBERS, SWITCHES, load_variant
from citadels_sim.variants.compare import keys_of
from citadels_sim.variants.switch import RuleValue
from tests.own_file import own_file

pytestmark = [pytest.mark.rotated(10), pytest.mark.long]

CLASSIC = 'extends = "classic-2000"\nname = "mine"\n'


@pytest.fixture(scope="module")
def dark_city(tmp_path_factory: pytest.TempPathFactory) -> list[Candidate]:
    return candidates("dark-city", 5, tmp_path_factory.mktemp("dark-city"), "wizard")


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Candidate]]:
    folder = tmp_path_factory.mktemp("classic")
    return folder, candidates("classic-2000", 4, folder, "merchant")


def changed(base: str | Path, candidate: Candidate, players: int) -> dict[str, tuple[object, object]]:
    """The keys in which a change differs from its variant, from what to what."""
    one, other = (keys_of(variant.at(players)) for variant in (load_variant(base), candidate.variant))
    return {key: (one[key], other[key]) for key in one if one[key] != other[key]}


def test_every_change_loads_as_it_stands(dark_city: list[Candidate], tmp_path: Path) -> None:
    for candidate in dark_city:
        file = tmp_path / "copied.toml"
        file.write_text(candidate.toml, encoding="utf-8")
        assert load_variant(file).at(5) == candidate.variant.at(5), candidate.toml


def test_no_two_changes_play_the_same_and_none_as_the_variant(dark_city: list[Candidate]) -> None:
    tables = [load_variant("dark-city").at(5), *(candidate.variant.at(5) for candidate in dark_city)]
    assert all(tables.count(table) == 1 for table in tables)
    assert len({candidate.variant.name for candidate in dark_city}) == len(dark_city)


def test_a_change_is_one_switch_or_number_or_districts_of_one_kind(dark_city: list[Candidate]) -> None:
    for candidate in dark_city:
        keys = {key: each for key, each in changed("dark-city", candidate, 5).items() if each[0] is not None or key == candidate.key}
        assert len({key.partition(".")[0] for key in keys}) == 1, candidate
        assert len(keys) == 1 or candidate.key.endswith("districts"), candidate


def test_switches_of_cards_that_are_not_at_the_table_are_left_alone(dark_city: list[Candidate]) -> None:
    keys = {key for candidate in dark_city for key in changed("dark-city", candidate, 5)}
    assert "rules.wizard_must_take" in keys
    assert not keys & {"rules.magician_exchange", "rules.two_player_rule", "rules.edition"}


def test_every_other_reading_of_a_switch_is_tried(dark_city: list[Candidate]) -> None:
    result = {change[1] for each in dark_city for key, change in changed("dark-city", each, 5).items() if key == "rules.wizard_duplicates"}
    readings = SWITCHES["wizard_duplicates"].readings
    assert result == {reading for reading in readings if reading != "all_builds"}


def test_a_number_goes_one_and_two_steps_within_its_limits(classic: tuple[Path, list[Candidate]]) -> None:
    result = classic[1]
    prices = {each.variant.at(4).rules["smithy_price"] for each in result if each.key == "rules.smithy_price"}
    kept = {each.variant.at(4).rules["library_with_observatory"] for each in result if each.key == "rules.library_with_observatory"}
    assert prices == {0, 1, 3, 4}
    assert kept == {1, 3}  # of three cards drawn, and 2 holds


def test_a_city_of_twenty_districts_can_become_half_as_large(tmp_path: Path) -> None:
    base = tmp_path / "long.toml"
    base.write_text('extends = "classic-2000"\nname = "long"\ncity_size = 19\n', encoding="utf-8")
    assert {each.variant.at(4).city_size for each in candidates(str(base), 4, tmp_path) if each.key == "city_size"} == {
        8,
        9,
        15,
        17,
        18,
        20,
    }


def test_what_a_variant_changes_of_the_one_that_it_extends_is_taken_back_first(tmp_path: Path) -> None:
    base = tmp_path / "mine.toml"
    base.write_text(f"{CLASSIC}city_size = 13\n[costs]\ntavern = 4\nkeep = 5\n[rules]\nsmithy_price = 5\n", encoding="utf-8")
    result = candidates(str(base), 4, tmp_path / "out", "architect")
    restoring = [each for each in result if each.restores]
    assert restoring == result[: len(restoring)]
    assert {each.key: changed(base, each, 4) for each in restoring} == {
        "costs of districts": {"costs.tavern": (4, 1), "costs.keep": (5, 3)},
        "city_size": {"city_size": (13, 8)},
        "rules.smithy_price": {"rules.smithy_price": (5, 2)},
    }


def test_nothing_is_taken_back_where_nothing_is_changed(tmp_path: Path) -> None:
    base = tmp_path / "mine.toml"
    base.write_text(CLASSIC, encoding="utf-8")
    assert not any(each.restores for each in candidates(str(base), 4, tmp_path / "out"))


def test_every_rule_is_tried_before_any_is_tried_twice(classic: tuple[Path, list[Candidate]]) -> None:
    keys = [each.key for each in classic[1] if each.tier == OTHER]
    assert len(set(keys[: len(set(keys))])) == len(set(keys)) < len(keys)


def test_numbers_of_the_character_come_first_then_its_income_then_rules_about_it(dark_city: list[Candidate]) -> None:
    tiers = [candidate.tier for candidate in dark_city]
    assert sorted(tiers) == tiers
    by_tier = {tier: list(dict.fromkeys(each.key for each in dark_city if each.tier == tier)) for tier in range(3)}
    assert by_tier[NUMBER_OF_TARGET] == [
        f"characters.wizard.{name}" for name in ("cards", "builds", "gold_from_others", "bonus.gold", "bonus.cards")
    ]
    assert by_tier[CARD_OF_TARGET] == [f"characters.wizard.{name}" for name in ("income", "protected", "takes_crown")]
    assert by_tier[RULE_OF_TARGET] == ["rules.wizard_duplicates", "rules.wizard_build_needs_action", "rules.wizard_must_take"]


def test_what_pays_a_character_is_near_to_it_and_what_its_card_prints_nearest(classic: tuple[Path, list[Candidate]]) -> None:
    keys = {tier: list(dict.fromkeys(each.key for each in classic[1] if each.tier == tier)) for tier in range(3)}
    merchant = "characters.merchant."
    assert keys[NUMBER_OF_TARGET] == [
        f"{merchant}{name}" for name in ("income_each", "bonus.gold", "builds", "gold_from_others", "bonus.cards")
    ]
    assert set(keys[CARD_OF_TARGET]) == {
        *(f"{merchant}{name}" for name in ("immune", "income", "income_in", "protected", "takes_crown")),
        "costs of trade districts",
        "copies of trade districts",
    }
    assert keys[RULE_OF_TARGET] == ["characters.assassin.murder", "rules.merchant_bonus_time"]


@pytest.mark.parametrize(("id", "harm", "word"), [("assassin", "murdered", "murder"), ("thief", "robbed", "theft")])
def test_who_names_others_can_be_weakened_by_making_one_of_them_immune(tmp_path: Path, id: str, harm: str, word: str) -> None:
    base = tmp_path / "mine.toml"
    both = 'bishop.immune = "both"\nking.immune = "murder"\nwarlord.immune = "theft"'
    base.write_text(f"{CLASSIC}[characters]\n{both}\n", encoding="utf-8")
    result = [each for each in candidates(str(base), 4, tmp_path / "out", id) if each.key.endswith(".immune") and not each.restores]
    others = {each.key.split(".")[1]: each for each in result if each.tier == RULE_OF_TARGET}
    once = "king" if word == "murder" else "warlord"
    first = {"assassin", "thief", "magician", "king", "merchant", "architect", "warlord"} - {"assassin", id, once}
    assert set(others) == first
    assert others["merchant"].change == f"The Merchant cannot be {harm} (before: the Merchant can be murdered and robbed)."
    other = "warlord" if word == "murder" else "king"
    assert {name: each.variant.at(4).number(f"characters.{name}.immune") for name, each in others.items()} == {
        name: "both" if name == other else word for name in first
    }


@pytest.mark.parametrize("id", ["assassin", "merchant", "king"])
def test_a_murder_that_takes_only_the_power_is_tried_for_who_murders_and_who_is_murdered(tmp_path: Path, id: str) -> None:
    (murder,) = [each for each in candidates("classic-2000", 4, tmp_path, id) if each.key == "characters.assassin.murder"]
    assert murder.variant.at(4).number(murder.key) == "power"
    assert murder.tier == (CARD_OF_TARGET if id == "assassin" else RULE_OF_TARGET)


def test_a_number_is_tried_by_the_nearest_step_in_either_direction_and_says_so(classic: tuple[Path, list[Candidate]]) -> None:
    bonus = [each for each in classic[1] if each.key == "characters.merchant.bonus.gold"]
    assert [(each.change, each.values, each.at) for each in bonus] == [
        ("Extra gold of the Merchant: 0 instead of 1.", (0,), 0),
        ("Extra gold of the Merchant: 2 instead of 1.", tuple(range(2, 11)), 0),
    ]


def test_without_a_character_the_numbers_of_the_game_come_first(tmp_path: Path) -> None:
    result = candidates("classic-2000", 4, tmp_path)
    first = [each for each in result if each.tier == NUMBER_OF_TARGET]
    assert first == result[: len(first)]
    assert {each.key for each in first} == {"city_size", *(key for key in NUMBERS if key.startswith("game."))}
    assert not any(each.key.startswith(("characters.", "districts.")) for each in result)
    assert {each.variant.at(4).number("game.builds") for each in first} == {1, 2}, "a game in which nobody builds does not end"


@pytest.mark.parametrize(
    ("key", "now", "expected"),
    [
        ("characters.thief.share", 1.0, [((0.75, 0.5, 0.25, 0.0), 0)]),
        ("characters.blackmailer.share", 0.4, [((0.25, 0.0), 0), ((0.5, 0.75, 1.0), 0)]),
        ("characters.magician.most", 2, [((1, 0), 0), ((*range(3, 21), "none"), 0)]),
        ("characters.magician.most", "none", [(tuple(range(20, -1, -1)), 20)]),
        ("game.most_rounds", 300, [(tuple(range(41, 0, -1)), 0), (("none",), 0)]),
    ],
)
def test_the_values_of_a_number_have_an_order(key: str, now: RuleValue, expected: list[tuple[tuple[RuleValue, ...], int]]) -> None:
    assert list(ways(NUMBERS[key], now)) == expected


@pytest.mark.parametrize("steps", [1, 3, 9])
def test_a_number_can_go_farther(classic: tuple[Path, list[Candidate]], tmp_path: Path, steps: int) -> None:
    more = next(each for each in classic[1] if each.change == "Extra gold of the Merchant: 2 instead of 1.")
    made = another_step(more, steps - 1, "classic-2000", 4, tmp_path)
    assert made is not None
    assert made.change == f"Extra gold of the Merchant: {1 + steps} instead of 1."
    assert (made.variant.at(4).number(more.key), made.tier, made.at) == (1 + steps, more.tier, steps - 1)


def test_numbers_of_a_character_of_ones_own_come_first_and_its_districts_are_changed_too(tmp_path: Path) -> None:
    found = candidates(own_file(tmp_path), 4, tmp_path, "smuggler")
    first = list(dict.fromkeys(each.key for each in found if each.tier == NUMBER_OF_TARGET))
    of_it = ("income_each", "builds", "gold_from_others", "bonus.gold", "bonus.cards", "discount.gold")
    assert first == [f"characters.smuggler.{name}" for name in of_it]
    ways_of = [key for key in first for _ in range(1 if key.endswith("gold_from_others") else 2)]  # of nothing there is one way
    assert [each.key for each in found[: len(first)]] == ways_of[: len(first)]
    changes = {each.change: each.tier for each in found}
    assert changes["Extra gold of the Smuggler: 3 instead of 4."] == NUMBER_OF_TARGET
    assert changes["The Mill: 3 gold (before: the Mill: 2 gold)."] == CARD_OF_TARGET  # it is paid for trade districts
    assert changes["4 × Mill, 2 gold each (before: 3 × Mill, 2 gold each)."] == CARD_OF_TARGET
    assert changes["Extra points of the Gate at the end: 5 instead of 6."] == OTHER


def test_a_number_of_ones_own_is_taken_back(tmp_path: Path) -> None:
    base = tmp_path / "mine.toml"
    base.write_text(f"{CLASSIC}[characters.merchant]\nbonus = {{ gold = 4 }}\n[districts.manor]\npoints = 9\n", encoding="utf-8")
    restoring = [each for each in candidates(str(base), 4, tmp_path / "out", "king") if each.restores]
    assert [(each.key, each.change) for each in restoring] == [
        ("characters.merchant.bonus.gold", "Extra gold of the Merchant: 1 instead of 4."),
        ("districts.manor.points", "Points of the Manor at the end: 3 instead of 9."),
    ]


def test_no_district_costs_nothing(classic: tuple[Path, list[Candidate]]) -> None:
    cheap = next(each for each in classic[1] if each.change.startswith("Every trade district costs 2 gold less"))
    assert changed("classic-2000", cheap, 4)["costs.town-hall"] == (5, 3)
    assert min(cheap.variant.at(4).costs[id] or 1 for id in ("tavern", "market")) == 1


def test_what_a_variant_has_of_its_own_for_a_number_of_players_is_changed_there(tmp_path: Path) -> None:
    base = tmp_path / "mine.toml"
    base.write_text(f'{CLASSIC}[by_players."4"]\ncity_size = 7\n', encoding="utf-8")
    sizes = [each for each in candidates(str(base), 4, tmp_path / "out") if each.key == "city_size"]
    assert {each.variant.at(4).city_size for each in sizes} == {3, 5, 6, 8, 9, 11}
    assert '[by_players."4"]' in sizes[0].toml


@pytest.mark.parametrize("name", ["mine.toml", "classic-2000"])  # a file may be called like a packaged variant
def test_a_change_of_a_file_is_copied_beside_it(tmp_path: Path, name: str) -> None:
    base = tmp_path / name
    base.write_text(CLASSIC, encoding="utf-8")
    change = candidates(str(base), 4, tmp_path / "far" / "away")[0]
    (tmp_path / "copied.toml").write_text(change.toml, encoding="utf-8")
    assert load_variant(tmp_path / "copied.toml").at(4) == change.variant.at(4)
    written = tmp_path / "far" / "away" / "changes" / f"{change.variant.name}.toml"
    assert load_variant(written).at(4) == change.variant.at(4)


def test_only_files_of_changes_that_can_be_played_are_kept(classic: tuple[Path, list[Candidate]]) -> None:
    folder, result = classic
    assert {path.stem for path in (folder / "changes").iterdir()} == {each.variant.name for each in result}


def test_nothing_is_written_through_a_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "changes").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CitadelsError, match="points outside the folder"):
        candidates("classic-2000", 4, tmp_path / "out")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_what_is_no_file_in_the_place_of_a_change_is_replaced_or_refused(tmp_path: Path) -> None:
    name = f"changes/{candidates('classic-2000', 4, tmp_path)[0].variant.name}.toml"
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)  # who writes into it waits for a reader
    candidates("classic-2000", 4, tmp_path)
    assert (tmp_path / name).is_file()
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    with pytest.raises(RunError, match="cannot be written"):
        candidates("classic-2000", 4, tmp_path)


def test_a_path_that_no_file_can_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="rename the file"):
        candidates(f"{tmp_path}/a\nb.toml", 4, tmp_path)


def test_what_a_variant_has_of_its_own_goes_back_to_what_is_printed(tmp_path: Path) -> None:
    base = tmp_path / "rigged.toml"
    base.write_text(f"{CLASSIC}[costs]\nmanor = 9\nsmithy = 20\n[deck.basic]\ntavern = 14\n", encoding="utf-8")
    result = candidates(str(base), 4, tmp_path)
    table = load_variant("classic-2000").at(4)
    undone = {key: value for each in result for key, (_, value) in changed(base, each, 4).items() if each.variant.name.endswith("printed")}
    assert undone == {"costs.manor": table.costs["manor"], "costs.smithy": table.costs["smithy"], "deck.basic.tavern": 5}


def test_districts_of_a_type_that_the_deck_lacks_can_be_put_into_it(tmp_path: Path) -> None:
    """A card that is paid for such districts is dead: nothing else repairs it."""
    trade = ("tavern", "market", "trading-post", "docks", "harbor", "town-hall")
    file = tmp_path / "mine.toml"
    file.write_text(CLASSIC + "[deck.basic]\n" + "".join(f"{name} = 0\n" for name in trade), encoding="utf-8")
    result = {each.change: each for each in candidates(str(file), 4, tmp_path / "out", "merchant")}
    printed, classic = result["The deck has the printed number of every trade district."], load_variant("classic-2000").at(4)
    assert printed.tier == CARD_OF_TARGET
    assert {name: printed.variant.at(4).basic[name] for name in trade} == {name: classic.basic[name] for name in trade}


def test_the_costs_of_all_districts_are_one_change(tmp_path: Path) -> None:
    table = load_variant("classic-2000").at(4)
    file = tmp_path / "mine.toml"
    file.write_text(CLASSIC + "[costs]\n" + "".join(f"{name} = 1\n" for name in (*table.basic, *table.unique)), encoding="utf-8")
    result = {each.change: each for each in candidates(str(file), 4, tmp_path / "out", "architect")}
    assert result["Every district costs what its card says."].variant.at(4).costs == table.costs


@pytest.mark.parametrize("falling", [True, False])
@pytest.mark.parametrize(
    ("variant", "character", "hinders"), [("classic-2000", "merchant", False), ("citadels-2016-tenacious-delegates", "seer", True)]
)
def test_with_little_time_steps_that_go_the_wrong_way_come_last(
    variant: str, character: str, hinders: bool, falling: bool, tmp_path: Path
) -> None:
    """What a character gets makes it stronger, what the Seer gives back makes her weaker."""
    table, made = load_variant(variant).at(5), candidates(variant, 5, tmp_path, character)
    order = against(made, table, character, falling=falling)
    own = [each for each in order if each.key.startswith(f"characters.{character}.") and each.values]
    less = [place_of(each.values[each.at]) < place_of(table.number(each.key)) for each in own]
    weaker = [fewer != each.key.endswith(".back") for fewer, each in zip(less, own, strict=True)]
    assert weaker == sorted(weaker, reverse=falling)
    assert set(weaker) == {True, False}
    assert any(each.key.endswith(".back") for each in own) == hinders
    last = [each for each, fewer in zip(own, weaker, strict=True) if fewer != falling]
    assert order[-len(last) :] == last
    assert [each for each in order if each not in last] == [each for each in made if each not in last]
