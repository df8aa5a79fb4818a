"""Every action of every edition is one index, and every index one action."""

from __future__ import annotations

import numpy as np
import pytest

from citadels_sim.engine import actions as a
from citadels_sim.env.numbering import ACTIONS, EXCHANGE_FOR, RANGES, code_of, describe, index_of
from citadels_sim.env.tables import Tables
from citadels_sim.game.action_words import ACTION_WORDS
from tests.engine.test_random_2016 import mixture
from tests.env.tables import EVERY_TABLE, engine_codes, plain

OWN, OTHER = (next(part for part in RANGES if part.kind == kind) for kind in (a.A_EXCHANGE, EXCHANGE_FOR))
number, code = plain(index_of), plain(code_of)


def test_ranges_follow_each_other_and_cover_the_space() -> None:
    ends = [part.first + part.size for part in RANGES]
    assert [part.first for part in RANGES] == [0, *ends[:-1]]
    assert ends[-1] == ACTIONS


def test_every_kind_of_action_has_a_range() -> None:
    assert sorted(part.kind for part in RANGES) == [*ACTION_WORDS, EXCHANGE_FOR]


def seat_of(index: int) -> int:
    """How far to the left the seat is that an action names, 0 where it names none."""
    return next((int(part) for part in describe(index).split(":") if part[0] == "+"), 0)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_index_comes_back_from_its_action(players: int) -> None:
    indices = [index for index in range(ACTIONS) if seat_of(index) < players]
    for actor in range(players):
        assert [number(code(index, actor, players), actor, players) for index in indices] == indices


def legal_indices(tables: Tables, pending: int = -1) -> list[int]:
    """What the mask should hold, from the engine's list."""
    state = tables.batch.states[0]
    actor, players = int(state.public.actor), tables.players
    result = []
    for legal in engine_codes(state, tables.batch.rules):
        if pending >= 0:
            if legal & 0xFF != a.A_EXCHANGE or a.arg_a(legal) != pending:
                continue
            legal = EXCHANGE_FOR | a.arg_b(legal) << 8 | a.arg_c(legal) << 16
        result.append(number(legal, actor, players))
    return result


def check_game(tables: Tables, luck: int, seen: set[int]) -> None:
    """Play a game at random; at every decision the mask holds what is legal, one index for each action."""
    tables.start(np.array([luck]))
    batch = tables.batch
    state, slot = batch.states[0], batch.slots[0]
    step = 0
    while not state.public.over:
        pending = int(slot.exchanged)
        expected = legal_indices(tables, pending)
        exchanges = [index for index in expected if OWN.first <= index < OWN.first + OWN.size]
        assert len(set(expected)) == len(expected) - len(exchanges) + len(set(exchanges))
        assert set(np.flatnonzero(batch.mask[0])) == set(expected) == set(batch.listed[0, : slot.legal_n])
        assert len(set(expected)) > 1
        actor = int(state.public.actor)
        codes = engine_codes(state, batch.rules)
        for index in set(expected):
            legal = code(index, actor, tables.players)
            if legal & 0xFF == EXCHANGE_FOR:
                legal = a.action3(a.A_EXCHANGE, pending, a.arg_a(legal), a.arg_b(legal))
            if legal & 0xFF == a.A_EXCHANGE and pending < 0:
                assert any(other & 0xFFFF == legal for other in codes)
            else:
                assert legal in codes
            seen.add(legal & 0xFF if pending < 0 else EXCHANGE_FOR)
        step += 1
        tables.step(tables.draw(luck + step))
        assert tables.ended[0] == int(state.public.over)


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE[:: len(EVERY_TABLE) // 24])
def test_the_mask_holds_what_is_legal(name: str, players: int) -> None:
    check_game(Tables(name, players), 7, set())


@pytest.mark.slow
def test_the_mask_holds_what_is_legal_in_every_variant_at_every_table() -> None:
    """With all the packaged variants, and rules of both editions mixed at random, every range is used."""
    seen: set[int] = set()
    for name, players in EVERY_TABLE:
        check_game(Tables(name, players), 1, seen)
    for mixed in range(280):
        players = 2 + mixed % 7
        check_game(Tables(mixture(mixed, players), players), 1, seen)
    assert {part.form for part in RANGES if part.kind not in seen} == set()


def test_an_exchange_takes_two_steps() -> None:
    tables = Tables("dark-city", 4)
    batch = tables.batch
    state, slot = batch.states[0], batch.slots[0]
    for luck in range(200):
        tables.start(np.array([luck]))
        step = 0
        while not state.public.over:
            first = np.flatnonzero(batch.mask[0, OWN.first : OWN.first + OWN.size])
            if len(first):
                actor, before = int(state.public.actor), state.public.city_n.tolist()
                tables.step(np.array([OWN.first + first[0]]))
                if slot.exchanged < 0:  # there was one district to be had, and it was taken at once
                    assert state.public.city_n.tolist() == before
                    continue
                assert int(state.public.actor) == actor
                legal = np.flatnonzero(batch.mask[0])
                assert ((OTHER.first <= legal) & (legal < OTHER.first + OTHER.size)).all()
                _, seat, district = describe(int(legal[0])).split(":")
                tables.step(np.array([legal[0]]))
                assert slot.exchanged == -1
                assert state.public.city_n.tolist() == before
                assert seat.startswith("+")
                assert district
                return
            step += 1
            tables.step(tables.draw(1000 * luck + step))
    raise AssertionError("no Diplomat had a choice")


def test_an_index_is_described_as_labels_are_written() -> None:
    written = [describe(index) for index in range(ACTIONS)]
    assert written[0] == "pick:rank-1"
    assert "destroy:+2:manor*" in written
    assert "warrants:rank-1:rank-2:rank-3" in written
    with pytest.raises(IndexError, match="actions are 0 to"):
        describe(ACTIONS)
