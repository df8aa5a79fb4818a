"""What builder does as the characters of ranks 6 to 9, and which character it picks."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from tests.bots.positions import RANDOM_2016, cast_with, choice, choices, kinds, let_builder, table
from tests.rules.tables import city, idle_until, labels, play, player

FOUR = ["palace", "castle", "cathedral", "fortress"]


def test_the_merchant_takes_his_extra_gold_before_he_decides_what_to_gather() -> None:
    assert choice(table(player("merchant"))) == "bonus"


def test_a_threatened_merchant_takes_his_extra_gold_before_he_builds() -> None:
    game = table(player("blackmailer"), player("merchant", gold=2, hand=("palace",)))
    play(game, "threats:merchant:king", "gold", "end")
    assert let_builder(play(idle_until(game, 1), "gold", "refuse", "pass"))[:2] == ["bonus", "build:palace"]


def test_the_alchemist_does_not_save_what_he_has_back_anyway() -> None:
    game = table(player("alchemist", gold=2, hand=("market", "dragon-gate")))
    assert choice(play(game, "gold")) == "build:market"


def test_the_alchemist_builds_the_dearest_he_can_lay_out() -> None:
    game = table(player("alchemist", gold=4, hand=("market", "dragon-gate", "manor")))
    assert choice(play(game, "gold")) == "build:dragon-gate"


def test_the_trader_builds_all_the_trade_districts_he_can_pay_and_one_more() -> None:
    game = table(player("trader", gold=9, hand=("tavern", "market", "docks", "manor", "temple")))
    let_builder(play(game, "gold"))
    assert sorted(city(game, 0)) == ["docks", "manor", "market", "tavern"]


def test_the_architect_takes_her_cards_before_she_gathers() -> None:
    assert choice(table(player("architect", gold=6, hand=("palace",)))) == "bonus"


@pytest.mark.parametrize(("cards", "label"), [((), "bonus:cards"), (("palace", "castle", "manor"), "bonus:gold")])
def test_the_navigator_takes_cards_for_an_empty_hand_else_gold(cards: tuple[str, ...], label: str) -> None:
    assert choice(play(table(player("navigator", hand=cards)), "gold")) == label


def test_the_scholar_draws_first_keeps_what_is_dear_and_builds_two() -> None:
    game = table(player("scholar", gold=6, hand=("manor",)))
    played = let_builder(game)
    assert played[0] == "bonus"
    assert played[1] in {"keep:town-hall", "keep:cathedral", "keep:fortress"}
    assert len(city(game, 0)) == 2


def test_the_warlord_destroys_after_building_with_what_is_left() -> None:
    game = table(player("warlord", gold=4, hand=("castle",), city=["manor"]), player(city=["market", "palace", "keep"]))
    assert let_builder(play(game, "gold"))[:2] == ["build:castle", "destroy:1:market"]


def test_the_warlord_spends_nothing_dear_on_who_is_behind() -> None:
    game = table(player("warlord", gold=8, city=FOUR), player(city=["palace"]))
    play(game, "gold")
    assert "destroy:1:palace" in game.legal()
    assert "destroy:1:palace" not in let_builder(game)


def test_the_diplomat_exchanges_what_is_cheap_for_what_is_dear() -> None:
    game = table(player("diplomat", gold=5, city=["tavern", "prison"]), player(city=["palace", "manor"]))
    assert "exchange:tavern:1:palace" in let_builder(play(game, "gold"))


def test_the_diplomat_does_not_give_a_museum_full_of_cards_away() -> None:
    museum: Any = {"district": "museum", "tucked": ["tavern", "temple", "market", "manor"]}
    game = table(player("diplomat", gold=5, city=[museum]), player(city=["palace"]))
    play(game, "gold")
    assert labels(game, "exchange") == ["exchange:museum:1:palace"]
    assert choice(game) == "end"


def test_the_marshal_seizes_the_best_he_can_pay() -> None:
    game = table(player("marshal", gold=1, city=["tavern"]), player(city=["manor", "temple", "castle"]))
    assert choice(play(game, "gold")) == "seize:1:manor"


def test_the_marshal_builds_first_what_is_worth_more_and_seizes_with_what_is_left() -> None:
    game = table(player("marshal", gold=6, hand=("dragon-gate",), city=["tavern"]), player(city=["prison", "castle"]))
    assert let_builder(play(game, "gold"))[:2] == ["build:dragon-gate", "seize:1:prison"]


def test_the_marshal_seizes_nothing_that_would_spoil_his_ivory_tower() -> None:
    game = table(player("marshal", gold=6, city=["ivory-tower", "tavern"]), player(city=["stables", "castle"]))
    play(game, "gold")
    assert labels(game, "seize") == ["seize:1:stables"]
    assert choice(game) == "end"


def test_the_artist_beautifies_with_gold_to_spare() -> None:
    assert kinds(choices(play(table(player("artist", gold=6, city=FOUR)), "gold"))) == {"beautify"}


def test_a_poor_artist_keeps_his_gold() -> None:
    assert choice(play(table(player("artist", gold=0, city=FOUR)), "gold")) == "end"


def test_an_artist_with_a_basilica_makes_even_costs_odd() -> None:
    game = play(table(player("artist", gold=6, city=["basilica", "palace", "castle", "manor"])), "gold")
    assert set(choices(game)) <= {"beautify:basilica", "beautify:castle"}


def picking(*players: dict[str, Any], cast: tuple[str, ...], face_up: tuple[str, ...], **keys: Any) -> cs.Game:
    """The start of a round in which the first seat picks."""
    rest = [player() for _ in range(5 - len(players))]
    position = {
        "players": [*players, *rest],
        "cast": cast_with(*cast),
        "face_up": list(face_up),
        "face_down": ["assassin"],
        "strict": False,
        **keys,
    }
    return cs.Game.from_position(RANDOM_2016, position)


def test_the_tax_collector_is_picked_for_the_gold_on_his_token() -> None:
    noble = player(city=["manor", "castle", "palace"])
    assert choice(picking(noble, cast=("tax-collector",), face_up=("thief", "magician"), tax=9)) == "pick:tax-collector"
    assert choice(picking(noble, cast=("tax-collector",), face_up=("thief", "magician"))) == "pick:king"


def test_the_queen_is_picked_rather_than_a_character_that_brings_nothing() -> None:
    """Next to rank 4 she has three gold; a Bishop without a city has none."""
    game = picking(cast=("queen",), face_up=("architect", "king"))
    assert choices(game, 300)["pick:queen"] > choices(game, 300)["pick:bishop"] == 0


def test_the_trader_is_picked_with_a_hand_full_of_trade_districts() -> None:
    with_trade = player(gold=4, hand=("tavern", "market", "docks", "trading-post"), city=["manor", "castle"])
    without = player(gold=4, hand=("temple", "church", "prison", "watchtower"), city=["manor", "castle"])
    picks = [choices(picking(seat, cast=("trader",), face_up=("thief", "architect")), 300)["pick:trader"] for seat in (with_trade, without)]
    assert picks[0] > 250
    assert picks[1] < 50


def test_the_king_is_wanted_by_the_owner_of_a_statue_near_the_end() -> None:
    near = ["manor", "temple", "tavern", "market", "prison"]
    statue, keep = (player(gold=2, city=[*near, place]) for place in ("statue", "keep"))
    picks = [choices(picking(seat, cast=("king",), face_up=("thief", "architect")), 300)["pick:king"] for seat in (statue, keep)]
    assert picks[0] > 2 * picks[1]
