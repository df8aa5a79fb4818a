"""How many cases settle what is undecided: four of five times, as a range, or that it cannot be said."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from citadels_sim.statistics.planning import Needed, cases_needed, one_digit
from citadels_sim.statistics.ratios import Ratios
from citadels_sim.statistics.verdicts import Verdict, judge
from citadels_sim.text import needed_words

BLOCKS = 1000
"""Of the first look."""


@dataclass
class World:
    """Figures of a family, true ones and what is seen of them; the margin is 1."""

    size: int
    rng: np.random.Generator

    def __post_init__(self) -> None:
        self.truth = self.rng.normal(0, 0.93, self.size)
        self.noise = self.rng.uniform(0.3, 0.9) * np.sqrt(BLOCKS)
        self.seen, self.blocks = self.truth + self.error(BLOCKS), BLOCKS

    def error(self, blocks: int) -> np.ndarray:
        return self.rng.normal(0, self.noise / np.sqrt(blocks), self.size)

    def go_on(self, blocks: int) -> None:
        """Play on to so many blocks in all."""
        if more := blocks - self.blocks:
            self.seen = (self.seen * self.blocks + (self.truth + self.error(more)) * more) / blocks
            self.blocks = blocks

    @property
    def verdict(self) -> Verdict:
        covariance = np.eye(self.size) * self.noise**2 / self.blocks
        count = np.full(self.size, float(self.blocks))
        return judge(Ratios(self.seen, covariance, self.blocks, self.seen, count), np.zeros(self.size), 1.0)


@pytest.mark.parametrize("size", [1, 4, 8])
def test_the_number_that_is_needed_settles_four_of_five_verdicts(size: int) -> None:
    rng = np.random.default_rng(size)
    settled = []
    while len(settled) < 70:
        world = World(size, rng)
        if (needed := world.verdict.needed) is not None:
            world.go_on(max(needed.high, BLOCKS))
            settled.append(world.verdict.state != "open")
    assert 0.7 <= np.mean(settled) <= 0.9


def test_of_each_member_of_a_family_too() -> None:
    rng = np.random.default_rng(7)
    settled = []
    while len(settled) < 70:
        world = World(8, rng)
        needed = world.verdict.member_needed
        if known := [j for j, one in enumerate(needed) if one is not None]:
            j = known[0]
            world.go_on(max(needed[j].high, BLOCKS))
            settled.append(world.verdict.members[j] != "open")
    assert 0.7 <= np.mean(settled) <= 0.93


def single(value: float, se: float, *, count: float = 1000.0) -> Needed | None:
    return cases_needed(np.array([value]), np.array([se]), (-1.0, 1.0), count, inner=1.645, outer=1.96)[0]


@pytest.mark.parametrize(("value", "se"), [(1.0, 0.2), (0.95, 0.2), (-1.05, 0.2), (0.0, 1.2), (3.0, 2.0), (np.nan, 0.2), (0.1, 0.0)])
def test_it_cannot_be_said_on_the_margin_and_where_the_error_is_larger_than_it(value: float, se: float) -> None:
    assert single(value, se) is None


@pytest.mark.parametrize("value", [0.0, 0.3, -0.5, 1.6, -2.5])
def test_a_range_spans_a_factor_of_ten_at_most_and_has_one_digit(value: float) -> None:
    needed = single(value, 0.2)
    assert needed is not None
    assert 1000 <= needed.low <= needed.high <= 10 * needed.low
    assert all(len(str(number).rstrip("0")) == 1 for number in needed)


def test_four_times_the_cases_for_half_the_margin() -> None:
    one, half = (
        cases_needed(np.zeros(1), np.array([se]), (-edge, edge), 1000, inner=1.645, outer=1.96)[0] for se, edge in ((0.2, 0.5), (0.1, 0.25))
    )
    assert one == half


@pytest.mark.parametrize(("number", "rounded"), [(1, 1), (9, 9), (10, 10), (11, 20), (2000, 2000), (2000.4, 3000), (99_001, 100_000)])
def test_a_number_is_rounded_up_to_one_digit(number: float, rounded: int) -> None:
    assert one_digit(number) == rounded


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (2000, 9000, "needs 2,000 to 9,000 games"),
        (2000, 2000, "needs about 2,000 games"),
        (None, 300, "needs about 300 games"),
        (None, None, ""),
    ],
)
def test_it_is_written_in_one_way(low: int | None, high: int | None, words: str) -> None:
    assert needed_words(low, high, "games") == words
