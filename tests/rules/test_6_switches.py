"""Classic 6: the table of switches. Each row has its test of both readings where its rule stands; here, that no row was left out."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path
from typing import Any

import pytest

import citadels_sim as cs

FOLDER = Path(__file__).parent

ROWS = range(1, 56)

RULINGS = {
    *("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "2.1", "2.2", "2.3", "2.4", "2.5"),
    *("3.1 Assassin", "3.1 Thief", "3.1 Magician", "3.1 King", "3.1 Bishop", "3.1 Merchant", "3.1 Architect", "3.1 Warlord"),
    *("4.1", "4.2 Haunted City", "4.2 Keep", "4.2 Laboratory", "4.2 Smithy", "4.2 Observatory", "4.2 Graveyard", "4.2 Library"),
    *("4.2 School of Magic", "4.2 Great Wall", "4.2 University", "4.2 Dragon Gate", "4.4", "5.1", "5.2", "5.3", "5.4"),
    *("3.2 Witch", "3.2 Tax Collector", "3.2 Wizard", "3.2 Emperor", "3.2 Abbot", "3.2 Alchemist", "3.2 Navigator", "3.2 Diplomat"),
    *("3.2 Artist", "3.2 Queen", "4.3 Lighthouse", "4.3 Armory", "4.3 Museum", "4.3 Imperial Treasury", "4.3 Map Room"),
    *("4.3 Wishing Well", "4.3 Quarry", "4.3 Poor House", "4.3 Bell Tower", "4.3 Factory", "4.3 Park", "4.3 Hospital"),
    *("4.3 Throne Room", "4.3 Ballroom"),
}


@functools.cache
def docstrings() -> list[str]:
    """What the tests of this folder say they test."""
    result = []
    for path in sorted(FOLDER.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = ast.get_docstring(tree) or ""
        result.append(module)
        result += [
            ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
    return result


def test_every_row_has_a_test_that_cites_it() -> None:
    cited = {int(row) for text in docstrings() for rows in re.findall(r"6 rows? ([\d, and]+)", text) for row in re.findall(r"\d+", rows)}
    assert set(ROWS) - cited == set()


@pytest.mark.parametrize("ruling", sorted(RULINGS))
def test_every_ruling_of_classic_and_the_dark_city_has_a_test_that_cites_it(ruling: str) -> None:
    section, _, card = ruling.partition(" ")
    pattern = re.compile(rf"(?<![\d.]){re.escape(section)}(?![\d]|\.\d){'.*' + card if card else ''}", re.DOTALL)
    assert any(pattern.search(text) for text in docstrings() if "lassic" in text)


def test_every_test_of_a_rule_says_which() -> None:
    assert [text for text in docstrings() if not re.search(r"[Cc]lassic \d|Game API|style page", text)] == []


# Rows whose switch is a rule of the variant: the column "classic-2000", and column B for the summary.
DEFAULTS: dict[str, tuple[Any, Any]] = {
    "murdered_king_crown": ("heir", "stays"),
    "removal_order": ("down_first", "up_first"),
    "first_crown": ("random", "random"),
    "three_player_rule": ("two_chars", "one_char_no_assassin_10"),
    "two_player_rule": ("S0", "none"),
    "turn_order_model": ("s0_strict", "s1_free"),
    "warlord_timing": ("end_of_turn", "any"),
    "discard_model": ("deck_bottom", "pile"),
    "graveyard_scope": ("any_city", "own_city"),
    "smithy_price": (2, 3),
    "great_wall_self": (False, True),
    "lab_smithy_limit": ("turn", "round"),
    "merchant_bonus_time": ("after_action", "start_of_turn"),
    "tie_break": ("s0", "none"),
    "warlord_complete_city": ("forbidden", "forbidden"),
    "quarry_limit": ("two_per_name", "unlimited"),
    "wishing_well_self": (False, True),
    "first_bonus_latched": (True, True),
    "on_call_order": ("robbery_first", "robbery_first"),
    "destroyed_to": ("deck_bottom", "pile"),
    "deck_empty": ("draw_available", "reshuffle_pile"),
    "bank_limit": ("none", "none"),
    "allow_dead_targets": (True, True),
    "empty_deck_gather": ("barred", "barred"),
    "smithy_cards": (3, 3),
}


@pytest.mark.parametrize("switch", DEFAULTS)
def test_the_packaged_variants_read_each_row_as_the_table_says(switch: str) -> None:
    assert tuple(cs.load_variant(name).at(4).rules[switch] for name in ("classic-2000", "classic-summary")) == DEFAULTS[switch]
