"""Every single change of a variant that can be written, and none that plays the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from citadels_sim.balance.candidates import Candidate, candidates
from citadels_sim.errors import CitadelsError, RunError, VariantError
from citadels_sim.variants import SWITCHES, load_variant
from citadels_sim.variants.compare import keys_of

pytestmark = [pytest.mark.rotated(3), pytest.mark.long]

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


def test_a_change_is_one_switch_or_districts_of_one_kind(dark_city: list[Candidate]) -> None:
    for candidate in dark_city:
        keys = changed("dark-city", candidate, 5)
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
    keys = [each.key for each in classic[1] if not each.related]
    assert len(set(keys[: len(set(keys))])) == len(set(keys)) < len(keys)


def test_changes_of_the_character_come_first(dark_city: list[Candidate]) -> None:
    related = [candidate.related for candidate in dark_city]
    assert sorted(related, reverse=True) == related
    assert {candidate.key for candidate in dark_city if candidate.related} == {
        "rules.wizard_duplicates",
        "rules.wizard_build_needs_action",
        "rules.wizard_must_take",
    }


def test_districts_that_pay_a_character_are_related_to_it(classic: tuple[Path, list[Candidate]]) -> None:
    related = {each.key for each in classic[1] if each.related}
    assert related == {"rules.merchant_bonus_time", "costs of trade districts", "copies of trade districts"}


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
    with pytest.raises(CitadelsError, match="leads out of the folder"):
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
    assert printed.related
    assert {name: printed.variant.at(4).basic[name] for name in trade} == {name: classic.basic[name] for name in trade}


def test_the_costs_of_all_districts_are_one_change(tmp_path: Path) -> None:
    table = load_variant("classic-2000").at(4)
    file = tmp_path / "mine.toml"
    file.write_text(CLASSIC + "[costs]\n" + "".join(f"{name} = 1\n" for name in (*table.basic, *table.unique)), encoding="utf-8")
    result = {each.change: each for each in candidates(str(file), 4, tmp_path / "out", "architect")}
    assert result["Every district costs what its card says."].variant.at(4).costs == table.costs
