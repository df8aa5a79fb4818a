from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_sim.errors import VariantError
from citadels_sim.text import cut
from citadels_sim.variants import from_resolved, load_variant, variant_names
from tests.mutations import lay_traps

Write = Callable[..., Path]


def faults(path: Path | str, overrides: dict[str, object] | None = None) -> list[tuple[str, str]]:
    """Read a variant that must be refused; its faults as (key, text)."""
    with pytest.raises(VariantError) as caught:
        load_variant(path, overrides)
    return [(fault.key, fault.text) for fault in caught.value.faults]


def message(path: object, overrides: object = None) -> str:
    with pytest.raises(VariantError) as caught:
        load_variant(path, overrides)  # type: ignore[arg-type]
    return str(caught.value)


# ---- names

ODD = [
    "My City",
    "a/../../../ESCAPED",
    "a\\b",
    "x" * 65,
    'x"><img src=x onerror=document.title=1337><a b="',
    "a_b",
    "a.b",
    "-a",
    "ä",
    "a\x1b[2J",
]


@pytest.mark.parametrize("name", ODD)
def test_a_name_is_small_letters_digits_and_hyphens(write: Write, name: str) -> None:
    ((key, text),) = faults(write(f"name = {json.dumps(name)}"))
    assert key == "name"
    assert "should be 1 to 64 small letters a-z, digits and '-'" in text
    right = text.rpartition("Did you mean '")[2].removesuffix("'?")
    assert load_variant(write(f'name = "{right}"')).name == right


def test_a_file_whose_own_name_is_none_has_to_say_one(write: Write) -> None:
    assert faults(write("city_size = 6", name="My City")) == [
        (
            "name",
            "is missing, and the file's name cannot replace it: 'My City' should be 1 to 64 small letters a-z, digits and '-', with a "
            "letter or digit first. Did you mean 'my-city'?",
        )
    ]
    assert load_variant(write('name = "my-city"', name="My City")).name == "my-city"


def test_a_parent_may_have_any_file_name(write: Write) -> None:
    write("city_size = 6", name="The Parent_1")
    assert load_variant(write("", name="child", extends="The Parent_1.toml")).name == "child"


def test_a_name_of_another_type_is_refused(write: Write) -> None:
    assert faults(write("name = 7"))[0] == (
        "name",
        "7 should be text in quotes: 1 to 64 small letters a-z, digits and '-', with a letter or digit first, such as 'my-city'.",
    )


def test_a_resolved_variant_without_a_name_is_refused() -> None:
    resolved = load_variant("classic-2000").resolved()
    with pytest.raises(VariantError, match="resolved variant: name: is missing: 1 to 64 small letters"):
        from_resolved({key: value for key, value in resolved.items() if key != "name"})


def test_what_a_title_hides_is_shown_as_text(write: Write) -> None:
    title = load_variant(write('title = "a\\u001b[2J\\u202eb\\nc"')).title
    assert title == "a\\x1b[2J\\u202eb\\nc"


def test_a_title_is_of_bounded_length(write: Write) -> None:
    ((key, text),) = faults(write(f'title = "{"a" * 5000}"'))
    assert key == "title"
    assert text.endswith("has 5,000 characters, of 1,000 at most.")
    assert len(text) < 200


# ---- files


def test_an_unknown_name_is_refused_with_the_nearest_packaged_one() -> None:
    assert message("clasic-2000") == (
        "there is no packaged variant 'clasic-2000'. Did you mean 'classic-2000'? Give a file by its path: 'clasic-2000.toml'."
    )


def test_an_unknown_name_like_no_other_is_refused_with_all_packaged_ones() -> None:
    assert f"Packaged are: {', '.join(variant_names())}." in message("xyzzy")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert message(tmp_path / "none.toml") == f"{tmp_path / 'none.toml'}: there is no such file."


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert message(tmp_path) == f"{tmp_path}: is a folder, not a variant file."


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    assert message(tmp_path / "bytes.toml").endswith("is not a text file in UTF-8")


