"""2016 4.2 and 5: what unique districts are worth at the end; D12, A8, A11, A34, A36."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import crown, play, player, score
from tests.rules2016.tables import SIX, final, table

SEVEN = [*SIX, "watchtower"]
FOUR_TYPES = ["manor", "temple", "tavern", "watchtower"]


def starred(district: str) -> dict[str, Any]:
    """A beautified district."""
    return {"district": district, "beautified": True}


def points(*city: Any, rules: dict[str, Any] | None = None, crown: int = 3, **seat: Any) -> dict[str, int]:
    """Points of a city at the end of a game that somebody else has completed first."""
    return score(final(player(city=city, **seat), completed=[3], crown=crown, rules=rules), 0)


def bonus(*city: Any, **keys: Any) -> int:
    return points(*city, **keys)["bonus"]


# ---- Basilica


@pytest.mark.parametrize(
    ("city", "odd"),
    [
        (("basilica",), 0),
        (("basilica", "temple", "church", "manor", "castle", "palace"), 3),
        (("basilica", "keep", "factory", "stables"), 2),
    ],
)
def test_the_basilica_counts_districts_of_odd_cost(city: tuple[str, ...], odd: int) -> None:
    """2016 4.2 Basilica: of all types; itself it costs four."""
    assert bonus(*city) == odd


@pytest.mark.parametrize(("reading", "odd"), [("all", 4), ("unique", 2)])
def test_which_types_the_basilica_counts(reading: str, odd: int) -> None:
    """2016 D12, `basilica_counts`: every district of odd cost, or unique ones."""
    assert bonus("basilica", "temple", "manor", "keep", "factory", "castle", rules={"basilica_counts": reading}) == odd


@pytest.mark.parametrize(("reading", "expected"), [("all", (3, 1)), ("unique", (3, 0))])
def test_the_basilica_and_a_haunted_quarter_of_odd_cost(reading: str, expected: tuple[int, int]) -> None:
    """2016 D12, A11: beautified it costs three; as the fifth type it is no unique one, and of the two the better is taken."""
    city = ("basilica", starred("haunted-quarter"), "castle", "church", "market")
    seen = points(*city, rules={"basilica_counts": reading})
    assert (seen["types"], seen["bonus"]) == expected


@pytest.mark.parametrize(("reading", "odd"), [(True, 2), (False, 1)])
def test_whether_the_basilica_sees_gold_on_districts(reading: bool, odd: int) -> None:
    """2016 A34, `basilica_uses_beautified`: an even cost becomes odd, its own too, and an odd one even."""
    city = (starred("basilica"), starred("church"), starred("manor"))
    assert bonus(*city, rules={"basilica_uses_beautified": reading}) == odd


def test_the_den_and_the_factory_do_not_change_the_parity() -> None:
    """2016 4.2 Basilica, Factory: the Factory changes no cost for anything but building."""
    assert bonus("basilica", "factory", "smithy", "thieves-den") == 2


# ---- Capitol


@pytest.mark.parametrize(
    ("city", "capitol"),
    [
        (("capitol", "tavern", "market"), 0),
        (("capitol", "tavern", "market", "docks"), 3),
        (("capitol", "keep", "stables"), 3),
        (("capitol", "keep"), 0),
        (("capitol", "manor", "temple", "tavern", "prison", "keep"), 0),
        (("capitol", "tavern", "market", "docks", "keep", "stables", "temple", "church", "monastery"), 3),
    ],
)
def test_the_capitol_wants_three_districts_of_one_type(city: tuple[str, ...], capitol: int) -> None:
    """2016 4.2 Capitol (002:1687-1688): once however many triples; unique is a type, and the Capitol one of it."""
    assert bonus(*city) == capitol


def test_a_haunted_quarter_may_be_the_third() -> None:
    """2016 4.2 Capitol, Haunted Quarter: with its chosen type."""
    assert bonus("capitol", "tavern", "market", "haunted-quarter") == 3
    assert bonus("capitol", "keep", "haunted-quarter") == 3


# ---- Dragon Gate, Imperial Treasury, Map Room, Museum


def test_the_dragon_gate_is_worth_two_more() -> None:
    """2016 4.2 Dragon Gate."""
    assert points("dragon-gate") == {"total": 8, "districts": 6, "types": 0, "completion": 0, "bonus": 2}


@pytest.mark.parametrize("coins", [0, 1, 12])
def test_the_imperial_treasury_is_worth_the_stash(coins: int) -> None:
    """2016 4.2 Imperial Treasury: a point per gold; gold on districts is none of it."""
    assert points("imperial-treasury", gold=coins)["total"] == 5 + coins
    assert points("imperial-treasury", starred("tavern"), gold=coins)["bonus"] == coins


def test_gold_on_the_tax_token_is_nobodys() -> None:
    """2016 4.2 Imperial Treasury, 3 Tax Collector: unclaimed, it is worth nothing."""
    game = final(player(city=["imperial-treasury"], gold=1), completed=[3], others=("tax-collector",), tax=5)
    assert score(game, 0)["bonus"] == 1


@pytest.mark.parametrize("cards", [0, 1, 4])
def test_the_map_room_is_worth_the_hand(cards: int) -> None:
    """2016 4.2 Map Room: a point per card in hand, none for those under a Museum."""
    assert points("map-room", hand=("manor",) * cards)["total"] == 5 + cards
    assert bonus("map-room", {"district": "museum", "tucked": ["palace"]}, hand=("manor",) * cards) == cards + 1


@pytest.mark.parametrize(("reading", "worth"), [(True, 5), (False, 4)])
def test_whether_the_secret_vault_counts_for_the_map_room(reading: bool, worth: int) -> None:
    """2016 A8, `vault_counts_for_map_room`: beside its own three."""
    assert bonus("map-room", hand=("manor", "secret-vault"), rules={"vault_counts_for_map_room": reading}) == worth


@pytest.mark.parametrize("tucked", [[], ["manor"], ["manor", "manor", "secret-vault"]])
def test_each_card_under_the_museum_is_a_point(tucked: list[str]) -> None:
    """2016 4.2 Museum."""
    assert bonus({"district": "museum", "tucked": tucked}) == len(tucked)


# ---- Ivory Tower


@pytest.mark.parametrize(
    ("city", "worth"),
    [
        (("ivory-tower",), 5),
        (("ivory-tower", "manor", "temple"), 5),
        (("ivory-tower", "keep"), 0),
        (("ivory-tower", "haunted-quarter"), 5),
        (("ivory-tower", "haunted-quarter", "keep"), 0),
        (("keep", "manor"), 0),
    ],
)
def test_the_ivory_tower_wants_to_be_the_only_unique_district(city: tuple[str, ...], worth: int) -> None:
    """2016 4.2 Ivory Tower (002:1738-1742): a Haunted Quarter taken as another type does not spoil it."""
    assert bonus(*city) == worth


# ---- Secret Vault


@pytest.mark.parametrize("vaults", [0, 1])
def test_a_secret_vault_in_hand_is_worth_three(vaults: int) -> None:
    """2016 4.2 Secret Vault: revealed from the hand; it is no district of the city."""
    hand = ("secret-vault",) * vaults
    assert points("manor", hand=hand) == {"total": 3 + 3 * vaults, "districts": 3, "types": 0, "completion": 0, "bonus": 3 * vaults}
    assert points(*FOUR_TYPES, hand=hand)["types"] == 0


# ---- Statue


@pytest.mark.parametrize(("holder", "worth"), [(0, 5), (1, 0)])
def test_the_statue_is_worth_five_to_who_has_the_crown(holder: int, worth: int) -> None:
    """2016 4.2 Statue."""
    assert points("statue", crown=holder) == {"total": 3 + worth, "districts": 3, "types": 0, "completion": 0, "bonus": worth}


def test_a_killed_king_takes_the_crown_before_the_count() -> None:
    """2016 A36, 4.2 Statue, 1.2: the end of the last round comes first."""
    seats = (player("king", city=["statue"]), player("assassin", city=["statue"]), player("warlord", city=SEVEN))
    game = table(*seats, crown=1, murdered="king", next_rank=8)
    play(game, "gold", "end")
    assert (game.over, crown(game)) == (True, 0)
    assert [score(game, seat)["bonus"] for seat in (0, 1)] == [5, 0]


def test_a_killed_emperor_passes_the_crown_before_the_count() -> None:
    """2016 A36, 1.2: he chooses whom, and takes nothing for it."""
    seats = (player("emperor"), player("assassin", city=["statue"]), player("warlord", gold=3, city=["statue", *SIX]))
    game = table(*seats, crown=1, murdered="emperor", next_rank=8)
    play(game, "gold", "end")
    assert (game.over, game.decision, game.actor, set(game.legal())) == (False, "crown", 0, {"crown:2", "crown:3"})
    play(game, "crown:2")
    assert (game.over, [score(game, seat)["bonus"] for seat in (1, 2)]) == (True, [0, 5])


def test_a_killed_neighbours_gold_for_the_queen_comes_before_the_count() -> None:
    """2016 A36, 3 Queen, 1.2: revealed at the end of the last round, it is in her Imperial Treasury."""
    seats = (player("king"), player("queen", city=["imperial-treasury"]), player("bishop", city=SEVEN), player("assassin"))
    game = table(*seats, seats=5, murdered="king", next_rank=9)
    play(game, "gold", "end")
    assert (game.over, score(game, 1)["bonus"]) == (True, 5)


# ---- Wishing Well


@pytest.mark.parametrize(
    ("city", "worth"),
    [
        (("wishing-well",), 1),
        (("wishing-well", "keep", "stables"), 3),
        (("wishing-well", "manor", "temple"), 1),
        (("wishing-well", "haunted-quarter"), 2),
        (("keep", "stables"), 0),
    ],
)
def test_the_wishing_well_counts_unique_districts_with_itself(city: tuple[str, ...], worth: int) -> None:
    """2016 4.2 Wishing Well: a Haunted Quarter only if taken as unique."""
    assert bonus(*city) == worth


@pytest.mark.parametrize(("reading", "worth"), [(True, 3), (False, 2)])
def test_whether_the_wishing_well_counts_itself(reading: bool, worth: int) -> None:
    """2016 4.2, 7 Wishing Well, `wishing_well_self`: each unique one, or in classic each other one."""
    assert bonus("wishing-well", "keep", "stables", "manor", rules={"wishing_well_self": reading}) == worth


# ---- Haunted Quarter


@pytest.mark.parametrize(
    ("city", "types"),
    [
        (("manor", "temple", "tavern", "keep"), 3),
        (("manor", "temple", "watchtower", "keep"), 3),
        (("manor", "tavern", "prison", "keep"), 3),
        (("temple", "tavern", "prison", "keep"), 3),
        (FOUR_TYPES, 3),
        (("manor", "temple", "tavern"), 0),
        (("manor", "temple", "keep"), 0),
    ],
)
def test_the_haunted_quarter_stands_for_the_missing_type(city: tuple[str, ...], types: int) -> None:
    """2016 4.2 Haunted Quarter (002:1682-1685): of any one type; if not unique, it is no longer unique."""
    assert points(*city, "haunted-quarter")["types"] == types


def test_one_type_serves_all_scoring() -> None:
    """2016 A11: as trade for the Capitol it is neither military for all types nor unique for the Well; the best total is taken."""
    assert points("capitol", "tavern", "market", "manor", "temple", "haunted-quarter") == {
        "total": 5 + 1 + 2 + 3 + 1 + 2 + 3,
        "districts": 14,
        "types": 0,
        "completion": 0,
        "bonus": 3,
    }
    assert bonus("wishing-well", "ivory-tower", "haunted-quarter") == 3
    both = points("wishing-well", *FOUR_TYPES[:3], "haunted-quarter")
    assert (both["types"], both["bonus"]) == (3, 1)


def test_the_best_type_of_all_effects_together_is_taken() -> None:
    """2016 A11, 5: Ivory Tower's five and the fifth type, or the Well's point and neither."""
    city = ("ivory-tower", "manor", "temple", "tavern", "haunted-quarter")
    assert (points(*city)["types"], points(*city)["bonus"]) == (3, 5)
    result = points("capitol", "tavern", "market", "temple", "manor", "haunted-quarter", "prison")
    assert (result["types"], result["bonus"]) == (3, 3)


@pytest.mark.parametrize(("reading", "types"), [("counts", 3), ("excluded", 0)])
def test_a_haunted_quarter_of_the_last_round(reading: str, types: int) -> None:
    """2016 4.2, 7 Haunted Quarter, `haunted_quarter_last_round`: no exception for one that was just built, or in classic one."""
    seats = (player("king", gold=2, hand=("haunted-quarter",), city=["keep", *FOUR_TYPES[:3]]), player(city=SEVEN))
    game = table(*seats, round=5, rules={"haunted_quarter_last_round": reading})
    play(game, "gold", "build:haunted-quarter", "end")
    assert (game.over, score(game, 0)["types"]) == (True, types)


def test_the_school_of_magic_is_only_unique_at_the_end() -> None:
    """2016 4.2 School of Magic, 5 (002:617-685)."""
    assert points("school-of-magic", *FOUR_TYPES[:3])["types"] == 0
    assert points("school-of-magic", *FOUR_TYPES)["types"] == 3
    assert bonus("ivory-tower", "school-of-magic") == 0


@pytest.mark.parametrize("character", ["king", "bishop", "merchant", "warlord"])
def test_the_haunted_quarter_brings_no_income(character: str) -> None:
    """2016 4.2 Haunted Quarter: at the end of the game only."""
    assert "income" not in table(player(character, city=["haunted-quarter"])).legal()
