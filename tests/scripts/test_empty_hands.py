"""Gold or cards with an empty hand, made both ways: bounded form of ``scripts/research/run empty_hands``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.catalogue import D
from citadels_sim.engine.actions import TURN
from citadels_sim.engine.state import DECK
from scripts.research.empty_hands_decisions import EmptyHands, Seated, lucky
from tests.engine.loops import compiled_only

CLASSIC = cs.load_variant("classic-2000")
BUILDER, PLANNER = (Seated(CLASSIC, 4, parse_bot(name)) for name in ("builder", "planner"))
CARDS_COME = ("architect", "magician")
"""Who takes gold as one of these may have cards in the same turn yet."""


def test_a_decision_found_has_an_empty_hand_and_is_met_again_as_it_was_made() -> None:
    nodes, states = BUILDER.find(range(10))
    assert len(states) == nodes.height > 8
    for row, state in zip(nodes.iter_rows(named=True), states, strict=True):
        assert state.public.decision == TURN
        assert state.public.actor == row["seat"]
        assert state.public.hand_n[row["seat"]] == 0
        assert state.public.gold[row["seat"]] == row["gold"]
    assert BUILDER.choices(states) == nodes["chose"].to_list()


@compiled_only
def test_the_hand_noted_is_what_the_turn_ends_with() -> None:
    """Who takes gold and gets no cards by the character or a Smithy has none at the end; who draws keeps one, with a Library two, or has
    built it."""
    nodes, states = Seated(CLASSIC, 4, parse_bot("searcher:asks=0,playouts=10")).find(range(8))
    has_more = [any(int(state.public.city_mask[state.public.actor]) >> int(d) & 1 for d in (D.LIBRARY, D.SMITHY)) for state in states]
    plain = nodes.filter(~pl.col("character").is_in(CARDS_COME), ~pl.Series(has_more))
    assert set(plain.filter(chose="gold")["hand"].drop_nulls()) == {0}
    assert set(plain.filter(chose="cards")["hand"].drop_nulls()) == {0, 1}


def test_other_luck_changes_the_future_and_the_order_of_the_deck_and_nothing_else() -> None:
    state = cs.Game.start(CLASSIC, 4, seed=7).state
    before = state.tobytes()
    game = lucky(state, 1)
    assert state.tobytes() == before
    assert game.public.tobytes() == state.public.tobytes()
    assert [game.seat[i].tobytes() for i in range(4)] == [state.seat[i].tobytes() for i in range(4)]
    places = (int(state.secret.deck_head) + np.arange(int(state.public.deck_n))) % DECK
    assert game.secret.deck[places].tolist() != state.secret.deck[places].tolist()
    assert sorted(game.secret.deck[places].tolist()) == sorted(state.secret.deck[places].tolist())
    assert len({int(lucky(state, k).secret[key]) for k in range(1, 4) for key in ("seed", "bot_key", "draft_seed")}) >= 6
    assert lucky(state, 2).tobytes() == lucky(state, 2).tobytes()


def test_where_the_game_is_lost_neither_way_wins() -> None:
    """The leader has completed its city; the last to be called has nothing."""
    city = ["palace", "castle", "cathedral", "fortress", "town-hall", "harbor", "docks", "monastery"]
    players = [{"gold": 9, "city": city}, {"characters": ["warlord"]}, {}, {}]
    game = cs.Game.from_position(CLASSIC, {"players": players, "next_rank": 8, "completed": [0], "strict": False})
    assert BUILDER.both_ways([game.state], 5).tolist() == [[[0.0, 0.0]] * 5]


def test_who_needs_one_district_and_can_pay_for_any_does_better_to_draw() -> None:
    """A rival with the same city completes its own later in this round."""
    city = ["manor", "temple", "church", "watchtower", "prison", "market", "tavern"]
    mine = {"gold": 6, "city": city, "characters": ["bishop"]}
    rival = {"gold": 6, "city": city, "characters": ["merchant"], "hand": ["docks"]}
    game = cs.Game.from_position(CLASSIC, {"players": [mine, rival, {}, {}], "next_rank": 5, "strict": False})
    gold, cards = BUILDER.both_ways([game.state], 100).mean(1)[0]
    assert gold == 0.0
    assert cards > 0.5  # it may draw what its city has, and not build it


def gains(hands: EmptyHands, replicates: int) -> npt.NDArray[np.float64]:
    """Win share that cards bring beside gold at each decision, with planner playing on."""
    shares = PLANNER.both_ways(hands.states, replicates).mean(1)
    return np.asarray(shares[:, 1] - shares[:, 0])


@compiled_only
@pytest.mark.parametrize("games", [6, pytest.param(100, marks=pytest.mark.slow)])
def test_the_searcher_takes_gold_with_an_empty_hand_only_where_cards_are_worth_no_more(games: int) -> None:
    """It draws where that wins more, and takes gold where it does not, see ``reports/empty-hands.md``."""
    result = Seated(CLASSIC, 4, parse_bot("searcher:playouts=100")).find(range(games))
    gold = (result.nodes["chose"] == "gold").to_numpy()
    difference = gains(result, 60)
    assert 0.1 < gold.mean() < 0.6
    for mask, sign in ((gold, -1.0), (~gold, 1.0)):
        part = sign * difference[mask]
        assert part.mean() > 0, (sign, part.mean(), part.std() / np.sqrt(part.size))
