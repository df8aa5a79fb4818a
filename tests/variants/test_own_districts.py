"""Districts that a variant file declares, and effects that districts borrow: what is read of them, what they mean, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citadels_sim.catalogue import DISTRICTS, MOST_OWN, PACKAGED
from citadels_sim.variants import VariantError, diff, from_resolved, load_variant
from citadels_sim.variants.combine import between
from citadels_sim.variants.template import variant_template
from tests.own_places import BEACON, LIGHTHOUSE_QUARTER, PLACES, with_places

Write = Callable[..., Path]

DECLARED = """
[districts.lighthouse-quarter]
title = "Lighthouse Quarter"
type = "military"
cost = 4
copies = 2
points = 1
effect = "library"
"""


def refusal(path: Path | str, overrides: dict[str, Any] | None = None) -> list[str]:
    with pytest.raises(VariantError) as error:
        load_variant(path, overrides)
    return [f"{fault.key}: {fault.text}" for fault in error.value.faults]


def test_a_file_declares_a_district(write: Write) -> None:
    variant = load_variant(write(DECLARED))
    (place,) = variant.cards.own_districts
    assert (place.code, place.id, place.title, place.type.id, place.effect) == (
        len(DISTRICTS),
        "lighthouse-quarter",
        "Lighthouse Quarter",
        "military",
        "library",
    )
    table = variant.at(4)
    assert (table.basic["lighthouse-quarter"], table.costs["lighthouse-quarter"]) == (2, 4)
    assert [table.number(f"districts.lighthouse-quarter.{key}") for key in ("points", "copies", "cost", "effect")] == [1, 2, 4, "library"]
    assert table.deck_size == load_variant("classic-2000").at(4).deck_size + 2


def test_the_deck_may_name_it_where_it_belongs(write: Write) -> None:
    several = with_places(customs__copies=0).at(4)
    assert "customs" not in several.basic
    drawn = load_variant(
        "classic-2000",
        {f"districts.{id}": {key: value for key, value in place.items() if key != "copies"} for id, place in PLACES.items()}
        | {"deck.basic.customs": 4, "deck.random_unique": {"count": 1, "from": ["beacon", "park"]}},
    ).at(4)
    assert (drawn.basic["customs"], drawn.random_from) == (4, ("park", "beacon"))


def test_a_child_may_change_a_district_of_its_parent(write: Write) -> None:
    write(DECLARED, name="parent")
    child = load_variant(write("districts.lighthouse-quarter = { cost = 6, effect = 'park', cards = 3 }", name="child", extends="parent"))
    table = child.at(5)
    assert (table.costs["lighthouse-quarter"], table.number("districts.lighthouse-quarter.cards")) == (6, 3)
    assert child.cards.district("lighthouse-quarter").effect == "park"


def test_costs_and_points_may_differ_by_the_number_of_players_but_not_what_it_is(write: Write) -> None:
    variant = load_variant(write(f"{DECLARED}\n[by_players.5.districts.lighthouse-quarter]\ncost = 6\npoints = 2"))
    assert [variant.at(n).costs["lighthouse-quarter"] for n in (4, 5)] == [4, 6]
    for key, value in (("title", "Quarter"), ("type", "trade"), ("effect", "park")):
        faults = refusal(write(f'{DECLARED}\n[by_players.5.districts.lighthouse-quarter]\n{key} = "{value}"'))
        where = f"by_players.5.districts.lighthouse-quarter.{key}"
        assert faults == [f"{where}: holds at every number of players; say it above, outside of [by_players]."]


@pytest.mark.parametrize(
    "overrides",
    [
        {},
        {"by_players.5.districts.customs.cost": 6},
        {
            "districts.castle": {"effect": "park", "cards": 5},
            "districts.dragon-gate.effect": "none",
            "districts.smithy.effect": "gold-mine",
        },
        {"districts.laboratory": {"effect": "dragon-gate", "bonus": 3}},
        {
            "districts.alley": {"title": "Alley", "type": "trade", "cost": 1},
            "districts.zoo": {"title": "Zoo", "type": "trade", "cost": 1, "points": 3},
        },
    ],
)
def test_the_resolved_variant_is_the_same_again(overrides: dict[str, Any]) -> None:
    given: dict[str, Any] = {f"districts.{id}": place for id, place in PLACES.items()}
    variant = load_variant("classic-2000", given | overrides)
    again = from_resolved(json.loads(json.dumps(variant.resolved())))
    assert again == variant
    assert again.digest == variant.digest
    assert again.resolved() == variant.resolved()


def test_packaged_digests_are_as_they_were_and_own_districts_count() -> None:
    usual = load_variant("classic-2000")
    assert usual.cards is PACKAGED
    assert load_variant("classic-2000", {"districts.castle.effect": "none", "districts.library.effect": "library"}).digest == usual.digest
    variants = [usual, with_places(), with_places(beacon__bonus=5), with_places(beacon__type="trade"), with_places(customs__effect="park")]
    assert len({variant.digest for variant in variants}) == len(variants)
    assert with_places(beacon__title="Another").digest == with_places().digest


def test_what_differs_is_told_in_sentences() -> None:
    base, other = load_variant("classic-2000"), with_places()
    texts = {change.key: change.after_words for change in diff(base, other)}
    assert texts["deck.basic.lighthouse-quarter"] == "2 × Lighthouse Quarter, 4 gold each."
    assert texts["districts.lighthouse-quarter.type"] == "The Lighthouse Quarter is a military district."
    assert texts["districts.lighthouse-quarter.effect"] == "The Lighthouse Quarter has the effect of the Library."
    assert texts["districts.beacon.bonus"] == "Extra points of the Beacon of <b>All</b> at the end: 4."
    back = {change.key: change.after_words for change in diff(other, base)}
    assert set(back.values()) == {"There is no such district."}
    assert back.keys() == texts.keys()
    lent = {c.key: c.after_words for c in diff(base, load_variant("classic-2000", {"districts.library": {"effect": "park", "cards": 3}}))}
    assert lent == {
        "districts.library.effect": "The Library has the effect of the Park.",
        "districts.library.cards": "Cards from the Library for a player without cards: 3.",
    }


def test_groups_of_differences_are_variants_of_their_own() -> None:
    base = load_variant("classic-2000", {"districts.castle.effect": "library"})
    places = {f"districts.{id}": place for id, place in PLACES.items()}
    changed = load_variant("classic-2000", {**places, "districts.castle.effect": "park", "districts.keep.effect": "none"})
    found = between(base, changed, 4)
    for made in found.variants:
        assert from_resolved(made.resolved()) == made
    assert found.variants[0].at(4) == base.at(4)
    assert found.variants[-1].at(4) == changed.at(4)
    cards = {(len(made.cards.own_districts), made.cards.district("castle").effect) for made in found.variants}
    assert cards == {(0, "library"), (3, "library"), (0, "park"), (3, "park")}


def test_a_file_to_begin_with_has_its_keys(write: Write) -> None:
    text = variant_template("mine", "parent", load_variant(write(DECLARED, name="parent")))
    assert '#lighthouse-quarter = { cost = 4, copies = 2, points = 1, effect = "library" }' in text


@pytest.mark.parametrize(
    ("overrides", "faults"),
    [
        (
            {"districts.foo.title": "Foo"},
            [
                f"districts.foo.{key}: is missing: 'foo' is no packaged district, and one of your own needs a title, a type and a cost."
                for key in ("type", "cost")
            ],
        ),
        ({"districts.libary.cost": 4}, ["districts.libary: is not a known key. Did you mean 'districts.library'?"]),
        (
            {"districts.thief": {**BEACON, "title": "T"}},
            ["districts.thief: 'thief' is a character; a district of your own needs an id that no card has."],
        ),
        (
            {"districts.gold": BEACON},
            ["districts.gold: 'gold' is a word in labels of actions; a district of your own needs another id."],
        ),
        (
            {"characters.beacon": {"title": "Watch", "rank": 6}, "districts.beacon": BEACON},
            ["districts.beacon: 'beacon' is a character; a district of your own needs an id that no card has."],
        ),
        (
            {"districts.a": {**BEACON, "title": "Castle"}},
            ["districts.a.title: 'Castle' is already the title of 'castle'; titles are unique."],
        ),
        (
            {"districts.a": BEACON, "districts.b": BEACON},
            [f"districts.b.title: '{BEACON['title']}' is already the title of 'a'; titles are unique."],
        ),
        (
            {"districts.a": {**BEACON, "type": "trad"}},
            [
                "districts.a.type: 'trad' is not allowed here; allowed: 'noble', 'religious', 'trade', 'military', 'unique'. "
                "Did you mean 'trade'?"
            ],
        ),
        ({"districts.a": {**BEACON, "cost": 99}}, ["districts.a.cost: 99 is not allowed here; allowed: 0 to 60."]),
        ({"districts.a": {**BEACON, "bonus": 21}}, ["districts.a.bonus: 21 is not allowed here; allowed: 0 to 20."]),
        ({"districts.a": {**BEACON, "copys": 2}}, ["districts.a.copys: is not a known key. Did you mean 'districts.a.copies'?"]),
        ({"districts.a": BEACON, "deck.basic.a": 2}, ["deck.basic.a: 'a' is a unique district, not a basic district."]),
        (
            {f"districts.a{i}": {**LIGHTHOUSE_QUARTER, "title": f"A {i}"} for i in range(MOST_OWN + 1)},
            ["districts: declares 9 districts of its own; the maximum is 8."],
        ),
    ],
)
def test_what_is_wrong_is_told_once(overrides: dict[str, Any], faults: list[str]) -> None:
    assert refusal("classic-2000", overrides) == faults


@pytest.mark.parametrize("id", ["castle", "dragon-gate", "copycat"])
def test_a_number_of_another_effect_is_refused(id: str) -> None:
    declared = {"districts.copycat": {"title": "Copycat", "type": "trade", "cost": 1}} if id == "copycat" else {}
    (fault,) = refusal("classic-2000", {**declared, f"districts.{id}.effect": "park", f"districts.{id}.bonus": 3})
    assert fault.startswith(f"districts.{id}.bonus: is not a known key. Known here: ")
    assert f"districts.{id}.cards" in fault


@pytest.mark.parametrize("effect", ["necropolis", "thieves-den", "ballroom", "castle", "libary"])
def test_an_effect_that_cannot_be_lent_is_refused(effect: str) -> None:
    for given in ({"districts.castle.effect": effect}, {"districts.a": {**BEACON, "effect": effect, "bonus": 2}}):
        faults = refusal("classic-2000", given)
        assert faults[0].startswith(
            f"{next(iter(given)).removesuffix('.effect')}.effect: '{effect}' is not allowed here; allowed: 'none', "
        )
    assert "Did you mean 'library'?" in refusal("classic-2000", {"districts.castle.effect": "libary"})[0]


def test_a_deck_too_small_is_refused_with_its_own_districts_counted() -> None:
    deck: dict[str, Any] = {f"deck.basic.{place.id}": 0 for place in PACKAGED.basics} | {f"deck.unique.{p.id}": 0 for p in PACKAGED.uniques}
    (fault,) = refusal("classic-2000", deck | {"districts.a": {**LIGHTHOUSE_QUARTER, "copies": 16}, "players": [4, 4]})
    assert fault.startswith("deck: 16 cards are too few")
    assert refusal("classic-2000", deck | {"districts.a": {**LIGHTHOUSE_QUARTER, "copies": 40}, "players": [4, 4]})[0].startswith(
        "city_size: no city"
    )
