"""Dealing: fair, repeatable, and independent of everything that was played before."""

from __future__ import annotations

import collections

import numpy as np
import pytest
from scipy import stats

import citadels_sim as cs
from citadels_sim.catalogue import DISTRICTS, C
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine.loop import deal
from citadels_sim.engine.rules import rules_record
from citadels_sim.engine.state import new_legal, new_state
from tests.engine.loops import compiled_only, drafts
from tests.spread import EVERY_TABLE

CLASSIC = cs.load_variant("classic-2000")


def deck_of(state: object) -> list[int]:
    """The deck of a fresh deal with the cards dealt from it, in order: where the ring begins says nothing here."""
    public, secret = state["public"], state["secret"]  # type: ignore[index]
    return [int(card) for card in secret["deck"][: int(secret["deck_head"]) + int(public["deck_n"])]]


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_a_deal_does_not_depend_on_what_was_dealt_before_in_the_same_buffers(name: str, players: int) -> None:
    """Style page: state left over from the game before."""
    rules = rules_record(cs.load_variant(name).at(players))
    used = new_legal()
    for seed in range(20):
        one, other = new_state(), new_state()
        ready(deal)(one, rules, used, seed)
        ready(deal)(other, rules, new_legal(), seed)
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_the_dealt_cards_are_the_deck_of_the_variant(name: str, players: int) -> None:
    table = cs.load_variant(name).at(players)
    state = new_state()
    ready(deal)(state, rules_record(table), new_legal(), 11)
    counted = collections.Counter(table.cards.district_of(card).id for card in deck_of(state))
    always = collections.Counter({**table.basic, **table.unique})
    drawn = counted - always
    assert set(drawn) <= set(table.random_from)
    assert set(drawn.values()) <= {1}
    gone = always - counted
    assert gone == ({"graveyard": 1} if state.public.cast[8] == C.DIPLOMAT and "graveyard" in always else {})
    assert drawn.total() == table.random_count


@compiled_only
def test_every_card_is_equally_likely_to_lie_on_top() -> None:
    rules = rules_record(CLASSIC.at(4))
    table = CLASSIC.at(4)
    out, games = new_legal(), 6600
    top: collections.Counter[str] = collections.Counter()
    for seed in range(games):
        state = new_state()
        ready(deal)(state, rules, out, seed)
        top[DISTRICTS[deck_of(state)[0]].id] += 1
    copies = {**table.basic, **table.unique}
    expected = [games * n / table.deck_size for n in copies.values()]
    assert stats.chisquare([top[name] for name in copies], expected).pvalue > 1e-4


@compiled_only
@pytest.mark.parametrize("players", range(2, 8))
def test_the_first_crown_falls_to_every_seat_alike(players: int) -> None:
    """Classic 1.1; style page: a crown that always begins at one seat skews the game."""
    games = 20_000
    crowns = drafts(CLASSIC, players, games)[1, :players]
    error = np.sqrt(games * (1 / players) * (1 - 1 / players))
    assert np.all(np.abs(crowns - games / players) < 4 * error)


def test_two_decks_that_differ_in_few_cards_have_all_others_in_the_same_order() -> None:
    """Design: two variants played on the same seed share their luck."""
    french = cs.load_variant("classic-2000-french")
    changed = {"church", "palace", "great-wall"}
    for seed in range(5):
        orders = []
        for variant in (CLASSIC, french):
            state = new_state()
            ready(deal)(state, rules_record(variant.at(4)), new_legal(), seed)
            orders.append([DISTRICTS[card].id for card in deck_of(state) if DISTRICTS[card].id not in changed])
        assert orders[0] == orders[1]
