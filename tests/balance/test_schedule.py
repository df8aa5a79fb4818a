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


def test_even_without_time_a_change_is_chosen_from_more_than_are_tested() -> None:
    (rung,) = Schedule(0.1, 3, PACES).rungs("flow", 150)
    assert (rung.changes, rung.games) == (2, LEAST["flow"])


@pytest.mark.parametrize("pace", [1e-4, 5e-4, 2e-3, 1e-2])
@pytest.mark.parametrize("seconds", [15.0, 60.0])
def test_with_slow_bots_fewer_changes_are_played_in_the_same_time(pace: float, seconds: float) -> None:
    schedule = Schedule(seconds, 3, {"forks": pace, "games": pace / 10, "flow": pace / 2})
    if schedule.shortest("forks") > seconds:
        assert (pace, seconds) == (1e-2, 15.0)
        return
    took = sum((rung.changes + 1) * rung.games * pace for rung in schedule.rungs("forks", 150))
    took += 2 * pace * schedule.tested("forks", 1)
    took += 2 * (pace * schedule.confirmed("forks", 1, 3) + pace / 10 * schedule.confirmed("games", 1, 3, side=True))
    took += 2 * pace / 2 * schedule.confirmed("flow", 1, 3, side=True)
    assert took <= 1.15 * seconds


def test_few_changes_are_played_in_one_rung() -> None:
    assert [rung.changes for rung in Schedule(60, 3, PACES).rungs("games", 4)] == [4]


def test_the_design_of_the_target_is_shown_by_the_most_time_and_side_effects_only_where_there_is_some() -> None:
    schedule = Schedule(60, 3, PACES)
    assert schedule.confirmed("forks", 3, 3) > 2 * schedule.confirmed("forks", 3, 3, side=True) > 0
    assert schedule.confirmed("forks", 3) > schedule.confirmed("forks", 3, 3)
    assert Schedule(2, 3, PACES).confirmed("flow", 3, 3, side=True) == 0


def test_fewer_changes_are_tested_on_more_games_each() -> None:
    schedule = Schedule(60, 3, PACES)
    assert schedule.tested("forks", 1) > 1.8 * schedule.tested("forks", 3)


def test_numbers_of_games_have_two_digits() -> None:
    games = [rung.games for rung in Schedule(777, 3, PACES).rungs("games", 150)]
    assert all(int(f"{count:.1e}".replace(".", "").partition("e")[0]) * 10 ** (len(str(count)) - 2) == count for count in games)
