"""Classic 5.2 and the end of the game of 4.2 and 4.3: points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import EIGHT, SEVEN, SUMMARY, last_round, play, player, score, switched, table

FIVE = ["manor", "temple", "tavern", "watchtower", "keep"]


def points(city: list[Any], variant: Any = None, round_no: int = 1, **seat: Any) -> dict[str, int]:
    """Points of a seat with this city at the end of a game that somebody else has completed first."""
    keys: dict[str, Any] = {"completed": [3], "round": round_no, "strict": False}
    if variant is not None:
        keys["variant"] = variant
    return score(last_round(player("warlord", city=city, **seat), **keys), 0)


def test_districts_count_what_they_cost() -> None:
    """Classic 5.2 item 1 (S0:198)."""
    assert points(["manor", "castle", "palace", "tavern"]) == {"total": 13, "districts": 13, "types": 0, "completion": 0, "bonus": 0}


@pytest.mark.parametrize("gate", ["dragon-gate", "university"])
def test_dragon_gate_and_university_cost_six_and_are_worth_eight(gate: str) -> None:
    """Classic 4.2 University, Dragon Gate: their prices when destroyed are in the tests of 3.1 Warlord."""
    assert points([gate]) == {"total": 8, "districts": 6, "types": 0, "completion": 0, "bonus": 2}


def test_a_beautified_district_is_worth_one_more() -> None:
    """Classic 5.2 item 1."""
    assert points([{"district": "manor", "beautified": True}])["districts"] == 4


@pytest.mark.parametrize(("city", "bonus"), [(FIVE, 3), (FIVE[1:], 0), ([*FIVE[1:], "church"], 0), ([*FIVE, "castle"], 3)])
def test_all_five_colours_bring_three_points_once(city: list[str], bonus: int) -> None:
    """Classic 5.2 item 2 (S0:209)."""
    assert points(city)["types"] == bonus


def test_the_school_of_magic_is_no_other_colour_at_the_end() -> None:
    """Classic 4.2 School of Magic: not for scoring."""
    assert points(["manor", "temple", "tavern", "keep", "school-of-magic"])["types"] == 0


# ---- completing a city


def test_the_first_to_build_eight_gets_four_and_the_others_two() -> None:
    """Classic 5.2 items 3 and 4; style page: the bonus goes to a later finisher, or twice to the first."""
    game = last_round(player(city=EIGHT), player("warlord", city=EIGHT), player(city=EIGHT), completed=[1, 0, 2])
    assert [score(game, seat)["completion"] for seat in range(4)] == [2, 4, 2, 0]


def test_who_completes_in_the_same_round_later_gets_two() -> None:
    """Classic 5.2: the order of building decides, not the order of the seats."""
    game = table(player("king", gold=9, hand=("prison",), city=SEVEN), player("thief", gold=9, hand=("prison",), city=SEVEN))
    play(game, "gold", "build:prison", "end", "gold", "build:prison", "end")
    assert [score(game, seat)["completion"] for seat in range(2)] == [2, 4]


def test_completing_again_after_a_loss_is_no_second_first() -> None:
    """Classic 5.2; style page: twice to the first."""
    game = last_round(player("king", city=SEVEN, gold=9, hand=("prison",)), player(city=EIGHT), completed=[0, 1])
    assert [score(game, seat)["completion"] for seat in range(2)] == [4, 2]


@pytest.mark.parametrize(("latched", "bonus"), [(True, 4), (False, 0)])
def test_the_first_who_is_below_eight_at_the_end(latched: bool, bonus: int) -> None:
    """Classic 5.2, 6 row 47, `first_bonus_latched` (S0:211)."""
    game = last_round(player("king", city=SEVEN), completed=[0], variant=switched(first_bonus_latched=latched))
    assert score(game, 0)["completion"] == bonus


@pytest.mark.parametrize(("latched", "bonus"), [(True, 2), (False, 0)])
def test_a_later_finisher_who_is_below_eight_at_the_end(latched: bool, bonus: int) -> None:
    """Classic 5.2 item 4 (S0:221): eight at the end of the game; `completion_bonus_latched` (2016)."""
    variant = switched(completion_bonus_latched=latched)
    game = last_round(player("king", city=SEVEN), player(city=EIGHT), completed=[1, 0], variant=variant)
    assert score(game, 0)["completion"] == bonus


# ---- Haunted City


def test_the_haunted_city_stands_for_the_missing_colour() -> None:
    """Classic 4.2 Haunted City."""
    assert points(["haunted-quarter", "keep", "temple", "tavern", "watchtower"])["types"] == 3


def test_the_haunted_city_alone_is_not_two_colours() -> None:
    """Classic 4.2 Haunted City: as any one colour; then purple is missing."""
    assert points(["haunted-quarter", "temple", "tavern", "watchtower"])["types"] == 0


def test_the_haunted_city_stays_purple_where_that_is_what_is_needed() -> None:
    """Classic 4.2 Haunted City."""
    assert points(["haunted-quarter", "manor", "temple", "tavern", "watchtower"])["types"] == 3


@pytest.mark.parametrize(("built", "types"), [(6, 3), (7, 0)])
def test_a_haunted_city_built_in_the_last_round_is_plain_purple(built: int, types: int) -> None:
    """Classic 4.2 Haunted City (S1:214)."""
    city = [{"district": "haunted-quarter", "round": built}, "keep", "temple", "tavern", "watchtower"]
    assert points(city, round_no=7)["types"] == types


def test_a_haunted_city_built_in_the_last_round_before_the_end_is_triggered_is_plain_too() -> None:
    """Classic 4.2 Haunted City: the round decides, not the moment of the trigger."""
    start = player("thief", gold=9, hand=("haunted-quarter",), city=["keep", "temple", "tavern", "watchtower"])
    game = table(start, player("king", gold=9, hand=("prison",), city=SEVEN), round=4)
    play(game, "gold", "build:haunted-quarter", "end", "gold", "build:prison", "end")
    assert score(game, 0)["types"] == 0


def test_it_counts_by_the_other_reading() -> None:
    """Classic 4.2, `haunted_quarter_last_round` (2016)."""
    city = [{"district": "haunted-quarter", "round": 7}, "keep", "temple", "tavern", "watchtower"]
    assert points(city, round_no=7, variant=switched(haunted_quarter_last_round="counts"))["types"] == 3


@pytest.mark.parametrize("character", ["king", "bishop", "merchant", "warlord"])
def test_the_haunted_city_brings_no_income(character: str) -> None:
    """Classic 4.2 Haunted City."""
    assert "income" not in table(player(character, city=["haunted-quarter"])).legal()


# ---- Imperial Treasury, Wishing Well


def test_the_imperial_treasury_is_worth_a_point_for_each_gold() -> None:
    """Classic 4.3 Imperial Treasury: on top of its four."""
    assert points(["imperial-treasury"], gold=5) == {"total": 11, "districts": 4, "types": 0, "completion": 0, "bonus": 7}


def test_coins_on_districts_are_not_in_the_treasury() -> None:
    """Classic 4.3 Imperial Treasury: in possession."""
    city = ["imperial-treasury", {"district": "manor", "beautified": True}]
    assert points(city)["bonus"] == 2


@pytest.mark.parametrize(("reading", "bonus"), [(False, 2), (True, 3)])
def test_what_the_wishing_well_counts(reading: bool, bonus: int) -> None:
    """Classic 4.3 Wishing Well, 6 row 43, `wishing_well_self` (CSV, S1:298)."""
    assert points(["wishing-well", "keep", "library", "manor"], variant=switched(wishing_well_self=reading))["bonus"] == bonus


def test_a_haunted_city_that_is_another_colour_does_not_count_for_the_well() -> None:
    """Classic 4.3 Wishing Well, 4.2: one choice for all scoring, the one that brings most."""
    city = ["wishing-well", "haunted-quarter", "manor", "temple", "tavern"]
    assert (points(city)["types"], points(city)["bonus"]) == (3, 0)
    assert (points(city[:4])["types"], points(city[:4])["bonus"]) == (0, 1)


def test_the_summary_scores_its_own_cards() -> None:
    """Classic 4.4: the three bonus cards of the summary's deck, by its readings."""
    game = last_round(
        player("warlord", gold=3, city=["wishing-well", "imperial-treasury", "quarry"]), variant=SUMMARY, completed=[3], next_rank=8
    )
    assert score(game, 0) == {"total": 14 + 3 + 5, "districts": 14, "types": 0, "completion": 0, "bonus": 8}
