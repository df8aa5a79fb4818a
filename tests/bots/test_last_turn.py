"""The last turn of a game, as `learner` plays it with weights that no training made: by its result."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.learner import layout as f
from citadels_sim.bots.learner.net import U
from citadels_sim.bots.restrictions import parse_never
from citadels_sim.training.learning.start import first_weights
from tests.bots.positions import choices
from tests.rules.tables import EIGHT, SEVEN, player, table

DEAR_SEVEN = ("palace", "cathedral", "town-hall", "fortress", "castle", "harbor", "monastery")


def turn_of_seat_0(game: cs.Game, seed: int, **values: float) -> cs.Game:
    """Let a learner with weights of its own play the first seat's turn to the end."""
    weights = first_weights(seed)
    weights[U : U + f.ROWS] = np.random.default_rng(seed).normal(0, 0.5, f.ROWS)
    bot = dataclasses.replace(LEARNER, memory=weights, values=values)
    turn = game.position()["round"]
    while not game.over and game.actor == 0 and game.position()["round"] == turn:
        game.play(choices(game, 1, bot).most_common(1)[0][0])
    return game


@pytest.mark.parametrize("seed", range(6))
def test_it_finds_the_only_way_to_win(seed: int) -> None:
    """Gold, not cards, and the palace, not the docks: 21 points against 20."""
    own = player("warlord", gold=3, hand=("palace", "docks"), city=SEVEN)
    game = turn_of_seat_0(table(own, player(city=EIGHT), next_rank=8, completed=[1], strict=False), seed)
    assert game.over
    assert game.state.public.place[0] == 1


@pytest.mark.parametrize("seed", range(6))
def test_it_does_not_end_a_game_that_it_would_lose(seed: int) -> None:
    own = player("warlord", gold=3, hand=("docks",), city=SEVEN)
    game = turn_of_seat_0(table(own, player(city=DEAR_SEVEN), next_rank=8, strict=False), seed)
    assert not game.over
    assert game.position()["round"] == 2


@pytest.mark.parametrize("seed", range(6))
def test_it_ends_a_game_that_it_wins(seed: int) -> None:
    own = player("warlord", gold=3, hand=("docks",), city=DEAR_SEVEN)
    game = turn_of_seat_0(table(own, player(city=SEVEN), next_rank=8, strict=False), seed)
    assert game.over
    assert game.state.public.place[0] == 1


@pytest.mark.parametrize("seed", range(6))
def test_it_wins_by_destroying_and_not_against_its_restriction(seed: int) -> None:
    """The rival is ahead by 21 points to 20, and by the value of its districts."""

    def start() -> cs.Game:
        rival = player(city=["palace", "cathedral", "town-hall", "fortress", "tavern"])
        return table(player("warlord", gold=3, city=EIGHT), rival, next_rank=8, completed=[0], strict=False)

    assert turn_of_seat_0(start(), seed).state.public.place[0] == 1
    bound = turn_of_seat_0(start(), seed, **parse_never(["destroy"]))
    assert len(bound.position()["players"][1]["city"]) == 5
