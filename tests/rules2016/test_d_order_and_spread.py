"""The order of cards under the deck (2016 A31) and unique districts of spread costs (2016 A44): both readings of each."""

from __future__ import annotations

from collections import Counter

import pytest

import citadels_sim as cs
from citadels_sim.catalogue import DISTRICTS
from tests.rules.tables import play, player
from tests.rules2016.tables import table

CHOICE = {"bottom_order": "choice"}
COST = {place.id: place.costs["2016"] for place in DISTRICTS}


def bottom(game: cs.Game, n: int) -> list[str]:
    """The lowest cards of the deck, the lowest one last."""
    return game.position()["deck"][-n:]


def test_a31_the_observatorys_other_cards_go_under_in_the_order_that_their_player_says() -> None:
    game = table(player("king", city=("observatory",)), deck=["temple", "manor", "market", "castle"], rules=CHOICE)
    play(game, "cards", "keep:temple")
    assert game.decision == "bottom"
    assert set(game.legal()) == {"under:manor", "under:market"}
    first = game.copy()
    play(first, "under:market")
    play(game, "under:manor")
    assert (bottom(first, 2), bottom(game, 2)) == (["market", "manor"], ["manor", "market"])
    assert (first.decision, game.decision) == ("turn", "turn")


def test_a31_at_random_nobody_is_asked() -> None:
    game = table(player("king", city=("observatory",)), deck=["temple", "manor", "market", "castle"])
    play(game, "cards", "keep:temple")
    assert game.decision == "turn"
    assert sorted(bottom(game, 2)) == ["manor", "market"]


def test_a31_equal_cards_have_no_order() -> None:
    game = table(player("king", city=("observatory",)), deck=["temple", "manor", "manor", "castle"], rules=CHOICE)
    play(game, "cards", "keep:temple")
    assert game.decision == "turn"
    assert bottom(game, 2) == ["manor", "manor"]


def test_a31_the_magician_orders_the_cards_then_draws() -> None:
    game = table(player("magician", hand=("temple", "manor", "market")), deck=["castle"], rules=CHOICE)
    play(game, "redraw", "discard:temple", "discard:manor", "discard:market", "under:market")
    assert game.decision == "bottom"
    play(game, "under:temple")
    assert game.position()["players"][0]["hand"] == ["castle", "market", "temple"]
    assert game.position()["deck"] == ["manor"]


def test_a31_cards_paid_for_the_thieves_den_are_ordered_before_it_is_built() -> None:
    hand = ("thieves-den", "temple", "manor", "market")
    game = table(player("king", gold=4, hand=hand), deck=["castle", "castle"], rules=CHOICE)
    play(game, "gold", "build:thieves-den:cards:2", "discard:temple", "discard:manor", "under:manor")
    assert bottom(game, 2) == ["manor", "temple"]
    assert [built["district"] for built in game.position()["players"][0]["city"]] == ["thieves-den"]
    assert game.position()["players"][0]["gold"] == 2


def test_a31_the_armory_and_what_it_destroys_are_ordered() -> None:
    game = table(player("king", city=("armory",)), player(city=("manor",)), deck=["castle"], rules=CHOICE)
    play(game, "armory:1:manor", "under:manor")
    assert game.position()["deck"] == ["castle", "manor", "armory"]
    assert game.decision == "turn"


def test_a31_a_bewitched_player_orders_them_too() -> None:
    witch = player("witch")
    game = table(witch, player("king", city=("observatory",)), deck=["temple", "manor", "market"], rules=CHOICE)
    play(game, "gold", "bewitch:king", "cards", "keep:temple", "under:manor")
    assert bottom(game, 2) == ["manor", "market"]
    assert game.actor == 0


def drawn(unique_pick: str, seed: int) -> list[str]:
    """Unique districts of a game's deck."""
    variant = cs.load_variant("citadels-2016-random", {"rules.unique_pick": unique_pick})
    position = cs.Game.start(variant, players=4, seed=seed).position()
    cards = [*position["deck"], *(card for seat in position["players"] for card in seat["hand"])]
    unique = {place.id for place in DISTRICTS if place.type.id == "unique"}
    return sorted(card for card in cards if card in unique)


@pytest.mark.parametrize("reading", ["uniform", "cost_spread"])
def test_a44_fourteen_different_uniques_play(reading: str) -> None:
    for seed in range(60):
        assert len(set(drawn(reading, seed))) == len(drawn(reading, seed)) == 14


def test_a44_spread_costs_have_their_shares_and_uniform_ones_do_not() -> None:
    """Of 30 districts (2, 4, 5, 10, 8 of cost 2 to 6 and the Secret Vault) 14 play: of each cost its share, rounded down or up."""
    shares = {2: (0, 1), 3: (1, 2), 4: (2, 3), 5: (4, 5), 6: (3, 4), None: (0, 1)}

    def fits(cards: list[str]) -> bool:
        costs = Counter(COST[card] for card in cards)
        return all(low <= costs[cost] <= high for cost, (low, high) in shares.items())

    assert all(fits(drawn("cost_spread", seed)) for seed in range(60))
    assert not all(fits(drawn("uniform", seed)) for seed in range(60))


def test_a44_by_spread_costs_too_every_unique_plays_as_often_as_any_other() -> None:
    games = 400
    seen = Counter(card for seed in range(games) for card in drawn("cost_spread", seed))
    assert len(seen) == 30
    # 14 of 30, within four standard deviations of a share of 400 games
    assert all(abs(n / games - 14 / 30) < 4 * (14 / 30 * 16 / 30 / games) ** 0.5 for n in seen.values())
