"""The resolved form that run folders keep: complete, JSON-able, and the same variant when read again."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citadels_sim.catalogue import BASICS, CHARACTERS, UNIQUES
from citadels_sim.errors import VariantError
from citadels_sim.variants import SWITCHES, Variant, from_resolved, load_variant, variant_names
from citadels_sim.variants.switch import IntRange

AT_RANK = {rank: [c.id for c in CHARACTERS if c.rank == rank] for rank in range(1, 10)}


def again(variant: Variant) -> Variant:
    return from_resolved(json.loads(json.dumps(variant.resolved())))


@pytest.mark.parametrize("name", variant_names())
def test_the_resolved_form_of_a_packaged_variant_gives_it_again(name: str) -> None:
    variant = load_variant(name)
    assert again(variant) == variant
    assert again(variant).digest == variant.digest


def test_the_resolved_form_says_every_switch_and_every_cost() -> None:
    resolved = load_variant("classic-2000").resolved()
    assert list(resolved["rules"]) == list(SWITCHES)  # type: ignore[call-overload]
    assert len(resolved["costs"]) == 53  # type: ignore[arg-type]
    assert "extends" not in resolved


def test_the_resolved_form_reads_like_a_variant_file() -> None:
    resolved = load_variant("classic-2000").resolved()
    assert resolved["cast"] == ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
    assert resolved["players"] == [2, 7]
    assert "by_players" not in resolved


def test_what_one_number_of_players_has_of_its_own_stands_under_by_players() -> None:
    resolved = load_variant("classic-summary").resolved()
    assert resolved["by_players"] == {
        "3": {"cast": ["thief", "magician", "king", "bishop", "merchant", "architect", "warlord"], "city_size": 10}
    }


def test_what_a_number_of_players_lacks_is_taken_away_again() -> None:
    at_two = {"random_cast": {"9": []}, "deck": {"unique": {"keep": 0}}}
    shown = {"random_cast.9": ["artist", "tax-collector"], "by_players.2": at_two, "by_players.3": {"random_cast": {"9": []}}}
    variant = load_variant("classic-2000", shown)
    assert [variant.at(n).cast.get(9) for n in (2, 3, 4)] == [None, None, ("artist", "tax-collector")]
    assert "keep" not in variant.at(2).unique
    assert again(variant) == variant


def test_a_resolved_form_that_lacks_something_is_refused() -> None:
    resolved = load_variant("classic-2000").resolved()
    del resolved["cast"]
    with pytest.raises(VariantError, match="resolved variant has 8 faults:\n  cast: rank 1 is missing"):
        from_resolved(resolved)


@pytest.mark.parametrize("resolved", [None, [], "classic-2000"])
def test_what_is_no_table_is_no_resolved_form(resolved: object) -> None:
    with pytest.raises(VariantError, match="resolved variant: must be a table"):
        from_resolved(resolved)  # type: ignore[arg-type]


def test_a_variant_travels_to_other_processes() -> None:
    variant = load_variant("classic-summary")
    assert pickle.loads(pickle.dumps(variant)) == variant
    assert copy.deepcopy(variant).digest == variant.digest


def _value(key: str) -> st.SearchStrategy[object]:
    readings = SWITCHES[key].readings
    if isinstance(readings, IntRange):
        numbers = st.sampled_from([n for n in range(readings.low, min(readings.high, 60) + 1) if n in readings])
        return numbers | st.sampled_from(readings.words) if readings.words else numbers
    return st.booleans() if readings == "bool" else st.sampled_from(readings)


# Left alone: what decides which casts and counts can be played, and the seat that must be at the table.
FREE = sorted(set(SWITCHES) - {"edition", "three_player_rule", "two_player_rule", "tax_collector_rank", "first_crown", "bank_limit"})


@st.composite
def tables(draw: st.DrawFn, count: str = "") -> dict[str, object]:
    """Overrides of a table for four to eight players that can be played."""
    fixed, chance = [], {}
    for rank, ids in AT_RANK.items():
        chosen = [id for id in draw(st.lists(st.sampled_from(ids), min_size=1, unique=True)) if id not in ("queen", "tax-collector")]
        chosen = chosen or ids[1:2]
        if len(chosen) > 1:
            chance[f"random_cast.{rank}"] = chosen
        else:
            fixed += chosen
    rules = draw(st.lists(st.sampled_from(FREE), max_size=8, unique=True))
    uniques = draw(st.permutations([d.id for d in UNIQUES if d.id not in ("graveyard", "ballroom")]))
    return {
        f"{count}{key}": value
        for key, value in {
            "cast": fixed,
            **chance,
            "city_size": draw(st.integers(1, 8)),
            **{f"deck.basic.{d.id}": draw(st.integers(1, 5)) for d in BASICS},
            "deck.basic.manor": 20,
            "deck.unique.graveyard": 0,
            **{f"deck.unique.{id}": draw(st.integers(0, 2)) for id in uniques[:4]},
            "deck.random_unique": {"count": draw(st.integers(0, 5)), "from": uniques[10:20]},
            **{f"costs.{d.id}": draw(st.integers(0, 9)) for d in BASICS[:3]},
            **{f"rules.{key}": draw(_value(key)) for key in rules},
        }.items()
    }


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_variant_comes_back_from_its_resolved_form(data: st.DataObject) -> None:
    changes: dict[str, object] = {"players": [4, 8]}
    for n in range(4, 9):
        changes |= data.draw(tables(f"by_players.{n}."))
    variant = load_variant("classic-2000", changes)
    assert again(variant) == variant
    assert again(variant).resolved() == variant.resolved()
