"""`citadels tune`: it fits what can be fitted, measures what that is worth, and writes the same file again."""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import citadels_sim as cs
from citadels_sim.bots import parse_bot
from citadels_sim.bots.weights import at_table
from citadels_sim.compiler.decorators import INTERPRETED
from citadels_sim.training.games import Field, Judge, judges
from citadels_sim.training.tune import fit, make_task, population
from tests.training.dials import BEST

Speak = Callable[..., Any]

DIALS = str(Path(__file__).with_name("dials.py")) + ":dials"
CLASSIC = cs.load_variant("classic-2000")
compiled_only = pytest.mark.skipif(INTERPRETED, reason="plays thousands of games")
SMALL = ("--variant", "classic-2000", "--games", "40", "--budget", "10", "--judge", "80", "--seed", "3")


@compiled_only
def test_the_best_values_of_a_bot_are_found() -> None:
    fitting = fit(make_task(CLASSIC, 4, DIALS, games=400, budget=90, seed=2))
    assert abs(fitting.values["left"] - BEST["left"]) < 0.12
    assert abs(fitting.values["right"] - BEST["right"]) < 1.2
    assert fitting.values["stuck"] == 1.0
    assert fitting.gain.start == pytest.approx(25.0)  # against itself, from every seat
    assert fitting.gain.low > 30
    assert fitting.gain.low < fitting.gain.points < fitting.gain.high
    assert fitting.gain.points == pytest.approx(fitting.gain.tuned - fitting.gain.start)


@compiled_only
def test_of_values_that_are_best_already_no_gain_is_shown() -> None:
    best = f"{DIALS}:left={BEST['left']},right={BEST['right']}"
    gain = fit(make_task(CLASSIC, 4, best, games=200, budget=18, seed=4)).gain
    assert gain.low <= 0


@compiled_only
def test_only_the_requested_parameters_move() -> None:
    fitting = fit(make_task(CLASSIC, 4, DIALS, only=("right",), games=80, budget=12, judged=80))
    assert fitting.values["left"] == 0.2
    assert fitting.values["right"] != 2.0
    assert fitting.candidates == 12


def test_candidates_are_played_on_the_same_deals_from_every_seat() -> None:
    judge = Judge(Field(CLASSIC, 3, DIALS, (DIALS, DIALS), 5))
    same = judge.wins({"left": 0.7, "right": 6.0, "stuck": 1.0}, 0, 6)
    assert same.shape == (6,)
    assert np.array_equal(same, judge.wins({"left": 0.7, "right": 6.0, "stuck": 1.0}, 0, 6))
    assert np.array_equal(same[4:], judge.wins({"left": 0.7, "right": 6.0, "stuck": 1.0}, 4, 2))
    start = judge.wins({"left": 0.2, "right": 2.0, "stuck": 1.0}, 0, 6)
    assert start == pytest.approx(np.full(6, 1 / 3))  # the field itself: whoever wins, it wins once in three seats


def test_the_number_of_processes_changes_nothing() -> None:
    field = Field(CLASSIC, 3, DIALS, (DIALS, DIALS), 5)
    judge = Judge(field)
    candidates = [{"left": left, "right": 5.0, "stuck": 1.0} for left in (0.1, 0.5, 0.9)]
    with judges(field, judge, 1) as alone, judges(field, judge, 2) as together:
        for one, other in zip(alone(candidates, 10, 4), together(candidates, 10, 4), strict=True):
            assert np.array_equal(one, other)


def test_the_same_command_makes_the_same_file(citadels: Speak, tmp_path: Path) -> None:
    for name, workers in (("a.toml", "1"), ("b.toml", "2")):
        answer = citadels("tune", DIALS, *SMALL, "--out", tmp_path / name, "--workers", workers)
        assert answer.code == 0, answer.err
        assert "fresh games each" in answer.out
    assert (tmp_path / "a.toml").read_bytes() == (tmp_path / "b.toml").read_bytes()


def test_the_file_says_how_it_was_made_and_names_a_bot(citadels: Speak, tmp_path: Path) -> None:
    citadels("tune", DIALS, *SMALL, "--out", tmp_path / "a.toml", "--workers", "1")
    written = tomllib.loads((tmp_path / "a.toml").read_text())
    assert (written["bot"], written["variant"], written["players"]) == ("dials.py:dials", "classic-2000", 4)
    assert written["made"]["command"][:3] == ["citadels", "tune", DIALS]
    assert written["made"]["candidates"] == population(2)
    assert written["made"]["games"] == population(2) * 40 + 2 * 80
    assert (written["gain"]["games"], written["gain"]["blocks"]) == (80, 20)
    assert written["start"] == {"left": 0.2, "right": 2.0, "stuck": 1.0}
    named = at_table(parse_bot(f"{DIALS}:@{tmp_path / 'a.toml'}"), CLASSIC, 4)
    assert dict(named.values) == written["values"]
    again = citadels(*written["made"]["command"][1:], "--out", tmp_path / "b.toml", "--workers", "1")
    assert again.code == 0, again.err
    assert (tmp_path / "a.toml").read_bytes() == (tmp_path / "b.toml").read_bytes()


def test_it_goes_on_from_the_values_of_a_file(citadels: Speak, tmp_path: Path) -> None:
    citadels("tune", DIALS, *SMALL, "--out", tmp_path / "a.toml", "--workers", "1")
    result = tomllib.loads((tmp_path / "a.toml").read_text())["values"]
    task = make_task(CLASSIC, 4, f"{DIALS}:@{tmp_path / 'a.toml'},left=0.5")
    assert task.start == {**result, "left": 0.5}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("bilder",), "Did you mean 'builder'?"),
        (("random",), "'random' has no parameters to fit"),
        (("builder", "--only", "nose"), "--only: 'builder' has no parameter 'nose'; it has noise"),
        (("builder", "--players", "9"), "seats 2 to 7 players, not 9"),
        (("builder", "--variant", "clasic-2000"), "Did you mean 'classic-2000'?"),
        (("builder", "--against", "bilder"), "Did you mean 'builder'?"),
        (("builder", "--games", "7"), "--games: 7 should be at least 8, two deals"),
        (("builder", "--budget", "2"), "--budget: 2 should be at least"),
        (("builder", "--judge", "1"), "--judge: 1 should be at least 8"),
        (("builder", "--seed", "-1"), "--seed: -1 should be"),
        (("builder:@none.toml",), "there is no such file"),
    ],
)
def test_a_mistake_is_one_message_and_leaves_no_file(citadels: Speak, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    answer = citadels("tune", "--variant", "classic-2000", *words, "--out", tmp_path / "a.toml")
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("citadels: ") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_the_optimiser_it_says_how_to_get_it(citadels: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *more: None if name == "cmaes" else find(name, *more))
    answer = citadels("tune", DIALS, *SMALL, "--out", tmp_path / "a.toml")
    assert (answer.code, list(tmp_path.iterdir())) == (2, [])
    assert "pip install 'citadels-sim[tune]'" in answer.err


def test_a_file_is_not_written_over(citadels: Speak, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("mine")
    answer = citadels("tune", "builder", *SMALL, "--out", tmp_path / "a.toml")
    assert (answer.code, "already exists" in answer.err) == (2, True)
    assert (tmp_path / "a.toml").read_text() == "mine"
