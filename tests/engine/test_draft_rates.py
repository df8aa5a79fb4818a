"""Pick rates of the `random` bot against the exact table D1 of docs/reference/estimators.md."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots.random_bot import RANDOM
from tests.engine.loops import compiled_only, drafts

GAMES = 100_000
RANKS = 8


def exact(order: str, players: int) -> tuple[Fraction, Fraction]:
    """Chance that rank 4, and that any other rank, is held at the end of a draft of uniformly random picks."""
    up = max(0, RANKS - players - 2)
    dealt = Fraction(players, RANKS - up - 1)
    if order == "up_first":
        not_down = 1 - Fraction(1, RANKS - up)
        return not_down * dealt, (1 - Fraction(up, RANKS - 1)) * not_down * dealt
    not_down = 1 - Fraction(1, RANKS)
    return not_down * dealt, not_down * (1 - Fraction(up * RANKS, (RANKS - 1) ** 2)) * dealt


@pytest.mark.parametrize(
    ("order", "players", "king", "other"),
    [
        ("up_first", 4, ".66667", ".47619"),
        ("down_first", 4, ".70000", ".47143"),
        ("up_first", 5, ".71429", ".61224"),
        ("down_first", 5, ".72917", ".61012"),
        ("up_first", 6, ".75", ".75"),
        ("down_first", 6, ".75", ".75"),
    ],
)
def test_the_formulas_give_the_printed_table(order: str, players: int, king: str, other: str) -> None:
    assert [round(float(value), 5) for value in exact(order, players)] == [float(king), float(other)]


@compiled_only
@pytest.mark.parametrize("order", ["up_first", "down_first"])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_random_pickers_hold_each_character_as_often_as_the_exact_table_says(order: str, players: int) -> None:
    held = drafts(cs.load_variant("classic-2000", {"rules.removal_order": order}), players, GAMES, RANDOM)[0, 1:9]
    king, other = exact(order, players) if players < 7 else (Fraction(7, 8), Fraction(7, 8))
    chance = np.array([float(king if rank == 4 else other) for rank in range(1, 9)])
    error = np.sqrt(chance * (1 - chance) / GAMES)
    assert np.all(np.abs(held / GAMES - chance) < 4 * error)
    assert held.sum() == players * GAMES


@compiled_only
@pytest.mark.parametrize(
    ("order", "players", "hidden"), [("down_first", 4, "1/8"), ("up_first", 4, "1/6"), ("down_first", 5, "1/8"), ("up_first", 5, "1/7")]
)
def test_the_king_is_the_hidden_card_as_often_as_the_order_of_removal_makes_it(order: str, players: int, hidden: str) -> None:
    """Classic 1.3: only face-up cards exclude the King, so the order of removal matters."""
    down = drafts(cs.load_variant("classic-2000", {"rules.removal_order": order}), players, GAMES)[3, 4]
    chance = float(Fraction(hidden))
    assert abs(down / GAMES - chance) < 4 * np.sqrt(chance * (1 - chance) / GAMES)


@compiled_only
@pytest.mark.parametrize("players", range(2, 8))
def test_the_king_never_lies_face_up_and_all_others_do_alike(players: int) -> None:
    """Classic 1.3: the King drawn face up is exchanged for another card."""
    games = 20_000
    up = drafts(cs.load_variant("classic-2000"), players, games)[2, 1:9]
    n_up = {4: 2, 5: 1}.get(players, 0)
    assert (up[3], up.sum()) == (0, n_up * games)
    chance = n_up / 7
    others = np.delete(up, 3)
    assert np.all(np.abs(others / games - chance) <= 4 * np.sqrt(chance * (1 - chance) / games))
