from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.errors import VariantError
from citadels_sim.variants import Variant, load_variant

Write = Callable[..., Path]


def test_a_file_has_its_stem_as_name_and_no_title_of_another(write: Write) -> None:
    variant = load_variant(write("city_size = 6"))
    assert (variant.name, variant.title) == ("mine", "mine")


def test_a_file_can_say_its_name_and_title(write: Write) -> None:
    variant = load_variant(write('name = "other"\ntitle = "My own"'))
    assert (variant.name, variant.title) == ("other", "My own")


def test_a_path_can_be_text_or_a_path(write: Write) -> None:
    path = write("city_size = 6")
    assert load_variant(str(path)) == load_variant(path)


def test_a_bare_file_name_is_looked_for_in_the_current_folder(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write("city_size = 6").parent)
    assert load_variant("mine.toml").at(4).city_size == 6


def test_tables_are_merged_key_by_key_with_what_is_extended(write: Write) -> None:
    table = load_variant(write("[deck.basic]\nmanor = 1\n[rules]\nsmithy_price = 4")).at(4)
    assert (table.basic["manor"], table.basic["castle"]) == (1, 4)
    assert (table.rules["smithy_price"], table.rules["edition"]) == (4, "classic")


def test_lists_are_replaced(write: Write) -> None:
    assert load_variant(write("players = [4, 5]")).players == (4, 5)


def test_zero_copies_take_a_district_out(write: Write) -> None:
    assert "keep" not in load_variant(write("[deck.unique]\nkeep = 0")).at(4).unique


