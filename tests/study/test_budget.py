"""Dividing a budget: the widest interval becomes narrower than with equal shares, and nothing is spent on what is settled."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_sim.study.budget import Need, divide, next_step

LOOKS = tuple(int(100 * 1.5**i) for i in range(20))


def needs(lacks: st.SearchStrategy[float]) -> st.SearchStrategy[list[Need]]:
    each = st.builds(Need, blocks=st.sampled_from(LOOKS[:12]), looks=st.just(LOOKS), seconds=st.floats(1e-5, 1e-1), lack=lacks)
    return st.lists(each, min_size=1, max_size=20)


some = st.floats(0.01, 50)
any_lack = st.one_of(st.just(0.0), some, st.just(math.inf))


def cost(cells: list[Need], wanted: list[int]) -> float:
    return sum(need.seconds * (blocks - need.blocks) for need, blocks in zip(cells, wanted, strict=True))


def widest(cells: list[Need], wanted: list[int]) -> float:
    return max(need.after(blocks) for need, blocks in zip(cells, wanted, strict=True))


@given(needs(any_lack), st.floats(0.1, 1e4))
def test_it_spends_no_more_than_there_is_and_nothing_on_what_is_settled(cells: list[Need], seconds: float) -> None:
    wanted = divide(cells, seconds)
    for need, blocks in zip(cells, wanted, strict=True):
        assert blocks == need.blocks if need.lack == 0 else blocks >= need.blocks
        assert blocks in LOOKS
        assert blocks <= 8 * need.blocks
    assert cost(cells, wanted) <= seconds * (1 + 1e-6)


@given(needs(some), st.floats(0.1, 1e4))
def test_the_cell_that_lacks_most_afterwards_could_not_take_its_next_look(cells: list[Need], seconds: float) -> None:
    wanted = divide(cells, seconds)
    left = seconds - cost(cells, wanted)
    need, blocks = max(zip(cells, wanted, strict=True), key=lambda pair: pair[0].after(pair[1]))
    following = next((look for look in LOOKS if look > blocks), None)
    assert following is None or following > 8 * need.blocks or (following - blocks) * need.seconds > left * (1 - 1e-6)


@given(needs(some), st.floats(0.1, 1e4))
def test_time_that_is_enough_for_a_look_is_not_left_over(cells: list[Need], seconds: float) -> None:
    wanted = divide(cells, seconds)
    left = seconds - cost(cells, wanted)
    for need, blocks in zip(cells, wanted, strict=True):
        following = next((look for look in LOOKS if blocks < look <= 8 * need.blocks), None)
        assert following is None or (following - blocks) * need.seconds > left * (1 - 1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_it_beats_an_even_split(seed: int) -> None:
    rng = random.Random(seed)
    start = LOOKS[5]
    cells = [Need(start, LOOKS, 10 ** rng.uniform(-4, -2), rng.choice([0.0, 1.0, 1.0]) * rng.uniform(0.3, 6)) for _ in range(24)]
    seconds = sum(need.seconds * need.blocks for need in cells)
    even = [next_step(LOOKS, start, start + seconds / len(cells) / need.seconds) for need in cells]
    assert widest(cells, divide(cells, seconds)) < 0.9 * widest(cells, even)


def test_a_step_that_is_too_long_for_a_round_is_not_cut_to_nothing() -> None:
    cells = [Need(1_000, (1_000, 1_500), 0.01, 3.0), Need(1_000, (1_000, 1_500), 0.01, 2.9)]
    assert divide(cells, 6.0) == [1_500, 1_000]  # shared out, 3 seconds each would bring neither to a look


def test_a_cell_grows_to_the_last_look_within_what_is_wanted() -> None:
    assert next_step((250, 300, 360), 0, 299) == 250
    assert next_step((250, 300, 360), 250, 299) == 250
    assert next_step((250, 300, 360), 250, 1e9) == 360
    assert next_step((250, 300, 360), 0, 10) == 0
