from __future__ import annotations

import pickle
from types import ModuleType

import pytest

from citadels_sim.catalogue import (
    BASICS,
    CHARACTERS,
    DISTRICTS,
    EDITIONS,
    PRINTINGS,
    UNIQUES,
    C,
    D,
    DistrictType,
    character,
    character_by_code,
    district,
    district_by_code,
)

# classic 4.1 and 2016 4.1: (cards, gold) of the basic districts by type.
BASIC_SUMS = {
    DistrictType.NOBLE: (12, 46),
    DistrictType.RELIGIOUS: (11, 28),
    DistrictType.TRADE: (20, 50),
    DistrictType.MILITARY: (11, 28),
}


def _codes(module: ModuleType) -> dict[str, int]:
    return {name: code for name, code in vars(module).items() if name.isupper()}


def test_a_districts_code_is_its_index_and_its_member_of_d() -> None:
    assert [d.code for d in DISTRICTS] == list(range(54)) == list(_codes(D).values())


def test_an_id_is_the_members_name_in_kebab_case() -> None:
    assert [d.id for d in DISTRICTS] == [name.lower().replace("_", "-") for name in _codes(D)]
    assert [c.id for c in CHARACTERS] == [name.lower().replace("_", "-") for name in _codes(C)][1:]


def test_all_districts_fit_a_mask_of_64_bits() -> None:
    assert max(d.code for d in DISTRICTS) < 63


@pytest.mark.parametrize(("kind", "sums"), BASIC_SUMS.items())
def test_basic_districts_add_up_to_the_sums_of_the_reference(kind: DistrictType, sums: tuple[int, int]) -> None:
    of_type = [d for d in BASICS if d.type is kind]
    assert (sum(d.count for d in of_type), sum(d.count * (d.cost_2016 or 0) for d in of_type)) == sums


def test_the_thirty_uniques_of_2016_cost_134_gold_with_the_vault_left_out() -> None:
    printed = [d for d in UNIQUES if "2016" in d.editions]
    assert len(printed) == 30
    assert [d.id for d in printed if d.cost_2016 is None] == ["secret-vault"]
    assert sum(d.cost_2016 or 0 for d in printed) == 134


def test_the_fourteen_bonus_districts_of_dark_city_cost_69_gold() -> None:
    printed = [d for d in UNIQUES if "dark-city" in d.editions]
    assert len(printed) == 14
    assert sum(d.cost_classic or 0 for d in printed) == 69


def test_the_base_purple_districts_of_classic_cost_58_gold_with_the_second_keep() -> None:
    printed = [d for d in UNIQUES if "classic" in d.editions]
    assert len(printed) == 11
    assert sum(d.cost_classic or 0 for d in printed) + district("keep").costs["classic"] == 58  # type: ignore[operator]


def test_only_four_districts_cost_something_else_in_the_other_edition() -> None:
    differ = {d.id: (d.cost_classic, d.cost_2016) for d in DISTRICTS if d.cost_classic != d.cost_2016}
    assert differ == {"observatory": (5, 4), "imperial-treasury": (4, 5), "poor-house": (5, 4), "factory": (6, 5)}


def test_costs_are_given_by_edition() -> None:
    assert district("observatory").costs == {"classic": 5, "2016": 4}
    assert tuple(district("manor").costs) == EDITIONS


def test_the_seven_districts_that_only_classic_has_come_last() -> None:
    only = ["graveyard", "university", "lighthouse", "bell-tower", "hospital", "throne-room", "ballroom"]
    assert [d.id for d in DISTRICTS[47:]] == only == [d.id for d in DISTRICTS if "2016" not in d.editions]


def test_every_card_names_the_boxes_that_print_it() -> None:
    printings = [*(d.editions for d in DISTRICTS), *(c.editions for c in CHARACTERS)]
    assert all(boxes and set(boxes) <= set(PRINTINGS) for boxes in printings)


def test_three_characters_stand_at_each_rank_of_2016() -> None:
    assert [c.rank for c in CHARACTERS] == [rank for rank in range(1, 10) for _ in range(3)]


def test_only_the_tax_collector_changes_his_rank_with_the_edition() -> None:
    assert {c.id: c.ranks for c in CHARACTERS if c.rank != c.rank_classic} == {"tax-collector": {"classic": 2, "2016": 9}}


@pytest.mark.parametrize(
    ("kind", "paid"),
    [
        (DistrictType.NOBLE, {"king", "emperor", "patrician"}),
        (DistrictType.RELIGIOUS, {"bishop", "abbot", "cardinal"}),
        (DistrictType.TRADE, {"merchant", "trader"}),
        (DistrictType.MILITARY, {"warlord", "diplomat", "marshal"}),
        (DistrictType.UNIQUE, set()),
    ],
)
def test_characters_are_paid_for_the_type_of_their_rank(kind: DistrictType, paid: set[str]) -> None:
    assert {c.id for c in CHARACTERS if c.income is kind} == paid


def test_the_base_game_has_eight_characters_and_dark_city_ten_more() -> None:
    assert [c.rank for c in CHARACTERS if "classic" in c.editions] == list(range(1, 9))
    assert sum("dark-city" in c.editions for c in CHARACTERS) == 10


def test_a_code_leads_back_to_its_card() -> None:
    assert all(district_by_code(d.code) is d and district(d.id) is d for d in DISTRICTS)
    assert all(character_by_code(c.code) is c and character(c.id) is c for c in CHARACTERS)


def test_an_unknown_id_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(KeyError, match="Did you mean 'trading-post'"):
        district("trading_post")
    with pytest.raises(KeyError, match="Did you mean 'warlord'"):
        character("warlrod")


@pytest.mark.parametrize("code", [-1, 54])
def test_a_code_outside_the_districts_is_refused(code: int) -> None:
    with pytest.raises(KeyError, match="codes are 0 to 53"):
        district_by_code(code)


@pytest.mark.parametrize("code", [0, 28])
def test_a_code_outside_the_characters_is_refused(code: int) -> None:
    with pytest.raises(KeyError, match="codes are 1 to 27"):
        character_by_code(code)


def test_cards_travel_to_other_processes() -> None:
    assert pickle.loads(pickle.dumps(DISTRICTS)) == DISTRICTS
    assert len({*DISTRICTS, *CHARACTERS}) == 81


def test_a_type_has_its_lower_case_name_as_id() -> None:
    assert [kind.id for kind in DistrictType] == ["noble", "religious", "trade", "military", "unique"]
