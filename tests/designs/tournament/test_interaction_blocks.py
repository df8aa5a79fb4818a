"""Interaction as blocks: what they leave out, and what their sentences say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import polars as pl
from syrupy.assertion import SnapshotAssertion

from citadels_sim.designs.tournament.analyse import Analysis
from citadels_sim.designs.tournament.interaction_blocks import interaction_blocks
from citadels_sim.designs.tournament.interaction_metrics import INTERACTION_METRICS
from citadels_sim.show.blocks import NO_FINDING, Block
from citadels_sim.statistics.estimates import SCHEMA

UNITS = {metric.name: metric.unit for metric in INTERACTION_METRICS}


def blocks(*values: tuple[str, str, float], deals: int = 50) -> dict[str, Block]:
    """What is shown of a table of characters: (metric, character, value)."""
    cell: dict[str, Any] = {"variant": "v", "players": 4, "lineup": "b"}
    rows = [
        cell
        | {
            "group": group,
            "metric": metric,
            "value": value,
            "low": value * 0.9,
            "high": value * 1.1,
            "family_low": value * 0.9,
            "family_high": value * 1.1,
            "se": value / 20,
            "reference": None,
            "count": 100.0,
            "blocks": deals,
            "unit": UNITS.get(metric, "fraction of picks"),
            "estimand": "descriptive",
        }
        for metric, group, value in values
    ]
    tables = {"characters": pl.DataFrame(rows, schema=SCHEMA)}
    analysis = SimpleNamespace(tables=tables, cells=pl.DataFrame([cell | {"games": 4 * deals, "blocks": deals}]))
    return {block.slug: block for block in interaction_blocks(cast("Analysis", analysis), ("v", 4, "b"))}


ATTACKS = (("murdered_when_held", "king", 0.1), ("robbed_when_held", "king", 0.0), ("bewitched_when_held", "king", 0.0))
POWERS = (
    ("tithes_taken_share", "abbot", 0.5),
    ("tithes_taken_per_turn", "abbot", 0.5),
    ("tithes_taken_share", "witch", 0.9),
    ("tithes_taken_per_turn", "witch", 0.9),
    ("exchanged_share", "diplomat", 0.8),
    ("tax_collected_share", "tax-collector", 0.0),
    ("tax_collected_per_turn", "tax-collector", 0.0),
    ("tax_collected_share", "witch", 0.0),
)
BURDENS = (
    ("gold_lost_per_pick", "king", 0.25),
    ("gold_lost_per_pick", "abbot", 0.0),
    ("tithes_given_per_pick", "king", 0.25),
    ("tithes_given_per_pick", "abbot", 0.0),
    ("tax_paid_per_pick", "king", 0.0),
    ("tax_paid_per_pick", "abbot", 0.0),
    ("districts_lost_per_pick", "king", 0.1),
    ("districts_lost_per_pick", "abbot", 0.5),
)


def test_what_never_happened_is_in_no_block_and_no_sentence() -> None:
    shown = blocks(*ATTACKS, *POWERS, *BURDENS)
    assert list(shown) == ["attacks", "powers", "burdens"]
    for block in shown.values():
        words = [block.finding, block.unit, block.how, *(column.head for column in block.columns), *(row.head for row in block.rows)]
        assert "tax" not in " ".join(words).lower()
        assert "robbed" not in " ".join(words).lower()
    assert [column.head for column in shown["attacks"].columns] == ["Murdered"]


def test_the_powers_are_reported_by_their_owner_and_those_of_the_witch_stand_last(snapshot: SnapshotAssertion) -> None:
    block = blocks(*ATTACKS, *POWERS)["powers"]
    assert block.finding == snapshot
    assert [row.head for row in block.rows] == ["Diplomat: exchange", "Abbot: tithe", "Witch: tithe"]
    assert "The Witch uses the powers of the characters that she bewitches." in block.how


def test_one_power_can_be_used_most_and_bring_most() -> None:
    block = blocks(*ATTACKS, ("stolen_share", "thief", 0.5), ("stolen_per_turn", "thief", 2.0))["powers"]
    assert block.finding.startswith("The Thief's theft is used most often (")
    assert ") and brings most gold (" in block.finding
    assert "Witch" not in block.how


def test_powers_that_bring_no_gold_have_no_sentence_about_it() -> None:
    assert "gold" not in blocks(*ATTACKS, ("exchanged_share", "diplomat", 0.5))["powers"].finding


def test_whom_the_powers_fall_on_is_reported_for_each_of_them() -> None:
    finding = blocks(*ATTACKS, *POWERS, *BURDENS)["burdens"].finding
    assert finding.startswith("Most tithes are given by the King (0.250 ")
    assert "most districts are lost by the Abbot (0.50 " in finding


def test_the_sum_of_gold_is_shown_only_where_some_of_it_stands_in_no_other_column() -> None:
    heads = [column.head for column in blocks(*ATTACKS, *POWERS, *BURDENS)["burdens"].columns]
    assert heads == ["Tithes given, gold", "Districts lost"]
    theft = blocks(*ATTACKS, *POWERS, *BURDENS, ("stolen_share", "thief", 0.5))["burdens"]
    assert [column.head for column in theft.columns] == ["Gold lost", *heads]


def test_where_nothing_happened_there_are_no_blocks_of_powers() -> None:
    assert set(blocks(*ATTACKS, *((metric, group, 0.0) for metric, group, _ in (*POWERS, *BURDENS)))) == {"attacks"}


def test_who_is_attacked_is_reported_for_each_attack(snapshot: SnapshotAssertion) -> None:
    attacks = (("murdered_when_held", "king", 0.1), ("robbed_when_held", "king", 0.2))
    assert blocks(*attacks)["attacks"].finding == snapshot
    many = (*attacks, ("murdered_when_held", "abbot", 0.01), ("robbed_when_held", "abbot", 0.3))
    assert "Abbot is robbed most often (30\u00a0% " in blocks(*many)["attacks"].finding


def test_a_handful_of_deals_has_no_finding() -> None:
    for block in blocks(*ATTACKS, *POWERS, *BURDENS, deals=10).values():
        assert block.finding.startswith(NO_FINDING)
