"""The searcher at tables whose rules `learner` knows: what it compares, how it weighs that, and how strong it is."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import Bot, parse_bot
from citadels_sim.bots.interface import Parameter
from citadels_sim.bots.learner import LEARNER
from citadels_sim.bots.searcher import SEARCHER
from citadels_sim.bots.searcher_learned import LIKELY, drawn_by_strength, strongest
from citadels_sim.bots.searcher_memory import THOUGHT
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import BOT_STATE, set_bot
from citadels_sim.engine.records import new_record
from citadels_sim.engine.state import new_legal
from citadels_sim.errors import BotError
from citadels_sim.training.learning.start import first_weights
from citadels_sim.training.learning.strength import measured
from tests.bots.worlds import think

CLASSIC = cs.load_variant("classic-2000")
KNOWS = dataclasses.replace(SEARCHER, memory=first_weights(1), values={"playouts": 8})


def thought(priors: list[float], values: list[float]) -> Any:
    """What the searcher holds of some candidates."""
    t = new_record(THOUGHT)
    t.candidates = len(priors)
    t.prior[: len(priors)] = priors
    t.value[: len(values)] = values
    return t


def test_what_the_learner_finds_likely_is_compared_the_likeliest_first() -> None:
    game = cs.Game.start(CLASSIC, players=4, seed=3)
    for _ in range(40):
        codes = game.codes()
        legal = new_legal()
        legal.code[: len(codes)] = codes
        t = think(game.state, game.rules, legal, len(codes), KNOWS)
        n = int(t.compared)
        if int(t.candidates) == n:  # none was dropped
            assert (np.diff(t.prior[:n]) <= 0).all()
        assert 1 <= n <= len(codes)
        assert all(math.exp(prior) >= LIKELY - 1e-9 for prior in t.prior[1 : int(t.candidates)])
        if game.decision == "turn" and not any(label.startswith(("murder", "rob")) for label in game.legal()):
            me = new_record(BOT_STATE)
            set_bot(me, dataclasses.replace(LEARNER, memory=KNOWS.memory))
            me.rng[:] = [int(game.state.secret.decision_no), 0]
            public = game.state.public
            likeliest = ready(LEARNER.choose)(public, game.state.seat[int(public.actor)], game.rules, legal, len(codes), me)
            assert int(t.index[0]) == likeliest
        game.play(game.legal()[0])


@pytest.mark.parametrize(("values", "best"), [([1.0, 1.5], 0), ([1.0, 1.7], 1)])
def test_playouts_must_outweigh_what_the_learner_would_do(values: list[float], best: int) -> None:
    """Ten worlds each: 2.9 in the logarithm of its chance is worth 0.058 win chance at 0.02 a unit."""
    assert strongest(thought([-0.1, -3.0], values), 10, 0.02) == best


def test_guesses_are_drawn_in_proportion_to_the_exponentials_of_the_strengths() -> None:
    t = thought([0.0, math.log(0.5), math.log(0.25)], [0.0, 0.0, 0.0])
    best = strongest(t, 1, 0.02)
    state = new_record(BOT_STATE)
    drawn: Counter[int] = Counter()
    for key in range(7_000):
        state.rng[:] = [key, 0]
        drawn[drawn_by_strength(t, best, state)] += 1
    assert [drawn[k] / 7_000 for k in range(3)] == pytest.approx([4 / 7, 2 / 7, 1 / 7], abs=0.03)


def test_a_table_whose_rules_are_known_brings_its_weights_and_others_bring_none() -> None:
    known = at_table(parse_bot("searcher"), CLASSIC, 4)
    own = at_table(parse_bot("searcher"), cs.load_variant("classic-2000", {"costs.keep": 4}), 4)
    assert known.memory.size > 0
    assert own.memory.size == 0
    assert own.values["trust"] == known.values["trust"]  # planner proposes alike at both


def test_two_parameters_of_one_name_are_refused() -> None:
    twice = (Parameter("noise", 0, 0, 1, "one"), Parameter("noise", 0, 0, 1, "two"))
    with pytest.raises(BotError, match=r"bots\.mine\.parameters: there are several named 'noise'"):
        Bot("mine", "doc", lambda: 0, parameters=twice)


@pytest.mark.slow
def test_it_beats_three_searchers_that_know_nothing() -> None:
    """One of four wins a quarter of the games by chance alone."""
    known = at_table(parse_bot("searcher"), CLASSIC, 4)
    plain = dataclasses.replace(parse_bot("searcher"), weights=(), learns=False)
    assert measured([known, plain, plain, plain], CLASSIC, 4, 800, 1, 2).low > 0.25
