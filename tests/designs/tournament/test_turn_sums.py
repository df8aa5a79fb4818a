"""The sums over turn rows against a count row by row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from citadels_sim.designs.recording import columns as c
from citadels_sim.designs.tournament import terms
from citadels_sim.designs.tournament import turn_sums as t
from citadels_sim.engine.state import RANKS, SEATS

TERMS = (
    terms.Term("rounds", terms.EVERY, "", terms.ONE),
    terms.Term("lost", terms.EVERY, "gold_lost", terms.AMOUNT),
    terms.Term("offers", terms.EVERY, "", terms.OFFERS),
    terms.Term("hidden", terms.UNHELD, "face_up", terms.ZERO),
    terms.Term("slots", terms.HELD, "slot", terms.AMOUNT),
    terms.Term("credit", terms.HELD, "", terms.CREDIT_WON),
    terms.Term("led", terms.HELD, "leader", terms.POSITIVE),
    terms.Term("took_gold", terms.PLAYED, "gathered", terms.IS_ONE),
    terms.Term("gold", terms.OWN, "gold_gained", terms.AMOUNT),
    terms.Term("own_turns", terms.OWN, "", terms.ONE),
    terms.Term("crowns", terms.CROWNED, "", terms.ONE),
    terms.Term("without", terms.UNCROWNED, "", terms.CREDIT_WON),
)


def rows_of(rng: np.random.Generator, widths: list[int]) -> tuple[Any, Any]:
    """Make turn rows of games, each with so many ranks, that hold whatever a row can hold; and the game of each."""
    games, parts = [], []
    for g, width in enumerate(widths):
        rounds = int(rng.integers(1, 20))
        n = rounds * width
        rows = np.zeros((len(c.TURN_COLUMNS), n), np.int16)
        rows[c.ROUND] = np.repeat(np.arange(1, rounds + 1), width)
        rows[c.RANK] = np.tile(np.arange(1, width + 1), rounds)
        rows[c.CHARACTER] = np.tile(rng.permutation(np.arange(1, 28))[:width], rounds)
        rows[c.SEAT] = rng.integers(-1, 4, n)
        rows[c.OFFERED] = rng.integers(0, 1 << (width + 1), n)
        rows[c.OFFERED][rows[c.SEAT] < 0] = 0
        for name, most in (("slot", 8), ("crown", 1), ("leader", 1), ("face_up", 1), ("murdered", 1), ("bewitched", 1), ("gathered", 2)):
            rows[c.TURN_COLUMNS.index(name)] = rng.integers(0, most + 1, n)
        rows[c.GOLD_GAINED], rows[c.GOLD_LOST] = rng.integers(0, 300, n), rng.integers(0, 300, n)
        parts.append(rows)
        games += [g] * n
    return np.concatenate(parts, axis=1), np.array(games, np.int32)


def adds(term: terms.Term, rows: Any, i: int, offers: int, credit: int) -> int:
    """Tell what a row adds to a term."""
    held = rows[c.SEAT, i] >= 0
    played = held and not rows[c.MURDERED, i]
    crown = bool(rows[c.CROWN, i])
    counts = {
        terms.EVERY: True,
        terms.UNHELD: not held,
        terms.HELD: held,
        terms.PLAYED: played,
        terms.OWN: played and not rows[c.BEWITCHED, i],
        terms.CROWNED: held and crown,
        terms.UNCROWNED: held and not crown,
    }
    if not counts[term.rows]:
        return 0
    value = int(rows[c.TURN_COLUMNS.index(term.column), i]) if term.column else 0
    return {
        terms.ONE: 1,
        terms.AMOUNT: value,
        terms.POSITIVE: int(value > 0),
        terms.ZERO: int(value == 0),
        terms.IS_ONE: int(value == 1),
        terms.CREDIT_WON: credit,
        terms.OFFERS: offers,
    }[term.adds]


@pytest.mark.parametrize("widths", [[8] * 6, [9] * 4, [7, 8, 9, 8, 1, 9]], ids=["eight", "nine", "mixed"])
@pytest.mark.parametrize("rotations", [1, 2])
def test_each_block_and_character_gets_what_its_rows_add(widths: list[int], rotations: int) -> None:
    rng = np.random.default_rng(len(widths) + rotations)
    rows, game = rows_of(rng, widths)
    credits = rng.integers(0, 841, (len(widths), SEATS)).astype(np.int32)
    wanted = np.zeros((len(widths) // rotations, 28, len(TERMS)))
    for i, g in enumerate(game):
        same_round = (game == g) & (rows[c.ROUND] == rows[c.ROUND, i])
        offers = int((rows[c.OFFERED][same_round] >> rows[c.RANK, i] & 1).sum())
        for k, term in enumerate(TERMS):
            wanted[g // rotations, rows[c.CHARACTER, i], k] += adds(term, rows, i, offers, credits[g, rows[c.SEAT, i]])
    assert (wanted.sum(axis=(0, 1)) > 0).all(), "each term has something to add"

    start = np.arange(28) * len(TERMS)
    terms = np.array([[*term.coded(), k] for k, term in enumerate(TERMS)])
    scratch = np.full((t.SCRATCH, len(game)), 99, np.int16)
    room = 2  # blocks at a time
    result, first = [], 0
    while first < len(game):
        totals = np.zeros((room, 28 * len(TERMS)))
        first = t.add_turns(game, first, rotations, start, rows, credits, terms, scratch, np.full((2, RANKS), 99, np.int32), totals)
        result.append(totals.reshape(room, 28, -1))
    assert np.array_equal(np.concatenate(result)[: len(wanted)], wanted)
    assert not np.concatenate(result)[len(wanted) :].any()
