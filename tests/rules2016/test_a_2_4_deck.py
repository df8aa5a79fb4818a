"""2016 2.4: the district deck, what goes under it, and what happens when it runs out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import city, deck, gold, hand, labels, play, player
from tests.rules2016.tables import table


def test_with_one_card_left_it_is_drawn_and_kept() -> None:
    """2016 2.4, A30: draw as many as exist, keep the smaller number."""
    game = play(table(player("thief"), deck=["docks"]), "cards")
    assert (game.decision, hand(game, 0), deck(game)) == ("turn", ["docks"], [])


@pytest.mark.parametrize(("reading", "legal"), [("allowed", ["gold", "cards"]), ("barred", ["gold"])])
def test_gathering_cards_from_an_empty_deck(reading: str, legal: list[str]) -> None:
    """2016 2.4, A30, `empty_deck_gather`: allowed and yields nothing, or refused."""
    game = table(player("thief"), deck=[], rules={"empty_deck_gather": reading})
    assert [label for label in game.legal() if label in ("gold", "cards")] == legal
    play(game, legal[-1])
    assert (hand(game, 0), gold(game, 0), "end" in game.legal()) == ([], 2 if reading == "barred" else 0, True)


@pytest.mark.parametrize(
    ("name", "label", "cards"),
    [
        ("architect", "bonus", 2),
        ("navigator", "bonus:cards", 4),
        ("patrician", "income", 4),
        ("cardinal", "income", 4),
        ("scholar", "bonus", 7),
    ],
)
@pytest.mark.parametrize("there", [0, 1])
def test_every_other_draw_takes_what_exists(name: str, label: str, cards: int, there: int) -> None:
    """2016 2.4: Architect, Navigator, Patrician, Cardinal, Scholar; nothing fails and nothing is owed."""
    built = ["manor", "manor", "manor", "manor", "temple", "temple", "temple", "temple"]
    game = play(table(player(name, city=built), deck=["docks"] * there), label)
    assert there < cards
    assert (hand(game, 0), deck(game), game.decision) == (["docks"] * there, [], "turn")


def test_spy_smithy_and_park_draw_what_exists() -> None:
    """2016 2.4: the Spy gains, the Smithy brings and the Park brings what is left."""
    game = play(table(player("spy"), player(gold=5, hand=("manor", "castle")), deck=["docks"]), "spy:1:noble")
    assert (hand(game, 0), gold(game, 0)) == (["docks"], 2)
    smithy = play(table(player("thief", gold=2, city=["smithy"]), deck=["docks"]), "smithy")
    assert (hand(smithy, 0), gold(smithy, 0)) == (["docks"], 0)
    park = play(table(player("thief", city=["park"]), player("king"), deck=["docks"]), "gold", "end")
    assert hand(park, 0) == ["docks"]


def test_the_magician_can_draw_his_own_discards_again() -> None:
    """2016 2.4: what he discards goes under the deck first, then he draws."""
    game = play(table(player("magician", hand=("docks", "harbor")), deck=[]), "redraw", "discard:docks", "discard:harbor")
    assert (hand(game, 0), deck(game)) == (["docks", "harbor"], [])


def test_drawing_first_is_another_reading() -> None:
    """2016 2.4, `magician_exchange`."""
    keys: dict[str, Any] = {"deck": ["manor"], "rules": {"magician_exchange": "draw_then_bottom"}}
    game = play(table(player("magician", hand=("docks", "harbor")), **keys), "redraw", "discard:docks", "discard:harbor")
    assert (hand(game, 0), sorted(deck(game))) == (["manor"], ["docks", "harbor"])


def test_there_is_no_discard_pile() -> None:
    """2016 2.4, 0.4: destroyed districts and discarded cards go under the deck and come back from it."""
    game = table(player("warlord", hand=("harbor",), city=["laboratory"]), player(city=["tavern"]), deck=["docks"])
    play(game, "destroy:1:tavern", "lab:harbor")
    assert (deck(game), city(game, 1)) == (["docks", "tavern", "harbor"], [])


def test_a_pile_is_the_other_reading() -> None:
    """2016 2.4, `discard_model`, `destroyed_to`, `deck_empty`: a pile, shuffled when the deck has run out."""
    rules = {"discard_model": "pile", "destroyed_to": "pile", "deck_empty": "reshuffle_pile"}
    game = table(player("warlord"), player(city=["tavern"]), deck=["docks", "harbor"], rules=rules)
    play(game, "destroy:1:tavern")
    assert deck(game) == ["docks", "harbor"]
    play(game, "cards", "keep:docks")
    assert (hand(game, 0), deck(game), int(game.state.public.pile_n)) == (["docks"], [], 2)


def bottoms(reading: str) -> set[tuple[str, ...]]:
    """Orders in which two cards that the Magician discards come to lie under the deck, over many seeds."""
    seen = set()
    for seed in range(20):
        game = table(player("magician", hand=("docks", "harbor")), deck=["manor"] * 4, seed=seed, rules={"bottom_order": reading})
        play(game, "redraw", "discard:docks", "discard:harbor")
        if game.decision == "bottom":
            play(game, "under:harbor")
        seen.add(tuple(deck(game)[-2:]))
    return seen


def test_several_cards_go_under_the_deck_in_random_order_or_in_their_players() -> None:
    """2016 2.4, A31, `bottom_order`."""
    assert bottoms("random") == {("docks", "harbor"), ("harbor", "docks")}
    assert bottoms("choice") == {("harbor", "docks")}


def test_nothing_can_be_bought_from_an_empty_deck_but_it_may_be_tried() -> None:
    """2016 2.4: with no card left the turn goes on with what there is."""
    game = play(table(player("thief", gold=3, hand=("docks",)), deck=[]), "cards")
    assert (hand(game, 0), labels(game, "build")) == (["docks"], ["build:docks"])
