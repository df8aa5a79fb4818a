"""What a rulebook prints is a key, not a number in the code: the rules read every key, and the numbers in them are none of the game's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import citadels_sim.engine
from citadels_sim.catalogue import EFFECTS, D, district
from citadels_sim.engine import rules
from citadels_sim.variants import NUMBERS
from citadels_sim.variants.numbers import field_of
from citadels_sim.variants.numbers.effects import AMOUNTS
from citadels_sim.variants.numbers.powers import POWERS

ENGINE = Path(citadels_sim.engine.__file__).parent
RECORDS = ("state", "rules", "records", "memory", "bits", "rng", "journal", "actions", "loop", "prepare")
"""Modules of sizes, codes, bits and loops, in which no rule of the game stands."""
NOT_PRINTED = {
    "bottom_order.py": {2, 3, 4},  # codes of why cards are put under the deck
    "building.py": {4, 8},  # the unique type; slots looked at at a time
    "characters/naming.py": {2},  # an early rank
    "characters/rank1.py": {2},  # bits
    "characters/rank8.py": {3},  # the most players who have two characters each
    "characters/seer.py": {3},  # the most that its keys allow
    "characters/spy.py": {5},  # types
    "completion.py": {7},  # the reading "seven" of the switch bell_tower_size
    "construction.py": {2},  # the type trade
    "decisions.py": {0xFF},  # a byte of an action
    "draft_order.py": {2},  # left or right as 1 or -1
    "districts/endgame.py": {2, 4, 5},  # odd or even; the unique type, and most Quarters that are tried; types
    "districts/gathering.py": {3},  # a reading of the switch library_with_observatory
    "income.py": {31},  # actions that agents number
    "scoring.py": {2, 3, 4, 5, 20, 24, 36},  # codes of ties; types; bits
    "selection.py": {2, 16},  # steps of a loop; bits
    "setup.py": {2, 3, 4, 256},  # cards compared in the shuffle; bits
}
"""Numbers beyond 1 in the modules of rules, each with what it is."""
FIELD_OF_EFFECT = {"school-of-magic": "schools"}
"""Effects that the rules read as a field of the Rules record."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the engine in which a rule stands, by its path."""
    for path in sorted(ENGINE.rglob("*.py")):
        if path.stem not in RECORDS:
            yield path.relative_to(ENGINE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_no_number_stands_in_the_rules_but_of_types_ranks_codes_and_bits() -> None:
    """What is 0 or 1 in the code cannot be told from a flag: the next test sees to it that the keys of such numbers are read."""
    found = {
        name: {abs(node.value) for node in ast.walk(module) if isinstance(node, ast.Constant) and type(node.value) in (int, float)} - {0, 1}
        for name, module in modules()
    }
    assert {name: numbers for name, numbers in found.items() if numbers} == NOT_PRINTED


def test_every_key_is_read_by_the_rules() -> None:
    read: set[str] = set()
    named: set[str] = set()
    effects: set[str] = set()
    for _, module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                read |= {node.attr} if node.value.id == "r" else set()
                effects |= {node.attr} if node.value.id == "D" else set()
            elif isinstance(node, ast.Name):
                named.add(node.id)
    scalars = [field_of(key) for key in NUMBERS if key.startswith("game.")]
    of_characters = [*rules._OF_CHARACTERS.values(), *(field_of(number.key) for number in POWERS)]
    assert {*scalars, *of_characters, "type_of", "points", "cost", "copies", "counts_as", "effect", "having", "amount"} - read == set()
    # as what a Monument counts is its `size`
    assert {f"AMOUNT_{name.upper()}" for name in AMOUNTS} - named == set()
    codes = {getattr(D, name): name for name in effects}
    assert [effect for effect in EFFECTS if district(effect).code not in codes and FIELD_OF_EFFECT.get(effect) not in read] == []