def test_a_parent_is_found_beside_the_file_that_extends_it(write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write("city_size = 6", name="parent")
    child = write("[rules]\nsmithy_price = 4", name="child", extends="parent.toml")
    monkeypatch.chdir(tmp_path.parent)
    assert load_variant(child).at(4).city_size == 6
    assert load_variant(write("", name="grandchild", extends="child")).at(4).rules["smithy_price"] == 4


def test_by_players_goes_before_the_file_at_that_number_of_players_only(write: Write) -> None:
    variant = load_variant(write('city_size = 6\n[by_players."3"]\ncity_size = 5\n[by_players."3".rules]\nsmithy_price = 4'))
    assert [variant.at(n).city_size for n in (2, 3, 4)] == [6, 5, 6]
    assert [variant.at(n).rules["smithy_price"] for n in (2, 3, 4)] == [2, 4, 2]


def test_by_players_of_a_parent_goes_before_the_childs_file(write: Write) -> None:
    write('[by_players."3"]\ncity_size = 5', name="parent")
    assert load_variant(write("city_size = 6", name="child", extends="parent")).at(3).city_size == 5


def test_by_players_outside_the_players_means_nothing(write: Write) -> None:
    plain = load_variant(write("players = [4, 5]"))
    odd = load_variant(write('players = [4, 5]\n[by_players."8"]\ncity_size = 3\n[by_players."12"]\ncast = ["king"]', name="odd"))
    assert odd.digest == plain.digest


def test_overrides_go_before_everything(write: Write) -> None:
    path = write('city_size = 6\n[by_players."3"]\ncity_size = 5')
    assert [load_variant(path, {"city_size": 9}).at(n).city_size for n in (3, 4)] == [9, 9]


def test_an_override_can_speak_of_one_number_of_players() -> None:
    variant = load_variant("classic-2000", {"by_players.3.city_size": 6})
    assert [variant.at(n).city_size for n in (3, 4)] == [6, 8]


def test_overrides_are_dotted_keys_or_tables() -> None:
    dotted = load_variant("classic-2000", {"deck.unique.keep": 1, "deck.basic.manor": 2, "rules.smithy_price": 3})
    tables = load_variant("classic-2000", {"deck": {"unique": {"keep": 1}, "basic": {"manor": 2}}, "rules": {"smithy_price": 3}})
    assert dotted == tables
    assert (dotted.at(4).unique["keep"], dotted.at(4).unique["smithy"], dotted.at(4).basic["manor"]) == (1, 1, 2)


def test_an_override_changes_the_digest() -> None:
    assert load_variant("classic-2000", {"rules.smithy_price": 3}).digest != load_variant("classic-2000").digest


def test_an_override_that_says_the_same_changes_nothing() -> None:
    assert load_variant("classic-2000", {"rules.smithy_price": 2}) == load_variant("classic-2000")


def test_the_edition_gives_every_switch_its_default_and_every_district_its_cost() -> None:
    table = load_variant("classic-2000", {"rules.edition": "2016", "players": [4, 7]}).at(4)
    assert (table.rules["laboratory_gold"], table.rules["removal_order"], table.costs["observatory"]) == (2, "up_first", 4)
    assert load_variant("classic-2000").at(4).costs["observatory"] == 5


def test_an_edition_that_is_not_given_is_classic(write: Write) -> None:
    cast = '["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]'
    path = write(f"players = [4, 4]\ncity_size = 3\ncast = {cast}\n[deck.basic]\nmanor = 8\ncastle = 8\npalace = 8", extends=None)
    assert load_variant(path).at(4).rules["edition"] == "classic"


def test_a_cost_goes_before_the_printed_one(write: Write) -> None:
    table = load_variant(write("[costs]\nsmithy = 4")).at(4)
    assert (table.costs["smithy"], table.costs["library"]) == (4, 6)


def test_a_table_knows_the_cost_of_every_district_of_the_catalogue_and_every_switch() -> None:
    table = load_variant("classic-2000").at(4)
    assert len(table.costs) == 54
    assert table.costs["secret-vault"] is None


def test_two_and_three_players_have_a_city_size_of_their_own(write: Write) -> None:
    variant = load_variant(write("city_size = 7\ncity_size_2_3_players = 9"))
    assert [variant.at(n).city_size for n in range(2, 8)] == [9, 9, 7, 7, 7, 7]


def test_by_players_and_overrides_go_before_the_size_for_two_and_three(write: Write) -> None:
    path = write('city_size_2_3_players = 9\n[by_players."2"]\ncity_size = 6')
    assert [load_variant(path).at(n).city_size for n in (2, 3)] == [6, 9]
    assert [load_variant(path, {"city_size": 5}).at(n).city_size for n in (2, 3, 4)] == [5, 5, 5]


def test_the_old_rule_for_three_players_brings_its_ten_districts_and_takes_rank_one_away() -> None:
    variant = load_variant("classic-2000", {"rules.three_player_rule": "one_char_no_assassin_10"})
    assert [(variant.at(n).city_size, min(variant.at(n).cast)) for n in (2, 3, 4)] == [(8, 1), (10, 2), (8, 1)]


@pytest.mark.parametrize(
    ("name", "changes", "each"),
    [
        ("classic-2000", {}, [2, 2, 1, 1]),
        ("classic-2000", {"rules.three_player_rule": "one_char_no_assassin_10"}, [2, 1, 1, 1]),
        ("citadels-2016", {}, [2, 2, 1, 1]),
    ],
)
def test_two_and_three_players_have_two_characters_each_unless_three_play_by_the_old_rule(
    name: str, changes: dict[str, object], each: list[int]
) -> None:
    variant = load_variant(name, changes)
    assert [variant.at(n).characters_each for n in (2, 3, 4, 5)] == each


def test_a_size_given_for_three_players_goes_before_the_ten_of_the_old_rule() -> None:
    shown = {"rules.three_player_rule": "one_char_no_assassin_10", "by_players.3.city_size": 9}
    assert load_variant("classic-2000", shown).at(3).city_size == 9


def test_without_a_rule_for_two_the_variant_begins_at_three_players() -> None:
    variant = load_variant("classic-2000", {"rules.two_player_rule": "none"})
    assert variant.players == (3, 7)
    with pytest.raises(VariantError, match="seats 3 to 7 players, not 2"):
        variant.at(2)


@pytest.mark.parametrize("players", [1, 8, 0, -3, 4.0, "4", True, None])
def test_a_number_of_players_that_it_does_not_seat_is_refused(players: int) -> None:
    given = repr(players)  # the text '4' is not told as the number 4
    with pytest.raises(VariantError, match=rf"^variant 'classic-2000' seats 2 to 7 players, not {given}$"):
        load_variant("classic-2000").at(players)


def test_comments_and_the_order_of_keys_do_not_change_the_digest(write: Write) -> None:
    one = write("# a comment\ncity_size = 7\n[deck.basic]\nmanor = 4\ncastle = 3\n[rules]\nsmithy_price = 3", name="one")
    other = write("[rules]\nsmithy_price = 3\n[deck.basic]\ncastle = 3\nmanor = 4\n", name="other")
    other.write_text("city_size = 7\n" + other.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_variant(one).digest == load_variant(other).digest


def test_name_and_title_are_not_part_of_the_digest(write: Write) -> None:
    assert load_variant(write('title = "Else"')).digest == load_variant("classic-2000").digest


@pytest.mark.parametrize(
    "line", ["city_size = 7", "players = [2, 6]", "[costs]\nmanor = 4", "[deck.basic]\nmanor = 4", "[rules]\nbank_limit = 30"]
)
def test_everything_that_is_played_is_part_of_the_digest(write: Write, line: str) -> None:
    assert load_variant(write(line)).digest != load_variant("classic-2000").digest


def test_a_digest_is_hexadecimal_and_the_same_each_time() -> None:
    first, again = load_variant("classic-2000").digest, load_variant("classic-2000").digest
    assert first == again
    assert len(first) == 64
    assert set(first) <= set("0123456789abcdef")


def test_a_variant_can_stand_in_a_set() -> None:
    assert len({load_variant("classic-2000"), load_variant("classic-2000"), load_variant("classic-2000-short")}) == 2


def test_the_public_package_offers_the_reader() -> None:
    import citadels_sim as cs

    assert cs.load_variant is load_variant
    assert cs.Variant is Variant
