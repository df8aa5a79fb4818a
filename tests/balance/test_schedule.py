"""How a search spends its time."""

from __future__ import annotations

import itertools

import pytest

from citadels_sim.balance.schedule import LEAST, Schedule

PACES = {"forks": 3e-4, "games": 2e-5, "flow": 5e-5}


def seconds_of(schedule: Schedule, kind: str, changes: int) -> float:
    return sum((rung.changes + 1) * rung.games * PACES[kind] for rung in schedule.rungs(kind, changes))


def test_each_rung_plays_a_third_of_the_changes_on_more_games() -> None:
    rungs = Schedule(600, 3, PACES).rungs("forks", 150)
    assert [rung.changes for rung in rungs] == [150, 50, 17, 6]
    assert all(later.games > 2 * earlier.games for earlier, later in itertools.pairwise(rungs))


@pytest.mark.parametrize("seconds", [60, 120, 600])
@pytest.mark.parametrize("kind", list(PACES))
def test_the_games_take_at_most_half_of_the_time(seconds: float, kind: str) -> None:
    assert seconds_of(Schedule(seconds, 3, PACES), kind, 150) <= seconds / 2


def test_with_less_time_fewer_changes_are_played_and_not_fewer_games_than_distinguish_them() -> None:
    short, long = (Schedule(seconds, 3, PACES).rungs("forks", 150)[0] for seconds in (20, 600))
    assert short.changes < long.changes == 150
    assert short.games >= LEAST["forks"]


def test_even_without_time_the_proposals_are_chosen_from_more_than_are_confirmed() -> None:
    (rung,) = Schedule(0.1, 3, PACES).rungs("flow", 150)
    assert (rung.changes, rung.games) == (6, LEAST["flow"])


def test_few_changes_are_played_in_one_rung() -> None:
    assert [rung.changes for rung in Schedule(60, 3, PACES).rungs("games", 4)] == [4]


def test_the_design_of_the_target_confirms_on_the_most_time() -> None:
    schedule = Schedule(60, 3, PACES)
    assert schedule.confirmed("forks", "forks", 3, 3) > 2 * schedule.confirmed("forks", "games", 3, 3)


def test_numbers_of_games_have_two_digits() -> None:
    games = [rung.games for rung in Schedule(777, 3, PACES).rungs("games", 150)]
    assert all(int(f"{count:.1e}".replace(".", "").partition("e")[0]) * 10 ** (len(str(count)) - 2) == count for count in games)
