"""Along numbers: the smallest step that suffices, whatever the range, with what cannot be played left out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from citadels_sim.balance.candidates import Candidate
from citadels_sim.balance.curve import values_around
from citadels_sim.balance.schedule import Schedule
from citadels_sim.balance.steps import Step, Way, smallest_steps
from citadels_sim.variants import load_variant

VARIANT = load_variant("classic-2000")


def step(steps: int, most: int, needed: float) -> Step:
    """So many steps of a number of which `needed` are enough; each one more overshoots by a tenth."""
    change = Candidate("key", f"{steps}", "", VARIANT, values=tuple(range(1, most + 1)), at=steps - 1)
    return Step(change, float(steps), max(0.0, needed - steps) or (steps - needed) / 10)


def search(most: int, needed: float, first: int, rounds: int, unplayable: Sequence[int] = ()) -> tuple[int, int]:
    """Look for the smallest step of one number; return it, and how many others were played."""
    played: list[int] = []

    def play(_round: int, wanted: Sequence[tuple[Candidate, int]]) -> list[Step | None]:
        played.extend(steps for _, steps in wanted)
        return [None if steps in unplayable else step(steps, most, needed) for _, steps in wanted]

    way = Way.from_step(step(first, most, needed), enough=first >= needed)
    (best,) = smallest_steps([way], rounds, play, lambda found: found.value >= needed)
    assert len(played) == len(set(played)), "no step is played twice"
    return best.steps, len(played)


@pytest.mark.parametrize("most", [1, 2, 5, 10, 41])
def test_the_smallest_step_that_suffices_is_found_in_as_many_rounds_as_bisection_takes(most: int) -> None:
    for needed in range(1, most + 1):
        for first in (1, most):
            best, played = search(most, needed, first, 9)
            assert (best, played <= most.bit_length()) == (needed, True), (needed, first)


def test_where_no_step_suffices_it_is_the_farthest() -> None:
    assert search(10, 99, 1, 9)[0] == 10


def test_the_nearest_step_that_suffices_is_not_looked_beyond() -> None:
    assert search(10, 1, 1, 9) == (1, 0)


def test_a_step_that_overshoots_gives_way_to_the_one_before_it_if_that_is_nearer() -> None:
    assert search(10, 3.01, 1, 9)[0] == 3


def test_what_cannot_be_played_is_left_out() -> None:
    assert search(10, 8, 1, 9, unplayable=range(6, 11))[0] == 5


def test_with_few_rounds_it_is_the_smallest_known_step_that_suffices() -> None:
    assert search(41, 7, 1, 2) == (11, 2)


def test_several_numbers_share_the_rounds() -> None:
    rounds: list[int] = []

    def play(number: int, wanted: Sequence[tuple[Candidate, int]]) -> list[Step | None]:
        rounds.append(len(wanted))
        return [step(steps, len(change.values), 3) for change, steps in wanted]

    ways = [Way.from_step(step(1, most, 3), enough=False) for most in (3, 10)]
    assert [each.steps for each in smallest_steps(ways, 9, play, lambda found: found.value >= 3)] == [3, 3]
    assert rounds == [2, 2, 1]


def test_with_little_time_fewer_rounds_are_played_and_not_fewer_games_than_say_something() -> None:
    paces = {"forks": 3e-4, "games": 2e-5, "flow": 5e-5}
    short, long = (Schedule(seconds, 3, paces).along("forks", 3, 5) for seconds in (18, 600))
    assert (short[0], long[0]) == (2, 5)
    assert long[1] > short[1] >= 400
    assert Schedule(18, 3, paces).curve("forks", 5) > 0 == Schedule(5, 3, paces).curve("forks", 5)


@pytest.mark.parametrize(
    ("values", "at", "expected"),
    [
        ((2, 3, 4), 0, [1, 2, 3]),
        ((0,), 0, [1, 0]),
        ((2, 3, 4, 5, 6), 2, [1, 2, 3, 4, 5]),
        (tuple(range(2, 30)), 15, [1, 5, 9, 13, 17, 18]),
    ],
)
def test_the_curve_of_a_change_has_the_present_value_the_change_and_what_lies_around(
    values: tuple[int, ...], at: int, expected: list[int]
) -> None:
    assert values_around(1, values, at) == expected
