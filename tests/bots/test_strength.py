"""How builder fares: against chance, and that its games come to an end."""

from __future__ import annotations

import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.jit import ready
from citadels_sim.engine.journal import new_journal
from citadels_sim.engine.loop import RUN_OVER, deal, run
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_legal, new_states
from tests.engine.loops import compiled_only, seated, wins
from tests.spread import EVERY_TABLE

BUILDER, RANDOM = parse_bot("builder"), parse_bot("random")
LONGEST = 100
"""Rounds that no game of builder against itself should reach."""


@compiled_only
@pytest.mark.parametrize("name", ["citadels-2016", "citadels-2016-random", "citadels-2016-devious-dignitaries"])
def test_builder_beats_three_random_players_in_nine_games_of_ten(name: str) -> None:
    shares, capped = wins(cs.load_variant(name), 4, 4000, [BUILDER, RANDOM, RANDOM, RANDOM])
    assert capped == 0
    assert shares[0] >= 0.9 * 4000, shares


def unfinished(name: str, players: int, games: int) -> list[int]:
    """Seeds of games among builders that last longer than they should."""
    rules = rules_record(cs.load_variant(name).at(players))
    states, journal, out = new_states(1), new_journal(0), new_legal()
    state = states[0]
    chooses, minds = seated([BUILDER])
    found = []
    for seed in range(games):
        states.view("u1")[:] = 0
        ready(deal)(state, rules, out, seed)
        ready(apply)(state, rules, journal, out, A_BEGIN_ROUND)
        if ready(run)(ready(apply), chooses, minds, state, rules, journal, out, 0, LONGEST) != RUN_OVER:
            found.append(seed)
    return found


@compiled_only
@pytest.mark.parametrize("games", [2_500, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["citadels-2016", "citadels-2016-random"])
def test_no_game_among_builders_is_longer_than_a_hundred_rounds(name: str, games: int) -> None:
    assert unfinished(name, 4, games) == []


@compiled_only
@pytest.mark.parametrize(("name", "players"), [table for table in EVERY_TABLE if "20" in table[0]])
def test_games_among_builders_end_at_every_table(name: str, players: int) -> None:
    assert unfinished(name, players, 200) == []
