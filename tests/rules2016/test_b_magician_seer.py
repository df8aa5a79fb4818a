"""2016 3, rank 3: Magician and Seer."""

from __future__ import annotations

import pytest

from tests.rules.tables import city, deck, gold, hand, labels, play, player
from tests.rules2016.tables import table

TWO = ("palace", "tavern")


# ---- Magician


def test_the_magician_swaps_whole_hands_with_another_player() -> None:
    """2016 3 Magician (002:1260): all cards of both."""
    game = table(player("magician", hand=("temple",)), player(hand=TWO), player(hand=("manor",)), next_rank=3)
    play(game, "gold", "swap:1")
    assert (hand(game, 0), hand(game, 1), hand(game, 2)) == (["palace", "tavern"], ["temple"], ["manor"])


def test_a_magician_without_cards_simply_takes_the_others() -> None:
    """2016 3 Magician (002:1261-1262)."""
    game = play(table(player("magician"), player(hand=TWO), next_rank=3), "gold", "swap:1")
    assert (hand(game, 0), hand(game, 1)) == (["palace", "tavern"], [])


def test_he_may_swap_with_somebody_who_has_no_cards_but_not_with_himself() -> None:
    """2016 3 Magician: an empty target hand is legal; another player."""
    game = table(player("magician", hand=("temple",)), player(hand=TWO), next_rank=3)
    assert labels(game, "swap") == ["swap:1", "swap:2", "swap:3"]
    play(game, "gold", "swap:2")
    assert (hand(game, 0), hand(game, 2)) == ([], ["temple"])


def test_he_discards_any_number_under_the_deck_and_gains_as_many_from_its_top() -> None:
    """2016 3 Magician (002:1264-1266)."""
    game = table(player("magician", hand=("temple", "manor", "tavern")), next_rank=3, deck=["docks", "harbor", "palace"])
    play(game, "gold", "redraw", "discard:temple", "discard:manor", "done")
    assert hand(game, 0) == ["docks", "harbor", "tavern"]
    assert (deck(game)[0], sorted(deck(game)[1:])) == ("palace", ["manor", "temple"])


def test_the_number_discarded_is_his_choice() -> None:
    """2016 3 Magician (002:1264): any number, here one of two."""
    game = table(player("magician", hand=TWO), next_rank=3, deck=["docks", "harbor"])
    play(game, "gold", "redraw", "discard:palace", "done")
    assert (hand(game, 0), deck(game)) == (["docks", "tavern"], ["harbor", "palace"])


@pytest.mark.parametrize("done", [("swap:1",), ("redraw", "discard:temple")])
def test_it_is_one_or_the_other_once_a_turn(done: tuple[str, ...]) -> None:
    """2016 3 Magician (002:1258): either power, not both, not twice."""
    game = play(table(player("magician", hand=("temple",)), player(hand=TWO), next_rank=3), "gold", *done)
    assert (labels(game, "swap"), labels(game, "redraw"), "end" in game.legal()) == ([], [], True)


@pytest.mark.parametrize("before", [(), ("gold",), ("gold", "build:temple")], ids=["before gathering", "after it", "after building"])
def test_the_magicians_moment_is_free(before: tuple[str, ...]) -> None:
    """2016 3 Magician T, A1 (002:1017-1019)."""
    game = play(table(player("magician", hand=("temple", "manor")), player(hand=TWO), next_rank=3), *before, "swap:1")
    assert hand(game, 0) == ["palace", "tavern"]


@pytest.mark.parametrize("allowed", [True, False])
def test_abilities_may_be_barred_before_gathering(allowed: bool) -> None:
    """2016 A1, `abilities_before_gather` (002:1015-1019): the Magician, and an income too."""
    rules = {"abilities_before_gather": allowed}
    magician = table(player("magician", hand=("temple",)), next_rank=3, rules=rules)
    bishop = table(player("bishop", city=["temple"]), next_rank=5, rules=rules)
    assert (labels(magician, "swap") != [], labels(bishop, "income") != []) == (allowed, allowed)
    assert (labels(play(magician, "gold"), "swap") != [], labels(play(bishop, "gold"), "income")) == (True, ["income"])


def test_the_magician_need_not_use_his_power() -> None:
    """2016 2.1 (002:1014-1016): abilities are optional."""
    assert "end" in play(table(player("magician", hand=("temple",)), next_rank=3), "gold").legal()


@pytest.mark.parametrize(("reading", "cards"), [("bottom_then_draw", ["docks", "temple"]), ("draw_then_bottom", ["docks"])])
def test_with_few_cards_in_the_deck_he_draws_his_own_discards_again(reading: str, cards: list[str]) -> None:
    """2016 2.4, `magician_exchange`: what he discards lies under the deck before he draws, or only after it."""
    game = table(player("magician", hand=("temple", "temple")), next_rank=3, deck=["docks"], rules={"magician_exchange": reading})
    play(game, "gold", "redraw", "discard:temple", "discard:temple")
    assert (hand(game, 0), deck(game)) == (cards, ["temple"] * (3 - len(cards)))