def test_an_error_of_toml_is_refused_with_its_line(write: Write) -> None:
    text = message(write("city_size = 7\nplayers = [2, 7\nname = ]", extends=None))
    assert "is not valid TOML" in text
    assert "line 3" in text


def test_a_path_that_no_file_system_takes_is_refused() -> None:
    assert "cannot be read" in message("a\0b.toml")


@pytest.mark.parametrize("name", [None, 3, ["classic-2000"]])
def test_what_is_neither_name_nor_path_is_refused(name: object) -> None:
    assert message(name).startswith("a variant is given by its name or path, not ")


def test_extends_in_a_circle_is_refused(write: Write) -> None:
    write("", name="a", extends="b")
    write("", name="b", extends="c.toml")
    text = message(write("", name="c", extends="a.toml"))
    assert "extends: is circular: " in text
    assert [part.rsplit("/", 1)[-1] for part in text.split("circular: ")[1].split(" -> ")] == ["c.toml", "a.toml", "b.toml", "c.toml"]


def test_extending_oneself_is_a_circle(write: Write) -> None:
    assert "is circular" in message(write("", name="a", extends="a.toml"))


def test_extending_what_is_not_there_is_refused_with_the_childs_own_faults(write: Write) -> None:
    result = faults(write("city_sise = 7", extends="clasic-2000"))
    assert [key for key, _ in result] == ["city_sise", "extends"]
    assert "Did you mean 'classic-2000'" in result[1][1]


def test_a_parent_with_an_error_of_toml_is_reported_at_extends(write: Write) -> None:
    write("oh no", name="parent", extends=None)
    assert "parent.toml: is not valid TOML" in message(write("", extends="parent"))


def test_a_fault_of_a_parent_is_refused_with_the_parents_file(write: Write) -> None:
    parent = write("city_size = 0", name="parent")
    assert message(write("", extends="parent")).startswith(f"{parent}: city_size: ")


# ---- keys


@pytest.mark.parametrize(
    ("text", "key", "hint"),
    [
        ("city_sise = 7", "city_sise", "Did you mean 'city_size'?"),
        ("colour = 7", "colour", "Known here: name, title, extends, players, cast, "),
        ("[deck]\nbasics = {}", "deck.basics", "Did you mean 'deck.basic'?"),
        ("[deck]\ncity_size = 7", "deck.city_size", "belongs at the top of the file"),
        ("[deck.random_unique]\nnumber = 7", "deck.random_unique.number", "Known here: deck.random_unique.count, deck.random_unique.from."),
        ("smithy_price = 3", "smithy_price", "It is a switch and belongs in [rules]: 'rules.smithy_price'."),
        ("[rules]\nsmithy_prise = 3", "rules.smithy_prise", "Did you mean 'rules.smithy_price'?"),
        ("[rules]\nxyzzy = 3", "rules.xyzzy", "see 'citadels variants switches'"),
        ("[rules]\nsmithy_cost = 3", "rules.smithy_cost", "use rules.smithy_price for its power, costs.smithy for building it"),
        ("[rules]\nkeep_count = 3", "rules.keep_count", "use deck.unique.keep"),
        ('[by_players."3"]\ncity_sise = 7', "by_players.3.city_sise", "Did you mean 'by_players.3.city_size'?"),
        ('[by_players."3"]\nplayers = [3, 3]', "by_players.3.players", "is not a known key"),
        ("[by_players.three]\ncity_size = 7", "by_players.three", 'write [by_players."3"]'),
        ('[random_cast]\n"10" = ["king"]', "random_cast.10", "ranks are 1 to 9"),
        ("[costs]\nsmithi = 3", "costs.smithi", "Did you mean 'smithy'?"),
        ("[costs]\nsecret-vault = 3", "costs.secret-vault", "cannot be built"),
        ("[deck.basic]\nmanr = 3", "deck.basic.manr", "Did you mean 'manor'?"),
        ("[deck.basic]\nkeep = 3", "deck.basic.keep", "'keep' is a unique district, not a basic district."),
        ("[deck.unique]\nmanor = 3", "deck.unique.manor", "'manor' is a basic district, not a unique district."),
        ("[deck.unique]\nking = 3", "deck.unique.king", "'king' is a character, not a unique district."),
        ("[deck.unique]\nhaunted-city = 1", "deck.unique.haunted-city", "Did you mean 'haunted-quarter'?"),
        ("[deck.unique]\nThieves_Den = 1", "deck.unique.Thieves_Den", "Did you mean 'thieves-den'?"),
        ('cast = ["kign"]', "cast", "there is no character 'kign'. Did you mean 'king'?"),
        ('cast = ["keep"]', "cast", "'keep' is a unique district, not a character."),
        ('[random_cast]\n"5" = ["bishop", "abot"]', "random_cast.5", "Did you mean 'abbot'?"),
        ('[deck.random_unique]\nfrom = ["armoury"]', "deck.random_unique.from", "Did you mean 'armory'?"),
    ],
)
def test_an_unknown_key_or_id_is_refused_with_what_would_be_right(write: Write, text: str, key: str, hint: str) -> None:
    [(its_key, its_text)] = faults(write(text))
    assert its_key == key
    assert hint in its_text


