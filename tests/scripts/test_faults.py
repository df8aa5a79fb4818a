"""`scripts/research/run faults` counts faults in events where a reader would see them, and not where there is none."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def faults() -> ModuleType:
    """The program behind `scripts/research/run faults`."""
    from scripts.research import faults

    return faults


def turn(person: str, *events: tuple[str, dict[str, Any]], seat: int = 0, gold: int = 0) -> list[dict[str, Any]]:
    """The events of a turn: kinds, each with what it says beside."""
    blank = {"seat": seat, "character": person, "district": None, "gold": 0, "cards": 0}
    return [{**blank, "kind": kind, **fields} for kind, fields in (("turn", {}), *events, ("turn-end", {"gold": gold}))]


def test_a_city_completed_with_the_last_turn_is_a_fault_if_it_loses(faults: ModuleType) -> None:
    last = turn("king", ("build", {"district": "temple"}), ("complete", {}))
    assert list(faults.judged(last, {1})) == [(faults.LOST, True)]
    assert list(faults.judged(last, {0})) == [(faults.LOST, False)]
    assert list(faults.judged(last + turn("warlord", seat=1), {1})) == []


@pytest.mark.parametrize(("gold", "fault"), [(2, True), (1, False)])
def test_income_before_building_is_a_fault_if_the_gold_was_not_needed(faults: ModuleType, gold: int, fault: bool) -> None:
    income, build = ("income", {"gold": 2}), ("build", {"district": "manor"})
    assert list(faults.judged(turn("king", income, build, gold=gold), set())) == [(faults.INCOME, fault)]
    assert list(faults.judged(turn("king", build, income, gold=gold), set())) == [(faults.INCOME, False)]


def test_a_smithy_is_judged_in_the_last_round_alone(faults: ModuleType) -> None:
    first = turn("king", ("complete", {}))
    forge = ("smithy", {})
    assert list(faults.judged(first + turn("thief", forge, seat=1), set())) == [(faults.SMITHY, True)]
    assert list(faults.judged(first + turn("thief", forge, ("build", {"district": "manor"}), seat=1), set())) == [(faults.SMITHY, False)]
    assert list(faults.judged(turn("thief", forge, seat=1) + first + turn("king", seat=2), set())) == []


def test_an_exchange_of_no_cards_is_a_fault(faults: ModuleType) -> None:
    game = turn("magician", ("redraw", {"cards": 0})) + turn("magician", ("redraw", {"cards": 2}))
    assert [at_fault for _, at_fault in faults.judged(game, set())] == [True, False]