def test_several_discards_go_under_the_deck_in_random_order() -> None:
    """2016 A31: every order happens."""
    orders = set()
    for seed in range(20):
        game = table(player("magician", hand=TWO), next_rank=3, deck=["docks", "harbor"], seed=seed)
        play(game, "gold", "redraw", "discard:palace", "discard:tavern")
        orders.add(tuple(deck(game)))
    assert orders == {("palace", "tavern"), ("tavern", "palace")}


# ---- Seer


def test_the_seer_takes_a_card_from_each_other_player_and_gives_each_one_back() -> None:
    """2016 3 Seer, D7 (002:1225-1228): of the others, each one; his own hand only grows."""
    game = table(player("seer", hand=("temple",)), player(hand=("palace",)), player(hand=("manor",)), player(hand=("castle",)), next_rank=3)
    play(game, "gold", "seer")
    assert (game.decision, game.actor) == ("give", 0)
    assert (hand(game, 0), [hand(game, seat) for seat in (1, 2, 3)]) == (["castle", "manor", "palace", "temple"], [[], [], []])
    assert {label.split(":")[1] for label in game.legal()} == {"1", "2", "3"}
    play(game, "give:2:palace", "give:3:temple", "give:1:manor")
    assert [hand(game, seat) for seat in range(4)] == [["castle"], ["manor"], ["palace"], ["temple"]]
    assert game.decision == "turn"


@pytest.mark.parametrize(
    ("given", "hands"),
    [
        (("give:1:palace", "give:2:manor"), [["temple"], ["palace"], ["manor"]]),
        (("give:1:manor", "give:2:palace"), [["temple"], ["manor"], ["palace"]]),
        (("give:1:temple", "give:2:manor"), [["palace"], ["temple"], ["manor"]]),
    ],
    ids=["the same card", "the other's card", "a card of his own"],
)
def test_any_card_goes_back_to_any_of_them(given: tuple[str, ...], hands: list[list[str]]) -> None:
    """2016 3 Seer (002:1316-1320)."""
    game = table(player("seer", hand=("temple",)), player(hand=("palace",)), player(hand=("manor",)), next_rank=3)
    play(game, "gold", "seer", *given)
    assert [hand(game, seat) for seat in range(3)] == hands


def test_players_without_cards_are_left_out_both_ways() -> None:
    """2016 3 Seer (002:1228-1229)."""
    game = table(player("seer", hand=("temple",)), player(hand=("palace",)), player(), next_rank=3)
    play(game, "gold", "seer")
    assert game.legal() == ("give:1:palace", "give:1:temple")
    play(game, "give:1:temple")
    assert [hand(game, seat) for seat in range(4)] == [["palace"], ["temple"], [], []]


def test_where_nobody_has_cards_there_is_nothing_to_see() -> None:
    """2016 3 Seer (002:1228-1229)."""
    assert labels(table(player("seer", hand=("temple",)), next_rank=3), "seer") == []


def test_the_card_taken_is_random() -> None:
    """2016 3 Seer (002:1225): each card of the hand, about as often."""
    taken = []
    for seed in range(60):
        game = table(player("seer", hand=("temple",)), player(hand=TWO), next_rank=3, seed=seed)
        play(game, "gold", "seer")
        taken += [card for card in hand(game, 0) if card != "temple"]
    assert len(taken) == 60
    assert 15 <= taken.count("palace") <= 45


def test_once_he_has_taken_he_must_give_back() -> None:
    """2016 2.1, 3 Seer (002:1226-1228): nothing else is legal before."""
    game = play(table(player("seer", gold=9, hand=("temple",)), player(hand=TWO), next_rank=3), "gold", "seer")
    assert {label.split(":")[0] for label in game.legal()} == {"give"}


def test_a_seer_without_cards_gives_the_only_one_back() -> None:
    """2016 3 Seer: the same card, where there is no other."""
    game = play(table(player("seer"), player(hand=("palace",)), next_rank=3), "gold", "seer")
    assert (hand(game, 0), hand(game, 1), game.decision) == ([], ["palace"], "turn")


def test_the_seer_may_use_his_power_before_gathering_once_or_not_at_all() -> None:
    """2016 3 Seer, A1, 2.1: optional, once a turn."""
    game = table(player("seer", hand=("temple",)), player(hand=("palace",)), next_rank=3)
    assert "end" in play(game.copy(), "gold").legal()
    play(game, "seer", "give:1:temple")
    assert labels(play(game, "gold"), "seer") == []


@pytest.mark.parametrize("power", [(), ("seer", "give:1:palace")], ids=["without taking", "with taking"])
def test_the_seer_builds_two(power: tuple[str, ...]) -> None:
    """2016 3 Seer, 2.2 (002:1322): always."""
    game = table(player("seer", gold=9, hand=("temple", "tavern", "manor")), player(hand=("palace",)), next_rank=3)
    play(game, "gold", *power, "build:temple", "build:tavern")
    assert (city(game, 0), labels(game, "build"), gold(game, 0)) == (["temple", "tavern"], [], 9)


def test_a_card_he_kept_can_be_built() -> None:
    """2016 3 Seer (002:1226): it is in his hand."""
    game = table(player("seer", gold=9, hand=("temple",)), player(hand=("palace",)), next_rank=3)
    assert city(play(game, "gold", "seer", "give:1:temple", "build:palace"), 0) == ["palace"]
