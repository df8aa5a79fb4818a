"""The records: fields that both engines can reach, copies that share nothing."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots.planner.findings import FINDINGS
from citadels_sim.engine.journal import EVENT, JOURNAL
from citadels_sim.engine.loop import BOT_STATE, LINEUP
from citadels_sim.engine.records import Record
from citadels_sim.engine.rules import RULES, rules_record
from citadels_sim.engine.state import LEGAL, PUBLIC, SEAT, SECRET, STATE, copy_state, new_states
from tests.spread import TABLES

RECORDS = {
    "PUBLIC": PUBLIC,
    "SEAT": SEAT,
    "SECRET": SECRET,
    "STATE": STATE,
    "LEGAL": LEGAL,
    "RULES": RULES,
    "EVENT": EVENT,
    "JOURNAL": JOURNAL,
    "BOT_STATE": BOT_STATE,
    "LINEUP": LINEUP,
    "FINDINGS": FINDINGS,
}


@pytest.mark.parametrize("name", RECORDS)
def test_no_field_bears_the_name_of_something_that_a_numpy_record_has(name: str) -> None:
    """The interpreted engine reaches fields as attributes: `s.round` would be a method."""
    taken = set(dir(Record)) | set(dir(np.ndarray))
    assert set(RECORDS[name].names or ()) & taken == set()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_a_whole_number_of_64_bit_words_or_an_event(name: str) -> None:
    """Loops copy and clear games word by word."""
    assert RECORDS[name].itemsize % (8 if name != "EVENT" else 2) == 0


def test_a_copy_of_a_game_shares_nothing_with_it() -> None:
    game = cs.Game.start("classic-2000", players=4, seed=1)
    before = game.state.tobytes()
    twin = copy_state(game.state)
    assert twin.tobytes() == before
    twin.public.gold[0] += 1
    twin.seat[1].hand[3] += 1
    twin.secret.deck[0] += 1
    assert game.state.tobytes() == before


def test_a_record_has_the_fields_of_its_dtype_as_attributes_and_no_others() -> None:
    state = new_states(2)[1]
    assert state.dtype == STATE
    state.seat[1].chars = 6
    assert int(state["seat"][1]["chars"]) == 6
    with pytest.raises(AttributeError):
        _ = state.public.golds
    with pytest.raises(AttributeError):
        state.public.golds = 3


def test_a_record_is_pickled_with_all_it_holds() -> None:
    state = cs.Game.start("classic-2000", players=4, seed=1).state
    back = pickle.loads(pickle.dumps(state))
    assert back.tobytes() == state.tobytes()
    assert back.dtype == state.dtype
    back.public.crown = 3
    assert int(back.public.crown) == 3


def test_games_of_one_array_share_nothing() -> None:
    states = new_states(2)
    states[0].public.crown = 3
    states[0].secret.deck[:] = 7
    assert not np.frombuffer(states[1].tobytes(), np.uint8).any()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_playing_never_writes_to_the_rules(name: str, players: int) -> None:
    game = cs.Game.start(cs.load_variant(name), players, seed=2)
    before = game.rules.tobytes()
    for _ in range(60):
        game.play(game.legal()[-1])
    assert game.rules.tobytes() == before


def test_each_switch_reaches_the_rules_record() -> None:
    """A switch that the record did not carry would do nothing."""
    one: Any = rules_record(cs.load_variant("classic-2000").at(4))
    other: Any = rules_record(cs.load_variant("classic-summary").at(4))
    changed = {name for name in RULES.names or () if np.any(one[name] != other[name])}
    assert {"removal_order", "murdered_king_crown", "turn_order_model", "tie_break", "smithy_price", "graveyard_scope"} <= changed
