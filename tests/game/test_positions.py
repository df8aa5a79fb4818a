"""What each key of a position means, and what stands behind it when it is left out."""

from __future__ import annotations

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.game.model import KEYS
from tests.game.tables import CLASSIC, all_cards, deck_of, table, through_json

KING = {"characters": ["king"]}
FIXED_KEYS = tuple(key for key in KEYS if key != "strict")


# ---- defaults


def test_an_almost_empty_position_is_the_start_of_the_first_round() -> None:
    game = table(seats=4)
    assert (game.decision, game.actor, game.players) == ("pick", 0, 4)
    position = game.position()
    assert (position["round"], position["crown"], position["next_rank"], position["seed"]) == (1, 0, 1, 0)
    assert all(player == {"gold": 0, "hand": [], "city": [], "characters": []} for player in position["players"])


def test_a_position_writes_all_keys_always() -> None:
    assert tuple(table(seats=4).position()) == FIXED_KEYS
    assert tuple(table(KING).position()) == FIXED_KEYS


def test_strict_is_written_only_when_false() -> None:
    assert table(KING, strict=False).position()["strict"] is False
    assert "strict" not in table(KING, strict=True).position()


def test_a_city_is_written_as_objects_in_the_order_built() -> None:
    given_city = ["castle", {"district": "manor", "beautified": True}, {"district": "haunted-quarter", "round": 5}]
    city = table({**KING, "city": given_city}, round=6).position()["players"][0]["city"]
    assert city == [
        {"district": "castle", "beautified": False, "tucked": [], "round": 0},
        {"district": "manor", "beautified": True, "tucked": [], "round": 0},
        {"district": "haunted-quarter", "beautified": False, "tucked": [], "round": 5},
    ]


def test_hands_and_face_down_characters_are_written_sorted() -> None:
    position = table({**KING, "hand": ["temple", "manor", "castle"]}, face_down=["warlord", "thief"]).position()
    assert position["players"][0]["hand"] == ["castle", "manor", "temple"]
    assert position["face_down"] == ["thief", "warlord"]


# ---- the deck


def test_a_deck_left_out_is_everything_that_lies_nowhere_else() -> None:
    position = table({**KING, "hand": ["temple", "manor"], "city": ["castle", "keep"]}).position()
    assert all_cards(position) == deck_of(CLASSIC)


def test_a_deck_left_out_is_shuffled_by_the_seed() -> None:
    one, same, other = (table(KING, seed=seed).position()["deck"] for seed in (1, 1, 2))
    assert one == same != other
    assert one != sorted(one)


def test_a_deck_is_drawn_from_its_top() -> None:
    game = table(KING, deck=["market", "prison", "palace"])
    game.play("cards")
    assert game.legal() == ("keep:market", "keep:prison")
    game.play("keep:prison")
    assert game.position()["deck"] == ["palace", "market"]


def test_an_empty_deck_is_an_empty_deck() -> None:
    game = table(KING, deck=[])
    assert game.position()["deck"] == []
    assert "cards" not in game.legal()


RANDOM_UNIQUES = cs.load_variant(
    "classic-2000",
    {"deck.random_unique": {"count": 2, "from": ["imperial-treasury", "wishing-well", "quarry"]}},
)


@pytest.mark.parametrize("unique", ("imperial-treasury", "wishing-well", "quarry"))
@pytest.mark.parametrize("seed", (1, 2, 3))
def test_a_drawn_unique_district_that_is_on_the_table_was_drawn(unique: str, seed: int) -> None:
    position = table({**KING, "city": [unique]}, variant=RANDOM_UNIQUES, seed=seed).position()
    cards = all_cards(position)
    assert cards[unique] == 1
    assert cards.total() == 68
    assert sum(cards[name] for name in ("imperial-treasury", "wishing-well", "quarry")) == 2


