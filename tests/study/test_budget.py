"""Dividing a budget: the widest interval becomes narrower than with equal shares, and nothing is spent on what is settled."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.study.budget import Need, divide, next_step


def needs(lacks: st.SearchStrategy[float]) -> st.SearchStrategy[list[Need]]:
    each = st.builds(Need, blocks=st.integers(100, 10_000), seconds=st.floats(1e-5, 1e-1), lack=lacks)
    return st.lists(each, min_size=1, max_size=20)


some = st.floats(0.01, 50)
any_lack = st.one_of(st.just(0.0), some, st.just(math.inf))


def cost(cells: list[Need], wanted: list[float]) -> float:
    return sum(need.seconds * (blocks - need.blocks) for need, blocks in zip(cells, wanted, strict=True))


def widest(cells: list[Need], wanted: list[float]) -> float:
    return max(need.lack * math.sqrt(need.blocks / blocks) for need, blocks in zip(cells, wanted, strict=True))


@given(needs(any_lack), st.floats(0.1, 1e4))
def test_it_spends_no_more_than_there_is_and_nothing_on_what_is_settled(cells: list[Need], seconds: float) -> None:
    wanted = divide(cells, seconds)
    for need, blocks in zip(cells, wanted, strict=True):
        assert blocks == need.blocks if need.lack == 0 else blocks >= need.blocks
        assert blocks <= 8 * need.blocks
    if all(math.isfinite(need.lack) for need in cells):
        assert cost(cells, wanted) <= seconds * (1 + 1e-6)


@given(needs(some), st.floats(0.3, 0.9))
def test_no_other_division_makes_the_widest_narrower(cells: list[Need], share: float) -> None:
    seconds = share * sum(7 * need.seconds * need.blocks for need in cells)
    wanted = divide(cells, seconds)
    level = widest(cells, wanted)
    # To bring every cell below the level reached, each at its own price, would take more than there is.
    less = [max(need.blocks, need.blocks * min(8.0, (need.lack / (0.98 * level)) ** 2)) for need in cells]
    assert cost(cells, less) >= seconds * (1 - 1e-6) or widest(cells, less) >= level * (1 - 1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_it_beats_an_even_split(seed: int) -> None:
    rng = random.Random(seed)
    cells = [Need(1_000, 10 ** rng.uniform(-4, -2), rng.choice([0.0, 1.0, 1.0]) * rng.uniform(0.3, 6)) for _ in range(24)]
    seconds = sum(need.seconds * need.blocks for need in cells)
    even = [need.blocks + seconds / len(cells) / need.seconds for need in cells]
    assert widest(cells, divide(cells, seconds)) < 0.9 * widest(cells, even)


def test_a_cell_grows_to_the_last_look_within_what_is_wanted() -> None:
    assert next_step((250, 300, 360), 0, 299) == 250
    assert next_step((250, 300, 360), 250, 299) == 250
    assert next_step((250, 300, 360), 250, 1e9) == 360
    assert next_step((250, 300, 360), 0, 10) == 0
