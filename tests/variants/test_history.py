"""A variant's rules version counts the changes of play that concern it."""

from __future__ import annotations

import datetime

import pytest

import citadels_sim as cs
from citadels_sim.variants import REVISIONS, rules_version


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("classic-2000", 1),
        ("classic-2000-nine", 1),
        ("dark-city", 3),
        ("dark-city-random", 4),
        ("classic-summary", 2),
        ("citadels-2016-random", 3),
    ],
)
def test_a_change_counts_where_its_cards_can_be_drawn(name: str, version: int) -> None:
    assert rules_version(cs.load_variant(name)) == version


def test_a_variant_without_those_cards_is_not_concerned() -> None:
    assert rules_version(cs.load_variant("dark-city", {"deck.random_unique.from": ["park", "factory", "quarry"]})) == 1
    assert rules_version(cs.load_variant("dark-city", {"deck.random_unique.count": 0})) == 1
    assert rules_version(cs.load_variant("classic-2000", {"deck.unique.armory": 1})) == 2
    assert rules_version(cs.load_variant("classic-2000", {"deck.unique.bell-tower": 1})) == 2


def test_changes_are_dated_reported_and_in_order() -> None:
    days = [datetime.date.fromisoformat(revision.date) for revision in REVISIONS]
    assert days == sorted(days)
    assert all(revision.what.endswith(".") for revision in REVISIONS)