def test_without_strict_any_district_may_stand_anywhere_any_number_of_times() -> None:
    game = table({**KING, "hand": ["palace"] * 5, "city": ["quarry", "park"]}, strict=False)
    assert game.position()["players"][0]["hand"] == ["palace"] * 5
    assert "palace" not in game.position()["deck"]


def test_numbers_of_numpy_are_numbers() -> None:
    game = table({**KING, "gold": np.int64(4)}, round=np.int16(2), builders=[np.int8(1)])
    assert through_json(game.position())["players"][0]["gold"] == 4
    assert game.view(np.int64(0))["builders"] == [1]  # type: ignore[arg-type]


# ---- rounds and characters


def test_without_characters_the_removal_may_be_fixed() -> None:
    position = table(seats=4, face_up=["bishop", "thief"], face_down=["magician"]).position()
    assert (position["face_up"], position["face_down"]) == (["thief", "bishop"], ["magician"])


@pytest.mark.parametrize("variant", ("classic-2000", "classic-summary"))
@pytest.mark.parametrize("seed", range(12))
def test_either_part_of_the_removal_may_be_fixed_alone(variant: str, seed: int) -> None:
    chosen = cs.load_variant(variant)
    down = table(seats=4, face_down=["magician"], variant=chosen, seed=seed).position()
    assert down["face_down"] == ["magician"]
    assert len(set(down["face_up"]) - {"magician", "king"}) == 2
    up = table(seats=4, face_up=["bishop", "thief"], variant=chosen, seed=seed).position()
    assert sorted(up["face_up"]) == ["bishop", "thief"]
    assert len(set(up["face_down"]) - {"bishop", "thief"}) == 1


def test_with_characters_the_game_goes_on_by_calling_the_next_rank() -> None:
    game = table({"characters": ["thief"]}, {"characters": ["merchant"]}, {"characters": ["king"]}, next_rank=4)
    assert (game.decision, game.actor) == ("turn", 2)
    assert game.position()["next_rank"] == 5


def test_with_two_players_everybody_may_have_two_characters() -> None:
    game = table({"characters": ["warlord", "king"]}, {"characters": ["thief", "bishop"]}, seats=2, next_rank=5)
    assert game.position()["players"][0]["characters"] == ["king", "warlord"]
    assert game.actor == 1


def test_the_murdered_character_is_not_called() -> None:
    game = table({"characters": ["thief"]}, {"characters": ["merchant"]}, murdered="thief")
    assert game.actor == 1


def test_the_robbed_character_pays_when_it_is_called() -> None:
    game = table({"characters": ["thief"], "gold": 1}, {"characters": ["merchant"], "gold": 5}, robbed="merchant", next_rank=3)
    assert [player["gold"] for player in game.position()["players"][:2]] == [6, 0]


@pytest.mark.parametrize(("murdered", "safe"), ((None, True), ("bishop", False)))
def test_a_living_bishop_whose_rank_was_called_protects_his_city(murdered: str | None, safe: bool) -> None:
    bishop = {"characters": ["bishop"], "city": ["temple"]}
    game = table({"characters": ["warlord"]}, bishop, murdered=murdered, next_rank=8)
    game.play("gold")
    assert ("destroy:1:temple" not in game.legal()) == safe


def test_a_bishop_who_is_still_to_be_called_protects_nobody_yet() -> None:
    free = cs.load_variant("classic-2000", {"rules.warlord_timing": "any"})
    game = table({"characters": ["king"]}, {"characters": ["bishop"]}, next_rank=4, variant=free)
    assert game.state.public.protected == 0


def test_after_the_last_rank_the_round_ends() -> None:
    game = table({"characters": ["warlord"]}, next_rank=9, crown=2)
    assert (game.decision, game.actor, game.position()["round"]) == ("pick", 2, 2)


def test_the_murdered_kings_heir_takes_the_crown_at_the_end_of_the_round() -> None:
    game = table({}, KING, murdered="king", next_rank=9, round=4)
    assert (game.position()["crown"], game.position()["round"]) == (1, 5)


