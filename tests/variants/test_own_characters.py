"""Characters that a variant file declares: what is read of them, what they mean, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import CHARACTERS, MOST_OWN, PACKAGED
from citadels_sim.game.action_words import ACTION_WORDS
from citadels_sim.variants import Variant, VariantError, compare, diff, from_resolved, load_variant
from citadels_sim.variants.combine import between
from citadels_sim.variants.declared import LABEL_WORDS
from citadels_sim.variants.own_template import with_own_character
from citadels_sim.variants.reader import variant_of
from citadels_sim.variants.template import variant_template
from tests.own_cards import BROKER, CAST, SMUGGLER, own_variant

Write = Callable[..., Path]

DECLARED = """
cast = ["assassin", "thief", "magician", "king", "bishop", "smuggler", "architect", "warlord"]
[characters.smuggler]
title = "Smuggler"
rank = 6
income = "trade"
"""


def refusal(path: Path | str, overrides: dict[str, Any] | None = None) -> list[str]:
    with pytest.raises(VariantError) as error:
        load_variant(path, overrides)
    return [f"{fault.key}: {fault.text}" for fault in error.value.faults]


def test_a_file_declares_a_character(write: Write) -> None:
    variant = load_variant(write(DECLARED))
    (smuggler,) = variant.cards.own_characters
    assert (smuggler.code, smuggler.id, smuggler.title, smuggler.rank) == (len(CHARACTERS) + 1, "smuggler", "Smuggler", 6)
    table = variant.at(4)
    assert table.cast[6] == ("smuggler",)
    assert table.number("characters.smuggler.income") == "trade"
    assert table.number("characters.smuggler.builds") == 1
    assert table.cards.title("smuggler") == "Smuggler"


def test_codes_are_in_the_order_of_ids_whatever_the_order_of_keys() -> None:
    variant = own_variant()
    assert [(who.id, who.code) for who in variant.cards.own_characters] == [("broker", 28), ("smuggler", 29)]
    resolved = variant.resolved()
    people = resolved["characters"]
    assert isinstance(people, dict)
    turned = from_resolved(resolved | {"characters": dict(reversed(people.items()))})
    assert (turned, turned.digest) == (variant, variant.digest)


def test_a_variant_without_its_own_cards_has_the_packaged_ones() -> None:
    assert load_variant("classic-2000").cards is PACKAGED


def test_a_child_may_change_a_character_of_its_parent(write: Write) -> None:
    write(DECLARED, name="parent")
    child = load_variant(write("characters.smuggler.builds = 3", name="child", extends="parent"))
    assert [child.at(5).number(f"characters.smuggler.{key}") for key in ("income", "builds")] == ["trade", 3]
    assert load_variant(write('characters.smuggler.title = "Runner"', extends="parent")).cards.title("smuggler") == "Runner"


def test_a_number_of_players_may_have_its_own_numbers(write: Write) -> None:
    variant = load_variant(write(f"{DECLARED}\n[by_players.5.characters.smuggler]\nbuilds = 4"))
    assert [variant.at(n).number("characters.smuggler.builds") for n in (4, 5)] == [1, 4]
    faults = refusal(write(f'{DECLARED}\n[by_players.5.characters.smuggler]\ntitle = "Runner"'))
    assert faults == ["by_players.5.characters.smuggler.title: holds at every number of players; say it above, outside of [by_players]."]


def test_the_resolved_variant_is_the_same_again() -> None:
    variant = own_variant()
    again = from_resolved(json.loads(json.dumps(variant.resolved())))
    assert again == variant
    assert again.digest == variant.digest
    assert again.resolved() == variant.resolved()


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({"characters__smuggler__title": "Runner"}, True),
        ({"characters__smuggler__builds": 3}, False),
        ({"characters__broker__rank": 9}, False),
    ],
)
def test_the_digest_is_of_what_is_played(changed: dict[str, Any], same: bool) -> None:
    cast = {"cast": [*CAST[:6], "architect", "warlord"], "players": [4, 7]}
    assert (own_variant(**cast).digest == own_variant(**cast, **changed).digest) is same


def test_a_character_may_be_drawn(write: Write) -> None:
    variant = own_variant(random_cast={"6": ["smuggler", "merchant"]}, cast=[*CAST[:5], "broker", "warlord"])
    assert variant.at(4).cast[6] == ("merchant", "smuggler")


FAULTS: list[tuple[dict[str, Any], list[str]]] = [
    ({"smuggler": {"title": "Smuggler"}}, ["smuggler.rank: is missing"]),
    ({"smuggler": {"rank": 6}}, ["smuggler.title: is missing"]),
    ({"merchnt": {"title": "Merchnt"}}, ["merchnt.rank: is missing: 'merchnt' is no packaged character", "Did you mean 'merchant'?"]),
    ({"smuggler": {"title": "Smuggler", "rank": 10}}, ["smuggler.rank: must be a whole number from 1 to 9, not 10."]),
    ({"smuggler": {"title": "Smuggler", "rank": True}}, ["smuggler.rank: must be a whole number from 1 to 9"]),
    ({"smuggler": {"title": "King", "rank": 6}}, ["smuggler.title: 'King' is already the title of 'king'"]),
    ({"smuggler": {"title": "palace ", "rank": 6}}, ["smuggler.title: 'palace' is already the title of 'palace'"]),
    ({"smuggler": {"title": "a\nb", "rank": 6}}, ["smuggler.title: "]),
    ({"smuggler": {"title": "x" * 61, "rank": 6}}, ["smuggler.title: ", "60 at most"]),
    ({"smuggler": {"title": 6, "rank": 6}}, ["smuggler.title: must be text in quotes"]),
    ({"one": {"title": "Same", "rank": 6}, "two": {"title": "same", "rank": 7}}, ["two.title: 'same' is already the title of 'one'"]),
    ({"palace": {"title": "Pfalz", "rank": 6}}, ["palace: 'palace' is a district"]),
    ({"gold": {"title": "Golden", "rank": 6}}, ["gold: 'gold' is a word in labels of actions"]),
    ({"No Id": {"title": "No", "rank": 6}}, ["No Id: is not a valid id of a character"]),
    ({"7th": {"title": "Seventh", "rank": 6}}, ["7th: is not a valid id of a character"]),
    (
        {"smuggler": {"title": "Smuggler", "rank": 6, "bonsu": 1}},
        ["smuggler.bonsu: is not a known key. Did you mean 'characters.smuggler.bonus'?"],
    ),
    ({"smuggler": {"title": "Smuggler", "rank": 6, "builds": 10}}, ["smuggler.builds: 10 is not allowed here; allowed: 0 to 9."]),
    ({"smuggler": {"title": "Smuggler", "rank": 6, "share": 0.5}}, ["smuggler.share: is not a known key."]),
    (
        {f"c{i}": {"title": f"C {i}", "rank": 6} for i in range(9)},
        [f"characters: declares 9 characters of its own; the maximum is {MOST_OWN}."],
    ),
    ({"merchnt": {"builds": 2}}, ["merchnt: is not a known key. Did you mean 'characters.merchant'?"]),
]


@pytest.mark.parametrize(("people", "texts"), FAULTS)
def test_what_is_wrong_with_a_declaration_is_said(people: dict[str, Any], texts: list[str]) -> None:
    (fault,) = refusal("classic-2000", {"characters": people})
    assert all(text in fault for text in texts), fault


def test_all_faults_are_told_at_once() -> None:
    people = {"smuggler": {"title": "King", "rank": 0, "income": "tradee"}, "gold": {"title": "G", "rank": 6}}
    faults = refusal("classic-2000", {"characters": people, "cast": [*CAST[:5], "smugler", "architect", "warlord"]})
    keys = [fault.partition(": ")[0] for fault in faults]
    assert keys == ["characters.smuggler.title", "characters.smuggler.rank", "characters.gold", "characters.smuggler.income", "cast"]
    assert "Did you mean 'smuggler'?" in faults[-1]


def test_its_rank_is_that_of_the_cast() -> None:
    (fault,) = refusal("classic-2000", {"characters.smuggler": SMUGGLER, "cast": [*CAST[:6], "merchant", "warlord"]})[:1]
    assert fault == "cast: rank 6 twice: 'smuggler' and 'merchant'."
    faults = refusal("classic-2000", {"characters.smuggler": SMUGGLER, "random_cast.7": ["smuggler", "architect"]})
    assert "random_cast.7: 'smuggler' has rank 6, not 7." in faults


def test_words_of_labels_are_no_ids() -> None:
    words = {word for words in ACTION_WORDS.values() for word in words.form.split(":") if not word.startswith("<")}
    assert words - LABEL_WORDS - PACKAGED.by_character_id.keys() - PACKAGED.by_district_id.keys() == set()


def test_a_comparison_names_it() -> None:
    parent, mine = load_variant("classic-2000"), own_variant()
    changes = {change.key: (change.before_words, change.after_words) for change in diff(parent, mine) if change.matters}
    assert changes["cast.6"] == ("Rank 6: Merchant.", "Rank 6: Smuggler.")
    assert changes["characters.smuggler.rank"] == ("There is no such character.", "The Smuggler has rank 6.")
    assert changes["characters.smuggler.builds"][1] == "Districts that the Smuggler may build in a turn: 2."
    assert "characters.smuggler.protected" not in changes
    assert {change.key for change in diff(mine, mine)} == set()
    assert [line.key for line in compare(parent, mine).topics["Rank 7"]][:2] == ["cast.7", "characters.broker.rank"]
    fewer = own_variant(characters__smuggler__builds=1)
    assert [change.key for change in diff(fewer, mine)] == ["characters.smuggler.builds"]


def test_what_lies_between_two_variants_can_be_played() -> None:
    parent, mine = load_variant("classic-2000"), own_variant()
    found = between(parent, mine, 4)
    assert {"cast.6", "characters.smuggler.builds"} <= set(sum(found.groups.values(), ()))
    assert [len(variant.cards.own_characters) for variant in (found.variants[0], found.variants[-1])] == [0, 2]
    assert found.variants[-1].at(4) == mine.at(4)
    stronger = own_variant(characters__smuggler__builds=3, characters__broker__income="none")
    groups = between(mine, stronger, 4).groups
    assert groups == {
        "The Smuggler's numbers": ("characters.smuggler.builds",),
        "The Broker of <b>All</b>'s numbers": ("characters.broker.income",),
    }


@pytest.mark.parametrize("parent", ["classic-2000", "dark-city", "dark-city-nine", "citadels-2016", "citadels-2016-vicious-nobles-nine"])
def test_a_character_to_begin_with_is_in_every_cast(parent: str, tmp_path: Path) -> None:
    """The Dark City has casts of its own for two players, and with nine characters for four."""
    base = load_variant(parent)
    made = variant_of(with_own_character(variant_template("mine", parent, base), "corsair", base), tmp_path / "mine.toml")
    assert {n: [ids for ids in table.cast.values() if ids == ("corsair",)] for n, table in made.tables.items()} == {
        n: [("corsair",)] for n in base.tables
    }
    for n, table in made.tables.items():
        assert {rank: ids for rank, ids in table.cast.items() if rank != 6} == {r: ids for r, ids in base.at(n).cast.items() if r != 6}


def test_a_new_character_is_one_change_with_all_that_it_does() -> None:
    parent = load_variant("dark-city")
    mine = variant_of(with_own_character(variant_template("mine", "dark-city", parent), "corsair", parent), "mine.toml")
    assert [len(found.groups) for found in (between(parent, mine, n) for n in (2, 4, 7))] == [1, 1, 1]
    (keys,) = between(mine, parent, 4).groups.values()  # as one that is gone
    assert {"cast.6", "characters.corsair.rank", "characters.corsair.income", "characters.corsair.bonus.gold"} <= set(keys)


def test_where_rules_agree_at_some_tables_only_that_is_said_as_such(write: Write) -> None:
    mine = load_variant(
        write('cast = ["witch", "tax-collector", "wizard", "emperor", "abbot", "merchant", "navigator", "diplomat"]', extends="dark-city")
    )
    assert compare(load_variant("dark-city"), mine).sentences[-1] == "With 2 players: as before, rank 6: Alchemist."


def test_a_file_that_extends_it_can_be_begun(write: Write, tmp_path: Path) -> None:
    write(DECLARED, name="parent")
    parent = load_variant(tmp_path / "parent.toml")
    text = variant_template("mine", "parent", parent)
    assert '#income = "trade"' in text[text.index("[characters.smuggler]") :]
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert load_variant(tmp_path / "mine.toml").digest == parent.digest


def test_two_and_three_and_eight_players_can_have_it() -> None:
    variant = own_variant(players=[2, 7])
    assert isinstance(variant, Variant)
    assert [variant.at(n).cast[6] for n in range(2, 8)] == [("smuggler",)] * 6
    assert BROKER["title"] == variant.cards.title("broker")
    assert cs.Game.start(variant, 7, seed=1).variant is variant