@pytest.mark.parametrize(
    ("text", "key", "right"),
    [
        ("name = 3", "name", "text in quotes"),
        ('title = ""', "title", "text in quotes"),
        ("extends = 3", "extends", "text in quotes"),
        ("players = 4", "players", "[least, most] with 2 <= least <= most <= 8, not 4"),
        ("players = [1, 7]", "players", "[least, most]"),
        ("players = [2, 9]", "players", "[least, most]"),
        ("players = [5, 4]", "players", "[least, most]"),
        ("players = [2, 7, 8]", "players", "[least, most]"),
        ("players = [2.0, 7]", "players", "[least, most]"),
        ("players = [true, 7]", "players", "[least, most]"),
        ('players = "2-7"', "players", "[least, most]"),
        ("city_size = 0", "city_size", "a whole number from 1 to 20, not 0"),
        ("city_size = 21", "city_size", "a whole number from 1 to 20"),
        ("city_size = 7.5", "city_size", "a whole number"),
        ("city_size = true", "city_size", "a whole number from 1 to 20, not true"),
        ("city_size_2_3_players = 'eight'", "city_size_2_3_players", "a whole number"),
        ('cast = "king"', "cast", "must be a list of character ids, not 'king'"),
        ("cast = [3]", "cast", "3 is not the id of a character"),
        ("deck = 66", "deck", "must be a table, not 66"),
        ("[deck]\nbasic = 54", "deck.basic", "must be a table"),
        ("[deck.basic]\nmanor = -1", "deck.basic.manor", "a whole number from 0 to 40, not -1"),
        ("[deck.unique]\nkeep = 41", "deck.unique.keep", "a whole number from 0 to 40"),
        ("[deck.random_unique]\ncount = -1", "deck.random_unique.count", "a whole number from 0 to 37"),
        ("[deck.random_unique]\nfrom = 'keep'", "deck.random_unique.from", "must be a list of unique district ids"),
        ("random_cast = []", "random_cast", "must be a table"),
        ("[random_cast]\n5 = 'abbot'", "random_cast.5", "must be a list of character ids"),
        ("[costs]\nmanor = -1", "costs.manor", "a whole number from 0 to 60"),
        ("rules = true", "rules", "must be a table, not true"),
        ("[rules]\nmurdered_king_crown = 'heirs'", "rules.murdered_king_crown", "allowed: 'heir', 'stays'. Did you mean 'heir'?"),
        ("[rules]\nmurdered_king_crown = true", "rules.murdered_king_crown", "true is not allowed here; allowed: 'heir', 'stays'."),
        ("[rules]\ngreat_wall_self = 'true'", "rules.great_wall_self", "allowed: true, false."),
        ("[rules]\ngreat_wall_self = 1", "rules.great_wall_self", "allowed: true, false."),
        ("[rules]\nsmithy_price = 99", "rules.smithy_price", "allowed: 0 to 9."),
        ("[rules]\nbank_limit = 'no'", "rules.bank_limit", "allowed: 1 to 1000 or 'none'."),
        ("[rules]\nedition = 'dark-city'", "rules.edition", "allowed: 'classic', '2016'."),
        ("[rules]\nedition = 2016", "rules.edition", "allowed: 'classic', '2016'."),
        ("[rules]\ndiplomat_may_give_keep = 'allow'", "rules.diplomat_may_give_keep", "must be true or false"),
        ("[rules]\ngreat_wall_covers_itself = 3", "rules.great_wall_covers_itself", "allowed: true, false."),
        (f"[by_players.{'9' * 5000}]\ncity_size = 7", f"by_players.{cut('9' * 5000, 40)}", 'write [by_players."3"]'),
        ("by_players = 3", "by_players", "must be a table"),
        ("[by_players]\n3 = 8", "by_players.3", "must be a table"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_allowed(write: Write, text: str, key: str, right: str) -> None:
    path = write(text, extends=None if text.startswith("extends") else "classic-2000")
    result = dict(faults(path))
    assert key in result
    assert right in result[key]


def test_both_names_of_one_switch_in_one_file_are_refused(write: Write) -> None:
    [(key, text)] = faults(write("[rules]\ngreat_wall_self = true\ngreat_wall_covers_itself = false"))
    assert key == "rules.great_wall_covers_itself"
    assert "another name for 'great_wall_self'" in text


def test_a_long_value_is_cut_short_in_the_message(write: Write) -> None:
    assert len(message(write(f"city_size = '{'x' * 5000}'"))) < 300


# ---- several at once


def test_one_fault_is_one_line_with_file_key_and_what_would_be_right(write: Write) -> None:
    path = write("city_size = 0")
    assert message(path) == f"{path}: city_size: must be a whole number from 1 to 20, not 0."


def test_all_faults_of_a_file_are_reported_at_once(write: Write) -> None:
    deck = "[deck.basic]\nmanr = 3\n[deck.unique]\nbasilica = 41\n"
    path = write(f"players = [2, 8]\ncity_sise = 7\n{deck}[rules]\nsmithy_price = true\nfirst_crown = 7")
    lines = message(path).splitlines()
    assert lines[0] == f"{path} has 6 faults:"
    assert sorted(line.strip().split(":")[0] for line in lines[1:]) == [
        "city_sise",
        "classic-2000.toml",  # the cast stands there, and eight players need a ninth character
        "deck.basic.manr",
        "deck.unique.basilica",
        "rules.first_crown",
        "rules.smithy_price",
    ]


def test_a_mistyped_key_is_not_reported_again_as_missing(write: Write) -> None:
    cast = '["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlrod"]'
    whole = f"players = [4, 4]\ncity_sise = 3\ncast = {cast}\n"
    result = faults(write(whole + "[deck.basic]\nmanor = 8\ncastle = 8\npalac = 8", extends=None))
    assert [key for key, _ in result] == ["city_sise", "cast", "deck.basic.palac"]


def test_an_empty_file_is_one_message(write: Write) -> None:
    with pytest.raises(VariantError, match="the file is empty"):
        load_variant(write("", extends=None))


def test_a_file_with_players_alone_lacks_cast_city_and_deck(write: Write) -> None:
    keys = [key for key, _ in faults(write("players = [4, 4]", extends=None))]
    assert keys == ["cast"] * 8 + ["city_size", "deck"]


# ---- overrides


@pytest.mark.parametrize(
    ("overrides", "start"),
    [
        ({"rules.smithy_prise": 3}, "override: rules.smithy_prise: is not a known key. Did you mean 'rules.smithy_price'?"),
        ({"rules.smithy_price": "three"}, "override: rules.smithy_price: 'three' is not allowed here"),
        ({"deck.unique.kepe": 1}, "override: deck.unique.kepe: there is no unique district 'kepe'. Did you mean 'keep'?"),
        ({"city_size.x": 1}, "override: city_size: must be a whole number"),
        ({"": 1}, "override: is not a known key"),
        ({"name": "x"}, "override: name: cannot be overridden"),
        ({"extends": "x"}, "override: extends: cannot be overridden"),
        ({3: 1}, "override: 3: is not a dotted key"),
        ({"deck": 3, "deck.basic.manor": 1}, "is overridden twice"),
        ({"deck.basic.manor": 1, "deck": 3}, "is overridden twice"),
    ],
)
def test_a_faulty_override_is_refused_with_its_dotted_key(overrides: dict[object, object], start: str) -> None:
    assert start in message("classic-2000", overrides)


@pytest.mark.parametrize(
    ("extends", "text", "named"),
    [
        (
            "classic-2000",
            'cast = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "diplomat"]',
            "deck.unique.graveyard: ",
        ),
        ("classic-2000", "players = [2, 8]", "cast: eight players need a rank 9"),
        ("citadels-2016", "players = [2, 9]", "players: "),
        ("parent.toml", "players = [2, 8]", "cast: eight players need a rank 9"),
    ],
)
def test_one_fault_names_the_file_that_cannot_be_played_also_where_its_parent_has_the_key(
    write: Write, extends: str, text: str, named: str
) -> None:
    write("city_size = 7", name="parent")
    path = write(text, extends=extends)
    said = message(path)
    assert said.startswith(f"{path}: ")
    assert named in said
    assert "\n" not in said


@pytest.mark.parametrize("overrides", [[("city_size", 7)], "city_size = 7", 3])
def test_overrides_that_are_no_mapping_are_refused(overrides: object) -> None:
    assert message("classic-2000", overrides).startswith("overrides must be a mapping")


def test_an_override_that_cannot_be_played_is_refused_when_it_is_read() -> None:
    assert message("classic-2000", {"players": [2, 8]}) == (
        "classic-2000.toml: cast: eight players need a rank 9: one of 'queen', 'artist', 'tax-collector'; "
        "[by_players] can name one (with 8 players)."
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('cast = [["king"]]', "['king'] is not the id of a character; ids are text in quotes."),
        ("cast = [{a = 1}]", "{'a': 1} is not the id of a character; ids are text in quotes."),
        ("deck.random_unique.from = [[]]", "[] is not the id of a unique district; ids are text in quotes."),
        ("random_cast.5 = [[[]]]", "[[]] is not the id of a character; ids are text in quotes."),
    ],
)
def test_a_list_or_table_among_ids_is_refused(write: Write, text: str, words: str) -> None:
    assert words in message(write(text))


@pytest.mark.parametrize("name", ["pipe.toml", "loop.toml", "folder.toml", "x" * 300 + ".toml"])
@pytest.mark.parametrize("text", ["{}", 'extends = "{}"'])
def test_what_is_no_file_is_refused_and_not_waited_on(tmp_path: Path, name: str, text: str) -> None:
    lay_traps(tmp_path)
    (tmp_path / "mine.toml").write_text(text.format(name) if "=" in text else "")
    assert name in message(tmp_path / ("mine.toml" if "=" in text else name))


@pytest.mark.parametrize("wrap", [lambda n: n, lambda n: [n], lambda n: {"a": [n]}])
def test_a_number_of_thousands_of_digits_is_refused(wrap: Callable[[int], object]) -> None:
    with pytest.raises(VariantError):
        load_variant("classic-2000", {"rules.smithy_price": wrap(16**5000)})


def test_very_many_faults_are_reported_soon(write: Write) -> None:
    begun = time.process_time()
    for text in ("\n".join(f"kinf{i} = 1" for i in range(8_000)), f"cast = {[f'kinf{i}' for i in range(8_000)]}"):
        assert " has 100 faults:" in message(write(text))
    assert time.process_time() - begun < 10


def test_a_chain_of_very_many_files_is_refused(write: Write) -> None:
    write("", name="link-0")
    for i in range(1, 120):
        last = write("", name=f"link-{i}", extends=f"link-{i - 1}")
    assert "the maximum is 100" in message(last)
