"""Keyed randomness: the same numbers compiled and interpreted, and streams that leave each other alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import citadels_sim as cs
from citadels_sim.compiler.decorators import ready
from citadels_sim.engine import rng
from tests.engine.loops import mixed

WORD = (1 << 64) - 1
SIGNED = st.integers(-(1 << 63), (1 << 63) - 1)


def by_hand(x: int, y: int) -> int:
    """SplitMix64's finaliser over x times the golden ratio plus y and a constant, in whole numbers; the highest 63 bits."""
    z = (x * 0x9E3779B97F4A7C15 + y + 0x632BE59BD9B4E019) & WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return (z ^ (z >> 31)) >> 1


@pytest.mark.parametrize(("n", "published"), [(1, 0xE220A8397B1DCDAF), (2, 0x6E789E6AA1B965F4), (3, 0x06C45D188009454F)])
def test_the_mixing_is_splitmix64(n: int, published: int) -> None:
    """The first numbers of SplitMix64 from seed 0, without the lowest bit."""
    assert ready(mixed)(n, -0x632BE59BD9B4E019) == published >> 1


@given(x=SIGNED, y=SIGNED)
def test_the_compiled_mixing_is_the_interpreted_one(x: int, y: int) -> None:
    assert ready(mixed)(x, y) == by_hand(x, y)


def test_a_number_is_reduced_to_every_value_below_the_limit_alike() -> None:
    drawn = [rng.below(by_hand(7, i), 6) for i in range(60_000)]
    assert all(abs(drawn.count(value) - 10_000) < 4 * (60_000 * 5 / 36) ** 0.5 for value in range(6))
    assert set(drawn) == set(range(6))


def test_no_two_purposes_share_a_number() -> None:
    purposes = [
        value for name, value in vars(rng).items() if name.isupper() and isinstance(value, int) and not name.startswith(("_", "INTER"))
    ]
    assert len(purposes) == len(set(purposes)) >= 12


def removals(game: cs.Game, rounds: int) -> list[tuple[tuple[str, ...], str]]:
    """What was removed in the first rounds of a game in which everybody does the least."""
    seen = []
    for _ in range(rounds):
        position = game.position()
        seen.append((tuple(position["face_up"]), position["face_down"][0]))
        number = position["round"]
        while game.position()["round"] == number:
            legal = game.legal()
            game.play("end" if "end" in legal else "cards" if "cards" in legal else legal[0])
    return seen


def test_one_rule_that_draws_more_leaves_all_other_luck_where_it_was() -> None:
    """Design: a stream for each purpose. Observatories draw a card more each time; the removals of later rounds stay the same."""
    plain, richer = ({"players": [{"city": city} for city in cities], "seed": 5} for cities in ([[]] * 4, [["observatory"]] + [[]] * 3))
    one, other = (removals(cs.Game.from_position("classic-2000", position), 4) for position in (plain, richer))
    assert one == other
    assert len(set(one)) == 4


def test_the_removals_of_a_round_depend_on_the_seed() -> None:
    result = {tuple(cs.Game.start("classic-2000", 4, seed=seed).position()["face_up"]) for seed in range(60)}
    assert len(result) > 15
