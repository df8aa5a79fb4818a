"""Classic 5.3: ties."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import last_round, player, switched

# Twelve points each: nine of districts and three for all colours, or twelve of districts.
MANY_COLOURS = ["manor", "temple", "tavern", "watchtower", "keep"]
DEAR = ["palace", "cathedral", "market"]


def result(*players: dict[str, Any], strict: bool = True, **rules: Any) -> tuple[list[int], str | None]:
    """Winners and what decided; the fourth seat's city completed the game."""
    variant = switched(first_bonus_latched=False, **rules)
    game = last_round(*players, player("warlord"), completed=[3], first=[3], strict=strict, variant=variant)
    actual = game.result()
    return actual["winners"], actual["tie_break"]


def test_more_points_win_whatever_the_gold() -> None:
    """Classic 5.3: no tie."""
    assert result(player(city=["palace"]), player(gold=9, city=["castle"])) == ([0], None)


def test_a_tie_is_decided_by_the_districts_alone() -> None:
    """Classic 5.3 (S0:224): twelve points of districts beat nine and three for all colours."""
    assert result(player(city=MANY_COLOURS, gold=9), player(city=DEAR)) == ([1], "districts")


def test_then_by_gold() -> None:
    """Classic 5.3 (S0:227)."""
    assert result(player(city=DEAR, gold=1), player(city=[*DEAR[:2], "church"], gold=2)) == ([1], "gold")


def test_then_it_is_shared() -> None:
    """Classic 5.3: nothing else is printed."""
    assert result(player(city=DEAR, gold=2), player(city=[*DEAR[:2], "church"], gold=2)) == ([0, 1], "shared")


@pytest.mark.parametrize(("reading", "outcome"), [("s0", ([1], "districts")), ("none", ([0, 1], "shared"))])
def test_without_a_tie_break_a_tie_is_shared(reading: str, outcome: tuple[list[int], str]) -> None:
    """Classic 5.3, 6 row 17, `tie_break` (S0:223, S1)."""
    assert result(player(city=MANY_COLOURS, gold=9), player(city=DEAR), tie_break=reading) == outcome


@pytest.mark.parametrize("gate", ["dragon-gate", "university"])
def test_the_two_of_dragon_gate_and_university_belong_to_the_districts_value(gate: str) -> None:
    """Classic 5.3 (F10): twelve of districts, ten of them printed, beat eleven printed and one of the Treasury's gold."""
    treasury = player(city=["imperial-treasury", "palace", "market"], gold=1)
    assert result(player(city=[gate, "castle"]), treasury, strict=False) == ([0], "districts")


def test_the_coin_on_a_district_belongs_to_its_value() -> None:
    """Classic 5.3 (F10): nine of districts and a coin stand level with ten of districts, so gold decides."""
    beautified = player(city=[{"district": "palace", "beautified": True}, "castle"])
    assert result(beautified, player(city=["castle", "palace", "tavern"], gold=9)) == ([1], "gold")


def test_purple_end_bonuses_do_not_belong_to_the_districts_value() -> None:
    """Classic 5.3: item 1 only. Four of the Treasury and two of gold against six of districts."""
    rich = player("warlord", city=["imperial-treasury"])
    game = last_round(
        rich, player(city=["palace", "tavern"]), completed=[2], first=[2], strict=False, variant=switched(first_bonus_latched=False)
    )
    assert (game.result()["winners"], game.result()["tie_break"]) == ([1], "districts")


def test_the_ranking_follows_the_same_order() -> None:
    """Classic 5.3: places as the winner is determined, seat by seat."""
    game = last_round(
        player(city=MANY_COLOURS),
        player(city=DEAR),
        player(city=["tavern"]),
        player("warlord"),
        completed=[2],
        first=[2],
        variant=switched(first_bonus_latched=False),
    )
    assert game.result()["ranking"] == [1, 0, 2, 3]
