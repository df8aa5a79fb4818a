"""The journal: what it holds, that a full one is noticed, that it changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

import citadels_sim as cs
from citadels_sim.bots.builder import BUILDER
from citadels_sim.bots.random_bot import RANDOM
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import journal as events
from citadels_sim.engine.actions import A_BEGIN_ROUND
from citadels_sim.engine.decisions import apply
from citadels_sim.engine.journal import CAPACITY, events_of, new_journal
from citadels_sim.engine.loop import ROUND_CAP, RUN_CAPPED, RUN_OVER, Until, deal, run
from citadels_sim.engine.rules import rules_record
from tests.engine.loops import seated
from tests.spread import TABLES


def played(name: str, players: int, capacity: int, seed: int = 4, cap: int = ROUND_CAP) -> tuple[Any, Any, int]:
    """A game of builders and random bots, its journal, and how the loop came back."""
    rules = rules_record(cs.load_variant(name).at(players))
    table = seated([BUILDER, RANDOM], rules, capacity)
    _, state, _, _, journal, out = table
    ready(deal)(state, rules, out, seed)
    ready(apply)(state, rules, journal, out, A_BEGIN_ROUND)
    how = ready(run)(table, Until(cap))
    return state, journal, int(how)


def test_a_game_with_a_journal_is_the_game_without() -> None:
    with_one, _, _ = played("classic-2000", 4, CAPACITY)
    without, empty, _ = played("classic-2000", 4, 0)
    assert with_one.tobytes() == without.tobytes()
    assert len(events_of(empty)) == 0


def test_a_journal_that_was_too_small_is_noticed() -> None:
    _, journal, _ = played("classic-2000", 4, 50)
    with pytest.raises(OverflowError, match="the journal holds 50"):
        events_of(journal)


def test_a_full_journal_keeps_its_first_events() -> None:
    _, small, _ = played("classic-2000", 4, 50)
    _, large, _ = played("classic-2000", 4, CAPACITY)
    assert small.event[:50].tobytes() == large.event[:50].tobytes()
    assert small.n == large.n


@pytest.mark.parametrize("capacity", [-1, CAPACITY + 1])
def test_a_journal_of_an_impossible_size_is_refused(capacity: int) -> None:
    with pytest.raises(ValueError, match=f"not {capacity}"):
        new_journal(capacity)


GAINS = {
    *(events.GATHER_GOLD, events.INCOME, events.BONUS, events.LABORATORY, events.REFUND, events.QUEEN, events.POOR_HOUSE),
    events.THRONE_ROOM,
}
COSTS = {events.BUILD, events.DESTROY, events.RESCUE, events.SMITHY, events.BEAUTIFY, events.SURCHARGE}
FROM_THE_OTHER = {
    *(events.STEAL, events.GIFT, events.TITHE, events.TAX, events.BRIBE, events.REVEAL, events.SPY, events.LEND, events.PAY_BACK),
}
TO_THE_OTHER = {events.EXCHANGE, events.SEIZE}


def gold_by_events(journal: Any, players: int) -> list[int]:
    """What each seat must have by the journal alone."""
    gold = [2] * players
    for event in events_of(journal):
        kind, seat, other, amount = (int(event[name]) for name in ("kind", "seat", "target_seat", "gold"))
        if kind in GAINS:
            gold[seat] += amount
        elif kind in COSTS:
            gold[seat] -= amount
        elif kind in FROM_THE_OTHER | TO_THE_OTHER:
            moved = amount if kind in FROM_THE_OTHER else -amount
            if seat >= 0:  # else it goes on the Tax Collector's token,
                gold[seat] += moved
            if other >= 0:  # and here it comes from there
                gold[other] -= moved
    return gold


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_gold_of_the_events_is_the_gold_of_the_game(name: str, players: int) -> None:
    """Every coin that a seat has came and went by an event."""
    for seed in range(3):
        state, journal, _ = played(name, players, CAPACITY, seed)
        assert gold_by_events(journal, players) == state.public.gold[:players].tolist()


BETWEEN_TURNS = {
    *(events.ROUND, events.FACE_UP, events.FACE_DOWN, events.PICK, events.LAY_DOWN, events.LEFT_OVER, events.SKIP, events.SCORE),
    events.THEATER,
}
WHENEVER = {events.CROWN, events.THRONE_ROOM, events.QUEEN}
"""In a turn, and after the last one: an heir takes the crown, a Queen is paid beside the murdered King."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_events_of_a_turn_stand_between_its_reveal_and_its_end(name: str, players: int) -> None:
    _, journal, _ = played(name, players, CAPACITY)
    whose = -1
    for event in events_of(journal):
        kind, seat = int(event["kind"]), int(event["seat"])
        if kind == events.TURN:
            assert whose == -1
            whose = seat
        elif kind in (events.TURN_END, events.CUT_END):
            assert whose == seat
            whose = -1
        elif kind not in WHENEVER:
            assert (kind in BETWEEN_TURNS) == (whose == -1)


def test_a_game_that_goes_on_too_long_is_scored_as_it_stands_and_marked_as_capped() -> None:
    """Style page: games that never end."""
    state, _, how = played("classic-2000", 4, 0, cap=3)
    assert (how, state.public.over, state.public.round_no) == (RUN_CAPPED, 1, 4)
    assert played("classic-2000", 4, 0)[2] == RUN_OVER
