"""Numbers of variant files: their keys, ranges and messages, what they do to a digest, and how they are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.foreign import shown
from citadels_sim.variants import NUMBERS, Switch, VariantError, compare, diff, from_resolved, load_variant
from citadels_sim.variants.numbers import ELSEWHERE, switch_of
from citadels_sim.variants.switch import NUMBER, TOPICS, IntRange
from tests.engine.draws import values_of, with_card

pytestmark = pytest.mark.rotated(10)

Write = Callable[..., Path]
Citadels = Callable[..., Any]
EACH = pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)


@EACH
def test_a_number_says_what_it_is_where_it_belongs_and_what_is_played(number: Switch) -> None:
    assert number.doc.endswith(".")
    assert number.rule
    assert number.topic in TOPICS
    assert all(sentence.endswith(".") for sentence in number.says.values())
    assert [other for other, one in number.says.items() if list(number.says.values()).count(one) > 1] == []
    assert all(number.fault(value) == "" for value in number.default.values())
    if isinstance(number.readings, IntRange):
        assert NUMBER in number.says[NUMBER]


@EACH
def test_at_its_printed_value_a_number_leaves_the_variant_as_it_is(number: Switch) -> None:
    for edition, name in (("classic", "classic-2000"), ("2016", "citadels-2016")):
        base = load_variant(name)
        said = load_variant(name, {number.path: number.default[edition]})
        assert (said, said.digest) == (base, base.digest)
        assert said.resolved() == base.resolved()


@EACH
def test_another_value_is_another_variant_that_comes_back_from_its_resolved_form(number: Switch) -> None:
    base = load_variant("classic-2000", {"players": [3, 5]})
    for value in values_of(number):
        made = load_variant("classic-2000", {"players": [3, 5], number.path: value})
        if value == number.default["classic"] or made == base:  # the moment of no bonus, half a discount
            continue
        assert made.digest != base.digest
        assert made.at(4).number(number.key) == value
        variants = [made]
        if not number.key.endswith(".effect"):  # what a district does holds at every number of players
            variants.append(load_variant("classic-2000", {"players": [3, 5], f"by_players.4.{number.path}": value}))
            assert [table.number(number.key) == value for table in variants[1].tables.values()] == [False, True, False]
        for variant in variants:
            again = from_resolved(json.loads(json.dumps(variant.resolved())))
            assert (again, again.digest) == (variant, variant.digest)


@EACH
def test_a_difference_is_told_in_a_sentence(number: Switch) -> None:
    value = next(value for value in values_of(number) if value != number.default["classic"])
    base = load_variant("classic-2000", with_card(number, "classic"))
    made = load_variant("classic-2000", with_card(number, "classic") | {number.path: value})
    if made == base:  # the moment of no bonus, half a discount
        return
    change = next(change for change in diff(base, made) if change.key == number.path)
    assert change.after == value
    assert change.before in (number.default["classic"], None)
    assert change.matters
    if change.before is not None:
        assert change.before_words == number.sentence(number.default["classic"])
    assert change.after_words == number.sentence(value)
    line = next(line for line in compare(base, made).topics[number.topic] if line.key == number.path)
    assert (line.before, line.after) == (change.before_words, change.after_words)


@EACH
def test_a_value_out_of_range_is_refused_with_the_range(number: Switch) -> None:
    for value in (-1, 1000, 1.5, "many", [1], None, *([True] if number.readings != "bool" else [])):
        with pytest.raises(VariantError) as raised:
            load_variant("classic-2000", {number.path: value})
        assert str(raised.value).startswith(f"override: {number.path}: {shown(value)} is not allowed here")
        assert f"allowed: {number.allowed}." in str(raised.value)


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("[game]\nstart_goold = 3", "game.start_goold", "Did you mean 'game.start_gold'?"),
        ("start_gold = 3", "start_gold", "It belongs in [game]: 'game.start_gold'."),
        ("game = 3", "game", "must be a table, not 3."),
        ("[rules]\nstart_gold = 3", "rules.start_gold", "It belongs in [game]: 'game.start_gold'."),
        ('[by_players."3".game]\nbuilds = 6', "by_players.3.game.builds", "6 is not allowed here; allowed: 0 to 5."),
        ('[game]\nmost_rounds = "non"', "game.most_rounds", "allowed: 1 to 300 or 'none'. Did you mean 'none'?"),
    ],
)
def test_a_mistake_is_told_with_its_key_and_what_was_meant(write: Write, citadels: Citadels, text: str, key: str, words: str) -> None:
    path = write(text)
    with pytest.raises(VariantError) as raised:
        load_variant(path)
    [fault] = raised.value.faults
    assert (fault.key, words in fault.text) == (key, True)
    result = citadels("variants", "check", str(path))
    assert (result.code, words in " ".join(result.err.split())) == (2, True)


def test_a_child_goes_before_its_parent_and_by_players_before_both(write: Write) -> None:
    write("[game]\nstart_gold = 5\nbuilds = 2", name="parent")
    child = write('[game]\nstart_gold = 6\n[by_players."3".game]\nbuilds = 3', name="child", extends="parent")
    variant = load_variant(child, {"game.keep_cards": 2})
    assert dict(variant.at(4).numbers) == {"game.start_gold": 6, "game.keep_cards": 2, "game.builds": 2}
    assert variant.at(3).number("game.builds") == 3
    back = load_variant(child, {"game": {"start_gold": 2, "builds": 1}, "by_players.3.game.builds": 1})
    assert back.digest == load_variant("classic-2000").digest


def test_show_names_the_numbers_that_are_not_the_printed_ones(write: Write, citadels: Citadels) -> None:
    out = " ".join(citadels("variants", "show", str(write("[game]\nstart_gold = 5"))).out.split())
    assert "game.start_gold" in out
    assert "Starting gold of each player: 5." in out
    assert "game.start_hand" not in out


@pytest.mark.parametrize(("key", "path"), ELSEWHERE.items(), ids=ELSEWHERE)
def test_what_stands_elsewhere_is_one_value(write: Write, key: str, path: tuple[str, ...]) -> None:
    """One value, one key: a switch, a cost or copies may be said under either name, under both if they agree."""
    base = {"rules.ballroom": "vanilla"}
    other_key = ".".join(path)
    values = values_of(switch_of(key))
    for value in values:
        one, other, both = (
            load_variant("classic-2000", base | said) for said in ({key: value}, {other_key: value}, {key: value, other_key: value})
        )
        assert one.digest == other.digest == both.digest
        assert one.at(4).number(key) == value
    first, last = values[0], values[-1]
    with pytest.raises(VariantError, match=f"{last!r} contradicts '.*', {first!r}: both set the same value; keep one"):
        load_variant("classic-2000", {key: first, other_key: last})
    parent = write(f"[{'.'.join(path[:-1])}]\n{path[-1]} = {json.dumps(first)}", name="parent")
    assert load_variant(parent, base | {key: last}).at(4).number(key) == last


def test_builds_of_who_has_no_number_follow_those_of_everybody() -> None:
    table = load_variant("classic-2000", {"game.builds": 2, "characters.king.builds": 1}).at(4)
    assert [table.number(f"characters.{who}.builds") for who in ("king", "bishop", "architect")] == [1, 2, 3]
    same = load_variant("classic-2000", {"game.builds": 2, "characters.king.builds": 2})
    assert same.digest == load_variant("classic-2000", {"game.builds": 2}).digest


@pytest.mark.parametrize("half", [{"type": "trade"}, {"gold": 3}, {"type": "none", "gold": 3}, {"type": "trade", "gold": 0}])
def test_half_a_discount_is_none(half: dict[str, Any]) -> None:
    assert load_variant("classic-2000", {"characters.king.discount": half}).digest == load_variant("classic-2000").digest
