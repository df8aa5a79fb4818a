"""Groups of rules are named by the change that a designer made, where it is one, else by what they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from citadels_sim.designs.attribution.naming import group_names, rules_words
from citadels_sim.variants import load_variant
from citadels_sim.variants.combine import between
from citadels_sim.variants.own_template import with_own_character
from citadels_sim.variants.template import variant_template


def test_groups_of_rules_are_named_as_a_reader_would() -> None:
    assert rules_words("District deck + Rank 8") == "district deck and rank 8"
    assert rules_words("Rank 5 + Rank 6 + Rank 7") == "ranks 5, 6 and 7"


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ("city_size = 7", ["7 districts complete a city"]),
        ("[characters.merchant]\nbonus = { gold = 3 }", ["Extra gold of the Merchant: 3 instead of 1"]),
        ("[characters.merchant]\nbonus = { gold = 3 }\nincome_each = 2", ["The Merchant's numbers"]),
        ("[costs]\nkeep = 2", ["The Keep: 2 gold instead of 3 gold"]),
        ("[costs]\nkeep = 2\n[deck.unique]\nlaboratory = 0", ["District deck"]),
        ("[rules]\nremoval_order = 'up_first'", ["Draft and crown"]),  # whose sentence is too long for the head of a row
        ("city_size = 6\n[game]\nstart_gold = 4", ["Starting gold of each player: 4 instead of 2", "6 districts complete a city"]),
    ],
)
def test_one_change_names_its_group(tmp_path: Path, changes: str, names: list[str]) -> None:
    (file := tmp_path / "mine.toml").write_text(f'name = "mine"\nextends = "classic-2000"\n{changes}\n')
    parts = between(load_variant("classic-2000"), load_variant(str(file)), 4)
    assert list(group_names(parts.variants[0], parts.variants[-1], parts.groups).values()) == names


def test_a_new_character_is_named_with_the_one_that_leaves(tmp_path: Path) -> None:
    parent = load_variant("classic-2000")
    file = tmp_path / "town.toml"
    file.write_text(
        with_own_character(variant_template("town", "classic-2000", parent), "smuggler", parent).replace("#city_size = 8", "city_size = 7")
    )
    parts = between(parent, load_variant(str(file)), 4)
    names = list(group_names(parts.variants[0], parts.variants[-1], parts.groups).values())
    assert names == ["Rank 6: Smuggler instead of Merchant", "7 districts complete a city"]