def test_the_old_rule_for_three_has_seven_characters() -> None:
    game = table(seats=3, variant=cs.load_variant("classic-summary"))
    assert game.position()["cast"][0] == "thief"
    assert len(game.position()["cast"]) == 7


# ---- cities completed, first, builders


FULL = ["manor", "temple", "tavern", "watchtower", "market", "docks", "prison", "castle"]


def test_completed_left_out_is_whoever_has_a_complete_city_in_order_of_seats() -> None:
    position = table({**KING, "city": FULL[:-1]}, {"city": FULL}, {}, {"city": FULL}, strict=False).position()
    assert (position["completed"], position["first"]) == ([1, 3], [1])


def test_completed_and_first_are_taken_at_their_word() -> None:
    position = table({**KING, "city": FULL}, {"city": FULL}, strict=False, completed=[1, 0], first=[0]).position()
    assert (position["completed"], position["first"]) == ([1, 0], [0])
    assert table({**KING, "city": FULL}, completed=[]).position()["completed"] == []
    assert table({**KING, "city": FULL}, first=[]).position()["first"] == []


AUTOMATIC = cs.load_variant("classic-2000", {"rules.bell_tower": "automatic"})
TOWER = {**KING, "city": ["bell-tower", *FULL[:6]]}
IN_PLAY = {"variant": AUTOMATIC, "strict": False, "next_rank": 4}


def test_bell_tower_left_out_is_in_play_where_one_stands_in_a_city_and_works_by_itself() -> None:
    """Classic 5.4, `bell_tower = automatic`; then seven districts complete a city, its owner's too."""
    position = table(TOWER, {"city": FULL[:6]}, {"city": FULL[:7]}, **IN_PLAY).position()
    assert (position["bell_tower"], position["completed"], position["first"]) == (True, [0, 2], [0])


def test_bell_tower_left_out_is_not_in_play_without_a_tower_or_where_it_must_be_announced() -> None:
    """Classic 5.4, `bell_tower`."""
    optional = {**IN_PLAY, "variant": CLASSIC}
    for game in (table({**KING, "hand": ["bell-tower"]}, **IN_PLAY), table(TOWER, **optional)):
        assert (game.position()["bell_tower"], game.position()["completed"]) == (False, [])


@pytest.mark.parametrize("given", [True, False])
def test_bell_tower_is_taken_at_its_word(given: bool) -> None:
    position = table(TOWER, bell_tower=given, **IN_PLAY).position()
    assert (position["bell_tower"], position["completed"]) == (given, [0] if given else [])


def test_a_completed_city_ends_the_game_with_the_round() -> None:
    assert table({**KING, "city": FULL}, next_rank=9).over
    assert not table({**KING, "city": FULL}, next_rank=9, completed=[]).over


def test_builders_are_remembered() -> None:
    assert table(KING, builders=[3, 1]).position()["builders"] == [1, 3]


def test_the_cost_of_each_printing_is_its_citys_worth() -> None:
    game = table({**KING, "city": ["observatory", {"district": "manor", "beautified": True}]}, completed=[1], next_rank=9)
    assert game.result()["scores"][0]["districts"] == 5 + 3 + 1


# ---- the cast


def test_a_cast_can_be_given() -> None:
    cast = ["warlord", "thief", "assassin", "magician", "king", "bishop", "architect", "merchant"]
    position = table(seats=4, cast=cast).position()
    ranks = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
    assert position["cast"] == ranks


# ---- gold


def test_a_limited_bank_has_what_is_not_on_the_table() -> None:
    limited = cs.load_variant("classic-2000", {"rules.bank_limit": 14})
    city = [{"district": "manor", "beautified": True}]
    game = table({**KING, "gold": 10, "city": city}, {"gold": 2}, variant=limited)
    game.play("gold")
    assert game.position()["players"][0]["gold"] == 11
